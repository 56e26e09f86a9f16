//! What a run answered, in a form that can be compared: records in order of their bytes, problems, how it ended.

use super::run::Ran;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The answer of one run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Answer {
    /// stdout cut after each newline and NUL, sorted.
    pub(crate) records: Vec<Vec<u8>>,
    /// stderr cut into messages without the program's name, sorted.
    pub(crate) problems: Vec<Vec<u8>>,
    /// How it ended, as the system says it.
    pub(crate) ended: String,
}

impl Answer {
    pub(crate) fn of(ran: &Ran, name: &str) -> Self {
        let ended = if ran.late { "killed: out of time".into() } else { ran.status.to_string() };
        let mut records: Vec<Vec<u8>> = ran.stdout.split_inclusive(|byte| matches!(byte, b'\n' | 0)).map(<[u8]>::to_vec).collect();
        records.sort_unstable();
        // GNU warns of some useless operands even where nobody sits at a terminal; a warning is no part of the answer.
        let mut problems = problems(&ran.stderr, name);
        problems.retain(|problem| !problem.starts_with(b"warning: "));
        Self { records, problems, ended }
    }

    /// Whether this is the oracle's answer. Messages about files must be the same to the letter; others (a bad expression, a
    /// loop) have words of their own and must only be there, or not.
    pub(crate) fn agrees(&self, oracle: &Self) -> bool {
        self.records == oracle.records && self.ended == oracle.ended && self.problems_agree(oracle)
    }

    fn problems_agree(&self, oracle: &Self) -> bool {
        if oracle.problems.iter().all(|problem| is_of_a_file(problem)) {
            self.problems == oracle.problems
        } else {
            self.problems.is_empty() == oracle.problems.is_empty()
        }
    }

    /// What is different, readable.
    pub(crate) fn difference(&self, oracle: &Self) -> String {
        let mut text = String::new();
        if self.ended != oracle.ended {
            let _ = writeln!(text, "  ended with {}, find with {}", self.ended, oracle.ended);
        }
        let _ = write!(text, "{}", listed("stdout", &self.records, &oracle.records));
        if !self.problems_agree(oracle) {
            let _ = write!(text, "{}", listed("stderr", &self.problems, &oracle.problems));
        }
        text
    }
}

/// A message is the program's name, a colon and all up to the next such start of a line.
fn problems(stderr: &[u8], name: &str) -> Vec<Vec<u8>> {
    let start = format!("{name}: ").into_bytes();
    let mut problems: Vec<Vec<u8>> = Vec::new();
    for line in stderr.split_inclusive(|&byte| byte == b'\n') {
        match line.strip_prefix(start.as_slice()) {
            Some(rest) => problems.push(rest.to_vec()),
            None => match problems.last_mut() {
                Some(last) => last.extend_from_slice(line),
                None => problems.push(line.to_vec()),
            },
        }
    }
    problems.sort_unstable();
    problems
}

/// `'PATH': reason`, with a path that GNU shows as it is.
fn is_of_a_file(problem: &[u8]) -> bool {
    let starts = problem.starts_with(b"'") || problem.starts_with("\u{2018}".as_bytes());
    let text = String::from_utf8_lossy(problem);
    starts && !text.contains('\\') && (text.contains("': ") || text.contains("\u{2019}: "))
}

/// The records of which one side has more than the other, ten of each at most.
fn listed(what: &str, ours: &[Vec<u8>], theirs: &[Vec<u8>]) -> String {
    let mut balance: BTreeMap<&[u8], i64> = BTreeMap::new();
    ours.iter().for_each(|record| *balance.entry(record).or_default() += 1);
    theirs.iter().for_each(|record| *balance.entry(record).or_default() -= 1);
    let mut text = String::new();
    for (sign, says) in [(1, "too much"), (-1, "missing")] {
        let wrong: Vec<_> = balance.iter().filter(|(_, count)| **count * sign > 0).collect();
        if !wrong.is_empty() {
            let _ = writeln!(text, "  {what}: {} {says}:", wrong.len());
        }
        for (record, count) in wrong.iter().take(10) {
            let _ = writeln!(text, "    {}x {}", count.abs(), shortened(&record.escape_ascii().to_string()));
        }
    }
    text
}

/// Without the middle, where it is long.
fn shortened(text: &str) -> String {
    if text.len() <= 300 {
        text.to_owned()
    } else {
        format!("{} ..{} bytes.. {}", &text[..120], text.len() - 240, &text[text.len() - 120..])
    }
}

/// Whether the program's run answered what the oracle's did.
pub(crate) fn same(ran: &Ran, oracle: &Ran) -> bool {
    Answer::of(ran, &super::run::under_test().name).agrees(&Answer::of(oracle, &super::run::oracle().name))
}

/// Fails unless the program's run answered what the oracle's did.
#[track_caller]
pub(crate) fn assert_same(ran: &Ran, oracle: &Ran) {
    let answer = Answer::of(ran, &super::run::under_test().name);
    let asked = Answer::of(oracle, &super::run::oracle().name);
    assert!(answer.agrees(&asked), "{}\n{}\n{}", ran.command, oracle.command, answer.difference(&asked));
}
