//! The walk in the order of finding: a private stack a worker, depth first; the oldest half of it is handed over when
//! the shared pool runs low.
//!
//! A directory's record comes before its contents': whoever hands jobs over sends its output block first. In
//! post-order it comes after them: whoever reports a part of a directory that others hold parts of sends its block
//! first, and only the last one leaves the directory.

use super::again::Again;
use super::backend::Backend;
use super::crew::Crew;
use super::descriptors::Budget;
use super::dir::Dir;
use super::entry::{Next, spot_of};
use super::pool::Pool;
use super::worker::{Done, Worker};
use super::{End, Make, Visit, WalkSpec};
use crate::base::{Operation, bounds};
use crate::sys::dirs;
use std::ffi::CString;
use std::os::fd::{AsFd, OwnedFd};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Something to be done in a directory.
struct Job<S> {
    dir: Arc<Dir<S>>,
    work: Work,
}

enum Work {
    /// To read it.
    Whole,
    /// To go on reading where that was put off.
    Rest(Arc<OwnedFd>),
    /// To take these entries, which somebody else has read.
    Piece(Arc<OwnedFd>, Vec<u8>),
}

impl<S> Job<S> {
    fn new(dir: Arc<Dir<S>>) -> Self {
        Self { dir, work: Work::Whole }
    }
}

/// Whether the entries of a directory are shared with other workers while it is read.
struct Sharing {
    /// Not where visits unlink: who reads notes the names, and takes them, before more is read.
    allowed: bool,
    /// Buffers read.
    buffers: usize,
    /// The last piece took its time.
    slow: bool,
    /// The buffer at hand is in the order of the inodes.
    sorted: bool,
}

impl Sharing {
    const fn of(spec: &WalkSpec) -> Self {
        Self { allowed: !spec.unlinks, buffers: 0, slow: false, sorted: false }
    }

    /// Whether others shall get pieces of this size. Of a single buffer, what is left is not worth a thread while it is warm.
    const fn pays(&self, piece: usize) -> bool {
        piece != usize::MAX && self.slow && (piece == bounds::PIECE_COLD || self.buffers > 0)
    }
}

/// What a piece takes at least that is worth giving away.
const SLOW_PIECE: Duration = Duration::from_micros(bounds::SLOW_PIECE_US);

/// What the workers of one walk share.
struct Shared<V: Visit> {
    spec: Arc<WalkSpec>,
    crew: Arc<Crew>,
    pool: Pool<Job<V::Dir>>,
    make: Make<V>,
}

/// A worker with its stack.
struct Walker<V: Visit> {
    shared: Arc<Shared<V>>,
    worker: Worker<V>,
    stack: Vec<Job<V::Dir>>,
    buffer: Vec<u8>,
    /// Starting points not looked at yet, last one first; worker 0 has them.
    roots: Vec<CString>,
    /// Directories read.
    read: usize,
    /// It is one of those that only a cold tree has.
    extra: bool,
}

/// Walks `spec`; with `one_root_at_a_time` as one walk a starting point.
pub(super) fn walk<V: Visit>(
    mut spec: WalkSpec,
    budget: Arc<Budget>,
    backend: Backend,
    visitor: V,
    make: impl Fn() -> V + Send + Sync + 'static,
) -> End {
    let roots = std::mem::take(&mut spec.roots);
    let spec = Arc::new(spec);
    let make: Make<V> = Arc::new(make);
    let at_a_time = if spec.one_root_at_a_time { 1 } else { roots.len().max(1) };
    let mut worker = Worker::new(Arc::clone(&spec), visitor, backend, budget);
    let mut end = End::Complete;
    for group in roots.chunks(at_a_time) {
        let crew = Crew::new(spec.threads, Arc::clone(worker.backend.pulse.depth()), spec.patient);
        let pool = Pool::new(Arc::clone(&crew));
        let shared = Arc::new(Shared { spec: Arc::clone(&spec), crew, pool, make: Arc::clone(&make) });
        let mut walker = Walker::new(Arc::clone(&shared), worker);
        walker.roots = group.iter().rev().cloned().collect();
        walker.run();
        worker = walker.worker;
        worker.visitor.publish();
        if !shared.crew.wait_for_others() {
            end = End::Abandoned;
        }
        if shared.crew.stopped() {
            break;
        }
    }
    worker.all_listed();
    worker.end();
    end
}

impl<V: Visit> Walker<V> {
    fn new(shared: Arc<Shared<V>>, worker: Worker<V>) -> Self {
        Self { shared, worker, stack: Vec::new(), buffer: Vec::new(), roots: Vec::new(), read: 0, extra: false }
    }

    fn run(&mut self) {
        while !self.shared.crew.stopped() {
            self.hand_over();
            if self.extra && self.shared.crew.is_overfull() {
                self.give(self.stack.len());
                return;
            }
            self.recruit();
            let job = match self.stack.pop() {
                Some(job) => job,
                None if !self.roots.is_empty() => {
                    self.next_root();
                    continue;
                }
                None => {
                    self.worker.visitor.pause();
                    let Some(job) = self.shared.pool.take(self.extra) else { return };
                    job
                }
            };
            self.step(job);
            if self.worker.visitor.unheard() {
                self.shared.pool.stop();
            }
        }
    }

    /// Looks at the next starting point; false if there is none.
    fn next_root(&mut self) -> bool {
        if self.worker.visitor.crowded() && !self.roots.is_empty() {
            self.help_the_first();
            return true;
        }
        let Some(root) = self.roots.pop() else { return false };
        match self.worker.root(&root) {
            Next::Nothing => {}
            Next::Child(dir) => self.stack.push(Job::new(dir)),
            Next::Stop => self.shared.pool.stop(),
        }
        true
    }

    /// So much waits for what an earlier starting point leads to that no other is looked at: does some of that, or waits.
    fn help_the_first(&mut self) {
        if self.stack.is_empty() {
            match self.shared.pool.take_soon() {
                Some(job) => self.stack.push(job),
                None => self.worker.visitor.drain(),
            }
        }
    }

    /// At a directory boundary: gives the oldest half of the stack to a pool that runs low, after what was output.
    fn hand_over(&mut self) {
        let alone = self.read < bounds::ALONE_DIRS && !self.shared.crew.is_cold();
        if alone || !self.shared.pool.is_low() || self.shared.crew.is_solo() {
            return;
        }
        // Small starting points shall be shared as subdirectories are.
        while self.stack.len() < bounds::POOL_LOW && !self.worker.visitor.crowded() && self.next_root() {}
        if self.stack.len() < 2 {
            return;
        }
        self.start_another();
        self.give((self.stack.len() / 2).min(bounds::HANDOVER_MAX));
    }

    /// Gives the oldest jobs to the pool, after what was output.
    fn give(&mut self, count: usize) {
        self.worker.visitor.publish();
        for job in &self.stack[..count] {
            if let Some(parent) = &job.dir.parent {
                parent.share();
            }
            if !matches!(job.work, Work::Whole) {
                job.dir.share();
            }
        }
        self.shared.pool.give(self.stack.drain(..count));
    }

    /// Starts workers for jobs that wait, where the tree is cold.
    fn recruit(&mut self) {
        while self.shared.crew.is_cold() && self.shared.pool.wants_workers() && self.shared.crew.has_room() {
            if !self.start_another() {
                return;
            }
        }
    }

    fn start_another(&mut self) -> bool {
        let theirs = Arc::clone(&self.shared);
        self.worker.enlist(&self.shared.crew, &self.shared.make, move |worker, extra| {
            let mut walker = Walker::new(theirs, worker);
            walker.extra = extra;
            walker.run();
            walker.worker
        })
    }

    fn step(&mut self, job: Job<V::Dir>) {
        let Job { dir, work } = job;
        self.worker.place(Some(&dir));
        let opened = match work {
            Work::Piece(fd, records) => return self.take_piece(&dir, fd, &records),
            Work::Rest(fd) => Ok(fd),
            Work::Whole => self.worker.open(&dir, self.stack.iter().rev().map(|job| &job.dir)),
        };
        match opened {
            Ok(fd) => self.read(&dir, fd),
            Err(errno) => {
                self.worker.dir_problem(Operation::Open, &dir, errno);
                self.worker.visitor.listed(&dir.state);
                self.done(&dir);
            }
        }
    }

    /// Reads a directory to its end, or until so many subdirectories wait that it is put off.
    fn read(&mut self, dir: &Arc<Dir<V::Dir>>, fd: Arc<OwnedFd>) {
        self.read += 1;
        let first = self.stack.len();
        let wide = match self.shared.spec.unlinks {
            true => bounds::UNLINK_ENTRIES,
            false if first > bounds::STACK_JOBS => bounds::WIDE_CHILDREN_LATE,
            false => bounds::WIDE_CHILDREN,
        };
        let mut buffer = std::mem::take(&mut self.buffer);
        let mut put_off = false;
        let mut sharing = Sharing::of(&self.shared.spec);
        loop {
            let more = self.worker.read(dir, &fd, &mut buffer, self.shared.spec.unlinks);
            if self.shared.spec.unlinks && (more || dir.seen().is_some()) {
                self.worker.note_part(dir, &fd, &buffer);
            }
            if !self.pieces(dir, &fd, &buffer, &mut sharing) {
                self.shared.pool.stop();
                break;
            }
            if !more || self.shared.crew.stopped() {
                break;
            }
            if self.stack.len() - first >= wide && self.worker.may_keep(&fd) {
                put_off = true;
                break;
            }
            if self.worker.visitor.unheard() {
                self.shared.pool.stop();
            }
        }
        self.buffer = buffer;
        self.found_from(dir, first);
        if put_off {
            self.stack.insert(first, Job { dir: Arc::clone(dir), work: Work::Rest(fd) });
            return;
        }
        if !self.shared.spec.post_order && !self.shared.crew.stopped() {
            match self.worker.look_again(dir) {
                Again::Found(found) => self.keep_found(dir, found),
                Again::Stop => self.shared.pool.stop(),
            }
        }
        self.end(dir, fd);
    }

    /// The jobs from `first` on were found in `dir`.
    fn found_from(&mut self, dir: &Arc<Dir<V::Dir>>, first: usize) {
        self.worker.visitor.part_done();
        dir.add_children(u32::try_from(self.stack.len() - first).unwrap_or(u32::MAX));
        // The first one found is walked first.
        self.stack[first..].reverse();
    }

    /// Takes a piece of `dir` that somebody else has read.
    fn take_piece(&mut self, dir: &Arc<Dir<V::Dir>>, fd: Arc<OwnedFd>, records: &[u8]) {
        let first = self.stack.len();
        self.worker.backend.stand_in(fd.as_fd());
        if !self.entries(dir, &fd, records) {
            self.shared.pool.stop();
        }
        self.found_from(dir, first);
        self.end(dir, fd);
    }

    /// The end of the reading of `dir`, or of a piece of it.
    fn end(&mut self, dir: &Arc<Dir<V::Dir>>, fd: Arc<OwnedFd>) {
        if dir.has_other_takers() {
            // The last one says that it is listed: what this one gathered comes first.
            self.worker.visitor.publish();
        }
        if dir.drop_taker() {
            self.worker.visitor.listed(&dir.state);
        }
        self.worker.spare(dir, &fd);
        drop(fd);
        self.worker.drop_user(dir);
        self.done(dir);
    }

    /// Takes the entries of a buffer piece by piece. Where those take their time, as in a directory of a hundred thousand files
    /// that must be stat'ed, others get some of the pieces. False if the visitor ended the walk.
    fn pieces(&mut self, dir: &Arc<Dir<V::Dir>>, fd: &Arc<OwnedFd>, buffer: &[u8], sharing: &mut Sharing) -> bool {
        let mut rest = buffer;
        while !rest.is_empty() && !self.shared.crew.stopped() {
            let piece = self.piece(sharing);
            if piece == bounds::PIECE_COLD && sharing.slow && !sharing.sorted && self.worker.backend.goes_by_inode(fd) {
                // A disk is asked for its inodes in their order, and pieces are too small to be sorted each by itself.
                let mut sorted = Vec::new();
                dirs::sort_by_inode(rest, &mut sorted);
                sharing.sorted = true;
                return self.pieces(dir, fd, &sorted, sharing);
            }
            if sharing.pays(piece) && self.worker.may_keep(fd) {
                rest = self.share(dir, fd, rest, piece);
            }
            let now;
            (now, rest) = dirs::cut(rest, piece);
            let began = Instant::now();
            if !self.entries(dir, fd, now) {
                return false;
            }
            sharing.slow = began.elapsed() >= SLOW_PIECE;
        }
        sharing.buffers += 1;
        sharing.sorted = false;
        true
    }

    /// Entries that are taken at once. What is asked through a ring waits together as it is.
    fn piece(&self, sharing: &Sharing) -> usize {
        match self.shared.crew.is_cold() {
            _ if !sharing.allowed => usize::MAX,
            true if self.worker.backend.asks_by_ring() => usize::MAX,
            true => bounds::PIECE_COLD,
            false => bounds::PIECE,
        }
    }

    /// Gives pieces to the pool while that is low; what is left.
    fn share<'a>(&mut self, dir: &Arc<Dir<V::Dir>>, fd: &Arc<OwnedFd>, records: &'a [u8], count: usize) -> &'a [u8] {
        if !self.shared.pool.is_low() || self.shared.crew.is_solo() {
            return records;
        }
        // The directory's own record comes before those of its contents.
        self.worker.visitor.publish();
        dir.share();
        let mut rest = records;
        while self.shared.pool.is_low() {
            let (piece, after) = dirs::cut(rest, count);
            if after.is_empty() {
                break;
            }
            rest = after;
            dir.add_taker();
            self.shared.pool.give(std::iter::once(Job { dir: Arc::clone(dir), work: Work::Piece(Arc::clone(fd), piece.to_vec()) }));
            if self.shared.crew.has_room() {
                self.start_another();
            }
        }
        rest
    }

    /// Keeps the subdirectories that another look at `dir` found.
    fn keep_found(&mut self, dir: &Arc<Dir<V::Dir>>, found: Vec<Arc<Dir<V::Dir>>>) {
        dir.add_children(u32::try_from(found.len()).unwrap_or(u32::MAX));
        self.stack.extend(found.into_iter().map(Job::new));
    }

    /// Takes the entries of a buffer; false if the visitor ended the walk.
    fn entries(&mut self, dir: &Arc<Dir<V::Dir>>, fd: &Arc<OwnedFd>, buffer: &[u8]) -> bool {
        let at = Some(Arc::clone(fd));
        let Self { worker, stack, shared, .. } = self;
        let mut keep = |dir| stack.push(Job::new(dir));
        let mut records = dirs::records(buffer);
        while let Some(record) = records.next() {
            // What is unlinked changes what a later stat says: then each is taken at its visit.
            if worker.backend.batches_stats() && !shared.spec.unlinks {
                let rest = std::iter::once(record).chain(records);
                let judged: Vec<_> = rest.map(|record| (record, worker.judge(&spot_of(dir, &at, &record), record.d_type))).collect();
                return worker.entries_batched(dir, &at, &judged, keep);
            }
            let next = worker.entry(&spot_of(dir, &at, &record), record.d_type);
            // A directory that is read whole may be large, and each of its entries goes for good.
            if !next.keep(&mut keep) || (shared.spec.unlinks && worker.visitor.unheard()) {
                return false;
            }
        }
        true
    }

    fn done(&mut self, dir: &Arc<Dir<V::Dir>>) {
        let shared = &self.shared;
        match self.worker.done(dir, || shared.crew.stopped()) {
            Done::All => {}
            Done::Found(dir, found) => self.keep_found(&dir, found),
            Done::Stop => self.shared.pool.stop(),
        }
    }
}
