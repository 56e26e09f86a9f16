//! A worker's descriptors: opening directories, alone or in batches, letting go of them, and opening them again where
//! they had to be closed because descriptors are short.

use super::Visit;
use super::backend::{At, Open, borrow};
use super::dir::{Dir, Handle};
use super::worker::Worker;
use crate::sys::{dirs, stat};
use std::ffi::{CStr, CString};
use std::os::fd::{AsFd, AsRawFd, OwnedFd};
use std::sync::Arc;

/// Levels that one step up takes: `../` this often stays far below PATH_MAX.
const STEP_UP_MAX: usize = 1000;

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
        } else {
            self.opened_ahead = self.opened_ahead.saturating_sub(1);
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
        let batch = self.backend.batch().min(self.room_ahead() + 1);
        if batch > 1 {
            self.open_batch(dir, &at, others.take(batch - 1));
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

    fn open_batch<'a>(&mut self, dir: &Arc<Dir<V::Dir>>, at: &At, others: impl Iterator<Item = &'a Arc<Dir<V::Dir>>>)
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
        for (other, result) in dirs.into_iter().zip(results) {
            self.opened_ahead += usize::from(result.is_ok() && !Arc::ptr_eq(other, dir));
            // What found no descriptor is opened when its turn comes.
            if !is_shortage(&result) {
                self.opened(other, result);
            }
        }
    }

    /// Directories that may still be opened ahead: all workers together fill half of the descriptors at most.
    fn room_ahead(&self) -> usize {
        let most = self.fd_limit / 2 / self.spec.threads as u64;
        usize::try_from(most).unwrap_or(usize::MAX).saturating_sub(self.opened_ahead + self.backend.waiting())
    }

    fn close(&mut self, fd: Arc<OwnedFd>) {
        let now = self.room_ahead() == 0;
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

    /// Whether a descriptor may stay open for children: the kernel gives out the lowest free number, so the number tells
    /// how many are open.
    pub(super) fn may_keep(&self, fd: &OwnedFd) -> bool {
        u64::from(fd.as_raw_fd().unsigned_abs()) < self.fd_limit
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
