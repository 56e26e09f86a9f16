//! `Primary`: a word of the language with its operand read, but nothing looked up yet.

use super::{Age, AgeUnit, Command, Count, PermTest, RegexType, SizeTest, Stamp};
use crate::base::KindSet;
use std::ffi::CString;

/// The operand of `-user`, `-uid` and their kin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Owner {
    /// A name of the system's databases; if there is none of that name and it is a number, that number.
    Name(CString),
    /// A number to compare with.
    Number(Count),
}

/// What may be done with a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Right {
    /// Execute, or search.
    Execute,
    /// Read.
    Read,
    /// Write.
    Write,
}

/// A record that an action writes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Record {
    /// The path and this byte.
    Path(u8),
    /// The path as xargs(1) reads it.
    ForXargs,
    /// A format of `-printf`, not yet read.
    Format(Vec<u8>),
    /// A line as `ls -dils` has it.
    Long,
    /// The object of `--json`, which no word of the language writes.
    Json,
}

/// A primary and what it asks for.
#[derive(Clone, Debug, PartialEq)]
pub enum Primary {
    /// `-maxdepth`.
    MaxDepth(u32),
    /// `-mindepth`.
    MinDepth(u32),
    /// `-depth`.
    Depth,
    /// `-follow`.
    Follow,
    /// `-xdev`.
    Xdev,
    /// `-mount`.
    Mount,
    /// `-s`.
    Sorted,
    /// `-true`, `-false`.
    Constant(bool),
    /// `-name`, `-iname`.
    Name {
        /// The pattern as written.
        pattern: Vec<u8>,
        /// Upper and lower case are the same.
        fold_case: bool,
    },
    /// `-path`, `-ipath`.
    Path {
        /// The pattern as written.
        pattern: Vec<u8>,
        /// Upper and lower case are the same.
        fold_case: bool,
    },
    /// `-type`.
    Kind(KindSet),
    /// `-xtype`.
    TargetKind(KindSet),
    /// `-size`.
    Size(SizeTest),
    /// `-empty`.
    Empty,
    /// `-newer`: a file whose last change of contents is the bound.
    Newer(CString),
    /// `-mtime`, `-amin` and their kin.
    Age(Stamp, AgeUnit, Age),
    /// `-perm`.
    Perm(PermTest),
    /// `-user`, `-uid`.
    User(Owner),
    /// `-group`, `-gid`.
    Group(Owner),
    /// `-nouser`.
    NoUser,
    /// `-nogroup`.
    NoGroup,
    /// `-links`.
    Links(Count),
    /// `-inum`.
    Inode(Count),
    /// `-samefile`.
    SameFile(CString),
    /// `-lname`, `-ilname`.
    LinkTarget {
        /// The pattern as written.
        pattern: Vec<u8>,
        /// Upper and lower case are the same.
        fold_case: bool,
    },
    /// `-fstype`.
    FileSystem(Vec<u8>),
    /// `-executable` and its kin.
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
    Context(Vec<u8>),
    /// `-sparse`.
    Sparse,
    /// `-hidden`.
    Hidden,
    /// `-depth N`.
    DepthIs(Count),
    /// `-X`.
    XargsSafe,
    /// `-unique`.
    Unique,
    /// `-nohidden`.
    NoHidden,
    /// `-noerror`.
    NoError,
    /// `-ignore_readdir_race`, `-noignore_readdir_race`.
    IgnoreRaces(bool),
    /// `-files0-from`.
    Files0From(CString),
    /// An option that is taken and does nothing: `-noleaf`, `-warn`.
    NoEffect,
    /// `-newerXY`: a timestamp later than one of a file.
    NewerThan(Stamp, Stamp, CString),
    /// `-newerXt`: a timestamp later than a date.
    NewerDate(Stamp, Vec<u8>),
    /// `-used`.
    Used(Age),
    /// `-daystart`.
    DayStart,
    /// `-regextype`, `-E`.
    RegexType(RegexType),
    /// `-regex`, `-iregex`.
    Regex {
        /// The pattern as written.
        pattern: Vec<u8>,
        /// Upper and lower case are the same.
        fold_case: bool,
    },
    /// `-print`.
    Print,
    /// `-print0`.
    Print0,
    /// `-cat`.
    Cat,
    /// `-color`, `-nocolor`.
    Color(bool),
    /// `-printf`, `-fprint`, `-ls` and their kin.
    Write {
        /// Where to; `None` is standard output.
        file: Option<CString>,
        /// What.
        record: Record,
    },
    /// `-prune`.
    Prune,
    /// `-quit`.
    Quit,
    /// `-delete`, `-rm`.
    Delete,
    /// `-exec`, `-execdir`, `-ok`, `-okdir`.
    Run(Command),
    /// `-exit`: end the walk, and with this exit status.
    Exit(u8),
    /// `-limit`: end the walk when it is evaluated for the `n`th time.
    Limit(u64),
}
