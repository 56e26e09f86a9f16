//! The absolute paths of entries, for links: that of a starting point is found out once, what is below it follows.

use crate::base::Entry;
use crate::engine::Follow;
use crate::sys::place;

/// What a worker remembers of absolute paths.
#[derive(Default)]
pub(super) struct Places {
    /// Where the walk began, once that was asked.
    current: Option<Option<Vec<u8>>>,
    /// A starting point as it was written, or under -L a directory: there is a link in it, maybe.
    known: Vec<u8>,
    /// What it is in truth.
    absolute: Vec<u8>,
    /// The answer.
    path: Vec<u8>,
}

impl Places {
    /// Finds out the absolute path of an entry; that of what it leads to where it is, or may be, a link. It is empty where
    /// nobody knows it: the current directory was removed, say.
    pub(super) fn find(&mut self, entry: &Entry<'_>, follow: Follow, is_link: bool) {
        let name = entry.found.name.to_bytes();
        let current = self.current.get_or_insert_with(place::current);
        let start = if entry.found.depth == 0 { name } else { entry.dir_path };
        let base = if start.starts_with(b"/") { Some([].as_slice()) } else { current.as_deref() };
        let Some(base) = base else {
            self.path.clear();
            return;
        };
        if entry.found.depth == 0 {
            self.path = place::absolute(base, name);
            return;
        }
        let always = follow == Follow::Always;
        let (known, below) = entry.dir_path.split_at(if always { entry.dir_path.len() } else { entry.root_len as usize });
        if self.known != known || self.absolute.is_empty() {
            self.known.clear();
            self.known.extend_from_slice(known);
            self.absolute = place::absolute(base, known);
        }
        self.path.clear();
        self.path.extend_from_slice(self.absolute.strip_suffix(b"/").unwrap_or(&self.absolute));
        for part in [below.strip_prefix(b"/").unwrap_or(below).strip_suffix(b"/").unwrap_or_default(), name] {
            if !part.is_empty() {
                self.path.push(b'/');
                self.path.extend_from_slice(part);
            }
        }
        if is_link || always {
            self.path = place::absolute(b"/", &self.path);
        }
    }

    /// What was found out last.
    pub(super) fn last(&self) -> &[u8] {
        &self.path
    }
}
