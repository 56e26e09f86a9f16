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
use harness::run::{Call, Variant};

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
