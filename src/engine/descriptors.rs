//! A worker's descriptors: opening directories, alone or in batches, letting go of them, and opening them again where
//! they had to be closed because descriptors are short.

use super::Visit;
use super::backend::{At, Open, borrow};
use super::dir::{Dir, Handle};
use super::worker::Worker;
use crate::base::bounds;
use crate::sys::{dirs, stat};
use std::ffi::{CStr, CString};
use std::os::fd::{AsFd, AsRawFd, OwnedFd};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Levels that one step up takes: `../` this often stays far below PATH_MAX.
const STEP_UP_MAX: usize = 1000;

/// The descriptors of a walk, shared by its workers, and what they may be used for.
///
/// Each worker has `FDS_WORKER` for what it does at the moment, and its visitor what it says it needs. The others are for what
/// only speeds the walk up: directories that stay open for their children or wait to be closed, and directories opened ahead of
/// their turn. Those of the first kind have numbers below `keep`, those of the second are counted, so together they never need
/// more.
pub(super) struct Budget {
    keep: u64,
    ahead_most: usize,
    /// Directories that are open ahead of their turn.
    ahead: AtomicUsize,
}

impl Budget {
    /// The budget of a walk of up to `workers`, each with a visitor that needs `own`, in a process that may have `fds`.
    pub(super) fn new(fds: u64, workers: usize, own: u64, batches_opens: bool) -> Arc<Self> {
        let free = fds.saturating_sub(bounds::FDS_KEPT + workers as u64 * (bounds::FDS_WORKER + own));
        let ahead = if batches_opens { free / 2 } else { 0 };
        let ahead_most = usize::try_from(ahead).unwrap_or(usize::MAX);
        Arc::new(Self { keep: free - ahead, ahead_most, ahead: AtomicUsize::new(0) })
    }

    /// Workers that this many descriptors allow, with as many again for directories whose children wait: opening those
    /// again costs more than a worker brings.
    pub(super) fn workers_for(fds: u64, own: u64) -> usize {
        let affordable = fds.saturating_sub(bounds::FDS_KEPT) / (2 * (bounds::FDS_WORKER + own));
        usize::try_from(affordable).unwrap_or(bounds::WORKERS_MAX).clamp(1, bounds::WORKERS_MAX)
    }

    /// Whether a descriptor may stay open for children: the kernel gives out the lowest free number, so fewer than its
    /// number have lower ones.
    fn may_keep(&self, fd: &OwnedFd) -> bool {
        u64::from(fd.as_raw_fd().unsigned_abs()) < self.keep
    }

    /// Takes up to `count` descriptors for opening ahead; how many there are.
    fn take_ahead(&self, count: usize) -> usize {
        let before = self.ahead.fetch_add(count, Ordering::Relaxed);
        let granted = count.min(self.ahead_most.saturating_sub(before));
        self.return_ahead(count - granted);
        granted
    }

    fn return_ahead(&self, count: usize) {
        self.ahead.fetch_sub(count, Ordering::Relaxed);
    }
}

impl<V: Visit> Worker<V> {
    /// Opens `dir`, and with it as many of `others` as a batch holds. The parent's descriptor loses a user each.
    pub(super) fn open<'a>(
        &mut self,
        dir: &Arc<Dir<V::Dir>>,
        others: impl Iterator<Item = &'a Arc<Dir<V::Dir>>>,
    ) -> Result<Arc<OwnedFd>, i32>
    where
        V::Dir: 'a,
    {
        if matches!(*dir.handle(), Handle::Unopened) {
            let at = dir.parent.as_ref().map(|parent| self.fd_of(parent)).transpose();
            self.visitor.pause();
            match at {
                Ok(at) => self.open_now(dir, at, others),
                Err(errno) => self.opened(dir, Err(errno)),
            }
        } else if dir.is_open() {
            self.budget.return_ahead(1);
        }
        let fd = match &*dir.handle() {
            Handle::Open(fd) => Arc::clone(fd),
            Handle::Failed(errno) => return Err(*errno),
            Handle::Unopened | Handle::Closed => return Err(libc::EBADF),
        };
        self.stand(dir, &fd);
        Ok(fd)
    }

    fn open_now<'a>(&mut self, dir: &Arc<Dir<V::Dir>>, at: At, others: impl Iterator<Item = &'a Arc<Dir<V::Dir>>>)
    where
        V::Dir: 'a,
    {
        let ahead = self.budget.take_ahead(self.backend.batch() - 1);
        if ahead > 0 {
            let opened = self.open_batch(dir, &at, others.take(ahead));
            self.budget.return_ahead(ahead - opened);
        }
        if matches!(*dir.handle(), Handle::Unopened) {
            let mut result = self.backend.open(&at, &dir.name, dir.follow);
            if is_shortage(&result) {
                self.shed();
                result = self.backend.open(&at, &dir.name, dir.follow);
            }
            // Before the parent's last user goes: that one closes the descriptor.
            drop(at);
            self.opened(dir, result);
        }
    }

    /// Opens `dir` and `others`; how many of the others are open now.
    fn open_batch<'a>(&mut self, dir: &Arc<Dir<V::Dir>>, at: &At, others: impl Iterator<Item = &'a Arc<Dir<V::Dir>>>) -> usize
    where
        V::Dir: 'a,
    {
        let mut dirs = vec![dir];
        let mut opens = vec![Open::new(at.clone(), &dir.name, dir.follow)];
        for other in others {
            if !matches!(*other.handle(), Handle::Unopened) {
                continue;
            }
            let at = match &other.parent {
                Some(parent) => match &*parent.handle() {
                    Handle::Open(fd) => Some(Arc::clone(fd)),
                    Handle::Unopened | Handle::Failed(_) | Handle::Closed => break,
                },
                None => None,
            };
            opens.push(Open::new(at, &other.name, other.follow));
            dirs.push(other);
        }
        self.backend.open_all(&mut opens);
        let results: Vec<_> = opens.into_iter().map(|open| open.result).collect();
        let mut ahead = 0;
        for (other, result) in dirs.into_iter().zip(results) {
            ahead += usize::from(result.is_ok() && !Arc::ptr_eq(other, dir));
            // What found no descriptor is opened when its turn comes.
            if !is_shortage(&result) {
                self.opened(other, result);
            }
        }
        ahead
    }

    fn close(&mut self, fd: Arc<OwnedFd>) {
        let now = !self.budget.may_keep(&fd);
        self.backend.close(fd, now);
    }

    /// Stands no longer in `dir` or below it.
    pub(super) fn step_out(&mut self, dir: &Arc<Dir<V::Dir>>) {
        if self.here.as_ref().is_some_and(|(here, _)| here.is_within(dir)) {
            self.here = None;
        }
    }

    /// Closes what only speeds things up.
    fn shed(&mut self) {
        self.here = None;
        self.backend.close_waiting();
    }

    /// Keeps what an open came to; the parent has one user less, unless the descriptor is needed again to leave `dir`.
    fn opened(&mut self, dir: &Arc<Dir<V::Dir>>, result: Result<OwnedFd, i32>) {
        let handle = match result {
            Ok(fd) => {
                self.backend.counts.directories += 1;
                Handle::Open(Arc::new(fd))
            }
            Err(errno) => Handle::Failed(errno),
        };
        *dir.handle() = handle;
        if !self.spec.leave_uses_fd {
            self.release_parent(dir);
        }
    }

    pub(super) fn release_parent(&mut self, dir: &Arc<Dir<V::Dir>>) {
        if let Some(parent) = &dir.parent {
            self.drop_user(parent);
        }
    }

    pub(super) fn drop_user(&mut self, dir: &Arc<Dir<V::Dir>>) {
        if let Some(fd) = dir.drop_user() {
            self.close(fd);
        }
    }

    /// Stands in `dir`: the descriptor stays open until this worker stands elsewhere.
    fn stand(&mut self, dir: &Arc<Dir<V::Dir>>, fd: &Arc<OwnedFd>) {
        if let Some((_, old)) = self.here.replace((Arc::clone(dir), Arc::clone(fd))) {
            self.close(old);
        }
    }

    /// Whether a descriptor may stay open for children.
    pub(super) fn may_keep(&self, fd: &OwnedFd) -> bool {
        self.budget.may_keep(fd)
    }

    /// `dir` was read. Where descriptors are short it is closed although children still need it, and remembered by
    /// device and inode number.
    pub(super) fn spare(&mut self, dir: &Arc<Dir<V::Dir>>, fd: &Arc<OwnedFd>) {
        if self.may_keep(fd) || !dir.has_other_users() {
            return;
        }
        if dir.id.get().is_none() {
            match stat::identity(fd.as_fd()) {
                Ok(id) => dir.id.get_or_init(|| id),
                Err(_) => return,
            };
        }
        *dir.handle() = Handle::Closed;
    }

    /// The descriptor of a directory that was opened before, opened again if it had to be closed.
    pub(super) fn fd_of(&mut self, dir: &Arc<Dir<V::Dir>>) -> Result<Arc<OwnedFd>, i32> {
        if let Some((here, fd)) = &self.here
            && Arc::ptr_eq(here, dir)
        {
            return Ok(Arc::clone(fd));
        }
        if let Handle::Open(fd) = &*dir.handle() {
            return Ok(Arc::clone(fd));
        }
        let fd = Arc::new(self.reopen(dir)?);
        self.stand(dir, &fd);
        Ok(fd)
    }

    /// Up from where the worker stands if that is below, else down from the nearest open directory above. Either way the
    /// directory must be the one that was read.
    fn reopen(&self, dir: &Arc<Dir<V::Dir>>) -> Result<OwnedFd, i32> {
        // The way down begins with a look at every directory above.
        if let Some((here, fd)) = self.here.as_ref().filter(|(here, _)| here.is_within(dir))
            && let Ok(found) = climb(fd, (here.depth - dir.depth) as usize).and_then(|found| self.same(dir, found))
        {
            return Ok(found);
        }
        let (from, names) = self.way_down(dir);
        self.same(dir, descend(from, &names)?)
    }

    /// The nearest open directory at or above the parent of `dir` (`None`: the current one), and the names below it.
    fn way_down<'a>(&self, dir: &'a Arc<Dir<V::Dir>>) -> (At, Vec<(&'a CStr, bool)>) {
        let mut names = vec![(dir.name.as_c_str(), dir.follow)];
        let mut above = &dir.parent;
        while let Some(parent) = above {
            if let Handle::Open(fd) = &*parent.handle() {
                names.reverse();
                return (Some(Arc::clone(fd)), names);
            }
            names.push((parent.name.as_c_str(), parent.follow));
            above = &parent.parent;
        }
        names.reverse();
        (None, names)
    }

    fn same(&self, dir: &Arc<Dir<V::Dir>>, fd: OwnedFd) -> Result<OwnedFd, i32> {
        if dir.id.get() == Some(&stat::identity(fd.as_fd())?) { Ok(fd) } else { Err(libc::ENOENT) }
    }
}

fn is_shortage(result: &Result<OwnedFd, i32>) -> bool {
    matches!(result, Err(libc::EMFILE | libc::ENFILE))
}

fn climb(from: &Arc<OwnedFd>, steps: usize) -> Result<OwnedFd, i32> {
    let mut fd = None;
    let mut left = steps;
    while left > 0 {
        let now = left.min(STEP_UP_MAX);
        let path = CString::new("../".repeat(now)).map_err(|_| libc::EINVAL)?;
        let at = fd.as_ref().map_or_else(|| from.as_fd(), OwnedFd::as_fd);
        fd = Some(dirs::open(at, &path, false)?);
        left -= now;
    }
    fd.ok_or(libc::ENOENT)
}

fn descend(from: At, names: &[(&CStr, bool)]) -> Result<OwnedFd, i32> {
    let mut fd = None;
    for (name, follow) in names {
        let at = fd.as_ref().map_or_else(|| borrow(&from), OwnedFd::as_fd);
        fd = Some(dirs::open(at, name, *follow)?);
    }
    fd.ok_or(libc::ENOENT)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_and_opened_ahead_leaves_workers_theirs() {
        for (fds, own) in [(0, 0), (10, 0), (64, 0), (64, 1), (256, 0), (1024, 1), (1 << 20, 0)] {
            let workers = Budget::workers_for(fds, own);
            let budget = Budget::new(fds, workers, own, true);
            let theirs = workers as u64 * (bounds::FDS_WORKER + own) + bounds::FDS_KEPT;
            let held = budget.keep + budget.ahead_most as u64;
            assert_eq!(held, fds.saturating_sub(theirs));
            assert!(workers == 1 || held >= theirs - bounds::FDS_KEPT, "{fds}: {workers}");
        }
        assert_eq!(Budget::new(1024, 2, 0, false).ahead_most, 0);
    }

    #[test]
    fn no_more_is_opened_ahead_than_may_be() {
        let budget = Budget { keep: 0, ahead_most: 10, ahead: AtomicUsize::new(0) };
        assert_eq!((budget.take_ahead(7), budget.take_ahead(7), budget.take_ahead(7)), (7, 3, 0));
        budget.return_ahead(4);
        assert_eq!(budget.take_ahead(7), 4);
    }
}
