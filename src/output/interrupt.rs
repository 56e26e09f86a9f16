//! SIGINT while a printer writes: the record being written is not torn. One thread waits for the signal, lets the write
//! in progress end, for a bounded time since the reader may have stopped too, and raises it again.
//!
//! Without a printer SIGINT keeps its default. A SIGINT that came in ignored, as in a shell's background, stays so.

use super::Shared;
use crate::base::bounds;
use crate::sys::process;
use std::sync::Arc;
use std::time::Duration;

/// Called on worker 0 before any other thread starts: threads inherit the blocked signal.
pub(super) fn watch(shared: &Arc<Shared>) {
    if process::interrupts_ignored() {
        return;
    }
    process::block_interrupts();
    let theirs = Arc::clone(shared);
    let started = std::thread::Builder::new().name("uwalk-signal".into()).spawn(move || {
        process::wait_for_interrupt();
        theirs.sink.end(Duration::from_millis(bounds::STOP_GRACE_MS));
        process::tell_words();
        process::die_by_interrupt();
    });
    if started.is_err() {
        process::unblock_interrupts();
    }
}
