//! The lane: where an expression can end the walk, the actions of an entry, from its first one on, run one entry at a
//! time. Else another worker's line could follow the one that `-print -quit` prints.

use super::own::Writers;
use std::sync::{Mutex, MutexGuard, PoisonError};

pub(super) struct Lane(Mutex<Traffic>);

/// What only the entry in the lane may touch.
pub(super) struct Traffic {
    /// The lane's own blocks: its records come out in the order of its entries.
    pub writers: Writers,
    /// An entry has ended the walk: no action runs any more.
    pub closed: bool,
}

impl Lane {
    pub(super) fn new(writers: Writers) -> Self {
        Self(Mutex::new(Traffic { writers, closed: false }))
    }

    /// Waits for the lane. `None`: it is closed.
    pub(super) fn enter(&self) -> Option<MutexGuard<'_, Traffic>> {
        let traffic = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        (!traffic.closed).then_some(traffic)
    }

    /// Leaves its blocks where the printer finds it, if nobody is in the lane.
    pub(super) fn pause(&self) {
        if let Ok(mut traffic) = self.0.try_lock() {
            traffic.writers.pause();
        }
    }

    /// Writes its blocks to the descriptors themselves. Not for who is in the lane.
    pub(super) fn flush(&self) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).writers.flush();
    }

    /// Sends its blocks, unless somebody is in the lane: whoever leaves it last sends them, and one who hangs in it
    /// shall hold nobody up.
    pub(super) fn publish(&self) {
        if let Ok(mut traffic) = self.0.try_lock() {
            traffic.writers.publish();
        }
    }
}
