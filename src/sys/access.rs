//! What this process may do with a file.

use rustix::fs::{Access, AtFlags};
use std::ffi::CStr;
use std::os::fd::BorrowedFd;

/// Whether access(2) allows `may` to the real user, links followed. Whatever the reason, a refusal is an answer.
#[must_use]
pub fn allows(at: BorrowedFd<'_>, name: &CStr, may: Access) -> bool {
    super::pace::turn();
    rustix::fs::accessat(at, name, may, AtFlags::empty()).is_ok()
}

/// The permission to execute, or to search a directory.
pub const EXECUTE: Access = Access::EXEC_OK;
/// The permission to read.
pub const READ: Access = Access::READ_OK;
/// The permission to write.
pub const WRITE: Access = Access::WRITE_OK;
