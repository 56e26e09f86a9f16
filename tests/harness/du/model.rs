//! A small du: one thread, depth first, each directory's entries in the byte order of their names. It knows what is counted
//! and where; how a size is written is not its matter, so its sizes are bytes.
//!
//! It is as GNU du is, with two exceptions: an inode that can be met at several places counts at the first of them in that
//! order, where GNU takes the one that it meets first; and the rule of apparent sizes can be that of du 9.2.

use rustix::fs::{AtFlags, CWD, StatxFlags};
use std::collections::{BTreeSet, HashMap};
use std::ffi::{CString, OsStr};
use std::fs::Metadata;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

/// Which links are followed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Follow {
    #[default]
    None,
    Arguments,
    All,
}

/// What a size is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Measure {
    #[default]
    Blocks,
    /// The length of everything, as du has it up to 9.1.
    AnyLength,
    /// The length of files and symbolic links, as du has it from 9.2 on.
    Length,
}

/// Which time is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stamp {
    Modified,
    Accessed,
    Changed,
}

/// What du is asked.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ask {
    /// `-a`.
    pub(crate) all: bool,
    /// `-d`; `-s` is 0.
    pub(crate) depth: Option<usize>,
    /// `-S`.
    pub(crate) separate: bool,
    /// `-l`.
    pub(crate) every_link: bool,
    /// `-c`.
    pub(crate) total: bool,
    /// `-x`.
    pub(crate) one_device: bool,
    /// `--one-mount`: `-x`, and bind mounts too.
    pub(crate) one_mount: bool,
    /// `--inodes`.
    pub(crate) inodes: bool,
    pub(crate) measure: Measure,
    pub(crate) follow: Follow,
    pub(crate) time: Option<Stamp>,
    /// `--exclude`.
    pub(crate) exclude: Vec<Vec<u8>>,
    /// `-t`: at least, or at most, so many.
    pub(crate) at_least: u64,
    pub(crate) at_most: Option<u64>,
    /// The arguments came from a list.
    pub(crate) listed: bool,
    /// Permissions count: the program runs as the owner of the tree, who is not root.
    pub(crate) ordinary: bool,
    /// `--where`: the paths that its tests are true of.
    pub(crate) only: Option<BTreeSet<Vec<u8>>>,
}

/// What a line says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Sum {
    pub(crate) bytes: u64,
    pub(crate) inodes: u64,
    pub(crate) time: (i64, i64),
}

impl Sum {
    const NOTHING: Self = Self { bytes: 0, inodes: 0, time: (i64::MIN, 0) };

    fn add(&mut self, other: Self) {
        self.bytes = self.bytes.saturating_add(other.bytes);
        self.inodes += other.inodes;
        self.time = self.time.max(other.time);
    }
}

/// A line, in the order of the walk: a directory's comes after what is in it.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    /// The number of its argument.
    pub(crate) argument: usize,
    pub(crate) path: Vec<u8>,
    pub(crate) sum: Sum,
}

impl Line {
    /// As it is written with `-B1 --time-style=+%s.%N`.
    pub(crate) fn text(&self, ask: &Ask) -> Vec<u8> {
        text(ask, self.sum, &self.path)
    }
}

fn text(ask: &Ask, sum: Sum, path: &[u8]) -> Vec<u8> {
    let size = match (ask.inodes, sum.bytes) {
        (true, _) => sum.inodes.to_string(),
        (false, u64::MAX) => "Infinity".to_owned(),
        (false, bytes) => bytes.to_string(),
    };
    let time = ask.time.map(|_| format!("{}.{:09}\t", sum.time.0, sum.time.1)).unwrap_or_default();
    [size.as_bytes(), b"\t", time.as_bytes(), path].concat()
}

/// What the model says.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) lines: Vec<Line>,
    pub(crate) total: Sum,
    /// Something could not be looked at.
    pub(crate) failed: bool,
    /// An inode was met twice below one argument, where only the order of the walk says which place it counts for.
    pub(crate) ambiguous: bool,
    /// A directory was counted.
    pub(crate) directories: bool,
}

impl Answer {
    /// The lines as they are written.
    pub(crate) fn texts(&self, ask: &Ask) -> Vec<Vec<u8>> {
        self.lines.iter().map(|line| line.text(ask)).collect()
    }

    /// The line of `-c`.
    pub(crate) fn total_text(&self, ask: &Ask) -> Option<Vec<u8>> {
        // GNU's total starts at 1970.
        let time = self.total.time.max((0, 0));
        ask.total.then(|| text(ask, Sum { time, ..self.total }, b"total"))
    }
}

/// What du says when started in `dir`.
pub(crate) fn answer(ask: &Ask, dir: &Path, arguments: &[Vec<u8>]) -> Answer {
    let dot = [b".".to_vec()];
    let arguments = if arguments.is_empty() && !ask.listed { &dot } else { arguments };
    let said = Answer { lines: Vec::new(), total: Sum::NOTHING, failed: false, ambiguous: false, directories: false };
    let hash_all = ask.listed || arguments.len() > 1 || ask.follow == Follow::All;
    let mut walk = Walk { ask, dir, hash_all, seen: HashMap::new(), above: Vec::new(), argument: 0, place: (0, 0), said };
    for (argument, path) in arguments.iter().enumerate() {
        walk.argument = argument;
        walk.entry(&as_shown(path), 0);
    }
    walk.said
}

/// An argument as its line has it: with one slash at its end at most.
pub(crate) fn as_shown(argument: &[u8]) -> Vec<u8> {
    let mut path = argument.to_vec();
    while path.ends_with(b"//") {
        path.pop();
    }
    path
}

/// The path of an entry of a directory.
fn joined(path: &[u8], name: &[u8]) -> Vec<u8> {
    let slash: &[u8] = if path.ends_with(b"/") { b"" } else { b"/" };
    [path, slash, name].concat()
}

/// What an entry means to its directory.
struct Counted {
    is_dir: bool,
    own: Sum,
    /// With all below it.
    tree: Sum,
}

struct Walk<'a> {
    ask: &'a Ask,
    dir: &'a Path,
    hash_all: bool,
    /// The argument that counted an inode.
    seen: HashMap<(u64, u64), usize>,
    /// The directories that lead here.
    above: Vec<(u64, u64)>,
    argument: usize,
    /// The argument's device and mount.
    place: (u64, u64),
    said: Answer,
}

impl Walk<'_> {
    fn entry(&mut self, path: &[u8], depth: usize) -> Option<Counted> {
        if excluded(&self.ask.exclude, path) {
            return None;
        }
        let Some(stat) = self.stat(path, depth) else {
            self.said.failed = true;
            return None;
        };
        let id = (stat.dev(), stat.ino());
        if self.is_elsewhere(path, &stat, depth) || self.is_seen(path, &stat) || (stat.is_dir() && self.above.contains(&id)) {
            return None;
        }
        let mut own = self.own(&stat);
        if !self.counts(path) {
            own = Sum::NOTHING;
        }
        let mut counted = Counted { is_dir: stat.is_dir(), own, tree: own };
        let mut shown = own;
        if stat.is_dir() {
            self.said.directories = true;
            self.above.push(id);
            for name in self.names(path, &stat) {
                let Some(child) = self.entry(&joined(path, &name), depth + 1) else { continue };
                counted.tree.add(child.tree);
                if !child.is_dir {
                    shown.add(child.own);
                }
            }
            self.above.pop();
            shown = if self.ask.separate { shown } else { counted.tree };
        }
        self.said.total.add(own);
        self.line(path, depth, &counted, shown);
        Some(counted)
    }

    fn line(&mut self, path: &[u8], depth: usize, counted: &Counted, sum: Sum) {
        let wanted = (counted.is_dir || self.ask.all) && self.ask.depth.is_none_or(|most| depth <= most);
        let empty = self.ask.only.is_some() && counted.tree.inodes == 0;
        let value = if self.ask.inodes { sum.inodes } else { sum.bytes };
        let in_bounds = value >= self.ask.at_least && self.ask.at_most.is_none_or(|most| value <= most);
        if (depth == 0 || wanted && !empty) && in_bounds {
            self.said.lines.push(Line { argument: self.argument, path: path.to_vec(), sum });
        }
    }

    fn stat(&self, path: &[u8], depth: usize) -> Option<Metadata> {
        let full = self.full(path);
        let follow = self.ask.follow == Follow::All || self.ask.follow == Follow::Arguments && depth == 0;
        let stat = if follow { full.metadata() } else { full.symlink_metadata() };
        stat.ok()
    }

    fn full(&self, path: &[u8]) -> PathBuf {
        self.dir.join(OsStr::from_bytes(path))
    }

    /// Whether it lies where `-x` or `--one-mount` does not go. Notes where an argument lies.
    fn is_elsewhere(&mut self, path: &[u8], stat: &Metadata, depth: usize) -> bool {
        let flags = AtFlags::SYMLINK_NOFOLLOW;
        let mount = || rustix::fs::statx(CWD, self.full(path), flags, StatxFlags::MNT_ID).map_or(0, |stat| stat.stx_mnt_id);
        let place = (stat.dev(), if self.ask.one_mount { mount() } else { 0 });
        if depth == 0 {
            self.place = place;
        }
        (self.ask.one_device || self.ask.one_mount) && place.0 != self.place.0 || place.1 != self.place.1
    }

    /// Whether it has been counted already; notes that it is now.
    fn is_seen(&mut self, path: &[u8], stat: &Metadata) -> bool {
        let several = self.hash_all || !stat.is_dir() && stat.nlink() > 1;
        // What does not count leaves its inode to a path that does.
        if self.ask.every_link || !several || !stat.is_dir() && !self.counts(path) {
            return false;
        }
        let id = (stat.dev(), stat.ino());
        match self.seen.get(&id) {
            None => {
                self.seen.insert(id, self.argument);
                false
            }
            Some(&argument) => {
                self.said.ambiguous |= argument == self.argument && !self.above.contains(&id);
                true
            }
        }
    }

    fn counts(&self, path: &[u8]) -> bool {
        self.ask.only.as_ref().is_none_or(|only| only.contains(path))
    }

    fn own(&self, stat: &Metadata) -> Sum {
        let has_length = stat.is_file() || stat.is_symlink();
        let bytes = match self.ask.measure {
            Measure::Blocks => stat.blocks() * 512,
            Measure::AnyLength => stat.len(),
            Measure::Length => {
                if has_length {
                    stat.len()
                } else {
                    0
                }
            }
        };
        let time = match self.ask.time {
            Some(Stamp::Accessed) => (stat.atime(), stat.atime_nsec()),
            Some(Stamp::Changed) => (stat.ctime(), stat.ctime_nsec()),
            Some(Stamp::Modified) | None => (stat.mtime(), stat.mtime_nsec()),
        };
        Sum { bytes, inodes: 1, time }
    }

    /// The names in a directory, as far as they can be read and stat'ed.
    fn names(&mut self, path: &[u8], stat: &Metadata) -> Vec<Vec<u8>> {
        let may = |bit: u32| !self.ask.ordinary || stat.mode() & bit != 0;
        let (reads, searches) = (may(0o400), may(0o100));
        let found = if reads { std::fs::read_dir(self.full(path)) } else { Err(std::io::ErrorKind::PermissionDenied.into()) };
        let Ok(found) = found else {
            self.said.failed = true;
            return Vec::new();
        };
        let mut names: Vec<_> = found.flatten().map(|entry| entry.file_name().into_vec()).collect();
        names.sort_unstable();
        if !searches && names.iter().any(|name| !excluded(&self.ask.exclude, &joined(path, name))) {
            self.said.failed = true;
        }
        if searches { names } else { Vec::new() }
    }
}

/// Whether a pattern matches the path, or what is left of it behind a slash.
fn excluded(patterns: &[Vec<u8>], path: &[u8]) -> bool {
    let mut from = vec![0];
    from.extend((0..path.len()).filter(|&at| path[at] == b'/' && path.get(at + 1).is_some_and(|next| *next != b'/')).map(|at| at + 1));
    patterns.iter().any(|pattern| from.iter().any(|&from| matches(pattern, &path[from..])))
}

/// fnmatch(3), byte by byte: no test sets a locale of its own.
fn matches(pattern: &[u8], text: &[u8]) -> bool {
    let (Ok(pattern), Ok(text)) = (CString::new(pattern), CString::new(text)) else { return false };
    // SAFETY: both are strings that end in a NUL, and they are only read.
    #[allow(unsafe_code)]
    let answer = unsafe { libc::fnmatch(pattern.as_ptr(), text.as_ptr(), 0) };
    answer == 0
}
