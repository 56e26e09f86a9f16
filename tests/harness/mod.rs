//! What the integration tests share: trees to walk, the program under test run within a time limit, GNU find as the
//! oracle, and the comparison of the two. No test lives here.
//!
//! The program is `UWALK_UNDER_TEST` where that is set, else the one just built. A program of the name `find`, `bfs`, `du`
//! or `ls` is not given the options that only uwalk has: the cases themselves can be checked that way.
//! Other variables: `UWALK_TEST_SEED` and `UWALK_TEST_RUNS` (a factor on the number of runs).

// Each test binary compiles this module and uses its own part of it.
#![allow(dead_code)]

pub(crate) mod answer;
pub(crate) mod cases;
pub(crate) mod coreutils;
pub(crate) mod du;
pub(crate) mod hold;
pub(crate) mod kernel;
pub(crate) mod lab;
pub(crate) mod ls;
pub(crate) mod random;
pub(crate) mod run;
pub(crate) mod slow;
pub(crate) mod temp;
pub(crate) mod terminal;
pub(crate) mod trees;
pub(crate) mod visitor;
pub(crate) mod words;

use std::io::Write as _;

/// The factor on the number of runs that the environment asks for.
pub(crate) fn runs(count: usize) -> usize {
    let factor = std::env::var("UWALK_TEST_RUNS").ok().and_then(|text| text.parse::<f64>().ok()).unwrap_or(1.0);
    ((count as f64 * factor) as usize).max(1)
}

/// Says on stderr why a test, or a part of it, is not run here. Past the test runner, which shows only what failing tests say.
pub(crate) fn skipped(what: &str, why: &str) {
    let _ = std::io::stderr().write_all(format!("skipped: {what}: {why}\n").as_bytes());
}
