//! How a worker calls the kernel: plainly, or in batches through a ring of its own. The ring is made when the first
//! batch needs it; where it is refused, or refuses an operation, a plain call takes its place and decides.
//!
//! A ring is worth its detour by the kernel's threads where operations take their time; `depth` says when, and how many
//! may be under way.

use super::Io;
use super::depth::Depth;
use super::pulse::Pulse;
use crate::base::{Counts, Fields, Stat, bounds};
use crate::sys::ring::{Done, Ring};
use crate::sys::{dirs, mounts, pace, stat};
use std::ffi::CStr;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::sync::Arc;
use std::time::Instant;

/// The directory that a name is relative to: an open one, or the current one.
pub(super) type At = Option<Arc<OwnedFd>>;

/// A borrowed view of `At`.
pub(super) fn borrow(at: &At) -> BorrowedFd<'_> {
    match at {
        Some(fd) => fd.as_fd(),
        None => stat::cwd(),
    }
}

/// One open of a batch.
pub(super) struct Open<'a> {
    pub at: At,
    pub name: &'a CStr,
    pub follow: bool,
    /// The answer.
    pub result: Result<OwnedFd, i32>,
}

impl<'a> Open<'a> {
    pub(super) fn new(at: At, name: &'a CStr, follow: bool) -> Self {
        Self { at, name, follow, result: Err(libc::ECANCELED) }
    }

    fn plainly(&mut self) {
        self.result = dirs::open(borrow(&self.at), self.name, self.follow);
    }
}

/// One stat of a batch.
pub(super) struct Ask<'a> {
    pub name: &'a CStr,
    pub ino: u64,
    pub follow: bool,
    pub fields: Fields,
    /// The answer.
    pub result: Result<Stat, i32>,
}

/// Asks one after the other; the nanoseconds that each took.
fn plainly_each(at: &At, asks: &mut [&mut Ask<'_>], depth: &Depth) -> Vec<u64> {
    let ask = |ask: &mut &mut Ask<'_>| {
        let began = Instant::now();
        ask.result = stat::stat(borrow(at), ask.name, ask.follow, ask.fields);
        depth.count(1);
        nanos_since(began)
    };
    asks.iter_mut().map(ask).collect()
}

/// The kernel had no worker for it, and will hardly have one for the next: plain calls are faster.
fn is_given_up<T>(result: &Result<T, i32>) -> bool {
    matches!(result, Err(libc::ECANCELED))
}

enum State {
    Unmade,
    Made(Box<Ring>),
    /// There is none here, or it does not do what is asked.
    Refused,
    /// The worker shall have none: its thread is one operation under way itself.
    Unwanted,
}

fn ring_of(state: &mut State) -> Option<&mut Ring> {
    match state {
        State::Made(ring) => Some(ring),
        State::Unmade | State::Refused | State::Unwanted => None,
    }
}

fn nanos_since(began: Instant) -> u64 {
    u64::try_from(began.elapsed().as_nanos()).unwrap_or(u64::MAX)
}

pub(super) struct Backend {
    io: Io,
    state: State,
    /// Descriptors that nobody names any more, to be closed with the next batch.
    closing: Vec<OwnedFd>,
    punt_opens: bool,
    /// Operations of this ring that the depth has room for.
    share: usize,
    /// Stats are asked in the order of the inodes, not of the directory; found out with the first batch.
    by_inode: Option<bool>,
    /// What the worker did.
    pub counts: Counts,
    /// How its operations are.
    pub pulse: Pulse,
    /// Operations are timed, and counted by mount; the mount at hand.
    tally: bool,
    mount: u64,
}

impl Backend {
    pub(super) fn new(io: Io, punt_opens: bool, tally: bool, depth: Arc<Depth>) -> Self {
        let (counts, pulse) = (Counts::default(), Pulse::new(depth));
        Self { io, state: State::Unmade, closing: Vec::new(), punt_opens, share: 0, by_inode: None, counts, pulse, tally, mount: 0 }
    }

    /// Another worker's backend.
    pub(super) fn sibling(&self) -> Self {
        Self::new(self.io, self.punt_opens, self.tally, Arc::clone(self.pulse.depth()))
    }

    /// The backend of a thread that is one operation under way itself.
    pub(super) fn without_ring(mut self) -> Self {
        self.state = State::Unwanted;
        self
    }

    /// With `Io::Ring`, makes the ring now: a refusal shall be known before anything is walked.
    pub(super) fn require(&mut self) -> Result<(), i32> {
        if self.io != Io::Ring {
            return Ok(());
        }
        let ring = Ring::new(bounds::RING_ENTRIES, self.punt_opens)?;
        self.state = State::Made(Box::new(ring));
        Ok(())
    }

    /// Opens a batch may hold. Warm, a whole walk is not faster with a ring than without (README, "The ring"), and where
    /// opens wait, threads of their own do them; so `auto` opens plainly.
    pub(super) fn batch(&self) -> usize {
        match (self.io, &self.state) {
            (Io::Ring, State::Unmade | State::Made(_)) => bounds::OPEN_BATCH,
            _ => 1,
        }
    }

    /// Whether stats are asked in batches: for the ring, or for their order.
    pub(super) fn batches_stats(&self) -> bool {
        match (self.io, &self.state) {
            (Io::Ring, State::Unmade | State::Made(_)) => true,
            _ => self.pulse.depth().is_cold(),
        }
    }

    /// Whether stats would go by a ring now.
    pub(super) fn asks_by_ring(&self) -> bool {
        match (self.io, &self.state) {
            (Io::Sync, _) | (_, State::Refused | State::Unwanted) => false,
            (Io::Ring, _) => true,
            (Io::Auto, _) => self.pulse.depth().share_of_ring(self.share) >= bounds::RING_WORTH,
        }
    }

    /// How many stats a ring may have under way now; fewer than two: they are asked plainly.
    fn window(&mut self) -> usize {
        if !self.asks_by_ring() {
            return 1;
        }
        if self.io == Io::Ring {
            // What the kernel's threads have not come to waits for them.
            return bounds::RING_ENTRIES as usize;
        }
        self.make_ring();
        if matches!(self.state, State::Refused) {
            return 1;
        }
        let share = self.pulse.depth().share_of_ring(self.share);
        self.take_share(share);
        share.min(bounds::RING_ENTRIES as usize)
    }

    fn take_share(&mut self, share: usize) {
        self.pulse.depth().keep_for_ring(share, self.share);
        self.share = self.share.max(share);
    }

    fn make_ring(&mut self) {
        if matches!(self.state, State::Unmade) && self.io != Io::Sync {
            self.state = Ring::new(bounds::RING_ENTRIES, self.punt_opens).map_or(State::Refused, |ring| State::Made(Box::new(ring)));
        }
    }

    fn ring(&mut self) -> Option<&mut Ring> {
        self.make_ring();
        if self.io == Io::Ring {
            self.take_share(self.pulse.depth().share_of_asked_ring());
        }
        let ring = ring_of(&mut self.state)?;
        ring.allow_workers(self.share);
        Some(ring)
    }

    /// Does a plain operation, and where that was asked for takes its time.
    fn timed<T>(&mut self, operation: impl FnOnce() -> T) -> T {
        if !self.tally {
            return self.pulse.around(operation);
        }
        let began = Instant::now();
        let answer = self.pulse.around(operation);
        let mount = self.counts.mount(self.mount);
        mount.operations.plain += 1;
        mount.time(nanos_since(began));
        answer
    }

    /// An entry was found in the directory at hand.
    pub(super) fn count_entry(&mut self) {
        self.counts.entries += 1;
        if self.tally {
            self.counts.mount(self.mount).entries += 1;
        }
    }

    /// What the worker did, and how deep the walk went.
    pub(super) fn settle(&mut self) -> &Counts {
        (self.counts.depth, self.counts.steps) = self.pulse.depth().history();
        &self.counts
    }

    /// Asks for `fields` of an entry, plainly.
    pub(super) fn stat(&mut self, at: &At, name: &CStr, follow: bool, fields: Fields) -> Result<Stat, i32> {
        self.counts.stats.plain += 1;
        self.timed(|| stat::stat(borrow(at), name, follow, fields))
    }

    /// Opens a directory, plainly.
    pub(super) fn open(&mut self, at: &At, name: &CStr, follow: bool) -> Result<OwnedFd, i32> {
        self.counts.opens.plain += 1;
        self.timed(|| dirs::open(borrow(at), name, follow))
    }

    /// What is done next is in this directory.
    pub(super) fn stand_in(&mut self, fd: BorrowedFd<'_>) {
        if self.tally {
            self.mount = mounts::id_of_open(fd).unwrap_or(0);
        }
    }

    /// Appends the next entries of an open directory.
    pub(super) fn read(&mut self, fd: BorrowedFd<'_>, buffer: &mut Vec<u8>) -> Result<usize, i32> {
        self.counts.reads += 1;
        self.stand_in(fd);
        self.timed(|| dirs::read(fd, buffer, bounds::GETDENTS_BYTES))
    }

    /// Opens everything in `opens`, as much at a time as may be done, and closes what waits for it.
    pub(super) fn open_all(&mut self, mut opens: &mut [Open<'_>]) {
        while !opens.is_empty() {
            let (now, later) = opens.split_at_mut(pace::turns(opens.len()));
            self.open_some(now);
            opens = later;
        }
    }

    fn open_some(&mut self, opens: &mut [Open<'_>]) {
        let mut closing = std::mem::take(&mut self.closing);
        let mut by_ring = 0;
        if let Some(ring) = self.ring() {
            for fd in closing.drain(..) {
                if ring.has_room() {
                    ring.close(fd);
                }
            }
            for (ticket, open) in opens.iter().enumerate() {
                if ring.has_room() {
                    ring.open(ticket, open.at.clone(), open.name, open.follow);
                    by_ring += 1;
                }
            }
            let outcome = ring.finish(|done| {
                if let Done::Opened(ticket, result) = done {
                    opens[ticket].result = result;
                }
            });
            if outcome.is_err() || opens.iter().any(|open| is_given_up(&open.result)) {
                self.state = State::Refused;
            }
        }
        closing.clear();
        self.closing = closing;
        // A refusal may be the ring's own (a filter, no kernel worker): the plain call's answer counts.
        self.counts.opens.ring += by_ring;
        for open in opens.iter_mut().filter(|open| open.result.is_err()) {
            self.counts.opens.plain += 1;
            open.plainly();
        }
    }

    /// Asks everything in `asks` of the directory `at`.
    pub(super) fn stat_all(&mut self, at: &At, asks: &mut [Ask<'_>]) {
        let mut order: Vec<usize> = (0..asks.len()).collect();
        if at.as_ref().is_none_or(|at| self.goes_by_inode(at)) {
            order.sort_unstable_by_key(|index| asks[*index].ino);
        }
        let mut rest = &order[..];
        while !rest.is_empty() {
            if self.window() > 1 {
                self.stat_by_ring(at, asks, rest);
                // What the ring did not answer is asked plainly: it may have been refused by the ring alone.
                let unanswered: Vec<usize> = rest.iter().copied().filter(|index| asks[*index].result.is_err()).collect();
                rest = &unanswered;
                while !rest.is_empty() {
                    rest = self.stat_some(at, asks, rest);
                }
                return;
            }
            rest = self.stat_some(at, asks, rest);
        }
    }

    /// Asks the first of what stands at the places `order` of `asks` plainly, or as many as threads are worth it; the others.
    fn stat_some<'a>(&mut self, at: &At, asks: &mut [Ask<'_>], order: &'a [usize]) -> &'a [usize] {
        let threads = self.take_threads_for(order.len());
        if threads > 0 {
            let (now, later) = order.split_at((threads + 1) * bounds::THREAD_ASKS);
            self.stat_by_threads(at, asks, now);
            return later;
        }
        let Some((index, later)) = order.split_first() else { return order };
        self.answer_plainly(at, &mut asks[*index]);
        later
    }

    /// Threads that are to be started for so many stats: where there is no ring to do them.
    fn take_threads_for(&self, asks: usize) -> usize {
        let lacks_ring = match self.state {
            State::Unwanted => false,
            State::Refused => true,
            State::Unmade | State::Made(_) => self.io == Io::Sync,
        };
        if !lacks_ring || asks < 2 * bounds::THREAD_ASKS {
            return 0;
        }
        // Warm there are none.
        self.pulse.depth().take_threads(asks / bounds::THREAD_ASKS - 1)
    }

    /// Asks what stands at the places `order` of `asks`, by this thread and others that end with it, each of which was taken
    /// from the depth.
    fn stat_by_threads(&mut self, at: &At, asks: &mut [Ask<'_>], order: &[usize]) {
        let mut slots: Vec<_> = asks.iter_mut().map(Some).collect();
        let mut sorted: Vec<_> = order.iter().filter_map(|index| slots[*index].take()).collect();
        let (own, others) = sorted.split_at_mut(bounds::THREAD_ASKS);
        let depth = Arc::clone(self.pulse.depth());
        let took: Vec<u64> = std::thread::scope(|scope| {
            let start = |part| {
                let work = || {
                    let took = plainly_each(at, part, &depth);
                    depth.drop_thread();
                    took
                };
                let started = std::thread::Builder::new().name("uwalk-stat".into()).spawn_scoped(scope, work);
                // What it was to ask is asked below.
                started.inspect_err(|_| depth.drop_thread()).ok()
            };
            let helpers: Vec<_> = others.chunks_mut(bounds::THREAD_ASKS).filter_map(start).collect();
            own.iter_mut().for_each(|ask| self.answer_plainly(at, ask));
            let joined = helpers.into_iter().map(|helper| helper.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
            joined.flatten().collect()
        });
        self.counts.stats.plain += took.len() as u64;
        if self.tally {
            let mount = self.counts.mount(self.mount);
            mount.operations.plain += took.len() as u64;
            took.into_iter().for_each(|nanos| mount.time(nanos));
        }
        for ask in sorted.into_iter().filter(|ask| is_given_up(&ask.result)) {
            self.answer_plainly(at, ask);
        }
    }

    fn answer_plainly(&mut self, at: &At, ask: &mut Ask<'_>) {
        ask.result = self.stat(at, ask.name, ask.follow, ask.fields);
    }

    /// Whether stats are best asked in the order of the inodes: a disk has those that follow each other in one place, and
    /// reads them at once. A server, and what its client guesses of the next question, goes by the order of the directory.
    pub(super) fn goes_by_inode(&mut self, at: &OwnedFd) -> bool {
        *self.by_inode.get_or_insert_with(|| !mounts::is_remote(at.as_fd()))
    }

    /// Asks by the ring what stands at the places `order` of `asks`, as many at once as the depth allows.
    fn stat_by_ring(&mut self, at: &At, asks: &mut [Ask<'_>], order: &[usize]) {
        let mut order = order.iter().copied();
        let mut under_way = 0;
        let mut refused = false;
        // When each was submitted, where that is asked for.
        let mut began = if self.tally { vec![None; asks.len()] } else { Vec::new() };
        loop {
            let window = self.window();
            if self.io == Io::Auto
                && self.pulse.wants_probe()
                && let Some(index) = order.next()
            {
                self.counts.stats.plain += 1;
                let ask = &mut asks[index];
                ask.result = self.pulse.probe(|| stat::stat(borrow(at), ask.name, ask.follow, ask.fields));
            }
            let Some(ring) = self.ring() else { return };
            let room = if refused { 0 } else { window.saturating_sub(under_way).min(order.len()) };
            for index in order.by_ref().take(if room == 0 { 0 } else { pace::turns(room) }) {
                let ask = &asks[index];
                ring.stat(index, at.clone(), ask.name, ask.follow, ask.fields);
                under_way += 1;
                if let Some(began) = began.get_mut(index) {
                    *began = Some(Instant::now());
                }
            }
            if under_way == 0 {
                break;
            }
            let before = under_way;
            let mut tally = self.tally.then(|| self.counts.mount(self.mount));
            let Some(ring) = ring_of(&mut self.state) else { return };
            let outcome = ring.wait(|done| {
                if let Done::Stated(ticket, result) = done {
                    under_way -= 1;
                    if let (Some(mount), Some(began)) = (&mut tally, began.get(ticket).copied().flatten()) {
                        mount.operations.ring += 1;
                        mount.time(nanos_since(began));
                    }
                    refused |= is_given_up(&result);
                    asks[ticket].result = result;
                }
            });
            let done = (before - under_way) as u64;
            self.counts.stats.ring += done;
            self.pulse.ringed(done);
            if outcome.is_err() {
                refused = true;
                break;
            }
        }
        if refused {
            self.state = State::Refused;
        }
    }

    /// Closes a descriptor with the next batch, or with `now` at once, if nobody else holds it.
    pub(super) fn close(&mut self, fd: Arc<OwnedFd>, now: bool) {
        let Some(fd) = Arc::into_inner(fd) else { return };
        if now {
            self.close_waiting();
        } else if self.batch() > 1 && self.closing.len() < bounds::OPEN_BATCH {
            self.closing.push(fd);
        }
    }

    /// Closes what waits for the next batch.
    pub(super) fn close_waiting(&mut self) {
        self.closing.clear();
    }
}
