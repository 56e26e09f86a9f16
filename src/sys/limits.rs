//! The limits of the process: descriptors, processors, and what a command may be given.

use rustix::process::{Resource, Rlimit};
use std::sync::OnceLock;

/// The limit of open files as it was before it was raised.
static OPEN_FILES: OnceLock<Rlimit> = OnceLock::new();

/// Raises the soft limit of open files to the hard one and returns what is allowed now.
///
/// The kernel's default hard limit is 4,096 to a million; a walk uses some dozens, a deep one more.
#[must_use]
pub fn raise_open_files() -> u64 {
    let limit = rustix::process::getrlimit(Resource::Nofile);
    if limit.current != limit.maximum {
        let _ = OPEN_FILES.set(limit);
        let raised = Rlimit { current: limit.maximum, maximum: limit.maximum };
        if rustix::process::setrlimit(Resource::Nofile, raised).is_ok() {
            return limit.maximum.unwrap_or(u64::MAX);
        }
    }
    limit.current.unwrap_or(u64::MAX)
}

/// Descriptors that this process may have, once `raise_open_files` was called.
#[must_use]
pub fn open_files() -> u64 {
    rustix::process::getrlimit(Resource::Nofile).maximum.unwrap_or(u64::MAX)
}

/// The limit of open files that this process was started with, if it is another now.
pub(super) fn open_files_at_start() -> Option<Rlimit> {
    OPEN_FILES.get().copied()
}

/// Bytes that the kernel allows for arguments and environment together: a quarter of the stack, 128 KiB at least and 6 MiB
/// at most (execve(2)).
#[must_use]
pub fn argument_bytes() -> usize {
    let stack = rustix::process::getrlimit(Resource::Stack).current.unwrap_or(u64::MAX);
    usize::try_from(stack / 4).unwrap_or(usize::MAX).clamp(128 << 10, 6 << 20)
}

/// Processors this process may run on.
#[must_use]
pub fn processors() -> usize {
    rustix::thread::sched_getaffinity(None).map_or(1, |set| (set.count() as usize).max(1))
}
