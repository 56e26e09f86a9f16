//! When the world does not help: full disks, closed pipes, few descriptors, names that vanish, paths without end.

use crate::harness::hold::{self, Listener};
use crate::harness::kernel::{close, ignore, limit};
use crate::harness::ls::check::{Bench, differs};
use crate::harness::ls::plant;
use crate::harness::run::{Call, Ran, Variant, gather, signal};
use crate::harness::skipped;
use crate::harness::trees::{self, Tree, plant};
use rustix::process::Resource;
use std::fs::File;
use std::io::Read;
use std::os::unix::fs::FileExt;
use std::path::Path;

/// The same run by both, with something done to each.
fn both(dir: &Path, change: impl Fn(Call) -> Call) -> Option<String> {
    let ours = change(Call::ls(Variant::new("auto", 2), dir)).run();
    differs(&ours, &change(Call::oracle_of_ls(dir)).run()).map(|text| format!("{}\n{text}", ours.command))
}

#[test]
fn output_that_cannot_be_written() {
    let tree = plant::everything();
    let mut faults = Vec::new();
    for words in [
        &["kinds"][..],
        &["-l", "many"],
        &["-C", "many"],
        &["empty"],
        &["-R", "."],
        &["missing"],
        &["-d", "file"],
        &["--color=always", "kinds"],
    ] {
        let full = |call: Call| call.words(words.iter().copied()).out(File::options().write(true).open("/dev/full").unwrap());
        faults.extend(both(tree.path(), full));
        faults.extend(both(tree.path(), |call| call.words(words.iter().copied()).step(close(1))));
        faults.extend(both(tree.path(), |call| call.words(words.iter().copied()).step(close(0))));
        // With nobody to tell of it the status is all there is.
        faults.extend(both(tree.path(), |call| call.words(words.iter().copied()).step(close(2))));
        let broken = |call: Call| {
            let (reader, writer) = std::io::pipe().unwrap();
            drop(reader);
            call.words(words.iter().copied()).out(writer)
        };
        faults.extend(both(tree.path(), broken));
        faults.extend(both(tree.path(), |call| broken(call).step(ignore(libc::SIGPIPE))));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// As of `ls | head -1`.
#[test]
fn a_reader_that_goes_away() {
    let tree = plant::everything();
    let (reader, writer) = std::io::pipe().unwrap();
    let call = Call::ls(Variant::all()[0], tree.path()).words(["-lR", ".", ".", ".", ".", "many", "many", "many"]).out(writer);
    let command = call.described();
    let child = call.spawn().unwrap();
    let mut first = [0];
    (&reader).read_exact(&mut first).unwrap();
    drop(reader);
    let ran = gather(child, command);
    assert_eq!((signal(&ran), ran.errors().as_str()), (Some(libc::SIGPIPE), ""), "{}", ran.command);
}

#[test]
fn few_descriptors() {
    let tree = plant::everything();
    let mut faults = Vec::new();
    // With fewer GNU cannot look into the list of users beside a directory.
    for most in [5, 6, 8, 12] {
        for words in [&["-R", "deep"][..], &["-lR", "."], &["kinds", "deep", "many"], &["-LR", "deep"], &["-l", "acl", "owners"]] {
            faults.extend(both(tree.path(), |call| call.words(words.iter().copied()).step(limit(Resource::Nofile, most))));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// A name that was there when the directory was read, and is not when it is looked at.
#[test]
fn entries_that_vanish() {
    let mut faults = Vec::new();
    for words in [
        &["-l", "d"][..],
        &["-s", "d"],
        &["-lF", "d"],
        &["-S", "d"],
        &["-t", "d"],
        &["-lL", "d"],
        &["-lR", "."],
        &["-lU", "d"],
        &["-lZ", "d"],
        &["-l", "d/x", "d/y"],
    ] {
        let ours = vanishing(words, |dir| Call::ls(Variant::new("sync", 1), dir));
        let theirs = vanishing(words, Call::oracle_of_ls);
        let (Some(ours), Some(theirs)) = (ours, theirs) else {
            return skipped("entries that vanish", "system calls cannot be held here");
        };
        assert!(theirs.errors().contains("cannot access "), "{}\n{}", theirs.command, theirs.errors());
        faults.extend(differs(&ours, &theirs).map(|text| format!("{}\n{text}", ours.command)));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Runs it on a tree of its own where `x` goes just before it is asked about.
fn vanishing(words: &[&str], call: impl Fn(&Path) -> Call) -> Option<Ran> {
    let (tree, top) = Tree::new();
    plant(&top, &["d/", "d/w", "d/x", "d/y", "d/z"]);
    for (at, name) in ["w", "x", "y", "z"].into_iter().enumerate() {
        std::fs::write(tree.path().join("d").join(name), "x".repeat(at * 5000)).unwrap();
        let time = rustix::fs::Timespec { tv_sec: 1_000_000_000 + at as i64, tv_nsec: 0 };
        top.times(format!("d/{name}"), time, time);
    }
    plant::settle(tree.path());
    top.times(".", rustix::fs::Timespec { tv_sec: 2_100_000_000, tv_nsec: 0 }, rustix::fs::Timespec { tv_sec: 1, tv_nsec: 0 });
    let call = call(tree.path()).words(words.iter().copied()).step(hold::calls(libc::SYS_statx));
    let command = call.described();
    let child = call.spawn().ok()?;
    let listener = Listener::of(&child).ok()?;
    let memory = File::open(format!("/proc/{}/mem", child.id())).ok()?;
    while let Some(held) = listener.next() {
        let mut name = [0; 16];
        if held.args[1] != 0 {
            let length = memory.read_at(&mut name, held.args[1]).ok()?;
            let name = name[..length].split(|byte| *byte == 0).next().unwrap_or_default();
            if name.ends_with(b"x") {
                // It may be asked about twice.
                let _ = std::fs::remove_file(tree.path().join("d/x"));
                // What it was in was changed by that.
                plant::settle(tree.path());
            }
        }
        listener.release(held);
    }
    Some(gather(child, command))
}

/// Both go by whole paths, and end where those are longer than PATH_MAX.
#[test]
fn a_path_without_end() {
    for levels in [1500, 3000] {
        let tree = trees::chain(levels, 1, 1500);
        // What is asked of the last entries is asked from within their directory, which a longer path does not hinder.
        Bench::new(tree.path()).check(if levels == 1500 { "-R; -lR" } else { "-R; -aR" });
    }
}

/// Directories of the kernel.
#[test]
fn what_the_kernel_shows() {
    let tree = Tree::new().0;
    Bench::new(tree.path()).check("-l /proc/sys/fs; -la /sys/fs; /proc/sys/kernel; -l /sys/class; -F /sys/class; -lL /sys/class; -s /proc/sys/fs; -R /proc/sys/fs; -lR /sys/fs; -i /sys/fs; -lt /sys/fs; -ld /proc /sys /dev; --color=always -l /sys/class; -lS /proc/sys/fs");
}

/// More entries than fit into one reading.
#[test]
fn many_entries() {
    let (tree, top) = Tree::new();
    for number in 0..5_000 {
        top.file(format!("{}-{number}", "name".repeat(number % 9)), (number * 7919 % 5_003) as u64);
    }
    plant::settle(tree.path());
    Bench::new(tree.path()).check("; -l; -U; -f; -1v; -S; -lS; -t; -C; -x; -m; -C -w0; -s; -i; -F; -R; -lr; --color=always; -X; --sort=width; --group-directories-first; --zero; -Q; -lhU");
    Bench::new(tree.path()).terminal(120).check("; -l; -C; -v; -S");
}
