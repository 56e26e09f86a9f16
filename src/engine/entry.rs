//! An entry's way from the kernel's record to the visitor: judged by what the directory tells, stat'ed if that leaves it
//! open, settled (type, mount, loop), visited, and perhaps entered.

use super::backend::{Ask, At, borrow};
use super::dir::{Dir, Found};
use super::worker::Worker;
use super::{Eval, Follow, Mounts, Visit};
use crate::base::{Dirent, Entry, Fields, Flow, Kind, Operation, Problem, Stat};
use crate::sys::dirs::Record;
use std::ffi::{CStr, CString};
use std::sync::Arc;

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

impl<S> Next<S> {
    /// Hands a directory to `keep`; false if this is the end of the walk.
    pub(super) fn keep(self, keep: impl FnOnce(Arc<Dir<S>>)) -> bool {
        match self {
            Self::Nothing => true,
            Self::Child(dir) => {
                keep(dir);
                true
            }
            Self::Stop => false,
        }
    }
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
    /// Judges a record by what it tells alone.
    pub(super) fn judge(&mut self, spot: &Spot<'_, V::Dir>, d_type: u8) -> Step {
        let kind = Kind::from_d_type(d_type);
        let blind = match kind {
            Kind::Unknown => true,
            Kind::Directory => self.spec.mounts != Mounts::Cross || self.spec.follow == Follow::Always,
            Kind::Symlink if self.spec.follow == Follow::Always => true,
            // A file may be a mount point too.
            _ => matches!(self.spec.mounts, Mounts::Hide | Mounts::HideAll),
        };
        if blind && !(self.spec.omits && self.sieve(spot, kind) == Eval::Omit) {
            return Step { kind, eval: Eval::Stat, blind };
        }
        Step { kind, eval: self.sieve(spot, kind), blind: false }
    }

    fn sieve(&mut self, spot: &Spot<'_, V::Dir>, kind: Kind) -> Eval {
        let depth = depth_of(spot.dir);
        if depth < self.spec.min_depth {
            return Eval::Skip;
        }
        let eval = self.visitor.sieve(&Dirent { name: spot.name, kind, ino: spot.ino, depth }, &self.path);
        // A directory that is left after its contents is judged as it was before them, whatever comes first.
        let late = self.spec.post_order && kind == Kind::Directory;
        if late && eval == Eval::Visit && !self.spec.fields.without(Fields::KIND).is_empty() { Eval::Stat } else { eval }
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
    pub(super) fn ask<'a>(&self, dir: Option<&Arc<Dir<V::Dir>>>, record: &Record<'a>, step: Step) -> Ask<'a> {
        Ask { name: record.name, ino: record.ino, follow: self.follows(dir), fields: self.fields(step), result: Err(libc::ECANCELED) }
    }

    /// `finish`, with a plain stat where one is needed and no batch brought it.
    pub(super) fn finish_or_ask(&mut self, spot: &Spot<'_, V::Dir>, step: Step, answer: Option<Result<Stat, i32>>) -> Next<V::Dir> {
        if step.eval != Eval::Stat || answer.is_some() {
            return self.finish(spot, step, by_reference(answer.as_ref()));
        }
        self.visitor.pause();
        let (follow, fields) = (self.follows(spot.dir), self.fields(step));
        let answer = self.backend.stat(spot.at, spot.name, follow, fields);
        self.finish(spot, step, by_reference(Some(&answer)))
    }

    /// `finish_or_ask` for an entry that only a stat tells from a directory; a directory is left for later,
    /// with the step that it is then to be taken by.
    pub(super) fn finish_unless_directory(&mut self, spot: &Spot<'_, V::Dir>, step: Step) -> Result<Next<V::Dir>, Step> {
        self.visitor.pause();
        let (follow, fields) = (self.follows(spot.dir), self.fields(step));
        let answer = self.backend.stat(spot.at, spot.name, follow, fields);
        match answer {
            Ok(stat) if stat.kind() == Kind::Directory => Err(Step { kind: Kind::Directory, ..step }),
            answer => Ok(self.finish(spot, step, by_reference(Some(&answer)))),
        }
    }

    /// Takes judged entries with their stats in batches; `keep` gets the directories that they lead to, in order. False if
    /// the visitor ended the walk.
    pub(super) fn entries_batched(
        &mut self,
        dir: &Arc<Dir<V::Dir>>,
        at: &At,
        judged: &[(Record<'_>, Step)],
        mut keep: impl FnMut(Arc<Dir<V::Dir>>),
    ) -> bool {
        let mut asks: Vec<Ask<'_>> =
            judged.iter().filter(|(_, step)| step.eval == Eval::Stat).map(|(record, step)| self.ask(Some(dir), record, *step)).collect();
        self.visitor.pause();
        self.backend.stat_all(at, &mut asks);
        let mut answers = asks.into_iter().map(|ask| ask.result);
        judged.iter().all(|(record, step)| {
            let answer = if step.eval == Eval::Stat { answers.next() } else { None };
            self.finish(&spot_of(dir, at, record), *step, by_reference(answer.as_ref())).keep(&mut keep)
        })
    }

    /// The second half of an entry's way: type, mount and loop are settled, then it is visited and perhaps entered.
    pub(super) fn finish(&mut self, spot: &Spot<'_, V::Dir>, mut step: Step, answer: Option<Result<&Stat, i32>>) -> Next<V::Dir> {
        self.backend.count_entry();
        let mut inside = true;
        let answered = match answer {
            Some(Ok(stat)) => Some(stat),
            // What cannot be stat'ed is not entered, as in GNU's; a visitor that needs the stat asks again and tells.
            Some(Err(_)) if !step.blind => {
                inside = false;
                None
            }
            Some(Err(errno)) => {
                let problem = Problem::new(Operation::Stat, self.path_of(spot.name), errno);
                self.tell(problem, spot);
                // A name whose stat fails is better than none, unless it is a loop of links or nobody saw it.
                if spot.dir.is_none() || errno == libc::ELOOP {
                    return Next::Nothing;
                }
                inside = false;
                step.kind = Kind::Unknown;
                step.eval = self.sieve(spot, step.kind);
                None
            }
            None => None,
        };
        if let (true, Some(stat)) = (step.blind || self.spec.mount_loops, answered) {
            let linked = step.kind == Kind::Symlink && stat.kind() != Kind::Symlink;
            step.kind = stat.kind();
            match self.settle(spot, stat, linked) {
                Settled::Inside => {}
                Settled::MountPoint => inside = false,
                Settled::Hidden => return Next::Nothing,
            }
            if step.blind {
                step.eval = self.sieve(spot, step.kind);
            }
        }
        if step.eval == Eval::Omit {
            return Next::Nothing;
        }
        if self.spec.gated && !self.admit(spot, step.kind, answered) {
            return Next::Nothing;
        }
        let enters = step.kind == Kind::Directory && inside && depth_of(spot.dir) < self.spec.max_depth;
        if step.kind == Kind::Directory && self.spec.post_order && enters {
            return Next::Child(self.child(spot, step, answered.copied()));
        }
        if step.eval == Eval::Skip || depth_of(spot.dir) < self.spec.min_depth {
            return if enters { Next::Child(self.child(spot, step, answered.copied())) } else { Next::Nothing };
        }
        let flow = self.visit(spot, step.kind, answered);
        match flow {
            Flow::Continue if enters => Next::Child(self.child(spot, step, answered.copied())),
            Flow::Continue | Flow::Prune => Next::Nothing,
            Flow::Stop => Next::Stop,
        }
    }

    fn tell(&mut self, problem: Problem, spot: &Spot<'_, V::Dir>) {
        if self.spec.ignores_races && problem.errno == libc::ENOENT && spot.dir.is_some() {
            return;
        }
        match spot.dir {
            Some(dir) => self.visitor.problem(problem, &dir.state),
            None => self.visitor.problem(problem, &self.top),
        }
    }

    /// Mounts and loops, by the entry's device and inode number.
    /// With `linked` it is what a link leads to.
    fn settle(&mut self, spot: &Spot<'_, V::Dir>, stat: &Stat, linked: bool) -> Settled {
        let Some(dir) = spot.dir else { return Settled::Inside };
        // Overlay file systems give files that are no mount points a device of their own.
        let beyond = stat.dev != dir.root_dev && (stat.kind() == Kind::Directory || stat.mount_root || linked);
        match self.spec.mounts {
            Mounts::Hide if beyond => return Settled::Hidden,
            Mounts::HideAll if beyond || stat.mount_root => return Settled::Hidden,
            Mounts::Stay if beyond => return Settled::MountPoint,
            _ => {}
        }
        let may_loop = self.spec.follow == Follow::Always || (self.spec.mount_loops && (stat.mount_root || dir.mounted));
        if may_loop
            && !self.spec.each_once
            && stat.kind() == Kind::Directory
            && let Some(above) = ancestor_with(dir, stat.id())
        {
            let other = above.shown_path();
            let path = self.path_of(spot.name);
            self.tell(Problem { operation: Operation::Loop, path, errno: 0, other }, spot);
            return Settled::Hidden;
        }
        Settled::Inside
    }

    fn visit(&mut self, spot: &Spot<'_, V::Dir>, kind: Kind, stat: Option<&Stat>) -> Flow {
        let entry = seen(spot, &self.path, kind, self.follows(spot.dir), stat);
        self.visitor.visit(&entry, spot.dir.map_or(&self.top, |dir| &dir.state))
    }

    fn admit(&mut self, spot: &Spot<'_, V::Dir>, kind: Kind, stat: Option<&Stat>) -> bool {
        let entry = seen(spot, &self.path, kind, self.follows(spot.dir), stat);
        self.visitor.admit(&entry, spot.dir.map_or(&self.top, |dir| &dir.state))
    }

    fn child(&mut self, spot: &Spot<'_, V::Dir>, step: Step, stat: Option<Stat>) -> Arc<Dir<V::Dir>> {
        let entry = seen(spot, &self.path, Kind::Directory, self.follows(spot.dir), stat.as_ref());
        let state = self.visitor.enter(&entry, spot.dir.map_or(&self.top, |dir| &dir.state));
        let id = stat.as_ref().filter(|stat| stat.known.has(Fields::INO)).map(Stat::id);
        let mounted = spot.dir.is_some_and(|dir| dir.mounted || stat.as_ref().is_some_and(|stat| stat.mount_root));
        let stat = stat.filter(|_| self.spec.post_order && step.eval == Eval::Stat);
        let follow = self.follows(spot.dir);
        Dir::new(spot.dir, Found { name: CString::from(spot.name), follow, eval: step.eval, stat, state, ino: spot.ino, id, mounted })
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
        let follow = self.follows(None);
        let answer = self.backend.stat(&at, name, follow, fields);
        self.finish(&spot, step, by_reference(Some(&answer)))
    }
}

/// An answer without its two hundred bytes.
fn by_reference(answer: Option<&Result<Stat, i32>>) -> Option<Result<&Stat, i32>> {
    answer.map(|answer| answer.as_ref().map_err(|errno| *errno))
}

/// An entry as the visitor sees it.
fn seen<'a, S>(spot: &Spot<'a, S>, dir_path: &'a [u8], kind: Kind, follow: bool, stat: Option<&'a Stat>) -> Entry<'a> {
    Entry {
        found: Dirent { name: spot.name, kind, ino: spot.ino, depth: depth_of(spot.dir) },
        dir_path,
        dir_fd: borrow(spot.at),
        root_len: spot.dir.map_or_else(|| u32::try_from(spot.name.count_bytes()).unwrap_or(u32::MAX), |dir| dir.root_len),
        follow,
        stat,
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
