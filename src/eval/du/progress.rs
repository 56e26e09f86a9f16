//! What was counted so far, told when SIGINT ends the process. A signal handler reads it: it is in two numbers that never
//! lock, and is written without allocating.

use super::node::Sums;
use crate::sys::process::{self, WORDS_BYTES};
use std::io::Write;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

static BYTES: AtomicU64 = AtomicU64::new(0);
static INODES: AtomicU64 = AtomicU64::new(0);
/// The name that messages begin with.
static PROGRAM: OnceLock<&str> = OnceLock::new();

/// Adds what was counted.
pub(super) fn note(sums: &Sums) {
    BYTES.fetch_add(sums.bytes, Ordering::Relaxed);
    INODES.fetch_add(sums.inodes, Ordering::Relaxed);
}

/// From now on SIGINT has the sum so far told, in messages that begin with `program`.
pub fn tell_when_interrupted(program: &'static str) {
    // Said once, before the walk.
    let _ = PROGRAM.set(program);
    process::tell_when_interrupted(words);
}

fn words(buffer: &mut [u8; WORDS_BYTES]) -> usize {
    let program = PROGRAM.get().copied().unwrap_or_default();
    let (bytes, inodes) = (BYTES.load(Ordering::Relaxed), INODES.load(Ordering::Relaxed));
    let mut rest = &mut buffer[..];
    // What does not fit is left away. With --inodes no bytes are counted.
    let _ = match bytes {
        0 => writeln!(rest, "{program}: interrupted; incomplete: {inodes} inodes so far"),
        _ => writeln!(rest, "{program}: interrupted; incomplete: {bytes} bytes in {inodes} inodes so far"),
    };
    let left = rest.len();
    WORDS_BYTES - left
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sum_so_far_is_a_line() {
        note(&Sums { bytes: 4096, inodes: 2, latest: None });
        let mut buffer = [0; WORDS_BYTES];
        let length = words(&mut buffer);
        let line = String::from_utf8_lossy(&buffer[..length]).into_owned();
        assert!(line.starts_with(": interrupted; incomplete: ") && line.ends_with(" inodes so far\n"), "{line}");
    }
}
