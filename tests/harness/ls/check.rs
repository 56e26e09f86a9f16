//! The differential test of ls: command lines, each answered by the program under test and by GNU ls in the same directory,
//! locale and environment, into a pipe or onto a terminal.

use super::super::cases::LOCALES;
use super::super::random::Random;
use super::super::run::{Call, Ran, Variant, oracle_of_ls, under_test};
use super::super::terminal::{self, Size};
use super::super::words::words;
use std::ffi::OsString;
use std::fmt::Write as _;
use std::path::Path;

/// Differences shown of one table before it is given up.
const SHOWN: usize = 8;

/// Lines shown of one difference.
const LINES: usize = 6;

/// Where and how command lines are run.
#[derive(Clone)]
pub(crate) struct Bench<'a> {
    dir: &'a Path,
    environment: Vec<(&'static str, OsString)>,
    ordinary: bool,
    terminal: Option<Size>,
    /// Both locales for each case, else one of them in turn.
    both: bool,
}

impl<'a> Bench<'a> {
    /// In `dir`, into a pipe, in one locale or the other. `UWALK_TEST_RUNS` of two or more makes it both.
    pub(crate) fn new(dir: &'a Path) -> Self {
        Self { dir, environment: Vec::new(), ordinary: false, terminal: None, both: super::super::runs(1) > 1 }
    }

    /// In both locales, which is for tables where the locale matters.
    pub(crate) fn both(self) -> Self {
        Self { both: true, ..self }
    }

    pub(crate) fn env(mut self, name: &'static str, value: impl Into<OsString>) -> Self {
        self.environment.push((name, value.into()));
        self
    }

    /// As an ordinary user.
    pub(crate) fn ordinary(self) -> Self {
        Self { ordinary: true, ..self }
    }

    /// Onto a terminal of so many columns.
    pub(crate) fn terminal(self, columns: u16) -> Self {
        Self { terminal: Some(Size { columns, rows: 24 }), ..self }
    }

    /// Compares command lines, with semicolons between them.
    #[track_caller]
    pub(crate) fn check(&self, cases: &str) {
        self.check_lines(cases.split(';').map(|case| words(case.trim(), self.dir)));
    }

    /// Compares command lines that are words already.
    #[track_caller]
    pub(crate) fn check_lines(&self, cases: impl IntoIterator<Item = Vec<OsString>>) {
        let variants = Variant::all();
        let mut failures = Vec::new();
        let mut count = 0;
        for (at, case) in cases.into_iter().enumerate() {
            for locale in if self.both { &LOCALES[..] } else { &LOCALES[at % 2..][..1] } {
                failures.extend(self.difference(&case, locale, variants[(at + count) % variants.len()]));
                count += 1;
            }
        }
        assert_none(&failures, count);
    }

    /// What is different in one case.
    pub(crate) fn difference(&self, words: &[OsString], locale: &'static str, variant: Variant) -> Option<String> {
        let compare = || {
            let ours = self.run(Call::ls(variant, self.dir), words, locale);
            let theirs = self.run(Call::oracle_of_ls(self.dir), words, locale);
            differs(&ours, &theirs).map(|text| format!("{}{}\n{text}", ours.command, self.place()))
        };
        // Half a year may have come to its end between the two, or a clock's minute: what differs once more is different.
        compare().and_then(|_| compare())
    }

    fn place(&self) -> String {
        self.terminal.map_or(String::new(), |size| format!("   # terminal of {} columns", size.columns))
    }

    fn run(&self, call: Call, words: &[OsString], locale: &'static str) -> Ran {
        let mut call = call.words(words).locale(locale);
        for (name, value) in &self.environment {
            call = call.env(name, value);
        }
        call = if self.ordinary { call.ordinary() } else { call };
        match self.terminal {
            Some(size) => terminal::run(call, size),
            None => call.run(),
        }
    }
}

/// Fails with what is different, if anything.
#[track_caller]
pub(crate) fn assert_none(failures: &[String], count: usize) {
    let all = std::env::var_os("UWALK_TEST_ALL").is_some();
    let shown = failures.len().min(if all { usize::MAX } else { SHOWN });
    assert!(failures.is_empty(), "{} of {count} answers differ from those of GNU ls:\n\n{}", failures.len(), failures[..shown].join("\n"));
}

/// What is different between two runs: output and status to the byte, messages as far as they are about files. The others (an
/// option that does not exist) have words of their own and must only be there.
pub(crate) fn differs(ours: &Ran, theirs: &Ran) -> Option<String> {
    let mut text = String::new();
    if ours.late || ours.status != theirs.status {
        let _ = writeln!(text, "  ended with {}, GNU with {}", ours.status, theirs.status);
    }
    if ours.stdout != theirs.stdout {
        text.push_str(&lines("stdout", &ours.stdout, &theirs.stdout));
    }
    let (our, their) = (messages(ours, &under_test().name), messages(theirs, &oracle_of_ls().name));
    let exact = their.iter().all(|message| is_of_a_file(message));
    if if exact { our != their } else { our.is_empty() != their.is_empty() } {
        let _ = write!(text, "  stderr:\n{}  GNU's:\n{}", shown(&our), shown(&their));
    }
    (!text.is_empty()).then_some(text)
}

fn shown(messages: &[Vec<u8>]) -> String {
    messages.iter().map(|message| format!("    {}\n", message.escape_ascii())).collect()
}

/// The lines of stderr without the program's name.
fn messages(ran: &Ran, name: &str) -> Vec<Vec<u8>> {
    let start = format!("{name}: ").into_bytes();
    let lines = ran.stderr.split(|&byte| byte == b'\n').filter(|line| !line.is_empty());
    lines.map(|line| line.strip_prefix(&start[..]).unwrap_or(line).to_vec()).collect()
}

fn is_of_a_file(message: &[u8]) -> bool {
    let starts: [&[u8]; 3] = [b"cannot ", b"reading ", b"error "];
    starts.iter().any(|start| message.starts_with(start)) || message.ends_with(b": not listing already-listed directory")
}

/// The first lines that are different.
fn lines(what: &str, ours: &[u8], theirs: &[u8]) -> String {
    let cut = |bytes: &[u8]| bytes.split_inclusive(|&byte| byte == b'\n').map(<[u8]>::to_vec).collect::<Vec<_>>();
    let (ours, theirs) = (cut(ours), cut(theirs));
    let mut text = format!("  {what}, {} lines where GNU has {}:\n", ours.len(), theirs.len());
    let differing = (0..ours.len().max(theirs.len())).filter(|&at| ours.get(at) != theirs.get(at));
    let say = |line: Option<&Vec<u8>>| line.map_or("nothing".to_owned(), |line| shortened(&line.escape_ascii().to_string()));
    for at in differing.take(LINES) {
        let _ = writeln!(text, "    {at}: {}\n      : {}", say(ours.get(at)), say(theirs.get(at)));
    }
    text
}

fn shortened(text: &str) -> String {
    if text.len() <= 400 { text.to_owned() } else { format!("{} .. {}", &text[..250], &text[text.len() - 130..]) }
}

/// So many of the words, without taking one twice, in random order.
pub(crate) fn some<'a>(random: &mut Random, from: &[&'a str], count: usize) -> Vec<&'a str> {
    let mut taken: Vec<&str> = Vec::new();
    while taken.len() < count.min(from.len()) {
        let word = random.pick(from);
        if !taken.contains(&word) {
            taken.push(word);
        }
    }
    taken
}
