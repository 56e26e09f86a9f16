//! Ages to instants, by GNU find's rules.
//!
//! Minutes are counted back from now and days from a day ago, so that `-mtime 0` is the last 24 hours; `-mtime -N` ends a
//! second later than that would make it. `N` alone is a window one unit long, open at its old end.

use crate::base::Time;
use crate::eval::Window;
use crate::expr::{Age, AgeUnit, Cmp};

const NANOS_PER_SEC: i64 = 1_000_000_000;
const DAY_SECS: i64 = 86_400;

/// Where a timestamp must lie to be of this age at `now`.
pub(super) fn window(age: Age, unit: AgeUnit, now: Time) -> Window {
    let origin = match (unit, age.cmp) {
        (AgeUnit::Minute, _) => now,
        (AgeUnit::Day, Cmp::Less) => later(now, -1),
        (AgeUnit::Day, _) => later(now, -DAY_SECS),
    };
    let bound = before(origin, age.n * f64::from(unit.seconds()));
    match age.cmp {
        Cmp::Less => Window::After(bound),
        Cmp::More => Window::Before(bound),
        Cmp::Equal => Window::Within(bound, later(bound, i64::from(unit.seconds()))),
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
