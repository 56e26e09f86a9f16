//! Walks that get no answers any more: what they wait for is said after 5 s, once, and SIGINT ends them at once.

// A test ends at the first thing that is not as it must be.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod harness;

use harness::kernel;
use harness::lab::{Lab, PATIENCE};
use harness::run::{Call, Variant, gather, is_uwalk, signal};
use harness::slow::{Op, Tree, Trouble, Which};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, Signal, kill_process};
use std::io::Read as _;
use std::path::Path;
use std::process::Child;
use std::thread;
use std::time::{Duration, Instant};

const BUSHY: Tree = Tree { dirs: 6, depth: 2, files: 9, links: 4, sizes: 7777, seconds: 1_600_000_000 };

/// Nothing is said before, but for what the start took.
const FIRST: Duration = Duration::from_millis(4900);
/// Something is said by then, on a machine that others use too.
const LAST: Duration = Duration::from_millis(6500);
const LETS_GO: Duration = Duration::from_secs(1);

/// What hangs, each below a starting point of its own.
fn hang(lab: &Lab) {
    for (op, path) in [
        (Op::Getattr, "d0/f4"),
        (Op::Opendir, "d1/d2"),
        (Op::Readdir, "d2/d2"),
        (Op::Getattr, "d3"),
        (Op::Readlink, "d4/l1"),
        (Op::Opendir, "d5/d1"),
    ] {
        lab.trouble(op, Which::path(path), Trouble::Hangs);
    }
}

/// Runs with what they must name.
fn calls(dir: &Path) -> Vec<(Call, &'static str)> {
    let mut calls = Vec::new();
    let few = [Variant::new("sync", 1), Variant::new("auto", 1), Variant::new("auto", 2)];
    let rings = kernel::has_ring().then(|| Variant::new("ring", 2));
    for variant in few.into_iter().chain(rings) {
        // What a ring opens at once when it is submitted cannot be told apart.
        let opened = if variant.io == "ring" { "/d1/d" } else { "/d1/d2' (open)" };
        for sorted in [false, true] {
            let find = |words: &[&str], what| {
                let call = Call::subject(variant, dir).words(words.iter().copied());
                (if sorted { call.words(["-s"]) } else { call }, what)
            };
            calls.push(find(&["d0", "-size", "+1"], "/d0/f4' (stat)"));
            calls.push(find(&["d1"], opened));
            calls.push(find(&["d2"], "/d2/d2' (read)"));
            calls.push(find(&["d3"], "'d3' (stat)"));
            calls.push(find(&["d4", "-lname", "*"], "/d4/l1' (readlink)"));
            calls.push(find(&["d5", "-mindepth", "1", "-maxdepth", "1", "-empty"], "/d5/d1' (open)"));
        }
        let du = |words: &[&str], what| (Call::du(variant, dir).words(words.iter().copied()), what);
        calls.push(du(&["-s", "d0"], "/d0/f4' (stat)"));
        calls.push(du(&["d1"], opened));
        calls.push(du(&["d3"], "'d3' (stat)"));
    }
    calls
}

/// Waits for the line that names `what`, from when everything hangs; the child began earlier.
fn wait_for_line(child: &mut Child, began: Instant, what: &str, command: &str) {
    let start = Instant::now();
    let errors = child.stderr.as_mut().expect("a pipe");
    let patience = Timespec { tv_sec: PATIENCE.as_secs() as i64, tv_nsec: 0 };
    let told = poll(&mut [PollFd::new(errors, PollFlags::IN)], Some(&patience)).expect("poll");
    let mut line = vec![0; 4096];
    let length = if told > 0 { errors.read(&mut line).expect("a line") } else { 0 };
    let line = String::from_utf8_lossy(&line[..length]);
    let (took, ran) = (start.elapsed(), began.elapsed());
    assert!(line.starts_with("uwalk: waiting for '") && line.contains(what) && line.ends_with(" for 5 s\n"), "{command}: {line}");
    assert!(ran >= FIRST && took < LAST, "{command}: {took:?} of {ran:?}");
}

/// Starts all runs, and when all have hung for long enough and said so, hands each to `end`.
fn all(what: &str, end: impl Fn(&Lab, Vec<(Child, String)>)) {
    if !is_uwalk(what) {
        return;
    }
    let Some(lab) = Lab::new(what, BUSHY) else { return };
    let lab = lab.warm();
    hang(&lab);
    let calls = calls(lab.path());
    let count = calls.len();
    let children: Vec<(Child, Instant, String, &str)> = calls
        .into_iter()
        .map(|(call, what)| {
            let (command, began) = (call.described(), Instant::now());
            (call.spawn().expect("a child"), began, command, what)
        })
        .collect();
    assert!(lab.wait_for_hanging(count, PATIENCE), "{} of {count} hang", lab.hanging());
    let readers: Vec<_> = children
        .into_iter()
        .map(|(mut child, began, command, what)| {
            thread::spawn(move || {
                wait_for_line(&mut child, began, what, &command);
                (child, command)
            })
        })
        .collect();
    end(&lab, readers.into_iter().map(|reader| reader.join().expect("the right line")).collect());
}

#[test]
fn what_hangs_is_named_and_sigint_ends_it() {
    all("what hangs is named", |_, children| {
        for (child, command) in children {
            let start = Instant::now();
            kill_process(Pid::from_child(&child), Signal::INT).expect("a signal");
            let ran = gather(child, command);
            let took = start.elapsed();
            assert_eq!(signal(&ran), Some(libc::SIGINT), "{}\n{}", ran.command, ran.status);
            assert!(took < LETS_GO, "{}: {took:?}", ran.command);
            let told = ran.errors();
            assert!(told.lines().all(|line| line.starts_with("uwalk: interrupted; incomplete: ")), "{}: {told}", ran.command);
        }
    });
}

#[test]
fn nothing_more_is_said_when_it_goes_on() {
    all("a walk that goes on", |lab, children| {
        lab.calm();
        lab.release();
        for (child, command) in children {
            let ran = gather(child, command);
            ran.assert_clean();
            assert!(!ran.stdout.is_empty() || ran.command.contains("-empty"), "{}", ran.command);
        }
    });
}
