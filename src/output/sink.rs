//! The descriptor that output goes to, and the first error that ended it. After an error everything is dropped, so that
//! nobody waits for a reader that is gone.

use super::contents::{Contents, Fallen};
use crate::base::{Problem, bounds};
use crate::sys::pour::Spout;
use crate::sys::write;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError, TryLockError};
use std::time::{Duration, Instant};

/// Nobody writes while it is there.
pub struct Held<'a> {
    _turn: MutexGuard<'a, Option<Spout>>,
}

/// A descriptor that is open as long as the output.
pub(super) enum Target {
    Standard(BorrowedFd<'static>),
    File(OwnedFd),
}

impl AsFd for Target {
    fn as_fd(&self) -> BorrowedFd<'_> {
        match self {
            Self::Standard(fd) => *fd,
            Self::File(fd) => fd.as_fd(),
        }
    }
}

pub(super) struct Sink {
    target: Target,
    /// 0, or the errno that ended it.
    errno: AtomicI32,
    /// One write at a time, where there is no printer to see to it; with what files are poured by, once there was one.
    turn: Mutex<Option<Spout>>,
    /// What was poured must not be the file's any more.
    copies: AtomicBool,
    /// Files that wait to be poured, each with a descriptor.
    files: AtomicUsize,
    /// How many may.
    files_most: AtomicUsize,
    /// Whom problems with files that are poured are told to.
    tell: OnceLock<Tell>,
}

/// Takes what goes wrong.
pub(super) type Tell = Box<dyn Fn(&Problem) + Send + Sync>;

impl Sink {
    pub(super) fn new(target: Target) -> Self {
        Self {
            target,
            errno: AtomicI32::new(0),
            turn: Mutex::new(None),
            copies: AtomicBool::new(false),
            files: AtomicUsize::new(0),
            files_most: AtomicUsize::new(bounds::CONTENTS_WAITING),
            tell: OnceLock::new(),
        }
    }

    /// Writes a block, unless an earlier one failed.
    pub(super) fn write(&self, block: &[u8]) {
        if block.is_empty() {
            return;
        }
        let turn = self.turn.lock().unwrap_or_else(PoisonError::into_inner);
        if self.error().is_some() {
            return;
        }
        if let Err(errno) = write::all(self.target.as_fd(), block) {
            self.fail(errno);
        }
        drop(turn);
    }

    /// Before the first file is poured: whether others may change files afterwards, how many may wait, and whom problems are
    /// told to.
    pub(super) fn prepare(&self, copies: bool, most: usize, tell: Tell) {
        self.copies.store(copies, Ordering::Relaxed);
        self.files_most.store(most.max(1), Ordering::Relaxed);
        // Said once, before the walk.
        let _ = self.tell.set(tell);
    }

    /// Pours a file, unless a write failed before. False if not all of it was written, which is told.
    pub(super) fn pour(&self, contents: &Contents) -> bool {
        let mut turn = self.turn.lock().unwrap_or_else(PoisonError::into_inner);
        let to = self.target.as_fd();
        let spout = turn.get_or_insert_with(|| Spout::new(to, self.copies.load(Ordering::Relaxed)));
        let fallen = contents.pour(spout, to, || self.error().is_some());
        drop(turn);
        match fallen {
            Ok(()) => return true,
            Err(Fallen::Told(problem)) => self.tell.get().iter().for_each(|tell| tell(&problem)),
            Err(Fallen::Ended(errno)) => self.fail(errno),
            Err(Fallen::Stopped) => {}
        }
        false
    }

    /// Counts files that wait from now on. False: more wait than may, and whoever says so has them poured.
    pub(super) fn files_wait(&self, files: usize) -> bool {
        self.files.fetch_add(files, Ordering::Relaxed) + files <= self.files_most()
    }

    /// How many files may wait; at least 1.
    pub(super) fn files_most(&self) -> usize {
        self.files_most.load(Ordering::Relaxed)
    }

    /// Pours one of those that were counted.
    pub(super) fn pour_waiting(&self, contents: Contents) {
        self.pour(&contents);
        drop(contents);
        self.files.fetch_sub(1, Ordering::Relaxed);
    }

    pub(super) fn hold(&self) -> Held<'_> {
        Held { _turn: self.turn.lock().unwrap_or_else(PoisonError::into_inner) }
    }

    pub(super) fn is_terminal(&self) -> bool {
        write::is_terminal(self.target.as_fd())
    }

    /// Looks whether the reader is gone, without a write.
    pub(super) fn check(&self) {
        if self.error().is_none() && write::is_unread(self.target.as_fd()) {
            self.fail(libc::EPIPE);
        }
    }

    /// Lets the write in progress end, if it does so within `patience`; nothing is written after it.
    pub(super) fn end(&self, patience: Duration) {
        self.fail(libc::EINTR);
        let until = Instant::now() + patience;
        while matches!(self.turn.try_lock(), Err(TryLockError::WouldBlock)) && Instant::now() < until {
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    fn fail(&self, errno: i32) {
        // The first error is the one that is told.
        let _ = self.errno.compare_exchange(0, errno, Ordering::Relaxed, Ordering::Relaxed);
    }

    /// The errno that ended it.
    pub(super) fn error(&self) -> Option<i32> {
        Some(self.errno.load(Ordering::Relaxed)).filter(|errno| *errno != 0)
    }
}
