//! Tree order: each directory is a segment, a list of pieces that its worker appends to: bytes, and subdirectories'
//! segments where they belong. A cursor prints the pieces depth first, and stops where one is not there yet.

use super::sink::Sink;
use crate::base::bounds;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

enum Piece {
    Bytes(Vec<u8>),
    Child(Arc<Segment>),
}

/// The output of one directory, in the making.
#[derive(Default)]
pub struct Segment {
    inner: Mutex<Inner>,
    /// Bytes of its own that wait to be printed.
    unprinted: AtomicUsize,
}

#[derive(Default)]
struct Inner {
    pieces: VecDeque<Piece>,
    /// Nothing more will be appended.
    ended: bool,
}

impl Segment {
    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A subdirectory's segment, at this point.
    pub(super) fn child(&self) -> Arc<Self> {
        let child = Arc::new(Self::default());
        self.lock().pieces.push_back(Piece::Child(Arc::clone(&child)));
        child
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
                let inner = only.inner.get_mut().unwrap_or_else(PoisonError::into_inner);
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
    printed: Condvar,
}

struct Cursor {
    stack: Vec<Arc<Segment>>,
    buffer: Vec<u8>,
}

impl Default for Tree {
    fn default() -> Self {
        let top = Arc::new(Segment::default());
        let cursor = Cursor { stack: vec![Arc::clone(&top)], buffer: Vec::new() };
        Self {
            top,
            waiting: AtomicUsize::new(0),
            wake_at: AtomicUsize::new(bounds::BLOCK_BYTES),
            cursor: Mutex::new(cursor),
            printed: Condvar::new(),
        }
    }
}

impl Tree {
    pub(super) fn top(&self) -> &Arc<Segment> {
        &self.top
    }

    /// Appends bytes to a segment; true if the printer should look.
    pub(super) fn append(&self, segment: &Segment, bytes: Vec<u8>) -> bool {
        let length = bytes.len();
        // Counted before the cursor can see it and count it off.
        segment.unprinted.fetch_add(length, Ordering::Relaxed);
        let waiting = self.waiting.fetch_add(length, Ordering::Relaxed) + length;
        segment.lock().pieces.push_back(Piece::Bytes(bytes));
        waiting >= self.wake_at.load(Ordering::Relaxed)
    }

    /// Whether as much waits as may.
    pub(super) fn is_crowded(&self) -> bool {
        self.waiting.load(Ordering::Relaxed) >= bounds::ORDERED_BYTES
    }

    /// Whether the front's own bytes are too many.
    pub(super) fn is_clogged(&self, segment: &Segment) -> bool {
        segment.unprinted.load(Ordering::Relaxed) >= bounds::FRONT_BYTES
    }

    /// Waits a while for something to be printed.
    pub(super) fn wait_for_print(&self) {
        let cursor = self.cursor.lock().unwrap_or_else(PoisonError::into_inner);
        let pause = Duration::from_millis(bounds::BLOCK_AGE_MS);
        drop(self.printed.wait_timeout(cursor, pause).unwrap_or_else(PoisonError::into_inner));
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
                    segment.unprinted.fetch_sub(bytes.len(), Ordering::Relaxed);
                    buffer.extend_from_slice(&bytes);
                    if buffer.len() >= bounds::BLOCK_BYTES {
                        self.write(sink, buffer);
                    }
                }
                Some(Piece::Child(child)) => {
                    drop(inner);
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
        self.printed.notify_all();
    }

    /// Bytes wait until they are written.
    fn write(&self, sink: &Sink, buffer: &mut Vec<u8>) {
        sink.write(buffer);
        self.waiting.fetch_sub(buffer.len(), Ordering::Relaxed);
        buffer.clear();
    }
}
