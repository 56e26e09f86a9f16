//! Problems: one place prints them, in one voice, and remembers the worst exit status.

use crate::base::{Calls, Charset, Counts, Operation, Problem, push_safe, quoted, shell_quoted, shell_word};
use std::io::{IsTerminal, Write};
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Instant;

/// Where problems are told: standard error, one write a message.
#[derive(Debug)]
pub struct Reporter {
    program: &'static str,
    voice: OnceLock<Voice>,
    charset: Charset,
    terminal: bool,
    status: AtomicU8,
    /// The expression has chosen the status: what goes wrong with files does not change it any more.
    chosen: AtomicBool,
    /// Held by whoever tells something, or waits for an answer.
    turn: Mutex<()>,
    problems: AtomicU64,
    /// What all workers did that are done.
    counts: Mutex<Counts>,
    /// When the run began, if what it did shall be told at its end.
    began: OnceLock<Instant>,
}

/// In whose words problems are told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Voice {
    /// GNU find's: the path and the reason.
    #[default]
    Find,
    /// GNU du's: what could not be done with it.
    Du,
    /// GNU ls's.
    Ls,
}

/// Standard error for the holder alone: everybody else's messages wait.
#[derive(Debug)]
pub struct Held<'a> {
    reporter: &'a Reporter,
    _turn: MutexGuard<'a, ()>,
}

impl Held<'_> {
    /// Asks whether a command shall be run for a path, in find's words.
    pub fn ask(&self, command: &[u8], path: &[u8]) {
        let Reporter { charset, terminal, .. } = *self.reporter;
        let mut text = b"< ".to_vec();
        for (word, after) in [(command, &b" ... "[..]), (path, b" > ? ")] {
            if terminal {
                push_safe(&mut text, word, charset);
            } else {
                text.extend_from_slice(word);
            }
            text.extend_from_slice(after);
        }
        write(&text);
    }
}

fn write(text: &[u8]) {
    // There is nowhere left to tell of an error.
    let _ = std::io::stderr().write_all(text);
}

impl Reporter {
    /// Tells on standard error, each message with the name that the program was called by.
    #[must_use]
    pub fn new(program: &'static str, charset: Charset) -> Self {
        Self {
            program,
            voice: OnceLock::new(),
            charset,
            terminal: std::io::stderr().is_terminal(),
            status: AtomicU8::new(0),
            chosen: AtomicBool::new(false),
            turn: Mutex::new(()),
            problems: AtomicU64::new(0),
            counts: Mutex::default(),
            began: OnceLock::new(),
        }
    }

    /// Tells of a problem with a file; the exit status will be 1 at least.
    pub fn problem(&self, problem: &Problem) {
        self.remark(problem);
        self.problems.fetch_add(1, Ordering::Relaxed);
        if !self.chosen.load(Ordering::Relaxed) || problem.operation == Operation::Write {
            self.raise(1);
        }
    }

    /// Tells of a problem that leaves the exit status as it is.
    pub fn remark(&self, problem: &Problem) {
        let voice = self.voice.get().copied().unwrap_or_default();
        let mut path = match voice {
            Voice::Find => quoted(&problem.path, self.charset, self.terminal),
            Voice::Du | Voice::Ls => shell_quoted(&problem.path, self.charset),
        };
        let other = quoted(&problem.other, self.charset, self.terminal);
        let reason = reason(problem.errno);
        let plain = matches!(problem.operation, Operation::EmptyName | Operation::ReadList | Operation::ReadFile);
        if plain && voice == Voice::Du || matches!(problem.operation, Operation::Attributes | Operation::Listed) {
            path = shell_word(&problem.path, self.charset);
        }
        let parts: Vec<&[u8]> = match problem.operation {
            Operation::Stat if voice != Voice::Find => vec![b"cannot access ", &path, b": ", reason.as_bytes()],
            Operation::Open | Operation::Read if voice == Voice::Du => vec![b"cannot read directory ", &path, b": ", reason.as_bytes()],
            Operation::Open if voice == Voice::Ls => vec![b"cannot open directory ", &path, b": ", reason.as_bytes()],
            Operation::Read if voice == Voice::Ls => vec![b"reading directory ", &path, b": ", reason.as_bytes()],
            Operation::ReadLink => vec![b"cannot read symbolic link ", &path, b": ", reason.as_bytes()],
            Operation::Identity => vec![b"cannot determine device and inode of ", &path, b": ", reason.as_bytes()],
            Operation::Listed => vec![&path, b": not listing already-listed directory"],
            Operation::DashName => vec![b"when reading file names from stdin, no file name of '-' allowed"],
            Operation::OpenList => vec![b"cannot open ", &path, b" for reading: ", reason.as_bytes()],
            Operation::ReadList => vec![&path, b": read error: ", reason.as_bytes()],
            Operation::Delete => vec![b"cannot delete ", &path, b": ", reason.as_bytes()],
            Operation::Loop => vec![&path, b": File system loop: the same directory as ", &other],
            Operation::Xargs => vec![&path, b": xargs would take this path apart"],
            Operation::EmptyName if problem.path.is_empty() => vec![b"invalid zero-length file name"],
            Operation::EmptyName => vec![&path, b":", &problem.other, b": invalid zero-length file name"],
            Operation::Mounts => vec![&path, b": cannot tell its file system: ", reason.as_bytes()],
            Operation::Context => vec![&path, b": cannot read its security context: ", reason.as_bytes()],
            Operation::Write if !problem.path.is_empty() => vec![&path, b": ", reason.as_bytes()],
            Operation::Write => vec![b"write error: ", reason.as_bytes()],
            Operation::LookUp => vec![&path, b": cannot look up its owner or group: ", reason.as_bytes()],
            Operation::NoContents => vec![&path, b": Not a regular file"],
            Operation::OwnOutput => vec![&path, b": input file is output file"],
            Operation::Grew => vec![&path, b": File grew while it was read"],
            Operation::Shrank => vec![&path, b": File shrank while it was read"],
            Operation::Stat | Operation::Open | Operation::Read | Operation::ReadFile | Operation::Attributes => {
                vec![&path, b": ", reason.as_bytes()]
            }
            Operation::Contents => {
                vec![&path, b": ", reason.as_bytes()]
            }
        };
        self.message(&parts.concat());
    }

    /// Tells something of a command: its name in quotation marks, then `what`. The exit status stays.
    pub fn command(&self, name: &[u8], what: &str) {
        let name = quoted(name, self.charset, self.terminal);
        self.message(&[&name, what.as_bytes()].concat());
    }

    /// Tells what has not been answered for so long, or it was one of `others`. Not while somebody waits for an answer of the user.
    pub fn waiting(&self, call: &str, path: &[u8], others: usize, seconds: u64) {
        let path = match self.voice.get() {
            Some(Voice::Du | Voice::Ls) => shell_quoted(path, self.charset),
            _ => quoted(path, self.charset, self.terminal),
        };
        let others = if others > 0 { format!(" or one of {others} more") } else { String::new() };
        let text = [self.program.as_bytes(), b": waiting for ", &path, format!(" ({call}){others} for {seconds} s\n").as_bytes()].concat();
        if let Ok(_turn) = self.turn.try_lock() {
            write(&text);
        }
    }

    /// Keeps others from telling anything until the answer is dropped.
    #[must_use]
    pub fn hold(&self) -> Held<'_> {
        Held { reporter: self, _turn: self.turn.lock().unwrap_or_else(PoisonError::into_inner) }
    }

    /// Chooses the exit status, whatever went wrong before.
    pub fn exit_with(&self, status: u8) {
        self.chosen.store(true, Ordering::Relaxed);
        self.status.store(status, Ordering::Relaxed);
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
        let _turn = self.turn.lock().unwrap_or_else(PoisonError::into_inner);
        write(lines);
    }

    /// Problems are told in these words.
    pub fn speak_as(&self, voice: Voice) {
        // Said once, before the walk.
        let _ = self.voice.set(voice);
    }

    /// The run began; what was done since shall be told at the end with `tells`.
    pub fn began(&self, began: Instant, tells: bool) {
        if tells {
            // Said once, before the walk.
            let _ = self.began.set(began);
        }
    }

    /// Adds what a worker did.
    pub fn count(&self, counts: &Counts) {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner).add(counts);
    }

    /// Tells what was done, where that was asked for. `point` is where a mount of a number is.
    pub fn conclude(&self, point: impl Fn(u64) -> Option<Vec<u8>>) {
        let Some(began) = self.began.get() else { return };
        let counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let Counts { entries, directories, reads, opens, stats, depth, steps, mounts } = counts;
        let problems = self.problems.load(Ordering::Relaxed);
        let seconds = began.elapsed().as_secs_f64();
        let mut text = String::new();
        for mount in mounts.iter().filter(|mount| mount.id != 0) {
            let point = point(mount.id).unwrap_or_else(|| b"a mount that is gone".to_vec());
            let point = quoted(&point, self.charset, self.terminal);
            let Calls { ring, plain } = mount.operations;
            let (mean, p99) = (mount.mean() / 1000, mount.p99() / 1000);
            text.push_str(&format!(
                "{}: {} entries, {plain} operations, {ring} by ring, {mean} us each, 99 of 100 within {p99} us\n",
                String::from_utf8_lossy(&point),
                mount.entries
            ));
        }
        if depth > 0 {
            text.push_str(&format!("depth        {depth}, after {} steps up and {} back\n", steps.0, steps.1));
        }
        text.push_str(&format!(
            "entries      {entries}\ndirectories  {directories}\nreads        {reads}\n\
             opens        {} plain, {} by ring\nstats        {} plain, {} by ring\nproblems     {problems}\nseconds      {seconds:.3}\n",
            opens.plain, opens.ring, stats.plain, stats.ring
        ));
        self.text(text.as_bytes());
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
