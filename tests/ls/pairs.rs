//! Every pair of options, and more of them at random: `UWALK_TEST_SEED` repeats what a failure names, `UWALK_TEST_RUNS`
//! multiplies the number.

use crate::harness::ls::check::{Bench, assert_none, some};
use crate::harness::ls::plant;
use crate::harness::random::{Random, seed};
use crate::harness::run::Variant;
use crate::harness::runs;
use std::ffi::OsString;
use std::path::Path;

/// Each option once, with an operand where it takes one.
const OPTIONS: &[&str] = &[
    "-1",
    "-l",
    "-C",
    "-x",
    "-m",
    "--zero",
    "-g",
    "-o",
    "-n",
    "-G",
    "--author",
    "-t",
    "-S",
    "-v",
    "-X",
    "-U",
    "-f",
    "-r",
    "--sort=width",
    "--group-directories-first",
    "-u",
    "-c",
    "--time=birth",
    "--time-style=long-iso",
    "--full-time",
    "--time-style=+%s",
    "-N",
    "-b",
    "-q",
    "-Q",
    "--quoting-style=shell-escape",
    "--quoting-style=locale",
    "--show-control-chars",
    "-s",
    "-k",
    "-h",
    "--si",
    "--block-size=1",
    "--block-size=M",
    "-F",
    "-p",
    "--file-type",
    "-L",
    "-H",
    "--dereference-command-line-symlink-to-dir",
    "-a",
    "-A",
    "-B",
    "-Ix*",
    "--hide=f*",
    "-w50",
    "-w0",
    "-T0",
    "-T5",
    "--color=always",
    "--color=never",
    "--hyperlink=always",
    "-i",
    "-d",
    "-R",
];

/// What is listed: all of it has something for some option.
const OPERANDS: &[&[&str]] = &[
    &["kinds"],
    &["file", "to_kinds", "deep", "broken", "empty", "to_file"],
    &["deep"],
    &[],
    &["names"],
    &["acl", "owners", "backups"],
    &["times", "sizes"],
    &["modes", "versions"],
    &["extensions", "missing", "kinds"],
];

/// How each command line is run: into a pipe or onto a terminal.
fn benches(dir: &Path) -> [Bench<'_>; 3] {
    let bench = Bench::new(dir).env("TERM", "xterm");
    [bench.clone(), bench.clone().terminal(80), bench.terminal(33)]
}

#[test]
fn every_pair() {
    let tree = plant::everything();
    let benches = benches(tree.path());
    let mut lines: [Vec<Vec<OsString>>; 3] = Default::default();
    let mut at = 0;
    for (number, one) in OPTIONS.iter().enumerate() {
        for other in &OPTIONS[number + 1..] {
            // Which comes last matters to some.
            let (first, second) = if at % 2 == 0 { (one, other) } else { (other, one) };
            // A large listing costs more than it shows.
            let operands = OPERANDS[(at / 2) % OPERANDS.len()];
            let words = [first, second].into_iter().chain(operands).map(OsString::from).collect();
            let bench = usize::from(at % 3 == 0) + usize::from(at % 12 == 0);
            lines[bench].push(words);
            at += 1;
        }
    }
    for (bench, lines) in benches.iter().zip(lines) {
        bench.check_lines(lines);
    }
}

#[test]
fn more_at_random() {
    let tree = plant::everything();
    let benches = benches(tree.path());
    let variants = Variant::all();
    let (first, count) = (seed(), runs(300));
    let mut failures = Vec::new();
    for number in 0..count as u64 {
        let mut random = Random::new(first + number);
        let mut bench = benches[random.below(benches.len())].clone();
        for (name, values) in ENVIRONMENT {
            if random.one_in(12) {
                bench = bench.env(name, random.pick(values));
            }
        }
        let mut words = some(&mut random, OPTIONS, 3);
        if random.one_in(3) {
            words.extend(some(&mut random, OPTIONS, 3));
        }
        let operands = OPERANDS[random.below(OPERANDS.len())];
        let at = if random.one_in(4) { 0 } else { words.len() };
        words.splice(at..at, operands.iter().copied());
        let words: Vec<OsString> = words.into_iter().map(OsString::from).collect();
        let locale = random.pick(&["C", "C.UTF-8"]);
        let found = bench.difference(&words, locale, variants[random.below(variants.len())]);
        failures.extend(found.map(|text| format!("UWALK_TEST_SEED={}: {text}", first + number)));
    }
    assert_none(&failures, count);
}

const ENVIRONMENT: &[(&str, &[&str])] = &[
    ("QUOTING_STYLE", &["shell", "c", "escape", "locale", "literal", "shell-escape-always"]),
    ("TIME_STYLE", &["iso", "long-iso", "full-iso", "+%Y %j", "posix-iso", "locale"]),
    ("BLOCK_SIZE", &["1", "K", "human-readable", "'1"]),
    ("COLUMNS", &["20", "60", "200", "0"]),
    ("TABSIZE", &["0", "1", "3"]),
    ("LS_COLORS", &["di=1:ln=target:or=31", "no=3:fi=4:*.c=5", "mh=1:ca=2:ex=3:su=4:tw=5", ""]),
    ("POSIXLY_CORRECT", &["1"]),
    ("TZ", &["UTC0", "America/New_York", "Asia/Kathmandu"]),
];
