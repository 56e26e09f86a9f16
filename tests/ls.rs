//! `uwalk ls` against GNU ls: what is written into a pipe and onto a terminal, to the byte; messages about files to the letter;
//! the exit status. Each table is a list of command lines for one directory, with semicolons between them.
//!
//! With `UWALK_UNDER_TEST` set to GNU's ls itself the tables must hold as well. `UWALK_TEST_ALL` shows every difference.

// A test ends at the first thing that is not as it must be.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod harness;

#[path = "ls/colours.rs"]
mod colours;
#[path = "ls/errors.rs"]
mod errors;
#[path = "ls/hard.rs"]
mod hard;
#[path = "ls/natural.rs"]
mod natural;
#[path = "ls/options.rs"]
mod options;
#[path = "ls/pairs.rs"]
mod pairs;
#[path = "ls/safety.rs"]
mod safety;
#[path = "ls/terminal.rs"]
mod terminal;

use harness::ls::check::{Bench, differs};
use harness::ls::plant;
use harness::run::{Call, Variant, is_uwalk, under_test};
use harness::temp::TempDir;
use harness::trees::{Tree, plant as plant_names};

/// The comparison itself: it sees a byte, a message, a status.
#[test]
fn differences_are_seen() {
    let tree = plant::everything();
    let ls = |words: &[&str]| Call::oracle_of_ls(tree.path()).words(words.iter().copied()).run();
    assert_eq!(differs(&ls(&["-l", "kinds"]), &ls(&["-l", "kinds"])), None);
    for (one, other) in [
        (&["kinds"][..], &["-r", "kinds"][..]),
        (&["-l", "times"], &["-lu", "times"]),
        (&["missing"], &["other"]),
        (&["missing"], &["kinds"]),
        (&["-d", "kinds"], &["-d", "kinds", "missing"]),
        (&["--nonsense"], &["-w0", "empty"]),
    ] {
        assert!(differs(&ls(one), &ls(other)).is_some(), "{one:?} {other:?}");
    }
    let bench = Bench::new(tree.path());
    assert_eq!(bench.difference(&["-1".into(), "kinds".into()], "C", Variant::all()[0]), None);
    assert_eq!(bench.terminal(80).difference(&["-C".into(), "names".into()], "C", Variant::all()[0]), None);
}

/// Called by a name of `ls`, it is that.
#[test]
fn a_link_of_that_name_is_ls() {
    if !is_uwalk("a link of the name ls") {
        return;
    }
    let tree = plant::everything();
    let place = TempDir::new();
    let link = place.path().join("ls");
    std::os::unix::fs::symlink(std::fs::canonicalize(&under_test().path).unwrap(), &link).unwrap();
    for words in [&["-l", "kinds", "missing"][..], &["-R", "missing", "deep"], &["--version"], &["-LR", "deep"], &["broken/", "file/"]] {
        let run = |program: &std::path::Path| {
            let output = std::process::Command::new(program).args(words).current_dir(tree.path()).env("LC_ALL", "C").output().unwrap();
            (output.stdout, String::from_utf8_lossy(&output.stderr).into_owned(), output.status.code())
        };
        let (ours, theirs) = (run(&link), run(std::path::Path::new("ls")));
        if words == ["--version"] {
            assert!(ours.0.starts_with(b"uwalk ") && ours.2 == Some(0), "{ours:?}");
        } else {
            assert_eq!(ours, theirs, "{words:?}");
        }
    }
}

/// Where uwalk has its own mind: `differences.md`.
#[test]
fn differences() {
    if !is_uwalk("its own answers") {
        return;
    }
    let (tree, top) = Tree::new();
    plant_names(&top, &["b", "a", "\n'\n"]);
    let ls = |words: &[&str]| Call::ls(Variant::all()[0], tree.path()).words(words.iter().copied()).run();
    let text = |words: &[&str]| String::from_utf8(ls(words).stdout).unwrap();
    assert_eq!(text(&["--sort=none", "--sort=name", "-I*'*"]), "a\nb\n");
    assert_eq!(text(&["--quoting-style=shell-escape", "-I?"]), "''$'\\n'\\'''$'\\n'\n");
    let mistake = ls(&["--sort=x"]);
    assert!(mistake.status.code() == Some(1) && mistake.errors().contains("^~~"), "{}", mistake.errors());
}
