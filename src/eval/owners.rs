//! Whether numbers of users and groups have names: each is looked up once, and no lock is held meanwhile, since a
//! directory server may take its time.

use crate::sys::users;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

#[derive(Default)]
pub(super) struct Owners {
    users: Known,
    groups: Known,
}

#[derive(Default)]
struct Known(Mutex<HashMap<u32, bool>>);

impl Known {
    fn get(&self, id: u32, look_up: fn(u32) -> Result<bool, i32>) -> Result<bool, i32> {
        if let Some(known) = self.0.lock().unwrap_or_else(PoisonError::into_inner).get(&id) {
            return Ok(*known);
        }
        let found = look_up(id)?;
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(id, found);
        Ok(found)
    }
}

impl Owners {
    /// Whether the user `uid` has a name.
    pub(super) fn has_user(&self, uid: u32) -> Result<bool, i32> {
        self.users.get(uid, users::has_user)
    }

    /// Whether the group `gid` has a name.
    pub(super) fn has_group(&self, gid: u32) -> Result<bool, i32> {
        self.groups.get(gid, users::has_group)
    }
}
