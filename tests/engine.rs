//! The engine alone, driven by a small visitor: what it shows is what is there.
#![allow(clippy::expect_used)] // In helpers of tests, too.

mod harness;

use harness::kernel;
use harness::temp::TempDir;
use harness::visitor::Shows;
use std::collections::BTreeMap;
use std::ffi::CString;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::sync::{Arc, Mutex};
use uwalk::base::{Entry, Fields};
use uwalk::engine::{self, End, Io, WalkSpec};
use uwalk::sys::stat;

/// Path, inode number of the dirent, and the identity of what the descriptor and the name lead to.
type Seen = BTreeMap<Vec<u8>, (u64, (u64, u64))>;

/// Notes what an entry is and where it leads.
fn note(seen: &Mutex<Seen>, entry: &Entry<'_>) {
    let found = stat::stat(entry.dir_fd, entry.found.name, false, Fields::INO).expect("a stat");
    let twice = seen.lock().expect("a lock").insert(entry.path(), (entry.found.ino, found.id()));
    assert!(twice.is_none(), "{:?} was shown twice", entry.found.name);
}

/// Directories that all have the same names in them, so that an open in the wrong one succeeds.
fn alike(top: &Path) {
    for outer in 0..40 {
        for inner in 0..10 {
            let dir = top.join(format!("d{outer}")).join(format!("same{inner}")).join("below");
            std::fs::create_dir_all(&dir).expect("directories");
            std::fs::write(dir.join("file"), "").expect("a file");
        }
    }
}

/// What is there, by paths alone.
fn by_path(top: &Path, seen: &mut Seen) {
    let meta = std::fs::symlink_metadata(top).expect("a stat");
    seen.insert(top.as_os_str().as_bytes().to_vec(), (meta.ino(), (meta.dev(), meta.ino())));
    if meta.is_dir() {
        for entry in std::fs::read_dir(top).expect("a directory") {
            by_path(&entry.expect("an entry").path(), seen);
        }
    }
}

fn walk(top: &Path, spec: WalkSpec) -> Seen {
    let seen = Arc::new(Mutex::new(Seen::new()));
    let theirs = Arc::clone(&seen);
    let spec = WalkSpec { roots: vec![CString::new(top.as_os_str().as_bytes()).expect("a path")], max_depth: u32::MAX, ..spec };
    let visitor = move || {
        let seen = Arc::clone(&theirs);
        Shows::to(move |entry| note(&seen, entry))
    };
    assert_eq!(engine::run(spec, visitor), Ok(End::Complete));
    let mut seen = std::mem::take(&mut *seen.lock().expect("a lock"));
    // A starting point has no dirent.
    let root = seen.get_mut(top.as_os_str().as_bytes()).expect("the root");
    root.0 = root.1.1;
    seen
}

/// Every open runs on a kernel worker, long after it was queued: a directory's number must not be another's by then.
#[test]
fn punted_opens_open_the_right_directories() {
    let scratch = TempDir::new();
    alike(scratch.path());
    let mut expected = Seen::new();
    by_path(scratch.path(), &mut expected);
    let walk = |post_order| {
        walk(
            scratch.path(),
            WalkSpec { io: Io::Ring, threads: 8, punt_opens: true, post_order, leave_uses_fd: post_order, ..WalkSpec::default() },
        )
    };
    if !kernel::has_ring() {
        return;
    }
    for _ in 0..20 {
        assert!(walk(false) == expected, "other inodes than by path");
        assert!(walk(true) == expected, "other inodes than by path, in post-order");
    }
}

#[test]
fn every_way_shows_the_same() {
    let scratch = TempDir::new();
    alike(scratch.path());
    let mut expected = Seen::new();
    by_path(scratch.path(), &mut expected);
    for io in [Io::Auto, Io::Sync] {
        for threads in [1, 2, 8] {
            for sorted in [false, true] {
                for post_order in [false, true] {
                    let spec = WalkSpec { io, threads, sorted, post_order, leave_uses_fd: post_order, ..WalkSpec::default() };
                    assert!(walk(scratch.path(), spec.clone()) == expected, "{spec:?}");
                }
            }
        }
    }
}
