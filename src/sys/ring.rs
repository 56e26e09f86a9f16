//! io_uring: a ring of one thread that opens, closes and stats in batches.
//!
//! The ring owns everything the kernel points at (path bytes, statx buffers) and holds the directory of every
//! unreaped operation open: a dirfd in a submission is a number that the kernel looks up when it runs, so closing it
//! earlier would aim the operation at whatever directory got the number next. It knows no tree and no order.
#![allow(unsafe_code)]

use crate::base::{Fields, Stat, bounds};
use crate::sys::blocked::Flight;
use crate::sys::recall::{self, Leave};
use crate::sys::{dirs, stat};
use io_uring::{IoUring, opcode, squeue, types};
use std::ffi::CStr;
use std::os::fd::{AsRawFd, FromRawFd, IntoRawFd, OwnedFd, RawFd};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Nanoseconds that the first kernel worker may take to start; it takes some 50 us.
const WORKER_PATIENCE_NS: u32 = 500_000_000;

/// Without any completion for so long plain calls take over; where they hang too, nothing is lost by that.
const STUCK: Duration = Duration::from_millis(bounds::RING_STUCK_MS);

/// What io_uring_enter(2) is to do: run what completes operations.
const GETEVENTS: u32 = 1;

/// Between two looks at whether what was cancelled has completed.
const MOMENT: Duration = Duration::from_millis(1);

/// Fruitless calls in a row after which a ring that never takes its operations is given up.
const FRUITLESS_MAX: usize = 10_000;

/// What completed.
#[derive(Debug)]
pub enum Done {
    /// An open, with the ticket it was queued under.
    Opened(usize, Result<OwnedFd, i32>),
    /// A stat, with its ticket.
    Stated(usize, Result<Stat, i32>),
}

/// What a slot is used for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Use {
    Free,
    Open,
    Close,
    Stat,
}

/// Everything the kernel may look at for one operation, until its completion is reaped.
struct Slot {
    usage: Use,
    ticket: usize,
    /// Which of all operations of the ring it is.
    turn: u64,
    path: Vec<u8>,
    /// What a close is to close.
    closes: Option<RawFd>,
    /// Kept open as long as the operation may run.
    at: Option<Arc<OwnedFd>>,
}

/// A ring with its operations. Submits and reaps on the thread that made it.
pub struct Ring {
    uring: IoUring,
    slots: Vec<Slot>,
    free: Vec<usize>,
    /// One statx buffer a slot; never grows, since the kernel holds pointers into it.
    answers: Box<[rustix::fs::Statx]>,
    /// Pushed and not yet submitted.
    queued: usize,
    /// Submitted and not yet reaped.
    in_kernel: usize,
    /// Operations that began never end: the kernel may write to what they point at until the process ends.
    stuck: bool,
    /// Every open carries IOSQE_ASYNC: a kernel worker does it.
    punt_opens: bool,
    /// Threads of the kernel that were allowed last.
    workers: usize,
    /// Operations so far.
    turns: u64,
    /// The slot of the first that was not submitted yet.
    first: Option<usize>,
    flight: Arc<Flight>,
    /// While operations may be in the kernel.
    leave: Option<Leave>,
}

// A statx answer is what the kernel's struct statx is, by both libraries' definition.
const _: () = assert!(size_of::<rustix::fs::Statx>() == size_of::<libc::statx>());

impl Ring {
    /// Sets up a ring of `entries` operations.
    ///
    /// # Errors
    /// Whatever io_uring_setup(2) or mmap(2) said; any errno means that there is no ring here.
    pub fn new(entries: u32, punt_opens: bool) -> Result<Self, i32> {
        let mut uring = set_up(entries).map_err(|error| error.raw_os_error().unwrap_or(libc::EIO))?;
        prove(&mut uring)?;
        let count = entries as usize;
        // SAFETY: statx is plain old data for which zeros are valid.
        let answers = (0..count).map(|_| unsafe { std::mem::zeroed() }).collect();
        let slots = (0..count).map(|_| Slot { usage: Use::Free, ticket: 0, turn: 0, path: Vec::new(), closes: None, at: None }).collect();
        Ok(Self {
            uring,
            slots,
            free: (0..count).rev().collect(),
            answers,
            queued: 0,
            in_kernel: 0,
            stuck: false,
            punt_opens,
            workers: 0,
            turns: 0,
            first: None,
            flight: Flight::new(),
            leave: None,
        })
    }

    /// Whether another operation fits.
    #[must_use]
    pub fn has_room(&self) -> bool {
        !self.free.is_empty()
    }

    /// Whether operations were queued or run.
    #[must_use]
    pub fn is_busy(&self) -> bool {
        self.queued + self.in_kernel > 0
    }

    /// Queues the opening of the directory `name` in `at` (`None`: the current directory). Needs room.
    pub fn open(&mut self, ticket: usize, at: Option<Arc<OwnedFd>>, name: &CStr, follow: bool) {
        let fd = dirfd(at.as_ref());
        let Some(index) = self.occupy(Use::Open, ticket, at, name) else { return };
        let flags = dirs::open_flags(follow).bits().cast_signed();
        let entry = opcode::OpenAt::new(fd, self.slots[index].path.as_ptr().cast()).flags(flags).build();
        let entry = if self.punt_opens { entry.flags(squeue::Flags::ASYNC) } else { entry };
        self.push(index, entry);
    }

    /// Queues a stat of `name` in `at`, exactly as `stat::stat_exactly` does it. Needs room.
    pub fn stat(&mut self, ticket: usize, at: Option<Arc<OwnedFd>>, name: &CStr, follow: bool, fields: Fields) {
        let fd = dirfd(at.as_ref());
        let Some(index) = self.occupy(Use::Stat, ticket, at, name) else { return };
        let answer: *mut rustix::fs::Statx = &raw mut self.answers[index];
        let entry = opcode::Statx::new(fd, self.slots[index].path.as_ptr().cast(), answer.cast())
            .flags(stat::at_flags(follow).bits().cast_signed())
            .mask(stat::mask(fields).bits())
            .build();
        self.push(index, entry);
    }

    /// Queues the closing of a descriptor that nothing in this ring names. Needs room.
    pub fn close(&mut self, fd: OwnedFd) {
        let Some(index) = self.occupy(Use::Close, 0, None, c"") else { return };
        let fd = fd.into_raw_fd();
        self.slots[index].closes = Some(fd);
        self.push(index, opcode::Close::new(types::Fd(fd)).build());
    }

    /// Submits what is queued and waits until everything has completed; hands out what did.
    ///
    /// An operation that the kernel gave up or refused comes back as its errno: a plain call then decides.
    ///
    /// # Errors
    /// The errno of io_uring_enter(2) where nothing could be submitted: the caller must do without the ring. What had
    /// been submitted is waited for all the same; what had not is handed out as ECANCELED.
    pub fn finish(&mut self, mut each: impl FnMut(Done)) -> Result<(), i32> {
        while self.is_busy() {
            self.drive(usize::MAX, &mut each)?;
        }
        Ok(())
    }

    /// Submits what is queued and waits until at least one operation has completed; hands out what did.
    ///
    /// # Errors
    /// As `finish`.
    pub fn wait(&mut self, mut each: impl FnMut(Done)) -> Result<(), i32> {
        if self.is_busy() { self.drive(1, &mut each) } else { Ok(()) }
    }

    /// Submits, waits for `want` completions and reaps; again until something completed.
    fn drive(&mut self, want: usize, each: &mut impl FnMut(Done)) -> Result<(), i32> {
        if self.leave.is_none() {
            self.leave = Leave::take();
        }
        let outcome = self.drive_on(want, each);
        if !self.is_busy() {
            self.leave = None;
        }
        outcome
    }

    fn drive_on(&mut self, want: usize, each: &mut impl FnMut(Done)) -> Result<(), i32> {
        let mut fruitless = 0;
        let mut idle = None;
        let mut completed = false;
        while !completed && self.is_busy() {
            if recall::is_called() {
                self.withdraw(each);
                return Err(libc::ECANCELED);
            }
            let before = (self.queued, self.in_kernel);
            // What is submitted may run at once, and hang.
            if let Some(slot) = self.first.take().and_then(|index| self.slots.get(index)) {
                self.tell(slot, self.queued - 1);
            }
            match self.enter(want) {
                Ok(_) => {}
                Err(error) => match error.raw_os_error() {
                    // Interrupted, or completions must be reaped first.
                    Some(libc::ETIME) if self.progress_since(before) => idle = None,
                    Some(libc::ETIME) if idle.get_or_insert_with(Instant::now).elapsed() < STUCK => {}
                    Some(libc::ETIME) => {
                        self.flight.landed(0);
                        self.abandon(each);
                        return Err(libc::ETIME);
                    }
                    Some(libc::EINTR | libc::EBUSY | libc::EAGAIN) if fruitless < FRUITLESS_MAX => {}
                    errno => {
                        self.flight.landed(0);
                        self.give_up(each);
                        return Err(errno.unwrap_or(libc::EIO));
                    }
                },
            }
            completed = self.reap(each);
            fruitless = if before == (self.queued, self.in_kernel) { fruitless + 1 } else { 0 };
            self.flight.landed(before.0 + before.1 - self.queued - self.in_kernel);
            if self.is_busy() {
                self.tell_oldest();
            }
        }
        Ok(())
    }

    /// Says what of it has been waited for longest.
    fn tell_oldest(&self) {
        let waiting = self.slots.iter().filter(|slot| matches!(slot.usage, Use::Open | Use::Stat));
        if let Some(slot) = waiting.min_by_key(|slot| slot.turn) {
            self.tell(slot, 0);
        }
    }

    fn tell(&self, slot: &Slot, others: usize) {
        self.flight.waits_for(slot.usage == Use::Open, dirfd(slot.at.as_ref()).0, slot.path.as_ptr(), others);
    }

    /// Submits and waits for `want` completions, or everything, or until it is time to look what has completed.
    fn enter(&self, want: usize) -> std::io::Result<usize> {
        let all = want.min(self.queued + self.in_kernel);
        if !self.uring.params().is_feature_ext_arg() {
            return self.uring.submit_and_wait(all);
        }
        let patience = types::Timespec::new().nsec(bounds::RING_LOOK_MS * 1_000_000);
        self.uring.submitter().submit_with_args(all, &types::SubmitArgs::new().timespec(&patience))
    }

    /// Whether the kernel has taken or completed anything since the counts were `before`.
    fn progress_since(&mut self, before: (usize, usize)) -> bool {
        let unsubmitted = self.uring.submission().len();
        unsubmitted < before.0 || !self.uring.completion().is_empty()
    }

    /// Nothing has completed for a while, as where no kernel worker can be had: everything is handed back, and what the
    /// kernel may still look at is never used again.
    fn abandon(&mut self, each: &mut impl FnMut(Done)) {
        self.stuck = true;
        for slot in &mut self.slots {
            match std::mem::replace(&mut slot.usage, Use::Free) {
                Use::Open => each(Done::Opened(slot.ticket, Err(libc::ECANCELED))),
                Use::Stat => each(Done::Stated(slot.ticket, Err(libc::ECANCELED))),
                Use::Close | Use::Free => {}
            }
        }
        self.free.clear();
        (self.queued, self.in_kernel) = (0, 0);
    }

    /// The process is about to end: cancels what is in the kernel and waits for it, for a bounded time; then everything is
    /// handed back, and the ring is never used again.
    fn withdraw(&mut self, each: &mut impl FnMut(Done)) {
        let end = Instant::now() + Duration::from_millis(bounds::WITHDRAW_MS);
        loop {
            // Kernels before 6.0 do not know it: what runs there ends with the process.
            let _ = self.uring.submitter().register_sync_cancel(Some(types::Timespec::new()), types::CancelBuilder::any());
            // SAFETY: nothing is submitted, and there is no argument.
            let _ = unsafe { self.uring.submitter().enter::<()>(0, 0, GETEVENTS, None) };
            self.reap(each);
            if self.in_kernel == 0 || Instant::now() >= end {
                break;
            }
            std::thread::sleep(MOMENT);
        }
        self.flight.landed(0);
        if self.in_kernel > 0 {
            self.abandon(each);
        } else {
            self.give_up(each);
        }
    }

    /// Takes what completed; whether anything did.
    fn reap(&mut self, each: &mut impl FnMut(Done)) -> bool {
        let mut completed = false;
        // What the queue no longer holds the kernel has taken, whatever the call returned.
        let unsubmitted = self.uring.submission().len();
        self.in_kernel += self.queued.saturating_sub(unsubmitted);
        self.queued = self.queued.min(unsubmitted);
        loop {
            let Some(completion) = self.uring.completion().next() else { break };
            self.in_kernel -= 1;
            completed = true;
            let index = usize::try_from(completion.user_data()).unwrap_or(usize::MAX);
            if let Some(done) = self.release(index, completion.result()) {
                each(done);
            }
        }
        completed
    }

    /// At most so many threads of the kernel do what cannot be answered at once. Best effort: older kernels decide themselves.
    pub fn allow_workers(&mut self, count: usize) {
        if std::mem::replace(&mut self.workers, count) == count {
            return;
        }
        let bounded = u32::try_from(count).unwrap_or(u32::MAX);
        let _ = self.uring.submitter().register_iowq_max_workers(&mut [bounded, 0]);
    }

    /// Turns a completion into what it means and frees its slot.
    fn release(&mut self, index: usize, result: RawFd) -> Option<Done> {
        let slot = self.slots.get_mut(index)?;
        let (usage, ticket) = (slot.usage, slot.ticket);
        if let Some(fd) = slot.closes.take().filter(|_| matches!(-result, libc::ECANCELED | libc::EINVAL | libc::EOPNOTSUPP)) {
            // SAFETY: the kernel refused to look at the close, so the descriptor given to `close` is open and still ours.
            drop(unsafe { OwnedFd::from_raw_fd(fd) });
        }
        slot.usage = Use::Free;
        slot.at = None;
        self.free.push(index);
        match usage {
            Use::Open if result < 0 => Some(Done::Opened(ticket, Err(-result))),
            // SAFETY: a successful open hands us a new descriptor that nobody else owns.
            Use::Open => Some(Done::Opened(ticket, Ok(unsafe { OwnedFd::from_raw_fd(result) }))),
            Use::Stat if result < 0 => Some(Done::Stated(ticket, Err(-result))),
            Use::Stat => Some(Done::Stated(ticket, Ok(stat::convert(&self.answers[index])))),
            Use::Close | Use::Free => None,
        }
    }

    /// The kernel takes no more: what was never submitted is handed back, descriptors to close are closed plainly.
    fn give_up(&mut self, each: &mut impl FnMut(Done)) {
        while self.in_kernel > 0 {
            self.reap(each);
            if self.in_kernel > 0 && self.uring.submitter().submit_and_wait(1).is_err() {
                std::thread::yield_now();
            }
        }
        for index in 0..self.slots.len() {
            if self.slots[index].usage != Use::Free
                && let Some(done) = self.release(index, -libc::ECANCELED)
            {
                each(done);
            }
        }
        self.queued = 0;
    }

    /// Takes a slot and fills in what must outlive the call.
    fn occupy(&mut self, usage: Use, ticket: usize, at: Option<Arc<OwnedFd>>, name: &CStr) -> Option<usize> {
        debug_assert!(self.has_room(), "callers ask has_room first");
        let index = self.free.pop()?;
        let slot = &mut self.slots[index];
        slot.usage = usage;
        slot.ticket = ticket;
        slot.path.clear();
        slot.path.extend_from_slice(name.to_bytes_with_nul());
        slot.at = at;
        slot.turn = self.turns;
        self.turns += 1;
        Some(index)
    }

    fn push(&mut self, index: usize, entry: squeue::Entry) {
        let entry = entry.user_data(index as u64);
        // SAFETY: the path and the statx buffer belong to the slot `index`, which is not reused and whose memory does
        // not move (a Vec's heap bytes, a boxed slice) until the completion is reaped; `at` keeps the dirfd open.
        let pushed = unsafe { self.uring.submission().push(&entry) };
        debug_assert!(pushed.is_ok(), "there are as many slots as entries");
        self.queued += 1;
        if self.slots[index].usage != Use::Close {
            self.first.get_or_insert(index);
        }
    }
}

impl Drop for Ring {
    /// The kernel may still write into the buffers of what is in flight: wait for it before they are freed.
    fn drop(&mut self) {
        if self.stuck {
            std::mem::forget(std::mem::take(&mut self.slots));
            std::mem::forget(std::mem::take(&mut self.answers));
            return;
        }
        let _ = self.finish(|_| {});
    }
}

fn dirfd(at: Option<&Arc<OwnedFd>>) -> types::Fd {
    types::Fd(at.map_or(libc::AT_FDCWD, |fd| fd.as_raw_fd()))
}

/// A kernel worker can be had: without one (RLIMIT_NPROC, a full pids cgroup) what cannot complete at once would never
/// complete.
fn prove(uring: &mut IoUring) -> Result<(), i32> {
    if !uring.params().is_feature_ext_arg() {
        return Ok(());
    }
    let nothing = opcode::Nop::new().build().flags(squeue::Flags::ASYNC);
    // SAFETY: an operation that does nothing points at nothing.
    unsafe { uring.submission().push(&nothing) }.map_err(|_| libc::EBUSY)?;
    let patience = types::Timespec::new().nsec(WORKER_PATIENCE_NS);
    let args = types::SubmitArgs::new().timespec(&patience);
    uring.submitter().submit_with_args(1, &args).map_err(|error| error.raw_os_error().unwrap_or(libc::EIO))?;
    // Dropping a ring cancels what is in it.
    uring.completion().next().map(|_| ()).ok_or(libc::ETIME)
}

/// The best flags this kernel knows: only EINVAL means that a flag is unknown, any other error that there is no ring.
fn set_up(entries: u32) -> std::io::Result<IoUring> {
    let unknown = |error: &std::io::Error| error.raw_os_error() == Some(libc::EINVAL);
    match IoUring::builder().setup_single_issuer().setup_defer_taskrun().setup_submit_all().build(entries) {
        Err(error) if unknown(&error) => {}
        answer => return answer,
    }
    match IoUring::builder().setup_coop_taskrun().setup_submit_all().build(entries) {
        Err(error) if unknown(&error) => IoUring::builder().build(entries),
        answer => answer,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ring() -> Option<Ring> {
        match Ring::new(8, true) {
            Ok(ring) => Some(ring),
            Err(errno) => {
                eprintln!("skipped: no io_uring here (errno {errno})");
                None
            }
        }
    }

    #[test]
    fn opens_stats_and_closes() {
        let Some(mut ring) = ring() else { return };
        ring.open(1, None, c"/etc", false);
        ring.open(2, None, c"/no/such", false);
        ring.stat(3, None, c"/", false, Fields::KIND | Fields::INO);
        let (mut opened, mut missing, mut stated) = (None, None, None);
        ring.finish(|done| match done {
            Done::Opened(1, Ok(fd)) => opened = Some(fd),
            Done::Opened(2, Err(errno)) => missing = Some(errno),
            Done::Stated(3, Ok(stat)) => stated = Some(stat),
            other => panic!("{other:?}"),
        })
        .unwrap();
        assert_eq!(missing, Some(libc::ENOENT));
        assert_eq!(stated.unwrap().id(), stat::stat(stat::cwd(), c"/", false, Fields::INO).unwrap().id());
        ring.close(opened.unwrap());
        ring.finish(|done| panic!("{done:?}")).unwrap();
        assert!(!ring.is_busy());
    }

    #[test]
    fn a_directory_stays_open_until_its_operations_are_reaped() {
        let Some(mut ring) = ring() else { return };
        let etc = Arc::new(dirs::open(stat::cwd(), c"/etc", false).unwrap());
        ring.stat(0, Some(Arc::clone(&etc)), c"passwd", false, Fields::SIZE);
        assert_eq!(Arc::strong_count(&etc), 2);
        ring.finish(|_| {}).unwrap();
        assert_eq!(Arc::strong_count(&etc), 1);
    }
}
