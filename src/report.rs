//! Problems: one place prints them, in one voice, and remembers the worst exit status.

use crate::base::{Charset, Operation, Problem, quoted};
use std::io::{IsTerminal, Write};
use std::sync::atomic::{AtomicU8, Ordering};

/// Where problems are told: standard error, one write a message.
#[derive(Debug)]
pub struct Reporter {
    program: &'static str,
    charset: Charset,
    terminal: bool,
    status: AtomicU8,
}

impl Reporter {
    /// Tells on standard error, each message with the name that the program was called by.
    #[must_use]
    pub fn new(program: &'static str, charset: Charset) -> Self {
        Self { program, charset, terminal: std::io::stderr().is_terminal(), status: AtomicU8::new(0) }
    }

    /// Tells of a problem with a file; the exit status will be 1 at least.
    pub fn problem(&self, problem: &Problem) {
        let path = quoted(&problem.path, self.charset, self.terminal);
        let other = quoted(&problem.other, self.charset, self.terminal);
        let reason = reason(problem.errno);
        let parts: Vec<&[u8]> = match problem.operation {
            Operation::Delete => vec![b"cannot delete ", &path, b": ", reason.as_bytes()],
            Operation::Loop => vec![&path, b": File system loop: the same directory as ", &other],
            Operation::Xargs => vec![&path, b": xargs would take this path apart"],
            Operation::EmptyName => vec![&path, b":", &problem.other, b": invalid zero-length file name"],
            Operation::Mounts => vec![&path, b": cannot tell its file system: ", reason.as_bytes()],
            Operation::Context => vec![&path, b": cannot read its security context: ", reason.as_bytes()],
            Operation::Write if !problem.path.is_empty() => vec![&path, b": ", reason.as_bytes()],
            Operation::Write => vec![b"write error: ", reason.as_bytes()],
            Operation::LookUp => vec![&path, b": cannot look up its owner or group: ", reason.as_bytes()],
            Operation::Stat | Operation::Open | Operation::Read => vec![&path, b": ", reason.as_bytes()],
        };
        self.message(&parts.concat());
        self.raise(1);
    }

    /// The name that begins every message.
    #[must_use]
    pub fn program(&self) -> &'static str {
        self.program
    }

    /// Prints one message with the program's name before it.
    pub fn message(&self, text: &[u8]) {
        self.text(&[self.program.as_bytes(), b": ", text, b"\n"].concat());
    }

    /// Prints whole lines as they are, with one write.
    pub fn text(&self, lines: &[u8]) {
        // There is nowhere left to tell of an error.
        let _ = std::io::stderr().write_all(lines);
    }

    /// Raises the exit status to `status`, if it is not worse already.
    pub fn raise(&self, status: u8) {
        self.status.fetch_max(status, Ordering::Relaxed);
    }

    /// The worst exit status of all that was told.
    #[must_use]
    pub fn status(&self) -> u8 {
        self.status.load(Ordering::Relaxed)
    }
}

/// strerror's text for an errno, without the number that `std` adds.
#[must_use]
pub fn reason(errno: i32) -> String {
    let text = std::io::Error::from_raw_os_error(errno).to_string();
    match text.rfind(" (os error") {
        Some(end) => text[..end].to_owned(),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_are_strerrors() {
        assert_eq!(reason(libc::EACCES), "Permission denied");
        assert_eq!(reason(libc::ELOOP), "Too many levels of symbolic links");
    }

    #[test]
    fn the_worst_status_wins() {
        let reporter = Reporter::new("uwalk", Charset::Bytes);
        reporter.raise(2);
        reporter.raise(1);
        assert_eq!(reporter.status(), 2);
    }
}
