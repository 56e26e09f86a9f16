//! du's command line through the binary: what is right and what is wrong, as GNU's du has it, and how it says so.

#![allow(clippy::unwrap_used, clippy::expect_used)]

mod harness;

use harness::coreutils::du;
use harness::random::{Random, seed};
use harness::run::{Call, under_test};
use harness::runs;
use harness::temp::TempDir;
use std::path::Path;
use std::process::Stdio;

/// Checks that the exit status is that of GNU's du, and that a command line that it does not take is an error with one line
/// that says so, the words with one of them underlined, and the line that names --help.
#[track_caller]
fn check(dir: &Path, words: &[&str]) {
    let theirs = du(dir, "C").args(words).stdin(Stdio::null()).output().unwrap();
    let told = String::from_utf8_lossy(&theirs.stderr).into_owned();
    // That a path is missing is no matter of the command line.
    let is_right =
        theirs.status.success() || told.lines().all(|line| ["cannot access ", "warning: "].iter().any(|text| line[4..].starts_with(text)));
    let ran = Call::bare(dir).words(["du"]).words(words.iter().copied()).run();
    ran.assert_code(theirs.status.code().unwrap());
    let errors = ran.errors();
    let lines: Vec<&str> = errors.lines().collect();
    let helps = lines.last() == Some(&"Try 'uwalk du --help' for more information.");
    assert_eq!(helps, !is_right, "{}: {errors}", ran.command);
    if !is_right {
        assert!(ran.stdout.is_empty() && errors.starts_with("uwalk: "), "{}: {errors}", ran.command);
        assert!(lines.len() >= 4 && lines[1].starts_with("  uwalk du ") && lines[2].contains('^'), "{}: {errors}", ran.command);
    }
}

fn bench() -> TempDir {
    let dir = TempDir::new();
    std::fs::create_dir(dir.path().join("d")).unwrap();
    std::fs::write(dir.path().join("f"), "d\0").unwrap();
    dir
}

#[test]
fn right_and_wrong_command_lines() {
    let dir = bench();
    for line in [
        // Letters, bundles, permutation.
        "",
        "d",
        "-s",
        "-a d",
        "d -a",
        "-sx d",
        "-sxc d f",
        "-0 d",
        "-Q",
        "-sQ",
        "-s-",
        "-a-s",
        "- -s",
        "-1",
        "-aa -ss d",
        "-abcDHLPSlxhkm d",
        "-- d",
        "-a -- d",
        "d --",
        "--",
        "-- -- d",
        "-- -s",
        // Arguments.
        "-d",
        "-d1",
        "-d 1",
        "-d=1",
        "-xd1",
        "-dx",
        "-d -1",
        "-d-1",
        "-d +1",
        "-d 0x1",
        "-d 08",
        "-d 1k",
        "-d 99999999999",
        "-d 99999999999999999999",
        "--max-depth",
        "--max-depth=1",
        "--max-depth 1",
        "--max-depth=",
        "--max-depth=-",
        "-d1 -dx",
        "-dx -d1",
        "-d x --version",
        "-d x --help",
        "-B",
        "-B1",
        "-B 1K d",
        "-BK d",
        "-B KiB",
        "-BKi",
        "-B0",
        "-B -1",
        "-B x",
        "-B 1x",
        "-B1Y",
        "-B E",
        "-Be",
        "-B=1",
        "-B '1 d",
        "-Bsi",
        "-B s",
        "-B human-readable",
        "-B hum",
        "-B human-readablex",
        "--block-size=1K",
        "--block-size 2M",
        "--block-size=",
        "--block=3",
        "--bl 3",
        "--b=3",
        "--by d",
        "-B 1 -B x",
        "-B x --help",
        "--help -B x",
        "--version -Q",
        "-Q --version",
        "-t1",
        "-t -1",
        "-t-0",
        "-t 0",
        "-t x",
        "-t 1k",
        "-t 1g",
        "-t 1m",
        "-t 1t",
        "-t 1Y",
        "-t 8E",
        "-t -8E",
        "-t 7E",
        "-t 0x10",
        "-t '1",
        "-t human",
        "--threshold=1",
        "--threshold=-1K",
        "--thres -5",
        "--threshold",
        "--th=3",
        // Times.
        "--time d",
        "--time=atime",
        "--time=a",
        "--time=access",
        "--time=us",
        "--time=c",
        "--time=st",
        "--time=",
        "--time=x",
        "--time=mtime",
        "--time atime",
        "--time f",
        "--ti",
        "--tim",
        "--time-s=iso --time",
        "--time-style=x",
        "--time --time-style=x",
        "--time --time-style",
        "--time --time-style=f",
        "--time --time-style=",
        "--time --time-style=+x",
        "--time-style + --time",
        "--time --time-style=locale",
        "--time --time-style=posix-iso",
        "--time-style=x --time-style=iso --time",
        "--time --time-style=full-isox",
        // Long names and their beginnings.
        "--all",
        "--al",
        "--a",
        "--ap d",
        "--apparent-size",
        "--all=1",
        "--foo",
        "--foo=1",
        "--=x",
        "--s",
        "--si",
        "--se",
        "--su",
        "--summarise",
        "--h",
        "--hu",
        "--he",
        "--help=1",
        "--v",
        "--vers",
        "--n",
        "--nu",
        "--no",
        "--de",
        "--deref",
        "--dereference",
        "--dereference-",
        "--t",
        "--to",
        "--tot",
        "--ex",
        "--exclude",
        "--exclude=x",
        "--exclude x",
        "--exclude-from",
        "--exclude-f",
        "--exclude-=f",
        "--exclude-from=f",
        "-Xf d",
        "-X f d",
        "--exclude= d",
        "--c",
        "--i",
        "--o",
        "--one d",
        "--f",
        "--files",
        "--m=1",
        "--bytes=1",
        // What goes together.
        "-s -a",
        "-a -s",
        "-sad1",
        "-s -d1",
        "-d1 -s",
        "-sd0",
        "-s -d1 -d0",
        "-d0 -d1 -s",
        "--inodes -b d",
        "--inodes --apparent-size",
        "--inodes -h -a",
        "-s --help -a",
        "-L -P d",
        "-b -h",
        "-0 -h --si -k",
        "--files0-from=f d",
        "d --files0-from=f",
        "--files0-from - d",
        "--files0-from",
        "--files0-from=/dev/null",
    ] {
        check(dir.path(), &line.split_whitespace().collect::<Vec<_>>());
    }
}

#[test]
fn random_command_lines() {
    let dir = bench();
    let mut random = Random::new(seed());
    let words = [
        "-a",
        "-s",
        "-d",
        "-d0",
        "-d1",
        "1",
        "0",
        "-1",
        "1K",
        "-B",
        "-BM",
        "-b",
        "-h",
        "-k",
        "-t",
        "-t-1",
        "-0",
        "-c",
        "-x",
        "-L",
        "--",
        "d",
        "f",
        "-",
        "--time",
        "--time=a",
        "--time=x",
        "--time-style=iso",
        "--time-style=x",
        "--exclude",
        "--excl=x",
        "--max-depth",
        "--inodes",
        "--si",
        "-sx",
        "-ac",
        "--thresh",
        "--thresh=-0",
        "--block=K",
        "--all",
        "--total=1",
        "-S",
        "--help",
        "--version",
        "iso",
        "--files0-from=f",
        "-H",
        "-P",
        "--summ",
        "-A1",
    ];
    for _ in 0..runs(400) {
        let line: Vec<&str> = (0..random.below(6)).map(|_| random.pick(&words)).collect();
        check(dir.path(), &line);
    }
}

#[test]
fn help_and_version() {
    let dir = bench();
    let help = Call::bare(dir.path()).words(["du", "--help"]).run();
    help.assert_clean();
    assert!(help.stdout.starts_with(b"Usage: uwalk du [OPTION]... [PATH]..."), "{}", String::from_utf8_lossy(&help.stdout));
    let version = Call::bare(dir.path()).words(["du", "-s", "--vers"]).run();
    version.assert_clean();
    assert_eq!(version.stdout, format!("uwalk {}\n", env!("CARGO_PKG_VERSION")).into_bytes());
    let main = Call::bare(dir.path()).words(["--help"]).run();
    assert!(String::from_utf8_lossy(&main.stdout).contains("uwalk du --help"));
    let unread =
        Call::bare(dir.path()).words(["du", "--help"]).out(std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap()).run();
    unread.assert_code(1);
    assert_eq!(unread.errors(), "uwalk: write error: No space left on device\n");
}

#[test]
fn called_as_du() {
    let dir = bench();
    std::os::unix::fs::symlink(&under_test().path, dir.path().join("du")).unwrap();
    let run = |words: &[&str]| {
        let ran = std::process::Command::new(dir.path().join("du")).args(words).env("LC_ALL", "C").output().unwrap();
        (ran.status.code(), String::from_utf8(ran.stderr).unwrap())
    };
    let text = "du: '-d': 'x' is none: expected a number of levels\n  du -d x\n        ^\nTry 'du --help' for more information.\n";
    assert_eq!(run(&["-d", "x"]), (Some(1), text.to_owned()));
    assert_eq!(run(&["--help"]), (Some(0), String::new()));
}

#[test]
fn mistakes_are_found_before_anything_is_done() {
    let dir = bench();
    let ran = Call::bare(dir.path()).words(["du", "d", "--where", "-delete"]).run();
    ran.assert_code(1);
    assert!(ran.errors().starts_with("uwalk: '-delete' is no test: '--where' takes tests and operators alone\n"), "{}", ran.errors());
    assert!(dir.path().join("d").is_dir());
    let unreadable = Call::bare(dir.path()).words(["du", "--where", "-name", "x", "-fprint", "made"]).run();
    unreadable.assert_code(1);
    assert!(!dir.path().join("made").exists());
}
