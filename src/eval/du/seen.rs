//! Sets of inodes, in little memory: numbers of inodes by device, in open hash tables of eight or sixteen bytes an entry.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};

/// Inode numbers are spread by one multiplication: they are numbers of the file system's own making.
#[derive(Default)]
pub(super) struct Spread(u64);

impl Hasher for Spread {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.write_u64(u64::from(*byte)));
    }

    fn write_u64(&mut self, number: u64) {
        // 2^64 by the golden ratio; the high half, which is mixed best, goes where the table looks first.
        self.0 = (self.0 ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(32);
    }
}

type Hashed = BuildHasherDefault<Spread>;

/// Something for each device: there are few, and the last one is asked for again.
struct Devices<T> {
    all: Vec<(u64, T)>,
}

impl<T> Default for Devices<T> {
    fn default() -> Self {
        Self { all: Vec::new() }
    }
}

impl<T: Default> Devices<T> {
    fn of(&mut self, dev: u64) -> &mut T {
        let at = self.all.iter().position(|(known, _)| *known == dev).unwrap_or_else(|| {
            self.all.push((dev, T::default()));
            self.all.len() - 1
        });
        &mut self.all[at].1
    }
}

/// Inodes that were counted.
#[derive(Default)]
pub(super) struct Seen(Devices<HashSet<u64, Hashed>>);

impl Seen {
    /// Whether it is among them.
    pub(super) fn has(&mut self, (dev, ino): (u64, u64)) -> bool {
        self.0.of(dev).contains(&ino)
    }

    /// Adds one; true if it is new.
    pub(super) fn insert(&mut self, (dev, ino): (u64, u64)) -> bool {
        self.0.of(dev).insert(ino)
    }
}

/// Inodes with what each of them holds.
#[derive(Default)]
pub(super) struct Bag<T>(Devices<HashMap<u64, T, Hashed>>);

impl<T> Bag<T> {
    /// Adds one, once.
    pub(super) fn add(&mut self, (dev, ino): (u64, u64), value: T) {
        self.0.of(dev).entry(ino).or_insert(value);
    }

    /// What is held of an inode that is in it.
    pub(super) fn get(&mut self, (dev, ino): (u64, u64)) -> Option<&T> {
        self.0.of(dev).get(&ino)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.all.iter().all(|(_, inodes)| inodes.is_empty())
    }

    /// About how many bytes of memory it takes.
    pub(super) fn weight(&self) -> usize {
        self.0.all.iter().map(|(_, inodes)| inodes.capacity() * size_of::<(u64, T)>()).sum()
    }

    /// Everything in it, in no order.
    pub(super) fn drain(self) -> impl Iterator<Item = ((u64, u64), T)> {
        self.0.all.into_iter().flat_map(|(dev, inodes)| inodes.into_iter().map(move |(ino, value)| ((dev, ino), value)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_inode_is_new_once_on_each_device() {
        let mut seen = Seen::default();
        assert!(seen.insert((1, 7)) && seen.insert((2, 7)) && seen.insert((1, 8)));
        assert!(!seen.insert((1, 7)) && !seen.insert((2, 7)));
    }

    #[test]
    fn a_bag_keeps_the_first() {
        let mut bag = Bag::default();
        bag.add((1, 7), 10);
        bag.add((1, 7), 11);
        bag.add((2, 7), 12);
        let mut all: Vec<_> = bag.drain().collect();
        all.sort_unstable();
        assert_eq!(all, [((1, 7), 10), ((2, 7), 12)]);
    }
}
