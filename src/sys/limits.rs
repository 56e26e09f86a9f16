//! The limits of the process: descriptors and processors.

use rustix::process::{Resource, Rlimit};

/// Raises the soft limit of open files to the hard one and returns what is allowed now.
///
/// The kernel's default hard limit is 4,096 to a million; a walk uses some dozens, a deep one more.
#[must_use]
pub fn raise_open_files() -> u64 {
    let limit = rustix::process::getrlimit(Resource::Nofile);
    if limit.current != limit.maximum {
        let raised = Rlimit { current: limit.maximum, maximum: limit.maximum };
        if rustix::process::setrlimit(Resource::Nofile, raised).is_ok() {
            return limit.maximum.unwrap_or(u64::MAX);
        }
    }
    limit.current.unwrap_or(u64::MAX)
}

/// Processors this process may run on.
#[must_use]
pub fn processors() -> usize {
    rustix::thread::sched_getaffinity(None).map_or(1, |set| (set.count() as usize).max(1))
}
