//! The process and its signals: what it was started with, and how it ends by a signal.
#![allow(unsafe_code)]

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};
use std::time::Duration;

/// Whether SIGPIPE came in ignored.
static PIPE_IGNORED: AtomicBool = AtomicBool::new(false);

/// Whether SIGCHLD came in ignored: then the system forgets how children ended before anybody asks.
static CHILD_IGNORED: AtomicBool = AtomicBool::new(false);

/// The signals that came in blocked.
static MASK: OnceLock<libc::sigset_t> = OnceLock::new();

/// Whether standard output came in closed. /dev/null is opened in its place.
static STDOUT_CLOSED: AtomicBool = AtomicBool::new(false);

/// The same of standard input: nobody meant it to be empty.
static STDIN_CLOSED: AtomicBool = AtomicBool::new(false);

/// Whether standard input came in closed.
#[must_use]
pub fn stdin_was_closed() -> bool {
    STDIN_CLOSED.load(Ordering::Relaxed)
}

/// Whether standard output came in closed: then everything written to it is lost, and that must be told.
#[must_use]
pub fn stdout_was_closed() -> bool {
    STDOUT_CLOSED.load(Ordering::Relaxed)
}

// The unwinder as a part of the executable: to find and map a shared library for it takes 90 us of every run.
#[cfg(target_env = "gnu")]
#[link(name = "gcc_eh")]
// SAFETY: nothing is declared.
unsafe extern "C" {}

/// Remembers how the process was started: before anything of it is changed.
pub(super) fn note_start() {
    PIPE_IGNORED.store(is_ignored(libc::SIGPIPE), Ordering::Relaxed);
    CHILD_IGNORED.store(is_ignored(libc::SIGCHLD), Ordering::Relaxed);
    let _ = MASK.set(mask());
    STDOUT_CLOSED.store(!is_open(libc::STDOUT_FILENO), Ordering::Relaxed);
    STDIN_CLOSED.store(!is_open(libc::STDIN_FILENO), Ordering::Relaxed);
}

pub(super) fn is_open(fd: i32) -> bool {
    // SAFETY: asking for the flags of a descriptor, open or not, has no effect.
    unsafe { libc::fcntl(fd, libc::F_GETFD) != -1 }
}

fn is_ignored(signal: i32) -> bool {
    // SAFETY: an all-zero sigaction is a valid value to be overwritten, and a null new action only reads the old one.
    unsafe {
        let mut old: libc::sigaction = std::mem::zeroed();
        libc::sigaction(signal, std::ptr::null(), &raw mut old);
        old.sa_sigaction == libc::SIG_IGN
    }
}

/// The signals that the calling thread blocks.
fn mask() -> libc::sigset_t {
    // SAFETY: zeros are a valid value to be overwritten, and a null new set only reads the old one.
    unsafe {
        let mut set: libc::sigset_t = std::mem::zeroed();
        libc::pthread_sigmask(libc::SIG_BLOCK, std::ptr::null(), &raw mut set);
        set
    }
}

/// The signals that this process was started with blocked.
pub(super) fn mask_at_start() -> libc::sigset_t {
    *MASK.get_or_init(mask)
}

/// Whether whoever started this process ignores SIGCHLD.
pub(super) fn sigchld_was_ignored() -> bool {
    CHILD_IGNORED.load(Ordering::Relaxed)
}

/// Has the system keep how children end, which it does not where SIGCHLD came in ignored. Before the first child.
pub fn await_children() {
    if sigchld_was_ignored() {
        // SAFETY: SIG_DFL is a valid disposition and no handler is involved.
        unsafe { libc::signal(libc::SIGCHLD, libc::SIG_DFL) };
    }
}

/// Whether whoever started this process ignores SIGPIPE: then a closed pipe is an error like any other.
#[must_use]
pub fn sigpipe_was_ignored() -> bool {
    PIPE_IGNORED.load(Ordering::Relaxed)
}

/// Ends the process by `signal`, with the default disposition, as its parent expects to see it. The first process of a
/// container is spared such a signal: it exits as a shell tells of one.
pub fn die_by(signal: i32) -> ! {
    let set = only(signal);
    // SAFETY: SIG_DFL is a valid disposition and the set is valid; raising a signal has no memory effects of its own. It is
    // this thread that takes it, before the call returns.
    unsafe {
        libc::signal(signal, libc::SIG_DFL);
        libc::pthread_sigmask(libc::SIG_UNBLOCK, &raw const set, std::ptr::null_mut());
        libc::raise(signal);
    }
    exit_now(128 + signal)
}

/// Whether a debugger or strace(1) follows this process: it makes every system call sleep.
#[must_use]
pub fn is_traced() -> bool {
    static TRACED: OnceLock<bool> = OnceLock::new();
    *TRACED.get_or_init(|| {
        let status = std::fs::read("/proc/self/status").unwrap_or_default();
        let tracer = status.split(|&byte| byte == b'\n').find_map(|line| line.strip_prefix(b"TracerPid:"));
        tracer.is_some_and(|tracer| tracer.trim_ascii() != b"0")
    })
}

/// How often this thread went to sleep so far, of its own will (getrusage(2), ru_nvcsw).
#[must_use]
pub fn voluntary_switches() -> u64 {
    // SAFETY: zeros are valid for a struct of numbers, which the call fills in.
    let usage = unsafe {
        let mut usage: libc::rusage = std::mem::zeroed();
        libc::getrusage(libc::RUSAGE_THREAD, &raw mut usage);
        usage
    };
    u64::try_from(usage.ru_nvcsw).unwrap_or(0)
}

/// The time that processors worked for this process so far, the kernel's work for it included.
#[must_use]
pub fn worked() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Duration::new(u64::try_from(time.tv_sec).unwrap_or(0), u32::try_from(time.tv_nsec).unwrap_or(0))
}

/// Ends the process at once, whatever its threads do: for walks that hang in the kernel.
pub fn exit_now(status: i32) -> ! {
    // SAFETY: _exit takes any status, runs no destructors and does not return.
    unsafe { libc::_exit(status) }
}

/// What somebody else may end a walk by: Ctrl-C, kill(1), a terminal that is closed.
const ENDINGS: [i32; 3] = [libc::SIGINT, libc::SIGTERM, libc::SIGHUP];

/// Which of them came.
static CAME: AtomicI32 = AtomicI32::new(libc::SIGINT);

/// Ends the process by the signal that `wait_for_ending` saw.
pub fn die_by_ending() -> ! {
    die_by(CAME.load(Ordering::Acquire))
}

/// Bytes of what is told when SIGINT ends the process.
pub const WORDS_BYTES: usize = 256;

/// Writes what is to be told into the buffer and returns its length.
pub type Words = fn(&mut [u8; WORDS_BYTES]) -> usize;

static WORDS: OnceLock<Words> = OnceLock::new();

/// From now on SIGINT has `words` told on standard error before it ends the process. They are asked for by a signal handler:
/// they must neither allocate nor lock.
pub fn tell_when_interrupted(words: Words) {
    if !heeded().1.contains(&libc::SIGINT) || WORDS.set(words).is_err() {
        return;
    }
    let handler: extern "C" fn(i32) = interrupted;
    // SAFETY: the handler does only what signal-safety(7) allows: it reads a value that was set before it was installed,
    // writes, and raises the signal again.
    unsafe { libc::signal(libc::SIGINT, handler as libc::sighandler_t) };
}

extern "C" fn interrupted(_signal: i32) {
    tell_words();
    die_by_ending();
}

/// Tells what was to be told when SIGINT came, if that is what came.
pub fn tell_words() {
    let Some(words) = WORDS.get().filter(|_| CAME.load(Ordering::Acquire) == libc::SIGINT) else { return };
    let mut buffer = [0; WORDS_BYTES];
    let length = words(&mut buffer).min(WORDS_BYTES);
    // SAFETY: the buffer holds that many bytes. There is nowhere left to tell of an error.
    unsafe { libc::write(libc::STDERR_FILENO, buffer.as_ptr().cast(), length) };
}

/// Blocks the signals that end a walk in this thread and in those it starts.
pub fn block_endings() {
    mask_endings(libc::SIG_BLOCK);
}

/// Takes `block_endings` back.
pub fn unblock_endings() {
    mask_endings(libc::SIG_UNBLOCK);
}

fn mask_endings(how: i32) {
    // SAFETY: the set is valid, and a null old set is not written to.
    unsafe { libc::pthread_sigmask(how, &raw const heeded().0, std::ptr::null_mut()) };
}

/// Those of `ENDINGS` that came in neither ignored, as a shell's background jobs have SIGINT and nohup(1)'s SIGHUP, nor
/// blocked: whoever did that wants no end by it. Found out once, before anything else changes what signals do.
fn heeded() -> &'static (libc::sigset_t, Vec<i32>) {
    static HEEDED: OnceLock<(libc::sigset_t, Vec<i32>)> = OnceLock::new();
    HEEDED.get_or_init(|| {
        let blocked = mask_at_start();
        // SAFETY: the set is valid, and asking for a member has no effect.
        let is_blocked = |signal| unsafe { libc::sigismember(&raw const blocked, signal) } == 1;
        let signals: Vec<i32> = ENDINGS.into_iter().filter(|&signal| !is_blocked(signal) && !is_ignored(signal)).collect();
        (set_of(&signals), signals)
    })
}

/// Waits until a signal comes that ends the walk, all of which must be blocked, or `limit` is over; true if one came.
pub fn wait_for_ending(limit: Option<Duration>) -> bool {
    let (set, signals) = heeded();
    let limit = limit.map(|limit| libc::timespec {
        tv_sec: limit.as_secs().try_into().unwrap_or(libc::time_t::MAX),
        tv_nsec: limit.subsec_nanos().into(),
    });
    let limit = limit.as_ref().map_or(std::ptr::null(), std::ptr::from_ref);
    loop {
        // SAFETY: the set is valid, nobody asks for details, and the limit is null or outlives the call.
        let signal = unsafe { libc::sigtimedwait(set, std::ptr::null_mut(), limit) };
        if signals.contains(&signal) {
            CAME.store(signal, Ordering::Release);
            return true;
        }
        if std::io::Error::last_os_error().raw_os_error() == Some(libc::EAGAIN) {
            return false;
        }
    }
}

/// The set of one signal.
fn only(signal: i32) -> libc::sigset_t {
    set_of(&[signal])
}

fn set_of(signals: &[i32]) -> libc::sigset_t {
    // SAFETY: zeros are a valid value for sigemptyset to initialise, and each is a signal's number.
    unsafe {
        let mut set: libc::sigset_t = std::mem::zeroed();
        libc::sigemptyset(&raw mut set);
        for &signal in signals {
            libc::sigaddset(&raw mut set, signal);
        }
        set
    }
}
