//! What is summed up: sums, and the nodes that they belong to. A node is a directory with a line, or with subdirectories
//! that have one; what is below the last of them counts for it.

use super::named::NamedLinks;
use super::seen::Bag;
use crate::base::{Time, free_chain};
use crate::output::Place;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// What entries add up to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Sums {
    /// Bytes; the largest number stands for itself and everything above.
    pub bytes: u64,
    pub inodes: u64,
    /// The latest of their times.
    pub latest: Option<Time>,
}

impl Sums {
    pub(super) fn add(&mut self, other: &Self) {
        self.bytes = self.bytes.saturating_add(other.bytes);
        self.inodes = self.inodes.saturating_add(other.inodes);
        self.latest = self.latest.max(other.latest);
    }
}

/// An entry whose inode counts where it is met first in the order of the tree.
pub(super) struct Link {
    pub id: (u64, u64),
    pub sums: Sums,
}

/// Entries of a node whose inodes count once, in no order. Times are apart: they are seldom asked for, and there may be
/// millions.
#[derive(Default)]
pub(super) struct Links {
    bytes: Bag<u64>,
    times: Bag<Time>,
}

impl Links {
    pub(super) fn add(&mut self, link: &Link) {
        self.bytes.add(link.id, link.sums.bytes);
        if let Some(time) = link.sums.latest {
            self.times.add(link.id, time);
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// About how many bytes they take.
    pub(super) fn weight(&self) -> usize {
        self.bytes.weight() + self.times.weight()
    }

    pub(super) fn drain(self) -> impl Iterator<Item = Link> {
        let Self { bytes, mut times } = self;
        bytes.drain().map(move |(id, bytes)| Link { id, sums: Sums { bytes, inodes: 1, latest: times.get(id).copied() } })
    }
}

/// A directory with sums of its own.
pub struct Node {
    parent: Option<Arc<Node>>,
    /// Its name; of an argument the whole path. Empty above them.
    name: Box<[u8]>,
    /// The depth of its entries: 0 above the arguments.
    pub(super) level: u32,
    /// Where in the output its line belongs.
    pub(super) place: Place,
    /// Directories that count for it and are not listed yet.
    open: AtomicU32,
    inner: Mutex<Inner>,
}

/// What a node gathers.
#[derive(Default)]
pub(super) struct Inner {
    /// Its own, and what its entries add that are no nodes.
    pub own: Sums,
    /// What the nodes below it add up to.
    pub below: Sums,
    /// Of a node without nodes below it: the inodes that count once. Their order does not matter.
    pub links: Links,
    /// Of a node with nodes below it: those directly in it.
    pub named: NamedLinks,
    /// There are nodes below it, or links in it are charged later: its sums are not known before the output comes by.
    pub waits: bool,
}

impl Inner {
    /// The sums of a node that nothing is added to any more, if the output need not come by for them.
    pub(super) fn known(&self) -> Option<Sums> {
        (!self.waits && self.links.is_empty()).then_some(self.own)
    }
}

impl Node {
    /// What is above the arguments.
    pub(super) fn top(place: Place) -> Arc<Self> {
        let (open, inner) = (AtomicU32::new(1), Mutex::default());
        Arc::new(Self { parent: None, name: Box::default(), level: 0, place, open, inner })
    }

    /// A directory in `parent` that counts `own` for itself.
    pub(super) fn new(parent: &Arc<Self>, name: &[u8], place: Place, own: Sums) -> Arc<Self> {
        let inner = Mutex::new(Inner { own, ..Inner::default() });
        let level = parent.level + 1;
        Arc::new(Self { parent: Some(Arc::clone(parent)), name: name.into(), level, place, open: AtomicU32::new(1), inner })
    }

    /// The node that it counts for.
    pub(super) const fn parent(&self) -> Option<&Arc<Self>> {
        self.parent.as_ref()
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A further directory counts for it.
    pub(super) fn open(&self) {
        self.open.fetch_add(1, Ordering::Relaxed);
    }

    /// One of them is listed; true for the last one.
    pub(super) fn close(&self) -> bool {
        // AcqRel: what others added comes before what the last one does.
        self.open.fetch_sub(1, Ordering::AcqRel) == 1
    }

    /// Appends the path of the directory.
    pub(super) fn push_path(&self, to: &mut Vec<u8>) {
        let mut names = Vec::new();
        let mut node = Some(self);
        while let Some(this) = node {
            names.push(&this.name);
            node = this.parent.as_deref();
        }
        // The last one is what is above the arguments.
        names.pop();
        for (above, name) in names.iter().rev().enumerate() {
            if above > 0 && !to.ends_with(b"/") {
                to.push(b'/');
            }
            to.extend_from_slice(name);
        }
    }

    /// Appends the path of an entry in it.
    pub(super) fn push_entry(&self, name: &[u8], to: &mut Vec<u8>) {
        let start = to.len();
        self.push_path(to);
        if to.len() > start && !to.ends_with(b"/") {
            to.push(b'/');
        }
        to.extend_from_slice(name);
    }
}

impl Drop for Node {
    /// A chain of a million directories must not be freed by a million nested calls.
    fn drop(&mut self) {
        free_chain(self.parent.take(), |node| node.parent.take());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_have_one_slash_between() {
        let top = Node::top(None);
        for (argument, expected) in [(&b"a"[..], "a/b/c"), (b"a/", "a/b/c"), (b"/", "/b/c")] {
            let b = Node::new(&Node::new(&top, argument, None, Sums::default()), b"b", None, Sums::default());
            let mut path = Vec::new();
            b.push_entry(b"c", &mut path);
            assert_eq!(String::from_utf8(path).unwrap(), expected);
        }
        let mut path = Vec::new();
        top.push_entry(b"f", &mut path);
        assert_eq!(path, b"f");
    }

    #[test]
    fn sums_stop_at_the_largest_number() {
        let mut sums = Sums { bytes: u64::MAX - 1, inodes: 1, latest: None };
        sums.add(&Sums { bytes: 5, inodes: 1, latest: Some(Time::EPOCH) });
        assert_eq!(sums, Sums { bytes: u64::MAX, inodes: 2, latest: Some(Time::EPOCH) });
    }

    #[test]
    fn links_without_times_are_small() {
        let mut links = Links::default();
        for ino in 0..100_000 {
            links.add(&Link { id: (1, ino), sums: Sums { bytes: 10, inodes: 1, latest: None } });
        }
        assert!(links.weight() < 40 * 100_000, "{}", links.weight());
        links.add(&Link { id: (2, 7), sums: Sums { bytes: 1, inodes: 1, latest: Some(Time::EPOCH) } });
        let mut sums = Sums::default();
        links.drain().for_each(|link| sums.add(&link.sums));
        assert_eq!(sums, Sums { bytes: 1_000_001, inodes: 100_001, latest: Some(Time::EPOCH) });
    }

    #[test]
    fn a_long_chain_is_freed_without_recursion() {
        let mut node = Node::top(None);
        for _ in 0..1_000_000 {
            node = Node::new(&node, b"d", None, Sums::default());
        }
        assert_eq!(node.level, 1_000_000);
    }
}
