//! Dates against date(1) of GNU, which reads them as find does; in several time zones, and random ones.

use super::*;
use crate::sys::clock;
use std::process::Command;

/// What date(1) takes a text for; `None`: it does not.
fn theirs(text: &str) -> Option<Time> {
    let output = Command::new("date").args(["-d", text, "+%s %N"]).env("LC_ALL", "C").output().unwrap();
    let answer = String::from_utf8(output.stdout).unwrap();
    let (secs, nanos) = answer.trim().split_once(' ')?;
    Some(Time { secs: secs.parse().unwrap(), nanos: nanos.parse().unwrap() })
}

/// Whether both take a text for the same instant, but for the time between two looks at the clock.
fn fault(text: &str) -> Option<String> {
    let ours = instant_of(text.as_bytes(), clock::now());
    let theirs = theirs(text);
    let same = match (ours, theirs) {
        (Some(ours), Some(theirs)) => ours == theirs || (ours.secs.abs_diff(theirs.secs) < 10 && theirs.nanos != 0),
        (ours, theirs) => ours.is_none() && theirs.is_none(),
    };
    (!same).then(|| format!("{text:?}: {ours:?}, date says {theirs:?}"))
}

#[track_caller]
fn check<T: AsRef<str>>(texts: impl IntoIterator<Item = T>) {
    let faults: Vec<String> = texts.into_iter().filter_map(|text| fault(text.as_ref())).collect();
    assert!(faults.is_empty(), "TZ={:?}, {} faults\n{}", std::env::var("TZ"), faults.len(), faults.join("\n"));
}

const TEXTS: &str = "|0|7|10|24|1020|10:20|10:60|24:00|23:59:59|10:20:60|10:20:30.5|10:20:30,123456789123|10:20pm|10:20 p.m.|12am|12pm|0am|13pm\
    |2026|1969|12345|20260115|20260115 10:20|20260115T1020|20260115 1020|2026-01-15|2026-1-5|26-01-15|69-01-15|68-01-15|0026-01-15|2026-02-30\
    |2026-02-29|2024-02-29|2026-13-01|2026-00-10|2026-01-00|2026-01-15T10:20|2026-01-15t10:20:30|2026-01-15T10|2026-01-15T10Z|2026-01-15T10+02\
    |2026-01-15T10:20:30.123456789Z|2026-01-15 10:20:30 +0100|2026-01-15 10:20:30+01:30|2026-01-15 10:20 -00:30|2026-01-15 10:20:30 -0330\
    |2026-01-15 10:20 +25|2026-01-15 10:20 UTC|2026-01-15 10:20 EST|2026-01-15 10:20 EDT|2026-01-15 10:20 Z|2026-01-15 10:20 A\
    |2026-07-15 10:20|2026-03-29 02:30|2026-03-29 02:30 UTC|2026-03-08 02:30|1/15|1/15/26|1/15/2026|2026/1/15\
    |15/1/2026|15 Jan|15 Jan 2026|15-Jan-2026|15jan2026|Jan 15|Jan 15, 2026|Jan 15 2026|Jan-15-2026|January 15 10:20|15 January 2026 10:20\
    |15 Jan 10:20|Sept 3|Sept. 3|Sep. 3|Septe 3|mon|monday|Mon,|tues|thur|thurs|thu.|wednes|next monday|last friday|this sunday|third tuesday\
    |2 monday|monday 10:20|monday next week|1 Jan monday|now|today|tomorrow|yesterday|yesterday 10:20|tomorrow 10pm|now + 2 days|now - 2 days\
    |2 days ago|2 days|-2 days|+2 days|1 day ago 10:20|last week|next week|this week|last month|next month|last year|next year|year ago\
    |1 month ago|13 months ago|-13 months|2 weeks ago|a week ago|fortnight|2 fortnights ago|1 hour ago|90 minutes ago|90 min ago|30 secs ago\
    |1.5 seconds ago|+1.5 sec|-1.5 sec|1.5 hours|second|third week|twelfth month|1 year 2 months 3 days ago|2026-01-31 1 month|2026-01-31 +1 month\
    |2026-01-31 -1 month|2026-02-28 +1 day|2026-03-28 02:30 +1 day|20260115 +2 days|20260115 2 days|10:20 +2 days|10:20 2 days|10 +2 days\
    |tomorrow yesterday|@0|@1700000000|@-1|@1.5|@-1.5|@1.9999999999|@-1.9999999999|@ 5|@+5|@|@5 now|@x|@99999999999999999999\
    |1767225600|99999999999999999999|x|J|T|Z|N|M|T +2 days|T +2|UTC|UTC+3|UTC +3 hours|UTC+3:30|EST-1|CEST|CET|CET DST|EST DST|10:20 EST DST|GMT+1\
    |10:20 CET|10:20 CEST|10:20 EDT|10:20 EST|10:20 IST|10:20 SST|10:20 NZST|10:20 NZDT|10:20 MSK|10:20 E.S.T.|dst|10:20 dst|ago|hence|2 days hence\
    |10:20 11:20|2026-01-15 2026-01-16|mon tue|UTC EST|(comment) now|10:20 (a (b) c) UTC|10:20 (open|)|,|;|10:20,|- now|+ 2 days|2 - days|--2 days\
    |2026-01-15 T|2026-01-15 10:20 T|2026-W03|midnight|noon|15 Jan 2026 +2 days|Jan 2026|January|2026 Jan 15|15 2026|10:20 2026|15 Jan 10:20 2026\
    |15 Jan 2026 10:20:30 +0100|Thu, 15 Jan 2026 10:20:30 +0100|Thu Jan 15 10:20:30 UTC 2026|Thu Jan 15 10:20:30 2026|1 Jan 1900|1 Jan 0001|1 Jan 99999\
    |2147485547-01-01|2147485548-01-01|99999999 years|9999999999999 days|9223372036854775807 seconds|9223372036854775807 years ago|-1-1-1|2026--1-1|\u{fc}|\t10:20\n|10:2:3|1:2|001:02\
    |0:0|-0 days|+0|1 2 3|2026-01-15 1|2026-01-15 12 pm|12 pm 2026-01-15|last|next|next next week|first monday|1st|2nd monday|tomorrow week";

fn texts() -> impl Iterator<Item = &'static str> {
    TEXTS.split('|')
}

#[test]
fn texts_are_read_as_date_reads_them() {
    check(texts());
}

/// The zone belongs to the process: each is asked in one of its own.
#[test]
fn other_zones() {
    for zone in ["UTC", "Europe/Berlin", "America/New_York", "Asia/Kolkata", "Pacific/Auckland", "EST5EDT", "<+0330>-3:30", "nonsense"] {
        let tests = ["plan::date::tests::texts_are_read_as_date_reads_them", "plan::date::tests::random_texts"];
        let mut child = Command::new(std::env::current_exe().unwrap());
        let output = child.arg("--exact").args(tests).env("TZ", zone).env("UWALK_TEST_SEED", zone.len().to_string()).output().unwrap();
        assert!(output.status.success(), "TZ={zone}\n{}", String::from_utf8_lossy(&output.stdout));
    }
}

const WORDS: &[&str] = &[
    "2026-01-15",
    "2026-07-15",
    "20260115",
    "10:20",
    "10:20:30.25",
    "10",
    "2026",
    "10pm",
    "+0100",
    "-03:30",
    "UTC",
    "EST",
    "CET",
    "CEST",
    "Z",
    "T",
    "monday",
    "next",
    "last",
    "this",
    "third",
    "week",
    "month",
    "year",
    "days",
    "hours",
    "2",
    "+3",
    "-4",
    "1.5",
    "sec",
    "ago",
    "yesterday",
    "tomorrow",
    "now",
    "today",
    "Jan",
    "15",
    "July",
    "1/15",
    "1/15/2026",
    ",",
    ":",
    "/",
    "DST",
    "am",
    "@5",
    "(x)",
    "fri,",
    "min",
    "A",
    "0030",
];

#[test]
fn random_texts() {
    let mut state: u64 = std::env::var("UWALK_TEST_SEED").ok().and_then(|text| text.parse().ok()).unwrap_or(1);
    let mut below = |n: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(state >> 33).unwrap() % n
    };
    let count = std::env::var("UWALK_TEST_RUNS").ok().and_then(|text| text.parse().ok()).unwrap_or(1) * 150;
    let mut text = || (0..=below(4)).map(|_| WORDS[below(WORDS.len())]).collect::<Vec<_>>().join(" ");
    check((0..count).map(|_| text()));
}
