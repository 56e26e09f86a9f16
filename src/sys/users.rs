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
    look_up(
        |record: *mut libc::passwd, buffer, size, found| {
            // SAFETY: `look_up` gives a valid record, a buffer of `size` bytes and a place for the result; `name` is a C string.
            unsafe { libc::getpwnam_r(name.as_ptr(), record, buffer, size, found) }
        },
        |record| record.pw_uid,
    )
}

/// The number of the group `name`; `None` where no database has it.
///
/// # Errors
/// The errno of getgrnam_r(3).
pub fn group(name: &CStr) -> Result<Option<u32>, i32> {
    look_up(
        |record: *mut libc::group, buffer, size, found| {
            // SAFETY: as in `user`.
            unsafe { libc::getgrnam_r(name.as_ptr(), record, buffer, size, found) }
        },
        |record| record.gr_gid,
    )
}

/// Whether a user has this number.
///
/// # Errors
/// The errno of getpwuid_r(3).
pub fn has_user(uid: u32) -> Result<bool, i32> {
    user_name(uid).map(|name| name.is_some())
}

/// Whether a group has this number.
///
/// # Errors
/// The errno of getgrgid_r(3).
pub fn has_group(gid: u32) -> Result<bool, i32> {
    group_name(gid).map(|name| name.is_some())
}

/// The name of the user with this number; `None` where no database has it.
///
/// # Errors
/// The errno of getpwuid_r(3).
pub fn user_name(uid: u32) -> Result<Option<Vec<u8>>, i32> {
    look_up(
        |record: *mut libc::passwd, buffer, size, found| {
            // SAFETY: as in `user`.
            unsafe { libc::getpwuid_r(uid, record, buffer, size, found) }
        },
        // SAFETY: `look_up` reads records while the buffer that their strings are in lives.
        |record| unsafe { bytes(record.pw_name) },
    )
}

/// The name of the group with this number; `None` where no database has it.
///
/// # Errors
/// The errno of getgrgid_r(3).
pub fn group_name(gid: u32) -> Result<Option<Vec<u8>>, i32> {
    look_up(
        |record: *mut libc::group, buffer, size, found| {
            // SAFETY: as in `user`.
            unsafe { libc::getgrgid_r(gid, record, buffer, size, found) }
        },
        // SAFETY: as in `user_name`.
        |record| unsafe { bytes(record.gr_name) },
    )
}

/// A copy of a C string.
///
/// # Safety
/// `text` is null or a C string.
unsafe fn bytes(text: *const libc::c_char) -> Vec<u8> {
    if text.is_null() {
        return Vec::new();
    }
    // SAFETY: the caller's promise.
    unsafe { CStr::from_ptr(text) }.to_bytes().to_vec()
}

/// One look-up with a buffer that grows. The record's pointers lead into the buffer: `read` copies what it takes.
fn look_up<R, T>(ask: impl Fn(*mut R, *mut libc::c_char, usize, *mut *mut R) -> i32, read: impl Fn(&R) -> T) -> Result<Option<T>, i32> {
    let mut size = RECORD;
    loop {
        let mut buffer = vec![0; size];
        // SAFETY: passwd and group are plain C structs of numbers and pointers, for which zeros are valid.
        let mut record: R = unsafe { std::mem::zeroed() };
        let mut found: *mut R = std::ptr::null_mut();
        match ask(&raw mut record, buffer.as_mut_ptr(), size, &raw mut found) {
            0 => return Ok((!found.is_null()).then(|| read(&record))),
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
