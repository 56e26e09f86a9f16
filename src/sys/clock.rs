//! Stand-in: the time of day.
use crate::base::Time;

/// Now.
#[must_use]
pub fn now() -> Time {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::Realtime);
    Time { secs: now.tv_sec, nanos: u32::try_from(now.tv_nsec).unwrap_or(0) }
}
