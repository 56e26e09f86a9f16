//! The types of file systems by their devices. The list of mounts is read when a device is met that is not known: what is
//! mounted during the walk is found too.

use crate::base::Entry;
use crate::sys::mounts;
use std::collections::HashMap;

/// What is said of a file system that is not in the list.
const UNKNOWN: &[u8] = b"unknown";

/// What a worker remembers of them.
#[derive(Default)]
pub(super) struct Mounts {
    known: HashMap<u64, Vec<u8>>,
    /// The list could not be read, which was told.
    failed: bool,
}

impl Mounts {
    /// Learns the type of the file system that `entry` is on, whose device is `dev`.
    ///
    /// # Errors
    /// The errno of reading the list, once.
    pub(super) fn learn(&mut self, dev: u64, entry: &Entry<'_>) -> Result<(), i32> {
        if self.failed || self.known.contains_key(&dev) {
            return Ok(());
        }
        let list = mounts::list().inspect_err(|_| self.failed = true)?;
        // Subvolumes have devices of their own, which the list does not have; the mount that they are in is there.
        let of_mount = || {
            let id = mounts::id_of(entry.dir_fd, entry.found.name, entry.follow)?;
            list.iter().find(|mount| mount.id == id)
        };
        // Of several mounts of one device the last one counts, as the topmost.
        let mount = list.iter().rev().find(|mount| mount.dev == dev).or_else(of_mount);
        self.known.insert(dev, mount.map_or(UNKNOWN, |mount| mount.kind.as_slice()).to_vec());
        Ok(())
    }

    /// The type of the file system on a device, by what was learnt.
    pub(super) fn fstype(&self, dev: u64) -> &[u8] {
        self.known.get(&dev).map_or(UNKNOWN, Vec::as_slice)
    }
}
