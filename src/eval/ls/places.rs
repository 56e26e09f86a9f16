//! Absolute paths of entries, for links. Where an entry is no symbolic link, its directory's path is all that is asked for.

use crate::base::{Details, Kind};
use crate::sys::place;

/// The paths of some entries.
#[derive(Debug, Default)]
pub(super) struct Places {
    /// That of the current directory; `None` where nobody wants to know.
    base: Option<Vec<u8>>,
    /// That of the directory that is listed; arguments are found from the current one.
    pub(super) dir: Vec<u8>,
    /// Those of the entries, one after the other.
    text: Vec<u8>,
    /// Where each ends.
    ends: Vec<usize>,
}

impl Places {
    pub(super) fn new(wanted: bool) -> Self {
        let base = wanted.then(place::current);
        Self { dir: base.clone().unwrap_or_default(), base, ..Self::default() }
    }

    /// From now on entries are those of this directory.
    pub(super) fn enter(&mut self, path: &[u8]) {
        if let Some(base) = &self.base {
            self.dir = place::absolute(base, path);
        }
    }

    /// Finds the places of entries.
    pub(super) fn find<'a>(&mut self, entries: impl Iterator<Item = (&'a [u8], &'a Details)>) {
        self.text.clear();
        self.ends.clear();
        if self.base.is_none() {
            return;
        }
        for (name, details) in entries {
            let plain = !matches!(details.kind, Kind::Symlink | Kind::Unknown) && !name.contains(&b'/') && !matches!(name, b"." | b"..");
            // What a followed link leads to lies elsewhere.
            if plain && !details.followed {
                self.text.extend_from_slice(if self.dir == b"/" { b"" } else { &self.dir });
                self.text.push(b'/');
                self.text.extend_from_slice(name);
            } else {
                self.text.extend_from_slice(&place::absolute(&self.dir, name));
            }
            self.ends.push(self.text.len());
        }
    }

    /// The place of an entry, by its number among those that were found.
    pub(super) fn get(&self, at: usize) -> &[u8] {
        let start = at.checked_sub(1).and_then(|before| self.ends.get(before)).copied().unwrap_or(0);
        self.ends.get(at).map_or(b"", |end| &self.text[start..*end])
    }
}
