//! Mounts a slow file system, for measuring by hand and for `benches/slow`: until standard input ends, somebody says `quit`
//! there, or SIGINT or SIGTERM comes.
//!
//! ```text
//! slowfs MOUNTPOINT [--dirs N] [--depth N] [--files N] [--links N] [--delay-us N] [--jitter PERCENT]
//! ```
//!
//! `--delay-us` is for each operation that a walk is made of. While it runs, each line of standard input is a word and its
//! numbers: `delay US`, `jitter PERCENT`, `memory NAMES_MS ATTRIBUTES_MS` (how long the kernel may remember), `counts` (prints
//! one line and begins to count anew), `quit`. It answers each with a line.

// A tool of the laboratory ends at the first thing that is not as it must be.
#![allow(clippy::unwrap_used, clippy::expect_used, dead_code)]

#[path = "../tests/harness/slow/mod.rs"]
mod slow;

use slow::{Op, Slow, Tree};
use std::io::{BufRead as _, Write as _};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

fn main() -> ExitCode {
    let mut words = std::env::args().skip(1);
    let (mut at, mut tree, mut delay, mut jitter) = (None, Tree { dirs: 200, files: 200, ..Tree::default() }, 1000, 0);
    while let Some(word) = words.next() {
        let mut number = || words.next().and_then(|word| word.parse().ok()).unwrap_or_else(|| usage());
        match word.as_str() {
            "--dirs" => tree.dirs = number(),
            "--depth" => tree.depth = number() as u32,
            "--files" => tree.files = number(),
            "--links" => tree.links = number(),
            "--delay-us" => delay = number(),
            "--jitter" => jitter = number(),
            _ if word.starts_with('-') || at.is_some() => usage(),
            _ => at = Some(word),
        }
    }
    let at = at.unwrap_or_else(|| usage());
    // Before any other thread starts, so that all of them inherit it.
    let signals = block_signals();
    match Slow::mount(Path::new(&at), tree) {
        Ok(slow) => {
            slow.set_delays(Duration::from_micros(delay));
            slow.set_jitter(jitter);
            let slow = Arc::new(slow);
            let serving = Arc::clone(&slow);
            std::thread::spawn(move || {
                serve(&serving);
                let _ = rustix::process::kill_process(rustix::process::getpid(), rustix::process::Signal::TERM);
            });
            wait_for(&signals);
            slow.unmount();
            ExitCode::SUCCESS
        }
        Err(why) => {
            eprintln!("slowfs: {at}: {why}");
            ExitCode::FAILURE
        }
    }
}

/// Blocks SIGINT and SIGTERM; the set of both.
fn block_signals() -> libc::sigset_t {
    // SAFETY: the set is initialised by sigemptyset before anything reads it; all pointers are to it.
    #[allow(unsafe_code)]
    unsafe {
        let mut set = std::mem::zeroed();
        libc::sigemptyset(&raw mut set);
        libc::sigaddset(&raw mut set, libc::SIGINT);
        libc::sigaddset(&raw mut set, libc::SIGTERM);
        libc::pthread_sigmask(libc::SIG_BLOCK, &raw const set, std::ptr::null_mut());
        set
    }
}

fn wait_for(signals: &libc::sigset_t) {
    let mut signal = 0;
    // SAFETY: both pointers are to live values.
    #[allow(unsafe_code)]
    let _ = unsafe { libc::sigwait(signals, &raw mut signal) };
}

fn usage() -> ! {
    eprintln!("usage: slowfs MOUNTPOINT [--dirs N] [--depth N] [--files N] [--links N] [--delay-us N] [--jitter PERCENT]");
    std::process::exit(2)
}

/// Does what the lines of standard input say, until it ends.
fn serve(slow: &Slow) {
    say(&format!("mounted {}: {} entries", slow.path().display(), slow.tree().entries()));
    for line in std::io::stdin().lock().lines().map_while(Result::ok) {
        let mut words = line.split_whitespace();
        let word = words.next().unwrap_or_default();
        let numbers: Vec<u64> = words.filter_map(|word| word.parse().ok()).collect();
        match (word, numbers.as_slice()) {
            ("delay", [delay]) => slow.set_delays(Duration::from_micros(*delay)),
            ("jitter", [percent]) => slow.set_jitter(*percent),
            ("memory", [names, attributes]) => slow.set_memory(Duration::from_millis(*names), Duration::from_millis(*attributes)),
            ("counts", []) => {
                say(&counts(slow));
                continue;
            }
            ("quit", []) => break,
            _ => {
                say("unknown");
                continue;
            }
        }
        say("done");
    }
}

fn counts(slow: &Slow) -> String {
    let counts = slow.take_counts();
    let by_op: Vec<String> = Op::ALL.iter().map(|op| format!("{} {}", op.name(), counts.of(*op))).collect();
    format!("{} most_in_flight {}", by_op.join(" "), counts.most_in_flight)
}

/// Whoever reads may be gone; the mount goes with standard input, not with standard output.
fn say(line: &str) {
    let _ = writeln!(std::io::stdout().lock(), "{line}");
}
