//! Where the world does not help: rings refused, no locked memory, 20 descriptors, no threads, full and closed outputs, trees
//! that change under the walk, -delete with everything in its way. The program ends, says what is wrong, and never crashes,
//! hangs, prints or deletes anything outside its tree.

#![allow(clippy::unwrap_used, clippy::expect_used)]

mod harness;

use harness::answer::{Answer, assert_same};
use harness::kernel::{self, Refuse};
use harness::run::{Call, Ran, Variant, can_be_ordinary, is_root, is_uwalk, signal, under_test};
use harness::trees::{self, Plot, Tree};
use harness::words::words;
use rustix::process::Resource;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

const REFUSALS: [i32; 3] = [libc::EPERM, libc::ENOSYS, libc::EOPNOTSUPP];

/// `--io` and the number of threads, as far as both backends can be had.
fn auto(threads: usize) -> Variant {
    Variant::new("auto", threads)
}

/// The tree that is large enough for several workers and rings.
fn many_directories() -> Tree {
    trees::bushy(5, 4, 1)
}

#[test]
fn a_refused_ring_is_replaced_silently() {
    let tree = many_directories();
    let expected = Call::oracle(tree.path()).words([".", "-size", "0"]).run();
    for which in [Refuse::All, Refuse::Enter, Refuse::Register] {
        for errno in REFUSALS {
            for threads in [1, 2, 8] {
                let ran =
                    Call::subject(auto(threads), tree.path()).words([".", "-size", "0"]).step(kernel::refuse_ring(which, errno)).run();
                assert_same(&ran, &expected);
            }
        }
    }
}

#[test]
fn a_refused_ring_that_was_asked_for_is_an_error() {
    if !is_uwalk("--io=ring") {
        return;
    }
    let tree = many_directories();
    for errno in REFUSALS {
        for threads in [1, 8] {
            let call = Call::subject(Variant::new("ring", threads), tree.path()).words(["."]);
            assert_names_the_cure(&call.step(kernel::refuse_ring(Refuse::All, errno)).run());
        }
    }
}

#[track_caller]
fn assert_names_the_cure(ran: &Ran) {
    ran.assert_code(1);
    let errors = ran.errors();
    assert!(errors.contains("--io=auto") || errors.contains("--io=sync"), "{}\nno cure in: {errors}", ran.command);
}

#[test]
fn without_locked_memory() {
    if !can_be_ordinary("RLIMIT_MEMLOCK of 0") {
        return;
    }
    let tree = many_directories();
    let expected = Call::oracle(tree.path()).words([".", "-links", "1"]).run();
    for threads in [1, 2, 8] {
        let run = |io| {
            let call = Call::subject(Variant::new(io, threads), tree.path()).words([".", "-links", "1"]);
            call.ordinary().step(kernel::limit(Resource::Memlock, 0)).run()
        };
        assert_same(&run("auto"), &expected);
        // Older kernels charge a ring to another account: then it is there.
        if is_uwalk("--io=ring") {
            let ring = run("ring");
            if ring.status.success() { assert_same(&ring, &expected) } else { assert_names_the_cure(&ring) }
        }
    }
}

#[test]
fn without_further_threads() {
    if !can_be_ordinary("RLIMIT_NPROC") {
        return;
    }
    let tree = many_directories();
    for words in [&["."][..], &[".", "-depth", "-size", "0"], &["-s", "."]] {
        let expected = Call::oracle(tree.path()).words(words.iter().copied()).run();
        for threads in [1, 8] {
            let call = Call::subject(auto(threads), tree.path()).words(words.iter().copied()).ordinary();
            assert_same(&call.step(kernel::limit(Resource::Nproc, 1)).run(), &expected);
        }
    }
}

/// The paths of the files of a chain, counted from its shape.
fn leaves(levels: usize, every: usize) -> Vec<Vec<u8>> {
    let leaf = |level: usize| [&b"."[..], &b"/d".repeat(level), b"/leaf\n"].concat();
    let mut leaves: Vec<_> = (1..=levels).filter(|level| level % every == 0 || *level == levels).map(leaf).collect();
    leaves.sort_unstable();
    leaves
}

#[test]
fn twenty_descriptors_and_a_chain() {
    let tree = trees::chain(20_000, 1, 4_000);
    let expected = leaves(20_000, 4_000);
    for words in [
        &[".", "-name", "leaf"][..],
        &[".", "-depth", "-type", "f"],
        &["-s", ".", "-name", "leaf"],
        &["-s", ".", "-depth", "-type", "f", "-size", "+0"],
    ] {
        for variant in Variant::all() {
            let ran = Call::subject(variant, tree.path()).words(words.iter().copied()).step(kernel::limit(Resource::Nofile, 20)).run();
            ran.assert_clean();
            let found = Answer::of(&ran, &under_test().name).records;
            assert_eq!(found.len(), expected.len(), "{}: number of lines", ran.command);
            assert!(found == expected, "{}: other paths", ran.command);
        }
    }
}

#[test]
fn twenty_descriptors_delete_a_chain() {
    for variant in Variant::few() {
        let tree = trees::chain(2_000, 1, 500);
        Call::subject(variant, tree.path()).words([".", "-delete"]).step(kernel::limit(Resource::Nofile, 20)).run().assert_clean();
        assert_eq!(listing(tree.path()), "");
    }
}

#[test]
fn twenty_descriptors_and_a_comb() {
    let tree = trees::comb(400);
    for words in
        [&["."][..], &[".", "-size", "0"], &[".", "-depth"], &["-s", "."], &["-s", ".", "-depth"], &[".", "-type", "d", "-links", "2"]]
    {
        let expected = Call::oracle(tree.path()).words(words.iter().copied()).run();
        for variant in Variant::all() {
            let ran = Call::subject(variant, tree.path()).words(words.iter().copied()).step(kernel::limit(Resource::Nofile, 20)).run();
            assert_same(&ran, &expected);
        }
    }
}

#[test]
fn twenty_descriptors_and_a_bush() {
    let tree = many_directories();
    for words in [&["."][..], &[".", "-depth", "-size", "0"], &[".", "-empty"]] {
        let expected = Call::oracle(tree.path()).words(words.iter().copied()).run();
        for variant in Variant::all() {
            let ran = Call::subject(variant, tree.path()).words(words.iter().copied()).step(kernel::limit(Resource::Nofile, 20)).run();
            assert_same(&ran, &expected);
        }
    }
}

/// A path of 150,000 bytes.
#[test]
fn the_longest_names_in_a_long_chain() {
    let tree = trees::chain(600, 255, 200);
    let expected = Call::oracle(tree.path()).words([".", "-size", "+0", "-type", "f"]).run();
    for variant in Variant::all() {
        assert_same(&Call::subject(variant, tree.path()).words([".", "-size", "+0", "-type", "f"]).run(), &expected);
        assert_same(&Call::subject(variant.sorted(), tree.path()).words([".", "-depth", "-type", "f"]).run(), &expected);
    }
}

#[test]
fn a_full_device_is_told() {
    for tree in [trees::basic(), many_directories()] {
        for variant in Variant::all().into_iter().chain(Variant::all_sorted()) {
            let full = File::options().write(true).open("/dev/full").expect("/dev/full");
            let ran = Call::subject(variant, tree.path()).words(["."]).out(full).run();
            ran.assert_code(1);
            assert!(ran.errors().contains("No space left on device"), "{}\nstderr: {}", ran.command, ran.errors());
        }
    }
}

/// A pipe whose reader is gone.
fn closed_pipe() -> std::io::PipeWriter {
    std::io::pipe().expect("a pipe").1
}

#[test]
fn a_closed_pipe_is_death_by_its_signal() {
    for tree in [trees::basic(), many_directories()] {
        for variant in Variant::all().into_iter().chain(Variant::all_sorted()) {
            let ran = Call::subject(variant, tree.path()).words(["."]).out(closed_pipe()).run();
            assert_eq!(signal(&ran), Some(libc::SIGPIPE), "{}\nended with {}\nstderr: {}", ran.command, ran.status, ran.errors());
            assert!(ran.stderr.is_empty(), "{}\nstderr: {}", ran.command, ran.errors());
        }
    }
}

#[test]
fn a_closed_pipe_is_an_error_where_its_signal_is_ignored() {
    for tree in [trees::basic(), many_directories()] {
        for variant in Variant::all().into_iter().chain(Variant::all_sorted()) {
            let ran = Call::subject(variant, tree.path()).words(["."]).out(closed_pipe()).step(kernel::ignore_sigpipe()).run();
            ran.assert_code(1);
            let errors = ran.errors();
            let message = if under_test().foreign { "Broken pipe" } else { "write error: Broken pipe" };
            assert_eq!(errors.matches(message).count(), 1, "{}\nstderr: {errors}", ran.command);
        }
    }
}

/// `uwalk TREE | head -1`: the reader leaves after a line.
#[test]
fn a_reader_that_leaves_ends_the_walk() {
    let tree = trees::bushy(5, 4, 6);
    for variant in Variant::all().into_iter().chain(Variant::all_sorted()) {
        let call = Call::subject(variant, tree.path()).words(["."]);
        let described = call.described();
        let mut child = call.spawn().expect("a child");
        let mut line = String::new();
        BufReader::with_capacity(64, child.stdout.take().expect("a pipe")).read_line(&mut line).expect("a line");
        assert_eq!(line, ".\n");
        let ran = harness::run::gather(child, described);
        assert_eq!(signal(&ran), Some(libc::SIGPIPE), "{}\nended with {}", ran.command, ran.status);
    }
}

/// What a closed pipe cannot hold up: a walk that prints nothing ends in one way or the other, and -delete goes on.
#[test]
fn a_closed_pipe_without_output() {
    let tree = many_directories();
    for variant in Variant::all() {
        let ran = Call::subject(variant, tree.path()).words([".", "-name", "no-such-name"]).out(closed_pipe()).run();
        assert!(ran.status.success() || signal(&ran) == Some(libc::SIGPIPE), "{}\nended with {}", ran.command, ran.status);
        let tree = trees::bushy(3, 4, 2);
        Call::subject(variant, tree.path()).words([".", "-mindepth", "1", "-delete"]).out(closed_pipe()).run().assert_clean();
        assert_eq!(listing(tree.path()), "");
    }
}

#[test]
fn closed_standard_descriptors() {
    let tree = many_directories();
    let expected = Call::oracle(tree.path()).words(["."]).run();
    for variant in Variant::all().into_iter().chain(Variant::all_sorted()) {
        let call = || Call::subject(variant, tree.path()).words(["."]);
        assert_same(&call().step(kernel::close(0)).run(), &expected);
        assert_same(&call().step(kernel::close(2)).run(), &expected);
        call().step(kernel::close(1)).run().assert_ended();
        let ran = call().step(kernel::close(0)).step(kernel::close(1)).step(kernel::close(2)).run();
        ran.assert_ended();
        assert!(ran.stdout.is_empty() && ran.stderr.is_empty(), "{}: output without descriptors", ran.command);
    }
    assert_eq!(Answer::of(&Call::oracle(tree.path()).words(["."]).run(), "find").records, Answer::of(&expected, "find").records);
}

#[test]
fn a_problem_is_told_and_the_walk_goes_on() {
    let tree = trees::basic();
    for variant in Variant::all().into_iter().chain(Variant::all_sorted()) {
        let ran = Call::subject(variant, tree.path()).words(["missing", "a", "gone", "src"]).locale("C.UTF-8").run();
        ran.assert_code(1);
        let name = &under_test().name;
        let message = |path| format!("{name}: \u{2018}{path}\u{2019}: No such file or directory\n");
        if name != "bfs" {
            assert_eq!(ran.errors(), message("missing") + &message("gone"), "{}", ran.command);
        }
        assert!(ran.lines().contains(&&b"src/main.c"[..]) && ran.lines().contains(&&b"a/b/x.c"[..]));
    }
}

#[test]
fn a_great_many_starting_points() {
    let (tree, top) = Tree::new();
    let mut names: Vec<String> = Vec::new();
    for number in 0..10_000 {
        let name = format!("r{number}");
        if number % 5 == 0 {
            drop(top.dir(&name))
        } else {
            top.file(&name, 0)
        }
        names.push(name);
        names.extend((number % 100 == 0).then(|| format!("missing{number}")));
    }
    for words in [&["-print"][..], &["-depth", "-type", "d"], &["-size", "0", "-links", "1"]] {
        let expected = Call::oracle(tree.path()).words(&names).words(words.iter().copied()).run();
        for variant in Variant::all().into_iter().chain(Variant::all_sorted()) {
            let ran = Call::subject(variant, tree.path()).words(&names).words(words.iter().copied()).run();
            assert_same(&ran, &expected);
            if variant.sorted {
                assert!(ran.stdout == expected.stdout, "{}: order of the starting points", names.len());
            }
        }
    }
}

#[test]
fn quit_ends_after_one_line() {
    let tree = many_directories();
    for _ in 0..harness::runs(5) {
        for variant in Variant::all().into_iter().chain(Variant::all_sorted()) {
            let run = |words: &[&str]| {
                let ran = Call::subject(variant, tree.path()).words(words.iter().copied()).run();
                ran.assert_clean();
                ran
            };
            assert_eq!(run(&[".", "-print", "-quit"]).lines(), [b"."]);
            assert_eq!(run(&[".", "-type", "f", "-print", "-quit"]).lines().len(), 1);
            assert_eq!(run(&[".", "-depth", "-size", "0", "-type", "f", "-print", "-quit"]).lines().len(), 1);
            assert_eq!(run(&[".", "-quit"]).stdout, b"");
            assert_eq!(run(&[".", "-name", "dir3", "-quit", "-print"]).stdout, b"");
            // What comes after the quit is not looked at, so it is not missed.
            assert_eq!(run(&["dir0", "missing", "-print", "-quit"]).lines(), [b"dir0"]);
            assert_eq!(run(&["dir0/file0", "dir1", "-print", "-name", "dir1", "-quit"]).lines(), [&b"dir0/file0"[..], b"dir1"]);
        }
    }
}

/// All that is in a tree, for comparison: one sorted path a line, with its type.
fn listing(path: &Path) -> String {
    let ran =
        std::process::Command::new("find").current_dir(path).args([".", "-mindepth", "1", "-printf", "%y %p\\n"]).output().expect("find");
    let text = String::from_utf8_lossy(&ran.stdout).into_owned();
    let mut lines: Vec<&str> = text.lines().collect();
    lines.sort_unstable();
    lines.join("\n")
}

/// Chains of empty directories, directories that are not, links out of the tree, a directory beside that must survive.
fn for_deletion() -> Tree {
    let (tree, top) = Tree::new();
    trees::plant(&top, &["outside/", "outside/file", "outside/sub/", "outside/sub/file", "in/"]);
    let top = Plot::at(&tree.path().join("in"));
    trees::plant(
        &top,
        &[
            "e/",
            "e/e/",
            "e/e/e/",
            "e/e/f/",
            "full/",
            "full/file",
            "full/a.o",
            "full/empty/",
            "a.o",
            "b.o",
            "keep",
            "sub/",
            "sub/a.o",
            "sub/deep/",
        ],
    );
    trees::plant(&top, &["sub/deep/keep", "sub/deep/b.o", "-name", "sp ace", "new\nline"]);
    top.link("to_outside", "../outside");
    top.link("e/to_outside", "../../outside");
    top.link("to_file", "../outside/file");
    top.link("broken", "nowhere");
    top.link("to_sub", "sub");
    tree
}

#[test]
fn delete_deletes_what_find_deletes() {
    for case in [
        "in -delete",
        "in -mindepth 1 -delete",
        "in -print -delete",
        "in -delete -print",
        "in -delete -o -print",
        "in -name *.o -delete",
        "in -name *.o -delete -print",
        "in ! -name *.o -delete",
        "in -type f -delete",
        "in -type d -delete",
        "in -type d -empty -delete",
        "in -depth -type d -empty -delete",
        "in -empty -delete",
        "in -empty -print -delete",
        "in -type l -delete",
        "in -xtype l -delete",
        "in -xtype d -delete",
        "in -name e -delete",
        "in -name full -delete",
        "in ( -name full -o -name a.o ) -delete",
        "in -maxdepth 1 -delete",
        "in -maxdepth 1 -type f -delete -print",
        "in -mindepth 2 -delete",
        "in -size 0 -delete",
        "in -false -delete",
        "in -name a.o -delete -name b.o -print",
        "in -path */deep/* -delete -o -name keep -print",
        "in/to_outside -delete",
        "in/to_outside/ -maxdepth 0 -delete",
        "-H in/to_outside -name nothing -delete",
        "in/keep in/a.o -delete",
        "in/sub in/missing in/full -delete",
        "in in/sub -delete",
        "in/sub/. -delete",
        "in/sub/ -delete",
        "in -name -name -delete",
        "in ! -user 4242 -delete",
        "in -links 2 -type d -delete",
        "in -print0 -delete",
        "-L in -type l -delete",
        "-L in -name keep -delete",
        "-P in -follow -name *.o -delete",
        ". -path ./in* -delete",
    ] {
        let model = for_deletion();
        let words = words(case, model.path());
        let expected = Call::oracle(model.path()).words(&words).run();
        let left = listing(model.path());
        for variant in Variant::all().into_iter().chain([auto(8).sorted()]) {
            let tree = for_deletion();
            let ran = Call::subject(variant, tree.path()).words(&words).run();
            assert_same(&ran, &expected);
            assert_eq!(listing(tree.path()), left, "{}", ran.command);
        }
    }
}

#[test]
fn delete_of_a_large_tree_leaves_nothing() {
    for variant in Variant::few().into_iter().chain([auto(8).sorted()]) {
        let tree = trees::wide(4_200);
        let ran = Call::subject(variant, tree.path()).words([".", "-mindepth", "1", "-print", "-delete"]).run();
        ran.assert_clean();
        assert_eq!(ran.lines().len(), 3 * 4_200 + 1, "{}", ran.command);
        assert_eq!(listing(tree.path()), "", "{}", ran.command);
    }
}

#[test]
fn delete_without_permission_is_told() {
    if !can_be_ordinary("-delete without permission") {
        return;
    }
    let make = || {
        let (tree, top) = Tree::new();
        trees::plant(&top, &["shut/", "shut/file", "open/", "open/file"]);
        tree.give_away();
        top.mode("shut", 0o555);
        tree
    };
    let model = make();
    let expected = Call::oracle(model.path()).words([".", "-mindepth", "1", "-delete"]).ordinary().run();
    for variant in Variant::all() {
        let tree = make();
        let ran = Call::subject(variant, tree.path()).words([".", "-mindepth", "1", "-delete"]).ordinary().run();
        ran.assert_code(1);
        assert!(ran.errors().contains("Permission denied"), "{}\nstderr: {}", ran.command, ran.errors());
        assert_eq!(expected.status.code(), ran.status.code());
        assert_eq!(listing(tree.path()), listing(model.path()), "{}", ran.command);
    }
}

/// Directories of a tree that changes.
const RACING: usize = 30;

/// A tree with the same names in every directory, and beside it one that looks the same and must stay untouched.
fn for_races() -> Tree {
    let (tree, top) = Tree::new();
    let outside = top.dir("outside");
    let tree_top = top.dir("in");
    for number in 0..RACING {
        let dir = tree_top.dir(format!("d{number}"));
        for leaf in 0..6 {
            dir.file(format!("f{leaf}"), 0);
            let sub = dir.dir(format!("s{leaf}"));
            (0..4).for_each(|file| sub.file(format!("f{file}"), 0));
        }
    }
    for leaf in 0..6 {
        outside.file(format!("f{leaf}"), 0);
        let sub = outside.dir(format!("s{leaf}"));
        (0..4).for_each(|file| sub.file(format!("f{file}"), 0));
        sub.file("secret", 0);
    }
    outside.file("secret", 0);
    tree
}

/// Until told to stop: renames directories away, puts links to the outside in their place, takes them back, and removes one
/// subdirectory after the other.
fn disturb(top: &Path, stop: &AtomicBool) {
    let inside = top.join("in");
    let mut round = 0;
    while !stop.load(Ordering::Relaxed) {
        let (dir, away) = (inside.join(format!("d{}", round % RACING)), inside.join("away"));
        // Each step may fail: -delete is at work in the same place.
        if std::fs::rename(&dir, &away).is_ok() {
            let _ = std::os::unix::fs::symlink("../outside", &dir);
            let _ = std::fs::remove_file(&dir);
            let _ = std::fs::rename(&away, &dir);
        }
        if round % 16 == 0 {
            let _ = std::fs::remove_dir_all(dir.join(format!("s{}", round / 16 % 6)));
        }
        round += 1;
    }
}

/// Runs the command on fresh trees while they are disturbed, gives each run to `judge`.
fn under_disturbance(words: &[&str], judge: impl Fn(&Ran, &Path)) {
    for _ in 0..harness::runs(1) {
        for variant in Variant::all().into_iter().chain(Variant::all_sorted()) {
            let tree = for_races();
            let stop = AtomicBool::new(false);
            let ran = std::thread::scope(|scope| {
                scope.spawn(|| disturb(tree.path(), &stop));
                let ran = Call::subject(variant, tree.path()).words(words.iter().copied()).try_run();
                stop.store(true, Ordering::Relaxed);
                ran
            });
            let ran = ran.expect("a run");
            ran.assert_ended();
            judge(&ran, tree.path());
        }
    }
}

#[test]
fn a_tree_that_changes_is_walked_within_itself() {
    let within = |ran: &Ran, _: &Path| {
        for line in ran.lines() {
            let text = String::from_utf8_lossy(line).into_owned();
            assert!(text == "in" || text.starts_with("in/"), "{}\nprinted {text}", ran.command);
            assert!(!text.contains("secret") && !text.contains("outside"), "{}\nfollowed a link to {text}", ran.command);
        }
    };
    under_disturbance(&["in"], within);
    under_disturbance(&["in", "-depth", "-size", "0"], within);
}

#[test]
fn delete_stays_within_a_tree_that_changes() {
    let untouched = listing(&for_races().path().join("outside"));
    under_disturbance(&["in", "-delete"], |ran, top| {
        assert_eq!(listing(&top.join("outside")), untouched, "{}: deleted outside its tree", ran.command);
    });
}

/// A root of the tests that is a container's may lack what the name promises; nothing here depends on it silently.
#[test]
fn the_tests_know_who_they_are() {
    if is_root() {
        can_be_ordinary("tests as an ordinary user");
    }
}
