//! What the engine shows of the tree, and the one value that comes back.

use super::{Kind, Stat};
use std::ffi::CStr;
use std::os::fd::BorrowedFd;

/// What `getdents64` told of an entry, before anything else is asked.
#[derive(Clone, Copy, Debug)]
pub struct Dirent<'a> {
    /// The name within its directory; for a starting point, its path as given.
    pub name: &'a CStr,
    /// The type, or `Unknown`. Under `-L` a link's is that of its target.
    pub kind: Kind,
    /// The inode number in the directory: at a mount point, the covered inode's. Zero for a starting point.
    pub ino: u64,
    /// 0 for a starting point.
    pub depth: u32,
}

/// An entry to be evaluated.
#[derive(Clone, Copy, Debug)]
pub struct Entry<'a> {
    /// What the directory told.
    pub found: Dirent<'a>,
    /// Path of its directory, ready for the name to be appended: empty for a starting point, else it ends in `/`.
    pub dir_path: &'a [u8],
    /// The open directory that `found.name` is relative to.
    pub dir_fd: BorrowedFd<'a>,
    /// How much of the path is the starting point's.
    pub root_len: u32,
    /// Whether what a symbolic link leads to counts, not the link.
    pub follow: bool,
    /// The stat, where the sieve asked for one or the walk itself needed it. An entry of unknown type without one cannot
    /// be stat'ed, which was told.
    pub stat: Option<&'a Stat>,
}

impl Entry<'_> {
    /// Appends the whole path, which may be longer than PATH_MAX.
    pub fn push_path(&self, to: &mut Vec<u8>) {
        to.extend_from_slice(self.dir_path);
        to.extend_from_slice(self.found.name.to_bytes());
    }

    /// The whole path as a value of its own, for messages.
    #[must_use]
    pub fn path(&self) -> Vec<u8> {
        let mut path = Vec::with_capacity(self.dir_path.len() + self.found.name.count_bytes());
        self.push_path(&mut path);
        path
    }
}

/// What the walk shall do after an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// Go on, and into it if it is a directory.
    Continue,
    /// Go on, but not into it.
    Prune,
    /// End the walk: nothing more is to be visited.
    Stop,
}
