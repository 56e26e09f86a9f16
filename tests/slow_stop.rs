//! Stopping a walk while many of its operations hang at once: nothing of the process is left, whoever ends it and however. And
//! while it runs it has no more threads than it may, those of the kernel among them.

// A test ends at the first thing that is not as it must be.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod harness;

use harness::kernel;
use harness::lab::{Lab, PATIENCE};
use harness::run::{Call, gather, is_uwalk, signal};
use harness::runs;
use harness::slow::{Op, Tree, Trouble, Which};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, PidfdFlags, Signal, kill_process, pidfd_open};
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// Wide directories: each is stat'ed by rings.
const WIDE: Tree = Tree { dirs: 40, depth: 1, files: 200, links: 0, sizes: 7777, seconds: 1_600_000_000 };

/// What an ended walk may take to be gone.
const LETS_GO: Duration = Duration::from_secs(1);

/// Stats after which all of them hang: the walk has found out by then that it is cold, and waits for many at once.
const HANGS_AFTER: u64 = 2000;

/// As many wait at once where the depth has been climbed.
const MANY: usize = 8;

/// Threads that a walk has besides those that wait for operations.
const OTHERS: usize = 16;

/// Walks that stat everything, in each order.
fn walks(dir: &Path, depth: usize) -> Vec<Call> {
    let call = |words: &[&str]| Call::bare(dir).words(words.iter().copied()).words([format!("--queue-depth={depth}")]);
    let mut calls = vec![call(&["-size", "+1"]), call(&["-s", "-size", "+1"]), call(&["du", "-s"]), call(&["du", "-a"])];
    if kernel::has_ring() {
        calls.extend([call(&["--io=ring", "-size", "+1"]), call(&["du", "--io=ring", "-s"])]);
    }
    calls
}

fn spawn(call: Call) -> (Child, String) {
    let command = call.described();
    (call.spawn().expect("a child"), command)
}

/// The threads of a process, those of the kernel for its rings among them.
fn tasks(child: &Child) -> Vec<PathBuf> {
    let tasks = std::fs::read_dir(format!("/proc/{}/task", child.id()));
    tasks.into_iter().flatten().flatten().map(|task| task.path()).collect()
}

/// Whether every thread sleeps: none is about to take up an operation.
fn sleeps(child: &Child) -> bool {
    let sleeps = |task: &PathBuf| {
        let stat = std::fs::read_to_string(task.join("stat")).unwrap_or_default();
        stat.rsplit_once(") ").is_some_and(|(_, rest)| rest.starts_with(['S', 'D']))
    };
    tasks(child).iter().all(sleeps)
}

fn wait_for_sleep(child: &Child) {
    while !sleeps(child) {
        thread::yield_now();
    }
}

/// Waits until many operations hang, or all that ever will: the depth may just have been taken back.
fn wait_for_hanging(lab: &Lab, child: &Child, command: &str) {
    assert!(lab.wait_for_hanging(1, PATIENCE), "{command}");
    while lab.hanging() < MANY && !sleeps(child) {
        thread::yield_now();
    }
}

fn is_gone(child: &Child, limit: Duration) -> bool {
    let ending = pidfd_open(Pid::from_child(child), PidfdFlags::empty()).expect("pidfd_open");
    let limit = Timespec { tv_sec: limit.as_secs() as i64, tv_nsec: i64::from(limit.subsec_nanos()) };
    poll(&mut [PollFd::new(&ending, PollFlags::IN)], Some(&limit)).expect("poll") > 0
}

/// What the threads that are left do.
fn remains(child: &Child) -> String {
    let tell = |task: &PathBuf| {
        let tell = |what: &str| std::fs::read_to_string(task.join(what)).unwrap_or_default();
        format!("{} in {}\n{}", tell("comm").trim_end(), tell("wchan"), tell("stack"))
    };
    tasks(child).iter().map(tell).collect()
}

/// Fails unless it ends by the signal, soon after `start`.
#[track_caller]
fn assert_ends(lab: &Lab, child: Child, command: String, by: Signal, start: Instant) {
    let gone = is_gone(&child, LETS_GO.saturating_sub(start.elapsed()));
    let remains = if gone { String::new() } else { remains(&child) };
    lab.calm();
    lab.release();
    assert!(gone, "{command}: there is something left\n{remains}");
    let ran = gather(child, command);
    assert_eq!(signal(&ran), Some(by.as_raw()), "{}\n{}\n{}", ran.command, ran.status, ran.errors());
}

fn lab(what: &str) -> Option<Lab> {
    if !is_uwalk(what) {
        return None;
    }
    let lab = Lab::new(what, WIDE)?.warm();
    lab.set_delays(Duration::from_millis(1));
    Some(lab)
}

/// The moment counts: some operations are being submitted, others were just interrupted. SIGKILL cannot be prepared for, so it
/// comes when nothing is being submitted.
#[test]
fn nothing_is_left_of_a_walk_that_is_ended() {
    let Some(lab) = lab("signals") else { return };
    let signals = [Signal::INT, Signal::TERM, Signal::HUP, Signal::KILL];
    for turn in 0..runs(8) {
        let signal = signals[turn % signals.len()];
        for call in walks(lab.path(), 128) {
            lab.trouble(Op::Getattr, Which::all().since_turn(HANGS_AFTER), Trouble::Hangs);
            let (child, command) = spawn(call);
            wait_for_hanging(&lab, &child, &command);
            if signal == Signal::KILL {
                wait_for_sleep(&child);
            }
            let start = Instant::now();
            kill_process(Pid::from_child(&child), signal).expect("a signal");
            assert_ends(&lab, child, command, signal, start);
        }
    }
}

/// A file system that does not listen keeps whoever waits for it, as it keeps GNU find; when it is gone, so are they.
#[test]
fn a_walk_ends_with_a_file_system_that_does_not_listen() {
    for by in [Signal::INT, Signal::KILL] {
        for turn in 0..2 {
            let Some(lab) = lab("signals") else { return };
            let mut calls = walks(lab.path(), 128);
            lab.trouble(Op::Getattr, Which::all().since_turn(HANGS_AFTER), Trouble::HangsDeaf);
            let (child, command) = spawn(calls.swap_remove(turn));
            wait_for_hanging(&lab, &child, &command);
            wait_for_sleep(&child);
            kill_process(Pid::from_child(&child), by).expect("a signal");
            lab.unmount();
            assert_ends(&lab, child, command, by, Instant::now());
        }
    }
}

/// Starting with a signal ignored, as by nohup(1), it goes on.
#[test]
fn an_ignored_signal_ends_nothing() {
    let Some(lab) = lab("signals") else { return };
    for (signal, number) in [(Signal::HUP, libc::SIGHUP), (Signal::TERM, libc::SIGTERM)] {
        for (step, call) in [kernel::ignore(number), kernel::block(number)].into_iter().zip(walks(lab.path(), 128)) {
            lab.trouble(Op::Getattr, Which::all().turn(HANGS_AFTER), Trouble::Hangs);
            let (child, command) = spawn(call.step(step));
            assert!(lab.wait_for_hanging(1, PATIENCE), "{command}");
            kill_process(Pid::from_child(&child), signal).expect("a signal");
            lab.calm();
            lab.release();
            gather(child, command).assert_clean();
        }
    }
}

#[test]
fn there_are_no_more_threads_than_the_depth_and_a_few() {
    let Some(lab) = lab("threads") else { return };
    let mut most_of_all = 0;
    for depth in [16, 128] {
        for call in walks(lab.path(), depth) {
            // Nobody reads while threads are counted.
            let (child, command) = spawn(call.out(Stdio::null()));
            let mut most = 0;
            while !is_gone(&child, Duration::from_millis(1)) {
                most = most.max(tasks(&child).len());
            }
            gather(child, command.clone()).assert_clean();
            assert!(most <= depth + OTHERS, "{command}: {most} threads");
            most_of_all = most_of_all.max(most);
        }
    }
    // Otherwise nothing is shown.
    assert!(most_of_all > MANY, "{most_of_all} threads");
}
