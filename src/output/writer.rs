//! A worker's end of an output: it appends whole records to a block of its own and sends full blocks.

use super::Output;
use super::printer::Slot;
use super::segment::Segment;
use crate::base::bounds;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Where in the tree something is written; `None` where order does not matter.
pub type Place = Option<Arc<Segment>>;

const AGE: Duration = Duration::from_millis(bounds::BLOCK_AGE_MS);

/// A worker's end of an `Output`.
pub struct Writer {
    output: Output,
    slot: Arc<Slot>,
    block: Vec<u8>,
    /// The block lies in the slot.
    left: bool,
    /// Where the block's bytes belong.
    place: Place,
    /// When the block was last known to be empty or young, for walks without printer.
    born: Option<Instant>,
}

impl Writer {
    pub(super) fn new(output: Output, slot: Arc<Slot>) -> Self {
        Self { output, slot, block: Vec::new(), left: false, place: None, born: None }
    }

    /// The place of the starting points.
    #[must_use]
    pub fn top(&self) -> Place {
        self.output.shared.tree.as_ref().map(|tree| Arc::clone(tree.top()))
    }

    /// The block to append whole records to; `end_record` must follow them.
    #[inline(always)]
    pub fn record(&mut self, place: &Place) -> &mut Vec<u8> {
        if self.left {
            self.block = self.slot.take();
            self.left = false;
        }
        if let Some(segment) = place
            && !self.place.as_ref().is_some_and(|current| Arc::ptr_eq(current, segment))
        {
            self.publish();
            self.place = Some(Arc::clone(segment));
        }
        if self.block.capacity() == 0 {
            // A directory of ten files makes some hundred bytes.
            self.block.reserve(if place.is_none() { bounds::BLOCK_BYTES + bounds::BLOCK_BYTES / 8 } else { 1024 });
        }
        &mut self.block
    }

    /// Whether the block is full: `end_record` would send it.
    #[inline]
    #[must_use]
    pub const fn is_full(&self) -> bool {
        self.block.len() >= bounds::BLOCK_BYTES
    }

    /// The records are whole: a full block goes.
    #[inline]
    pub fn end_record(&mut self) {
        if self.is_full() {
            self.publish();
        }
    }

    /// A place for what is written of a directory found now.
    pub fn enter(&mut self, parent: &Place) -> Place {
        let parent = parent.as_ref()?;
        self.publish();
        Some(parent.child())
    }

    /// Nothing more will be written at this place.
    pub fn end(&mut self, place: &Place) {
        if let Some(segment) = place {
            self.publish();
            segment.end();
        }
    }

    /// The worker may wait in the kernel from here: what it wrote shall not wait with it.
    pub fn pause(&mut self) {
        if self.left {
            return;
        }
        if self.block.is_empty() {
            self.born = None;
            self.output.grow();
            return;
        }
        if self.place.is_none() && self.output.printer().is_some() {
            self.slot.leave(std::mem::take(&mut self.block));
            self.left = true;
            return;
        }
        self.output.grow();
        let now = Instant::now();
        if now.duration_since(*self.born.get_or_insert(now)) >= AGE {
            self.publish();
        }
    }

    /// Sends what was written: whatever anybody writes after this comes after it.
    pub fn publish(&mut self) {
        if self.left {
            self.block = self.slot.take();
            self.left = false;
        }
        if self.block.is_empty() {
            return;
        }
        self.born = None;
        let block = std::mem::take(&mut self.block);
        match (&self.place, &self.output.shared.tree) {
            (Some(segment), Some(tree)) => {
                if tree.append(segment, block) {
                    match self.output.printer() {
                        Some(printer) => printer.nudge(),
                        None => tree.print(&self.output.shared.sink, false),
                    }
                }
            }
            _ => self.block = self.output.send(block),
        }
    }

    /// Whether as much output waits as may.
    #[must_use]
    pub fn is_crowded(&self) -> bool {
        self.output.shared.tree.as_ref().is_some_and(super::segment::Tree::is_crowded)
    }

    /// Waits until most of what was written at `place`, the front of the tree, is printed.
    pub fn drain(&mut self, place: &Place) {
        self.publish();
        let (Some(segment), Some(tree)) = (place, &self.output.shared.tree) else { return };
        while tree.is_clogged(segment) && !self.output.is_closed() {
            match self.output.printer() {
                Some(printer) => {
                    printer.nudge();
                    tree.wait_for_print();
                }
                None => tree.print(&self.output.shared.sink, false),
            }
        }
    }
}
