//! What a du command line asks for, before anything is looked up.

use super::{Measure, Sort, Stamp, Threshold};
use crate::engine::{Follow, Io};
use crate::expr::Ast;
use crate::render::Amount;
use std::ffi::CString;

/// Where the arguments come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Arguments {
    /// The command line; at least one.
    Given(Vec<CString>),
    /// Names in a file, NUL after each; `-` is standard input.
    Listed(CString),
}

/// A sum of disk usage as it was asked for.
#[derive(Debug)]
pub struct DuRequest {
    /// Whose usage is summed up.
    pub arguments: Arguments,
    /// Which symbolic links are followed.
    pub follow: Follow,
    /// What is summed up.
    pub measure: Measure,
    /// How sums are written. With `Measure::Inodes` too.
    pub amount: Amount,
    /// Files are printed, not only directories (`-a`).
    pub all: bool,
    /// Lines of entries below this depth are not printed (`-d`; `-s` is 0).
    pub max_depth: u32,
    /// A directory's line is without its subdirectories' (`-S`).
    pub separate: bool,
    /// A grand total is printed last (`-c`).
    pub total: bool,
    /// Every link of an inode counts (`-l`).
    pub count_links: bool,
    /// Which lines are printed, by their sums.
    pub threshold: Option<Threshold>,
    /// The time that lines show.
    pub time: Option<Stamp>,
    /// Lines end with NUL (`-0`).
    pub nul: bool,
    /// Other file systems are left out (`-x`).
    pub one_file_system: bool,
    /// Whatever is mounted below an argument is left out (`--one-mount`).
    pub one_mount: bool,
    /// Patterns of paths that are left out (`--exclude`).
    pub exclude: Vec<Vec<u8>>,
    /// Files with more of them, one a line (`-X`); `-` is standard input.
    pub exclude_from: Vec<CString>,
    /// What an entry must be to be counted (`--where`), with find's tests alone.
    pub filter: Option<Ast>,
    /// Only this many lines are printed, the largest.
    pub top: Option<usize>,
    /// In which order, if not that of the walk.
    pub sort: Option<Sort>,
    /// Objects of JSON in the place of lines.
    pub json: bool,
    /// What the client of a network file system remembers is new enough (`--cached`).
    pub cached: bool,
    /// Operations a second at most (`--max-ops`).
    pub max_ops: Option<u32>,
    /// Workers; `None`: as many as there are processors.
    pub threads: Option<usize>,
    /// Operations that may wait at once; `None`: as many as are usual, or as `threads` says.
    pub queue_depth: Option<usize>,
    /// How the kernel is called.
    pub io: Io,
    /// Tell at the end what was done.
    pub stats: bool,
    /// Warnings that GNU's du gives for options that have no effect together.
    pub notes: Vec<String>,
    /// The first word where it was taken as the command: a path of that name may have been meant.
    pub command_word: Option<CString>,
}
