//! A worker's eye on its own operations: some of them are looked at closely, for the depth of the walk.

use super::depth::{Depth, Sample};
use crate::base::bounds;
use crate::sys::process;
use std::sync::Arc;
use std::time::{Duration, Instant};

const LOOK: Duration = Duration::from_micros(bounds::DEPTH_LOOK_US);
const PROBE: Duration = Duration::from_millis(bounds::DEPTH_PROBE_MS);
const GAP: Duration = Duration::from_micros(bounds::DEPTH_GAP_US);
const STRETCH_PAUSE: Duration = Duration::from_millis(bounds::DEPTH_STRETCH_PAUSE_MS);
const WARM: Duration = Duration::from_micros(bounds::DEPTH_WARM_US);

/// The time between two probes in times that a cold operation takes, where those are long.
const PROBE_LATENCIES: u32 = 16;

/// A worker's eye on its own operations: some of them are looked at closely.
pub(super) struct Pulse {
    depth: Arc<Depth>,
    ops: u64,
    /// When it was last told how operations are.
    since: Instant,
    /// When the clock was last looked at.
    checked: Instant,
    /// Operations to come that are looked at one after the other, and when that last began.
    stretch: u32,
    stretched: Instant,
    /// Operations of a series to come, how many of it made the thread sleep, and how long they took.
    looks: u32,
    slept: u32,
    took: Duration,
    /// What was seen and not reported yet.
    seen: Sample,
    /// When an operation was last done plainly among those of a ring, and how long it took.
    probed: Instant,
    latency: Duration,
}

/// Operations after which the clock is looked at; while it is cold, one of so many is looked at itself. File systems keep 16
/// or 64 inodes in a block: what every 16th operation waits for falls on a look, too.
const OPS_A_LOOK: u64 = 7;

/// Operations in a row that are looked at if the first of them slept; half of them must have.
const LOOKS: u32 = 4;

impl Pulse {
    pub(super) fn new(depth: Arc<Depth>) -> Self {
        let now = Instant::now();
        Self {
            depth,
            ops: 0,
            since: now,
            checked: now,
            stretch: 0,
            stretched: now,
            looks: 0,
            slept: 0,
            took: Duration::ZERO,
            seen: Sample::default(),
            probed: now,
            latency: Duration::ZERO,
        }
    }

    pub(super) fn depth(&self) -> &Arc<Depth> {
        &self.depth
    }

    /// Does a plain operation.
    #[inline]
    pub(super) fn around<T>(&mut self, operation: impl FnOnce() -> T) -> T {
        self.ops += 1;
        let is_cold = self.depth.is_cold();
        if is_cold {
            self.depth.count(1);
        }
        let begun = self.looks > 0 || self.stretch > 0;
        if !begun && (!self.ops.is_multiple_of(OPS_A_LOOK) || !self.is_due(is_cold)) {
            return operation();
        }
        self.stretch = self.stretch.saturating_sub(1);
        let (answer, slept, took) = watched(operation);
        self.note(slept, took);
        answer
    }

    /// Whether to look at the next operation. What sleeps long passes the time until the next look itself, and the look falls on
    /// what comes after it: where the last few operations took long, a stretch of operations is looked at, whatever they take.
    fn is_due(&mut self, is_cold: bool) -> bool {
        let now = Instant::now();
        let gap = now - std::mem::replace(&mut self.checked, now);
        if is_cold {
            return true;
        }
        if gap >= GAP && now - self.stretched >= STRETCH_PAUSE {
            (self.stretch, self.stretched) = (bounds::DEPTH_STRETCH, now);
            return true;
        }
        now - self.since >= LOOK
    }

    /// One operation more was looked at.
    fn note(&mut self, slept: bool, took: Duration) {
        self.seen.add(slept, took);
        if self.looks == 0 && slept {
            (self.looks, self.slept, self.took) = (LOOKS, 0, Duration::ZERO);
        }
        let mut series = None;
        if self.looks > 0 {
            self.looks -= 1;
            self.slept += u32::from(slept);
            self.took += took;
            series = (self.looks == 0 && self.slept * 2 >= LOOKS).then_some(self.took / LOOKS);
        }
        if series.is_some() || (self.looks == 0 && (self.stretch == 0 || self.since.elapsed() >= LOOK)) {
            self.since = Instant::now();
            self.depth.report(series, &mut self.seen);
        }
    }

    /// A ring did `ops` operations: the kernel's threads slept for them, which does not show here.
    pub(super) fn ringed(&mut self, ops: u64) {
        self.depth.count(ops);
        if self.since.elapsed() >= LOOK {
            self.since = Instant::now();
            self.depth.report(None, &mut self.seen);
        }
    }

    /// Whether it is time to find out by a plain operation what those of the ring are like.
    pub(super) fn wants_probe(&self) -> bool {
        self.probed.elapsed() > PROBE.max(self.latency * PROBE_LATENCIES)
    }

    /// Does an operation plainly to find out.
    pub(super) fn probe<T>(&mut self, operation: impl FnOnce() -> T) -> T {
        let (answer, slept, took) = watched(operation);
        (self.probed, self.latency) = (Instant::now(), took);
        self.depth.count(1);
        self.seen.add(slept, took);
        self.depth.report(slept.then_some(took), &mut self.seen);
        answer
    }
}

/// Does an operation; whether it made the thread sleep for what a warm operation does not take, and how long it took.
fn watched<T>(operation: impl FnOnce() -> T) -> (T, bool, Duration) {
    let (before, began) = (process::voluntary_switches(), Instant::now());
    let answer = operation();
    let took = began.elapsed();
    (answer, took > WARM && process::voluntary_switches() > before, took)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::WalkSpec;

    fn pulse() -> Pulse {
        Pulse::new(Depth::new(&WalkSpec { threads: 2, queue_depth: bounds::QUEUE_DEPTH, ..WalkSpec::default() }, 8))
    }

    /// A server that answers a read in some milliseconds, and with it what the next hundreds of operations ask.
    #[test]
    fn what_seldom_sleeps_but_long_is_seen() {
        for period in [1, 2, 7, 16, 64, 301] {
            for first in [0, 3] {
                let mut pulse = pulse();
                let began = Instant::now();
                for operation in 0_u32.. {
                    let sleeps = operation % period == first % period;
                    pulse.around(|| {
                        if sleeps {
                            std::thread::sleep(Duration::from_millis(2))
                        }
                    });
                    if pulse.depth().is_cold() {
                        break;
                    }
                    assert!(began.elapsed() < Duration::from_secs(20), "{first} of {period}");
                }
            }
        }
    }

    #[test]
    fn work_is_not_cold() {
        let mut pulse = pulse();
        let began = Instant::now();
        while began.elapsed() < Duration::from_millis(300) {
            pulse.around(|| {
                let began = Instant::now();
                while began.elapsed() < WARM * 2 {}
            });
            assert!(!pulse.depth().is_cold());
        }
    }
}
