//! How wide the columns of a listing must be, and the names of its owners.

use super::{Format, Style};
use crate::base::{Details, Glyphs, Kind};
use crate::render::number::digits;

/// The names of users and groups that were looked up, by their numbers.
#[derive(Clone, Debug, Default)]
pub struct Names {
    users: Vec<(u32, Option<Name>)>,
    groups: Vec<(u32, Option<Name>)>,
}

/// A name with its columns.
#[derive(Clone, Debug)]
pub(super) struct Name {
    pub(super) text: Vec<u8>,
    pub(super) columns: usize,
}

fn known(names: &[(u32, Option<Name>)], id: u32) -> Result<&Option<Name>, usize> {
    names.binary_search_by_key(&id, |(id, _)| *id).map(|at| &names[at].1)
}

impl Names {
    /// Makes sure that a user's name is known, if there is one.
    pub fn learn_user(&mut self, id: u32, glyphs: &impl Glyphs, look_up: impl FnOnce() -> Option<Vec<u8>>) {
        learn(&mut self.users, id, glyphs, look_up);
    }

    /// The same of a group.
    pub fn learn_group(&mut self, id: u32, glyphs: &impl Glyphs, look_up: impl FnOnce() -> Option<Vec<u8>>) {
        learn(&mut self.groups, id, glyphs, look_up);
    }

    pub(super) fn user(&self, id: u32) -> Option<&Name> {
        known(&self.users, id).ok()?.as_ref()
    }

    pub(super) fn group(&self, id: u32) -> Option<&Name> {
        known(&self.groups, id).ok()?.as_ref()
    }
}

fn learn(names: &mut Vec<(u32, Option<Name>)>, id: u32, glyphs: &impl Glyphs, look_up: impl FnOnce() -> Option<Vec<u8>>) {
    let Err(at) = known(names, id) else { return };
    let name = look_up().map(|text| {
        // The tables of characters are not read for plain names.
        let columns = match text.is_ascii() {
            true => text.len(),
            false => String::from_utf8_lossy(&text).chars().map(|letter| glyphs.columns(letter).unwrap_or(0)).sum(),
        };
        Name { text, columns }
    });
    names.insert(at, (id, name));
}

/// Columns, as far as entries were measured.
#[derive(Clone, Copy, Debug, Default)]
pub struct Widths {
    pub(super) inode: usize,
    pub(super) blocks: usize,
    pub(super) links: usize,
    pub(super) owner: usize,
    pub(super) group: usize,
    pub(super) context: usize,
    pub(super) major: usize,
    pub(super) minor: usize,
    pub(super) size: usize,
    /// Some entry has a mark behind its permissions.
    pub(super) marks: bool,
    /// Disk usage of all, in 512-byte blocks.
    pub(super) total: u64,
}

impl Widths {
    /// Makes room for an entry. Its owners' names must have been learnt.
    pub fn measure(&mut self, style: &Style, details: &Details, names: &Names) {
        if style.context {
            self.context = self.context.max(details.context.as_ref().map_or(1, |context| context.len()));
        }
        if !details.is_told() {
            return;
        }
        let long = style.format == Format::Long;
        if long || style.blocks {
            self.total = self.total.saturating_add(details.blocks);
        }
        if style.inode {
            self.inode = self.inode.max(digits(details.ino));
        }
        if style.blocks {
            self.blocks = self.blocks.max(style.amount.columns(details.blocks.saturating_mul(512)));
        }
        if long {
            self.measure_long(style, details, names);
        }
    }

    fn measure_long(&mut self, style: &Style, details: &Details, names: &Names) {
        self.marks |= details.acl || details.labelled;
        self.links = self.links.max(digits(details.nlink.into()));
        let columns = |name: Option<&Name>, id: u32| name.map_or_else(|| digits(id.into()), |name| name.columns);
        if style.owner || style.author {
            self.owner = self.owner.max(columns(names.user(details.uid), details.uid));
        }
        if style.group {
            self.group = self.group.max(columns(names.group(details.gid), details.gid));
        }
        let size = if matches!(details.kind, Kind::CharDevice | Kind::BlockDevice) {
            self.major = self.major.max(digits(details.rdev_major.into()));
            self.minor = self.minor.max(digits(details.rdev_minor.into()));
            self.major + 2 + self.minor
        } else {
            style.sizes.columns(details.size)
        };
        self.size = self.size.max(size);
    }

    /// Disk usage of all that was measured, in 512-byte blocks.
    #[must_use]
    pub const fn total(&self) -> u64 {
        self.total
    }
}
