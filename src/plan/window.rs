//! Ages to instants, by GNU find's rules.
//!
//! Minutes are counted back from now and days from a day ago, so that `-mtime 0` is the last 24 hours; `-mtime -N` ends a
//! second later than that would make it. `N` alone is a window one unit long, open at its old end.

use crate::base::Time;
use crate::eval::Window;
use crate::expr::{Age, AgeUnit, Cmp};

const NANOS_PER_SEC: i64 = 1_000_000_000;
const DAY_SECS: i64 = 86_400;

/// Where a timestamp must lie to be of this age at `now`. With `midnight`, under `-daystart`, days are those of the
/// calendar, and what is shorter is counted back from the end of today.
pub(super) fn window(age: Age, unit: AgeUnit, now: Time, midnight: Option<Time>) -> Window {
    let end = midnight.map_or(now, |midnight| later(midnight, DAY_SECS));
    let origin = match (unit, age.cmp) {
        (AgeUnit::Minute | AgeUnit::Second, _) => end,
        (AgeUnit::Day, Cmp::Less) => later(end, -1),
        (AgeUnit::Day, _) => later(end, -DAY_SECS),
    };
    let bound = before(origin, age.n * f64::from(unit.seconds()));
    match (age.cmp, unit) {
        // Whole seconds that have passed: begun ones do not count.
        (Cmp::Equal, AgeUnit::Second) => return Window::Within(later(bound, -1), bound),
        (Cmp::More, AgeUnit::Second) => return Window::Before(before(later(bound, -1), -1e-9)),
        _ => {}
    }
    match age.cmp {
        Cmp::Less => Window::After(bound),
        Cmp::More => Window::Before(bound),
        Cmp::Equal => Window::Within(bound, later(bound, i64::from(unit.seconds()))),
    }
}

/// Where the time from the last change of an inode to the last access must lie for `-used`: a day that is begun counts,
/// and none at all is the first one.
pub(super) fn used(age: Age) -> Window {
    const NANO: f64 = 1e-9;
    let days = before(Time::default(), -age.n * f64::from(AgeUnit::Day.seconds()));
    match age.cmp {
        Cmp::Less => Window::Before(days),
        Cmp::More => Window::After(days),
        Cmp::Equal => Window::Within(before(later(days, -DAY_SECS), NANO), before(days, NANO)),
    }
}

fn later(time: Time, secs: i64) -> Time {
    Time { secs: time.secs.saturating_add(secs), ..time }
}

/// The instant `seconds` before `time`. The nanoseconds are subtracted as floating point numbers and cut towards zero, as
/// GNU find does it. The operand's reader bounds `seconds`, so that all fits.
#[allow(clippy::cast_possible_truncation)]
fn before(time: Time, seconds: f64) -> Time {
    let whole = seconds.trunc();
    let nanos = (f64::from(time.nanos) - (seconds - whole) * 1e9) as i64;
    let secs = time.secs.saturating_sub(whole as i64).saturating_add(nanos.div_euclid(NANOS_PER_SEC));
    // rem_euclid of a billion is not negative and below 2^32.
    Time { secs, nanos: nanos.rem_euclid(NANOS_PER_SEC) as u32 }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Time = Time { secs: 1_700_000_000, nanos: 500_000_000 };

    /// Whether a timestamp `nanos` after now is in the window of an operand.
    fn holds(word: &str, unit: AgeUnit, nanos: i64) -> bool {
        let total = i128::from(NOW.secs) * 1_000_000_000 + i128::from(NOW.nanos) + i128::from(nanos);
        let time = Time { secs: (total.div_euclid(1_000_000_000)) as i64, nanos: total.rem_euclid(1_000_000_000) as u32 };
        window(Age::parse(word.as_bytes()).unwrap(), unit, NOW, None).holds(time)
    }

    #[test]
    fn units_count_whole_seconds() {
        let holds = |word: &str, seconds: f64| {
            let time = before(NOW, seconds);
            window(Age::parse_units(word.as_bytes()).unwrap(), AgeUnit::Second, NOW, None).holds(time)
        };
        for (word, seconds) in [("1h", [3600.0, 3600.9]), ("-1h", [3599.9, -5.0]), ("+1h", [3601.0, 1e6])] {
            assert!(seconds.iter().all(|seconds| holds(word, *seconds)), "{word}");
        }
        for (word, seconds) in [("1h", [3599.9, 3601.0]), ("-1h", [3600.0, 1e6]), ("+1h", [3600.9, 3600.0])] {
            assert!(seconds.iter().all(|seconds| !holds(word, *seconds)), "{word}");
        }
    }

    #[test]
    fn days_of_the_calendar() {
        let midnight = Time { secs: NOW.secs - 10_000, nanos: 0 };
        let holds = |word: &str, unit, secs| {
            let time = Time { secs: midnight.secs + secs, nanos: 1 };
            window(Age::parse(word.as_bytes()).unwrap(), unit, NOW, Some(midnight)).holds(time)
        };
        assert!(holds("0", AgeUnit::Day, 0) && holds("0", AgeUnit::Day, 86_399) && !holds("0", AgeUnit::Day, -1));
        assert!(holds("1", AgeUnit::Day, -1) && !holds("1", AgeUnit::Day, 0) && holds("+0", AgeUnit::Day, -1));
        assert!(holds("-1", AgeUnit::Day, 0) && holds("-60", AgeUnit::Minute, 82_800) && !holds("-60", AgeUnit::Minute, 82_799));
    }

    /// The instants between which find 4.9 holds, each with its neighbours a nanosecond away; seconds after now. Tried with
    /// a fixed clock.
    #[test]
    fn windows_begin_and_end_where_finds_do() {
        const NONE: f64 = f64::INFINITY;
        for (word, unit, after, until) in [
            ("0", AgeUnit::Minute, 0.0, 60.0),
            ("1", AgeUnit::Minute, -60.0, 0.0),
            ("1.5", AgeUnit::Minute, -90.0, -30.0),
            ("0", AgeUnit::Day, -86_400.0, 0.0),
            ("1", AgeUnit::Day, -172_800.0, -86_400.0),
            ("0.5", AgeUnit::Day, -129_600.0, -43_200.0),
            ("-1", AgeUnit::Minute, -60.0, NONE),
            ("-0", AgeUnit::Day, -1.0, NONE),
            ("-1", AgeUnit::Day, -86_401.0, NONE),
            ("--1", AgeUnit::Day, 86_399.0, NONE),
            ("-2.75", AgeUnit::Minute, -165.0, NONE),
        ] {
            let at = |seconds: f64| (seconds * 1e9) as i64;
            assert!(!holds(word, unit, at(after)) && holds(word, unit, at(after) + 1), "{word} {unit:?} begins");
            if until < NONE {
                assert!(holds(word, unit, at(until)) && !holds(word, unit, at(until) + 1), "{word} {unit:?} ends");
            }
        }
        for (word, unit, before) in [
            ("+0", AgeUnit::Minute, 0),
            ("+1", AgeUnit::Minute, -60),
            ("+0", AgeUnit::Day, -86_400),
            ("+1", AgeUnit::Day, -172_800),
            ("+0.5", AgeUnit::Day, -129_600),
        ] {
            let at = before * 1_000_000_000;
            assert!(holds(word, unit, at - 1) && !holds(word, unit, at), "{word} {unit:?}");
        }
    }
}
