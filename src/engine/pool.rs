//! The jobs that workers share in an unordered walk.
//!
//! A worker with work of its own never looks here but for one number. Nothing is stolen: the pool holds what workers
//! handed over, and a walk is over when every worker is idle and the pool is empty.

use super::crew::Crew;
use crate::base::bounds;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

const IDLE: Duration = Duration::from_millis(bounds::IDLE_MS);

pub(super) struct Pool<J> {
    crew: Arc<Crew>,
    inner: Mutex<Inner<J>>,
    changed: Condvar,
    /// Jobs in the pool, to be read without the lock.
    waiting: AtomicUsize,
}

struct Inner<J> {
    jobs: Vec<J>,
    idle: usize,
    over: bool,
}

impl<J> Pool<J> {
    pub(super) fn new(crew: Arc<Crew>) -> Self {
        let inner = Inner { jobs: Vec::new(), idle: 0, over: false };
        Self { crew, inner: Mutex::new(inner), changed: Condvar::new(), waiting: AtomicUsize::new(0) }
    }

    fn lock(&self) -> MutexGuard<'_, Inner<J>> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether the pool wants more jobs: a cold tree has many workers, each of which waits long for its operations.
    pub(super) fn is_low(&self) -> bool {
        let waiting = self.waiting.load(Ordering::Relaxed);
        waiting < bounds::POOL_LOW || (self.crew.is_cold() && waiting < self.crew.count())
    }

    /// Whether jobs wait that no worker is idle for.
    pub(super) fn wants_workers(&self) -> bool {
        self.waiting.load(Ordering::Relaxed) > 0 && self.lock().idle == 0
    }

    /// Hands jobs over.
    pub(super) fn give(&self, jobs: impl Iterator<Item = J>) {
        let mut inner = self.lock();
        inner.jobs.extend(jobs);
        self.waiting.store(inner.jobs.len(), Ordering::Relaxed);
        if inner.idle > 0 {
            self.changed.notify_all();
        }
    }

    /// A job, waiting a moment for one; the walk is not over meanwhile.
    pub(super) fn take_soon(&self) -> Option<J> {
        let mut inner = self.lock();
        if inner.jobs.is_empty() {
            inner = self.changed.wait_timeout(inner, IDLE).unwrap_or_else(PoisonError::into_inner).0;
        }
        let job = inner.jobs.pop();
        self.waiting.store(inner.jobs.len(), Ordering::Relaxed);
        job
    }

    /// A job, waiting for one if need be. `None`: the walk is over, or where the worker is `extra`, there is nothing for it.
    pub(super) fn take(&self, extra: bool) -> Option<J> {
        let since = Instant::now();
        let mut inner = self.lock();
        inner.idle += 1;
        loop {
            if inner.over || self.crew.stopped() {
                return None;
            }
            if let Some(job) = inner.jobs.pop() {
                self.waiting.store(inner.jobs.len(), Ordering::Relaxed);
                inner.idle -= 1;
                return Some(job);
            }
            // Only workers that are not idle start others, so the count cannot grow now.
            if inner.idle == self.crew.count() {
                inner.over = true;
                self.changed.notify_all();
                return None;
            }
            if extra && since.elapsed() >= IDLE {
                inner.idle -= 1;
                return None;
            }
            // A worker that leaves is counted until it has.
            inner = self.changed.wait_timeout(inner, IDLE).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Ends the walk as soon as every worker looks.
    pub(super) fn stop(&self) {
        self.crew.stop();
        drop(self.lock());
        self.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::WalkSpec;
    use crate::engine::depth::Depth;

    fn crew(most: usize) -> Arc<Crew> {
        Crew::new(most, Depth::new(&WalkSpec { threads: most, ..WalkSpec::default() }, most), false)
    }

    #[test]
    fn alone_and_empty_is_over() {
        let pool = Pool::<u8>::new(crew(1));
        pool.give([1, 2].into_iter());
        assert_eq!((pool.take(false), pool.take(false), pool.take(false)), (Some(2), Some(1), None));
    }

    #[test]
    fn every_job_is_done_once_and_all_workers_end() {
        let crew = crew(4);
        let pool = Arc::new(Pool::<u32>::new(Arc::clone(&crew)));
        let done = Arc::new(AtomicUsize::new(0));
        pool.give(std::iter::once(12));
        let work = |pool: Arc<Pool<u32>>, done: Arc<AtomicUsize>| {
            move |_| {
                while let Some(job) = pool.take(false) {
                    done.fetch_add(1, Ordering::Relaxed);
                    if job > 0 {
                        pool.give([job - 1, job - 1].into_iter());
                    }
                }
            }
        };
        for _ in 0..3 {
            crew.start(work(Arc::clone(&pool), Arc::clone(&done)));
        }
        work(pool, Arc::clone(&done))(false);
        assert!(crew.wait_for_others());
        assert_eq!(done.load(Ordering::Relaxed), (1 << 13) - 1);
    }

    #[test]
    fn a_stopped_pool_gives_nothing() {
        let pool = Pool::<u8>::new(crew(1));
        pool.give([1].into_iter());
        pool.stop();
        assert_eq!(pool.take(false), None);
    }
}
