//! A worker's end of an output: it appends whole records to a block of its own and sends full blocks.

use super::printer::Slot;
use super::segment::{Late, Segment, Tree};
use super::{Contents, Mixed, Output};
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
    /// Bytes of the block that are the records of whole entries.
    whole: usize,
    /// Files among them, each behind so many bytes of the block. They are those of the entry that is being written.
    files: Vec<(usize, Contents)>,
    /// An entry's records are being written.
    open: bool,
    /// The block lies in the slot.
    left: bool,
    /// Something was appended since the last `flush`.
    unwritten: bool,
    /// Where the block's bytes belong.
    place: Place,
    /// When the block was last known to be empty or young, for walks without printer.
    born: Option<Instant>,
}

impl Writer {
    pub(super) fn new(output: Output, slot: Arc<Slot>) -> Self {
        Self {
            output,
            slot,
            block: Vec::new(),
            whole: 0,
            files: Vec::new(),
            open: false,
            left: false,
            unwritten: false,
            place: None,
            born: None,
        }
    }

    /// The place of the starting points.
    #[must_use]
    pub fn top(&self) -> Place {
        self.output.shared.tree.as_ref().map(|tree| Arc::clone(tree.top()))
    }

    /// The block to append whole records to; `end_record` must follow them.
    #[inline(always)]
    pub fn record(&mut self, place: &Place) -> &mut Vec<u8> {
        self.open = true;
        self.unwritten = true;
        self.take_back();
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

    /// The contents of a file, behind what was appended and before what will be; `end_record` must follow.
    pub fn contents(&mut self, place: &Place, contents: Contents) {
        self.record(place);
        if place.is_none() && self.whole > 0 {
            // The records of entries before do not wait for it.
            let rest = self.block.split_off(self.whole);
            let whole = std::mem::replace(&mut self.block, rest);
            self.whole = 0;
            self.output.send(whole);
        }
        self.files.push((self.block.len(), contents));
    }

    #[inline]
    fn take_back(&mut self) {
        if self.left {
            let left = self.slot.take();
            (self.block, self.whole, self.left) = (left.block, left.whole, false);
        }
    }

    /// An entry's records are whole: a full block goes.
    #[inline]
    pub fn end_record(&mut self) {
        if !std::mem::take(&mut self.open) {
            return;
        }
        if self.left {
            self.slot.all_whole();
            return;
        }
        self.whole = self.block.len();
        if self.block.len() >= bounds::BLOCK_BYTES || !self.files.is_empty() {
            self.publish();
        }
    }

    /// A place for what is written of a directory found now.
    pub fn enter(&mut self, parent: &Place) -> Place {
        let parent = parent.as_ref()?;
        self.publish();
        self.output.shared.tree.as_ref().map(|tree| tree.child(parent))
    }

    /// Something to be written at this place after what was written there before, made when its turn in the tree comes;
    /// it holds `weight` bytes until then. Only for the order of a tree.
    pub fn late(&mut self, place: &Place, weight: usize, make: Late) {
        self.publish();
        if let (Some(segment), Some(tree)) = (place, &self.output.shared.tree)
            && tree.append_late(segment, weight, make)
        {
            self.look(tree);
        }
    }

    /// Something that output will be made from takes so many bytes: they count as output that waits.
    pub fn hold(&self, bytes: usize) {
        if let Some(tree) = &self.output.shared.tree {
            tree.hold(bytes);
        }
    }

    /// It takes them no longer.
    pub fn release(&self, bytes: usize) {
        if let Some(tree) = &self.output.shared.tree {
            tree.release(bytes);
        }
    }

    /// Prints what can be printed of the tree, or has the printer do it.
    fn look(&self, tree: &Tree) {
        match self.output.printer() {
            Some(printer) => printer.nudge(),
            None => tree.print(&self.output.shared.sink, false),
        }
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
        if self.left || !self.files.is_empty() {
            return;
        }
        self.output.grow();
        if self.block.is_empty() {
            self.born = None;
            return;
        }
        if self.place.is_none() && self.output.printer().is_some() {
            self.slot.leave(std::mem::take(&mut self.block), self.whole);
            self.left = true;
            return;
        }
        let now = Instant::now();
        if now.duration_since(*self.born.get_or_insert(now)) >= AGE {
            self.publish();
        }
    }

    /// Sends what was written: whatever anybody writes after this comes after it.
    pub fn publish(&mut self) {
        self.take_back();
        if !self.files.is_empty() {
            return self.publish_mixed();
        }
        if self.block.is_empty() {
            return;
        }
        self.born = None;
        self.whole = 0;
        let block = std::mem::take(&mut self.block);
        match (&self.place, &self.output.shared.tree) {
            (Some(segment), Some(tree)) => {
                if tree.append(segment, block) {
                    self.look(tree);
                }
            }
            _ => self.block = self.output.send(block),
        }
    }

    /// The same where there are files.
    fn publish_mixed(&mut self) {
        self.born = None;
        self.whole = 0;
        let mixed = Mixed { bytes: std::mem::take(&mut self.block), files: std::mem::take(&mut self.files) };
        let (Some(segment), Some(tree)) = (&self.place, &self.output.shared.tree) else {
            return self.output.send_mixed(mixed);
        };
        let sink = &self.output.shared.sink;
        let may_wait = sink.files_wait(mixed.files.len());
        let mut done = 0;
        let mut looks = false;
        for (at, contents) in mixed.files {
            looks |= at > done && tree.append(segment, mixed.bytes[done..at].to_vec());
            looks |= tree.append_contents(segment, contents, sink.files_most());
            done = at;
        }
        looks |= done < mixed.bytes.len() && tree.append(segment, mixed.bytes[done..].to_vec());
        if !may_wait {
            // The front goes on whatever waits: it prints itself then.
            tree.print(sink, false);
        } else if looks {
            self.look(tree);
        }
    }

    /// Writes what this writer was given, to the descriptor itself. Not for the order of a tree.
    pub fn flush(&mut self) {
        if std::mem::take(&mut self.unwritten) {
            self.publish();
            self.output.flush();
        }
    }

    /// Descriptors are short: has files poured that wait, those of the entry that is being written too. Its records are in
    /// parts then, which is better than without what they are of.
    pub fn relieve(&mut self) {
        if !self.files.is_empty() {
            self.publish();
        }
        match &self.output.shared.tree {
            Some(tree) => tree.print(&self.output.shared.sink, false),
            None => self.output.flush(),
        }
    }

    /// Writes all of the tree that can be written, before something that may take any time.
    pub fn catch_up(&mut self) {
        self.publish();
        if let Some(tree) = &self.output.shared.tree {
            tree.print(&self.output.shared.sink, true);
        }
    }

    /// Has everything late made whose turn has come.
    pub fn make_late(&mut self) {
        self.publish();
        if let Some(tree) = &self.output.shared.tree {
            tree.print(&self.output.shared.sink, false);
        }
    }

    /// Whether as much output waits as may.
    #[must_use]
    pub fn is_crowded(&self) -> bool {
        self.output.shared.tree.as_ref().is_some_and(Tree::is_crowded)
    }

    /// At the front of the tree, where as much waits as may: waits for the printer, unless it waits for the front.
    pub fn drain(&mut self) {
        self.publish();
        let Some(tree) = &self.output.shared.tree else { return };
        match self.output.printer() {
            Some(printer) => {
                printer.nudge();
                tree.wait_for_print();
            }
            None => tree.print(&self.output.shared.sink, false),
        }
    }
}
