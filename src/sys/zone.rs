//! The local time zone by the C library: TZ, /etc/localtime and POSIX strings mean what they mean to every other program.
#![allow(unsafe_code)]

use std::ffi::CStr;

/// Seconds east of UTC and the zone's abbreviation `secs` after 1970 began. The C library reads the zone with the first call
/// and keeps it; it takes a lock, so callers remember answers. `None`: the year is beyond an `int`.
#[must_use]
pub fn local(secs: i64) -> Option<(i32, Vec<u8>)> {
    let secs = libc::time_t::from(secs);
    // SAFETY: tm is a plain C struct of numbers and a pointer, for which zeros are valid; localtime_r only writes to it.
    let answer = unsafe {
        let mut answer: libc::tm = std::mem::zeroed();
        if libc::localtime_r(&raw const secs, &raw mut answer).is_null() {
            return None;
        }
        answer
    };
    let name = if answer.tm_zone.is_null() {
        Vec::new()
    } else {
        // SAFETY: a zone's abbreviation is a C string that lives as long as the zone, which nobody here changes.
        unsafe { CStr::from_ptr(answer.tm_zone) }.to_bytes().to_vec()
    };
    // An offset is below two days, whatever the width of C's long.
    Some((i32::try_from(answer.tm_gmtoff).unwrap_or(0), name))
}
