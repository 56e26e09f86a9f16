//! What a listing is to do, as the plan decided it.

use crate::base::{Charset, Kind};
use crate::engine::list::ListSpec;
use crate::expr::Pattern;
use crate::render::ls::Style;
use std::ffi::CString;

/// When what a link leads to counts, not the link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deref {
    /// Never.
    Never,
    /// Where an argument leads to a directory.
    ArgumentsToDirectories,
    /// For arguments (`-H`).
    Arguments,
    /// Always (`-L`).
    Always,
}

/// Which names that begin with a dot are left out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Hidden {
    /// All of them.
    #[default]
    LeftOut,
    /// `.` and `..` (`-A`).
    ButEntries,
    /// None (`-a`).
    Shown,
}

/// In which order entries come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SortBy {
    /// By the bytes of their names.
    #[default]
    Name,
    /// As the directory has them.
    Nothing,
    /// The latest first.
    Time,
    /// The largest first.
    Size,
    /// By what follows the last dot.
    Extension,
    /// With the numbers in the names as numbers.
    Version,
    /// The narrowest first.
    Width,
}

/// Which entries of a directory are left out by their names.
#[derive(Debug)]
pub struct Ignored {
    /// Those that begin with a dot.
    pub hidden: Hidden,
    /// Patterns of those that are left out where dots are.
    pub hide: Vec<Glob>,
    /// Patterns of those that always are.
    pub ignore: Vec<Glob>,
}

impl Ignored {
    /// Whether an entry is listed.
    pub(super) fn keeps(&self, name: &[u8]) -> bool {
        let dot = name.first() == Some(&b'.');
        let left_out = match self.hidden {
            Hidden::Shown => false,
            Hidden::ButEntries => matches!(name, b"." | b".."),
            Hidden::LeftOut => dot || self.hide.iter().any(|glob| glob.matches(name)),
        };
        !left_out && !self.ignore.iter().any(|glob| glob.matches(name))
    }
}

/// A pattern whose wildcards do not match a dot at the beginning (FNM_PERIOD).
#[derive(Debug)]
pub struct Glob {
    pattern: Pattern,
    /// It begins with a dot itself.
    dotted: bool,
}

impl Glob {
    /// Compiles a pattern.
    #[must_use]
    pub fn new(text: &[u8], charset: Charset) -> Self {
        Self { pattern: Pattern::new(text, charset, false), dotted: matches!(text, [b'.', ..] | [b'\\', b'.', ..]) }
    }

    fn matches(&self, name: &[u8]) -> bool {
        (self.dotted || name.first() != Some(&b'.')) && self.pattern.matches(name)
    }
}

/// What a listing is to do.
#[derive(Debug)]
pub struct Program {
    /// The arguments; none is the current directory.
    pub arguments: Vec<CString>,
    /// What is asked of entries.
    pub spec: ListSpec,
    /// How they look.
    pub style: Style,
    /// The name of its style of quoting.
    pub quoting: &'static str,
    /// When what a link leads to counts.
    pub deref: Deref,
    /// Directories are listed themselves, not what is in them (`-d`).
    pub itself: bool,
    /// And what is in their subdirectories (`-R`).
    pub recursive: bool,
    /// What is left out.
    pub ignored: Ignored,
    /// In which order entries come.
    pub sort: SortBy,
    /// The other way round.
    pub reverse: bool,
    /// Directories come first.
    pub directories_first: bool,
}

impl Program {
    /// Whether entries are shown as they are read: in no order, a line each that depends on nothing else.
    pub(super) fn shows_at_once(&self) -> bool {
        use crate::render::ls::Format;
        self.style.format == Format::Lines && self.sort == SortBy::Nothing && !self.style.blocks && !self.recursive
    }

    /// Whether an entry is a directory that is listed, not mentioned.
    pub(super) fn enters(kind: Kind, name: &[u8]) -> bool {
        kind == Kind::Directory && !matches!(name.rsplit(|byte| *byte == b'/').next(), Some(b"." | b".."))
    }
}
