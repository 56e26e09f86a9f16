//! `--max-ops`: what a walk asks of file systems in a second.

// A test ends at the first thing that is not as it must be.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod harness;

use harness::run::{Call, Ran, Variant, is_uwalk};
use harness::trees;
use std::time::{Duration, Instant};

/// What may be made up for at once.
const BURST: Duration = Duration::from_millis(50);
/// What a run may take longer, on a machine that others use too.
const SLACK: Duration = Duration::from_secs(3);

/// Reads, opens and stats by `--stats`.
fn operations(ran: &Ran) -> u32 {
    let errors = ran.errors();
    let lines = errors.lines().filter(|line| ["reads ", "opens ", "stats "].iter().any(|name| line.starts_with(name)));
    lines.flat_map(|line| line.split_ascii_whitespace().filter_map(|word| word.parse::<u32>().ok())).sum()
}

/// Runs a call, which must end well, with a limit that makes it take about `time`.
fn check(call: impl Fn() -> Call, time: Duration) {
    let free = call().words(["--stats"]).run();
    free.assert_code(0);
    let count = operations(&free);
    assert!(count > 50, "{}: {count} operations", free.command);
    let rate = (f64::from(count) / time.as_secs_f64()) as u32;
    let start = Instant::now();
    let ran = call().words(["--stats".to_owned(), format!("--max-ops={rate}")]).run();
    let took = start.elapsed();
    ran.assert_code(0);
    assert_eq!(operations(&ran), count, "{}", ran.command);
    let lines = |ran: &Ran| {
        let mut lines: Vec<Vec<u8>> = ran.lines().into_iter().map(<[u8]>::to_vec).collect();
        lines.sort();
        lines
    };
    assert_eq!(lines(&ran), lines(&free), "{}", ran.command);
    // The first turn is free.
    let least = Duration::from_secs_f64(f64::from(count - 1) / f64::from(rate)) - BURST;
    assert!((least..least + SLACK).contains(&took), "{}: {took:?} for {count} operations", ran.command);
}

#[test]
fn operations_are_spread_over_time() {
    if !is_uwalk("--max-ops") {
        return;
    }
    let tree = trees::bushy(3, 4, 5);
    for (io, threads) in [("sync", 1), ("auto", 8), ("ring", 1), ("ring", 8)] {
        for variant in
            Variant::all().into_iter().chain(Variant::all_sorted()).filter(|variant| (variant.io, variant.threads) == (io, threads))
        {
            check(|| Call::subject(variant, tree.path()).words([".", "-size", "+0"]), Duration::from_millis(500));
            check(|| Call::subject(variant, tree.path()).words(["."]), Duration::from_millis(300));
        }
        check(|| Call::du(Variant::new(io, threads), tree.path()).words(["-a"]), Duration::from_millis(500));
    }
}

/// What a test asks by itself counts like the rest.
#[test]
fn tests_wait_for_their_turn() {
    if !is_uwalk("--max-ops") {
        return;
    }
    let tree = trees::bushy(2, 4, 5);
    let time = |rate: &str| {
        let start = Instant::now();
        Call::subject(Variant::new("auto", 4), tree.path()).words([".", "-name", "*", "-readable", "--max-ops", rate]).run().assert_code(0);
        start.elapsed()
    };
    let entries = Call::oracle(tree.path()).words(["."]).run().lines().len();
    let least = Duration::from_secs_f64((entries - 1) as f64 / 200.0) - BURST;
    assert!(time("200") > least);
}

#[test]
fn what_is_no_number_of_operations() {
    if !is_uwalk("--max-ops") {
        return;
    }
    let tree = trees::basic();
    for word in ["0", "", "-1", "+5", "many", "1.5", "4294967296"] {
        for command in [&[][..], &["du"]] {
            let ran = Call::bare(tree.path()).words(command.iter().copied()).words(["--max-ops", word, "."]).run();
            ran.assert_code(1);
            assert!(ran.stdout.is_empty(), "{}", ran.command);
            assert!(
                ran.errors().contains("is no number of operations: expected a number from 1 to 4294967295"),
                "{}: {}",
                ran.command,
                ran.errors()
            );
        }
    }
}
