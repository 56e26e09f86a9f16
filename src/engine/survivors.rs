//! The entries of a directory that an ordered walk visits or enters: their records, and the order of their names.

use super::entry::Step;
use crate::sys::dirs::{self, Record};

/// The entries that the sieve let through, or that will be entered.
#[derive(Default)]
pub(super) struct Survivors {
    /// Their records, back to back.
    arena: Vec<u8>,
    /// Sorted by name.
    pub order: Vec<Survivor>,
}

#[derive(Clone, Copy)]
pub(super) struct Survivor {
    /// The first eight bytes of the name: most comparisons need no more.
    key: u64,
    /// Where the record starts.
    start: usize,
    pub step: Step,
}

impl Survivors {
    pub(super) fn push(&mut self, record: &Record<'_>, step: Step) {
        let mut key = [0; 8];
        let name = record.name.to_bytes();
        let length = name.len().min(key.len());
        key[..length].copy_from_slice(&name[..length]);
        self.order.push(Survivor { key: u64::from_be_bytes(key), start: self.arena.len(), step });
        self.arena.extend_from_slice(record.bytes);
    }

    pub(super) fn bytes(&self) -> usize {
        self.arena.len() + self.order.len() * size_of::<Survivor>()
    }

    pub(super) fn clear(&mut self) {
        self.arena.clear();
        self.order.clear();
    }

    pub(super) fn sort(&mut self) {
        let Self { arena, order } = self;
        order.sort_unstable_by(|a, b| a.key.cmp(&b.key).then_with(|| name_at(arena, a.start).cmp(name_at(arena, b.start))));
    }

    pub(super) fn record(&self, survivor: &Survivor) -> Option<Record<'_>> {
        dirs::records(&self.arena[survivor.start..]).next()
    }
}

fn name_at(arena: &[u8], start: usize) -> &[u8] {
    dirs::records(&arena[start..]).next().map_or(b"", |record| record.name.to_bytes())
}
