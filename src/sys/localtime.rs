//! The local time zone by the C library, as GNU's programs ask it: TZ, its files and its rules.
#![allow(unsafe_code)]

use std::ffi::CStr;

/// A point of local time. Numbers beyond their usual range are taken as they are meant: the 32nd of January is the first
/// of February.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Local {
    /// Years since 1900.
    pub year: i32,
    /// Months since January.
    pub month: i32,
    /// Day of the month, from 1.
    pub day: i32,
    /// Hour.
    pub hour: i32,
    /// Minute.
    pub minute: i32,
    /// Second.
    pub second: i32,
    /// Day of the week, from Sunday.
    pub weekday: i32,
    /// 1 in summer time, 0 outside it, below zero if it is to be found out.
    pub summer: i32,
    /// Seconds east of Greenwich.
    pub east: i64,
    /// The name of the zone.
    pub zone: Vec<u8>,
}

/// The local time of an instant; `None` if its year is beyond all numbers.
#[must_use]
pub fn local(seconds: i64) -> Option<Local> {
    let mut tm = zeroed();
    // SAFETY: both pointers are to live values; the C library keeps none of them.
    let filled = unsafe { !libc::localtime_r(&raw const seconds, &raw mut tm).is_null() };
    filled.then(|| from_tm(&tm))
}

/// The instant of a local time, which is brought into its usual ranges; `None` if there is none.
pub fn instant(local: &mut Local) -> Option<i64> {
    // SAFETY: mktime reads and writes the live value alone.
    normalise(local, |tm| unsafe { libc::mktime(tm) })
}

/// `instant` of a time in Greenwich.
pub fn instant_utc(local: &mut Local) -> Option<i64> {
    // SAFETY: timegm reads and writes the live value alone.
    normalise(local, |tm| unsafe { libc::timegm(tm) })
}

fn normalise(local: &mut Local, convert: impl Fn(*mut libc::tm) -> i64) -> Option<i64> {
    let mut tm = zeroed();
    (tm.tm_year, tm.tm_mon, tm.tm_mday) = (local.year, local.month, local.day);
    (tm.tm_hour, tm.tm_min, tm.tm_sec) = (local.hour, local.minute, local.second);
    tm.tm_isdst = local.summer;
    // No weekday: it tells success from the instant -1.
    tm.tm_wday = -1;
    let seconds = convert(&raw mut tm);
    (tm.tm_wday >= 0).then(|| {
        *local = from_tm(&tm);
        seconds
    })
}

fn zeroed() -> libc::tm {
    // SAFETY: tm is a plain C struct of numbers and a pointer, for which zeros are valid.
    unsafe { std::mem::zeroed() }
}

fn from_tm(tm: &libc::tm) -> Local {
    // SAFETY: where it is not null the C library's name of the zone is a C string, and nothing changes TZ meanwhile.
    let zone = if tm.tm_zone.is_null() { Vec::new() } else { unsafe { CStr::from_ptr(tm.tm_zone) }.to_bytes().to_vec() };
    Local {
        year: tm.tm_year,
        month: tm.tm_mon,
        day: tm.tm_mday,
        hour: tm.tm_hour,
        minute: tm.tm_min,
        second: tm.tm_sec,
        weekday: tm.tm_wday,
        summer: tm.tm_isdst,
        east: tm.tm_gmtoff,
        zone,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_and_back() {
        for seconds in [0, 1_700_000_000, -1, 4_000_000_000] {
            let mut time = local(seconds).unwrap();
            assert_eq!(instant(&mut time), Some(seconds));
        }
        let mut day = Local { year: 126, month: 0, day: 32, ..Local::default() };
        assert_eq!(instant_utc(&mut day), Some(1_769_904_000));
        assert_eq!((day.month, day.day, day.weekday), (1, 1, 0));
        assert_eq!(local(i64::MAX), None);
    }
}
