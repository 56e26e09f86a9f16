//! `uwalk du` on command lines and trees that are written down: what GNU's options mean together, and hard links. Random
//! ones are in `du_random.rs`, mounts in `du_mounts.rs`, what is told when the world does not help in `du_truth.rs`, what
//! only uwalk has in `du_own.rs`.

#![allow(clippy::unwrap_used, clippy::expect_used)]

mod harness;

use harness::du::lines::{complains, messages, records, shown};
use harness::du::model::{self, Ask, Measure};
use harness::run::{Call, Ran, Variant, is_uwalk, oracle_of_du, under_test};
use harness::temp::TempDir;
use harness::trees::{self, Tree};
use harness::words::words;
use rustix::fs::{FileType, Timespec};
use std::fs;
use std::path::Path;

fn sorted(ran: &Ran, zero: bool) -> Vec<Vec<u8>> {
    let mut records = records(&ran.stdout, zero);
    records.sort_unstable();
    records
}

/// Fails unless the program said what GNU did: the same lines in any order, the same end, messages where GNU has some.
#[track_caller]
fn assert_same(ran: &Ran, gnu: &Ran, zero: bool) {
    let (ours, theirs) = (sorted(ran, zero), sorted(gnu, zero));
    let context = format!("{}\n{}\nstderr: {}\nGNU's: {}", ran.command, gnu.command, ran.errors(), gnu.errors());
    assert!(!ran.late && ran.status == gnu.status, "{context}\nended with {}, GNU with {}", ran.status, gnu.status);
    assert!(ours == theirs, "{context}\nsays:\n{}instead of:\n{}", shown(&ours), shown(&theirs));
    let (name, original) = (&under_test().name, &oracle_of_du().name);
    assert_eq!(complains(ran, name), complains(gnu, original), "{context}");
    assert_eq!(messages(ran, name), messages(gnu, original), "{context}");
}

/// Compares command lines, with semicolons between them, with GNU in one variant after the other.
#[track_caller]
fn check(dir: &Path, cases: &str) {
    for (variant, case) in Variant::all().into_iter().cycle().zip(cases.split(';')) {
        for locale in ["C", "C.UTF-8"] {
            let words = words(case, dir);
            let zero = words.iter().any(|word| matches!(word.as_encoded_bytes(), b"-0" | b"-0a" | b"--null"));
            let gnu = Call::oracle_of_du(dir).words(&words).locale(locale).run();
            assert_same(&Call::du(variant, dir).words(&words).locale(locale).run(), &gnu, zero);
        }
    }
}

/// Files of some sizes in a few directories, without hard links. Their times are apart.
fn plain() -> Tree {
    let (tree, top) = Tree::new();
    trees::plant(&top, &["a/", "a/b/", "a/b/c/", "a/empty/", "z/", "-d/", "a/none", "sp ace"]);
    for (number, (name, size)) in
        [("a/one", 1), ("a/b/k", 1025), ("a/b/c/big", 1_100_000), ("z/more", 70_000), ("file", 5000), ("-d/x", 9000)]
            .into_iter()
            .enumerate()
    {
        fs::write(tree.path().join(name), vec![b'x'; size]).unwrap();
        let time = Timespec { tv_sec: 1_000_000_000 + number as i64 * 100_000_000, tv_nsec: 123_456_789 };
        top.times(name, time, time);
    }
    top.link("to_a", "a");
    top.link("a/to_file", "../file");
    top.node("fifo", FileType::Fifo);
    for (number, name) in ["a/b/c", "a/b", "a/empty", "a", "z", "-d"].into_iter().enumerate() {
        let time = Timespec { tv_sec: 1_200_000_000 + number as i64, tv_nsec: 0 };
        top.times(name, time, time);
    }
    tree
}

#[test]
fn options_alone_and_together() {
    let tree = plain();
    check(
        tree.path(),
        r"-k; .; a; a/; a//; a/.; ./a/b/..; file; a z; z a; -a; -a a; -as; -s -a; -s; -sc a z; -c a; -ca file z; -d0; -d1; -d 2;
          --max-depth=1 a; --max-depth 0; -d1 -d2; -ad1; -sd1; -s -d0; -s --max-depth=3; -d -1; -dx; -d; -d 18446744073709551616;
          -d 99999999999; -S; -Sa; -S -d1 -c; -Ss a; -l a a; a a; a ./a; a/b a; a a/b; a/one a; -a a/one a; -l a/b a; -L to_a;
          -D to_a; -H to_a; -P to_a; to_a/; -L a; -aL a file; -aD a/to_file; -LP to_a; -PL to_a; -x; -0; -0a a; --null -c a z;
          -- -d; -a -- -d a; ./-d; -- a -s; a -s; a -d1 z -c; --inodes; --inodes -a; --inodes -sc a z; --inodes -S; --inodes -h;
          --inodes --apparent-size -s a; --inodes -t 3; --inodes -t -1 -a",
    );
}

#[test]
fn sizes_as_they_are_written() {
    let tree = plain();
    check(
        tree.path(),
        r"-h; -ah; --si; -k; -m; -am; -B1; -aB1; -B 512; -BK; -BM -a; -BkB; -BKB; -B1K; -B2K; -BMB; -BKiB; -BG; -B1MiB;
          -B human-readable; -B si; --block-size=1000; --block-size 3; -h -k; -k -h; -h --si; --si -h; -m -h -k; -B1 -h; -h -B1;
          -B0; -B-1; -Bx; -B1x; -B; --block-size=; -B1Q; -B99999999999999999999; -BE -c; -BY; -B0x10; -B010; -B '+1'; -B ' 1';
          -B1KK; -b file; -b a/one z/more; --apparent-size -h file; -h -b file; -b -h file; -b -k a/b/k; -k -b a/b/k;
          -b -m a/b/c/big; --si -b a/b/c/big; -b -B3 file; --apparent-size a/one; --apparent-size -B1 to_a a/none; -bc file a/b/k;
          -bch file a/b/k",
    );
}

#[test]
fn thresholds() {
    let tree = plain();
    check(
        tree.path(),
        r"-t1; -t 1 -a; -t0 -a; -t -1 -a; -at8K; -at 8k; -at8192; -at 8193; -at-8192; -at -8191; -at-10K; --threshold=1M;
          --threshold=-1M -a; --threshold 1MB -a; --thr=100K; -t -0; -t -00; -t-0K; -tx; -t; -t ''; -t-; -t 1 -t 100000;
          -sct 1G a z; -t 99999999999999999999; -t-9E -s; -t9E -s; -t 16E -s; -t 0.5; -t1KiB -a; -h -t 20K",
    );
}

#[test]
fn times_as_they_are_written() {
    let tree = plain();
    // Reading changes when a directory was read last.
    check(
        tree.path(),
        r"--time; --time -a; --time=atime -a file z/more; --time=access file; --time=use file; --time=at file; --time=a file;
          --time=birth; --time=; --time=mtime; --time=c --time-style=+ file; --time -S a; --time -cs a z;
          --time --time-style=full-iso -a; --time --time-style=long-iso; --time --time-style=iso; --time --time-style=lo;
          --time --time-style=f file; --time --time-style=+%s -a; --time --time-style=+%s.%N -a; --time --time-style=+%d/%b/%y -a;
          --time --time-style=+%H%n%M file; --time --time-style=+; --time --time-style=; --time --time-style=locale;
          --time --time-style=posix-iso; --time --time-style=x; --time-style=x file; --time-style=iso file;
          --time --time-style=+%Q%! file; --time --time-style=+%10Y,%-d,%_m,%^b,%:z,%::z file;
          --time --time-style=+%c|%x|%X|%p|%r|%D|%F|%T|%R|%e|%k|%l|%j|%U|%W|%V|%G|%g|%u|%w|%C|%h|%Z file;
          --time --time-style +%s a; --time a; -0 --time z; --inodes --time -a a; --time -h a; --time=ctime --time-style=+x file;
          --time=status --time-style=+x -a a; --time=s --time-style=+x a",
    );
}

#[test]
fn names_left_out() {
    let tree = plain();
    for (name, contents) in [
        ("list", "b\nmore\n"),
        ("blanks", "\n  \nb \n# no comment\n"),
        ("unended", "one\nb"),
        ("void", ""),
        ("bytes", "\u{e9}\n\\*\n[ab]\n"),
    ] {
        fs::write(tree.path().join(name), contents).unwrap();
    }
    check(
        tree.path(),
        r"-a --exclude=b; -a --exclude=a; -a --exclude=. a; --exclude=.; -a --exclude=a/b; -a --exclude=./a/b; -a --exclude=*;
          -a --exclude=?; -a --exclude=*/*; -a --exclude=a/*; -a --exclude=a*c; -a --exclude=[ab]; -a --exclude=[!a];
          -a --exclude=[a; -a --exclude=b --exclude=z; -a --exclude b a; -a --exclude=*e*; -a --exclude=a/; -a --exclude=/a;
          -a --exclude='sp ace'; -a --exclude=b/c a; -a --exclude=a/b/c a/b; -a --exclude=b/c ./a/b; -a --exclude=big;
          -c --exclude=z a z; -a --exclude=; -a --exclude=\b; -a --exclude=\* a; -a --exclude=A; --exclude; -a --exclude=a/ a/;
          -a --exclude=a a/; -aX list; -a -X list --exclude=c; -a --exclude-from=list; -a --exclude-from list a; -aX blanks;
          -aX unended; -aX void; -aX bytes; -X missing; -X .; -aX list -X void; -a -X - .",
    );
}

#[test]
fn abbreviations_and_mistakes() {
    let tree = plain();
    check(
        tree.path(),
        r"--al; --ap file; --tot a z; --t; --ti; --tim; --time-; --th=1M; --si; --s; --sum; --se; --de a; --dereference to_a;
          --dereference-a to_a; --d; --no a; --n; --nu a; --co; --c; --o; --max=1; --m=1; --max-depth=; --b; --by file; --bl=1;
          --hu; --h; --i; --ex=b; --exclude-=list; --f; --nonsense; --all=yes; --summarize=1; -q; -aq; -Z; -; --; -a --; '';
          a '' z; -e; -1; --max-depth=1x; -d ''; -a1",
    );
}

#[test]
fn settings_of_the_environment() {
    let tree = plain();
    let names = ["DU_BLOCK_SIZE", "BLOCK_SIZE", "BLOCKSIZE"];
    let values = ["1", "512", "K", "kB", "1M", "human-readable", "si", "'1", "", "0", "x", "1x", "K,", "99999999999999999999"];
    let mut settings: Vec<Vec<(&'static str, &str)>> = names.iter().flat_map(|name| values.map(|value| vec![(*name, value)])).collect();
    settings.extend([
        vec![("DU_BLOCK_SIZE", "1"), ("BLOCK_SIZE", "K")],
        vec![("BLOCKSIZE", "1"), ("BLOCK_SIZE", "M")],
        vec![("DU_BLOCK_SIZE", "x"), ("BLOCK_SIZE", "1")],
        vec![("POSIXLY_CORRECT", "")],
        vec![("POSIXLY_CORRECT", "1"), ("BLOCK_SIZE", "1")],
        vec![("POSIXLY_CORRECT", "1"), ("BLOCK_SIZE", "x")],
    ]);
    for (variant, setting) in Variant::all().into_iter().cycle().zip(settings) {
        for case in ["-a", "-k", "-h a", "-sB512 a", "a -s"] {
            let set =
                |call: Call| setting.iter().fold(call.words(words(case, tree.path())), |call, (name, value)| call.env(name, value)).run();
            assert_same(&set(Call::du(variant, tree.path())), &set(Call::oracle_of_du(tree.path())), false);
        }
    }
    for style in ["iso", "full-iso", "+%s", "+%s\n%Y", "posix-long-iso", "posix-posix-iso", "locale", "", "x", "posix-x"] {
        for zone in ["", "UTC0", "America/New_York", "EST5EDT", ":Asia/Kathmandu", "nonsense/x", "<-03>3"] {
            let set = |call: Call| call.words(["-a", "--time", "a"]).env("TIME_STYLE", style).env("TZ", zone).run();
            assert_same(&set(Call::du(Variant::all()[0], tree.path())), &set(Call::oracle_of_du(tree.path())), false);
        }
    }
}

/// Called by a name of `du`, it is that.
#[test]
fn a_link_of_that_name_is_du() {
    if !is_uwalk("a link of the name du") {
        return;
    }
    let tree = plain();
    let place = TempDir::new();
    let link = place.path().join("du");
    std::os::unix::fs::symlink(fs::canonicalize(&under_test().path).unwrap(), &link).unwrap();
    let output =
        std::process::Command::new(&link).args(["-sc", "a", "missing"]).current_dir(tree.path()).env("LC_ALL", "C").output().unwrap();
    let gnu = Call::oracle_of_du(tree.path()).words(["-sc", "a", "missing"]).run();
    assert_eq!((output.stdout, output.status.code()), (gnu.stdout.clone(), Some(1)));
    assert_eq!(String::from_utf8_lossy(&output.stderr), gnu.errors());
}

/// Hard links inside an argument, across two, and of what is no file.
fn linked() -> Tree {
    let (tree, top) = Tree::new();
    trees::plant(&top, &["a/", "a/m/", "b/", "b/n/", "c/"]);
    for (number, name) in ["a/z", "a/m/y", "b/f", "b/n/g", "c/h", "only"].into_iter().enumerate() {
        fs::write(tree.path().join(name), vec![b'x'; 10_000 * (number + 1)]).unwrap();
    }
    top.link("c/link", "nowhere");
    top.node("c/fifo", FileType::Fifo);
    let pairs =
        [("a/a", "b/f"), ("a/m/x", "a/z"), ("b/n/i", "b/f"), ("c/f", "b/f"), ("a/l", "c/link"), ("b/p", "c/fifo"), ("c/again", "c/h")];
    pairs.iter().for_each(|(name, of)| top.hard_link(name, of));
    (0..200).for_each(|number| top.hard_link(format!("{}/k{number}", ["a", "a/m", "b", "b/n", "c"][number % 5]), "only"));
    tree
}

/// The bytes are the same in every run: the model's lines, and for each argument what GNU has.
#[test]
fn hard_links_count_once_and_for_the_same_directory() {
    let tree = linked();
    let ordered = is_uwalk("the order of hard links");
    let all = Ask { all: true, ..Ask::default() };
    let every = Ask { every_link: true, ..Ask::default() };
    let separate = Ask { separate: true, total: true, ..Ask::default() };
    let inodes = Ask { inodes: true, ..Ask::default() };
    let depth = Ask { depth: Some(1), ..Ask::default() };
    let asks = [
        (&[][..], Ask::default()),
        (&["-a"], all),
        (&["-l"], every),
        (&["-S", "-c"], separate),
        (&["--inodes"], inodes),
        (&["-d1"], depth),
    ];
    for (options, ask) in asks {
        for arguments in [&["."][..], &["a", "b", "c"], &["c", "b", "a"], &["b/n", ".", "a"], &["a", "a/m"], &["only", "c"]] {
            let call = |call: Call| call.words(["-B1"]).words(options.iter().copied()).words(arguments.iter().copied()).run();
            let paths: Vec<Vec<u8>> = arguments.iter().map(|path| path.as_bytes().to_vec()).collect();
            let answer = model::answer(&ask, tree.path(), &paths);
            let mut expected = answer.texts(&ask);
            expected.extend(answer.total_text(&ask));
            let gnu = call(Call::oracle_of_du(tree.path()));
            let own = |ran: &Ran| arguments.iter().map(|path| own_line(ran, path)).collect::<Vec<_>>();
            let first = call(Call::du(Variant::new("auto", 8), tree.path()));
            first.assert_clean();
            if !ask.separate {
                assert_eq!(own(&first), own(&gnu), "{}", first.command);
            }
            if ordered {
                expected.sort_unstable();
                assert_eq!(sorted(&first, false), expected, "{}", first.command);
                for _ in 0..20 {
                    assert_eq!(call(Call::du(Variant::new("auto", 8), tree.path())).stdout, first.stdout, "{}", first.command);
                }
            }
        }
    }
}

/// The last line of that path.
fn own_line(ran: &Ran, path: &str) -> Option<Vec<u8>> {
    let end = format!("\t{path}").into_bytes();
    ran.lines().iter().rev().find(|line| line.ends_with(&end)).map(|line| line.to_vec())
}

#[test]
fn many_files_with_several_links() {
    const COUNT: usize = 50_000;
    let (tree, top) = Tree::new();
    trees::plant(&top, &["one/", "other/"]);
    for number in 0..COUNT {
        top.file(format!("one/f{number}"), 0);
        top.hard_link(format!("other/g{number}"), format!("one/f{number}"));
    }
    for (words, expected) in [
        (&["--inodes"][..], "50001\t./one\n1\t./other\n50003\t.\n"),
        (&["--inodes", "other", "one"], "50001\tother\n1\tone\n"),
        (&["--inodes", "-sl"], "100003\t.\n"),
        (&["--inodes", "-S"], "50001\t./one\n1\t./other\n1\t.\n"),
    ] {
        for variant in Variant::all() {
            let ran = Call::du(variant, tree.path()).words(words.iter().copied()).run();
            ran.assert_clean();
            let mut lines = ran.lines();
            lines.sort_unstable();
            let mut theirs: Vec<&[u8]> = expected.lines().map(str::as_bytes).collect();
            theirs.sort_unstable();
            if !under_test().foreign || words.len() > 1 && words[1] != "-S" {
                assert_eq!(lines, theirs, "{}", ran.command);
            }
        }
    }
}

/// From 9.2 on, the length of directories and of special files is no size.
#[test]
fn apparent_sizes_are_lengths_of_files_and_links() {
    if !is_uwalk("--apparent-size of du 9.2") {
        return;
    }
    let tree = plain();
    let ask = Ask { all: true, measure: Measure::Length, total: true, ..Ask::default() };
    let answer = model::answer(&ask, tree.path(), &[]);
    let mut expected = answer.texts(&ask);
    expected.extend(answer.total_text(&ask));
    expected.sort_unstable();
    for options in [&["-acb"][..], &["-ac", "--apparent-size", "-B1"], &["-acA", "-B1"], &["-bca"], &["-A", "-ac", "--block-size=1"]] {
        let ran = Call::du(Variant::all()[0], tree.path()).words(options.iter().copied()).run();
        ran.assert_clean();
        assert_eq!(sorted(&ran, false), expected, "{}", ran.command);
    }
}
