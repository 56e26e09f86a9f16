//! Stand-in: one statx.
use crate::base::{Fields, Stat, Time};
use rustix::fs::{AtFlags, StatxFlags};
use std::ffi::CStr;
use std::os::fd::BorrowedFd;

/// The current directory.
#[must_use]
pub fn cwd() -> BorrowedFd<'static> {
    rustix::fs::CWD
}

/// Asks.
///
/// # Errors
/// The errno.
pub fn stat(at: BorrowedFd<'_>, name: &CStr, follow: bool, fields: Fields) -> Result<Stat, i32> {
    let flags = if follow { AtFlags::empty() } else { AtFlags::SYMLINK_NOFOLLOW };
    let answer = rustix::fs::statx(at, name, flags | AtFlags::NO_AUTOMOUNT, StatxFlags::BASIC_STATS).map_err(|e| e.raw_os_error())?;
    let mtime = Time { secs: answer.stx_mtime.tv_sec, nanos: answer.stx_mtime.tv_nsec };
    let dev = u64::from(answer.stx_dev_major) << 32 | u64::from(answer.stx_dev_minor);
    Ok(Stat { known: fields, mode: u32::from(answer.stx_mode), ino: answer.stx_ino, dev, size: answer.stx_size, mtime, ..Stat::default() })
}
