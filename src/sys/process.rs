//! The process and its signals: what it was started with, and how it ends by a signal.
#![allow(unsafe_code)]

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Whether SIGPIPE came in ignored. Rust's start-up ignores it before `main`, so it is read earlier.
static PIPE_IGNORED: AtomicBool = AtomicBool::new(false);

/// Whether SIGCHLD came in ignored: then the system forgets how children ended before anybody asks.
static CHILD_IGNORED: AtomicBool = AtomicBool::new(false);

/// The signals that came in blocked.
static MASK: OnceLock<libc::sigset_t> = OnceLock::new();

/// Whether standard output came in closed. Rust's start-up opens /dev/null in its place.
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

/// Runs before Rust's start-up, with the other initialisers of the executable.
#[used]
// SAFETY: the section holds pointers to C functions that take no arguments we need; this one only reads the state of
// signals and of the standard descriptors, and stores it.
#[unsafe(link_section = ".init_array")]
static NOTE_START: extern "C" fn() = note_start;

extern "C" fn note_start() {
    PIPE_IGNORED.store(is_ignored(libc::SIGPIPE), Ordering::Relaxed);
    CHILD_IGNORED.store(is_ignored(libc::SIGCHLD), Ordering::Relaxed);
    let _ = MASK.set(mask());
    // SAFETY: asking for the flags of a descriptor, open or not, has no effect.
    let closed = |fd| unsafe { libc::fcntl(fd, libc::F_GETFD) } == -1;
    STDOUT_CLOSED.store(closed(libc::STDOUT_FILENO), Ordering::Relaxed);
    STDIN_CLOSED.store(closed(libc::STDIN_FILENO), Ordering::Relaxed);
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

/// Ends the process by `signal`, with the default disposition, as its parent expects to see it.
pub fn die_by(signal: i32) {
    let set = only(signal);
    // SAFETY: SIG_DFL is a valid disposition and the set is valid; raising a signal has no memory effects of its own.
    unsafe {
        libc::signal(signal, libc::SIG_DFL);
        libc::pthread_sigmask(libc::SIG_UNBLOCK, &raw const set, std::ptr::null_mut());
        libc::kill(libc::getpid(), signal);
    }
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

/// Ends the process at once, whatever its threads do: for walks that hang in the kernel.
pub fn exit_now(status: i32) -> ! {
    // SAFETY: _exit takes any status, runs no destructors and does not return.
    unsafe { libc::_exit(status) }
}

/// Ends the process by SIGINT.
pub fn die_by_interrupt() {
    die_by(libc::SIGINT);
}

/// Bytes of what is told when SIGINT ends the process.
pub const WORDS_BYTES: usize = 256;

/// Writes what is to be told into the buffer and returns its length.
pub type Words = fn(&mut [u8; WORDS_BYTES]) -> usize;

static WORDS: OnceLock<Words> = OnceLock::new();

/// From now on SIGINT has `words` told on standard error before it ends the process. They are asked for by a signal handler:
/// they must neither allocate nor lock.
pub fn tell_when_interrupted(words: Words) {
    if interrupts_ignored() || WORDS.set(words).is_err() {
        return;
    }
    let handler: extern "C" fn(i32) = interrupted;
    // SAFETY: the handler does only what signal-safety(7) allows: it reads a value that was set before it was installed,
    // writes, and raises the signal again.
    unsafe { libc::signal(libc::SIGINT, handler as libc::sighandler_t) };
}

extern "C" fn interrupted(_signal: i32) {
    tell_words();
    die_by_interrupt();
}

/// Tells what was to be told when SIGINT came.
pub fn tell_words() {
    let Some(words) = WORDS.get() else { return };
    let mut buffer = [0; WORDS_BYTES];
    let length = words(&mut buffer).min(WORDS_BYTES);
    // SAFETY: the buffer holds that many bytes. There is nowhere left to tell of an error.
    unsafe { libc::write(libc::STDERR_FILENO, buffer.as_ptr().cast(), length) };
}

/// Blocks SIGINT in this thread and in those it starts.
pub fn block_interrupts() {
    mask_interrupts(libc::SIG_BLOCK);
}

/// Takes `block_interrupts` back.
pub fn unblock_interrupts() {
    mask_interrupts(libc::SIG_UNBLOCK);
}

fn mask_interrupts(how: i32) {
    let set = only(libc::SIGINT);
    // SAFETY: the set is valid, and a null old set is not written to.
    unsafe { libc::pthread_sigmask(how, &raw const set, std::ptr::null_mut()) };
}

/// Whether SIGINT came in ignored, as a shell's background jobs have it, or blocked: whoever did that wants no end by it.
#[must_use]
pub fn interrupts_ignored() -> bool {
    let set = mask_at_start();
    // SAFETY: the set is valid, and asking for a member has no effect.
    let blocked = unsafe { libc::sigismember(&raw const set, libc::SIGINT) } == 1;
    blocked || is_ignored(libc::SIGINT)
}

/// Waits until SIGINT comes, which must be blocked, or `limit` is over; true if it came. Without `heeds` it never comes.
pub fn wait_for_interrupt(heeds: bool, limit: Option<Duration>) -> bool {
    let set = if heeds { only(libc::SIGINT) } else { none() };
    let limit = limit.map(|limit| libc::timespec {
        tv_sec: limit.as_secs().try_into().unwrap_or(libc::time_t::MAX),
        tv_nsec: limit.subsec_nanos().into(),
    });
    let limit = limit.as_ref().map_or(std::ptr::null(), std::ptr::from_ref);
    loop {
        // SAFETY: the set is valid, nobody asks for details, and the limit is null or outlives the call.
        let signal = unsafe { libc::sigtimedwait(&raw const set, std::ptr::null_mut(), limit) };
        if signal == libc::SIGINT {
            return true;
        }
        if std::io::Error::last_os_error().raw_os_error() == Some(libc::EAGAIN) {
            return false;
        }
    }
}

/// The set of one signal.
fn only(signal: i32) -> libc::sigset_t {
    let mut set = none();
    // SAFETY: the set is initialised, and `signal` is a signal's number.
    unsafe { libc::sigaddset(&raw mut set, signal) };
    set
}

/// The set of no signals.
fn none() -> libc::sigset_t {
    // SAFETY: zeros are a valid value for sigemptyset to initialise.
    unsafe {
        let mut set: libc::sigset_t = std::mem::zeroed();
        libc::sigemptyset(&raw mut set);
        set
    }
}
