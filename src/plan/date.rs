//! A date to an instant, by the clock and the local time zone, as GNU's `parse_datetime` works it out.

use crate::base::Time;
use crate::expr::{Date, Digits, Half, LocalZones, Offset};
use crate::sys::localtime::{Local, instant, instant_utc, local};

const NANOS_PER_SEC: i64 = 1_000_000_000;

/// The instant that a text means; `None` if it is no date.
pub(super) fn instant_of(text: &[u8], now: Time) -> Option<Time> {
    let here = local(now.secs)?;
    let date = Date::parse(text, &zones(now.secs, &here))?;
    match date.epoch {
        Some((secs, nanos)) => time(secs, nanos),
        None => Reckoning { date, here, now }.instant(),
    }
}

/// The midnight before an instant, in local time.
pub(super) fn midnight(now: Time) -> Option<Time> {
    let here = local(now.secs)?;
    let since = i64::from(here.hour) * 3600 + i64::from(here.minute) * 60 + i64::from(here.second);
    Some(Time { secs: now.secs - since, nanos: 0 })
}

/// The names of the local zone now and in the coming three quarters: where there is summer time, both.
fn zones(now: i64, here: &Local) -> LocalZones {
    const QUARTER: i64 = 90 * 24 * 60 * 60;
    let other = (1..=3).filter_map(|quarter| local(now + quarter * QUARTER)).find(|then| then.summer != here.summer);
    LocalZones(match other {
        Some(other) if other.zone == here.zone => vec![(other.zone, -1)],
        Some(other) => vec![(here.zone.clone(), here.summer), (other.zone, other.summer)],
        None => vec![(here.zone.clone(), here.summer)],
    })
}

fn time(secs: i64, nanos: i64) -> Option<Time> {
    let secs = secs.checked_add(nanos.div_euclid(NANOS_PER_SEC))?;
    Some(Time { secs, nanos: u32::try_from(nanos.rem_euclid(NANOS_PER_SEC)).ok()? })
}

struct Reckoning {
    date: Date,
    /// Now, in local time.
    here: Local,
    now: Time,
}

impl Reckoning {
    fn instant(&self) -> Option<Time> {
        let (written, nanos) = self.written()?;
        let mut at = written.clone();
        let mut secs = self.valid(&written, &mut at)?;
        if let (Some((ordinal, day)), None) = (self.date.weekday, self.date.day) {
            let ahead = (day - i64::from(at.weekday) + 7) % 7;
            let weeks = if ordinal > 0 && i64::from(at.weekday) != day { ordinal - 1 } else { ordinal };
            at.day = number(i64::from(at.day).checked_add(ahead)?.checked_add(weeks.checked_mul(7)?)?)?;
            at.summer = -1;
            secs = instant(&mut at)?;
        }
        let offset = self.date.offset.unwrap_or_default();
        if (offset.years, offset.months, offset.days) != (0, 0, 0) {
            at = Local {
                year: number(i64::from(at.year).checked_add(offset.years)?)?,
                month: number(i64::from(at.month).checked_add(offset.months)?)?,
                day: number(i64::from(at.day).checked_add(offset.days)?)?,
                ..clock_of(&written)
            };
            secs = instant(&mut at)?;
        }
        if let Some(zone) = self.date.zone {
            secs = secs.checked_sub(zone.checked_sub(at.east)?)?;
        }
        later(secs, nanos, offset)
    }

    /// The local time that was written, what is missing taken from now; with its nanoseconds.
    fn written(&self) -> Option<(Local, i64)> {
        let Self { date, here, now } = self;
        let (month, day) = date.day.unwrap_or((i64::from(here.month) + 1, i64::from(here.day)));
        let year = date.year.map_or(Some(here.year), year)?;
        let moves = date.offset.is_some() && date.day.is_none() && date.weekday.is_none();
        let (hour, minute, second, nanos) = match date.time {
            Some((hours, minute, second, nanos)) => (hour(hours, date.half)?, minute, second, nanos),
            None if moves => (here.hour.into(), here.minute.into(), here.second.into(), now.nanos.into()),
            None => (0, 0, 0, 0),
        };
        // What was written may be on the other side of a change of the clocks.
        let absolute = date.day.is_some() || date.weekday.is_some() || date.time.is_some();
        let summer = date.local_zone.unwrap_or(if absolute { -1 } else { here.summer });
        let at = Local {
            year,
            month: number(month.checked_sub(1)?)?,
            day: number(day)?,
            hour: number(hour)?,
            minute: number(minute)?,
            second: number(second)?,
            summer,
            ..Local::default()
        };
        Some((at, nanos))
    }

    /// The instant of a time that exists just as it was written: no 30th of February, no hour that the clocks leave out.
    fn valid(&self, written: &Local, at: &mut Local) -> Option<i64> {
        let same = |at: &Local| {
            (at.year, at.month, at.day, at.hour, at.minute, at.second)
                == (written.year, written.month, written.day, written.hour, written.minute, written.second)
        };
        if let Some(secs) = instant(at).filter(|_| same(at)) {
            return Some(secs);
        }
        // In another zone it may exist.
        let east = self.date.zone?;
        *at = written.clone();
        let secs = instant_utc(at).filter(|_| same(at))?;
        at.east = east;
        secs.checked_sub(east)
    }
}

/// The hours, minutes and seconds of a time.
fn clock_of(at: &Local) -> Local {
    Local { hour: at.hour, minute: at.minute, second: at.second, summer: at.summer, ..Local::default() }
}

/// Adds what is shorter than a day.
fn later(secs: i64, nanos: i64, offset: Offset) -> Option<Time> {
    let hours = offset.hours.checked_mul(3600)?;
    let minutes = offset.minutes.checked_mul(60)?;
    time(secs.checked_add(hours)?.checked_add(minutes)?.checked_add(offset.seconds)?, nanos.checked_add(offset.nanos)?)
}

fn number(n: i64) -> Option<i32> {
    i32::try_from(n).ok()
}

/// Years since 1900. Two digits are of the years from 1969 to 2068; a minus sign is none.
fn year(written: Digits) -> Option<i32> {
    let full = match written {
        Digits { value: value @ 0..=68, count: 2, .. } => value + 2000,
        Digits { value: value @ 69.., count: 2, .. } => value + 1900,
        Digits { value, .. } => value.checked_abs()?,
    };
    number(full.checked_sub(1900)?)
}

fn hour(hour: i64, half: Half) -> Option<i64> {
    match (half, hour) {
        (Half::Whole, 0..=23) | (Half::Morning, 1..=11) | (Half::Afternoon, 12) => Some(hour),
        (Half::Morning, 12) => Some(0),
        (Half::Afternoon, 1..=11) => Some(hour + 12),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
