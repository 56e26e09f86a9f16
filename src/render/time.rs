//! Instants by the letters of strftime(3), in the C locale, with what GNU find adds: seconds have a fraction of ten digits.

use super::civil::{Civil, Zones};
use super::number::{push_padded, push_signed, push_two};
use crate::base::Time;

const DAYS: [&[u8]; 7] = [b"Sunday", b"Monday", b"Tuesday", b"Wednesday", b"Thursday", b"Friday", b"Saturday"];
const MONTHS: [&[u8]; 12] =
    [b"January", b"February", b"March", b"April", b"May", b"June", b"July", b"August", b"September", b"October", b"November", b"December"];

/// The letters that a time can be shown by.
pub(super) const LETTERS: &[u8] = b"@+aAbBcCdDeFgGhHIjklmMnpPrRsStTuUVwWxXyYzZ";

/// Appends an instant by one of `LETTERS`.
pub(super) fn push(to: &mut Vec<u8>, time: Time, letter: u8, zones: &mut impl Zones) {
    match letter {
        b'@' => {
            push_signed(to, time.secs);
            push_fraction(to, time.nanos);
        }
        b's' => push_signed(to, time.secs),
        _ => match zones.local(time.secs) {
            Some(local) => push_local(to, time, letter, &Civil::new(time.secs, local.offset), local.offset, local.name),
            // GNU find shows the bare number where the year is beyond an int.
            None => {
                push_signed(to, time.secs);
                if matches!(letter, b'S' | b'T' | b'X' | b'+') {
                    push_fraction(to, time.nanos);
                }
            }
        },
    }
}

/// Appends an instant as `%a`, `%c` and `%t` have it: ctime(3) with a fraction.
pub(super) fn push_ctime(to: &mut Vec<u8>, time: Time, zones: &mut impl Zones) {
    let Some(local) = zones.local(time.secs) else {
        push_signed(to, time.secs);
        return push_fraction(to, time.nanos);
    };
    let civil = Civil::new(time.secs, local.offset);
    push_date(to, &civil);
    to.push(b' ');
    push_clock(to, &civil);
    push_fraction(to, time.nanos);
    to.extend_from_slice(format!(" {:04}", civil.year).as_bytes());
}

/// Appends the time as `-ls` has it: with the time of day if it is `recent`, else with the year.
pub(super) fn push_short(to: &mut Vec<u8>, secs: i64, recent: bool, zones: &mut impl Zones) {
    let Some(local) = zones.local(secs) else { return push_signed(to, secs) };
    let civil = Civil::new(secs, local.offset);
    to.extend_from_slice(&month(&civil)[..3]);
    to.push(b' ');
    push_blank(to, civil.day);
    to.push(b' ');
    if recent {
        push_hour_and_minute(to, &civil);
    } else {
        to.push(b' ');
        push_signed(to, civil.year.into());
    }
}

fn push_local(to: &mut Vec<u8>, time: Time, letter: u8, civil: &Civil, offset: i32, zone: &[u8]) {
    match letter {
        b'+' => {
            push_iso_date(to, civil);
            to.push(b'+');
            push_clock(to, civil);
            push_fraction(to, time.nanos);
        }
        b'a' => to.extend_from_slice(&day(civil)[..3]),
        b'A' => to.extend_from_slice(day(civil)),
        b'b' | b'h' => to.extend_from_slice(&month(civil)[..3]),
        b'B' => to.extend_from_slice(month(civil)),
        b'c' | b'D' | b'r' | b'x' => push_whole(to, letter, civil),
        b'F' => push_iso_date(to, civil),
        b'R' => push_hour_and_minute(to, civil),
        b'T' | b'X' => {
            push_clock(to, civil);
            push_fraction(to, time.nanos);
        }
        b'n' => to.push(b'\n'),
        b't' => to.push(b'\t'),
        b'p' => to.extend_from_slice(half(civil)),
        b'P' => to.extend_from_slice(&half(civil).to_ascii_lowercase()),
        b'S' => {
            push_two(to, civil.second);
            push_fraction(to, time.nanos);
        }
        b'z' => push_offset(to, offset),
        b'Z' => to.extend_from_slice(zone),
        _ => number(letter, civil).push(to),
    }
}

/// A letter that is one number.
pub(super) struct Number {
    pub(super) value: i64,
    /// Columns that it takes at least.
    pub(super) columns: usize,
    /// Blanks fill them, not zeros.
    pub(super) blank: bool,
}

impl Number {
    pub(super) fn push(&self, to: &mut Vec<u8>) {
        match (self.columns, u32::try_from(self.value)) {
            (2, Ok(number)) if self.blank => push_blank(to, number),
            (2, Ok(number)) if number < 100 => push_two(to, number),
            (columns @ 2.., Ok(number)) => push_padded(to, number, columns),
            _ => push_signed(to, self.value),
        }
    }
}

/// What the letters that are one number show.
pub(super) fn number(letter: u8, civil: &Civil) -> Number {
    let (iso_year, iso_week) = civil.iso_week();
    let zeros = |number: u32, columns| Number { value: number.into(), columns, blank: false };
    let blanks = |number: u32| Number { value: number.into(), columns: 2, blank: true };
    let plain = |number: i32| Number { value: number.into(), columns: 1, blank: false };
    match letter {
        b'C' => plain(civil.year.div_euclid(100)),
        b'd' => zeros(civil.day, 2),
        b'e' => blanks(civil.day),
        b'g' => zeros(iso_year.rem_euclid(100).unsigned_abs(), 2),
        b'G' => plain(iso_year),
        b'H' => zeros(civil.hour, 2),
        b'I' => zeros(civil.twelve(), 2),
        b'j' => zeros(civil.day_of_year + 1, 3),
        b'k' => blanks(civil.hour),
        b'l' => blanks(civil.twelve()),
        b'm' => zeros(civil.month, 2),
        b'M' => zeros(civil.minute, 2),
        b'S' => zeros(civil.second, 2),
        b'u' => zeros((civil.weekday + 6) % 7 + 1, 1),
        b'U' => zeros(civil.week(0), 2),
        b'V' => zeros(iso_week, 2),
        b'w' => zeros(civil.weekday, 1),
        b'W' => zeros(civil.week(1), 2),
        b'y' => zeros(civil.of_century, 2),
        _ => plain(civil.year),
    }
}

/// Appends what a letter shows of the whole day or time of day, without fractions.
pub(super) fn push_whole(to: &mut Vec<u8>, letter: u8, civil: &Civil) {
    match letter {
        b'c' => {
            push_date(to, civil);
            to.push(b' ');
            push_clock(to, civil);
            to.push(b' ');
            push_signed(to, civil.year.into());
        }
        b'r' => {
            push_two(to, civil.twelve());
            push_minute_and_second(to, civil);
            to.push(b' ');
            to.extend_from_slice(half(civil));
        }
        b'X' => push_clock(to, civil),
        _ => push_us_date(to, civil),
    }
}

pub(super) fn day(civil: &Civil) -> &'static [u8] {
    DAYS[civil.weekday as usize % 7]
}

pub(super) fn month(civil: &Civil) -> &'static [u8] {
    MONTHS[(civil.month as usize + 11) % 12]
}

pub(super) const fn half(civil: &Civil) -> &'static [u8] {
    if civil.hour < 12 { b"AM" } else { b"PM" }
}

/// A point and ten digits: the nanoseconds, and a zero that GNU find adds.
fn push_fraction(to: &mut Vec<u8>, nanos: u32) {
    to.push(b'.');
    push_padded(to, nanos, 9);
    to.push(b'0');
}

/// Two columns, the first one blank for one digit.
fn push_blank(to: &mut Vec<u8>, number: u32) {
    to.push(if number < 10 { b' ' } else { b'0' + (number / 10) as u8 });
    to.push(b'0' + (number % 10) as u8);
}

/// `Thu Jan  1`.
fn push_date(to: &mut Vec<u8>, civil: &Civil) {
    to.extend_from_slice(&day(civil)[..3]);
    to.push(b' ');
    to.extend_from_slice(&month(civil)[..3]);
    to.push(b' ');
    push_blank(to, civil.day);
}

fn push_us_date(to: &mut Vec<u8>, civil: &Civil) {
    push_two(to, civil.month);
    to.push(b'/');
    push_two(to, civil.day);
    to.push(b'/');
    push_two(to, civil.of_century);
}

fn push_iso_date(to: &mut Vec<u8>, civil: &Civil) {
    push_signed(to, civil.year.into());
    to.push(b'-');
    push_two(to, civil.month);
    to.push(b'-');
    push_two(to, civil.day);
}

fn push_clock(to: &mut Vec<u8>, civil: &Civil) {
    push_two(to, civil.hour);
    push_minute_and_second(to, civil);
}

fn push_minute_and_second(to: &mut Vec<u8>, civil: &Civil) {
    to.push(b':');
    push_two(to, civil.minute);
    to.push(b':');
    push_two(to, civil.second);
}

fn push_hour_and_minute(to: &mut Vec<u8>, civil: &Civil) {
    push_two(to, civil.hour);
    to.push(b':');
    push_two(to, civil.minute);
}

/// `+0100`: seconds are dropped.
fn push_offset(to: &mut Vec<u8>, offset: i32) {
    to.push(if offset < 0 { b'-' } else { b'+' });
    let minutes = offset.unsigned_abs() / 60;
    push_two(to, minutes / 60);
    push_two(to, minutes % 60);
}
