//! Links of a directory with their names, back to back: there may be millions, and only the order of the names says which
//! of them count.

use super::node::{Link, Sums};
use super::seen::Bag;
use crate::base::Time;

/// Names of links in a directory that are not worth a look for those of the same inode.
const NAMES_KEPT: usize = 1024;

/// A link, but for its name and time.
#[derive(Clone, Copy)]
struct Short {
    id: (u64, u64),
    bytes: u64,
    /// Where in the text its name is. A name is no longer than 255 bytes on any file system of this kernel, but for
    /// those of arguments.
    start: u32,
    length: u32,
}

/// Links with their names.
#[derive(Default)]
pub(super) struct NamedLinks {
    text: Vec<u8>,
    all: Vec<Short>,
    times: Bag<Time>,
    /// What `weight_of` the names adds up to.
    held: usize,
    /// The first by name is the last.
    sorted: bool,
}

impl NamedLinks {
    pub(super) const fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Bytes of memory that one takes.
    pub(super) const fn weight_of(name: &[u8]) -> usize {
        size_of::<Short>() + name.len()
    }

    /// About how many bytes of memory they take.
    pub(super) fn weight(&self) -> usize {
        self.held + self.times.weight()
    }

    /// Adds a link. Of an inode's names only the first can ever be charged: the others go when room for more is needed, so
    /// memory follows the inodes. Returns the bytes that went.
    pub(super) fn push(&mut self, name: &[u8], link: &Link) -> usize {
        let before = self.held;
        if self.all.len() == self.all.capacity() && self.all.len() >= NAMES_KEPT {
            self.drop_later_names();
        }
        let freed = before - self.held;
        self.keep(name, link);
        freed
    }

    /// What `weight_of` its names adds up to.
    pub(super) const fn held(&self) -> usize {
        self.held
    }

    fn keep(&mut self, name: &[u8], link: &Link) {
        // Beyond four gigabytes of names in one directory nothing is noted of its links any more but the sum.
        let Ok(start) = u32::try_from(self.text.len()) else { return };
        self.text.extend_from_slice(name);
        self.held += Self::weight_of(name);
        let length = u32::try_from(name.len()).unwrap_or(u32::MAX);
        self.all.push(Short { id: link.id, bytes: link.sums.bytes, start, length });
        if let Some(time) = link.sums.latest {
            self.times.add(link.id, time);
        }
        self.sorted = false;
    }

    fn drop_later_names(&mut self) {
        let Self { text, all, .. } = self;
        all.sort_unstable_by(|a, b| a.id.cmp(&b.id).then_with(|| name(text, a).cmp(name(text, b))));
        all.dedup_by_key(|short| short.id);
        let mut kept = Vec::with_capacity(text.len().min(all.len() * 32));
        for short in all {
            let start = kept.len();
            kept.extend_from_slice(name(text, short));
            // The text only grew shorter.
            short.start = u32::try_from(start).unwrap_or(short.start);
        }
        *text = kept;
        self.held = self.all.iter().map(|short| size_of::<Short>() + short.length as usize).sum();
    }

    /// Takes up to `most` of the links whose names come before `before`; of all without it, the first first.
    pub(super) fn take_before(&mut self, before: Option<&[u8]>, most: usize) -> Self {
        let Self { text, all, sorted, .. } = self;
        if !std::mem::replace(sorted, true) {
            all.sort_unstable_by(|a, b| name(text, b).cmp(name(text, a)));
        }
        let mut part = Self { sorted: true, ..Self::default() };
        while part.all.len() < most
            && let Some(short) = self.all.pop_if(|short| before.is_none_or(|before| name(&self.text, short) < before))
        {
            let latest = self.times.get(short.id).copied();
            part.keep(name(&self.text, &short), &Link { id: short.id, sums: Sums { bytes: short.bytes, inodes: 1, latest } });
        }
        self.held -= part.held;
        if self.all.is_empty() {
            *self = Self::default();
        }
        part.text.shrink_to_fit();
        part.all.shrink_to_fit();
        part
    }

    /// The links in the order of their adding.
    pub(super) fn iter(&mut self) -> impl Iterator<Item = (&[u8], Link)> {
        let Self { text, all, times, .. } = self;
        all.iter().map(|short| {
            let latest = times.get(short.id).copied();
            (name(text, short), Link { id: short.id, sums: Sums { bytes: short.bytes, inodes: 1, latest } })
        })
    }
}

fn name<'a>(text: &'a [u8], short: &Short) -> &'a [u8] {
    text.get(short.start as usize..short.start as usize + short.length as usize).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn link(ino: u64) -> Link {
        Link { id: (1, ino), sums: Sums { bytes: 512 * ino, inodes: 1, latest: None } }
    }

    fn names(mut links: NamedLinks) -> Vec<(String, u64)> {
        links.iter().map(|(name, link)| (String::from_utf8_lossy(name).into_owned(), link.id.1)).collect()
    }

    #[test]
    fn they_are_taken_by_name() {
        let mut links = NamedLinks::default();
        for (name, ino) in [("m", 1), ("a", 2), ("z", 3), ("b", 2)] {
            links.push(name.as_bytes(), &link(ino));
        }
        assert_eq!(names(links.take_before(Some(b"n"), 2)), [("a".into(), 2), ("b".into(), 2)]);
        assert_eq!(names(links.take_before(Some(b"n"), 2)), [("m".into(), 1)]);
        assert!(links.take_before(Some(b"n"), 2).is_empty());
        assert_eq!(names(links.take_before(None, 9)), [("z".into(), 3)]);
        assert!(links.is_empty());
    }

    #[test]
    fn many_names_of_few_inodes_take_little() {
        let mut links = NamedLinks::default();
        for number in 0..100_000u64 {
            links.push(format!("name{:06}", 99_999 - number).as_bytes(), &link(number % 5));
        }
        assert!(links.weight() < 200_000, "{}", links.weight());
        let first = links.take_before(None, 1);
        assert_eq!(names(first), [("name000000".into(), 99_999 % 5)]);
    }
}
