//! How a listing looks.

use super::Times;
use crate::base::{Glyphs, Quoting, Time};
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
}

impl Style {
    /// Appends the line above the entries of a directory; `place` is its absolute path, where names are links.
    pub fn push_heading(&self, to: &mut Vec<u8>, path: &[u8], place: &[u8], glyphs: &impl Glyphs) {
        if let Some(links) = &self.links {
            links.open(to, &[place]);
        }
        self.heading.push(to, path, glyphs);
        if self.links.is_some() {
            Links::close(to);
        }
        to.extend_from_slice(b":\n");
    }

    /// Appends the line with the disk usage of all entries, in 512-byte blocks.
    pub fn push_total(&self, to: &mut Vec<u8>, blocks: u64) {
        to.extend_from_slice(b"total ");
        self.amount.push(to, blocks.saturating_mul(512));
        to.push(self.eol);
    }
}
