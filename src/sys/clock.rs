//! The time of day, read once a run, and the elapsed time of long walks.

use crate::base::Time;

/// Now, by the system's clock.
#[must_use]
pub fn now() -> Time {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::Realtime);
    Time { secs: time.tv_sec, nanos: u32::try_from(time.tv_nsec).unwrap_or(0) }
}
