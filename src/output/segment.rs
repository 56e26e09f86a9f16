//! Tree order: each directory is a segment, a list of pieces that its worker appends to: bytes, and subdirectories'
//! segments where they belong. A cursor prints the pieces depth first, and stops where one is not there yet.
//!
//! A piece may be late: what it writes is made when the cursor comes by. That happens one at a time and in the order of
//! the tree, so it may depend on everything before.

use super::contents::Contents;
use super::sink::Sink;
use crate::base::bounds;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// What a directory in the making costs before it has output: its segment and its job.
const SEGMENT_BYTES: usize = 512;

enum Piece {
    Bytes(Vec<u8>),
    Contents { contents: Contents, weight: usize },
    Child(Arc<Segment>),
    Late { make: Late, weight: usize },
}

/// Makes bytes when their turn comes.
pub type Late = Box<dyn FnOnce(&mut Vec<u8>) + Send>;

/// The output of one directory, in the making.
#[derive(Default)]
pub struct Segment(Mutex<Inner>);

#[derive(Default)]
struct Inner {
    pieces: VecDeque<Piece>,
    /// Nothing more will be appended.
    ended: bool,
}

impl Segment {
    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn end(&self) {
        self.lock().ended = true;
    }
}

impl Drop for Segment {
    /// What a stopped walk leaves may be as deep as the tree: freed without nested calls.
    fn drop(&mut self) {
        let mut left = std::mem::take(&mut self.lock().pieces);
        while let Some(piece) = left.pop_front() {
            if let Piece::Child(child) = piece
                && let Some(mut only) = Arc::into_inner(child)
            {
                let inner = only.0.get_mut().unwrap_or_else(PoisonError::into_inner);
                left.append(&mut inner.pieces);
            }
        }
    }
}

/// All segments, the bytes that wait in them, and the cursor.
pub(super) struct Tree {
    top: Arc<Segment>,
    waiting: AtomicUsize,
    /// Bytes at which the printer is to be woken: what it could not print is not worth another look.
    wake_at: AtomicUsize,
    cursor: Mutex<Cursor>,
}

struct Cursor {
    stack: Vec<Arc<Segment>>,
    buffer: Vec<u8>,
}

impl Default for Tree {
    fn default() -> Self {
        let top = Arc::new(Segment::default());
        let cursor = Cursor { stack: vec![Arc::clone(&top)], buffer: Vec::new() };
        Self { top, waiting: AtomicUsize::new(0), wake_at: AtomicUsize::new(bounds::BLOCK_BYTES), cursor: Mutex::new(cursor) }
    }
}

impl Tree {
    pub(super) fn top(&self) -> &Arc<Segment> {
        &self.top
    }

    /// Appends bytes to a segment; true if the printer should look.
    pub(super) fn append(&self, segment: &Segment, mut bytes: Vec<u8>) -> bool {
        // A directory's last bytes are few, in a block that was made for more.
        bytes.shrink_to_fit();
        self.push(segment, bytes.len(), Piece::Bytes(bytes))
    }

    /// Appends the contents of a file of which `most` may wait: so many are as much output as may wait. True if the printer
    /// should look.
    pub(super) fn append_contents(&self, segment: &Segment, contents: Contents, most: usize) -> bool {
        let weight = bounds::ORDERED_BYTES.div_ceil(most);
        self.push(segment, weight, Piece::Contents { contents, weight })
    }

    /// A subdirectory's segment, at this point of its parent's.
    pub(super) fn child(&self, parent: &Segment) -> Arc<Segment> {
        let child = Arc::new(Segment::default());
        self.push(parent, SEGMENT_BYTES, Piece::Child(Arc::clone(&child)));
        child
    }

    /// Something that is made when its turn comes, and holds `weight` bytes until then; true if the printer should look.
    pub(super) fn append_late(&self, segment: &Segment, weight: usize, make: Late) -> bool {
        self.push(segment, weight, Piece::Late { make, weight })
    }

    fn push(&self, segment: &Segment, size: usize, piece: Piece) -> bool {
        // Counted before the cursor can see it and count it off.
        let waiting = self.waiting.fetch_add(size, Ordering::Relaxed) + size;
        segment.lock().pieces.push_back(piece);
        waiting >= self.wake_at.load(Ordering::Relaxed)
    }

    /// Counts bytes that wait elsewhere.
    pub(super) fn hold(&self, bytes: usize) {
        self.waiting.fetch_add(bytes, Ordering::Relaxed);
    }

    /// Counts them off.
    pub(super) fn release(&self, bytes: usize) {
        self.waiting.fetch_sub(bytes, Ordering::Relaxed);
    }

    /// Whether as much waits as may.
    pub(super) fn is_crowded(&self) -> bool {
        self.waiting.load(Ordering::Relaxed) >= bounds::ORDERED_BYTES
    }

    /// Waits while the printer is about to print: the front must not run away from a slow reader. When the printer has
    /// caught up with the front it is the front that everybody waits for.
    pub(super) fn wait_for_print(&self) {
        drop(self.cursor.lock().unwrap_or_else(PoisonError::into_inner));
    }

    /// Prints what is there, in whole blocks; with `everything` the last, smaller one too.
    pub(super) fn print(&self, sink: &Sink, everything: bool) {
        let mut cursor = self.cursor.lock().unwrap_or_else(PoisonError::into_inner);
        let Cursor { stack, buffer } = &mut *cursor;
        while let Some(segment) = stack.last() {
            let mut inner = segment.lock();
            match inner.pieces.pop_front() {
                Some(Piece::Bytes(bytes)) => {
                    drop(inner);
                    buffer.extend_from_slice(&bytes);
                    if buffer.len() >= bounds::BLOCK_BYTES {
                        self.write(sink, buffer);
                    }
                }
                Some(Piece::Contents { contents, weight }) => {
                    drop(inner);
                    self.write(sink, buffer);
                    sink.pour_waiting(contents);
                    self.waiting.fetch_sub(weight, Ordering::Relaxed);
                }
                Some(Piece::Late { make, weight }) => {
                    drop(inner);
                    let before = buffer.len();
                    make(buffer);
                    self.waiting.fetch_add(buffer.len() - before, Ordering::Relaxed);
                    self.waiting.fetch_sub(weight, Ordering::Relaxed);
                    if buffer.len() >= bounds::BLOCK_BYTES {
                        self.write(sink, buffer);
                    }
                }
                Some(Piece::Child(child)) => {
                    drop(inner);
                    self.waiting.fetch_sub(SEGMENT_BYTES, Ordering::Relaxed);
                    stack.push(child);
                }
                None if inner.ended => {
                    drop(inner);
                    stack.pop();
                }
                None => break,
            }
        }
        if everything {
            self.write(sink, buffer);
        }
        let left = self.waiting.load(Ordering::Relaxed);
        self.wake_at.store((left + bounds::BLOCK_BYTES).min(bounds::ORDERED_BYTES), Ordering::Relaxed);
    }

    /// Bytes wait until they are written.
    fn write(&self, sink: &Sink, buffer: &mut Vec<u8>) {
        sink.write(buffer);
        self.waiting.fetch_sub(buffer.len(), Ordering::Relaxed);
        buffer.clear();
    }
}
