//! How a listing looks.

use super::Times;
use crate::base::{Glyphs, Quoting, Time};
use crate::render::number::push_decimal;
use crate::render::{Amount, Colours, Links};

/// How entries share lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// A line each, with everything (`-l`).
    Long,
    /// A line each (`-1`).
    Lines,
    /// In columns, downwards (`-C`).
    Columns,
    /// In columns, line by line (`-x`).
    Across,
    /// One after the other with commas between (`-m`).
    Commas,
}

/// The mark behind a name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Indicator {
    /// None.
    #[default]
    None,
    /// A slash behind directories.
    Slash,
    /// One by type.
    Type,
    /// And one behind what can be executed.
    Classify,
}

/// How a listing looks.
#[derive(Clone, Debug)]
pub struct Style {
    /// How entries share lines.
    pub format: Format,
    /// The mark behind a name.
    pub indicator: Indicator,
    /// How names are quoted.
    pub quoting: Quoting,
    /// How the names of directories above their entries are.
    pub heading: Quoting,
    /// Names without quotation marks are moved by one column where others have some.
    pub aligned: bool,
    /// Inode numbers are shown.
    pub inode: bool,
    /// Disk usage is shown.
    pub blocks: bool,
    /// Security contexts are shown.
    pub context: bool,
    /// The owner is in long lines.
    pub owner: bool,
    /// The group is.
    pub group: bool,
    /// The author, who is the owner, is.
    pub author: bool,
    /// Owners and groups are numbers.
    pub numeric: bool,
    /// How disk usage is written.
    pub amount: Amount,
    /// How lengths are.
    pub sizes: Amount,
    /// How times are.
    pub times: Times,
    /// When the run began.
    pub now: Time,
    /// Columns of a line; 0 is without end.
    pub line: usize,
    /// Columns between tab stops; 0: blanks alone.
    pub tab: usize,
    /// What ends a line.
    pub eol: u8,
    /// The colours, if there are any.
    pub colours: Option<Colours>,
    /// Names are links to their files, if there are any.
    pub links: Option<Links>,
    /// Icons stand before names.
    pub icons: bool,
    /// Lines are moved by two columns, and places of names are counted, for Emacs's dired mode.
    pub dired: bool,
}

/// Where names are in the output, for Emacs's dired mode: in bytes, colours not counted.
#[derive(Clone, Debug, Default)]
pub struct Spots {
    /// What must be added to the length of a buffer to know how much was written. It may be below zero, and is wrapped then.
    pub before: usize,
    /// The begin and the end of each name.
    pub names: Vec<usize>,
    /// The same of directories' names above their entries.
    pub headings: Vec<usize>,
}

impl Spots {
    /// A text of some bytes was just appended to `to`.
    pub(super) fn note(&mut self, to: &[u8], length: usize) -> [usize; 2] {
        let end = self.before.wrapping_add(to.len());
        [end.wrapping_sub(length), end]
    }

    /// The lines that tell them.
    pub fn push(&self, to: &mut Vec<u8>, style: &str) {
        for (name, spots) in [("//DIRED//", &self.names), ("//SUBDIRED//", &self.headings)] {
            if !spots.is_empty() {
                to.extend_from_slice(name.as_bytes());
                for spot in spots {
                    to.push(b' ');
                    push_decimal(to, *spot as u64);
                }
                to.push(b'\n');
            }
        }
        to.extend_from_slice(format!("//DIRED-OPTIONS// --quoting-style={style}\n").as_bytes());
    }
}

impl Style {
    /// Appends the line above the entries of a directory; `place` is its absolute path, where names are links.
    pub fn push_heading(&self, to: &mut Vec<u8>, path: &[u8], place: &[u8], spots: &mut Spots, glyphs: &impl Glyphs) {
        self.push_indent(to);
        let links = self.links.as_ref().filter(|_| !place.is_empty());
        if let Some(links) = links {
            links.open(to, &[place]);
        }
        let start = to.len();
        self.heading.push(to, path, glyphs);
        if self.dired {
            let spot = spots.note(to, to.len() - start);
            spots.headings.extend(spot);
        }
        if links.is_some() {
            Links::close(to);
        }
        to.extend_from_slice(b":\n");
    }

    /// Columns of a name, with the one that it is moved by where some have quotation marks.
    pub fn name_width(&self, name: &[u8], some_quoted: bool, scratch: &mut Vec<u8>, glyphs: &impl Glyphs) -> usize {
        scratch.clear();
        let shown = self.quoting.push(scratch, name, glyphs);
        shown.width + usize::from(self.aligned && some_quoted && !shown.quoted)
    }

    pub(super) fn push_indent(&self, to: &mut Vec<u8>) {
        if self.dired {
            to.extend_from_slice(b"  ");
        }
    }

    /// Appends the line with the disk usage of all entries, in 512-byte blocks.
    pub fn push_total(&self, to: &mut Vec<u8>, blocks: u64) {
        self.push_indent(to);
        to.extend_from_slice(b"total ");
        self.amount.push(to, blocks.saturating_mul(512));
        to.push(self.eol);
    }
}
