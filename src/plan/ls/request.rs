//! What an ls command line asks for, before anything is looked up.

use super::{Deref, Format, Hidden, Indicator, QuotingStyle, SortBy, Times};
use crate::engine::Io;
use crate::plan::When;
use crate::render::Amount;
use std::ffi::CString;

/// Something that depends on whether standard output is a terminal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ByTerminal<T> {
    /// On a terminal.
    pub terminal: T,
    /// Elsewhere.
    pub elsewhere: T,
}

impl<T: Copy> ByTerminal<T> {
    /// The same in both cases.
    #[must_use]
    pub const fn both(value: T) -> Self {
        Self { terminal: value, elsewhere: value }
    }
}

/// The time that is shown and sorted by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TimeOf {
    /// Of the last change of the contents.
    #[default]
    Modification,
    /// Of the last access.
    Access,
    /// Of the last change of the inode.
    Change,
    /// Of birth.
    Birth,
}

/// A listing as it was asked for. What is `None` was not said.
#[derive(Debug)]
pub struct LsRequest {
    /// The paths; none is the current directory.
    pub arguments: Vec<CString>,
    /// Which names that begin with a dot are left out.
    pub hidden: Hidden,
    /// Patterns of names that are left out unless dots are shown (`--hide`).
    pub hide: Vec<Vec<u8>>,
    /// Patterns of names that are left out (`-I`, `-B`).
    pub ignore: Vec<Vec<u8>>,
    /// Directories are listed themselves (`-d`).
    pub itself: bool,
    /// Subdirectories are listed too (`-R`).
    pub recursive: bool,
    /// When what a link leads to counts.
    pub deref: Option<Deref>,
    /// How entries share lines.
    pub format: Option<Format>,
    /// The mark behind names.
    pub indicator: ByTerminal<Indicator>,
    /// The order.
    pub sort: Option<SortBy>,
    /// The time.
    pub time: TimeOf,
    /// The other way round (`-r`).
    pub reverse: bool,
    /// Directories come first.
    pub directories_first: bool,
    /// How names are quoted.
    pub quoting: Option<QuotingStyle>,
    /// What cannot be shown is a question mark (`-q`), or not.
    pub hides: Option<bool>,
    /// Inode numbers are shown (`-i`).
    pub inode: bool,
    /// Disk usage is shown (`-s`).
    pub blocks: bool,
    /// Security contexts are shown (`-Z`).
    pub context: bool,
    /// Owners are not shown (`-g`).
    pub no_owner: bool,
    /// Groups are not shown (`-G`, `-o`).
    pub no_group: bool,
    /// Authors are shown.
    pub author: bool,
    /// Owners and groups are numbers (`-n`).
    pub numeric: bool,
    /// How lengths and disk usage are written.
    pub amount: Option<Amount>,
    /// Disk usage is in units of 1024 bytes (`-k`), if no other unit was said.
    pub kibibytes: bool,
    /// How times are written.
    pub times: Times,
    /// Columns of a line (`-w`); 0 is without end.
    pub width: Option<usize>,
    /// Columns between tab stops (`-T`).
    pub tab: Option<usize>,
    /// Lines end with NUL (`--zero`).
    pub zero: bool,
    /// When names are coloured.
    pub color: When,
    /// When they are links.
    pub hyperlink: When,
    /// When icons stand before them.
    pub icons: When,
    /// Places of names are told at the end, for Emacs (`-D`).
    pub dired: bool,
    /// How the kernel is called.
    pub io: Io,
    /// Threads at most; `None`: as many as there are processors.
    pub threads: Option<usize>,
    /// What the client of a network file system remembers is new enough (`--cached`).
    pub cached: bool,
    /// Operations a second at most (`--max-ops`).
    pub max_ops: Option<u32>,
    /// The first word where it was taken as the command: a path of that name may have been meant.
    pub command_word: Option<CString>,
}

impl Default for LsRequest {
    fn default() -> Self {
        Self {
            arguments: Vec::new(),
            hidden: Hidden::default(),
            hide: Vec::new(),
            ignore: Vec::new(),
            itself: false,
            recursive: false,
            deref: None,
            format: None,
            indicator: ByTerminal::default(),
            sort: None,
            time: TimeOf::default(),
            reverse: false,
            directories_first: false,
            quoting: None,
            hides: None,
            inode: false,
            blocks: false,
            context: false,
            no_owner: false,
            no_group: false,
            author: false,
            numeric: false,
            amount: None,
            kibibytes: false,
            times: Times::LOCALE,
            width: None,
            tab: None,
            zero: false,
            color: When::Never,
            hyperlink: When::Never,
            icons: When::Never,
            dired: false,
            io: Io::default(),
            threads: None,
            cached: false,
            max_ops: None,
            command_word: None,
        }
    }
}
