//! Regular expressions against find: every type, what each construct means in it, mistakes, and random patterns.

#![allow(clippy::unwrap_used, clippy::expect_used)]

mod harness;

use harness::cases::{Bench, LOCALES};
use harness::random::{Random, seed};
use harness::run::{Call, Variant, is_uwalk};
use harness::trees::{Tree, plant};
use std::ffi::OsString;

const TYPES: &[&str] = &[
    "findutils-default",
    "ed",
    "emacs",
    "gnu-awk",
    "grep",
    "posix-awk",
    "awk",
    "posix-basic",
    "posix-egrep",
    "egrep",
    "posix-extended",
    "posix-minimal-basic",
    "sed",
];

/// Names in which what one type means and another does not would show.
const NAMES: &[&str] = &[
    "a", "aa", "aaa", "ab", "abc", "b", "A", "B", "aB", "1", "a1", "_", "a_", "-", "a-b", "a b", "a\nb", "\n", "a.b", "a+", "a?", "a*",
    "*a", "+a", "?a", "a|b", "(a)", "a)", "(", "[a]", "a]", "]", "^a", "a$", "b^a", "a$b", "{a", "a{", "a{1", "a{1}", "a{2}", "a{,2}",
    "a}", "\\", "a\\", "\\w", "é", "É", "aé", ":]", "a,b",
];

fn tree() -> Tree {
    let (tree, top) = Tree::new();
    plant(&top, NAMES);
    for name in [&b"\xff"[..], b"a\xff", b"\xc3"] {
        top.file(name, 0);
    }
    tree
}

#[test]
fn each_construct_in_each_type() {
    let tree = tree();
    let mut bench = Bench::new(tree.path());
    bench.variants = vec![Variant::few()[0]];
    let patterns = [
        "a",
        ".",
        "..",
        "a.b",
        "a[^c]b",
        "[^a]",
        "a*",
        "a+",
        r"a\+",
        "a?",
        r"a\?",
        r"a\|b",
        "a|b",
        "(a)",
        r"\(a\)",
        r"\(a\|b\)",
        "(a|b)",
        "()",
        r"\(\)a",
        "a{2}",
        r"a\{2\}",
        r"a\{1,\}",
        "a{,2}",
        r"a\{,2\}",
        "a{",
        r"a\{",
        "a{1",
        "a{1,0}",
        "a{x}",
        "{1}",
        r"\{1\}",
        "*a",
        "+a",
        r"\(*a\)",
        "(*a)",
        "a|*b",
        "^a",
        "a$",
        "b^a",
        "a$b",
        "^*a",
        r"\(^a\)",
        r"a\|^b",
        "(^a|b$)",
        "[[:alpha:]]",
        "[[:alpha:]_-]*",
        "[[:foo:]]",
        "[[:upper:]]",
        r"[\]a]",
        r"[\w]",
        "[]a]",
        "[^]a]",
        "[a-c]",
        "[c-a]",
        "[a-c-e]",
        "[a-]",
        "[--a]",
        "[[.a.]]",
        "[[=a=]]",
        "[[.space.]]",
        r"\w",
        r"\W",
        r"\w*",
        r"a\s.",
        r"a\Sb",
        r"\<a\>",
        r"a\b.*",
        r"a\B.",
        r".*\`a",
        r"a\'",
        r"\a",
        r"\.",
        r"\1",
        r"\(a",
        r"a\)",
        "(a",
        "a)",
        "[a",
        r"\",
        "a**",
        "a*?",
        r"a\{2\}\{1\}",
        "a\nb",
        "é",
        ".é",
        "[é]",
        "[[:alpha:]]é",
    ];
    let mut failures = Vec::new();
    for (row, kind) in TYPES.iter().enumerate() {
        for (column, pattern) in patterns.iter().enumerate() {
            let words = [".", "-regextype", kind, "-regex", &format!("./{pattern}")].map(OsString::from);
            bench.check_one(&words, LOCALES[(row + column) % 2], &mut failures);
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn how_they_are_asked() {
    let tree = tree();
    Bench::new(tree.path()).check(&[
        ". -regex ./a.b",
        ". -regex a",
        ". -regex ''",
        ". -regex ./",
        ". -regex .",
        ". -regex .*",
        ". ! -regex .*a.*",
        ". -iregex ./A",
        ". -iregex ./É",
        ". -iregex ./[[:lower:]]*",
        r". -iregex ./\a",
        r". -iregex ./\A",
        r". -regextype sed -iregex ./[[:lower:]]\+",
        ". -regextype sed -iregex ./[_-a]",
        ". -regextype posix-extended -regex ./(a|b)",
        ". -regex ./(a|b) -regextype posix-extended",
        ". -regex ./(a) -o -regextype posix-extended -regex ./(a|b)",
        ". -regextype sed -regextype emacs -regex ./a+",
        ". -regextype findutils-default -regex ./a.b",
        ". -regex ./a.b -o -regex ./..",
        "./ -regex ./a",
        "{root} -regex .*/a",
        ". -regextype help",
        ". -regextype ''",
        ". -regextype Emacs -regex a",
        ". -regextype",
        ". -regex",
        r". -regex \(",
    ]);
}

/// What find refuses in one locale or type and uwalk takes, or the other way round: see differences.md.
#[test]
fn differences_from_find() {
    if !is_uwalk("differences from find") {
        return;
    }
    let tree = tree();
    let run = |words: &[&str]| Call::subject(Variant::few()[0], tree.path()).words(words.iter().copied()).locale("C.UTF-8").run();
    assert_eq!(run(&["-E", ".", "-regex", "./(a|b)"]).lines().len(), 2);
    assert_eq!(run(&[".", "-regextype", "sed", "-iregex", "./[à-ÿ]"]).lines().len(), 2);
    let refused = run(&[".", "-regex", r"./\(a\)\1"]);
    let message =
        "uwalk: \u{2018}-regex\u{2019}: \u{2018}./\\(a\\)\\1\u{2019} has a back-reference, which is not supported, as type emacs\n";
    assert!(refused.errors().starts_with(message), "{}", refused.errors());
    assert_eq!(refused.status.code(), Some(1));
}

const PIECES: &[&str] = &[
    "a",
    "a",
    "b",
    "B",
    "_",
    "-",
    "1",
    ".",
    "*",
    "+",
    "?",
    "|",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "^",
    "$",
    "\\",
    "\\(",
    "\\)",
    "\\|",
    "\\{",
    "\\}",
    "\\+",
    "\\?",
    "\\<",
    "\\>",
    "\\b",
    "\\B",
    "\\w",
    "\\W",
    "\\s",
    "\\`",
    "\\'",
    "{1}",
    "{,2}",
    "{2,}",
    "\\{1,2\\}",
    "[ab]",
    "[^a]",
    "[a-c]",
    "[]a]",
    "[a-]",
    "[[:alpha:]]",
    "[^[:space:]]",
    "[\\]a]",
    "é",
    "É",
    ".*",
    ".*",
    "(a|b)",
    "\\(a\\|b\\)",
    "()",
    ",",
    "\n",
];

#[test]
fn random_patterns() {
    if !is_uwalk("random patterns") {
        return;
    }
    let tree = tree();
    let first = seed();
    let mut compared = 0;
    for number in 0..harness::runs(150) as u64 {
        let seed = first + number;
        let mut random = Random::new(seed);
        let pieces: String = (0..1 + random.below(6)).map(|_| random.pick(PIECES)).collect();
        let pattern = format!("{}{pieces}", random.pick(&["./", ".*", "\\./", ""]));
        let primary = random.pick(&["-regex", "-regex", "-iregex"]);
        let words = [".", "-regextype", random.pick(TYPES), primary, &pattern];
        let locale = random.pick(&LOCALES);
        let theirs = Call::oracle(tree.path()).words(words).locale(locale).run();
        let ours = Call::subject(Variant::few()[0], tree.path()).words(words).locale(locale).run();
        if !ours.errors().contains("back-reference") {
            compared += 1;
            assert!(harness::answer::same(&ours, &theirs), "UWALK_TEST_SEED={seed}\n{}\n{}", ours.command, ours.errors());
        }
    }
    assert!(compared > harness::runs(150) / 2);
}
