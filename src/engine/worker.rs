//! What every worker has, whatever the order of the walk: the path of the directory at hand, its descriptor (opened
//! again where it had to be closed), reading, and an entry's way from the kernel's record to the visitor.

use super::backend::{Ask, At, Backend, Open, borrow};
use super::dir::{Dir, Found, Handle};
use super::{Eval, Follow, Mounts, Visit, WalkSpec};
use crate::base::{Dirent, Entry, Fields, Flow, Kind, Operation, Problem, Stat, bounds};
use crate::sys::dirs::{self, Record};
use crate::sys::stat;
use std::ffi::{CStr, CString};
use std::os::fd::{AsFd, AsRawFd, OwnedFd};
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// Levels that one step up takes: `../` this often stays far below PATH_MAX.
const STEP_UP_MAX: usize = 1000;

pub(super) struct Worker<V: Visit> {
    pub spec: Arc<WalkSpec>,
    pub visitor: V,
    pub backend: Backend,
    /// The path of `at`, with the slash that names are appended to; empty above the starting points.
    pub path: Vec<u8>,
    at: Option<Arc<Dir<V::Dir>>>,
    /// The last directory this worker had open: the way up from it is short.
    here: Option<(Arc<Dir<V::Dir>>, Arc<OwnedFd>)>,
    /// Descriptors from this number on are not kept open for children.
    fd_limit: u64,
    /// The state above the starting points.
    top: V::Dir,
}

/// What was decided of an entry before its stat, if it needs one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub kind: Kind,
    pub eval: Eval,
    /// The stat comes first: the type is not known, or the device, or what a link leads to.
    pub blind: bool,
}

/// What an entry leads to.
pub(super) enum Next<S> {
    Nothing,
    /// A directory to be entered.
    Child(Arc<Dir<S>>),
    /// The visitor ended the walk.
    Stop,
}

/// An entry with the place it was found in.
#[derive(Clone, Copy)]
pub(super) struct Spot<'a, S> {
    /// `None` for a starting point.
    pub dir: Option<&'a Arc<Dir<S>>>,
    pub at: &'a At,
    pub name: &'a CStr,
    pub ino: u64,
}

impl<V: Visit> Worker<V> {
    pub(super) fn new(spec: Arc<WalkSpec>, mut visitor: V, backend: Backend, fd_limit: u64) -> Self {
        let top = visitor.top();
        Self { spec, visitor, backend, path: Vec::new(), at: None, here: None, fd_limit, top }
    }

    // --- Paths ---------------------------------------------------------------------------------------------------

    /// Makes `path` the path of `dir`; `None` is above the starting points.
    pub(super) fn place(&mut self, dir: Option<&Arc<Dir<V::Dir>>>) {
        let Some(dir) = dir else {
            self.path.clear();
            self.at = None;
            return;
        };
        if let (Some(at), Some(parent)) = (&self.at, &dir.parent) {
            if at.is_within(parent) {
                self.path.truncate(parent.path_len);
                self.path.extend_from_slice(dir.name.as_bytes());
                self.path.push(b'/');
                self.at = Some(Arc::clone(dir));
                return;
            }
        }
        dir.write_path(&mut self.path);
        self.at = Some(Arc::clone(dir));
    }

    /// The path of an entry of the directory at hand.
    fn path_of(&self, name: &CStr) -> Vec<u8> {
        [&self.path, name.to_bytes()].concat()
    }

    /// Tells of a problem with the directory at hand itself: its path without the slash that was added.
    pub(super) fn dir_problem(&mut self, operation: Operation, dir: &Arc<Dir<V::Dir>>, errno: i32) {
        let mut path = Vec::new();
        dir.write_path(&mut path);
        path.truncate(if dir.parent.is_none() { dir.root_len as usize } else { dir.path_len - 1 });
        self.visitor.problem(Problem::new(operation, path, errno), &dir.state);
    }

    // --- Descriptors ---------------------------------------------------------------------------------------------

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
            let at = match &dir.parent {
                Some(parent) => match self.fd_of(parent) {
                    Ok(fd) => Some(fd),
                    Err(errno) => {
                        self.release(dir);
                        *dir.handle() = Handle::Failed(errno);
                        return Err(errno);
                    }
                },
                None => None,
            };
            self.visitor.pause();
            if self.backend.batch() > 1 {
                self.open_batch(dir, at, others);
            } else {
                let result = dirs::open(borrow(&at), &dir.name, dir.follow);
                self.opened(dir, result);
                // Before the parent's last user goes: that one closes the descriptor.
                drop(at);
                self.release(dir);
            }
        }
        let fd = match &*dir.handle() {
            Handle::Open(fd) => Arc::clone(fd),
            Handle::Failed(errno) => return Err(*errno),
            Handle::Unopened | Handle::Closed => return Err(libc::EBADF),
        };
        self.stand(dir, &fd);
        Ok(fd)
    }

    fn open_batch<'a>(&mut self, dir: &Arc<Dir<V::Dir>>, at: At, others: impl Iterator<Item = &'a Arc<Dir<V::Dir>>>)
    where
        V::Dir: 'a,
    {
        let mut dirs = vec![dir];
        let mut opens = vec![Open::new(at, &dir.name, dir.follow)];
        for other in others.take(self.backend.batch() - 1) {
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
        for (dir, result) in dirs.into_iter().zip(results) {
            self.opened(dir, result);
            self.release(dir);
        }
    }

    fn opened(&mut self, dir: &Arc<Dir<V::Dir>>, result: Result<OwnedFd, i32>) {
        let handle = match result {
            Ok(fd) => {
                self.backend.note(&fd, self.fd_limit);
                Handle::Open(Arc::new(fd))
            }
            Err(errno) => Handle::Failed(errno),
        };
        *dir.handle() = handle;
    }

    /// `dir` was opened: its parent has one user less, unless the descriptor is needed again to leave it.
    fn release(&mut self, dir: &Arc<Dir<V::Dir>>) {
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
            self.backend.close(fd);
        }
    }

    /// Stands in `dir`: the descriptor stays open until this worker stands elsewhere.
    fn stand(&mut self, dir: &Arc<Dir<V::Dir>>, fd: &Arc<OwnedFd>) {
        if let Some((_, old)) = self.here.replace((Arc::clone(dir), Arc::clone(fd))) {
            self.backend.close(old);
        }
    }

    /// `dir` was read. Where descriptors are short it is closed although children still need it, and remembered by
    /// device and inode number.
    pub(super) fn spare(&mut self, dir: &Arc<Dir<V::Dir>>, fd: &Arc<OwnedFd>) {
        if u64::try_from(fd.as_raw_fd()).unwrap_or(0) < self.fd_limit || !dir.has_other_users() {
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
        if let Some((here, fd)) = &self.here {
            if Arc::ptr_eq(here, dir) {
                return Ok(Arc::clone(fd));
            }
        }
        if let Handle::Open(fd) = &*dir.handle() {
            return Ok(Arc::clone(fd));
        }
        let fd = Arc::new(self.reopen(dir)?);
        self.stand(dir, &fd);
        Ok(fd)
    }

    /// Up from where the worker stands if that is nearer, else down from the nearest open directory above. Either way
    /// the directory must be the one that was read.
    fn reopen(&self, dir: &Arc<Dir<V::Dir>>) -> Result<OwnedFd, i32> {
        let down = self.way_down(dir);
        let up = self.here.as_ref().filter(|(here, _)| here.is_within(dir)).map(|(here, fd)| (here.depth - dir.depth, fd));
        if let Some((steps, fd)) = up {
            if steps as usize <= down.1.len() {
                if let Ok(found) = climb(fd, steps as usize).and_then(|found| self.same(dir, found)) {
                    return Ok(found);
                }
            }
        }
        self.same(dir, descend(down.0, &down.1)?)
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

    // --- Reading -------------------------------------------------------------------------------------------------

    /// Reads the next entries of `dir` into `buffer`: one system call's, or with `whole` all (where visits unlink, up
    /// to `UNLINK_ENTRIES` of them). False when no more will come; an error is told and ends the directory.
    pub(super) fn read(&mut self, dir: &Arc<Dir<V::Dir>>, fd: &Arc<OwnedFd>, buffer: &mut Vec<u8>, whole: bool) -> bool {
        let bound = if self.spec.sorted { usize::MAX } else { bounds::UNLINK_ENTRIES };
        let mut entries = 0;
        buffer.clear();
        loop {
            self.visitor.pause();
            let start = buffer.len();
            match dirs::read(fd.as_fd(), buffer, bounds::GETDENTS_BYTES) {
                Ok(0) => return false,
                Ok(_) if !whole => return true,
                Ok(_) => {
                    if bound != usize::MAX {
                        entries += dirs::records(&buffer[start..]).count();
                    }
                    if entries >= bound {
                        return true;
                    }
                }
                Err(libc::EINTR) => {}
                Err(errno) => {
                    self.dir_problem(Operation::Read, dir, errno);
                    return false;
                }
            }
        }
    }

    // --- Entries -------------------------------------------------------------------------------------------------

    /// Judges a record by what it tells alone.
    pub(super) fn judge(&mut self, spot: &Spot<'_, V::Dir>, d_type: u8) -> Step {
        let kind = Kind::from_d_type(d_type);
        let blind = match kind {
            Kind::Unknown => true,
            Kind::Directory => self.spec.mounts != Mounts::Cross || self.spec.follow == Follow::Always,
            Kind::Symlink if self.spec.follow == Follow::Always => true,
            // A file may be a mount point too.
            _ => self.spec.mounts == Mounts::Hide,
        };
        if blind {
            return Step { kind, eval: Eval::Stat, blind };
        }
        Step { kind, eval: self.sieve(spot, kind), blind }
    }

    fn sieve(&mut self, spot: &Spot<'_, V::Dir>, kind: Kind) -> Eval {
        let depth = depth_of(spot.dir);
        if depth < self.spec.min_depth {
            return Eval::Skip;
        }
        self.visitor.sieve(&Dirent { name: spot.name, kind, ino: spot.ino, depth }, &self.path)
    }

    /// What is asked of an entry that needs a stat.
    fn fields(&self, step: Step) -> Fields {
        let mut fields = self.spec.fields;
        if step.blind {
            fields |= Fields::KIND | Fields::DEV;
            if self.spec.follow == Follow::Always {
                fields |= Fields::INO;
            }
        }
        fields
    }

    fn follows(&self, dir: Option<&Arc<Dir<V::Dir>>>) -> bool {
        self.spec.follow == Follow::Always || (dir.is_none() && self.spec.follow == Follow::Roots)
    }

    /// Takes one entry all the way, with plain calls.
    pub(super) fn entry(&mut self, spot: &Spot<'_, V::Dir>, d_type: u8) -> Next<V::Dir> {
        let step = self.judge(spot, d_type);
        self.finish_or_ask(spot, step, None)
    }

    /// The stat that a judged entry needs, for a batch.
    pub(super) fn ask<'a>(&self, dir: Option<&Arc<Dir<V::Dir>>>, name: &'a CStr, step: Step) -> Ask<'a> {
        Ask { name, follow: self.follows(dir), fields: self.fields(step), result: Err(libc::ECANCELED) }
    }

    /// `finish`, with a plain stat where one is needed and no batch brought it.
    pub(super) fn finish_or_ask(&mut self, spot: &Spot<'_, V::Dir>, step: Step, answer: Option<Result<Stat, i32>>) -> Next<V::Dir> {
        if step.eval != Eval::Stat || answer.is_some() {
            return self.finish(spot, step, answer);
        }
        self.visitor.pause();
        let answer = stat::stat(borrow(spot.at), spot.name, self.follows(spot.dir), self.fields(step));
        self.finish(spot, step, Some(answer))
    }

    /// Takes the entries of a buffer with their stats in batches; `each` gets what each leads to, in order, and ends it
    /// with false.
    pub(super) fn entries_batched(
        &mut self,
        dir: &Arc<Dir<V::Dir>>,
        at: &At,
        records: &[Record<'_>],
        mut each: impl FnMut(&mut Self, Next<V::Dir>) -> bool,
    ) {
        let steps: Vec<Step> = records.iter().map(|record| self.judge(&spot_of(dir, at, record), record.d_type)).collect();
        let mut asks: Vec<Ask<'_>> = records
            .iter()
            .zip(&steps)
            .filter(|(_, step)| step.eval == Eval::Stat)
            .map(|(record, step)| self.ask(Some(dir), record.name, *step))
            .collect();
        self.visitor.pause();
        self.backend.stat_all(at, &mut asks);
        let mut answers = asks.into_iter().map(|ask| ask.result);
        for (record, step) in records.iter().zip(steps) {
            let answer = if step.eval == Eval::Stat { answers.next() } else { None };
            let next = self.finish(&spot_of(dir, at, record), step, answer);
            if !each(self, next) {
                return;
            }
        }
    }

    /// The second half of an entry's way: type, mount and loop are settled, then it is visited and perhaps entered.
    pub(super) fn finish(&mut self, spot: &Spot<'_, V::Dir>, mut step: Step, answer: Option<Result<Stat, i32>>) -> Next<V::Dir> {
        let mut inside = true;
        let answered = match answer {
            Some(Ok(stat)) => Some(stat),
            // The visitor asks again and tells what comes of it; what cannot be stat'ed is not entered, as in GNU's. But
            // nothing can be said of an entry of unknown type.
            Some(Err(_)) if !step.blind => {
                inside = false;
                None
            }
            Some(Err(errno)) => {
                let problem = Problem::new(Operation::Stat, self.path_of(spot.name), errno);
                self.tell(problem, spot);
                return Next::Nothing;
            }
            None => None,
        };
        if let (true, Some(stat)) = (step.blind, &answered) {
            step.kind = stat.kind();
            match self.settle(spot, stat) {
                Settled::Inside => {}
                Settled::MountPoint => inside = false,
                Settled::Hidden => return Next::Nothing,
            }
            step.eval = self.sieve(spot, step.kind);
        }
        let enters = step.kind == Kind::Directory && inside && depth_of(spot.dir) < self.spec.max_depth;
        if step.kind == Kind::Directory && self.spec.post_order && enters {
            return Next::Child(self.child(spot, step, answered));
        }
        if step.eval == Eval::Skip || depth_of(spot.dir) < self.spec.min_depth {
            return if enters { Next::Child(self.child(spot, step, answered)) } else { Next::Nothing };
        }
        let flow = self.visit(spot, step.kind, answered.as_ref());
        match flow {
            Flow::Continue if enters => Next::Child(self.child(spot, step, answered)),
            Flow::Continue | Flow::Prune => Next::Nothing,
            Flow::Stop => Next::Stop,
        }
    }

    fn tell(&mut self, problem: Problem, spot: &Spot<'_, V::Dir>) {
        match spot.dir {
            Some(dir) => self.visitor.problem(problem, &dir.state),
            None => self.visitor.problem(problem, &self.top),
        }
    }

    /// Mounts and loops, by the entry's device and inode number.
    fn settle(&mut self, spot: &Spot<'_, V::Dir>, stat: &Stat) -> Settled {
        let Some(dir) = spot.dir else { return Settled::Inside };
        if self.spec.mounts != Mounts::Cross && stat.dev != dir.root_dev {
            // Overlay file systems give files that are no mount points a device of their own.
            match (self.spec.mounts, stat.kind() == Kind::Directory || stat.mount_root) {
                (Mounts::Hide, true) => return Settled::Hidden,
                (Mounts::Stay, true) => return Settled::MountPoint,
                _ => {}
            }
        }
        if self.spec.follow == Follow::Always && stat.kind() == Kind::Directory {
            if let Some(above) = ancestor_with(dir, stat.id()) {
                let mut other = Vec::new();
                above.write_path(&mut other);
                other.truncate(if above.parent.is_none() { above.root_len as usize } else { above.path_len - 1 });
                let path = self.path_of(spot.name);
                self.tell(Problem { operation: Operation::Loop, path, errno: 0, other }, spot);
                return Settled::Hidden;
            }
        }
        Settled::Inside
    }

    fn visit(&mut self, spot: &Spot<'_, V::Dir>, kind: Kind, stat: Option<&Stat>) -> Flow {
        let depth = depth_of(spot.dir);
        let entry = Entry {
            found: Dirent { name: spot.name, kind, ino: spot.ino, depth },
            dir_path: &self.path,
            dir_fd: borrow(spot.at),
            root_len: spot.dir.map_or_else(|| u32::try_from(spot.name.count_bytes()).unwrap_or(u32::MAX), |dir| dir.root_len),
            follow: self.follows(spot.dir),
            stat,
        };
        match spot.dir {
            Some(dir) => self.visitor.visit(&entry, &dir.state),
            None => self.visitor.visit(&entry, &self.top),
        }
    }

    fn child(&mut self, spot: &Spot<'_, V::Dir>, step: Step, stat: Option<Stat>) -> Arc<Dir<V::Dir>> {
        let state = match spot.dir {
            Some(dir) => self.visitor.enter(&dir.state),
            None => self.visitor.enter(&self.top),
        };
        let id = stat.as_ref().filter(|stat| step.blind && stat.known.has(Fields::INO)).map(Stat::id);
        let stat = stat.filter(|_| self.spec.post_order && step.eval == Eval::Stat);
        let follow = self.follows(spot.dir);
        Dir::new(spot.dir, Found { name: CString::from(spot.name), follow, eval: step.eval, stat, state, ino: spot.ino, id })
    }

    /// All starting points were looked at.
    pub(super) fn all_listed(&mut self) {
        self.visitor.listed(&self.top);
    }

    /// A starting point: always stat'ed, since no directory told its type.
    pub(super) fn root(&mut self, name: &CStr) -> Next<V::Dir> {
        self.place(None);
        let at = None;
        let spot = Spot { dir: None, at: &at, name, ino: 0 };
        let step = Step { kind: Kind::Unknown, eval: Eval::Stat, blind: true };
        self.visitor.pause();
        let fields = self.fields(step) | Fields::INO;
        let answer = stat::stat(borrow(&at), name, self.follows(None), fields);
        self.finish(&spot, step, Some(answer))
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

    /// One part of `dir` is done: leaves it if it was the last, then goes on to its parent.
    pub(super) fn done(&mut self, dir: &Arc<Dir<V::Dir>>, stopped: impl Fn() -> bool) -> Flow {
        let mut dir = Arc::clone(dir);
        while self.spec.post_order {
            if dir.shared.load(Ordering::Acquire) {
                // Another worker may leave it: what this one output comes first.
                self.visitor.publish();
            }
            if !dir.drop_pending() || stopped() {
                break;
            }
            if self.leave(&dir) == Flow::Stop {
                return Flow::Stop;
            }
            if self.spec.leave_uses_fd {
                self.release_parent(&dir);
            }
            let Some(parent) = dir.parent.clone() else { break };
            dir = parent;
        }
        Flow::Continue
    }
}

enum Settled {
    Inside,
    MountPoint,
    Hidden,
}

pub(super) fn spot_of<'a, S>(dir: &'a Arc<Dir<S>>, at: &'a At, record: &Record<'a>) -> Spot<'a, S> {
    Spot { dir: Some(dir), at, name: record.name, ino: record.ino }
}

fn depth_of<S>(dir: Option<&Arc<Dir<S>>>) -> u32 {
    dir.map_or(0, |dir| dir.depth + 1)
}

/// The directory at or above `dir` that is the inode `id`.
fn ancestor_with<S>(dir: &Arc<Dir<S>>, id: (u64, u64)) -> Option<&Arc<Dir<S>>> {
    let mut above = Some(dir);
    while let Some(dir) = above {
        if dir.id.get() == Some(&id) {
            return Some(dir);
        }
        above = dir.parent.as_ref();
    }
    None
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
