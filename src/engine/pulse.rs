//! A worker's eye on its own operations: some of them are looked at closely, for the depth of the walk.

use super::depth::{Depth, Sample};
use crate::base::bounds;
use crate::sys::process;
use std::sync::Arc;
use std::time::{Duration, Instant};

const LOOK: Duration = Duration::from_micros(bounds::DEPTH_LOOK_US);
const PROBE: Duration = Duration::from_millis(bounds::DEPTH_PROBE_MS);
const WARM: Duration = Duration::from_micros(bounds::DEPTH_WARM_US);

/// The time between two probes in times that a cold operation takes, where those are long.
const PROBE_LATENCIES: u32 = 16;

/// A worker's eye on its own operations: some of them are looked at closely.
pub(super) struct Pulse {
    depth: Arc<Depth>,
    ops: u64,
    /// When operations were last looked at.
    since: Instant,
    /// Operations that are to be looked at now, how many of them made the thread sleep, and how long they took.
    looks: u32,
    slept: u32,
    took: Duration,
    /// What was seen and not reported yet.
    seen: Sample,
    /// When an operation was last done plainly among those of a ring, and how long it took.
    probed: Instant,
    latency: Duration,
}

/// Operations after which the clock is looked at; while it is cold, one of so many is looked at itself.
const OPS_A_LOOK: u64 = 8;

/// Operations in a row that are looked at if the first of them slept; half of them must have.
const LOOKS: u32 = 4;

impl Pulse {
    pub(super) fn new(depth: Arc<Depth>) -> Self {
        let now = Instant::now();
        let (took, latency) = (Duration::ZERO, Duration::ZERO);
        Self { depth, ops: 0, since: now, looks: 0, slept: 0, took, seen: Sample::default(), probed: now, latency }
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
        let waits = !self.ops.is_multiple_of(OPS_A_LOOK) || (!is_cold && self.since.elapsed() < LOOK);
        if self.looks == 0 && waits {
            return operation();
        }
        let (answer, slept, took) = watched(operation);
        self.note(slept, took);
        answer
    }

    /// One operation more was looked at.
    fn note(&mut self, slept: bool, took: Duration) {
        self.seen.add(slept, took);
        if self.looks == 0 {
            (self.looks, self.slept, self.took) = (LOOKS, 0, Duration::ZERO);
        }
        self.looks -= 1;
        self.slept += u32::from(slept);
        self.took += took;
        if self.slept == 0 {
            self.looks = 0;
        }
        if self.looks == 0 {
            self.since = Instant::now();
            self.depth.report((self.slept * 2 >= LOOKS).then_some(self.took / LOOKS), &mut self.seen);
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
