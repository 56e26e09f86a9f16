//! Random options for du on random trees, against GNU du and the model: 500 cases together with those of `du_mounts.rs`.
//! A failure names the seed; `UWALK_TEST_SEED` repeats it, `UWALK_TEST_RUNS` multiplies the number of cases.

#![allow(clippy::unwrap_used, clippy::expect_used)]

mod harness;

use harness::du::case::{Case, Setting, Tally, Verdict};
use harness::du::options::Leaning;
use harness::du::plant::{self, Kind};
use harness::random::{Random, seed};
use harness::run::{Variant, can_be_ordinary};

/// Command lines for each tree.
const LINES: usize = 4;

/// Makes so many cases; a tenth of them at least have arguments that overlap.
fn cases(count: usize, stream: u64, kind: Kind, setting: Setting) -> Tally {
    let first = seed();
    let mut verdict = Verdict::new();
    let variants = Variant::all();
    let trees = harness::runs(count).div_ceil(LINES);
    for number in 0..trees as u64 {
        let seed = first + number;
        let mut random = Random::new(seed.wrapping_mul(8) + stream);
        let planted = plant::random(&mut random, kind);
        for _ in 0..LINES {
            let case = Case::random(&mut random, &planted, setting);
            verdict.add(seed, case.check(variants[random.below(variants.len())]));
        }
    }
    let tally = verdict.tally;
    verdict.end();
    if harness::runs(10) >= 10 {
        assert!(tally.overlapping * 10 >= tally.cases, "{tally:?}");
    }
    tally
}

#[test]
fn random_options_on_random_trees() {
    let tally = cases(180, 0, Kind { loops: true, ..Kind::default() }, Setting::default());
    assert!(tally.by_gnu * 2 > tally.cases, "{tally:?}");
}

#[test]
fn random_options_and_hard_links() {
    cases(120, 1, Kind { hard_links: true, loops: true, shut: false }, Setting::default());
}

#[test]
fn random_options_and_links_that_are_followed() {
    let leaning = Leaning { follow: true, one_device: false };
    cases(60, 2, Kind { hard_links: true, loops: true, shut: false }, Setting { leaning, ordinary: false });
}

#[test]
fn random_options_and_directories_that_are_shut() {
    if can_be_ordinary("du without permission") {
        cases(60, 3, Kind { hard_links: true, loops: false, shut: true }, Setting { ordinary: true, ..Setting::default() });
    }
}
