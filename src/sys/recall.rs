//! The rings of this process are called back before it ends.
//!
//! A process that dies waits for the kernel's threads that do its rings' operations. Those that run are interrupted; but one that
//! takes up an operation while the process is dying is interrupted by nothing any more, and where the file system gives no
//! answer, neither that thread nor the process ever ends: `io_wq_worker` has taken its SIGKILL by then, and works on what is
//! still in the queue (Linux 6.18, io_uring/io-wq.c). So nothing may be in a queue: no ring submits any more, and the owner of
//! each cancels what is under way. SIGKILL asks nobody; it finds something in a queue only in the moment of a submission.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::base::bounds;

/// Rings that may have operations in the kernel.
static BUSY: Mutex<usize> = Mutex::new(0);

/// The last of them is done.
static QUIET: Condvar = Condvar::new();

/// No ring may submit any more.
static RECALLED: AtomicBool = AtomicBool::new(false);

fn busy() -> MutexGuard<'static, usize> {
    BUSY.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A ring's leave to have operations in the kernel. Dropped when it has none, or when it will never submit again.
pub(super) struct Leave(());

impl Leave {
    /// Nothing where the rings were called back.
    pub(super) fn take() -> Option<Self> {
        let mut busy = busy();
        if is_called() {
            return None;
        }
        *busy += 1;
        Some(Self(()))
    }
}

impl Drop for Leave {
    fn drop(&mut self) {
        let mut busy = busy();
        *busy -= 1;
        if *busy == 0 && is_called() {
            QUIET.notify_all();
        }
    }
}

/// Whether the rings were called back.
pub(super) fn is_called() -> bool {
    RECALLED.load(Ordering::Acquire)
}

/// Calls all rings back, for good, and waits until none has operations in the kernel; for a bounded time, since an owner may
/// hang in a plain call. What such a ring has under way was taken up long before then.
pub fn all() {
    let end = Instant::now() + Duration::from_millis(bounds::RECALL_MS);
    let mut busy = busy();
    RECALLED.store(true, Ordering::Release);
    while *busy > 0 {
        let Some(left) = end.checked_duration_since(Instant::now()).filter(|left| !left.is_zero()) else { break };
        busy = QUIET.wait_timeout(busy, left).unwrap_or_else(PoisonError::into_inner).0;
    }
}
