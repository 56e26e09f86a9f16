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

/// The longer ones of these times in times that a cold operation takes, where that is long.
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
    /// Steps up, and steps back.
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

/// A step of the climb.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    /// More at once: kept if more is done.
    Up,
    /// Fewer, where the processors are busy: kept if as much is done.
    Down,
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
    /// The step at hand is to be judged; the level before it.
    trying: Option<Step>,
    before: usize,
    /// It has lasted long enough to be measured.
    settled: bool,
    /// Nothing is tried before this, and how long the next pause will be.
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
            trying: None,
            before: base,
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

    /// The highest level so far, and the steps up and back; no level where it was never cold.
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

    /// Threads beyond the workers that may be started while there are `extra`.
    fn room(&self, extra: usize) -> usize {
        let free = self.most.saturating_sub(self.ringed.load(Ordering::Relaxed)).min(self.threads);
        (self.level() - self.base).min(free.saturating_sub(self.base)).saturating_sub(extra)
    }

    /// The same now.
    pub(super) fn room_for_threads(&self) -> usize {
        self.room(self.extra.load(Ordering::Relaxed))
    }

    /// Up to `count` threads beyond the workers are about to start; how many of them may.
    pub(super) fn take_threads(&self, count: usize) -> usize {
        let mut taken = 0;
        let _ = self.extra.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |extra| {
            taken = count.min(self.room(extra));
            Some(extra + taken)
        });
        taken
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
        level.saturating_sub(others).clamp(1, most.max(1))
    }

    /// The same of a ring that was asked for and runs at any temperature: as much as every other worker's ring may have.
    pub(super) fn share_of_asked_ring(&self) -> usize {
        let all = (self.most - self.most / 4).saturating_sub(self.base);
        (all / self.base).clamp(1, bounds::RING_WORKERS)
    }

    /// A ring that has `own` takes `share`.
    pub(super) fn keep_for_ring(&self, share: usize, own: usize) {
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
                self.climb(&mut climb, now, latency, process::worked);
            }
            _ => {
                *climb = Climb { began: now, done, hold: HOLD, cold: None, trying: None, rate: 0.0, ..*climb };
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

    /// Judges the step at hand, if it is over, and takes the next. `worked` is what processors worked for this process so far.
    fn climb(&self, climb: &mut Climb, now: Instant, latency: Duration, worked: impl Fn() -> Duration) {
        let (level, done) = (self.level(), self.done.load(Ordering::Relaxed));
        let (took, ops) = (now - climb.began, done - climb.done);
        if level == self.base && (climb.rate == 0.0 || now >= climb.hold_until) {
            climb.rate = if took.is_zero() { 0.0 } else { ops as f64 / took.as_secs_f64() };
            self.try_step(climb, Step::Up, (level * 2).max(bounds::DEPTH_FIRST), now);
            return;
        }
        if !climb.settled {
            // Threads start or go, and what began before the step ends.
            let pause = STEP.max(latency);
            if took >= pause / 2 && (self.has_followed(climb.trying, level) || took >= pause * bounds::DEPTH_PATIENCE) {
                *climb = Climb { settled: true, began: now, done, worked: worked(), ..*climb };
            }
            return;
        }
        // Long enough for each of the operations that may wait at once, and for chance to even out.
        if took < STEP.max(latency * 2) || ops < 2 * level as u64 {
            return;
        }
        let rate = ops as f64 / took.as_secs_f64();
        let worked = worked();
        let busy = worked.saturating_sub(climb.worked).as_secs_f64() / (took.as_secs_f64() * self.processors as f64);
        *climb = Climb { began: now, done, worked, ..*climb };
        let Some(step) = climb.trying.take() else {
            // What is being done changes, and with it what a rate means: the latest count most.
            climb.rate = (climb.rate + rate) / 2.0;
            return self.take_step(climb, busy, now);
        };
        let gain = match step {
            Step::Up => bounds::DEPTH_GAIN,
            Step::Down => 1.0 - (bounds::DEPTH_GAIN - 1.0) / 2.0,
        };
        let keeps = rate >= climb.rate * gain;
        match (step, keeps) {
            (Step::Up, true) => self.steps.0.fetch_add(1, Ordering::Relaxed),
            (Step::Up, false) | (Step::Down, true) => self.steps.1.fetch_add(1, Ordering::Relaxed),
            (Step::Down, false) => 0,
        };
        if !keeps {
            self.level.store(climb.before, Ordering::Relaxed);
            *climb = Climb { settled: false, hold_until: now + climb.hold, hold: (climb.hold * 2).min(HOLD_MAX), ..*climb };
            return;
        }
        *climb = Climb { hold: HOLD, rate, ..*climb };
        if step == Step::Up && busy < bounds::DEPTH_BUSY {
            self.take_step(climb, busy, now);
        } else {
            // A step the other way would be back.
            climb.hold_until = now + HOLD;
        }
    }

    /// Whether there are as many threads, and operations of rings, as the step at hand wants. There need not be work for them.
    fn has_followed(&self, step: Option<Step>, level: usize) -> bool {
        let threads = self.base + self.extra.load(Ordering::Relaxed);
        match step {
            Some(Step::Up) => threads + self.ringed.load(Ordering::Relaxed) >= level,
            Some(Step::Down) => threads <= level,
            None => true,
        }
    }

    /// The next step, if there is one to be tried: up where the processors have time, down where they have none.
    fn take_step(&self, climb: &mut Climb, busy: f64, now: Instant) {
        let level = self.level();
        if now < climb.hold_until {
            return;
        }
        if busy < bounds::DEPTH_BUSY {
            if level < self.most {
                self.try_step(climb, Step::Up, level * 2, now);
            }
        } else if level / 2 >= bounds::DEPTH_FIRST.max(self.base + 1) {
            self.try_step(climb, Step::Down, level / 2, now);
        }
    }

    fn try_step(&self, climb: &mut Climb, step: Step, level: usize, now: Instant) {
        let level = level.min(self.most);
        let done = self.done.load(Ordering::Relaxed);
        *climb = Climb { before: self.level(), trying: Some(step), settled: false, began: now, done, ..*climb };
        self.level.store(level, Ordering::Relaxed);
        self.reached.fetch_max(level, Ordering::Relaxed);
    }
}

impl Climb {
    /// Adds what was seen. When enough of it slept to tell: how long that took each, if it was cold as a whole. So a tree is
    /// cold of which most is in memory, but not what takes the time.
    fn weigh(&mut self, now: Instant, seen: Sample) -> Option<Duration> {
        let latency = self.sample.slept / self.sample.sleeps.max(1);
        if now.saturating_duration_since(self.sampled) > WEIGH.max(latency * FORGET_LATENCIES) {
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

#[cfg(test)]
mod tests {
    use super::*;

    /// A machine whose operations take `cpu` of one of two processors and then sleep.
    struct Machine {
        cpu: Duration,
        sleep: Duration,
    }

    impl Machine {
        /// Operations a second with `level` of them under way.
        fn rate(&self, level: usize) -> f64 {
            (level as f64 / (self.cpu + self.sleep).as_secs_f64()).min(2.0 / self.cpu.as_secs_f64())
        }

        /// The share of the highest rate that a climb of some seconds comes to, its first second left out, and its levels.
        fn climb(&self) -> (f64, Vec<usize>) {
            const TICK: Duration = Duration::from_micros(500);
            let spec = WalkSpec { threads: 2, queue_depth: bounds::QUEUE_DEPTH, ..WalkSpec::default() };
            let depth = Depth { processors: 2, ..Arc::into_inner(Depth::new(&spec, bounds::QUEUE_DEPTH)).unwrap() };
            let mut climb = depth.climb.lock().unwrap();
            let (mut now, mut all, mut done, mut levels) = (climb.began, 0.0, 0.0, Vec::new());
            for tick in 0..20_000 {
                let ops = self.rate(depth.level()) * TICK.as_secs_f64();
                (all, now) = (all + ops, now + TICK);
                depth.done.store(all as u64, Ordering::Relaxed);
                depth.extra.store(depth.level() - depth.base, Ordering::Relaxed);
                depth.climb(&mut climb, now, self.cpu + self.sleep, || self.cpu.mul_f64(all));
                if tick >= 2000 {
                    done += ops;
                    levels.push(depth.level());
                }
            }
            (done / (18_000.0 * TICK.as_secs_f64()) / self.rate(bounds::QUEUE_DEPTH), levels)
        }
    }

    #[test]
    fn a_climb_ends_where_it_pays() {
        for (cpu, sleep) in [(20, 100), (20, 140), (20, 1000), (5, 40), (2, 10_000), (50, 50), (100, 10)] {
            let machine = Machine { cpu: Duration::from_micros(cpu), sleep: Duration::from_micros(sleep) };
            let (share, levels) = machine.climb();
            assert!(share > 0.85, "{cpu} us and {sleep} us asleep: {share}");
            assert!(levels.iter().all(|level| (3..=bounds::QUEUE_DEPTH).contains(level)));
        }
    }

    /// Of many threads that keep the processors busy most are given back.
    #[test]
    fn no_more_than_the_processors_can_use() {
        let machine = Machine { cpu: Duration::from_micros(20), sleep: Duration::from_micros(40) };
        let (_, levels) = machine.climb();
        assert!(levels.iter().filter(|level| **level <= 16).count() > levels.len() * 9 / 10);
    }

    #[test]
    fn what_slept_most_of_the_time_is_cold() {
        let (now, long, short) = (Instant::now(), Duration::from_micros(200), Duration::from_micros(2));
        for (warm, is_cold) in [(64, true), (4000, false)] {
            let spec = WalkSpec { threads: 2, ..WalkSpec::default() };
            let depth = Depth::new(&spec, 2);
            let mut climb = depth.climb.lock().unwrap();
            let mut found = None;
            for _ in 0..bounds::DEPTH_SLEEPS {
                let mut seen = Sample::default();
                (0..warm).for_each(|_| seen.add(false, short));
                seen.add(true, long);
                found = climb.weigh(now, seen);
            }
            assert_eq!(found, is_cold.then_some(long));
            // What lies too far apart is not weighed together, where it did not take long itself.
            for (took, is_cold) in [(long, false), (Duration::from_millis(100), true)] {
                let mut seen = Sample::default();
                seen.add(true, took);
                let mut turns = (1..20).map(|turn| climb.weigh(now + WEIGH * 2 * turn, seen));
                assert_eq!(turns.any(|found| found.is_some()), is_cold, "{took:?}");
                climb.sample = Sample::default();
            }
        }
    }
}
