//! The workers of a walk as a group: how many there are, that they shall stop, and how long worker 0 waits for them.

use super::depth::Depth;
use crate::base::bounds;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

pub(super) struct Crew {
    /// Workers at most, without those that a cold tree has more.
    most: usize,
    depth: Arc<Depth>,
    /// Stopping may take any time.
    patient: bool,
    ranks: Mutex<Ranks>,
    changed: Condvar,
    stop: AtomicBool,
}

struct Ranks {
    /// Workers started and not gone, worker 0 included.
    workers: usize,
    /// Worker 0 has walked and waits for the others.
    home: bool,
}

impl Crew {
    /// Worker 0 alone, with up to `most` in the end. One that is `patient` waits for them also when it is stopped.
    pub(super) fn new(most: usize, depth: Arc<Depth>, patient: bool) -> Arc<Self> {
        let ranks = Ranks { workers: 1, home: false };
        Arc::new(Self { most, depth, patient, ranks: Mutex::new(ranks), changed: Condvar::new(), stop: AtomicBool::new(false) })
    }

    fn lock(&self) -> MutexGuard<'_, Ranks> {
        self.ranks.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Workers there are.
    pub(super) fn count(&self) -> usize {
        self.lock().workers
    }

    /// Whether there is one worker, and may not be another one now.
    pub(super) fn is_solo(&self) -> bool {
        self.most == 1 && self.depth.room_for_threads() == 0 && self.count() == 1
    }

    /// Starts a further worker, if the walk may have one; `work` is told whether it is one of those that only a cold tree
    /// has. False if there is none: a thread that cannot be started is normal.
    pub(super) fn start(self: &Arc<Self>, work: impl FnOnce(bool) + Send + 'static) -> bool {
        let extra = {
            let mut ranks = self.lock();
            let extra = ranks.workers >= self.most;
            if self.stopped() || (extra && self.depth.take_threads(1) == 0) {
                return false;
            }
            ranks.workers += 1;
            extra
        };
        let crew = Arc::clone(self);
        let started = std::thread::Builder::new().name("uwalk-walk".into()).spawn(move || {
            work(extra);
            crew.dismiss(extra);
        });
        if started.is_err() {
            self.dismiss(extra);
        }
        started.is_ok()
    }

    fn dismiss(&self, extra: bool) {
        let mut ranks = self.lock();
        ranks.workers -= 1;
        if extra {
            self.depth.drop_thread();
        }
        drop(ranks);
        self.changed.notify_all();
    }

    /// Whether there may be workers now that a warm tree has not.
    pub(super) fn is_cold(&self) -> bool {
        self.depth.is_cold()
    }

    /// Whether there are more workers than the depth allows now.
    pub(super) fn is_overfull(&self) -> bool {
        self.depth.is_overfull()
    }

    /// Whether a worker may be started now.
    pub(super) fn has_room(&self) -> bool {
        self.count() < self.most || self.depth.room_for_threads() > 0
    }

    /// Ends the walk as soon as every worker looks.
    pub(super) fn stop(&self) {
        self.stop.store(true, Ordering::Release);
        // Under the lock, so that worker 0 does not miss it between looking and waiting.
        drop(self.lock());
        self.changed.notify_all();
    }

    pub(super) fn stopped(&self) -> bool {
        self.stop.load(Ordering::Acquire)
    }

    /// Worker 0 waits for the others to be gone: for ever, or if the walk was stopped, as long as stopping may take.
    /// False if somebody did not come back.
    pub(super) fn wait_for_others(&self) -> bool {
        self.lock().home = true;
        self.changed.notify_all();
        self.wait(|ranks| ranks.workers == 1)
    }

    /// A worker that is done waits until worker 0 is too, in a walk that was stopped. False if it does not come back: it
    /// hangs in the kernel, and nobody else can end the walk.
    pub(super) fn wait_for_worker_0(&self) -> bool {
        !self.stopped() || self.wait(|ranks| ranks.home)
    }

    fn wait(&self, done: impl Fn(&Ranks) -> bool) -> bool {
        let mut ranks = self.lock();
        let mut deadline = None;
        while !done(&ranks) {
            if self.patient || !self.stopped() {
                ranks = self.changed.wait(ranks).unwrap_or_else(PoisonError::into_inner);
                continue;
            }
            let end = *deadline.get_or_insert_with(|| Instant::now() + Duration::from_millis(bounds::STOP_GRACE_MS));
            let Some(left) = end.checked_duration_since(Instant::now()).filter(|left| !left.is_zero()) else { return false };
            ranks = self.changed.wait_timeout(ranks, left).unwrap_or_else(PoisonError::into_inner).0;
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::WalkSpec;
    use std::sync::mpsc::channel;

    fn warm(threads: usize) -> Arc<Depth> {
        Depth::new(&WalkSpec { threads, ..WalkSpec::default() }, threads)
    }

    #[test]
    fn stopping_waits_a_bounded_time() {
        let crew = Crew::new(2, warm(2), false);
        let (release, hang) = channel::<()>();
        crew.start(move |_| {
            // Hangs until the sender is dropped.
            let _ = hang.recv();
        });
        assert_eq!(crew.count(), 2);
        crew.stop();
        assert!(!crew.wait_for_others());
        drop(release);
    }

    #[test]
    fn a_worker_0_that_hangs_is_noticed() {
        let crew = Crew::new(2, warm(2), false);
        assert!(crew.wait_for_worker_0(), "nobody stopped the walk");
        crew.stop();
        assert!(!crew.wait_for_worker_0());
        assert!(crew.wait_for_others());
        assert!(crew.wait_for_worker_0());
    }

    #[test]
    fn there_are_never_too_many() {
        let crew = Crew::new(2, warm(2), false);
        let (release, hang) = channel::<()>();
        crew.start(move |_| {
            let _ = hang.recv();
        });
        assert!(!crew.start(|_| unreachable!("a third worker")));
        assert_eq!(crew.count(), 2);
        drop(release);
        assert!(crew.wait_for_others());
    }
}
