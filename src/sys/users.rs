//! Users and groups by the C library's name services (NSS), which only it can ask.
#![allow(unsafe_code)]

use std::ffi::CStr;

/// Bytes for one record at the start; grown on ERANGE, up to `RECORD_MAX`.
const RECORD: usize = 1 << 10;
/// A group of tens of thousands of members fits here; more is no answer.
const RECORD_MAX: usize = 16 << 20;

/// The number of the user `name`; `None` where no database has it.
///
/// # Errors
/// The errno of getpwnam_r(3): the databases could not be asked.
pub fn user(name: &CStr) -> Result<Option<u32>, i32> {
    look_up(|record: *mut libc::passwd, buffer, size, found| {
        // SAFETY: `look_up` gives a valid record, a buffer of `size` bytes and a place for the result; `name` is a C string.
        unsafe { libc::getpwnam_r(name.as_ptr(), record, buffer, size, found) }
    })
    .map(|found| found.map(|record| record.pw_uid))
}

/// The number of the group `name`; `None` where no database has it.
///
/// # Errors
/// The errno of getgrnam_r(3).
pub fn group(name: &CStr) -> Result<Option<u32>, i32> {
    look_up(|record: *mut libc::group, buffer, size, found| {
        // SAFETY: as in `user`.
        unsafe { libc::getgrnam_r(name.as_ptr(), record, buffer, size, found) }
    })
    .map(|found| found.map(|record| record.gr_gid))
}

/// Whether a user has this number.
///
/// # Errors
/// The errno of getpwuid_r(3).
pub fn has_user(uid: u32) -> Result<bool, i32> {
    look_up(|record: *mut libc::passwd, buffer, size, found| {
        // SAFETY: as in `user`.
        unsafe { libc::getpwuid_r(uid, record, buffer, size, found) }
    })
    .map(|found| found.is_some())
}

/// Whether a group has this number.
///
/// # Errors
/// The errno of getgrgid_r(3).
pub fn has_group(gid: u32) -> Result<bool, i32> {
    look_up(|record: *mut libc::group, buffer, size, found| {
        // SAFETY: as in `user`.
        unsafe { libc::getgrgid_r(gid, record, buffer, size, found) }
    })
    .map(|found| found.is_some())
}

/// One look-up with a buffer that grows. The record's pointers into the buffer are dead on return: only its numbers
/// may be used, so both callers above take nothing else.
fn look_up<R>(ask: impl Fn(*mut R, *mut libc::c_char, usize, *mut *mut R) -> i32) -> Result<Option<R>, i32> {
    let mut size = RECORD;
    loop {
        let mut buffer = vec![0; size];
        // SAFETY: passwd and group are plain C structs of numbers and pointers, for which zeros are valid.
        let mut record: R = unsafe { std::mem::zeroed() };
        let mut found: *mut R = std::ptr::null_mut();
        match ask(&raw mut record, buffer.as_mut_ptr(), size, &raw mut found) {
            0 => return Ok((!found.is_null()).then_some(record)),
            libc::ERANGE if size < RECORD_MAX => size *= 4,
            libc::EINTR => {}
            // What getpwnam(3) lists as "not found" in some name services.
            libc::ENOENT | libc::ESRCH => return Ok(None),
            errno => return Err(errno),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn root_exists_and_nonsense_does_not() {
        assert_eq!(user(c"root"), Ok(Some(0)));
        assert_eq!(group(c"root"), Ok(Some(0)));
        assert_eq!(user(c"no such user"), Ok(None));
        assert_eq!(group(c"no such group"), Ok(None));
        assert_eq!(has_user(0), Ok(true));
        assert_eq!(has_group(0), Ok(true));
        assert_eq!(has_user(4_000_000_123), Ok(false));
        assert_eq!(has_group(4_000_000_123), Ok(false));
    }
}
