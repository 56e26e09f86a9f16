//! The slow file system of the tests is what it says: its tree is a tree, operations wait side by side, fail, hang and let go,
//! and it is gone afterwards.

// A test ends at the first thing that is not as it must be.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod harness;

use harness::lab::{Lab, PATIENCE};
use harness::run::{Call, gather, signal};
use harness::slow::{Op, Slow, Tree, Trouble, Which};
use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

const SMALL: Tree = Tree { dirs: 3, depth: 2, files: 5, links: 2, sizes: 7777, seconds: 1_600_000_000 };

fn errno(result: std::io::Result<fs::Metadata>) -> Option<i32> {
    result.err().and_then(|error| error.raw_os_error())
}

/// Every inode below a directory, by its path.
fn all(dir: &Path, to: &mut Vec<(PathBuf, fs::Metadata)>) {
    for entry in fs::read_dir(dir).unwrap() {
        let entry = entry.unwrap();
        let stat = entry.metadata().unwrap();
        assert_eq!(entry.file_type().unwrap(), stat.file_type(), "{}", entry.path().display());
        if stat.is_dir() {
            all(&entry.path(), to);
        }
        to.push((entry.path(), stat));
    }
}

#[test]
fn its_tree_is_one() {
    let Some(lab) = Lab::new("a slow file system", SMALL) else { return };
    let mut found = Vec::new();
    all(lab.path(), &mut found);
    assert_eq!(found.len() as u64 + 1, SMALL.entries());
    let numbers: BTreeSet<u64> = found.iter().map(|(_, stat)| stat.ino()).collect();
    assert_eq!(numbers.len(), found.len(), "two entries of one inode");
    let count = |is: fn(&fs::FileType) -> bool| found.iter().filter(|(_, stat)| is(&stat.file_type())).count() as u64;
    assert_eq!(count(fs::FileType::is_dir) + 1, SMALL.directories());
    assert_eq!(count(fs::FileType::is_file), SMALL.all_files());
    assert_eq!(count(fs::FileType::is_symlink), SMALL.all_links());
    for (path, stat) in &found {
        let below = path.strip_prefix(lab.path()).unwrap().to_str().unwrap();
        assert_eq!(SMALL.find(below), Some(stat.ino()), "{below}");
        if stat.is_symlink() {
            assert_eq!(fs::metadata(path).is_ok(), below.ends_with('0'), "{below}: the even ones lead somewhere");
        }
    }
    assert_eq!(errno(fs::symlink_metadata(lab.path().join("d0/f05"))), Some(libc::ENOENT));
}

#[test]
fn what_the_kernel_remembers_costs_nothing() {
    let Some(lab) = Lab::new("a slow file system", SMALL) else { return };
    let file = lab.path().join("d1/f2");
    let cost = || {
        fs::symlink_metadata(&file).unwrap();
        let counts = lab.take_counts();
        [counts.of(Op::Lookup), counts.of(Op::Getattr)]
    };
    assert_eq!(cost(), [2, 1], "nothing is known");
    assert_eq!(cost(), [0, 1], "the names are");
    lab.set_memory(PATIENCE, PATIENCE);
    cost();
    assert_eq!(cost(), [0, 0], "everything is");
}

/// As many threads as operations, and no more operations than threads: they all wait together.
#[test]
fn operations_wait_side_by_side() {
    let Some(lab) = Lab::new("a slow file system", Tree { dirs: 1, files: 128, ..Tree::default() }) else { return };
    let lab = lab.warm();
    let delay = Duration::from_millis(200);
    lab.set_delay(Op::Getattr, delay);
    let start = Instant::now();
    std::thread::scope(|scope| {
        for file in 0..128 {
            let path = lab.path().join(format!("d0/f{file}"));
            scope.spawn(move || fs::symlink_metadata(path).unwrap());
        }
    });
    let took = start.elapsed();
    assert!(took >= delay, "{took:?}");
    assert!(took < delay * 10, "{took:?}: one after the other they take {:?}", delay * 128);
    assert!(lab.counts().most_in_flight > 64, "{:?}", lab.counts());
    assert_eq!(lab.counts().of(Op::Getattr), 128);
}

#[test]
fn a_server_of_few_slots_serves_few() {
    let Some(lab) = Lab::new("a slow file system", Tree { dirs: 1, files: 16, ..Tree::default() }) else { return };
    let lab = lab.warm();
    let delay = Duration::from_millis(20);
    lab.set_delay(Op::Getattr, delay);
    lab.set_slots(2);
    let start = Instant::now();
    std::thread::scope(|scope| {
        for file in 0..16 {
            let path = lab.path().join(format!("d0/f{file}"));
            scope.spawn(move || fs::symlink_metadata(path).unwrap());
        }
    });
    assert!(start.elapsed() >= delay * 8);
}

#[test]
fn operations_fail_when_they_are_told_to() {
    let Some(lab) = Lab::new("a slow file system", SMALL) else { return };
    let lab = lab.warm();
    let stat = |path: &str| errno(fs::symlink_metadata(lab.path().join(path)));
    lab.trouble(Op::Getattr, Which::path("d2/f1"), Trouble::Fails(libc::EIO));
    lab.trouble(Op::Getattr, Which::all().turn(3), Trouble::Fails(libc::EACCES));
    lab.trouble(Op::Getattr, Which::path("d1/f0").since_turn(2), Trouble::Fails(libc::ENOENT));
    assert_eq!(stat("d2/f1"), Some(libc::EIO));
    assert_eq!(stat("d1/f0"), None);
    assert_eq!(stat("d0"), Some(libc::EACCES));
    assert_eq!(stat("d1/f0"), Some(libc::ENOENT));
    assert_eq!(stat("d2/f1"), Some(libc::EIO));
    assert_eq!(lab.counts().failed, 4);
    lab.calm();
    assert_eq!(stat("d2/f1"), None);
    lab.trouble(Op::Opendir, Which::path("d0"), Trouble::Fails(libc::EACCES));
    assert_eq!(fs::read_dir(lab.path().join("d0")).unwrap_err().raw_os_error(), Some(libc::EACCES));
}

#[test]
fn who_hangs_is_released() {
    let Some(lab) = Lab::new("a slow file system", SMALL) else { return };
    let lab = lab.warm();
    lab.trouble(Op::Getattr, Which::all(), Trouble::Hangs);
    std::thread::scope(|scope| {
        let stat = scope.spawn(|| fs::symlink_metadata(lab.path().join("d0/f0")).map(|stat| stat.ino()));
        assert!(lab.wait_for_hanging(1, PATIENCE));
        assert!(!stat.is_finished());
        lab.calm();
        lab.release();
        assert_eq!(stat.join().unwrap().unwrap(), SMALL.find("d0/f0").unwrap());
    });
    assert_eq!((lab.counts().hung, lab.counts().interrupted, lab.hanging()), (1, 0, 0));
}

/// GNU find, killed while it hangs: it cannot end before the operation does, and that ends by being interrupted. Where the
/// file system does not listen, it ends when it is answered.
#[test]
fn who_is_killed_lets_go() {
    let Some(lab) = Lab::new("a slow file system", SMALL) else { return };
    let lab = lab.warm();
    for trouble in [Trouble::Hangs, Trouble::HangsDeaf] {
        lab.trouble(Op::Opendir, Which::path("d1"), trouble);
        let call = Call::oracle(lab.path()).words(["."]);
        let described = call.described();
        let child = call.spawn().unwrap();
        assert!(lab.wait_for_hanging(1, PATIENCE));
        let pid = rustix::process::Pid::from_child(&child);
        rustix::process::kill_process(pid, rustix::process::Signal::TERM).unwrap();
        if trouble == Trouble::HangsDeaf {
            assert_eq!(lab.hanging(), 1);
            lab.release();
        }
        assert_eq!(signal(&gather(child, described)), Some(libc::SIGTERM));
        assert_eq!(lab.take_counts().interrupted, u64::from(trouble == Trouble::Hangs));
        lab.calm();
    }
}

fn is_mounted(path: &Path) -> bool {
    let mounts = fs::read_to_string("/proc/thread-self/mounts").unwrap();
    mounts.lines().any(|line| line.split(' ').nth(1) == path.to_str())
}

#[test]
fn a_panic_unmounts() {
    let path = catch_unwind(AssertUnwindSafe(|| {
        let lab = Lab::new("a slow file system", SMALL)?;
        lab.trouble(Op::Getattr, Which::path("d0"), Trouble::HangsDeaf);
        // Somebody is in there, and somebody hangs.
        let inside = fs::File::open(lab.path()).unwrap();
        let path = lab.path().join("d0");
        let hangs = std::thread::spawn(move || fs::symlink_metadata(path));
        assert!(lab.wait_for_hanging(1, PATIENCE));
        assert!(is_mounted(lab.path()));
        std::panic::panic_any((lab.path().to_owned(), inside, hangs));
        #[allow(unreachable_code)]
        Some(())
    }));
    let Err(path) = path else { return };
    let (path, _inside, hangs) = *path.downcast::<(PathBuf, fs::File, JoinHandle<std::io::Result<fs::Metadata>>)>().unwrap();
    let _ = hangs.join().unwrap();
    assert!(!is_mounted(&path));
    assert!(!path.exists());
}

#[test]
fn without_a_mount_there_is_a_word() {
    let missing = Path::new("/nonexistent/mountpoint");
    let why = Slow::mount(missing, SMALL).err().unwrap();
    assert!(!why.is_empty() && !why.contains('\n'), "{why:?}");
}
