//! `Program`: the expression as the evaluator runs it. The plan fills it in: names are numbers by now, ages are
//! instants, patterns are compiled, pure tests stand in the order of their cost.

use super::task::Task;
use crate::base::{Fields, KindSet, Time};
use crate::expr::{Count, Pattern, PatternSet, PermTest, Regex, SizeTest};
pub use crate::expr::{Right, Stamp};
use crate::render::{Dress, Json, LONG_NEEDS, Long, Template};
use std::ffi::CString;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// A node of the expression. Conjunctions and alternatives are flat lists: depth is only what parentheses made.
#[derive(Debug)]
pub enum Node {
    /// Always this.
    Constant(bool),
    /// A question without effect.
    Test(Test),
    /// Something with an effect: nothing may be moved across it.
    Action(Action),
    /// The opposite.
    Not(Box<Node>),
    /// True if all are; stops at the first false.
    And(Vec<Node>),
    /// True if any is; stops at the first true.
    Or(Vec<Node>),
    /// All are evaluated; the last one's value.
    Comma(Vec<Node>),
}

/// Where a timestamp must lie. Both bounds are exclusive of what GNU find excludes: a window is `(after, until]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Window {
    /// Strictly later than.
    After(Time),
    /// Strictly earlier than.
    Before(Time),
    /// Later than the first and not later than the second.
    Within(Time, Time),
}

impl Window {
    /// Whether an instant lies in the window.
    #[must_use]
    pub fn holds(self, time: Time) -> bool {
        match self {
            Self::After(bound) => time > bound,
            Self::Before(bound) => time < bound,
            Self::Within(after, until) => time > after && time <= until,
        }
    }
}

/// A question about an entry, without effect.
#[derive(Debug)]
pub enum Test {
    /// `-name`, `-iname`: the last component.
    Name(Pattern),
    /// Several of them joined by `-o`.
    Names(PatternSet),
    /// `-path`, `-ipath`: the whole path.
    Path(Pattern),
    /// `-type`.
    Kind(KindSet),
    /// `-xtype`: the type with the other way of treating links.
    TargetKind(KindSet),
    /// `-size`.
    Size(SizeTest),
    /// `-empty`.
    Empty,
    /// `-newer`, `-mtime`, `-amin` and their kin.
    Time(Stamp, Window),
    /// `-perm`.
    Perm(PermTest),
    /// `-user`, `-uid`.
    Uid(Count),
    /// `-group`, `-gid`.
    Gid(Count),
    /// `-nouser`.
    NoUser,
    /// `-nogroup`.
    NoGroup,
    /// `-links`.
    Links(Count),
    /// `-inum`.
    Inode(Count),
    /// `-samefile`: device and inode number.
    SameFile(u64, u64),
    /// `-lname`, `-ilname`: the text of a link.
    LinkTarget(Pattern),
    /// `-fstype`.
    FileSystem(Vec<u8>),
    /// `-executable`, `-readable`, `-writable`.
    May(Right),
    /// `-acl`.
    Acl,
    /// `-xattr`.
    AnyXattr,
    /// `-xattrname`.
    Xattr(CString),
    /// `-capable`.
    Capable,
    /// `-context`.
    Context(Pattern),
    /// `-sparse`.
    Sparse,
    /// `-hidden`.
    Hidden,
    /// `-depth N`.
    Depth(Count),
    /// `-used`: the time from the last change of the inode to the last access.
    Used(Window),
    /// `-regex`, `-iregex`: the whole path.
    Regex(Regex),
}

/// A record that is more than the path on standard output.
#[derive(Debug)]
pub struct Write {
    /// Which of the program's files it goes to; `None` is standard output.
    pub to: Option<usize>,
    /// What is written.
    pub what: What,
    /// What that asks of an entry.
    pub needs: Fields,
}

/// What a record is.
#[derive(Debug)]
pub enum What {
    /// The path and this byte.
    Path(u8),
    /// The path as xargs(1) reads it.
    ForXargs,
    /// A format of `-printf`.
    Format(Template),
    /// The line of `-ls`, and what its path wears.
    Long(Long, Option<Arc<Dress>>),
    /// The object of `--json`.
    Json(Json),
    /// The path in its dress and a newline. What that depends on is asked by type: a pipe needs no stat, a file may.
    Dressed(Arc<Dress>),
}

impl Write {
    /// A record for one of the program's files or standard output.
    #[must_use]
    pub fn new(to: Option<usize>, what: What) -> Self {
        let needs = match &what {
            What::Path(_) | What::ForXargs => Fields::NONE,
            What::Format(template) => template.needs(),
            What::Long(..) => LONG_NEEDS,
            What::Json(json) => json.needs(),
            What::Dressed(_) => Fields::NONE,
        };
        Self { to, what, needs }
    }
}

/// Something with an effect.
#[derive(Debug)]
pub enum Action {
    /// A record.
    Write(Box<Write>),
    /// The path and a newline.
    Print,
    /// The path and a NUL.
    Print0,
    /// What the file holds.
    Cat,
    /// Do not descend.
    Prune,
    /// End the walk.
    Quit,
    /// Unlink or rmdir.
    Delete,
    /// Run a command.
    Run(Arc<Task>),
    /// End the walk, with this exit status.
    Exit(u8),
    /// End the walk when this was reached as often.
    Limit(Arc<Countdown>),
}

/// Times that something may still be reached.
#[derive(Debug)]
pub struct Countdown(AtomicU64);

impl Countdown {
    /// From `times` on.
    #[must_use]
    pub fn new(times: u64) -> Self {
        Self(AtomicU64::new(times))
    }

    /// Counts; true for the last time. One entry at a time gets here.
    pub(super) fn is_last(&self) -> bool {
        self.0.fetch_sub(1, Ordering::Relaxed) <= 1
    }
}

/// What keeps entries out of the walk.
#[derive(Debug, Default)]
pub struct Gate {
    /// Entries of which this is true are left out; it holds no action.
    pub exclude: Option<Node>,
    /// Files that were seen already are left out.
    pub unique: bool,
    /// Paths that xargs would take apart are told and left out.
    pub xargs_safe: bool,
}

impl Gate {
    /// Whether it keeps anything out.
    #[must_use]
    pub const fn is_closed(&self) -> bool {
        self.exclude.is_some() || self.unique || self.xargs_safe
    }
}

/// Which problems are not told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Silence {
    /// All that come of looking at entries and reading directories.
    pub errors: bool,
    /// Those of entries that have vanished.
    pub races: bool,
}

impl Action {
    /// What it may ask of an entry.
    #[must_use]
    pub fn needs(&self) -> Fields {
        match self {
            Self::Write(write) => match &write.what {
                What::Dressed(dress) => dress.needs(),
                _ => write.needs,
            },
            _ => Fields::NONE,
        }
    }
}

/// An expression ready to run, and what the walk must know of it.
#[derive(Debug)]
pub struct Program {
    /// The expression with the implied `-print`.
    pub root: Node,
    /// What keeps entries from it.
    pub gate: Gate,
    /// Which problems are not told.
    pub silence: Silence,
    /// What its tests may ask of an entry, all together.
    pub needs: Fields,
    /// The files that its actions write to.
    pub files: Vec<CString>,
    /// It holds -prune: whether to descend is known only after the visit.
    pub prunes: bool,
    /// It may end the walk, or run a command for an entry: actions run one entry at a time.
    pub lane: bool,
    /// It holds -delete.
    pub deletes: bool,
    /// Files of -cat that may be open at once until their turn to be written comes; 0 without one.
    pub cats: usize,
    /// It runs commands: a closed pipe ends the walk only where it is written to, as it ends find.
    pub runs: bool,
    /// Whether links count as what they lead to, everywhere (-L) or at starting points (-H, for `-xtype`).
    pub follow: crate::engine::Follow,
}

impl Program {
    /// The commands in it, in the order in which they were written.
    pub(super) fn tasks(&self) -> Vec<Arc<Task>> {
        let (mut found, mut waiting) = (Vec::new(), vec![&self.root]);
        while let Some(node) = waiting.pop() {
            match node {
                Node::Action(Action::Run(task)) => found.push(Arc::clone(task)),
                Node::Constant(_) | Node::Test(_) | Node::Action(_) => {}
                Node::Not(inner) => waiting.push(inner),
                Node::And(nodes) | Node::Or(nodes) | Node::Comma(nodes) => waiting.extend(nodes.iter().rev()),
            }
        }
        found
    }

    /// Whether all that it does is to write to standard output: then nothing is left to do when nobody reads that.
    #[must_use]
    pub fn is_for_reader(&self) -> bool {
        !self.deletes && !self.runs && self.files.is_empty()
    }
}
