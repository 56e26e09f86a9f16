//! What a worker has to itself: its ends of the outputs, and what it remembers between entries.

use super::mounts::Mounts;
use super::owners::Owners;
use super::places::Places;
use super::run::Pending;
use super::zone::Zone;
use crate::base::Counts;
use crate::output::{Outputs, Place, Writer};
use std::collections::HashMap;
use std::sync::Arc;

/// A worker's ends of all outputs.
pub(super) struct Writers {
    pub stdout: Writer,
    pub files: Vec<Writer>,
}

impl Writers {
    pub(super) fn new(outputs: &Outputs) -> Self {
        Self { stdout: outputs.stdout().writer(), files: outputs.files().map(|output| output.writer()).collect() }
    }

    /// Appends one record to standard output or a file.
    #[inline(never)]
    pub(super) fn record(&mut self, stream: Option<usize>, place: &Place) -> &mut Vec<u8> {
        match stream.and_then(|at| self.files.get_mut(at)) {
            Some(file) => file.record(&None),
            None => self.stdout.record(place),
        }
    }

    /// An entry's records are whole: full blocks go. Not before, so that its records stay together.
    #[inline]
    pub(super) fn end_entry(&mut self) {
        self.stdout.end_record();
        self.files.iter_mut().for_each(Writer::end_record);
    }

    /// Sends what was written.
    pub(super) fn publish(&mut self) {
        self.stdout.publish();
        self.files.iter_mut().for_each(Writer::publish);
    }

    /// Writes what was written to them, to the descriptors themselves.
    pub(super) fn flush(&mut self) {
        self.stdout.flush();
        self.files.iter_mut().for_each(Writer::flush);
    }

    /// The worker may wait in the kernel from here.
    pub(super) fn pause(&mut self) {
        self.stdout.pause();
        self.files.iter_mut().for_each(Writer::pause);
    }
}

/// What a worker remembers.
#[derive(Default)]
pub(super) struct Memory {
    pub zone: Zone,
    pub users: Names,
    pub groups: Names,
    pub mounts: Mounts,
    pub places: Places,
    /// Room for the target of a link.
    pub link: Vec<u8>,
    /// Room for what a small file holds.
    pub contents: Vec<u8>,
    /// Room for a security context.
    pub context: Vec<u8>,
}

/// A name, or a number in its place.
#[derive(Clone)]
struct Name {
    text: Arc<[u8]>,
    is_name: bool,
}

/// Names of users or groups, those that this worker saw.
#[derive(Default)]
pub(super) struct Names {
    last: Option<(u32, Name)>,
    seen: HashMap<u32, Name>,
}

impl Names {
    /// Makes the name of `id` the last one asked for; its number where it has none. A look-up that fails is an error once,
    /// and then the number.
    pub(super) fn look_up(&mut self, id: u32, ask: impl FnOnce() -> Result<Option<Arc<[u8]>>, i32>) -> Result<(), i32> {
        if matches!(self.last, Some((last, _)) if last == id) {
            return Ok(());
        }
        let number = || Name { text: Arc::from(id.to_string().into_bytes()), is_name: false };
        let (name, outcome) = match self.seen.get(&id) {
            Some(name) => (name.clone(), Ok(())),
            None => match ask() {
                Ok(Some(text)) => (Name { text, is_name: true }, Ok(())),
                Ok(None) => (number(), Ok(())),
                Err(errno) => (number(), Err(errno)),
            },
        };
        self.seen.entry(id).or_insert_with(|| name.clone());
        self.last = Some((id, name));
        outcome
    }

    /// The name asked for last, and whether it is one.
    pub(super) fn last(&self) -> (&[u8], bool) {
        self.last.as_ref().map_or((b"", false), |(_, name)| (&name.text, name.is_name))
    }
}

/// All of it.
pub(super) struct Own {
    pub writers: Writers,
    pub memory: Memory,
    /// What waits for commands in directories.
    pub pending: Vec<Pending>,
    /// What was asked of the kernel besides what the engine asked.
    pub counts: Counts,
}

impl Own {
    pub(super) fn new(outputs: &Outputs) -> Self {
        Self { writers: Writers::new(outputs), memory: Memory::default(), pending: Vec::new(), counts: Counts::default() }
    }

    /// Makes the owner of an entry the last one asked for.
    pub(super) fn user(&mut self, uid: u32, owners: &Owners) -> Result<(), i32> {
        self.memory.users.look_up(uid, || owners.user(uid))
    }

    /// Makes the group of an entry the last one asked for.
    pub(super) fn group(&mut self, gid: u32, owners: &Owners) -> Result<(), i32> {
        self.memory.groups.look_up(gid, || owners.group(gid))
    }
}
