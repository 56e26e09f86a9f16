//! How the file system behaves: how long each kind of operation takes, what the kernel may remember, which operations fail
//! or hang. It is told while the file system is mounted, and counts what happens.

use std::time::{Duration, Instant};

/// A kind of operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Op {
    /// A name in a directory.
    Lookup,
    /// What stat asks.
    Getattr,
    Readlink,
    Opendir,
    /// A buffer of a directory's entries, its empty last one too.
    Readdir,
    /// The last close of an open directory. Nobody waits for it, so it takes no time and is not in flight.
    Releasedir,
    /// Anything else: statfs, access, and what this file system cannot do.
    Other,
}

impl Op {
    pub(crate) const ALL: [Self; 7] =
        [Self::Lookup, Self::Getattr, Self::Readlink, Self::Opendir, Self::Readdir, Self::Releasedir, Self::Other];

    /// Those that a walk is made of.
    pub(crate) const WALK: [Self; 5] = [Self::Lookup, Self::Getattr, Self::Readlink, Self::Opendir, Self::Readdir];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Lookup => "lookup",
            Self::Getattr => "getattr",
            Self::Readlink => "readlink",
            Self::Opendir => "opendir",
            Self::Readdir => "readdir",
            Self::Releasedir => "releasedir",
            Self::Other => "other",
        }
    }
}

/// Which operations of a kind are meant: all, or those on one inode, or some of these by their turn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Which<'a> {
    pub(super) path: Option<&'a str>,
    /// The first and the last turn, counted from 1 on and from now on.
    pub(super) turns: (u64, u64),
}

impl<'a> Which<'a> {
    pub(crate) fn all() -> Self {
        Which { path: None, turns: (1, u64::MAX) }
    }

    /// On what this path below the top leads to.
    pub(crate) fn path(path: &'a str) -> Self {
        Which { path: Some(path), ..Self::all() }
    }

    /// The `turn`-th of them from now on.
    pub(crate) fn turn(self, turn: u64) -> Self {
        Which { turns: (turn, turn), ..self }
    }

    /// The `turn`-th of them from now on, and all after it.
    pub(crate) fn since_turn(self, turn: u64) -> Self {
        Which { turns: (turn, u64::MAX), ..self }
    }
}

/// What happens in place of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Trouble {
    /// It fails with this errno, after the usual time.
    Fails(i32),
    /// No answer until somebody interrupts whoever waits (then EINTR), or until `release`.
    Hangs,
    /// No answer until `release`, whatever happens: whoever waits cannot even be killed.
    HangsDeaf,
}

/// Trouble, and when.
pub(super) struct Fault {
    pub(super) op: Op,
    pub(super) node: Option<u64>,
    pub(super) turns: (u64, u64),
    pub(super) seen: u64,
    pub(super) trouble: Trouble,
}

impl Fault {
    /// Counts an operation if it is meant; its trouble, if it is its turn.
    fn meets(&mut self, op: Op, node: Option<u64>) -> Option<Trouble> {
        if self.op != op || self.node.is_some() && self.node != node {
            return None;
        }
        self.seen += 1;
        (self.turns.0..=self.turns.1).contains(&self.seen).then_some(self.trouble)
    }
}

/// What happened since the counts were last taken back to zero.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Counts {
    by_op: [u64; Op::ALL.len()],
    /// Operations that were made to fail.
    pub(crate) failed: u64,
    /// Operations that hung, whether they still do or not.
    pub(crate) hung: u64,
    /// Interrupts that reached an operation that hung.
    pub(crate) interrupted: u64,
    /// Operations that somebody waited for at the same time, at most.
    pub(crate) most_in_flight: u64,
}

impl Counts {
    pub(crate) fn of(&self, op: Op) -> u64 {
        self.by_op[op as usize]
    }

    pub(super) fn add(&mut self, op: Op) {
        self.by_op[op as usize] += 1;
    }
}

/// Everything that can be set.
pub(super) struct Manners {
    delays: [Duration; Op::ALL.len()],
    /// Hundredths of the delay that it may be longer or shorter.
    jitter: u64,
    /// When each of the server's slots is free again; without slots any number of operations are served side by side.
    slots: Vec<Instant>,
    pub(super) names_stay: Duration,
    pub(super) attributes_stay: Duration,
    pub(super) faults: Vec<Fault>,
    random: u64,
}

impl Manners {
    pub(super) fn new() -> Self {
        let hour = Duration::from_secs(3600);
        Self {
            delays: [Duration::ZERO; Op::ALL.len()],
            jitter: 0,
            slots: Vec::new(),
            names_stay: hour,
            attributes_stay: Duration::ZERO,
            faults: Vec::new(),
            random: 0x9e37_79b9_7f4a_7c15,
        }
    }

    pub(super) fn set_delay(&mut self, op: Op, delay: Duration) {
        self.delays[op as usize] = delay;
    }

    pub(super) fn set_jitter(&mut self, percent: u64) {
        self.jitter = percent.min(100);
    }

    pub(super) fn set_slots(&mut self, count: usize) {
        self.slots = vec![Instant::now(); count];
    }

    /// When an operation that comes now is done; nothing if that is at once.
    pub(super) fn due(&mut self, op: Op) -> Option<Instant> {
        let delay = self.delay(op);
        if delay.is_zero() {
            return None;
        }
        let now = Instant::now();
        let Some(slot) = self.slots.iter_mut().min() else { return Some(now + delay) };
        *slot = now.max(*slot) + delay;
        Some(*slot)
    }

    /// How long this operation takes.
    fn delay(&mut self, op: Op) -> Duration {
        let delay = self.delays[op as usize];
        if self.jitter == 0 || delay.is_zero() {
            return delay;
        }
        // xorshift64: an even spread is all that is asked of it.
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        let nanoseconds = delay.as_nanos() as u64;
        let span = nanoseconds * self.jitter / 100;
        Duration::from_nanos(nanoseconds - span + self.random % (2 * span + 1))
    }

    /// The trouble that an operation is in.
    pub(super) fn trouble(&mut self, op: Op, node: Option<u64>) -> Option<Trouble> {
        // Every fault counts what it means, also where another one comes first.
        self.faults.iter_mut().fold(None, |found, fault| {
            let met = fault.meets(op, node);
            found.or(met)
        })
    }
}
