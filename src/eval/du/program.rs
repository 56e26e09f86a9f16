//! What a du does with what it finds. The plan fills it in.

use crate::base::Fields;
use crate::eval::Program;
use crate::expr::Exclude;
use crate::render::{Amount, DateFormat};

/// What is summed up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Measure {
    /// Bytes of allocated blocks.
    #[default]
    Usage,
    /// Lengths of regular files and symbolic links, as du 9.2 and later have it: other types count nothing.
    Apparent,
    /// Inodes.
    Inodes,
}

/// Which lines are printed (`-t`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Threshold {
    /// Those of at least this many bytes, or inodes.
    AtLeast(u64),
    /// Those of at most this many.
    AtMost(u64),
}

impl Threshold {
    pub(super) fn admits(self, size: u64) -> bool {
        match self {
            Self::AtLeast(bound) => size >= bound,
            Self::AtMost(bound) => size <= bound,
        }
    }
}

/// An order of an argument's lines that the walk does not have by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    /// Each directory's entries by the bytes of their names, the directory after them.
    Name,
    /// By size, the largest last.
    Size,
}

/// Which time is shown, and how.
#[derive(Clone, Debug)]
pub struct Stamp {
    /// One of MTIME, ATIME and CTIME.
    pub field: Fields,
    /// How it is written.
    pub format: DateFormat,
}

/// Which inodes count once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Once {
    /// None: every entry counts (`-l`).
    Nobody,
    /// Those with several links: nothing else can be met twice.
    Linked,
    /// All: links are followed, or arguments overlap.
    All,
}

/// What is done.
#[derive(Debug)]
pub struct Fold {
    /// What is summed up.
    pub measure: Measure,
    /// How sums are written.
    pub amount: Amount,
    /// Files are printed too.
    pub all: bool,
    /// Lines of entries below this depth are not printed.
    pub max_depth: u32,
    /// Directories down to this depth have sums of their own; those below count for the last one above them.
    pub fold_depth: u32,
    /// A directory's line is without its subdirectories'.
    pub separate: bool,
    /// A grand total is printed last.
    pub total: bool,
    /// Which inodes count once.
    pub once: Once,
    /// There is one argument, and one line: nothing that is counted is asked for again.
    pub sole: bool,
    /// Which lines are printed, by their sums.
    pub threshold: Option<Threshold>,
    /// The time that lines show.
    pub time: Option<Stamp>,
    /// Lines end with NUL.
    pub nul: bool,
    /// What is left out by its path.
    pub exclude: Exclude,
    /// What an entry must be to be counted; its root is a test.
    pub filter: Option<Program>,
    /// Only this many lines are printed, the largest.
    pub top: Option<usize>,
    /// In which order, if not that of the walk.
    pub sort: Option<Sort>,
    /// Entries are visited in the order of their names, not as they are read.
    pub in_order: bool,
    /// Objects of JSON in the place of lines.
    pub json: bool,
    /// What is asked of every entry.
    pub fields: Fields,
}
