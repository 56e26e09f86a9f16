//! The walk in tree order: depth first, each directory sorted by the bytes of its names, by several workers.
//!
//! Jobs stand in one line, in the order of the tree. A job is a directory with its sorted survivors and the place it
//! has come to; the subdirectories it finds go into the line before it. Workers take the first job that nobody has.
//! The *front*, the first of the line, is where the output comes from next; it may always go on. When as much output
//! waits as may (`Visit::crowded`), only the front goes on: everybody else puts the job back where it was.
//!
//! With `WalkSpec::files_first` all but the directories is visited while a directory is read: no names are kept. A worker
//! that may not go on in the middle of that works at the front meanwhile.
//!
//! Where visits have effects besides output (`WalkSpec::serial`) there is one worker, and a job goes behind every
//! subdirectory it finds, so that visits happen in the order of the tree.

use super::backend::{Ask, At, Backend};
use super::crew::Crew;
use super::descriptors::Budget;
use super::dir::Dir;
use super::entry::{Next, spot_of};
use super::line::Line;
use super::survivors::{Survivor, Survivors};
use super::worker::Worker;
use super::{End, Eval, Make, Visit, WalkSpec};
use crate::base::{Flow, Kind, Operation, Stat, bounds};
use crate::sys::dirs;
use std::ffi::CString;
use std::os::fd::{AsFd, OwnedFd};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Subdirectories that a job gathers before it puts them into the line.
const GATHERED: usize = 64;

/// Memory of a directory that is done is kept for the next one up to this size.
const SPARE_BYTES: usize = 1 << 20;

/// Something to be gone on with.
enum Job<S> {
    /// Starting points, from the next one on.
    Roots(usize),
    /// A directory.
    Dir(Box<Listing<S>>),
}

/// A directory and what of it is still to be visited.
struct Listing<S> {
    dir: Arc<Dir<S>>,
    opened: bool,
    /// `None` before it was read.
    survivors: Option<Survivors>,
    next: usize,
    /// Where reading goes on, if it was not read to its end.
    rest: Option<u64>,
}

/// How the reading of a directory ended.
enum Listed {
    Whole(Survivors),
    /// There is more to be read.
    Part(Survivors),
    /// Jobs hold too many names, and this one is not the front; it is read again when its turn comes.
    GivenUp,
    /// The visitor ended the walk.
    Stop,
}

/// How a turn at a job ended.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Turn {
    /// Nothing is left of it.
    Finished,
    /// It goes back to where it was, behind the subdirectories it found.
    PutBack,
    /// The visitor ended the walk.
    Stop,
}

struct Shared<V: Visit> {
    spec: Arc<WalkSpec>,
    roots: Vec<CString>,
    make: Make<V>,
    line: Mutex<Line<Job<V::Dir>>>,
    changed: Condvar,
    crew: Arc<Crew>,
    /// Bytes of the survivors that jobs hold.
    held: AtomicUsize,
}

struct Walker<V: Visit> {
    shared: Arc<Shared<V>>,
    worker: Worker<V>,
    found: Vec<Arc<Dir<V::Dir>>>,
    buffer: Vec<u8>,
    /// The memory of the last directory that was done, for the next one.
    spare: Survivors,
    turns: usize,
    /// It is one of those that only a cold tree has.
    extra: bool,
}

pub(super) fn walk<V: Visit>(
    mut spec: WalkSpec,
    budget: Arc<Budget>,
    backend: Backend,
    visitor: V,
    make: impl Fn() -> V + Send + Sync + 'static,
) -> End {
    let roots = std::mem::take(&mut spec.roots);
    let spec = Arc::new(spec);
    let shared = Arc::new(Shared {
        spec: Arc::clone(&spec),
        roots,
        make: Arc::new(make),
        line: Mutex::new(Line::new(Job::Roots(0))),
        changed: Condvar::new(),
        crew: Crew::new(spec.threads, Arc::clone(backend.pulse.depth()), spec.patient),
        held: AtomicUsize::new(0),
    });
    let worker = Worker::new(spec, visitor, backend, budget);
    let mut walker = Walker::new(Arc::clone(&shared), worker, 0);
    walker.run();
    walker.worker.end();
    if shared.crew.wait_for_others() { End::Complete } else { End::Abandoned }
}

impl<V: Visit> Shared<V> {
    fn lock(&self) -> MutexGuard<'_, Line<Job<V::Dir>>> {
        self.line.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn stop(&self) {
        self.crew.stop();
        drop(self.lock());
        self.changed.notify_all();
    }

    /// Whether jobs hold as many names as they may; then only the front may read on.
    fn is_laden(&self) -> bool {
        self.held.load(Ordering::Relaxed) >= bounds::ORDERED_BYTES
    }

    /// The first job that nobody has, or with `crowded` the front alone; waits for it. `None`: the walk is over.
    /// An `extra` worker gets `None` also where there was nothing for it for a while.
    fn take(&self, extra: bool, crowded: impl Fn() -> bool) -> Option<(usize, Job<V::Dir>)> {
        let since = Instant::now();
        let mut line = self.lock();
        loop {
            if self.crew.stopped() || line.is_empty() {
                self.changed.notify_all();
                return None;
            }
            if let Some(taken) = line.take(crowded() || self.is_laden()) {
                return Some(taken);
            }
            if extra && since.elapsed() >= Duration::from_millis(bounds::IDLE_MS) {
                return None;
            }
            line = self.park(line);
        }
    }

    /// The front, for a worker that may not go on at `place`; `None` when it may.
    fn take_front(&self, place: usize, crowded: impl Fn() -> bool) -> Option<(usize, Job<V::Dir>)> {
        let mut line = self.lock();
        loop {
            if self.crew.stopped() || line.is_front(place) || !crowded() {
                return None;
            }
            if let Some(taken) = line.take(true) {
                return Some(taken);
            }
            line = self.park(line);
        }
    }

    fn park<'a>(&self, mut line: MutexGuard<'a, Line<Job<V::Dir>>>) -> MutexGuard<'a, Line<Job<V::Dir>>> {
        line.parked += 1;
        // The printer, which makes room, does not know of the line.
        let pause = Duration::from_millis(bounds::BLOCK_AGE_MS);
        line = self.changed.wait_timeout(line, pause).unwrap_or_else(PoisonError::into_inner).0;
        line.parked -= 1;
        line
    }

    /// Puts subdirectories before the job at `place`.
    fn put_before(&self, place: usize, dirs: impl Iterator<Item = Arc<Dir<V::Dir>>>) {
        let mut line = self.lock();
        for dir in dirs {
            let listing = Listing { dir, opened: false, survivors: None, next: 0, rest: None };
            line.insert_before(place, Job::Dir(Box::new(listing)));
        }
        self.wake(&line);
    }

    fn wake(&self, line: &Line<Job<V::Dir>>) {
        if line.parked > 0 {
            self.changed.notify_all();
        }
    }
}

impl<V: Visit> Walker<V> {
    fn new(shared: Arc<Shared<V>>, worker: Worker<V>, turns: usize) -> Self {
        Self { shared, worker, found: Vec::new(), buffer: Vec::new(), spare: Survivors::default(), turns, extra: false }
    }

    fn run(&mut self) {
        loop {
            let visitor = &self.worker.visitor;
            let Some((place, job)) = self.shared.take(self.extra, || visitor.crowded()) else { return };
            self.turn(place, job);
            self.start_others();
            if self.extra && self.shared.crew.is_overfull() {
                return;
            }
        }
    }

    /// A turn at a job.
    fn turn(&mut self, place: usize, mut job: Job<V::Dir>) {
        self.turns += 1;
        let turn = if self.must_yield(place) {
            Turn::PutBack
        } else {
            match &mut job {
                Job::Roots(next) => self.roots(place, next),
                Job::Dir(listing) => self.advance(place, listing),
            }
        };
        self.worker.visitor.publish();
        match turn {
            Turn::Finished => self.settle(place, None),
            Turn::PutBack => self.settle(place, Some(job)),
            Turn::Stop => self.shared.stop(),
        }
        if self.worker.visitor.unheard() {
            self.shared.stop();
        }
    }

    /// In the middle of a directory whose entries are visited as they are read: while as much output waits as may and this
    /// is not the front, works at the front. Nothing is put into the line before `place` meanwhile, so what is the front
    /// once stays it while it reads, and this nests once.
    fn give_way(&mut self, dir: &Arc<Dir<V::Dir>>, place: usize) {
        if !self.worker.visitor.crowded() {
            return;
        }
        self.worker.visitor.publish();
        loop {
            let visitor = &self.worker.visitor;
            let Some((front, job)) = self.shared.take_front(place, || visitor.crowded()) else { break };
            self.turn(front, job);
        }
        self.worker.place(Some(dir));
        if self.worker.visitor.crowded() && !self.shared.crew.stopped() {
            self.worker.visitor.drain();
        }
    }

    /// Ends a turn: what was found goes into the line, then the job back, or away.
    fn settle(&mut self, place: usize, job: Option<Job<V::Dir>>) {
        if !self.found.is_empty() {
            self.shared.put_before(place, self.found.drain(..));
        }
        let mut line = self.shared.lock();
        match job {
            Some(job) => line.put_back(place, job),
            None => line.remove(place),
        }
        if line.is_empty() {
            self.shared.changed.notify_all();
        }
        self.shared.wake(&line);
    }

    /// Starts a worker for jobs that nobody has; where the tree is cold as many as there are jobs.
    fn start_others(&mut self) {
        let crew = Arc::clone(&self.shared.crew);
        let alone = self.turns < bounds::ALONE_DIRS && !crew.is_cold();
        if alone || crew.is_solo() {
            return;
        }
        while self.shared.lock().wants_workers() && crew.has_room() && self.start_another() && crew.is_cold() {}
    }

    fn start_another(&mut self) -> bool {
        let theirs = Arc::clone(&self.shared);
        self.worker.enlist(&self.shared.crew, &self.shared.make, move |worker, extra| {
            let mut walker = Walker::new(theirs, worker, bounds::ALONE_DIRS);
            walker.extra = extra;
            walker.run();
            walker.worker
        })
    }

    /// Looks at starting points up to the next one that is entered.
    fn roots(&mut self, place: usize, next: &mut usize) -> Turn {
        while let Some(root) = self.next_root(*next) {
            *next += 1;
            match self.worker.root(&root) {
                Next::Nothing => {}
                Next::Child(dir) => {
                    self.found.push(dir);
                    return Turn::PutBack;
                }
                Next::Stop => return Turn::Stop,
            }
            if self.must_yield(place) {
                return Turn::PutBack;
            }
        }
        self.worker.all_listed();
        Turn::Finished
    }

    /// The starting point number `at`. The visitor may wait for it, so nothing that was found waits in this worker.
    fn next_root(&mut self, at: usize) -> Option<CString> {
        self.shared.roots.get(at).cloned().or_else(|| self.worker.visitor.next_root())
    }

    /// Goes on with a directory as far as it may.
    fn advance(&mut self, place: usize, listing: &mut Listing<V::Dir>) -> Turn {
        let dir = Arc::clone(&listing.dir);
        self.worker.place(Some(&dir));
        let fd = match self.descriptor(listing) {
            Ok(fd) => fd,
            Err(errno) => {
                self.worker.dir_problem(Operation::Open, &dir, errno);
                return self.close(&dir, None);
            }
        };
        if std::mem::replace(&mut listing.opened, true) && listing.survivors.is_none() {
            // It was read before, in vain.
            dirs::go_to(fd.as_fd(), 0);
        }
        loop {
            let survivors = match listing.survivors.take() {
                Some(survivors) => survivors,
                None => match self.list(place, &dir, &fd) {
                    Listed::Whole(survivors) => survivors,
                    Listed::Part(survivors) => {
                        listing.rest = Some(dirs::position(fd.as_fd()));
                        survivors
                    }
                    Listed::GivenUp => {
                        self.worker.spare(&dir, &fd);
                        return Turn::PutBack;
                    }
                    Listed::Stop => return Turn::Stop,
                },
            };
            let turn = self.visit(place, listing, survivors, &fd);
            match listing.rest.take_if(|_| turn == Turn::Finished) {
                // It may have been opened again in the meantime.
                Some(position) => dirs::go_to(fd.as_fd(), position),
                None if turn == Turn::Finished => return self.close(&dir, Some(fd)),
                None => {
                    self.worker.spare(&dir, &fd);
                    return turn;
                }
            }
            listing.next = 0;
        }
    }

    /// Visits what was kept of a directory, as far as it may; what is left is kept on.
    fn visit(&mut self, place: usize, listing: &mut Listing<V::Dir>, survivors: Survivors, fd: &Arc<OwnedFd>) -> Turn {
        let dir = Arc::clone(&listing.dir);
        let at = Some(Arc::clone(fd));
        let turn = self.visit_survivors(place, &dir, &survivors, &mut listing.next, &at);
        match turn {
            // In post-order its own record would be output that nobody can print before what is below it.
            Turn::Finished if self.shared.spec.post_order && self.must_yield(place) => {
                listing.survivors = Some(survivors);
                Turn::PutBack
            }
            Turn::Finished => {
                self.shared.held.fetch_sub(survivors.bytes(), Ordering::Relaxed);
                if survivors.bytes() <= SPARE_BYTES {
                    self.spare = survivors;
                }
                Turn::Finished
            }
            turn => {
                listing.survivors = Some(survivors);
                turn
            }
        }
    }

    fn descriptor(&mut self, listing: &Listing<V::Dir>) -> Result<Arc<OwnedFd>, i32> {
        if listing.opened { self.worker.fd_of(&listing.dir) } else { self.worker.open(&listing.dir, std::iter::empty()) }
    }

    /// Reads the directory and keeps, sorted, what the sieve lets through: all of it, or where entries are visited as they
    /// are read, as many subdirectories as may be held; the rest is another part then.
    fn list(&mut self, place: usize, dir: &Arc<Dir<V::Dir>>, fd: &Arc<OwnedFd>) -> Listed {
        let at = Some(Arc::clone(fd));
        let files_first = self.shared.spec.files_first;
        let mut buffer = std::mem::take(&mut self.buffer);
        let mut survivors = std::mem::take(&mut self.spare);
        survivors.clear();
        let mut turned = Vec::new();
        loop {
            let before = survivors.bytes();
            let more = self.worker.read(dir, fd, &mut buffer, false);
            if files_first {
                if !self.visit_files(dir, &at, &buffer, &mut survivors, &mut turned) {
                    return Listed::Stop;
                }
                self.give_way(dir, place);
            } else {
                self.sift(dir, &at, &buffer, &mut survivors);
            }
            self.shared.held.fetch_add(survivors.bytes() - before, Ordering::Relaxed);
            if !more || self.shared.crew.stopped() {
                break;
            }
            if files_first && survivors.bytes() >= bounds::PART_BYTES {
                return self.listed(dir, buffer, survivors, turned, Listed::Part);
            }
            // What was visited must not be visited again.
            if !files_first && self.shared.is_laden() && !self.shared.lock().is_front(place) {
                self.shared.held.fetch_sub(survivors.bytes(), Ordering::Relaxed);
                self.buffer = buffer;
                return Listed::GivenUp;
            }
        }
        self.listed(dir, buffer, survivors, turned, Listed::Whole)
    }

    fn listed(
        &mut self,
        dir: &Arc<Dir<V::Dir>>,
        buffer: Vec<u8>,
        mut survivors: Survivors,
        mut turned: Vec<Arc<Dir<V::Dir>>>,
        how: fn(Survivors) -> Listed,
    ) -> Listed {
        self.buffer = buffer;
        dir.add_children(u32::try_from(turned.len()).unwrap_or(u32::MAX));
        self.found.append(&mut turned);
        survivors.sort();
        how(survivors)
    }

    /// Keeps what the sieve lets through.
    fn sift(&mut self, dir: &Arc<Dir<V::Dir>>, at: &At, buffer: &[u8], survivors: &mut Survivors) {
        for record in dirs::records(buffer) {
            let step = self.worker.judge(&spot_of(dir, at, &record), record.d_type);
            if step.eval != Eval::Omit && (step.eval != Eval::Skip || step.kind == Kind::Directory) {
                survivors.push(&record, step);
            }
        }
    }

    /// Visits what is no directory and keeps the directories; false if the visitor ended the walk. What its stat tells to be
    /// a directory by now, against its record, is entered at once and goes to `turned`.
    fn visit_files(
        &mut self,
        dir: &Arc<Dir<V::Dir>>,
        at: &At,
        buffer: &[u8],
        survivors: &mut Survivors,
        turned: &mut Vec<Arc<Dir<V::Dir>>>,
    ) -> bool {
        let mut keep = |dir| turned.push(dir);
        let mut files = Vec::new();
        for record in dirs::records(buffer) {
            let spot = spot_of(dir, at, &record);
            let step = self.worker.judge(&spot, record.d_type);
            match step.kind {
                _ if step.eval == Eval::Omit => {}
                Kind::Directory => survivors.push(&record, step),
                // Its type, or that of what it leads to, is not known yet.
                Kind::Unknown | Kind::Symlink if step.blind => match self.worker.finish_unless_directory(&spot, step) {
                    Ok(next) => {
                        if !next.keep(&mut keep) {
                            return false;
                        }
                    }
                    Err(step) => survivors.push(&record, step),
                },
                // The tree may turn out to be cold in the middle of it.
                _ if self.worker.backend.batches_stats() => files.push((record, step)),
                _ => {
                    if !self.worker.finish_or_ask(&spot, step, None).keep(&mut keep) {
                        return false;
                    }
                }
            }
        }
        files.is_empty() || self.worker.entries_batched(dir, at, &files, keep)
    }

    fn visit_survivors(&mut self, place: usize, dir: &Arc<Dir<V::Dir>>, survivors: &Survivors, next: &mut usize, at: &At) -> Turn {
        let mut begun = 0;
        while let Some(window) = survivors.order.get(*next..) {
            if window.is_empty() {
                break;
            }
            // With a ring the stats of a window are asked at once.
            let window = &window[..self.window(window)];
            let answers = self.ask(dir, survivors, window, at);
            for (index, survivor) in window.iter().enumerate() {
                let answer = answers.get(index).copied().flatten();
                *next += 1;
                let Some(record) = survivors.record(survivor) else { continue };
                match self.worker.finish_or_ask(&spot_of(dir, at, &record), survivor.step, answer) {
                    Next::Nothing => {}
                    Next::Child(child) => {
                        dir.add_children(1);
                        self.found.push(child);
                        begun += 1;
                        if self.shared.spec.serial || begun >= bounds::WIDE_CHILDREN {
                            return Turn::PutBack;
                        }
                        if self.found.len() >= GATHERED {
                            self.worker.visitor.publish();
                            self.shared.put_before(place, self.found.drain(..));
                        }
                    }
                    Next::Stop => return Turn::Stop,
                }
                if self.must_yield(place) {
                    return Turn::PutBack;
                }
            }
        }
        Turn::Finished
    }

    /// How many survivors are taken at once: one, unless a ring stats them in a batch.
    fn window(&self, rest: &[Survivor]) -> usize {
        let batch = if self.worker.backend.batches_stats() && !self.shared.spec.serial { bounds::ORDERED_WINDOW } else { 1 };
        rest.len().min(batch)
    }

    fn ask(&mut self, dir: &Arc<Dir<V::Dir>>, survivors: &Survivors, window: &[Survivor], at: &At) -> Vec<Option<Result<Stat, i32>>> {
        if window.len() == 1 {
            return Vec::new();
        }
        let mut asks: Vec<Ask<'_>> = window
            .iter()
            .filter(|survivor| survivor.step.eval == Eval::Stat)
            .filter_map(|survivor| survivors.record(survivor).map(|record| (record, survivor.step)))
            .map(|(record, step)| self.worker.ask(Some(dir), &record, step))
            .collect();
        self.worker.visitor.pause();
        self.worker.backend.stat_all(at, &mut asks);
        let mut results = asks.into_iter().map(|ask| ask.result);
        window.iter().map(|survivor| if survivor.step.eval == Eval::Stat { results.next() } else { None }).collect()
    }

    /// Whether so much output waits that this job must not go on now. The front only waits for its reader.
    fn must_yield(&mut self, place: usize) -> bool {
        if self.shared.crew.stopped() {
            return true;
        }
        if !self.worker.visitor.crowded() {
            return false;
        }
        if !self.found.is_empty() || !self.shared.lock().is_front(place) {
            return true;
        }
        self.worker.visitor.drain();
        self.worker.visitor.unheard()
    }

    /// A directory is at its end: in post-order it is visited now, as the last of its own.
    fn close(&mut self, dir: &Arc<Dir<V::Dir>>, fd: Option<Arc<OwnedFd>>) -> Turn {
        if self.shared.spec.post_order && self.worker.leave(dir) == Flow::Stop {
            return Turn::Stop;
        }
        if self.shared.spec.post_order && self.shared.spec.leave_uses_fd {
            self.worker.release_parent(dir);
        }
        self.worker.visitor.listed(&dir.state);
        if let Some(fd) = fd {
            self.worker.spare(dir, &fd);
            drop(fd);
            self.worker.drop_user(dir);
        }
        Turn::Finished
    }
}
