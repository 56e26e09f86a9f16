//! The names of users and groups: each number is looked up once, and no lock is held meanwhile, since a directory server
//! may take its time.

use crate::sys::users;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

type Name = Option<Arc<[u8]>>;

#[derive(Default)]
pub(super) struct Owners {
    users: Known,
    groups: Known,
}

#[derive(Default)]
struct Known(Mutex<HashMap<u32, Name>>);

impl Known {
    fn get(&self, id: u32, look_up: fn(u32) -> Result<Option<Vec<u8>>, i32>) -> Result<Name, i32> {
        if let Some(known) = self.0.lock().unwrap_or_else(PoisonError::into_inner).get(&id) {
            return Ok(known.clone());
        }
        let found: Name = look_up(id)?.map(Arc::from);
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(id, found.clone());
        Ok(found)
    }
}

impl Owners {
    /// The name of the user `uid`.
    pub(super) fn user(&self, uid: u32) -> Result<Name, i32> {
        self.users.get(uid, users::user_name)
    }

    /// The name of the group `gid`.
    pub(super) fn group(&self, gid: u32) -> Result<Name, i32> {
        self.groups.get(gid, users::group_name)
    }

    /// Whether the user `uid` has a name.
    pub(super) fn has_user(&self, uid: u32) -> Result<bool, i32> {
        self.user(uid).map(|name| name.is_some())
    }

    /// Whether the group `gid` has a name.
    pub(super) fn has_group(&self, gid: u32) -> Result<bool, i32> {
        self.group(gid).map(|name| name.is_some())
    }
}
