//! What every worker has, whatever the order of the walk: the path of the directory at hand, reading, and leaving. Its
//! descriptors are in `descriptors`, an entry's way to the visitor is in `entry`.

use super::again::Again;
use super::backend::{Backend, borrow};
use super::crew::Crew;
use super::descriptors::Budget;
use super::dir::Dir;
use super::{Eval, Make, Visit, WalkSpec};
use crate::base::{Entry, Flow, Operation, Problem, bounds};
use crate::sys::dirs;
use std::ffi::CStr;
use std::os::fd::{AsFd, OwnedFd};
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// A directory that a worker stands in: its descriptor is open as long.
pub(super) type Footing<S> = Option<(Arc<Dir<S>>, Arc<OwnedFd>)>;

/// What is left to do when a part of a directory is done.
pub(super) enum Done<S> {
    /// Nothing.
    All,
    /// These subdirectories turned up.
    Found(Arc<Dir<S>>, Vec<Arc<Dir<S>>>),
    /// The visitor ended the walk.
    Stop,
}

pub(super) struct Worker<V: Visit> {
    pub spec: Arc<WalkSpec>,
    pub visitor: V,
    pub backend: Backend,
    /// The path of `at`, with the slash that names are appended to; empty above the starting points.
    pub path: Vec<u8>,
    at: Option<Arc<Dir<V::Dir>>>,
    /// The last directory this worker had open: the way up from it is short.
    pub here: Footing<V::Dir>,
    pub budget: Arc<Budget>,
    /// The state above the starting points.
    pub top: V::Dir,
}

impl<V: Visit> Worker<V> {
    /// On its own thread.
    pub(super) fn new(spec: Arc<WalkSpec>, mut visitor: V, backend: Backend, budget: Arc<Budget>) -> Self {
        let top = visitor.top();
        Self { spec, visitor, backend, path: Vec::new(), at: None, here: None, budget, top }
    }

    /// Starts another worker on a thread of its own, which is told whether it is one of those that only a cold tree has;
    /// `walk` gives the worker back at its end. False if there is none.
    pub(super) fn enlist(&mut self, crew: &Arc<Crew>, make: &Make<V>, walk: impl FnOnce(Self, bool) -> Self + Send + 'static) -> bool {
        self.visitor.before_another();
        let (spec, make, budget) = (Arc::clone(&self.spec), Arc::clone(make), Arc::clone(&self.budget));
        let (backend, theirs) = (self.backend.sibling(), Arc::clone(crew));
        crew.start(move |extra| {
            let backend = if extra { backend.without_ring() } else { backend };
            walk(Self::new(spec, make(), backend, budget), extra).conclude(&theirs);
        })
    }

    /// The end of a worker that is not worker 0: if that one does not come back, nobody else can end the walk.
    pub(super) fn conclude(&mut self, crew: &Crew) {
        self.end();
        if !crew.wait_for_worker_0() {
            self.visitor.abandoned();
        }
    }

    /// The worker is done.
    pub(super) fn end(&mut self) {
        self.visitor.finish(self.backend.settle());
    }

    /// Makes `path` the path of `dir`; `None` is above the starting points.
    pub(super) fn place(&mut self, dir: Option<&Arc<Dir<V::Dir>>>) {
        let Some(dir) = dir else {
            self.path.clear();
            self.at = None;
            return;
        };
        if let (Some(at), Some(parent)) = (&self.at, &dir.parent)
            && at.is_within(parent)
        {
            self.path.truncate(parent.path_len);
            self.path.extend_from_slice(dir.name.as_bytes());
            self.path.push(b'/');
            self.at = Some(Arc::clone(dir));
            return;
        }
        dir.write_path(&mut self.path);
        self.at = Some(Arc::clone(dir));
    }

    /// The path of an entry of the directory at hand.
    pub(super) fn path_of(&self, name: &CStr) -> Vec<u8> {
        [&self.path, name.to_bytes()].concat()
    }

    /// Tells of a problem with the directory at hand itself: its path without the slash that was added.
    pub(super) fn dir_problem(&mut self, operation: Operation, dir: &Arc<Dir<V::Dir>>, errno: i32) {
        if self.spec.ignores_races && errno == libc::ENOENT && dir.depth > 0 {
            return;
        }
        self.visitor.problem(Problem::new(operation, dir.shown_path(), errno), &dir.state);
    }

    /// Reads the next entries of `dir` into `buffer`: one system call's, or with `whole` all (where visits unlink, up
    /// to `UNLINK_ENTRIES` of them). False when no more will come; an error is told and ends the directory.
    pub(super) fn read(&mut self, dir: &Arc<Dir<V::Dir>>, fd: &Arc<OwnedFd>, buffer: &mut Vec<u8>, whole: bool) -> bool {
        let mut entries = 0;
        buffer.clear();
        loop {
            self.visitor.pause();
            let start = buffer.len();
            match self.backend.read(fd.as_fd(), buffer) {
                Ok(0) => return false,
                Ok(_) if !whole => return true,
                Ok(_) => {
                    entries += dirs::records(&buffer[start..]).count();
                    if entries >= bounds::UNLINK_ENTRIES {
                        return true;
                    }
                }
                Err(libc::EINTR) => {}
                // It was removed after it was opened: it has no entries.
                Err(libc::ENOENT) => return false,
                Err(errno) => {
                    self.dir_problem(Operation::Read, dir, errno);
                    return false;
                }
            }
        }
    }

    /// Visits a directory after what is below it. Where it stands, `place` is moved.
    pub(super) fn leave(&mut self, dir: &Arc<Dir<V::Dir>>) -> Flow {
        if dir.eval == Eval::Skip || dir.depth < self.spec.min_depth {
            return Flow::Continue;
        }
        let at = match &dir.parent {
            Some(parent) if self.spec.leave_uses_fd => match self.fd_of(parent) {
                Ok(fd) => Some(fd),
                Err(errno) => {
                    self.dir_problem(Operation::Open, dir, errno);
                    return Flow::Continue;
                }
            },
            _ => None,
        };
        if self.spec.unlinks {
            // What is removed shall not be held open: its ancestors could not be freed, or on some servers not removed.
            self.step_out(dir);
        }
        self.place(dir.parent.as_ref());
        let entry = Entry {
            found: dir.dirent(),
            dir_path: &self.path,
            dir_fd: borrow(&at),
            root_len: dir.root_len,
            follow: dir.follow,
            stat: dir.stat.as_deref(),
        };
        self.visitor.leave(&entry, &dir.state)
    }

    /// One part of `dir` is done: leaves it if it was the last, then goes on to its parent. Directories that another look
    /// found are returned with the one that they are in.
    pub(super) fn done(&mut self, dir: &Arc<Dir<V::Dir>>, stopped: impl Fn() -> bool) -> Done<V::Dir> {
        let mut dir = Arc::clone(dir);
        while self.spec.post_order {
            self.visitor.part_done();
            if dir.shared.load(Ordering::Acquire) {
                // Another worker may leave it: what this one output comes first.
                self.visitor.publish();
            }
            if !dir.drop_pending() || stopped() {
                break;
            }
            match self.look_again(&dir) {
                Again::Found(found) if found.is_empty() => {}
                Again::Found(found) => return Done::Found(dir, found),
                Again::Stop => return Done::Stop,
            }
            if self.leave(&dir) == Flow::Stop {
                return Done::Stop;
            }
            if self.spec.leave_uses_fd {
                self.release_parent(&dir);
            }
            let Some(parent) = dir.parent.clone() else { break };
            dir = parent;
        }
        Done::All
    }
}
