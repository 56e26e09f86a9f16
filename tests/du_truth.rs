//! What du tells when the world does not help: directories that are shut, arguments that are missing, lists of names, a
//! signal, sums that no number holds, outputs that fail, trees that change or are deep. It never crashes, and never leaves
//! something out without a word.

#![allow(clippy::unwrap_used, clippy::expect_used)]

mod harness;

use harness::du::lines::{path, records};
use harness::du::mounts;
use harness::hold::{self, Listener};
use harness::kernel;
use harness::run::{Call, Ran, Variant, can_be_ordinary, gather, is_uwalk, oracle_of_du, signal, under_test};
use harness::trees::{self, Plot};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, Resource, Signal, kill_process};
use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::Path;
use std::process::Stdio;
use std::sync::atomic::{AtomicBool, Ordering};

/// The lines of stderr without the program's name, sorted.
fn said(ran: &Ran, name: &str) -> Vec<String> {
    let start = format!("{name}: ");
    let mut lines: Vec<String> = ran.errors().lines().map(|line| line.strip_prefix(&start).unwrap_or(line).to_owned()).collect();
    lines.sort_unstable();
    lines
}

fn sorted(ran: &Ran) -> Vec<Vec<u8>> {
    let mut records = records(&ran.stdout, false);
    records.sort_unstable();
    records
}

/// Fails unless lines, messages and end are GNU's.
#[track_caller]
fn assert_same(ran: &Ran, gnu: &Ran) {
    assert_eq!(said(ran, &under_test().name), said(gnu, &oracle_of_du().name), "{}", ran.command);
    let context = format!("{}\nstderr: {}", ran.command, ran.errors());
    assert!(!ran.late && ran.status == gnu.status, "{context}\nended with {}, GNU with {}", ran.status, gnu.status);
    let text = |records: Vec<Vec<u8>>| records.iter().map(|record| record.escape_ascii().to_string()).collect::<Vec<_>>();
    assert_eq!(text(sorted(ran)), text(sorted(gnu)), "{context}");
}

/// Compares in every variant and in both locales.
#[track_caller]
fn check(dir: &Path, words: &[&str], prepare: impl Fn(Call) -> Call) -> Ran {
    let mut last = None;
    for locale in ["C", "C.UTF-8"] {
        let gnu = prepare(Call::oracle_of_du(dir).words(words.iter().copied()).locale(locale)).run();
        for variant in Variant::all() {
            let ran = prepare(Call::du(variant, dir).words(words.iter().copied()).locale(locale)).run();
            assert_same(&ran, &gnu);
            last = Some(ran);
        }
    }
    last.expect("a variant")
}

#[test]
fn directories_that_are_shut_are_told_and_counted() {
    if !can_be_ordinary("du without permission") {
        return;
    }
    let tree = trees::unreadable();
    for words in [
        &[][..],
        &["-a"],
        &["-s"],
        &["-sc", "none", "all", "search"],
        &["-S", "write"],
        &["none/file", "all"],
        &["-L", "into_none"],
        &["--inodes"],
    ] {
        let ran = check(tree.path(), words, Call::ordinary);
        ran.assert_code(1);
    }
    let ran = check(tree.path(), &["none"], Call::ordinary);
    assert!(ran.errors().ends_with("cannot read directory 'none': Permission denied\n"), "{}", ran.errors());
    assert_eq!(ran.lines().len(), 1, "{}", ran.command);
    let tree = trees::unsearchable();
    for words in [&[][..], &["-a", "read"], &["-c", "read", "read/file"]] {
        check(tree.path(), words, Call::ordinary).assert_code(1);
    }
}

#[test]
fn missing_arguments_are_told_and_the_others_summed() {
    let tree = trees::basic();
    let ran = check(tree.path(), &["-sc", "a", "missing", "src", "gone/below", "Makefile/x"], |call| call);
    ran.assert_code(1);
    assert_eq!(ran.lines().len(), 3, "{}", ran.command);
    assert!(ran.errors().contains("cannot access 'missing': No such file or directory\n"), "{}", ran.errors());
    check(tree.path(), &["missing"], |call| call).assert_code(1);
    check(tree.path(), &["-c", "missing"], |call| call).assert_code(1);
    check(tree.path(), &["", "a", ""], |call| call).assert_code(1);
}

#[test]
fn messages_quote_names_as_gnu_does() {
    let odd = trees::odd();
    for name in ["no\nline", "it's", "\u{1b}[31m", "\u{e9}", "a b", "\"", "$x", "'\n"] {
        check(odd.path(), &[name, "-a"], |call| call).assert_code(1);
    }
}

#[test]
fn lists_of_arguments() {
    let tree = trees::basic();
    let lists: [(&str, &[u8]); 10] = [
        ("plain", b"a\0src\0.hidden\0"),
        ("unended", b"a\0src"),
        ("overlapping", b"a/b\0a\0a\0./a\0Makefile\0"),
        ("void", b""),
        ("empty_names", b"\0a\0\0src\0"),
        ("only_empty", b"\0"),
        ("missing_names", b"nowhere\0a\0"),
        ("dash", b"-\0a\0"),
        ("lines", b"a\nsrc\n"),
        ("options", b"-s\0--\0a\0"),
    ];
    for (name, contents) in lists {
        fs::write(tree.path().join(name), contents).unwrap();
        for options in [&["-a"][..], &["-sc"], &["-l"]] {
            let from_file = format!("--files0-from={name}");
            check(tree.path(), &[options, &[&from_file]].concat(), |call| call);
            let input = |call: Call| call.input(File::open(tree.path().join(name)).unwrap());
            check(tree.path(), &[options, &["--files0-from=-"]].concat(), input);
            check(tree.path(), &[options, &["--files0-from", "-"]].concat(), input);
        }
    }
    check(tree.path(), &["--files0-from=nowhere"], |call| call).assert_code(1);
    check(tree.path(), &["--files0-from=."], |call| call).assert_code(1);
    check(tree.path(), &["--files0-from=plain", "--files0-from=unended"], |call| call).assert_code(0);
    for words in [&["--files0-from=plain", "a"][..], &["a", "--files0-from=-"], &["--files0-from"]] {
        let ran = Call::du(Variant::all()[0], tree.path()).words(words.iter().copied()).run();
        ran.assert_code(1);
        assert!(ran.stdout.is_empty() && !ran.stderr.is_empty(), "{}", ran.command);
    }
    let shut = Call::du(Variant::all()[0], tree.path()).words(["-sX", "-", "a"]).step(kernel::close(0)).run();
    shut.assert_code(1);
    assert!(shut.errors().contains("-: Bad file descriptor\n"), "{}", shut.errors());
    check(tree.path(), &["--files0-from=-"], |call| call.step(kernel::close(0))).assert_code(1);
    for name in ["a b", "a:b", "~a", "\u{1b}[31m\n", "it's", "plain-1.x", "\u{e9}", "=", "a@b%+,]"] {
        fs::write(tree.path().join(name), b"\0a\0").unwrap();
        check(tree.path(), &["-s", &format!("--files0-from={name}")], |call| call).assert_code(1);
    }
    let empty = Call::du(Variant::all()[0], tree.path()).words(["--files0-from=empty_names"]).run();
    assert!(empty.errors().contains("empty_names:3: invalid zero-length file name\n"), "{}", empty.errors());
}

/// Reads up to the end of a line, not longer than a minute.
fn line_of(from: &mut (impl Read + std::os::fd::AsFd)) -> String {
    let mut line = Vec::new();
    while line.last() != Some(&b'\n') {
        let limit = Timespec { tv_sec: 60, tv_nsec: 0 };
        let ready = poll(&mut [PollFd::new(&*from, PollFlags::IN)], Some(&limit)).expect("poll");
        assert!(ready > 0, "no line after a minute");
        let mut byte = [0];
        assert_eq!(from.read(&mut byte).expect("read"), 1, "the end after {}", line.escape_ascii());
        line.push(byte[0]);
    }
    String::from_utf8_lossy(&line).into_owned()
}

/// Somebody writes a name and waits for its line before the next name.
#[test]
fn a_list_is_answered_name_by_name() {
    let tree = trees::basic();
    let names = ["src/deep", "a/b", "src", "a", "Makefile", "."];
    for variant in Variant::all() {
        let call = Call::du(variant, tree.path()).words(["-s", "-c", "--files0-from=-"]).input(Stdio::piped());
        let described = call.described();
        let mut child = call.spawn().unwrap();
        let (mut input, mut output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        for name in names {
            input.write_all(format!("{name}\0").as_bytes()).unwrap();
            let line = line_of(&mut output);
            assert!(line.ends_with(&format!("\t{name}\n")), "{described}\n{line}");
        }
        drop(input);
        assert!(line_of(&mut output).ends_with("\ttotal\n"), "{described}");
        let ran = gather(child, described);
        ran.assert_clean();
    }
}

/// Fails unless it died of the signal; the sum of its message that says that it is not all, where it is uwalk.
#[track_caller]
fn incomplete_sum(ran: &Ran) -> Option<u64> {
    assert_eq!(signal(ran), Some(libc::SIGINT), "{}\nended with {}\nstderr: {}", ran.command, ran.status, ran.errors());
    if under_test().foreign {
        return None;
    }
    let errors = ran.errors();
    assert!(errors.contains("incomplete"), "{}\nstderr: {errors}", ran.command);
    let digits = errors.split(|char: char| !char.is_ascii_digit()).find(|digits| !digits.is_empty());
    Some(digits.unwrap_or_else(|| panic!("no sum: {errors}")).parse().unwrap())
}

/// The signal comes while a directory is being read: by holding the call there, after a good part of the tree.
#[test]
fn an_interrupted_sum_is_told() {
    let tree = trees::bushy(3, 8, 2);
    let all = Call::oracle_of_du(tree.path()).words(["-s", "-B1"]).run();
    let all: u64 = String::from_utf8_lossy(&all.stdout).split('\t').next().unwrap().parse().unwrap();
    for words in [&["-s", "-B1"][..], &["-B1"], &["-a", "-B1"], &["-sc", "-B1", "dir0", "dir1", "dir2", "dir3", "dir4"], &["-B1", "-c"]] {
        for variant in Variant::all() {
            let call = Call::du(variant, tree.path()).words(words.iter().copied()).step(hold::calls(libc::SYS_getdents64));
            let described = call.described();
            let child = call.spawn().unwrap();
            let listener = Listener::of(&child).unwrap();
            assert_eq!(listener.pass(300), 300, "{described}");
            let _held = listener.next().expect("another call");
            kill_process(Pid::from_child(&child), Signal::INT).unwrap();
            let ran = gather(child, described);
            let sum = incomplete_sum(&ran);
            assert!(sum.is_none_or(|sum| sum > 0 && sum <= all), "{}\n{sum:?} of {all}", ran.command);
        }
    }
}

/// A file becomes a directory before some look at something: also where its name was read and it is looked at next, it is
/// summed up like any other, and no line waits for it.
#[test]
fn a_file_that_becomes_a_directory_is_entered() {
    for looks in 0..8 {
        let (tree, top) = trees::Tree::new();
        trees::plant(&top, &["top/", "top/turns", "top/z/"]);
        let call = Call::du(Variant::new("sync", 1), tree.path()).words(["-B1", "top"]).step(hold::calls(libc::SYS_statx));
        let described = call.described();
        let child = call.spawn().unwrap();
        let listener = Listener::of(&child).unwrap();
        listener.pass(looks);
        let Some(held) = listener.next() else {
            gather(child, described);
            break;
        };
        let turns = tree.path().join("top/turns");
        fs::remove_file(&turns).unwrap();
        fs::create_dir(&turns).unwrap();
        fs::write(turns.join("file"), [b'x'; 5000]).unwrap();
        listener.release(held);
        let more = listener.pass(100);
        let ran = gather(child, described);
        let lines: Vec<Vec<u8>> = sorted(&ran);
        let last = lines.iter().filter(|line| line.ends_with(b"\ttop")).count();
        assert!(ran.errors().is_empty() && last == 1, "after {looks} looks: {}\n{lines:?}\n{}", ran.command, ran.errors());
        // The last look is at `z`: by then the file has been looked at.
        if more > 0 {
            let gnu = Call::oracle_of_du(tree.path()).words(["-B1", "top"]).run();
            assert_eq!(lines, sorted(&gnu), "after {looks} looks: {}", ran.command);
        }
    }
}

/// The signal comes while du waits for the next name: what it has is known.
#[test]
fn a_sum_interrupted_between_arguments_is_that_of_those() {
    let tree = trees::bushy(2, 4, 2);
    for variant in Variant::all() {
        let call = Call::du(variant, tree.path()).words(["-s", "-B1", "--files0-from=-"]).input(Stdio::piped());
        let described = call.described();
        let mut child = call.spawn().unwrap();
        let mut input = child.stdin.take().unwrap();
        let mut sum = 0;
        for name in ["dir1", "dir3"] {
            input.write_all(format!("{name}\0").as_bytes()).unwrap();
            let line = line_of(child.stdout.as_mut().unwrap());
            sum += line.split('\t').next().unwrap().parse::<u64>().unwrap();
        }
        kill_process(Pid::from_child(&child), Signal::INT).unwrap();
        let ran = gather(child, described);
        assert_eq!(incomplete_sum(&ran).unwrap_or(sum), sum, "{}\nstderr: {}", ran.command, ran.errors());
        drop(input);
    }
}

/// Started with SIGINT ignored, as by nohup's kin, or blocked, it goes on.
#[test]
fn an_ignored_signal_stays_ignored() {
    let tree = trees::bushy(2, 8, 1);
    for (variant, step) in [
        (Variant::all()[0], kernel::ignore(libc::SIGINT)),
        (Variant::all()[0], kernel::block(libc::SIGINT)),
        (Variant::new("auto", 8), kernel::block(libc::SIGINT)),
    ] {
        let call = Call::du(variant, tree.path()).words(["-l", "-s", "--files0-from=-"]).input(Stdio::piped()).step(step);
        let described = call.described();
        let mut child = call.spawn().unwrap();
        let mut input = child.stdin.take().unwrap();
        for name in [".", "dir1", "dir2"] {
            input.write_all(format!("{name}\0").as_bytes()).unwrap();
            assert!(line_of(child.stdout.as_mut().unwrap()).ends_with(&format!("\t{name}\n")), "{described}");
            kill_process(Pid::from_child(&child), Signal::INT).unwrap();
        }
        drop(input);
        gather(child, described).assert_clean();
    }
}

/// Lengths of 7 EiB, which only some file systems know.
#[test]
fn sums_that_no_number_holds() {
    mounts::in_private("files of 7 EiB", |grounds| {
        let (at, _) = grounds.tree();
        mounts::tmpfs(&at);
        let place = Plot::at(&at);
        ["one", "two", "three"].iter().for_each(|name| place.file(name, 7 << 60));
        drop(place.dir("dir"));
        ["dir/four", "dir/five"].iter().for_each(|name| place.file(name, 7 << 60));
        for words in [
            &["-B1", "-c", "--apparent-size", "one", "two"][..],
            &["-bc", "one", "two", "three"],
            &["-bch", "one", "two"],
            &["-c", "--apparent-size", "--si", "one", "two", "three"],
            &["-c", "--apparent-size", "-BE", "one", "two"],
            &["-c", "--apparent-size", "one", "two", "three"],
            &["-c", "one", "two", "three"],
            &["-b", "-t", "7E", "one"],
            &["-b", "-t", "-7E", "one"],
        ] {
            check(&at, words, |call| call);
        }
        if is_uwalk("--apparent-size of du 9.2") {
            for (words, expected) in [
                (&["-bs", "dir"][..], "16140901064495857664\tdir\n"),
                (&["-bs"], "Infinity\t.\n"),
                (&["-bsh"], "Infinity\t.\n"),
                (&["-bc", "dir", "one"], "16140901064495857664\tdir\n8070450532247928832\tone\nInfinity\ttotal\n"),
                (&["-s", "--inodes"], "7\t.\n"),
            ] {
                for variant in Variant::all() {
                    let ran = Call::du(variant, &at).words(words.iter().copied()).run();
                    ran.assert_clean();
                    assert_eq!(String::from_utf8_lossy(&ran.stdout), expected, "{}", ran.command);
                }
            }
        }
    });
}

/// GNU does not say why, where it flushed a line in between.
fn write_error(reason: &str) -> String {
    let reason = if under_test().foreign { String::new() } else { format!(": {reason}") };
    format!("{}: write error{reason}\n", under_test().name)
}

#[test]
fn a_full_device_is_told() {
    let tree = trees::bushy(3, 4, 1);
    for words in [&["-s"][..], &["-a"]] {
        for variant in Variant::all() {
            let full = File::options().write(true).open("/dev/full").unwrap();
            let ran = Call::du(variant, tree.path()).words(words.iter().copied()).out(full).run();
            ran.assert_code(1);
            assert_eq!(ran.errors(), write_error("No space left on device"), "{}", ran.command);
        }
    }
}

#[test]
fn a_closed_pipe_ends_it() {
    let tree = trees::bushy(3, 4, 1);
    let closed = || std::io::pipe().unwrap().1;
    for words in [&["-s"][..], &["-a"], &["-c", "dir0", "dir1"]] {
        for variant in Variant::all() {
            let call = || Call::du(variant, tree.path()).words(words.iter().copied()).out(closed());
            let ran = call().run();
            assert_eq!(signal(&ran), Some(libc::SIGPIPE), "{}\nended with {}\nstderr: {}", ran.command, ran.status, ran.errors());
            assert!(ran.stderr.is_empty(), "{}\nstderr: {}", ran.command, ran.errors());
            let ran = call().step(kernel::ignore_sigpipe()).run();
            ran.assert_code(1);
            assert_eq!(ran.errors(), write_error("Broken pipe"), "{}", ran.command);
        }
    }
}

/// Processes come and go, and their directories with them.
#[test]
fn processes_do_not_stop_it() {
    for variant in Variant::all() {
        for words in [&["-s", "/proc/self"][..], &["-a", "/proc/self", "/proc/thread-self"], &["-D", "/proc/self/fd/", "/proc/self"]] {
            let ran = Call::du(variant, Path::new("/")).words(words.iter().copied()).run();
            ran.assert_ended();
            assert!(!ran.stdout.is_empty(), "{}", ran.command);
        }
    }
}

/// Makes and removes files and directories until told to stop.
fn disturb(top: &Path, stop: &AtomicBool) {
    let mut round = 0;
    while !stop.load(Ordering::Relaxed) {
        let dir = top.join(format!("dir{}/dir{}", round % 4, round / 4 % 4));
        let (new, renamed) = (dir.join("new"), dir.join("renamed"));
        // Any of it may fail: a later round finds what an earlier one has left.
        let _ = fs::create_dir(&new);
        let _ = fs::write(new.join("file"), b"x");
        let _ = fs::hard_link(dir.join("file0"), new.join("link"));
        let _ = fs::rename(&new, &renamed);
        let _ = fs::remove_dir_all(&renamed);
        round += 1;
    }
}

#[test]
fn a_tree_that_changes_is_summed() {
    let tree = trees::bushy(3, 4, 2);
    for variant in Variant::all() {
        for words in [&["-s"][..], &["-a"], &["-c", "dir0", "dir1/dir1", "dir1"]] {
            let stop = AtomicBool::new(false);
            let ran = std::thread::scope(|scope| {
                scope.spawn(|| disturb(tree.path(), &stop));
                let ran = Call::du(variant, tree.path()).words(words.iter().copied()).try_run();
                stop.store(true, Ordering::Relaxed);
                ran
            });
            let ran = ran.unwrap();
            ran.assert_ended();
            let records = records(&ran.stdout, false);
            assert!(records.iter().all(|record| !path(record, false).is_empty()), "{}", ran.command);
            // A status of 1 needs a reason, and nothing but what vanished can be one.
            assert_eq!(ran.status.code() == Some(1), !ran.stderr.is_empty(), "{}\nstderr: {}", ran.command, ran.errors());
        }
    }
}

#[test]
fn twenty_descriptors_and_a_chain() {
    let tree = trees::chain(20_000, 1, 4_000);
    for words in [&["-s"][..], &["-d", "3"], &["-Sc", "-d1", "d", "."]] {
        let gnu = Call::oracle_of_du(tree.path()).words(words.iter().copied()).run();
        gnu.assert_code(0);
        let run = |variant, options: &[&str]| {
            let call = Call::du(variant, tree.path()).words(options.iter().copied()).words(words.iter().copied());
            call.step(kernel::limit(Resource::Nofile, 20)).run()
        };
        for variant in Variant::all() {
            assert_same(&run(variant, &[]), &gnu);
        }
        // Following links, GNU opens by whole paths, which are too long for that.
        if is_uwalk("paths beyond PATH_MAX under -L") {
            Variant::few().into_iter().for_each(|variant| assert_same(&run(variant, &["-L"]), &gnu));
        }
    }
}

/// A directory at each level has its line, with a path of as many bytes.
#[test]
fn every_level_of_a_chain_has_its_line() {
    let tree = trees::chain(3_000, 1, 500);
    for variant in Variant::all() {
        let ran = Call::du(variant, tree.path()).words(["--inodes"]).step(kernel::limit(Resource::Nofile, 20)).run();
        ran.assert_clean();
        let lines = ran.lines();
        assert_eq!(lines.len(), 3_001, "{}", ran.command);
        assert!(lines.windows(2).all(|two| two[0].len() > two[1].len()), "{}: order", ran.command);
        assert_eq!(lines[3_000], b"3007\t.", "{}", ran.command);
    }
}

/// With many workers on few processors most of them run ahead as far as they may, and then put back what they began: what
/// they counted of it by then is not lost.
#[test]
fn a_directory_that_is_put_back_keeps_what_was_counted() {
    if !is_uwalk("workers that run ahead") {
        return;
    }
    let (tree, top) = trees::Tree::new();
    for number in 0..300 {
        let dir = top.dir(format!("{number:03}"));
        (0..3).for_each(|number| dir.file(format!("file{number}"), 0));
        (0..100).for_each(|number| _ = dir.dir(format!("{number:02}{}", "n".repeat(190))));
    }
    let gnu = Call::oracle_of_du(tree.path()).words(["--inodes"]).run();
    for _ in 0..2 {
        for words in [&["--inodes"][..], &["--inodes", "--sort=name"]] {
            let ran = Call::du(Variant::new("auto", 64), tree.path()).words(words.iter().copied()).run();
            assert_same(&ran, &gnu);
        }
    }
}
