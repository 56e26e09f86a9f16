//! The workers of a walk as a group: how many there are, that they shall stop, and how long worker 0 waits for them.

use crate::base::bounds;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

pub(super) struct Crew {
    /// Workers at most.
    most: usize,
    /// Workers started and not gone, worker 0 included.
    workers: Mutex<usize>,
    gone: Condvar,
    stop: AtomicBool,
}

impl Crew {
    /// Worker 0 alone, with up to `most` in the end.
    pub(super) fn new(most: usize) -> Arc<Self> {
        Arc::new(Self { most, workers: Mutex::new(1), gone: Condvar::new(), stop: AtomicBool::new(false) })
    }

    fn lock(&self) -> MutexGuard<'_, usize> {
        self.workers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Workers there are.
    pub(super) fn count(&self) -> usize {
        *self.lock()
    }

    /// Whether the walk may never have more than one worker.
    pub(super) fn is_solo(&self) -> bool {
        self.most == 1
    }

    /// Starts a further worker, if the walk may have one. A thread that cannot be started is normal.
    pub(super) fn start(self: &Arc<Self>, work: impl FnOnce() + Send + 'static) {
        {
            let mut workers = self.lock();
            if *workers >= self.most || self.stopped() {
                return;
            }
            *workers += 1;
        }
        let crew = Arc::clone(self);
        let started = std::thread::Builder::new().name("uwalk-walk".into()).spawn(move || {
            work();
            crew.dismiss();
        });
        if started.is_err() {
            self.dismiss();
        }
    }

    fn dismiss(&self) {
        *self.lock() -= 1;
        self.gone.notify_all();
    }

    /// Ends the walk as soon as every worker looks.
    pub(super) fn stop(&self) {
        self.stop.store(true, Ordering::Release);
        // Under the lock, so that worker 0 does not miss it between looking and waiting.
        drop(self.lock());
        self.gone.notify_all();
    }

    pub(super) fn stopped(&self) -> bool {
        self.stop.load(Ordering::Acquire)
    }

    /// Worker 0 waits for the others to be gone: for ever, or if the walk was stopped, as long as stopping may take.
    /// False if somebody did not come back.
    pub(super) fn wait_for_others(&self) -> bool {
        let mut workers = self.lock();
        let mut deadline = None;
        while *workers > 1 {
            if !self.stopped() {
                workers = self.gone.wait(workers).unwrap_or_else(PoisonError::into_inner);
                continue;
            }
            let end = *deadline.get_or_insert_with(|| Instant::now() + Duration::from_millis(bounds::STOP_GRACE_MS));
            let Some(left) = end.checked_duration_since(Instant::now()).filter(|left| !left.is_zero()) else { return false };
            workers = self.gone.wait_timeout(workers, left).unwrap_or_else(PoisonError::into_inner).0;
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::channel;

    #[test]
    fn stopping_waits_a_bounded_time() {
        let crew = Crew::new(2);
        let (release, hang) = channel::<()>();
        crew.start(move || {
            // Hangs until the sender is dropped.
            let _ = hang.recv();
        });
        assert_eq!(crew.count(), 2);
        crew.stop();
        assert!(!crew.wait_for_others());
        drop(release);
    }

    #[test]
    fn there_are_never_too_many() {
        let crew = Crew::new(2);
        let (release, hang) = channel::<()>();
        crew.start(move || {
            let _ = hang.recv();
        });
        crew.start(|| unreachable!("a third worker"));
        assert_eq!(crew.count(), 2);
        drop(release);
        assert!(crew.wait_for_others());
    }
}
