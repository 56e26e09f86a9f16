//! The printer: the one thread that writes once a walk has several workers.
//!
//! Blocks come through a channel, in the order of their sending. Every tick the printer takes what lies in the workers'
//! slots, since a worker that hangs in the kernel cannot send it; it goes through the same channel, pushed under the
//! slot's lock, so a block that its worker sends later stays behind it. A slot's lock is never held across a system
//! call.

use super::segment::Tree;
use super::{Mixed, Output, Shared};
use crate::base::bounds;
use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, TrySendError, bounded};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

const GRACE: Duration = Duration::from_millis(bounds::STOP_GRACE_MS);
const TICK: Duration = Duration::from_millis(bounds::BLOCK_AGE_MS);

/// Where a worker leaves its block while it may be waiting in the kernel.
#[derive(Default)]
pub(super) struct Slot(Mutex<Left>);

/// A block that was left.
#[derive(Default)]
pub(super) struct Left {
    pub block: Vec<u8>,
    /// Bytes of it that are the records of whole entries; what follows stays together with what its entry still writes.
    pub whole: usize,
}

impl Slot {
    fn lock(&self) -> MutexGuard<'_, Left> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes the block out, to go on filling it.
    pub(super) fn take(&self) -> Left {
        std::mem::take(&mut *self.lock())
    }

    /// Leaves the block.
    pub(super) fn leave(&self, block: Vec<u8>, whole: usize) {
        *self.lock() = Left { block, whole };
    }

    /// What was left is all whole.
    pub(super) fn all_whole(&self) {
        let mut left = self.lock();
        left.whole = left.block.len();
    }

    /// Takes out what is whole.
    fn take_whole(left: &mut Left) -> Vec<u8> {
        let rest = left.block.split_off(left.whole);
        left.whole = 0;
        std::mem::replace(&mut left.block, rest)
    }

    /// Sends what was left, if the channel has room: else there is no hurry.
    fn sweep(&self, sender: &Sender<Message>) {
        let mut left = self.lock();
        if left.whole == 0 {
            return;
        }
        let block = Self::take_whole(&mut left);
        if let Err(TrySendError::Full(Message::Block(mut back))) = sender.try_send(Message::Block(block)) {
            left.whole = back.len();
            back.append(&mut left.block);
            left.block = back;
        }
    }
}

enum Message {
    Block(Vec<u8>),
    Mixed(Mixed),
    /// Something in the tree may be printed.
    Look,
    /// What came before is to be written, then this is to be dropped.
    Flush(Sender<()>),
    /// Nothing more comes.
    End,
}

pub(super) struct Printer {
    sender: Sender<Message>,
    ended: Receiver<()>,
}

impl Printer {
    /// `None` if no thread can be started: then everybody goes on writing for themselves.
    pub(super) fn start(output: &Output) -> Option<Self> {
        let (sender, receiver) = bounded(bounds::BLOCKS_WAITING);
        let (end, ended) = bounded(0);
        let shared = Arc::clone(&output.shared);
        let own_sender = sender.clone();
        std::thread::Builder::new()
            .name("uwalk-print".into())
            .spawn(move || {
                print(&shared, &receiver, &own_sender);
                drop(end);
            })
            .ok()?;
        Some(Self { sender, ended })
    }

    pub(super) fn send(&self, block: Vec<u8>) {
        // The printer holds a sender and a receiver until it gets `End`, so this cannot fail before.
        let _ = self.sender.send(Message::Block(block));
    }

    pub(super) fn send_mixed(&self, mixed: Mixed) {
        let _ = self.sender.send(Message::Mixed(mixed));
    }

    /// Waits until everything that was sent before is written.
    pub(super) fn flush(&self) {
        let (written, waiting) = bounded(0);
        let _ = self.sender.send(Message::Flush(written));
        // Disconnected when the printer comes to the message and drops it.
        let _ = waiting.recv();
    }

    /// Makes the printer look into the tree, if it is not about to anyway.
    pub(super) fn nudge(&self) {
        let _ = self.sender.try_send(Message::Look);
    }

    pub(super) fn finish(&self, shared: &Shared) {
        let slots = shared.slots();
        let blocks: Vec<Vec<u8>> = slots.iter().map(|slot| Slot::take_whole(&mut slot.lock())).collect();
        // The printer takes this lock too.
        drop(slots);
        blocks.into_iter().filter(|block| !block.is_empty()).for_each(|block| self.send(block));
        let _ = self.sender.send(Message::End);
        // Disconnected when the printer is gone.
        let _ = self.ended.recv();
    }
}

fn print(shared: &Shared, receiver: &Receiver<Message>, sender: &Sender<Message>) {
    let mut tick = Instant::now() + TICK;
    let mut unread_since = None;
    loop {
        match receiver.recv_deadline(tick) {
            Ok(Message::Block(mut block)) => {
                shared.sink.write(&block);
                if block.capacity() <= 4 * bounds::BLOCK_BYTES {
                    block.clear();
                    let _ = shared.spare.0.try_send(block);
                }
            }
            Ok(Message::Mixed(mixed)) => mixed.write(&shared.sink),
            Ok(Message::Flush(written)) => drop(written),
            Ok(Message::Look) => look(shared.tree.as_ref(), shared, false),
            Ok(Message::End) => {
                look(shared.tree.as_ref(), shared, true);
                return;
            }
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {}
        }
        if Instant::now() >= tick {
            tick = Instant::now() + TICK;
            if shared.forsaken.get().is_some() {
                shared.sink.check();
            }
            look(shared.tree.as_ref(), shared, true);
            for slot in shared.slots().iter() {
                slot.sweep(sender);
            }
            if shared.sink.error().is_some()
                && unread_since.get_or_insert_with(Instant::now).elapsed() > GRACE
                && let Some(call) = shared.forsaken.get()
            {
                call();
            }
        }
    }
}

fn look(tree: Option<&Tree>, shared: &Shared, everything: bool) {
    if let Some(tree) = tree {
        tree.print(&shared.sink, everything);
    }
}
