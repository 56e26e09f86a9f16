//! A directory of the walk: who it is, who still needs its descriptor, and what below it is not done.
//!
//! The descriptor lives in `handle`, shared by reference count with whoever uses it at the moment; it is closed when
//! the last user lets go, so no operation can meet a closed or reused number. Two counts decide when:
//!
//! - `users`: who will still need the descriptor: the read in progress, children not yet opened (with `leave_uses_fd`,
//!   children not yet left). At zero the handle is emptied.
//! - `pending`: what is not done yet: the directory's own entries, and its subdirectories. At zero it is left.
//!
//! A third, `takers`, counts the workers that take its own entries, each of which is a user and pending: with the last one it
//! is listed.

use super::Eval;
use super::again::Seen;
use crate::base::{Dirent, Kind, Stat, free_chain};
use std::ffi::CString;
use std::os::fd::OwnedFd;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

/// The state of a directory's descriptor.
#[derive(Debug)]
pub(super) enum Handle {
    /// Nobody opened it yet.
    Unopened,
    /// Open.
    Open(Arc<OwnedFd>),
    /// It could not be opened.
    Failed(i32),
    /// Not needed any more, or closed while descriptors are short: then `id` is known and it can be opened again.
    Closed,
}

pub(super) struct Dir<S> {
    /// `None` for a starting point.
    pub parent: Option<Arc<Dir<S>>>,
    /// Its name in the parent; a starting point's path.
    pub name: CString,
    /// 0 for a starting point.
    pub depth: u32,
    /// Length of its path with the slash that names are appended to.
    pub path_len: usize,
    /// Length of the starting point's path.
    pub root_len: u32,
    /// Device of the starting point; 0 if that was not asked.
    pub root_dev: u64,
    /// Whether it may be opened through a symbolic link.
    pub follow: bool,
    /// What the sieve said of it, for `leave`.
    pub eval: Eval,
    /// Its own stat as it was before it was read, where the visitor asked for one.
    pub stat: Option<Box<Stat>>,
    /// The visitor's state.
    pub state: S,
    /// The inode number that the parent's entry had.
    pub ino: u64,
    /// Device and inode number, where they had to be known.
    pub id: OnceLock<(u64, u64)>,
    /// It is, or lies below, a mount point below the starting point, as far as stats told.
    pub mounted: bool,
    /// Some of what is below it went to other workers, so any of them may be the one to leave it.
    pub shared: AtomicBool,
    users: AtomicU32,
    pending: AtomicU32,
    takers: AtomicU32,
    handle: Mutex<Handle>,
    /// What was seen of it, if it is read in parts while entries are unlinked.
    seen: Mutex<Option<Box<Seen>>>,
}

/// A new directory, as its parent's entry shows it.
pub(super) struct Found<S> {
    pub name: CString,
    pub follow: bool,
    pub eval: Eval,
    pub stat: Option<Stat>,
    pub state: S,
    pub ino: u64,
    pub id: Option<(u64, u64)>,
    pub mounted: bool,
}

impl<S> Dir<S> {
    pub(super) fn new(parent: Option<&Arc<Self>>, found: Found<S>) -> Arc<Self> {
        let name = found.name.as_bytes();
        let (depth, path_len, root_len) = match parent {
            Some(parent) => (parent.depth + 1, parent.path_len + name.len() + 1, parent.root_len),
            None => (0, name.len() + usize::from(!name.ends_with(b"/")), u32::try_from(name.len()).unwrap_or(u32::MAX)),
        };
        Arc::new(Self {
            parent: parent.cloned(),
            depth,
            path_len,
            root_len,
            root_dev: parent.map_or_else(|| found.id.map_or(0, |id| id.0), |parent| parent.root_dev),
            follow: found.follow,
            eval: found.eval,
            stat: found.stat.map(Box::new),
            state: found.state,
            ino: found.ino,
            id: found.id.map_or_else(OnceLock::new, OnceLock::from),
            mounted: found.mounted,
            shared: AtomicBool::new(false),
            users: AtomicU32::new(1),
            pending: AtomicU32::new(1),
            takers: AtomicU32::new(1),
            handle: Mutex::new(Handle::Unopened),
            seen: Mutex::new(None),
            name: found.name,
        })
    }

    /// The directory as its parent's entry.
    pub(super) fn dirent(&self) -> Dirent<'_> {
        Dirent { name: &self.name, kind: Kind::Directory, ino: self.ino, depth: self.depth }
    }

    pub(super) fn handle(&self) -> MutexGuard<'_, Handle> {
        self.handle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn seen(&self) -> MutexGuard<'_, Option<Box<Seen>>> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether it was opened.
    pub(super) fn is_open(&self) -> bool {
        matches!(*self.handle(), Handle::Open(_))
    }

    /// Subdirectories were found: each needs the descriptor, and is not done.
    pub(super) fn add_children(&self, count: u32) {
        // The worker that adds still holds a share of both counts, or nobody does: then it alone knows the directory.
        self.users.fetch_add(count, Ordering::Relaxed);
        self.pending.fetch_add(count, Ordering::Relaxed);
    }

    /// Another worker gets some of its entries.
    pub(super) fn add_taker(&self) {
        self.add_children(1);
        self.takers.fetch_add(1, Ordering::Relaxed);
    }

    /// Whether others have some of its entries. Who reads adds them, and is one itself: where this is false, it stays false.
    pub(super) fn has_other_takers(&self) -> bool {
        self.takers.load(Ordering::Acquire) > 1
    }

    /// One has taken its entries; true for the last one.
    pub(super) fn drop_taker(&self) -> bool {
        // AcqRel: what others gathered comes before what the last one does.
        self.takers.fetch_sub(1, Ordering::AcqRel) == 1
    }

    /// One user less; gives the descriptor to be closed to the last one.
    pub(super) fn drop_user(&self) -> Option<Arc<OwnedFd>> {
        // AcqRel: what other users did with the descriptor comes before its closing.
        if self.users.fetch_sub(1, Ordering::AcqRel) != 1 {
            return None;
        }
        match std::mem::replace(&mut *self.handle(), Handle::Closed) {
            Handle::Open(fd) => Some(fd),
            Handle::Unopened | Handle::Failed(_) | Handle::Closed => None,
        }
    }

    /// Whether somebody besides the caller will need the descriptor.
    pub(super) fn has_other_users(&self) -> bool {
        self.users.load(Ordering::Acquire) > 1
    }

    /// One part is done; true for the last one.
    pub(super) fn drop_pending(&self) -> bool {
        // AcqRel: what was done below comes before what the last one does in `leave`.
        self.pending.fetch_sub(1, Ordering::AcqRel) == 1
    }

    /// Marks this directory and those above it: others hold parts of them from now on.
    pub(super) fn share(&self) {
        let mut dir = Some(self);
        while let Some(this) = dir {
            if this.shared.swap(true, Ordering::AcqRel) {
                return;
            }
            dir = this.parent.as_deref();
        }
    }

    /// The ancestor (or itself) at `depth`, which must not be deeper than this directory.
    pub(super) fn ancestor(self: &Arc<Self>, depth: u32) -> Option<&Arc<Self>> {
        let mut dir = self;
        while dir.depth > depth {
            dir = dir.parent.as_ref()?;
        }
        Some(dir)
    }

    /// Whether `self` is `above` or below it.
    pub(super) fn is_within(self: &Arc<Self>, above: &Arc<Self>) -> bool {
        self.depth >= above.depth && self.ancestor(above.depth).is_some_and(|dir| Arc::ptr_eq(dir, above))
    }

    /// Writes the path with its last slash into `path`, from the end.
    pub(super) fn write_path(self: &Arc<Self>, path: &mut Vec<u8>) {
        path.clear();
        path.resize(self.path_len, b'/');
        let mut dir = self;
        loop {
            let name = dir.name.as_bytes();
            let start = dir.parent.as_ref().map_or(0, |parent| parent.path_len);
            path[start..start + name.len()].copy_from_slice(name);
            let Some(parent) = &dir.parent else { return };
            dir = parent;
        }
    }

    /// The path as the user would write it, for messages.
    pub(super) fn shown_path(self: &Arc<Self>) -> Vec<u8> {
        let mut path = Vec::new();
        self.write_path(&mut path);
        path.truncate(if self.parent.is_none() { self.root_len as usize } else { self.path_len - 1 });
        path
    }
}

impl<S> Drop for Dir<S> {
    /// A chain of a million directories must not be freed by a million nested calls.
    fn drop(&mut self) {
        free_chain(self.parent.take(), |dir| dir.parent.take());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dir(parent: Option<&Arc<Dir<()>>>, name: &str) -> Arc<Dir<()>> {
        let name = CString::new(name).unwrap();
        Dir::new(parent, Found { name, follow: false, eval: Eval::Skip, stat: None, state: (), ino: 0, id: None, mounted: false })
    }

    #[test]
    fn paths_are_written_from_the_end() {
        for (root, expected) in [("a", "a/b/cc/"), ("a//", "a//b/cc/"), ("/", "/b/cc/")] {
            let top = dir(None, root);
            let leaf = dir(Some(&dir(Some(&top), "b")), "cc");
            let mut path = b"old".to_vec();
            leaf.write_path(&mut path);
            assert_eq!(String::from_utf8(path).unwrap(), expected);
        }
    }

    #[test]
    fn a_long_chain_is_freed_without_recursion() {
        let mut leaf = dir(None, "r");
        for _ in 0..1_000_000 {
            leaf = dir(Some(&leaf), "d");
        }
        assert_eq!(leaf.depth, 1_000_000);
        drop(leaf);
    }

    #[test]
    fn sharing_marks_every_ancestor() {
        let top = dir(None, "r");
        let middle = dir(Some(&top), "m");
        let leaf = dir(Some(&middle), "l");
        middle.share();
        assert!(top.shared.load(Ordering::Relaxed) && middle.shared.load(Ordering::Relaxed));
        assert!(!leaf.shared.load(Ordering::Relaxed));
        assert!(leaf.is_within(&top) && !top.is_within(&leaf));
    }
}
