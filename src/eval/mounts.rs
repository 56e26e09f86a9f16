//! The types of file systems by their devices. The list of mounts is read when a device is met that it does not have:
//! what is mounted during the walk is known too.

use crate::base::Entry;
use crate::sys::mounts;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

/// What is said of a file system that is not in the list.
const UNKNOWN: &[u8] = b"unknown";

#[derive(Default)]
pub(super) struct Mounts(Mutex<HashMap<u64, Vec<u8>>>);

impl Mounts {
    /// Whether the file system of `entry`, on the device `dev`, is of a type.
    ///
    /// # Errors
    /// The errno of reading the list of mounts.
    pub(super) fn is_of(&self, dev: u64, kind: &[u8], entry: &Entry<'_>) -> Result<bool, i32> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = known.get(&dev) {
            return Ok(found == kind);
        }
        drop(known);
        let list = mounts::list()?;
        // Subvolumes have devices of their own, which the list does not have; the mount that they are in is there.
        let of_mount = || {
            let id = mounts::id_of(entry.dir_fd, entry.found.name, entry.follow)?;
            list.iter().find(|mount| mount.id == id)
        };
        let mount = list.iter().rev().find(|mount| mount.dev == dev).or_else(of_mount);
        let found = mount.map_or(UNKNOWN, |mount| mount.kind.as_slice());
        known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.insert(dev, found.to_vec());
        Ok(found == kind)
    }
}
