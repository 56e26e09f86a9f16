//! How many operations may wait in the kernel at once, over the whole process: few while they are answered from memory,
//! many while each of them takes its time.
//!
//! Whether a tree is *cold* is read from voluntary context switches: an operation that waits for a disk or a server
//! makes its thread sleep. Now and then a few operations are looked at, each by itself, since threads also sleep for each
//! other. Slowness alone says nothing: beside other programs, or under a quota, warm calls look slow too, but their thread
//! is put aside, not asleep. While it is cold the depth is doubled step by step, and a step is kept
//! only if it was worth it; that also finds the end of what a single disk, a server with one thread or a quota can do.
//!
//! Threads beyond the workers, and the kernel's threads for the rings of the workers, share the depth.

use super::spec::WalkSpec;
use crate::base::bounds;
use crate::sys::process;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

const LOOK: Duration = Duration::from_micros(bounds::DEPTH_LOOK_US);
const STEP: Duration = Duration::from_millis(bounds::DEPTH_STEP_MS);
const HOLD: Duration = Duration::from_millis(bounds::DEPTH_HOLD_MS);
const HOLD_MAX: Duration = Duration::from_millis(bounds::DEPTH_HOLD_MAX_MS);
const FORGET: Duration = Duration::from_millis(bounds::DEPTH_FORGET_MS);
const SUSPICION: Duration = Duration::from_millis(bounds::DEPTH_SUSPICION_MS);
const PROBE: Duration = Duration::from_millis(bounds::DEPTH_PROBE_MS);
const WARM: Duration = Duration::from_micros(bounds::DEPTH_WARM_US);

/// The same in times that a cold operation takes, where those are long.
const FORGET_LATENCIES: u32 = 40;
const PROBE_LATENCIES: u32 = 16;

/// The depth of a walk, shared by its workers.
pub(super) struct Depth {
    /// Workers that there are at any temperature.
    base: usize,
    /// Operations that may wait at once, at most.
    most: usize,
    /// Threads at most, the workers included.
    threads: usize,
    /// The same at the moment; `base` while it is warm.
    level: AtomicUsize,
    /// Threads beyond the workers.
    extra: AtomicUsize,
    /// Kernel threads that rings may have: they stay for seconds once they were started, so this only grows.
    ringed: AtomicUsize,
    /// Operations that were done while it was cold.
    done: AtomicU64,
    /// Steps up that were kept, and steps that were taken back.
    steps: (AtomicU64, AtomicU64),
    /// The highest level.
    reached: AtomicUsize,
    climb: Mutex<Climb>,
}

/// The climb to a depth that pays.
struct Climb {
    /// When the step at hand began, and how many operations were done then.
    began: Instant,
    done: u64,
    /// Operations a second before the step; 0 if there was none before.
    rate: f64,
    /// The step at hand is one up, to be judged; the level below it.
    trying: bool,
    below: usize,
    /// It has lasted long enough to be measured.
    settled: bool,
    /// No step up before this, and how long the next pause will be.
    hold_until: Instant,
    hold: Duration,
    /// When operations were found cold for the first time since it was warm.
    suspected: Option<Instant>,
    /// When operations were last found cold, and how long one took then.
    cold: Option<(Instant, Duration)>,
}

impl Depth {
    /// The depth of a walk that may have up to `threads`, its workers included.
    pub(super) fn new(spec: &WalkSpec, threads: usize) -> Arc<Self> {
        let now = Instant::now();
        let base = spec.threads;
        let climb = Climb {
            began: now,
            done: 0,
            rate: 0.0,
            trying: false,
            below: base,
            settled: true,
            hold_until: now,
            hold: HOLD,
            suspected: None,
            cold: None,
        };
        Arc::new(Self {
            base,
            most: spec.queue_depth.max(base),
            threads,
            level: AtomicUsize::new(base),
            extra: AtomicUsize::new(0),
            ringed: AtomicUsize::new(0),
            done: AtomicU64::new(0),
            steps: (AtomicU64::new(0), AtomicU64::new(0)),
            reached: AtomicUsize::new(base),
            climb: Mutex::new(climb),
        })
    }

    /// The highest level so far, and the steps that were kept and taken back; no level where it was never cold.
    pub(super) fn history(&self) -> (u64, (u64, u64)) {
        let reached = self.reached.load(Ordering::Relaxed);
        let reached = if reached > self.base { reached as u64 } else { 0 };
        (reached, (self.steps.0.load(Ordering::Relaxed), self.steps.1.load(Ordering::Relaxed)))
    }

    fn level(&self) -> usize {
        self.level.load(Ordering::Relaxed)
    }

    /// Whether operations wait for something.
    pub(super) fn is_cold(&self) -> bool {
        self.level() > self.base
    }

    /// Threads beyond the workers that may be started now.
    pub(super) fn room_for_threads(&self) -> usize {
        let used = self.extra.load(Ordering::Relaxed);
        let free = self.most.saturating_sub(self.ringed.load(Ordering::Relaxed)).min(self.threads);
        (self.level() - self.base).min(free.saturating_sub(self.base)).saturating_sub(used)
    }

    /// A thread beyond the workers is about to start.
    pub(super) fn add_thread(&self) {
        self.extra.fetch_add(1, Ordering::Relaxed);
    }

    /// Such a thread is gone.
    pub(super) fn drop_thread(&self) {
        self.extra.fetch_sub(1, Ordering::Relaxed);
    }

    /// Whether there are more such threads than the depth allows.
    pub(super) fn is_overfull(&self) -> bool {
        self.extra.load(Ordering::Relaxed) > self.level() - self.base
    }

    /// How many operations a ring may have in the kernel that may already have `own`: what neither threads nor other rings
    /// take. A part of the depth is kept for threads.
    pub(super) fn share_of_ring(&self, own: usize) -> usize {
        let level = self.level();
        if level <= self.base {
            return 1;
        }
        let others = self.ringed.load(Ordering::Relaxed).saturating_sub(own) + self.extra.load(Ordering::Relaxed);
        let most = (self.most - self.most / 4).saturating_sub(others);
        let share = level.saturating_sub(others).clamp(1, most.max(1));
        self.keep_for_ring(share, own);
        share
    }

    /// The same of a ring that was asked for and runs at any temperature: as much as every other worker's ring may have.
    pub(super) fn share_of_asked_ring(&self, own: usize) -> usize {
        let all = (self.most - self.most / 4).saturating_sub(self.base);
        let share = (all / self.base).clamp(1, bounds::RING_WORKERS);
        self.keep_for_ring(share, own);
        share
    }

    fn keep_for_ring(&self, share: usize, own: usize) {
        self.ringed.fetch_add(share.saturating_sub(own), Ordering::Relaxed);
    }

    /// Operations were done. While it is warm nobody counts them.
    fn count(&self, ops: u64) {
        self.done.fetch_add(ops, Ordering::Relaxed);
    }

    /// A worker looked at its operations; how long each took if they were cold.
    fn report(&self, cold: Option<Duration>) {
        let done = self.done.load(Ordering::Relaxed);
        // Whoever comes while another one judges has nothing to add.
        let Ok(mut climb) = self.climb.try_lock() else { return };
        let now = Instant::now();
        if let Some(latency) = cold {
            if climb.cold.is_none() && !Self::is_confirmed(&mut climb, now, latency) {
                return;
            }
            climb.cold = Some((now, latency));
        }
        match climb.cold {
            Some((last, latency)) if now.saturating_duration_since(last) <= FORGET.max(latency * FORGET_LATENCIES) => {
                self.climb(&mut climb, now, latency);
            }
            _ => {
                *climb = Climb { began: now, done, hold: HOLD, cold: None, trying: false, rate: 0.0, ..*climb };
                self.level.store(self.base, Ordering::Relaxed);
            }
        }
    }

    /// Whether a first finding that it is cold came shortly after another one: a tree that is in memory but for a few blocks
    /// is not worth a thread. Under a tracer every call sleeps.
    fn is_confirmed(climb: &mut Climb, now: Instant, latency: Duration) -> bool {
        let before = climb.suspected.replace(now);
        let near = SUSPICION.max(latency * FORGET_LATENCIES);
        before.is_some_and(|before| now.saturating_duration_since(before) <= near) && !process::is_traced()
    }

    /// Judges the step at hand, if it is over, and takes the next.
    fn climb(&self, climb: &mut Climb, now: Instant, latency: Duration) {
        let (level, done) = (self.level(), self.done.load(Ordering::Relaxed));
        let (took, ops) = (now - climb.began, done - climb.done);
        if level == self.base && climb.rate == 0.0 {
            climb.rate = if took.is_zero() { 0.0 } else { ops as f64 / took.as_secs_f64() };
            self.try_level(climb, (level * 2).max(bounds::DEPTH_FIRST), now, done);
            return;
        }
        if !climb.settled {
            // Threads start, and what began before the step ends.
            if took >= STEP.max(latency) / 2 {
                *climb = Climb { settled: true, began: now, done, ..*climb };
            }
            return;
        }
        // Long enough for each of the operations that may wait at once, and for chance to even out.
        if took < STEP.max(latency * 2) || ops < 2 * level as u64 {
            return;
        }
        let rate = ops as f64 / took.as_secs_f64();
        *climb = Climb { began: now, done, ..*climb };
        if climb.trying && rate < climb.rate * bounds::DEPTH_GAIN {
            self.steps.1.fetch_add(1, Ordering::Relaxed);
            self.level.store(climb.below, Ordering::Relaxed);
            *climb = Climb { trying: false, hold_until: now + climb.hold, hold: (climb.hold * 2).min(HOLD_MAX), ..*climb };
            return;
        }
        if climb.trying {
            self.steps.0.fetch_add(1, Ordering::Relaxed);
            *climb = Climb { trying: false, hold: HOLD, rate, ..*climb };
        } else {
            // What is being done changes, and with it what a rate means: the latest count most.
            climb.rate = (climb.rate + rate) / 2.0;
        }
        if level < self.most && now >= climb.hold_until {
            self.try_level(climb, level * 2, now, done);
        }
    }

    fn try_level(&self, climb: &mut Climb, level: usize, now: Instant, done: u64) {
        let level = level.min(self.most);
        *climb = Climb { below: self.level(), trying: true, settled: false, began: now, done, ..*climb };
        self.level.store(level, Ordering::Relaxed);
        self.reached.fetch_max(level, Ordering::Relaxed);
    }
}

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
    /// When an operation was last done plainly among those of a ring, and how long it took.
    probed: Instant,
    latency: Duration,
}

/// Operations after which the clock is looked at.
const OPS_A_LOOK: u64 = 8;

/// Operations in a row that are looked at if the first of them slept; half of them must have.
const LOOKS: u32 = 4;

impl Pulse {
    pub(super) fn new(depth: Arc<Depth>) -> Self {
        let now = Instant::now();
        let (took, latency) = (Duration::ZERO, Duration::ZERO);
        Self { depth, ops: 0, since: now, looks: 0, slept: 0, took, probed: now, latency }
    }

    pub(super) fn depth(&self) -> &Arc<Depth> {
        &self.depth
    }

    /// Does a plain operation.
    #[inline]
    pub(super) fn around<T>(&mut self, operation: impl FnOnce() -> T) -> T {
        self.ops += 1;
        if self.depth.is_cold() {
            self.depth.count(1);
        }
        if self.looks == 0 && (!self.ops.is_multiple_of(OPS_A_LOOK) || self.since.elapsed() < LOOK) {
            return operation();
        }
        let (answer, slept, took) = watched(operation);
        self.note(slept, took);
        answer
    }

    /// One operation more was looked at.
    fn note(&mut self, slept: bool, took: Duration) {
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
            self.depth.report((self.slept * 2 >= LOOKS).then_some(self.took / LOOKS));
        }
    }

    /// A ring did `ops` operations: the kernel's threads slept for them, which does not show here.
    pub(super) fn ringed(&mut self, ops: u64) {
        self.depth.count(ops);
        if self.since.elapsed() >= LOOK {
            self.since = Instant::now();
            self.depth.report(None);
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
        self.depth.report(slept.then_some(took));
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
