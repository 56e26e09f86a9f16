//! Absolute paths of entries, for links. Where an entry is no symbolic link, its directory's path is all that is asked for.

use crate::base::{Details, Kind};
use crate::sys::place;

/// The paths of some entries; empty where nobody knows one: the current directory was removed, say.
#[derive(Debug, Default)]
pub(super) struct Places {
    wanted: bool,
    /// That of the current directory.
    current: Option<Vec<u8>>,
    /// That of the directory that is listed; arguments are found from the current one.
    dir: Option<Vec<u8>>,
    /// Those of the entries, one after the other.
    text: Vec<u8>,
    /// Where each ends.
    ends: Vec<usize>,
}

impl Places {
    pub(super) fn new(wanted: bool) -> Self {
        let current = if wanted { place::current() } else { None };
        Self { wanted, dir: current.clone(), current, ..Self::default() }
    }

    /// From now on entries are those of this directory.
    pub(super) fn enter(&mut self, path: &[u8]) {
        if self.wanted {
            self.dir = absolute(self.current.as_deref(), path);
        }
    }

    /// The path of the directory that is listed.
    pub(super) fn directory(&self) -> &[u8] {
        self.dir.as_deref().unwrap_or_default()
    }

    /// Finds the places of entries.
    pub(super) fn find<'a>(&mut self, entries: impl Iterator<Item = (&'a [u8], &'a Details)>) {
        self.text.clear();
        self.ends.clear();
        if !self.wanted {
            return;
        }
        for (name, details) in entries {
            let plain = !matches!(details.kind, Kind::Symlink | Kind::Unknown) && !name.contains(&b'/') && !matches!(name, b"." | b"..");
            match &self.dir {
                // What a followed link leads to lies elsewhere.
                Some(dir) if plain && !details.followed => {
                    self.text.extend_from_slice(if dir == b"/" { b"" } else { dir });
                    self.text.push(b'/');
                    self.text.extend_from_slice(name);
                }
                dir => self.text.extend(absolute(dir.as_deref(), name).unwrap_or_default()),
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

/// The absolute path of one that starts from `base`, if it is relative.
fn absolute(base: Option<&[u8]>, path: &[u8]) -> Option<Vec<u8>> {
    let base = if path.starts_with(b"/") { b"" } else { base? };
    Some(place::absolute(base, path))
}
