//! Answers the kernel. Threads read requests from /dev/fuse; what takes time goes into a queue by the instant of its answer,
//! and one thread answers what is due. So any number of operations wait side by side, and none holds a thread.

use super::manners::{Counts, Fault, Manners, Op, Trouble};
use super::tree::{Node, Tree};
use super::wire::{self, Ask, Reply, Request};
use rustix::io::Errno;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::num::NonZeroU64;
use std::os::fd::OwnedFd;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Threads that read requests: enough that one reads while another computes an answer.
const READERS: usize = 2;

/// An answer and when it is due; what is due first is the greatest.
type Due = Reverse<(Instant, u64, Vec<u8>)>;

/// An operation that hangs.
struct Hanging {
    answer: Vec<u8>,
    deaf: bool,
}

/// What the threads share.
pub(super) struct State {
    pub(super) manners: Manners,
    pub(super) counts: Counts,
    waiting: BinaryHeap<Due>,
    hanging: HashMap<u64, Hanging>,
    in_flight: u64,
    /// Threads that wait for something to happen.
    watchers: u32,
    closed: bool,
}

impl State {
    pub(super) fn fail(&mut self, fault: Fault) {
        self.manners.faults.push(fault);
    }

    /// Operations that hang now.
    pub(super) fn hanging(&self) -> usize {
        self.hanging.len()
    }

    fn take_due(&mut self, now: Instant) -> Vec<Vec<u8>> {
        let mut due = Vec::new();
        while self.waiting.peek().is_some_and(|Reverse((at, ..))| *at <= now) {
            due.extend(self.waiting.pop().map(|Reverse((.., answer))| answer));
        }
        self.in_flight -= due.len() as u64;
        due
    }
}

pub(super) struct Server {
    tree: Tree,
    state: Mutex<State>,
    /// Something is due earlier than all else, or all is over.
    sooner: Condvar,
    /// For watchers: an operation came.
    happened: Condvar,
}

impl Server {
    pub(super) fn new(tree: Tree) -> Arc<Self> {
        let state = State {
            manners: Manners::new(),
            counts: Counts::default(),
            waiting: BinaryHeap::new(),
            hanging: HashMap::new(),
            in_flight: 0,
            watchers: 0,
            closed: false,
        };
        Arc::new(Self { tree, state: Mutex::new(state), sooner: Condvar::new(), happened: Condvar::new() })
    }

    pub(super) fn tree(&self) -> &Tree {
        &self.tree
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Answers until the file system is gone, by this thread and some more. The device is nobody else's: see
    /// `mount::keep_descriptors_apart`.
    pub(super) fn run(&self, device: &OwnedFd) {
        std::thread::scope(|scope| {
            scope.spawn(|| self.answer_what_is_due(device));
            (1..READERS).for_each(|_| drop(scope.spawn(|| self.read(device))));
            self.read(device);
        });
    }

    /// Waits until `done`, looking after each operation; false if that takes longer than `limit`.
    pub(super) fn wait_until(&self, limit: Duration, mut done: impl FnMut(&State) -> bool) -> bool {
        let end = Instant::now() + limit;
        let mut state = self.lock();
        state.watchers += 1;
        let done = loop {
            if done(&state) {
                break true;
            }
            let Some(left) = end.checked_duration_since(Instant::now()) else { break false };
            state = self.happened.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0;
        };
        state.watchers -= 1;
        done
    }

    /// Answers everything that hangs as if it never had.
    pub(super) fn release(&self) {
        let mut state = self.lock();
        let now = Instant::now();
        let released: Vec<Due> = state.hanging.drain().map(|(unique, hanging)| Reverse((now, unique, hanging.answer))).collect();
        state.waiting.extend(released);
        drop(state);
        self.sooner.notify_one();
    }

    fn read(&self, device: &OwnedFd) {
        let mut buffer = vec![0; wire::REQUEST_BYTES];
        loop {
            match rustix::io::read(device, &mut buffer) {
                Ok(length) => {
                    if let Some(request) = wire::parse(&buffer[..length]) {
                        self.take(device, &request);
                    }
                }
                // A request that was given up before anybody read it.
                Err(Errno::NOENT | Errno::INTR | Errno::AGAIN) => {}
                Err(_) => break,
            }
        }
        self.lock().closed = true;
        self.sooner.notify_all();
    }

    fn answer_what_is_due(&self, device: &OwnedFd) {
        // The default slack, 50 us, would be half of a delay of 100 us.
        let _ = rustix::thread::set_current_timer_slack(NonZeroU64::new(1));
        let mut state = self.lock();
        while !state.closed {
            let now = Instant::now();
            let due = state.take_due(now);
            if due.is_empty() {
                let left = state.waiting.peek().map(|Reverse((at, ..))| *at - now);
                state = match left {
                    Some(left) => self.sooner.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0,
                    None => self.sooner.wait(state).unwrap_or_else(PoisonError::into_inner),
                };
            } else {
                drop(state);
                due.iter().for_each(|answer| send(device, answer));
                state = self.lock();
            }
        }
    }

    fn take(&self, device: &OwnedFd, request: &Request<'_>) {
        let unique = request.unique;
        let op = match request.ask {
            Ask::Forget => return,
            Ask::Init { flags } => return send(device, &Reply::init(unique, flags).into_bytes()),
            Ask::Interrupt { unique: of } => return self.interrupt(device, unique, of),
            Ask::Lookup { .. } => Op::Lookup,
            Ask::Getattr => Op::Getattr,
            Ask::Readlink => Op::Readlink,
            Ask::Opendir => Op::Opendir,
            Ask::Readdir { .. } => Op::Readdir,
            Ask::Releasedir => Op::Releasedir,
            Ask::Statfs | Ask::Access | Ask::Other => Op::Other,
        };
        let node = match request.ask {
            Ask::Lookup { name } => self.tree.look_up(request.node, name),
            _ => Some(request.node),
        };
        self.delay(device, request, op, node);
    }

    /// Counts an operation and answers it now, later or never.
    fn delay(&self, device: &OwnedFd, request: &Request<'_>, op: Op, node: Option<u64>) {
        let mut state = self.lock();
        state.counts.add(op);
        state.in_flight += u64::from(op != Op::Releasedir);
        state.counts.most_in_flight = state.counts.most_in_flight.max(state.in_flight);
        let trouble = state.manners.trouble(op, node);
        let stay = (state.manners.names_stay, state.manners.attributes_stay);
        let due = state.manners.due(op);
        drop(state);
        let answer = match trouble {
            Some(Trouble::Fails(errno)) => Reply::error(request.unique, errno),
            _ => self.answer(request, node, stay),
        };
        let answer = answer.into_bytes();
        let mut state = self.lock();
        match trouble {
            Some(Trouble::Hangs | Trouble::HangsDeaf) => {
                state.counts.hung += 1;
                state.hanging.insert(request.unique, Hanging { answer, deaf: trouble == Some(Trouble::HangsDeaf) });
                return self.tell(state);
            }
            Some(Trouble::Fails(_)) => state.counts.failed += 1,
            None => {}
        }
        let Some(due) = due else {
            state.in_flight -= u64::from(op != Op::Releasedir);
            self.tell(state);
            return send(device, &answer);
        };
        let is_next = state.waiting.peek().is_none_or(|Reverse((first, ..))| due < *first);
        state.waiting.push(Reverse((due, request.unique, answer)));
        self.tell(state);
        if is_next {
            self.sooner.notify_one();
        }
    }

    /// Tells watchers; without any, that is no system call.
    fn tell(&self, state: MutexGuard<'_, State>) {
        let watched = state.watchers > 0;
        drop(state);
        if watched {
            self.happened.notify_all();
        }
    }

    /// `unique` is the number of the interrupt itself, `of` that of the operation.
    fn interrupt(&self, device: &OwnedFd, unique: u64, of: u64) {
        let mut state = self.lock();
        let is_deaf = state.hanging.get(&of).is_some_and(|hanging| hanging.deaf);
        if is_deaf || state.waiting.iter().any(|Reverse((_, waiting, _))| *waiting == of) {
            return;
        }
        if state.hanging.remove(&of).is_some() {
            state.in_flight -= 1;
            state.counts.interrupted += 1;
            self.tell(state);
            return send(device, &Reply::error(of, libc::EINTR).into_bytes());
        }
        drop(state);
        // Another thread has read the operation and not come to it yet, or has just answered it. EAGAIN has the kernel
        // say it again if it still matters.
        send(device, &Reply::error(unique, libc::EAGAIN).into_bytes());
    }

    /// The answer where nothing goes wrong.
    fn answer(&self, request: &Request<'_>, node: Option<u64>, (names_stay, attributes_stay): (Duration, Duration)) -> Reply {
        let unique = request.unique;
        let of = node.and_then(|node| Some((self.tree.node(node)?, self.tree.attributes(node)?)));
        let Some((node, attributes)) = of else { return Reply::error(unique, libc::ENOENT) };
        match (&request.ask, node) {
            (Ask::Lookup { .. }, _) => Reply::entry(unique, &attributes, names_stay, attributes_stay),
            (Ask::Getattr, _) => Reply::stat(unique, &attributes, attributes_stay),
            (Ask::Opendir, Node::Dir(_)) => Reply::opened(unique),
            (Ask::Readdir { offset, size }, Node::Dir(dir)) => self.list(unique, dir, *offset, *size),
            (Ask::Readlink, Node::Link(_, link)) => Reply::bytes(unique, &self.tree.target(link)),
            (Ask::Releasedir | Ask::Access, _) => Reply::done(unique),
            (Ask::Statfs, _) => Reply::statfs(unique),
            _ => Reply::error(unique, libc::ENOSYS),
        }
    }

    fn list(&self, unique: u64, dir: u64, offset: u64, size: usize) -> Reply {
        let mut listing = Reply::directory(unique, size);
        for place in offset.. {
            let Some((number, name)) = self.tree.entry(dir, place) else { break };
            let mode = self.tree.attributes(number).map_or(0, |attributes| attributes.mode);
            if !listing.add(number, mode, &name, place + 1) {
                break;
            }
        }
        listing.into_reply()
    }
}

/// Whoever waited may have gone meanwhile, so an answer that nobody wants is normal.
fn send(device: &OwnedFd, answer: &[u8]) {
    let _ = rustix::io::write(device, answer);
}
