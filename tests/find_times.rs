//! Times against find: other files' times, dates, `-used`, `-daystart`, and against bfs what find does not have.

#![allow(clippy::unwrap_used, clippy::expect_used)]

mod harness;

use harness::cases::Bench;
use harness::run::{Call, Variant, is_uwalk};
use harness::trees::{DAY, MINUTE, Tree, touch_directories};
use rustix::fs::Timespec;

/// Files of many ages, read and changed apart, and some around dates that the cases name.
fn tree() -> Tree {
    let (tree, top) = Tree::new();
    for (number, unit) in (0..9).flat_map(|number| [(number, MINUTE), (number, DAY)]) {
        let name = format!("{}{number}", if unit == DAY { "day" } else { "minute" });
        top.file(&name, 0);
        let age = number * unit + unit / 2;
        top.ages(&name, age / 2, age);
    }
    // Read after the inode's last change, which is now.
    for days in -1..5 {
        let name = format!("read{days}");
        top.file(&name, 0);
        top.ages(&name, -days * DAY - DAY / 2, 0);
    }
    for (name, secs, nanos) in
        [("epoch", 0, 0), ("before", -1, 999_999_999), ("half", 1_700_000_000, 500_000_000), ("whole", 1_700_000_000, 0)]
    {
        top.file(name, 0);
        let time = Timespec { tv_sec: secs, tv_nsec: nanos };
        top.times(name, time, time);
    }
    top.link("to_half", "half");
    top.link("nowhere", "missing");
    touch_directories(tree.path());
    tree
}

#[test]
fn times_of_other_files() {
    let tree = tree();
    let x = ["a", "c", "m"];
    let mut cases: Vec<String> = Vec::new();
    for (x, y) in x.iter().flat_map(|one| x.iter().map(move |other| (one, other))) {
        cases.push(format!(". -newer{x}{y} day3"));
        cases.push(format!(". ! -newer{x}{y} half"));
    }
    cases.extend(
        [
            ". -anewer day2",
            ". -cnewer day2",
            ". -anewer half",
            ". -neweram half",
            ". -newermm half",
            ". -newermm whole",
            ". -newermm to_half",
            "-H . -newermm to_half",
            "-L . -newermm to_half",
            ". -follow -anewer to_half",
            ". -anewer to_half -follow",
            ". -newermm missing",
            "-L . -newermm nowhere",
            ". -newermm",
            ". -newerxy half",
            ". -newerm half",
            ". -anewer",
            ". -cnewer ''",
        ]
        .map(String::from),
    );
    Bench::new(tree.path()).check(&cases.iter().map(String::as_str).collect::<Vec<_>>());
}

#[test]
fn dates() {
    let tree = tree();
    Bench::new(tree.path()).check(&[
        ". -newermt @1700000000",
        ". -newermt @1700000000.4",
        ". -newermt @1700000000.5",
        ". -newermt @1699999999.999999999",
        ". -newermt @-1",
        ". -newermt @-0.000000001",
        ". -newermt @0",
        ". -newermt '2023-11-14 22:13:20 UTC'",
        ". -newermt '2023-11-14T22:13:20.25Z'",
        ". -newermt '2023-11-14 23:13:20 +0100'",
        ". -newermt 1970-01-01",
        ". -newermt '2 days ago'",
        ". -newermt '3 minutes ago'",
        ". -newermt yesterday",
        ". -newermt now",
        ". -newermt tomorrow",
        ". -newermt 'last week'",
        ". -newerat '2 days ago'",
        ". -newerct '1 hour ago'",
        ". -newerct tomorrow",
        ". -newermt ''",
        ". -newermt 2000-02-30",
        ". -newermt 1767225600",
        ". -newermt foo",
        ". -newermt '@1 2'",
        ". -newermt",
        ". -newerat half",
        ". ! -newermt 2000-01-01",
        ". -daystart -newermt '2 days ago'",
    ]);
}

#[test]
fn days_after_the_change() {
    let tree = tree();
    let numbers = ["0", "1", "2", "5", "+0", "+1", "+3", "+9", "-0", "-1", "-2", "-9", "0.5", "1.5", "+1.5", "-2.5", "--1", " 1", "1e0"];
    let mut cases: Vec<String> = numbers.iter().map(|number| format!(". -used '{number}'")).collect();
    cases.extend(["x", "", "1d", "+", "1x"].map(|word| format!(". -used '{word}'")));
    Bench::new(tree.path()).check(&cases.iter().map(String::as_str).collect::<Vec<_>>());
}

#[test]
fn days_of_the_calendar() {
    let tree = tree();
    let mut cases: Vec<String> = Vec::new();
    for (test, sign) in ["-mtime", "-atime", "-ctime", "-mmin", "-amin"].iter().flat_map(|test| ["", "+", "-"].map(|sign| (test, sign))) {
        let numbers: &[u32] = if test.ends_with("min") { &[1, 1440, 3000] } else { &[0, 1, 3] };
        cases.extend(numbers.iter().map(|number| format!(". -daystart {test} {sign}{number}")));
    }
    cases.push(". -mtime 0 -daystart -mtime 0".into());
    cases.push(". -mtime -2 -daystart".into());
    cases.push(". -daystart -daystart -mtime +1".into());
    cases.push(". ( -mtime 1 -daystart ) -o -mtime 1".into());
    let mut bench = Bench::new(tree.path());
    bench.variants = Variant::few();
    bench.check(&cases.iter().map(String::as_str).collect::<Vec<_>>());
}

/// What find does not have, by what it has.
#[test]
fn names_and_units_of_bsd() {
    if !is_uwalk("names and units of BSD's find") {
        return;
    }
    let tree = tree();
    let lines = |case: &str| {
        let mut lines: Vec<Vec<u8>> = Vec::new();
        for variant in Variant::few() {
            let ran = Call::subject(variant, tree.path()).words(harness::words::words(case, tree.path())).run();
            ran.assert_clean();
            lines = ran.lines().into_iter().map(<[u8]>::to_vec).collect();
            lines.sort_unstable();
        }
        lines
    };
    for (ours, theirs) in [
        (". -mnewer day2", ". -newer day2"),
        (". -since '2 days ago'", ". -newermt '2 days ago'"),
        (". -msince @0", ". -newermt @0"),
        (". -asince @0", ". -newerat @0"),
        (". -csince yesterday", ". -newerct yesterday"),
        (". -mtime -2d", ". -mtime -2"),
        (". -mtime +48h", ". -mtime +1"),
        (". -mtime -3m", ". -mmin -3"),
        (". -mtime -1w1d", ". -mtime -8"),
        (". -atime -90s", ". -amin -1.5"),
        (". -ctime -1h", ". -cmin -60"),
        (". -mtime 9h", ". -false"),
        (". -Bmin -60", "."),
        (". -Btime 0", "."),
        (". -Btime -1h", "."),
        (". -Btime +1", ". -false"),
        (". -Bsince yesterday", "."),
        (". -newerBt tomorrow", ". -false"),
        (". -newerBm half", "."),
        (". -Bnewer half", "."),
        ("half -newermB half", "half -false"),
        (". -name epoch -newerBB epoch", ". -false"),
    ] {
        assert_eq!(lines(ours), lines(theirs), "{ours} is not {theirs}");
    }
    for wrong in [". -mtime 2y", ". -mtime 1h2", ". -mmin 1h", ". -Btime x", ". -Bsince foo", ". -newerBm missing", ". -Bnewer"] {
        let ran = Call::bare(tree.path()).words(harness::words::words(wrong, tree.path())).run();
        assert_eq!((ran.status.code(), ran.stdout.len()), (Some(1), 0), "{wrong}");
        assert!(!ran.stderr.is_empty(), "{wrong}");
    }
}
