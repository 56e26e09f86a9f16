//! A bound on operations of file systems a second, over all threads: a schedule of turns that all of them share. Whoever
//! wants one takes the next free instant and waits for it.

use rustix::time::{ClockId, clock_gettime};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// What was not used may be made up for, up to so much of it; as much is let through at once.
const BURST_NS: u64 = 50_000_000;

/// A turn that is so near is taken at once: to sleep takes longer than it says.
const NEAR_NS: u64 = 1_000_000;

/// Nanoseconds from one turn to the next; 0: everybody may go.
static INTERVAL: AtomicU64 = AtomicU64::new(0);

/// The next free instant.
static NEXT: Schedule = Schedule(AtomicU64::new(0));

/// From now on this process does so many operations a second at most.
pub fn limit(per_second: u32) {
    NEXT.0.store(now(), Ordering::Relaxed);
    INTERVAL.store(Duration::from_secs(1).as_nanos() as u64 / u64::from(per_second.max(1)), Ordering::Relaxed);
}

/// Waits until one more operation may begin.
#[inline]
pub fn turn() {
    turns(1);
}

/// Waits until more operations may begin; how many of `most` may.
#[inline]
pub fn turns(most: usize) -> usize {
    match INTERVAL.load(Ordering::Relaxed) {
        0 => most,
        interval => wait_for(most, interval),
    }
}

#[cold]
fn wait_for(most: usize, interval: u64) -> usize {
    let count = most.min(usize::try_from(BURST_NS / interval).unwrap_or(usize::MAX).max(1));
    let now = now();
    let wait = NEXT.take(count as u64, interval, now).saturating_sub(now);
    if wait > NEAR_NS {
        std::thread::sleep(Duration::from_nanos(wait));
    }
    count
}

fn now() -> u64 {
    let time = clock_gettime(ClockId::Monotonic);
    let part = |part: i64| u64::try_from(part).unwrap_or(0);
    part(time.tv_sec) * 1_000_000_000 + part(time.tv_nsec)
}

/// The next instant that nobody has taken, in nanoseconds.
struct Schedule(AtomicU64);

impl Schedule {
    /// Takes the next `count` turns; the instant of the first.
    fn take(&self, count: u64, interval: u64, now: u64) -> u64 {
        let earliest = now.saturating_sub(BURST_NS);
        let after = |next: u64| next.max(earliest) + count * interval;
        let next = self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |next| Some(after(next)));
        next.unwrap_or_else(|next| next).max(earliest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: u64 = 1_000_000;

    #[test]
    fn turns_are_an_interval_apart() {
        let schedule = Schedule(AtomicU64::new(1000 * MS));
        let instants: Vec<u64> = (0..4).map(|_| schedule.take(1, 10 * MS, 1000 * MS)).collect();
        assert_eq!(instants, [1000 * MS, 1010 * MS, 1020 * MS, 1030 * MS]);
        assert_eq!(schedule.take(5, 10 * MS, 1000 * MS), 1040 * MS);
        assert_eq!(schedule.take(1, 10 * MS, 1000 * MS), 1090 * MS);
    }

    #[test]
    fn what_was_not_used_is_made_up_for_in_part() {
        let schedule = Schedule(AtomicU64::new(1000 * MS));
        let at_once = (0..100).take_while(|_| schedule.take(1, 10 * MS, 9000 * MS) <= 9000 * MS).count();
        assert_eq!(at_once, 6);
    }

    #[test]
    fn nobody_waits_without_a_limit() {
        assert_eq!(turns(1000), 1000);
    }
}
