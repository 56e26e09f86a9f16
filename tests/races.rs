//! Directories that become links while the walk deletes and runs commands in them: nothing beyond the tree is touched. Takes
//! `UWALK_TEST_RACE_SECONDS` (30) in all; fails if too few opens were refused to have shown anything.

// A test ends at the first thing that is not as it must be.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod harness;

use harness::run::{Call, Variant, can_be_ordinary, is_root, is_uwalk, under_test};
use harness::{kernel, trees};
use rustix::fs::{CWD, Mode, OFlags, RenameFlags, openat, renameat_with};
use std::fmt::Write as _;
use std::fs;
use std::os::fd::OwnedFd;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

const DIRS: usize = 150;
const FILES: usize = 2;

/// Refused opens below which a run has shown nothing.
const REFUSED_MIN: usize = 1000;

/// The directory `play` with directories that are swapped, `links` with as many links to `outside`.
fn playground() -> trees::Tree {
    let (tree, top) = trees::Tree::new();
    for dir in ["play", "links", "outside", "outside/sub"] {
        top.dir(dir);
    }
    for file in 0..FILES {
        top.file(format!("outside/f{file}"), 100);
        top.file(format!("outside/sub/f{file}"), 100);
    }
    for number in 0..DIRS {
        top.dir(format!("play/d{number}"));
        top.dir(format!("play/d{number}/sub"));
        top.link(format!("links/d{number}"), tree.path().join("outside").as_os_str().as_encoded_bytes());
    }
    tree.give_away();
    tree
}

/// Names, modes, owners, times and contents of everything outside.
fn outside(path: &Path, text: &mut String) {
    let meta = fs::symlink_metadata(path).unwrap();
    let contents = if meta.is_file() { fs::read(path).unwrap() } else { Vec::new() };
    let times = (meta.mtime(), meta.mtime_nsec(), meta.ctime(), meta.ctime_nsec());
    let _ = writeln!(text, "{path:?} {:o} {} {} {times:?} {contents:?}", meta.mode(), meta.uid(), meta.gid());
    if meta.is_dir() {
        let mut entries: Vec<_> = fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path()).collect();
        entries.sort();
        entries.iter().for_each(|entry| outside(entry, text));
    }
}

/// Swaps directories for links and back, and makes the files in them again, until told to stop.
fn swap(top: &Path, stop: &AtomicBool) {
    let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC;
    let held: Vec<OwnedFd> =
        (0..DIRS).map(|number| openat(CWD, top.join(format!("play/d{number}")), flags, Mode::empty()).unwrap()).collect();
    let create = OFlags::CREATE | OFlags::WRONLY | OFlags::CLOEXEC;
    while !stop.load(Ordering::Relaxed) {
        for (number, fd) in held.iter().enumerate() {
            let (dir, link) = (top.join(format!("play/d{number}")), top.join(format!("links/d{number}")));
            renameat_with(CWD, &dir, CWD, &link, RenameFlags::EXCHANGE).unwrap();
            for file in 0..FILES {
                // The walk may be deleting `sub` just now.
                let _ = openat(fd, format!("f{file}"), create, Mode::RUSR);
                let _ = openat(fd, format!("sub/f{file}"), create, Mode::RUSR);
            }
        }
    }
}

#[test]
fn nothing_beyond_the_tree_is_touched() {
    if !is_uwalk("directories swapped for links") {
        return;
    }
    let seconds: f64 = std::env::var("UWALK_TEST_RACE_SECONDS").ok().and_then(|text| text.parse().ok()).unwrap_or(30.0);
    let tree = playground();
    let mut before = String::new();
    outside(&tree.path().join("outside"), &mut before);
    let mut ways = Vec::new();
    for io in [if kernel::has_ring() { "ring" } else { "auto" }, "sync"] {
        for ordinary in [false, true] {
            if ordinary && (!is_root() || !can_be_ordinary("a race of an ordinary user")) {
                continue;
            }
            ways.push((io, ordinary, &["-delete"][..]));
            ways.push((io, ordinary, &["-execdir", "rm", "-f", "{}", "+"]));
        }
    }
    let share = Duration::from_secs_f64(seconds / ways.len() as f64);
    let (stop, mut refused) = (AtomicBool::new(false), 0);
    std::thread::scope(|scope| {
        scope.spawn(|| swap(tree.path(), &stop));
        let walked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            for (io, ordinary, action) in &ways {
                let until = Instant::now() + share;
                let mut here = 0;
                while Instant::now() < until {
                    let call = Call::subject(Variant::new(io, 4), tree.path()).words(["play", "-type", "f"]).words(action.iter().copied());
                    let ran = if *ordinary { call.ordinary().run() } else { call.run() };
                    ran.assert_ended();
                    here += refusals(&ran.errors());
                }
                eprintln!("{io}, ordinary {ordinary}, {}: {here} opens refused", action[0]);
                refused += here;
            }
        }));
        stop.store(true, Ordering::Relaxed);
        walked.unwrap_or_else(|panic| std::panic::resume_unwind(panic));
    });
    let mut after = String::new();
    outside(&tree.path().join("outside"), &mut after);
    assert_eq!(before, after, "the tree outside was changed");
    let least = (REFUSED_MIN as f64 * (seconds / 30.0)) as usize;
    assert!(refused >= least, "only {refused} opens were refused in {seconds} s: nothing was shown");
}

/// Opens of directories that had become links, as the messages tell.
fn refusals(errors: &str) -> usize {
    let start = format!("{}: 'play/", under_test().name);
    let refused = |line: &&str| line.starts_with(&start) && (line.ends_with(": Not a directory") || line.ends_with("symbolic links"));
    errors.lines().filter(refused).count()
}
