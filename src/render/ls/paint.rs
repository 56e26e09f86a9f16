//! The colour of a name in a listing. ls(1) asks other questions than find mode does: a link's target has a colour of its own,
//! and what could not be stat'ed has that of its type.

use super::Row;
use crate::base::{Details, Kind, Told};
use crate::render::colour::{Colours, Slot};

impl Colours {
    /// What is written before a name, without what stands around it.
    pub(super) fn of_row(&self, row: &Row<'_>) -> Option<&[u8]> {
        let details = row.details;
        let target = details.target.as_ref().and_then(|target| target.mode);
        let mode = if self.shows_targets() { target.unwrap_or(details.mode) } else { details.mode };
        let slot = if details.told == Told::Stat { self.slot(mode, details) } else { unstated(details.kind) };
        let lost = slot == Slot::Link && target.is_none();
        let slot = if lost && (self.shows_targets() || self.is_coloured(Slot::Orphan)) { Slot::Orphan } else { slot };
        self.with_ending(slot, row.name)
    }

    /// The same of the target of a link in a long line.
    pub(super) fn of_target(&self, path: &[u8], mode: Option<u32>, details: &Details) -> Option<&[u8]> {
        match mode {
            None if self.is_coloured(Slot::Missing) => self.told(Slot::Missing),
            // Nothing is known of it.
            None => self.with_ending(self.slot(0, details), path),
            Some(mode) => self.with_ending(self.slot(mode, details), path),
        }
    }

    fn with_ending(&self, slot: Slot, name: &[u8]) -> Option<&[u8]> {
        let ending = if slot == Slot::File { self.of_ending(name) } else { None };
        ending.or_else(|| self.told(slot))
    }

    fn slot(&self, mode: u32, details: &Details) -> Slot {
        let first = |candidates: &[(bool, Slot)], usual: Slot| {
            candidates.iter().find(|(is, slot)| *is && self.is_coloured(*slot)).map_or(usual, |(_, slot)| *slot)
        };
        let (sticky, writable) = (mode & 0o1000 != 0, mode & 0o002 != 0);
        match Kind::from_mode(mode) {
            Kind::Regular => first(
                &[
                    (mode & 0o4000 != 0, Slot::SetUser),
                    (mode & 0o2000 != 0, Slot::SetGroup),
                    (details.capable, Slot::Capable),
                    (mode & 0o111 != 0, Slot::Executable),
                    (details.nlink > 1, Slot::Linked),
                ],
                Slot::File,
            ),
            Kind::Directory => {
                first(&[(sticky && writable, Slot::StickyWritable), (writable, Slot::Writable), (sticky, Slot::Sticky)], Slot::Directory)
            }
            kind => unstated(kind),
        }
    }

    /// Whether entries of a type may have to be stat'ed for their colours.
    #[must_use]
    pub fn judges(&self, kind: Kind) -> bool {
        let any = |slots: &[Slot]| slots.iter().any(|slot| self.is_coloured(*slot));
        match kind {
            Kind::Regular => any(&[Slot::Executable, Slot::SetUser, Slot::SetGroup, Slot::Capable]),
            Kind::Directory => any(&[Slot::Writable, Slot::Sticky, Slot::StickyWritable]),
            _ => false,
        }
    }

    /// Whether targets of links must be looked at; `long`: their paths are shown.
    #[must_use]
    pub fn asks_targets(&self, long: bool) -> bool {
        let referent = self.shows_targets() && self.is_coloured(Slot::Executable);
        self.is_coloured(Slot::Orphan) || referent || self.is_coloured(Slot::Missing) && long
    }

    /// Appends what begins a colour.
    pub(super) fn push_begin(&self, to: &mut Vec<u8>, code: &[u8]) {
        if self.is_coloured(Slot::Normal) {
            self.push_parts(to, &[Slot::Left, Slot::Right]);
        }
        self.push_parts(to, &[Slot::Left]);
        to.extend_from_slice(code);
        self.push_parts(to, &[Slot::Right]);
    }

    /// Appends what ends one.
    pub(super) fn push_end(&self, to: &mut Vec<u8>) {
        match self.told(Slot::End) {
            Some(end) => to.extend_from_slice(end),
            None => self.push_parts(to, &[Slot::Left, Slot::Reset, Slot::Right]),
        }
    }

    /// Appends the colour of what is no name.
    pub(super) fn push_normal(&self, to: &mut Vec<u8>) {
        self.push_parts(to, &[Slot::Left, Slot::Normal, Slot::Right]);
    }

    /// Whether what is no name has a colour.
    pub(super) fn has_normal(&self) -> bool {
        self.is_coloured(Slot::Normal)
    }

    /// Appends what clears the rest of a line.
    pub(super) fn push_clear(&self, to: &mut Vec<u8>) {
        self.push_parts(to, &[Slot::Clear]);
    }

    /// What is written at the very end where something was coloured.
    #[must_use]
    pub fn farewell(&self) -> Option<Vec<u8>> {
        let usual = self.told(Slot::Left) == Some(b"\x1b[") && self.told(Slot::Right) == Some(b"m");
        let mut text = Vec::new();
        self.push_parts(&mut text, &[Slot::Left, Slot::Right]);
        (!usual).then_some(text)
    }

    fn push_parts(&self, to: &mut Vec<u8>, slots: &[Slot]) {
        slots.iter().for_each(|slot| to.extend_from_slice(self.told(*slot).unwrap_or_default()));
    }
}

/// The colour of a type alone.
const fn unstated(kind: Kind) -> Slot {
    match kind {
        Kind::Regular => Slot::File,
        Kind::Directory => Slot::Directory,
        Kind::Symlink => Slot::Link,
        Kind::Fifo => Slot::Pipe,
        Kind::Socket => Slot::Socket,
        Kind::BlockDevice => Slot::Block,
        Kind::CharDevice => Slot::Char,
        Kind::Unknown => Slot::Orphan,
    }
}
