//! `--exclude` and `-X` against GNU's du: which paths of a tree are left out. But for `-X`, without a walk of our own: du lists
//! the tree, and the patterns are asked about every path.

#![allow(clippy::unwrap_used, clippy::expect_used)]

mod harness;

use harness::coreutils::du;
use harness::random::{Random, seed};
use harness::run::Call;
use harness::runs;
use harness::temp::TempDir;
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use uwalk::base::Charset;
use uwalk::expr::Exclude;

const LOCALES: [(&str, Charset); 2] = [("C", Charset::Bytes), ("C.UTF-8", Charset::Utf8)];

/// Names that patterns can be tried on: letters, what is special in a pattern, characters beyond ASCII, bytes that are none.
const NAMES: [&[u8]; 14] =
    [b"a", b"b", b"ab", b".a", b"a.b", b"*", b"[", b"\\", b"a\\", b"a b", "\u{e9}".as_bytes(), b"\xe9", b"a?", b"abab"];

/// A tree of all names in all, two levels deep in one of them.
fn tree() -> TempDir {
    let dir = TempDir::new();
    for name in NAMES {
        let first = dir.path().join("t").join(OsStr::from_bytes(name));
        for below in NAMES {
            std::fs::create_dir_all(first.join(OsStr::from_bytes(below))).unwrap();
        }
        if name == b"a" {
            NAMES.iter().for_each(|below| drop(std::fs::create_dir(first.join("ab").join(OsStr::from_bytes(below)))));
        }
    }
    dir
}

/// The paths that du lists.
fn listed(dir: &Path, locale: &str, words: &[OsString], argument: &str) -> Vec<Vec<u8>> {
    let ran = du(dir, locale).arg("-0a").args(words).arg(argument).output().unwrap();
    assert!(ran.stderr.is_empty(), "{}", String::from_utf8_lossy(&ran.stderr));
    paths(&ran.stdout)
}

fn paths(lines: &[u8]) -> Vec<Vec<u8>> {
    let path = |line: &[u8]| line.splitn(2, |&byte| byte == b'\t').nth(1).unwrap().to_vec();
    lines.split(|&byte| byte == 0).filter(|line| !line.is_empty()).map(path).collect()
}

/// What is left of a list by our own patterns: an entry of which neither it nor what it is in matches.
fn left(all: &[Vec<u8>], argument: &str, exclude: &Exclude) -> Vec<Vec<u8>> {
    let root = all.last().expect("the argument itself, after all else").len();
    assert!(argument.len() >= root);
    let is_left = |path: &Vec<u8>| {
        let ends = (root + 1..path.len()).filter(|&end| path[end] == b'/').chain([path.len(), root]);
        ends.into_iter().all(|end| !exclude.matches(&path[..end]))
    };
    all.iter().filter(|path| is_left(path)).cloned().collect()
}

fn option(name: &str, value: &[u8]) -> OsString {
    OsStr::from_bytes(&[name.as_bytes(), value].concat()).to_owned()
}

#[track_caller]
fn check(dir: &Path, argument: &str, patterns: &[&[u8]], (locale, charset): (&str, Charset), all: &[Vec<u8>]) {
    let words: Vec<OsString> = patterns.iter().map(|pattern| option("--exclude=", pattern)).collect();
    let theirs = listed(dir, locale, &words, argument);
    let ours = left(all, argument, &Exclude::new(patterns, charset));
    let patterns: Vec<String> = patterns.iter().map(|pattern| pattern.escape_ascii().to_string()).collect();
    let wrong = ours.iter().find(|path| !theirs.contains(path)).or_else(|| theirs.iter().find(|path| !ours.contains(path)));
    let wrong = wrong.map(|path| path.escape_ascii().to_string());
    assert!(wrong.is_none(), "{locale} {argument} {patterns:?}: {wrong:?} is only listed by one of us");
}

#[test]
fn patterns_that_are_known() {
    let tree = tree();
    for argument in ["t", "./t", "t/", "t//", ".//t", "t/a"] {
        for locale in LOCALES {
            let all = listed(tree.path(), locale.0, &[], argument);
            for pattern in [
                "a",
                "t",
                "t/a",
                "t/",
                "./t",
                ".",
                "",
                "a/",
                "/a",
                "/t",
                "//t",
                ".//t",
                "a/b",
                "a/ab/a",
                "*",
                "*/*",
                "a*",
                "*b",
                "*a*b",
                "a*b",
                "t*b",
                "t/*",
                "*/",
                "?",
                "??",
                "[ab]",
                "[!a]",
                "[a",
                "[",
                "[]",
                "\\a",
                "\\*",
                "\\[",
                "\\",
                "a\\",
                "a\\\\",
                "\\\\",
                "\\?",
                "a\\?",
                "*\\",
                "*\\*",
                "**",
                "a/*",
                "*/a",
                "/*",
                "*.b",
                ".*",
                "*[.]*",
                "\u{e9}",
                "?\u{e9}",
                "[\u{e9}]",
                "*\u{e9}",
                "*[\u{e9}]",
                "*?",
                "?*",
                "a?b",
                "[[:alpha:]]",
                "[a/]*",
                "t?a",
                "t[/]a",
                "t/a\\b",
                "a/\\a",
            ] {
                check(tree.path(), argument, &[pattern.as_bytes()], locale, &all);
            }
            for pattern in [&b"\xe9"[..], b"[\xe9]", b"*\xe9", b"*[\xe9]", b"\xc3", b"*\xa9", b"?\xa9", b"[!\xe9]"] {
                check(tree.path(), argument, &[pattern], locale, &all);
            }
        }
    }
}

#[test]
fn random_patterns() {
    let tree = tree();
    let mut random = Random::new(seed());
    let lists = LOCALES.map(|locale| listed(tree.path(), locale.0, &[], "t"));
    let pieces: [&[u8]; 16] =
        [b"a", b"b", b"/", b"*", b"?", b"[", b"]", b"\\", b".", b"!", b"-", b"t", b" ", b"[ab]", "\u{e9}".as_bytes(), b"\xe9"];
    for _ in 0..runs(300) {
        let patterns: Vec<Vec<u8>> =
            (0..=random.below(3)).map(|_| (0..random.below(6)).flat_map(|_| random.pick(&pieces).to_vec()).collect()).collect();
        let patterns: Vec<&[u8]> = patterns.iter().map(Vec::as_slice).collect();
        for (locale, all) in LOCALES.into_iter().zip(&lists) {
            check(tree.path(), "t", &patterns, locale, all);
        }
    }
}

#[test]
fn patterns_from_files() {
    let tree = tree();
    let file = tree.path().join("patterns");
    for text in [&b"a\nb\n"[..], b"a \t\r\x0b\x0c\n\n  \n .a\nb", b"", b"\n", b"*b\n a\n", b"a b\n", b"a\0b\n", b"\0\n", b"a\\ \n", b"#a\n"]
    {
        std::fs::write(&file, text).unwrap();
        let theirs = listed(tree.path(), "C", &["-X".into(), file.clone().into(), "--exclude=ab".into()], "t");
        let words = [OsString::from("du"), "-0a".into(), "--exclude=ab".into(), "-X".into(), file.clone().into(), "t".into()];
        let ran = Call::bare(tree.path()).words(words).run();
        ran.assert_clean();
        let (mut ours, mut theirs) = (paths(&ran.stdout), theirs);
        ours.sort_unstable();
        theirs.sort_unstable();
        assert_eq!(ours, theirs, "{}", text.escape_ascii());
    }
}

#[test]
fn without_patterns_nothing_is_left_out() {
    let none = Exclude::new(&[], Charset::Bytes);
    assert!(none.is_empty() && Exclude::default().is_empty() && !none.matches(b"") && !none.matches(b"a"));
    assert!(!Exclude::new(&[b"a"], Charset::Bytes).is_empty());
}
