//! Wide directories: several workers take the entries of one, and each entry is taken once.

// A test ends at the first thing that is not as it must be.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod harness;

use harness::answer::assert_same;
use harness::kernel::{self, Refuse};
use harness::lab::Lab;
use harness::run::{Call, Variant, is_uwalk};
use harness::slow::Tree as Names;
use harness::trees::{Plot, Tree};
use harness::visitor::Shows;
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::CString;
use std::os::unix::ffi::OsStrExt;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use uwalk::engine::{self, End, WalkSpec};

/// Entries of the widest directory: some reads of it, and many pieces.
const WIDE: usize = 12_000;

/// Walks until a second worker must have come to something: the machine may have no time for it meanwhile.
const TRIES: usize = 50;

/// A wide directory with a few subdirectories, links to one inode within it and to others, and links to nothing.
fn wide() -> Tree {
    let (tree, top) = Tree::new();
    let wide = top.dir("wide");
    for name in 0..WIDE {
        match name % 100 {
            0 => wide.dir(format!("d{name}")).file("f", 5000),
            1 => wide.link(format!("l{name}"), format!("d{}", name - 1)),
            2 => wide.link(format!("x{name}"), "nothing"),
            3 => wide.hard_link(format!("h{name}"), format!("d{}/f", name - 3)),
            _ => wide.file(format!("f{name}"), 0),
        }
    }
    tree
}

#[test]
fn the_answers_are_those_of_find() {
    let tree = wide();
    let cases: &[&[&str]] = &[
        &[".", "-size", "+0"],
        &[".", "-type", "f", "-links", "2", "-printf", "%p %n %s\\n"],
        &[".", "-depth", "-printf", "%y %p %m\\n"],
        &["-L", ".", "-type", "f,l", "-size", "-9"],
        &[".", "wide", "-mindepth", "1", "-maxdepth", "2", "-empty"],
        &[".", "-type", "l", "-printf", "%l\\n"],
    ];
    for words in cases {
        let expected = Call::oracle(tree.path()).words(words.iter().copied()).run();
        for variant in Variant::all() {
            assert_same(&Call::subject(variant, tree.path()).words(words.iter().copied()).run(), &expected);
        }
    }
}

/// A directory comes before its contents, and with -depth after them, whoever took them.
#[test]
fn directories_stand_at_their_end_of_their_contents() {
    let tree = wide();
    for variant in Variant::all() {
        for (words, last) in [(&[".", "-size", "+0"][..], false), (&[".", "-depth", "-size", "+0"], true)] {
            let ran = Call::subject(variant, tree.path()).words(words.iter().copied()).run();
            ran.assert_clean();
            let lines = ran.lines();
            let place = |path: &[u8]| lines.iter().position(|line| *line == path);
            let wide = place(b"./wide").expect("the wide directory");
            let inside = lines.iter().enumerate().filter(|(_, line)| line.starts_with(b"./wide/"));
            assert!(inside.clone().count() > WIDE / 100, "{}", ran.command);
            for (at, line) in inside {
                assert_eq!(wide > at, last, "{}: {}", ran.command, String::from_utf8_lossy(line));
            }
        }
    }
}

/// What each worker counted is in the sum, whoever ends it: in a flat directory nothing else comes after its last entry.
#[test]
fn sums_are_those_of_du() {
    if !is_uwalk("du") {
        return;
    }
    let tree = wide();
    let flat = Plot::at(tree.path()).dir("flat");
    (0..WIDE).for_each(|name| flat.file(name.to_string(), 1));
    for words in [&["-s"][..], &["-s", "-l", "--inodes"], &["-s", "--inodes", "flat"], &["-s", "flat", "wide"], &["-s", "-L", "wide"]] {
        let expected = Call::oracle_of_du(tree.path()).words(words.iter().copied()).run();
        for variant in Variant::all().into_iter().flat_map(|variant| [variant; 4]) {
            let ran = Call::du(variant, tree.path()).words(words.iter().copied()).run();
            assert_eq!(ran.lines(), expected.lines(), "{}", ran.command);
        }
    }
}

/// Where each visit takes its time, as a stat does, more than one worker visits the entries of a directory, and each once.
#[test]
fn a_warm_directory_is_taken_by_all_workers() {
    let (tree, top) = Tree::new();
    (0..WIDE).for_each(|name| top.file(name.to_string(), 0));
    let visits = Arc::new(Mutex::new((BTreeMap::new(), BTreeSet::new())));
    for _ in 0..TRIES {
        let root = CString::new(tree.path().as_os_str().as_bytes()).unwrap();
        let spec = WalkSpec { roots: vec![root], threads: 2, max_depth: u32::MAX, ..WalkSpec::default() };
        visits.lock().unwrap().0.clear();
        let shared = Arc::clone(&visits);
        let made = engine::run(spec, move || {
            let visits = Arc::clone(&shared);
            Shows::to(move |entry| {
                let began = Instant::now();
                while began.elapsed() < Duration::from_micros(2) {}
                let mut visits = visits.lock().unwrap();
                *visits.0.entry(entry.found.name.to_owned()).or_insert(0) += 1;
                visits.1.insert(format!("{:?}", std::thread::current().id()));
            })
        });
        assert_eq!(made, Ok(End::Complete));
        let visits = visits.lock().unwrap();
        assert_eq!(visits.0.len(), WIDE + 1);
        assert!(visits.0.values().all(|count| *count == 1));
        if visits.1.len() > 1 {
            return;
        }
    }
    panic!("one worker visited all");
}

/// Also where there are no rings, as in most containers, one directory is asked in depth.
#[test]
fn one_directory_is_asked_in_depth_without_rings() {
    if !is_uwalk("depth") {
        return;
    }
    let Some(lab) = Lab::new("depth", Names { dirs: 1, files: 3000, ..Names::default() }) else { return };
    let lab = lab.warm();
    lab.set_delays(Duration::from_millis(4));
    for words in [&[".", "-size", "+1"][..], &["du", "-s"], &[".", "-depth", "-size", "+1"], &["-s", "-size", "+1"], &["du", "-a"]] {
        for call in [
            Call::bare(lab.path()).words(words.iter().copied()).words(["--io=sync"]),
            Call::bare(lab.path()).words(words.iter().copied()).step(kernel::refuse_ring(Refuse::All, libc::EPERM)),
        ] {
            lab.take_counts();
            let ran = call.run();
            ran.assert_code(0);
            let most = lab.take_counts().most_in_flight;
            assert!(most > 16, "{}: {most} at once", ran.command);
        }
    }
}
