//! Directories that were read in parts while entries of them were unlinked: some file systems hide other names from a
//! reader then. Before such a directory is left it is looked at again, until nothing new turns up; entries are told apart
//! by their names, so that none is visited twice.

use super::Visit;
use super::dir::Dir;
use super::entry::{Next, spot_of};
use super::worker::Worker;
use crate::base::{Operation, bounds};
use crate::sys::{dirs, stat};
use std::collections::HashSet;
use std::hash::{BuildHasher, RandomState};
use std::os::fd::{AsFd, OwnedFd};
use std::sync::Arc;

/// The names of a directory that were seen, by their hashes.
#[derive(Default)]
pub(super) struct Seen {
    hashes: HashSet<u64>,
    hasher: RandomState,
}

impl Seen {
    /// Notes a name; true if it is new. Beyond `SEEN_NAMES` nothing is.
    fn note(&mut self, name: &[u8]) -> bool {
        self.hashes.len() < bounds::SEEN_NAMES && self.hashes.insert(self.hasher.hash_one(name))
    }
}

/// What another look came to.
pub(super) enum Again<S> {
    /// There was nothing new but perhaps files, which were visited, and these directories, to be entered.
    Found(Vec<Arc<Dir<S>>>),
    /// The visitor ended the walk.
    Stop,
}

impl<V: Visit> Worker<V> {
    /// Notes a part of `dir` that is about to be visited while there is more to read.
    pub(super) fn note_part(&self, dir: &Arc<Dir<V::Dir>>, fd: &Arc<OwnedFd>, part: &[u8]) {
        if dir.id.get().is_none()
            && let Ok(id) = stat::identity(fd.as_fd())
        {
            dir.id.get_or_init(|| id);
        }
        let mut seen = dir.seen();
        let seen = seen.get_or_insert_default();
        dirs::records(part).for_each(|record| {
            seen.note(record.name.to_bytes());
        });
    }

    /// Looks again at a directory that was read in parts; nothing to do for any other.
    pub(super) fn look_again(&mut self, dir: &Arc<Dir<V::Dir>>) -> Again<V::Dir> {
        let mut found = Vec::new();
        let Some(mut seen) = dir.seen().take() else { return Again::Found(found) };
        self.place(Some(dir));
        loop {
            let before = seen.hashes.len();
            match self.look_once(dir, &mut seen, &mut found) {
                Ok(true) => {}
                Ok(false) => return Again::Stop,
                Err(errno) => {
                    self.dir_problem(Operation::Open, dir, errno);
                    break;
                }
            }
            if seen.hashes.len() == before {
                break;
            }
        }
        self.visitor.part_done();
        *dir.seen() = Some(seen);
        Again::Found(found)
    }

    /// Reads the directory from its start and visits what is new. False if the visitor ended the walk.
    fn look_once(&mut self, dir: &Arc<Dir<V::Dir>>, seen: &mut Seen, found: &mut Vec<Arc<Dir<V::Dir>>>) -> Result<bool, i32> {
        let at = Some(self.fd_of(dir)?);
        // A descriptor of its own: the other one stands at the end.
        let fd = at.as_ref().map_or(Err(libc::EBADF), |fd| dirs::open(fd.as_fd(), c".", false)).map(Arc::new)?;
        let mut buffer = Vec::new();
        while self.read(dir, &fd, &mut buffer, false) {
            for record in dirs::records(&buffer).filter(|record| seen.note(record.name.to_bytes())) {
                match self.entry(&spot_of(dir, &at, &record), record.d_type) {
                    Next::Nothing => {}
                    Next::Child(child) => found.push(child),
                    Next::Stop => return Ok(false),
                }
            }
        }
        Ok(true)
    }
}
