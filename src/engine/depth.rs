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
use crate::sys::{limits, process};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

const STEP: Duration = Duration::from_millis(bounds::DEPTH_STEP_MS);
const HOLD: Duration = Duration::from_millis(bounds::DEPTH_HOLD_MS);
const HOLD_MAX: Duration = Duration::from_millis(bounds::DEPTH_HOLD_MAX_MS);
const FORGET: Duration = Duration::from_millis(bounds::DEPTH_FORGET_MS);
const SUSPICION: Duration = Duration::from_millis(bounds::DEPTH_SUSPICION_MS);
const WEIGH: Duration = Duration::from_millis(bounds::DEPTH_WEIGH_MS);

/// The same in times that a cold operation takes, where those are long.
const FORGET_LATENCIES: u32 = 40;

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
    /// Processors that this process may use.
    processors: usize,
    climb: Mutex<Climb>,
}

/// What operations that were looked at by themselves came to.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sample {
    /// How long all of them took.
    took: Duration,
    /// How many of them slept, and how long those took.
    sleeps: u32,
    slept: Duration,
}

impl Sample {
    /// One more.
    pub(super) fn add(&mut self, slept: bool, took: Duration) {
        self.took += took;
        self.sleeps += u32::from(slept);
        self.slept += if slept { took } else { Duration::ZERO };
    }

    fn join(self, other: Self) -> Self {
        Self { took: self.took + other.took, sleeps: self.sleeps + other.sleeps, slept: self.slept + other.slept }
    }

    /// Whether so much of the time was slept away that it is worth more operations at once.
    fn is_cold(self) -> bool {
        self.slept.as_secs_f64() >= self.took.as_secs_f64() * bounds::DEPTH_ASLEEP
    }
}

/// The climb to a depth that pays.
struct Climb {
    /// When the step at hand began, and how many operations were done then.
    began: Instant,
    done: u64,
    /// The time that processors had worked for this process then.
    worked: Duration,
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
    /// What was looked at since when, to be weighed.
    sample: Sample,
    sampled: Instant,
}

impl Depth {
    /// The depth of a walk that may have up to `threads`, its workers included.
    pub(super) fn new(spec: &WalkSpec, threads: usize) -> Arc<Self> {
        let now = Instant::now();
        let base = spec.threads;
        let climb = Climb {
            began: now,
            done: 0,
            worked: Duration::ZERO,
            rate: 0.0,
            trying: false,
            below: base,
            settled: true,
            hold_until: now,
            hold: HOLD,
            suspected: None,
            cold: None,
            sample: Sample::default(),
            sampled: now,
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
            processors: limits::processors(),
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
    pub(super) fn count(&self, ops: u64) {
        self.done.fetch_add(ops, Ordering::Relaxed);
    }

    /// A worker looked at its operations: how long each took if several in a row were cold, and what was seen since the last
    /// report that was heard.
    pub(super) fn report(&self, cold: Option<Duration>, seen: &mut Sample) {
        let done = self.done.load(Ordering::Relaxed);
        // Whoever comes while another one judges has nothing to add.
        let Ok(mut climb) = self.climb.try_lock() else { return };
        let now = Instant::now();
        let weighed = climb.weigh(now, std::mem::take(seen)).filter(|_| climb.cold.is_some() || !process::is_traced());
        let found = cold.filter(|latency| climb.cold.is_some() || Self::is_confirmed(&mut climb, now, *latency));
        if let Some(latency) = found.or(weighed) {
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
                *climb = Climb { settled: true, began: now, done, worked: process::worked(), ..*climb };
            }
            return;
        }
        // Long enough for each of the operations that may wait at once, and for chance to even out.
        if took < STEP.max(latency * 2) || ops < 2 * level as u64 {
            return;
        }
        let rate = ops as f64 / took.as_secs_f64();
        let worked = process::worked();
        let busy = (worked - climb.worked).as_secs_f64() / (took.as_secs_f64() * self.processors as f64);
        *climb = Climb { began: now, done, worked, ..*climb };
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
        if now < climb.hold_until {
            return;
        }
        if busy < bounds::DEPTH_BUSY && level < self.most {
            self.try_level(climb, level * 2, now, done);
        } else if busy >= bounds::DEPTH_BUSY && level > bounds::DEPTH_FIRST {
            // Half as many keep the processors as busy, and get in each other's way less.
            self.steps.1.fetch_add(1, Ordering::Relaxed);
            self.level.store((level / 2).max(self.base + 1), Ordering::Relaxed);
            *climb = Climb { settled: false, hold_until: now + HOLD, ..*climb };
        }
    }

    fn try_level(&self, climb: &mut Climb, level: usize, now: Instant, done: u64) {
        let level = level.min(self.most);
        *climb = Climb { below: self.level(), trying: true, settled: false, began: now, done, ..*climb };
        self.level.store(level, Ordering::Relaxed);
        self.reached.fetch_max(level, Ordering::Relaxed);
    }
}

impl Climb {
    /// Adds what was seen. When enough of it slept to tell: how long that took each, if it was cold as a whole. So a tree is
    /// cold of which most is in memory, but not what takes the time.
    fn weigh(&mut self, now: Instant, seen: Sample) -> Option<Duration> {
        if now.saturating_duration_since(self.sampled) > WEIGH {
            (self.sample, self.sampled) = (Sample::default(), now);
        }
        self.sample = self.sample.join(seen);
        if self.sample.sleeps < bounds::DEPTH_SLEEPS {
            return None;
        }
        let sample = std::mem::take(&mut self.sample);
        self.sampled = now;
        sample.is_cold().then(|| sample.slept / sample.sleeps)
    }
}
