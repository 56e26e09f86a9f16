//! The process and its signals: what it was started with, and how it ends by a signal.
#![allow(unsafe_code)]

use std::sync::atomic::{AtomicBool, Ordering};

/// Whether SIGPIPE came in ignored. Rust's start-up ignores it before `main`, so it is read earlier.
static PIPE_IGNORED: AtomicBool = AtomicBool::new(false);

/// Runs before Rust's start-up, with the other initialisers of the executable.
#[used]
// SAFETY: the section holds pointers to C functions that take no arguments we need; this one only reads a signal's
// disposition and stores to an atomic.
#[unsafe(link_section = ".init_array")]
static NOTE_SIGPIPE: extern "C" fn() = note_sigpipe;

extern "C" fn note_sigpipe() {
    // SAFETY: an all-zero sigaction is a valid value to be overwritten, and a null new action only reads the old one.
    let old = unsafe {
        let mut old: libc::sigaction = std::mem::zeroed();
        libc::sigaction(libc::SIGPIPE, std::ptr::null(), &raw mut old);
        old
    };
    PIPE_IGNORED.store(old.sa_sigaction == libc::SIG_IGN, Ordering::Relaxed);
}

/// Whether whoever started this process ignores SIGPIPE: then a closed pipe is an error like any other.
#[must_use]
pub fn sigpipe_was_ignored() -> bool {
    PIPE_IGNORED.load(Ordering::Relaxed)
}

/// Ends the process by `signal`, with the default disposition, as its parent expects to see it.
pub fn die_by(signal: i32) {
    // SAFETY: SIG_DFL is a valid disposition, and the set is initialised before it is used; raising a signal has no
    // memory effects of its own.
    unsafe {
        libc::signal(signal, libc::SIG_DFL);
        let mut set: libc::sigset_t = std::mem::zeroed();
        libc::sigemptyset(&raw mut set);
        libc::sigaddset(&raw mut set, signal);
        libc::pthread_sigmask(libc::SIG_UNBLOCK, &raw const set, std::ptr::null_mut());
        libc::kill(libc::getpid(), signal);
    }
}

/// Ends the process at once, whatever its threads do: for walks that hang in the kernel.
pub fn exit_now(status: i32) -> ! {
    // SAFETY: _exit takes any status, runs no destructors and does not return.
    unsafe { libc::_exit(status) }
}

/// Blocks SIGINT in this thread and in those it starts.
pub fn block_interrupts() {
    // SAFETY: the set is initialised before it is used.
    unsafe {
        let set = interrupts();
        libc::pthread_sigmask(libc::SIG_BLOCK, &raw const set, std::ptr::null_mut());
    }
}

/// Whether SIGINT came in ignored, as a shell's background jobs have it.
#[must_use]
pub fn interrupts_ignored() -> bool {
    // SAFETY: as in `note_sigpipe`.
    unsafe {
        let mut old: libc::sigaction = std::mem::zeroed();
        libc::sigaction(libc::SIGINT, std::ptr::null(), &raw mut old);
        old.sa_sigaction == libc::SIG_IGN
    }
}

/// Waits until SIGINT comes.
pub fn wait_for_interrupt() {
    let mut signal = 0;
    // SAFETY: the set is initialised and `signal` is a place for the answer.
    unsafe {
        let set = interrupts();
        while libc::sigwait(&raw const set, &raw mut signal) != 0 {}
    }
}

/// # Safety
/// None needed: only written to memory of its own; unsafe for the calls in it.
unsafe fn interrupts() -> libc::sigset_t {
    // SAFETY: an all-zero set is valid to be initialised by sigemptyset.
    unsafe {
        let mut set: libc::sigset_t = std::mem::zeroed();
        libc::sigemptyset(&raw mut set);
        libc::sigaddset(&raw mut set, libc::SIGINT);
        set
    }
}
