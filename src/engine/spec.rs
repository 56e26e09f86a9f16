//! What the engine is told: `WalkSpec`, filled in by the plan, and `Visit`, which the evaluator implements.

use crate::base::{Counts, Dirent, Entry, Fields, Flow, Problem};
use std::ffi::CString;

/// Which symbolic links are followed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Follow {
    /// None (`-P`).
    #[default]
    Never,
    /// Those that are starting points (`-H`).
    Roots,
    /// All (`-L`).
    Always,
}

/// What happens where another file system is mounted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mounts {
    /// The walk goes on into it.
    #[default]
    Cross,
    /// The mount point is visited, but not entered (`-xdev`).
    Stay,
    /// The mount point is left out (`-mount`, POSIX 2024).
    Hide,
    /// Every mount point is left out, also of the same file system (`--one-mount`).
    HideAll,
}

/// How the kernel is called.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Io {
    /// Whatever is faster here; a refused ring is replaced silently.
    #[default]
    Auto,
    /// io_uring wherever it has an operation for it; a refusal is an error.
    Ring,
    /// Plain system calls only.
    Sync,
}

/// A walk.
#[derive(Clone, Debug, Default)]
pub struct WalkSpec {
    /// Starting points, in their order.
    pub roots: Vec<CString>,
    /// Which symbolic links are followed.
    pub follow: Follow,
    /// Directories at this depth are not entered.
    pub max_depth: u32,
    /// Entries above this depth are neither sieved nor visited.
    pub min_depth: u32,
    /// A directory is visited after all below it (`leave`), not before.
    pub post_order: bool,
    /// Depth first, each directory sorted by the bytes of its names.
    pub sorted: bool,
    /// Where it is sorted: entries are visited as they are read, and only the directories to be entered are sorted.
    pub files_first: bool,
    /// Visits happen in the order of the walk and one at a time, even where it is sorted.
    pub serial: bool,
    /// What happens at mount points.
    pub mounts: Mounts,
    /// What is asked of an entry that the sieve wants a stat of.
    pub fields: Fields,
    /// Visits may unlink entries: a directory is read before its entries are visited.
    pub unlinks: bool,
    /// The visitor is asked of every entry whether it is part of the walk.
    pub gated: bool,
    /// The sieve may leave entries out (`Eval::Omit`).
    pub omits: bool,
    /// The visitor admits each inode once, so that nothing loops.
    pub each_once: bool,
    /// Every entry is stat'ed, inode numbers too: a directory that is met again within itself by a bind mount is left out, as
    /// one that a link leads to always is.
    pub mount_loops: bool,
    /// Entries that vanish between two looks at them are not told.
    pub ignores_races: bool,
    /// `leave` uses `Entry::dir_fd`.
    pub leave_uses_fd: bool,
    /// The walk may end at a visit: a starting point is not looked at before the one before it is done.
    pub one_root_at_a_time: bool,
    /// Visits run commands, which may take any time: a walk that was stopped waits for its workers as long.
    pub patient: bool,
    /// How the kernel is called.
    pub io: Io,
    /// What is done is counted by mount, and timed.
    pub tally: bool,
    /// What the client of a network file system remembers is new enough.
    pub cached: bool,
    /// Operations that file systems are asked to do a second, by all workers together, at most.
    pub max_ops: Option<u32>,
    /// Descriptors that the visitors may hold, all of them together.
    pub descriptors: u64,
    /// Those that each of them may hold besides.
    pub descriptors_each: u64,
    /// Workers at most; at least 1.
    pub threads: usize,
    /// There is one worker and never another, whatever the depth.
    pub solo: bool,
    /// Operations that may wait in the kernel at once where each takes its time; then there may be more threads than workers.
    pub queue_depth: usize,
    /// Every open of a ring is punted to a kernel worker, as opens of a cold tree are.
    pub punt_opens: bool,
}

/// What shall be done with an entry, judged by its name and type alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Eval {
    /// It is no part of the walk: neither visited nor entered, and not stat'ed.
    Omit,
    /// Nothing: the expression is decided and had no effect.
    Skip,
    /// Visit it; it needs no stat, or may not need one.
    Visit,
    /// Visit it with a stat: nothing can be decided without.
    Stat,
}

/// The walk's other half: what is done with what is found. One value a worker.
pub trait Visit: Send + 'static {
    /// The visitor's own state of an open directory.
    type Dir: Send + Sync + 'static;

    /// The state in which the starting points are found.
    fn top(&mut self) -> Self::Dir;
    /// Judges an entry by what its directory tells, before everything else. Whether a visited directory is entered is
    /// for the visit to say.
    fn sieve(&mut self, found: &Dirent<'_>, dir_path: &[u8]) -> Eval;
    /// Whether an entry is part of the walk at all; asked before it is visited or entered, only where the walk is gated.
    fn admit(&mut self, _entry: &Entry<'_>, _dir: &Self::Dir) -> bool {
        true
    }
    /// Evaluates an entry. `dir` is the state of the directory it was found in. Not called for directories in post-order.
    fn visit(&mut self, entry: &Entry<'_>, dir: &Self::Dir) -> Flow;
    /// A directory was found that will be entered; called in the order of the entries around it. `listed` follows, unless
    /// the walk is stopped.
    fn enter(&mut self, entry: &Entry<'_>, parent: &Self::Dir) -> Self::Dir;
    /// All entries of a directory were visited, and its subdirectories were entered. Nothing more comes for it; what is
    /// below may still come.
    fn listed(&mut self, dir: &Self::Dir);
    /// Evaluates a directory in post-order: unordered, all below it is done; ordered, it is the last of its entries.
    fn leave(&mut self, entry: &Entry<'_>, dir: &Self::Dir) -> Flow;
    /// A worker has done its part of a directory, and others may be the ones to leave it.
    fn part_done(&mut self) {}
    /// Tells of something that went wrong.
    fn problem(&mut self, problem: Problem, dir: &Self::Dir);
    /// Puts output where others can reach it: the worker may be about to wait in the kernel.
    fn pause(&mut self);
    /// Sends what was output, and whatever else is gathered: what others do from here on must come after it. They may go on
    /// with the directory at hand.
    fn publish(&mut self);
    /// Whether as much output waits as may; then only the front of an ordered walk goes on.
    fn crowded(&self) -> bool;
    /// Called at the front of a crowded walk: waits for output to be written, unless what is to be written next is the
    /// front's.
    fn drain(&mut self);
    /// A further starting point, asked for when everything that those before it led to is done, or in others' hands.
    fn next_root(&mut self) -> Option<CString> {
        None
    }
    /// Whether nobody is left to read what the walk would output.
    fn unheard(&self) -> bool;
    /// Another worker is about to start, on the thread of the one that starts it.
    fn before_another(&mut self);
    /// The worker is done, and this is what it did.
    fn finish(&mut self, counts: &Counts);
    /// The walk was stopped, and worker 0 does not come back from the kernel: whoever called `run` waits for ever.
    fn abandoned(&mut self);
}
