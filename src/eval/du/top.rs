//! The largest of many lines: a bounded heap, in a total order, so that it does not matter who comes first.

use super::node::Sums;
use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

/// A line that may be among the largest.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Candidate {
    /// What the order goes by.
    pub size: u64,
    pub path: Vec<u8>,
    pub sums: Sums,
}

impl Ord for Candidate {
    /// The larger first, then by path.
    fn cmp(&self, other: &Self) -> Ordering {
        Reverse(self.size).cmp(&Reverse(other.size)).then_with(|| self.path.cmp(&other.path))
    }
}

impl PartialOrd for Candidate {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The first `most` candidates in their order.
pub(super) struct Top {
    most: usize,
    /// The last of them is on top.
    heap: BinaryHeap<Candidate>,
    /// Room for a path.
    path: Vec<u8>,
}

impl Top {
    pub(super) fn new(most: usize) -> Self {
        Self { most, heap: BinaryHeap::new(), path: Vec::new() }
    }

    /// Keeps a candidate if it is among the first; `path` is asked only if its size does not decide.
    pub(super) fn offer(&mut self, size: u64, sums: &Sums, path: impl FnOnce(&mut Vec<u8>)) {
        let full = self.heap.len() >= self.most;
        if full && self.heap.peek().is_none_or(|last| size < last.size) {
            return;
        }
        self.path.clear();
        path(&mut self.path);
        if full && self.heap.peek().is_some_and(|last| size == last.size && self.path >= last.path) {
            return;
        }
        self.keep(Candidate { size, path: self.path.clone(), sums: *sums });
    }

    fn keep(&mut self, candidate: Candidate) {
        self.heap.push(candidate);
        if self.heap.len() > self.most {
            self.heap.pop();
        }
    }

    /// Takes over what another one kept.
    pub(super) fn merge(&mut self, other: Self) {
        other.heap.into_iter().for_each(|candidate| self.keep(candidate));
    }

    /// What was kept, in its order.
    pub(super) fn take(&mut self) -> Vec<Candidate> {
        std::mem::take(&mut self.heap).into_sorted_vec()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_stay_and_equals_go_by_path() {
        let (mut a, mut b) = (Top::new(3), Top::new(3));
        for (size, path) in [(5, "e"), (1, "x"), (7, "b"), (5, "d"), (7, "a")] {
            let half = if size == 5 { &mut a } else { &mut b };
            half.offer(size, &Sums::default(), |to| to.extend_from_slice(path.as_bytes()));
        }
        a.merge(b);
        let kept: Vec<_> = a.take().into_iter().map(|one| (one.size, String::from_utf8(one.path).unwrap())).collect();
        assert_eq!(kept, [(7, "a".into()), (7, "b".into()), (5, "d".into())]);
    }
}
