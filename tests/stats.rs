//! `--stats`: the numbers against what is in the tree and what was asked for.

// A test ends at the first thing that is not as it must be.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod harness;

use harness::run::{Call, Ran, Variant, is_uwalk};
use harness::{kernel, runs, trees};
use std::sync::atomic::{AtomicBool, Ordering};

/// The numbers of a line, by its first word.
fn numbers(ran: &Ran, name: &str) -> Vec<u64> {
    let errors = ran.errors();
    let line = errors.lines().find(|line| line.starts_with(name)).unwrap_or_else(|| panic!("no {name} in {errors}"));
    line.split(|letter: char| !letter.is_ascii_digit()).filter(|text| !text.is_empty()).map(|text| text.parse().unwrap()).collect()
}

#[test]
fn the_numbers_are_those_of_the_tree() {
    if !is_uwalk("--stats") {
        return;
    }
    let tree = trees::bushy(3, 4, 5);
    let count = |words: &[&str]| Call::oracle(tree.path()).words(words.iter().copied()).run().lines().len() as u64;
    let (entries, directories) = (count(&["."]), count(&[".", "-type", "d"]));
    for variant in Variant::all().into_iter().chain(Variant::all_sorted()) {
        let run = |words: &[&str]| {
            let ran = Call::subject(variant, tree.path()).words(words.iter().copied()).run();
            ran.assert_code(0);
            ran
        };
        let names = run(&["--stats"]);
        assert_eq!(numbers(&names, "entries"), [entries], "{}", names.command);
        assert_eq!(numbers(&names, "directories"), [directories], "{}", names.command);
        assert_eq!(numbers(&names, "opens").iter().sum::<u64>(), directories, "{}", names.command);
        assert_eq!(numbers(&names, "problems"), [0]);
        // The starting point alone has no directory that tells its type.
        assert_eq!(numbers(&names, "stats").iter().sum::<u64>(), 1, "{}", names.command);
        let sizes = run(&["--stats", ".", "-size", "+0"]);
        assert_eq!(numbers(&sizes, "stats").iter().sum::<u64>(), entries, "{}", sizes.command);
        if variant.io == "ring" && kernel::has_ring() {
            assert!(numbers(&sizes, "stats")[1] > numbers(&sizes, "stats")[0], "{}", sizes.errors());
        } else {
            assert_eq!(numbers(&sizes, "stats")[1], 0);
        }
    }
}

#[test]
fn problems_are_counted_and_stats_come_last() {
    if !is_uwalk("--stats") {
        return;
    }
    let tree = trees::basic();
    let ran = Call::bare(tree.path()).words(["--stats", "nope", "a", "nor this", "-false"]).run();
    ran.assert_code(1);
    assert_eq!(numbers(&ran, "problems"), [2]);
    let errors = ran.errors();
    let last: Vec<&str> = errors.lines().rev().take(7).collect();
    assert!(last[0].starts_with("seconds ") && last[6].starts_with("entries "), "{errors}");
    let quiet = Call::bare(tree.path()).words(["."]).run();
    quiet.assert_clean();
}

/// The operations by their kinds, and what else is said of them.
fn operations(ran: &Ran) -> Vec<String> {
    let of = |line: &&str| !line.starts_with("seconds ") && !line.contains(" us each");
    ran.errors().lines().filter(of).map(str::to_owned).collect()
}

/// On a tree that is in memory, also where others take the processors, a walk is what it is without rings and without further
/// threads: slowness alone is no sign of waiting.
#[test]
fn a_warm_walk_stays_as_it_is_beside_busy_neighbours() {
    if !is_uwalk("--stats") {
        return;
    }
    let tree = trees::bushy(4, 5, 8);
    let rest = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let work = || {
            while !rest.load(Ordering::Relaxed) {
                std::hint::spin_loop();
            }
        };
        let check = || {
            for _ in 0..runs(2) {
                for words in [&["."][..], &[".", "-size", "+0"], &["-s", "-size", "+0"], &["du", "-s"], &["du", "-a"]] {
                    let run = |io: &str| Call::bare(tree.path()).words(words.iter().copied()).words(["--stats", io]).run();
                    let (ran, plain) = (run("--io=auto"), run("--io=sync"));
                    ran.assert_code(0);
                    assert_eq!(operations(&ran), operations(&plain), "{}", ran.command);
                    assert!(!ran.errors().contains("depth"), "{}\n{}", ran.command, ran.errors());
                    let by_ring = numbers(&ran, "stats")[1] + numbers(&ran, "opens")[1];
                    assert_eq!(by_ring, 0, "{}\n{}", ran.command, ran.errors());
                }
            }
        };
        check();
        (0..6).for_each(|_| drop(scope.spawn(work)));
        let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(check));
        rest.store(true, Ordering::Relaxed);
        outcome.unwrap_or_else(|fault| std::panic::resume_unwind(fault));
    });
}
