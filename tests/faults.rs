//! Faults that were found once, each with the case that showed it.

#![allow(clippy::unwrap_used, clippy::expect_used)]

mod harness;

use harness::answer::assert_same;
use harness::kernel;
use harness::run::{Call, Variant, gather, is_uwalk, signal, under_test};
use harness::trees::{self, Tree};
use rustix::process::Resource;
use std::io::Read;
use std::process::Command;

/// Stats taken in a batch, before the first entry was removed, saw three links where there was one left.
#[test]
fn of_hard_links_one_is_left() {
    for variant in Variant::all() {
        let (tree, top) = Tree::new();
        top.file("a", 1);
        for other in ["b", "c", "d"] {
            top.hard_link(other, "a");
            top.dir(format!("dir-{other}")).file("own", 0);
            std::fs::hard_link(tree.path().join("a"), tree.path().join(format!("dir-{other}/link"))).expect("a link");
        }
        let ran = Call::subject(variant, tree.path()).words([".", "-type", "f", "-links", "+1", "-delete"]).run();
        ran.assert_clean();
        let left = Call::oracle(tree.path()).words([".", "-size", "1c"]).run();
        assert_eq!(left.lines().len(), 1, "{}", ran.command);
    }
}

/// A directory's age was asked after its files had gone, where an action came before the test.
#[test]
fn a_directory_is_judged_before_its_contents_go() {
    for words in
        [&[".", "-mindepth", "1", "-depth", "-print", "-mtime", "+30", "-delete"][..], &[".", "-mindepth", "1", "-mtime", "+30", "-delete"]]
    {
        for variant in Variant::all() {
            let (tree, top) = Tree::new();
            let old = top.dir("old");
            old.file("old", 0);
            old.ages("old", 60 * trees::DAY, 60 * trees::DAY);
            top.ages("old", 60 * trees::DAY, 60 * trees::DAY);
            let ran = Call::subject(variant, tree.path()).words(words.iter().copied()).run();
            ran.assert_clean();
            assert!(!tree.path().join("old").exists(), "{}", ran.command);
        }
    }
}

/// getdents64 says ENOENT of a directory that was removed while it was open: it is empty, not a problem.
#[test]
fn a_working_directory_that_is_gone_is_empty() {
    let (tree, _) = Tree::new();
    let script = "mkdir gone && cd gone && rmdir ../gone && exec \"$0\" .";
    let ran = Command::new("sh").current_dir(tree.path()).args(["-c", script]).arg(&under_test().path).output().expect("sh");
    assert_eq!((ran.status.code(), &*ran.stdout, &*ran.stderr), (Some(0), &b".\n"[..], &b""[..]));
}

/// Directories opened ahead of their turn took the last descriptors, and were given up where none was left.
#[test]
fn few_descriptors_lose_nothing() {
    let tree = trees::bushy(3, 12, 1);
    let expected = Call::oracle(tree.path()).words(["."]).run();
    for limit in [16, 40, 64] {
        for variant in Variant::all().into_iter().chain(Variant::all_sorted()) {
            assert_same(&Call::subject(variant, tree.path()).words(["."]).step(kernel::limit(Resource::Nofile, limit)).run(), &expected);
        }
    }
}

/// Directories whose reading was put off kept their descriptors, one a level.
#[test]
fn wide_directories_in_each_other_with_few_descriptors() {
    let (tree, top) = Tree::new();
    let mut at = top;
    for _ in 0..6 {
        (1..4200).for_each(|name| drop(at.dir(format!("{name}"))));
        at = at.dir("0");
    }
    let expected = Call::oracle(tree.path()).words(["."]).run();
    for variant in [Variant::new("auto", 1), Variant::new("auto", 8)] {
        assert_same(&Call::subject(variant, tree.path()).words(["."]).step(kernel::limit(Resource::Nofile, 14)).run(), &expected);
    }
}

/// A link that is followed counts as the directory it leads to, and cannot be removed as one.
#[test]
fn followed_links_are_not_deleted() {
    for words in [&["-H", "link", "-delete"][..], &["-L", ".", "-name", "link", "-delete"]] {
        for variant in Variant::few() {
            let (tree, top) = Tree::new();
            top.dir("dir");
            top.link("link", "dir");
            let expected = Call::oracle(tree.path()).words(words.iter().copied()).run();
            let ran = Call::subject(variant, tree.path()).words(words.iter().copied()).run();
            assert_eq!(ran.status.code(), expected.status.code(), "{}\n{}", ran.command, ran.errors());
            assert!(tree.path().join("link").is_symlink(), "{}", ran.command);
        }
    }
}

/// Whoever quits the pager that shows what is deleted means it to stop: find dies there, and the walk went on.
#[test]
fn a_reader_that_leaves_ends_what_it_sees_deleted() {
    for variant in Variant::few() {
        let (tree, top) = Tree::new();
        let names = 20_000;
        (0..names).for_each(|name| top.file(format!("{name:0200}"), 0));
        let call = Call::subject(variant, tree.path()).words([".", "-type", "f", "-print", "-delete"]);
        let described = call.described();
        let mut child = call.spawn().expect("a child");
        let mut pipe = child.stdout.take().expect("a pipe");
        pipe.read_exact(&mut [0; 100]).expect("output");
        drop(pipe);
        let ran = gather(child, described);
        assert_eq!(signal(&ran), Some(libc::SIGPIPE), "{}", ran.command);
        assert!(std::fs::read_dir(tree.path()).expect("the tree").count() > 0, "{}: everything is gone", ran.command);
    }
}

/// Closed standard output is /dev/null after Rust's start-up: everything went there, and nobody was told.
#[test]
fn closed_standard_output_is_an_error() {
    let (tree, _) = Tree::new();
    for variant in Variant::few() {
        let ran = Call::subject(variant, tree.path()).words(["."]).step(kernel::close(1)).run();
        assert_eq!(ran.status.code(), Some(1), "{}", ran.command);
        assert!(ran.errors().contains("Bad file descriptor"), "{}\n{}", ran.command, ran.errors());
    }
}

/// Directories opened ahead on every level of a deep tree filled all descriptors.
#[test]
fn opens_ahead_leave_descriptors() {
    let (tree, top) = Tree::new();
    let mut at = top;
    for _ in 0..150 {
        (0..12).for_each(|name| drop(at.dir(format!("s{name}")).dir("t")));
        at = at.dir("c");
    }
    let expected = Call::oracle(tree.path()).words(["."]).run();
    for limit in [64, 256] {
        for variant in Variant::all() {
            assert_same(&Call::subject(variant, tree.path()).words(["."]).step(kernel::limit(Resource::Nofile, limit)).run(), &expected);
        }
    }
}

/// SIGINT while the printer waited for its reader came out as a write error.
#[test]
fn an_interrupted_walk_dies_of_it() {
    if !is_uwalk("SIGINT") {
        return;
    }
    let tree = trees::bushy(5, 4, 6);
    for variant in Variant::all().into_iter().chain(Variant::all_sorted()) {
        let call = Call::subject(variant, tree.path()).words([".", ".", ".", ".", "."]);
        let described = call.described();
        let mut child = call.spawn().expect("a child");
        // The walk goes on, or waits with a full pipe.
        child.stdout.as_mut().expect("a pipe").read_exact(&mut [0; 100]).expect("output");
        let pid = rustix::process::Pid::from_child(&child);
        rustix::process::kill_process(pid, rustix::process::Signal::INT).expect("a signal");
        let ran = gather(child, described);
        assert!(signal(&ran) == Some(libc::SIGINT) || ran.status.success(), "{}\n{}\n{}", ran.command, ran.status, ran.errors());
    }
}

/// There is nothing then that closed standard descriptors could be opened as.
#[test]
fn closed_descriptors_without_dev_null() {
    let (tree, top) = Tree::new();
    top.file("f", 1);
    let ran = |script: &str| {
        let script = format!("mount -t tmpfs none /dev && test ! -e /dev/null && {script}");
        // Whoever started this test may ignore them.
        let mut shell = Command::new("env");
        shell
            .args(["--default-signal=INT,TERM,HUP", "unshare", "--user", "--map-root-user", "--mount", "sh", "-c", &script])
            .arg(&under_test().path)
            .current_dir(tree.path());
        shell.output().expect("unshare")
    };
    if !ran("true").status.success() {
        eprintln!("skipped: no mounts in a namespace of one's own here");
        return;
    }
    let output = ran("exec \"$0\" f <&-");
    assert_eq!((output.status.code(), &*output.stdout, &*output.stderr), (Some(0), &b"f\n"[..], &b""[..]));
    let output = ran("exec \"$0\" f >&-");
    assert_eq!((output.status.code(), &*output.stdout), (Some(1), &b""[..]));
    assert!(String::from_utf8_lossy(&output.stderr).contains("Bad file descriptor"));
    assert_eq!(ran("exec \"$0\" f <&- >&- 2>&-").status.code(), Some(1));
}

/// The kernel spares the first process of a container the signals it ends itself by: it went on without output, and with status 0.
#[test]
fn the_first_process_of_a_container_ends_too() {
    let (tree, top) = Tree::new();
    top.dir("d");
    let ran = |script: &str| {
        // Whoever started this test may ignore them.
        let mut shell = Command::new("env");
        shell
            .args([
                "--default-signal=INT,TERM,HUP",
                "unshare",
                "--user",
                "--map-root-user",
                "--pid",
                "--fork",
                "--kill-child",
                "sh",
                "-c",
                script,
            ])
            .arg(&under_test().path);
        shell.current_dir(tree.path()).output().expect("unshare")
    };
    if !ran("true").status.success() || !is_uwalk("the first process") {
        eprintln!("skipped: no processes in a namespace of one's own here");
        return;
    }
    for (signal, status) in [("INT", 130), ("TERM", 143), ("HUP", 129)] {
        // Its end ends everything in the namespace.
        let output = ran(&format!("exec \"$0\" . -exec sh -c 'kill -{signal} 1; exec sleep 1000' \\;"));
        assert_eq!((output.status.code(), &*output.stderr), (Some(status), &b""[..]), "{signal}");
    }
    // A pipe that nobody reads.
    let output = ran("mkfifo p; exec 3<>p 4>p 3<&-; exec \"$0\" . >&4");
    assert_eq!((output.status.code(), &*output.stderr), (Some(141), &b""[..]));
}
