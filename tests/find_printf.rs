//! What actions write, against GNU find: every directive of `-printf` with flags, widths and precisions, escapes, times in
//! several zones, `-ls`, and files that records go to.

// A test ends at the first thing that is not as it must be.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod harness;

use harness::answer::Answer;
use harness::cases::{Bench, LOCALES};
use harness::run::{Call, Variant, is_uwalk, oracle, under_test};
use harness::temp::TempDir;
use harness::trees::{self, Tree};
use harness::words::words;
use rustix::fs::{FileType, Timespec};
use std::path::Path;

const ZONES: &[&str] = &["UTC", "Europe/Berlin", "EST5EDT,M3.2.0,M11.1.0", "America/St_Johns", "<+0330>-3:30", "No/Such", ""];

/// Every kind of entry, names of all bytes, times of all ages.
fn tree() -> Tree {
    let (tree, top) = Tree::new();
    let sub = top.dir("d");
    sub.dir("e").file("x", 7);
    sub.link("up", "../f");
    for (name, length) in [("f", 5), ("empty", 0), ("sparse", 1 << 20), ("99999999", 99_999_999)] {
        top.file(name, length);
    }
    std::fs::write(tree.path().join("full"), vec![1; 10_000]).unwrap();
    for (name, target) in [("l", "f"), ("b", "nowhere"), ("loop", "loop"), ("ld", "d"), ("through", "f/x"), ("l k", "to\n \"x\\")] {
        top.link(name, target);
    }
    top.link("long", "x/".repeat(1500));
    top.node("pipe", FileType::Fifo);
    top.node("socket", FileType::Socket);
    top.hard_link("f2", "f");
    for (name, bits) in [("f", 0o4755), ("empty", 0o6), ("sparse", 0o7000), ("full", 0o1644), ("d/e/x", 0)] {
        top.mode(name, bits);
    }
    for byte in (1..=255_u8).filter(|byte| !matches!(byte, b'/' | b'.')) {
        top.file([b"n", &[byte][..], b"~"].concat(), 0);
    }
    top.file("\u{e9}\u{202e}", 0);
    times(&top);
    tree
}

fn times(top: &trees::Plot) {
    let seconds = [
        0,
        -1,
        -86_400 * 365 * 60,
        951_782_400,
        1_709_175_845,
        1_711_846_799,
        1_711_846_800,
        1_730_008_799,
        1_730_012_400,
        1_104_537_600,
        1_230_768_000,
        2_147_483_647,
        2_147_483_648,
        7_258_118_400,
        13_000_000_000,
    ];
    for (at, tv_sec) in seconds.into_iter().enumerate() {
        for (tv_nsec, suffix) in [(0, "a"), (123_456_789, "b"), (999_999_999, "c")] {
            let name = format!("time{at}{suffix}");
            top.file(&name, 0);
            top.times(&name, Timespec { tv_sec: tv_sec + 86_399, tv_nsec: 7 }, Timespec { tv_sec, tv_nsec });
        }
    }
    for name in [".", "d", "d/e", "ld", "l"] {
        top.times(name, Timespec { tv_sec: 1_000_000_000, tv_nsec: 1 }, Timespec { tv_sec: 1_000_000_001, tv_nsec: 2 });
    }
}

/// Compares in every zone, and for the first one in every locale, with two variants.
#[track_caller]
fn check(dir: &Path, zones: &[&'static str], cases: &[&str]) {
    let mut failures = Vec::new();
    for case in cases {
        for (at, zone) in zones.iter().enumerate() {
            for locale in if at == 0 { &LOCALES[..] } else { &LOCALES[..1] } {
                check_one(dir, zone, locale, case, &mut failures);
            }
        }
    }
    assert!(failures.is_empty(), "{} differences from find:\n\n{}", failures.len(), failures.join("\n"));
}

fn check_one(dir: &Path, zone: &'static str, locale: &'static str, case: &str, failures: &mut Vec<String>) {
    let words = words(case, dir);
    let asked = Answer::of(&Call::oracle(dir).words(words.clone()).locale(locale).env("TZ", zone).run(), &oracle().name);
    for variant in Variant::few() {
        let ran = Call::subject(variant, dir).words(words.clone()).locale(locale).env("TZ", zone).run();
        let answer = Answer::of(&ran, &under_test().name);
        if !answer.agrees(&asked) {
            failures.push(format!("{}\n{}", ran.command, answer.difference(&asked)));
            return;
        }
    }
}

/// One case a group of directives, each shown with its name.
fn formats(prefix: &str, directives: &[String]) -> Vec<String> {
    let show = |directive: &String| format!("%{directive}|");
    directives.chunks(8).map(|some| format!("{prefix} -printf '%p {}\\n'", some.iter().map(show).collect::<String>())).collect()
}

#[track_caller]
fn check_formats(dir: &Path, zones: &[&'static str], prefix: &str, directives: &[String]) {
    let cases = formats(prefix, directives);
    check(dir, zones, &cases.iter().map(String::as_str).collect::<Vec<_>>());
}

/// Without `%a` and `%c`: the walk itself changes access times of directories, and nobody can set the other one.
const LETTERS: &str = "b d D f F g G h H i k l m M n p P s S t u U y Y";

#[test]
fn every_directive_with_every_field() {
    let tree = tree();
    let mut directives = Vec::new();
    for field in "|-10|010|+10| 10|#10|.3|10.3|-10.3|-010|.0|.|5.|+|-|0|#|-+ #010|010.3|#.0|+.2|40.12|00|0-5|5-|1.2.3|'|*".split('|') {
        directives.extend(LETTERS.split(' ').map(|letter| format!("{field}{letter}")));
    }
    // The quote ends a word of a case.
    directives.retain(|directive| !directive.contains('\''));
    check_formats(tree.path(), &["UTC"], ".", &directives);
}

#[test]
fn every_letter_of_a_time_in_every_zone() {
    let tree = tree();
    let letters: Vec<String> =
        (b'!'..=b'~').filter(|byte| !matches!(byte, b'\'' | b'\\')).map(|byte| char::from(byte).to_string()).collect();
    let plain: Vec<String> = letters.iter().map(|letter| format!("T{letter}")).collect();
    check_formats(tree.path(), ZONES, ".", &plain);
    let mut fields: Vec<String> = letters.iter().map(|letter| format!("40.9A{letter}")).collect();
    fields.extend(letters.iter().map(|letter| format!("-5T{letter}")));
    check_formats(tree.path(), &["Europe/Berlin"], ". -name time*", &fields);
    check(tree.path(), ZONES, &[". -name time* -printf '%a|%t|%A+|%60t|%.12a\\n'", "full -printf '%c|%C@|%C+\\n'"]);
}

#[test]
fn links_and_starting_points() {
    let tree = tree();
    // Under -L a link through a file is a difference that `find.rs` has.
    for roots in ["-P . through", "-H . l ld b d/up", "-L d l ld b full d/up"] {
        check(tree.path(), &["UTC"], &[&format!("{roots} -maxdepth 3 -printf 'p=%p %y %Y %l %s %m %i %h %H %P %f %d\\n'")]);
    }
    let roots = ". ./ .// d d/ d/// d//e d/e/ ./d//e// ld ld/ l f d/e/. d/e/.. ../ / // /// /usr/.. {root} {root}/ {root}//";
    for root in roots.split(' ') {
        let case = format!(
            "{root} -maxdepth 1 ( -path {root} -o -name e -o -name f -o -name usr ) -printf 'p=[%p] h=[%h] f=[%f] P=[%P] H=[%H] d=%d\\n'"
        );
        check(tree.path(), &["UTC"], &[&case]);
    }
}

#[test]
fn escapes_and_odd_formats() {
    let tree = tree();
    let formats = r"\a \b \f \n \r \t \v \\ \0 \1 \07 \101 \1014 \8 \9 \q \x41 \e \777 \400 \08 \ab\nc\ a\0b\0 \c a\cb%q% %p\c%p % a% %{ %[ %( %5
        %- %5% %-5%| %.% %T %A %B %C %5T %% %%% %%%% %q%f %5q%f| %# %5. %5.3 %l%5l| %ll %lf %hf %5T@| %W@ %-0+#5p| %5-p %1.2.3p %5{ %T% %T\n %T-Y
        %A5 %A0 %A1 %A9 %*p %Ip %jp %$p %1$p %zs %!";
    let cases: Vec<String> = formats.split_whitespace().map(|format| format!("f -printf '{format}'")).collect();
    check(tree.path(), &["UTC"], &cases.iter().map(String::as_str).collect::<Vec<_>>());
    check(
        tree.path(),
        &["UTC"],
        &["f -printf ''", "f -printf", "f -printf $'%\\xff\\xc3\\xa9%T\\xff'", "f -printf '% 5d%- +#d' -printf x"],
    );
}

#[test]
fn long_lines() {
    let tree = tree();
    // Columns that have not grown: no value here is too wide for them.
    check(
        tree.path(),
        ZONES,
        &[". -ls", ". -depth -ls", "-L d l ld b full -ls", "b l loop nope -ls", ". -name n* -ls -print", "/dev/null -ls"],
    );
    let ask = |call: Call| call.words(["f", "full", "sparse", "-ls"]).env("POSIXLY_CORRECT", "1").env("TZ", "UTC").run();
    harness::answer::assert_same(&ask(Call::subject(Variant::all()[0], tree.path())), &ask(Call::oracle(tree.path())));
}

#[test]
fn actions_among_others() {
    let tree = trees::basic();
    let bench = Bench::new(tree.path());
    bench.check(&[
        ". -printf '%p\\n'",
        ". -printf '%s %p\\n' -o -print",
        ". -type d -printf '%p/\\n' -o -printf '%p %m\\n'",
        ". -name *.c -printf '%f\\n' , -name *.h -printf '%h\\n'",
        ". ! -printf '%p %n\\n' -o -print0",
        ". -depth -printf '%d %p %i\\n'",
        ". -mindepth 2 -printf '%P %y\\n' -prune",
        ". -name a -prune -printf 'pruned %p\\n' -o -type f -printf '%p %u %g %U %G %F %D\\n'",
        ". -printf '%Y %l\\n' -false",
        ". nope -printf '%p %s\\n'",
        ". -xdev -printf '%p %t\\n'",
        ". -size -2 -printf '%p %b %k %S\\n' -print",
    ]);
}

#[test]
fn what_cannot_be_asked_is_not_printed() {
    let tree = trees::unreadable();
    let mut bench = Bench::new(tree.path());
    bench.ordinary = true;
    bench.check(&[". -printf '%p %s\\n'", ". -ls -false", ". -printf '%p %y %d\\n'"]);
    let tree = tree_with_unknown_owner();
    Bench::new(tree.path()).check(&[". -printf '%p %u %g %U %G\\n'", ". -ls"]);
}

/// A file of an owner without a name, where this process may make one.
fn tree_with_unknown_owner() -> Tree {
    let (tree, top) = Tree::new();
    top.file("f", 1);
    if harness::run::is_root() {
        std::os::unix::fs::chown(tree.path().join("f"), Some(3_999_999_999), Some(3_999_999_998)).unwrap();
    } else {
        harness::skipped("owners without a name", "only root can give files away");
    }
    tree
}

/// Runs in `dir` and answers what is in each of the files afterwards; `None` where there is none.
fn contents(call: Call, dir: &Path, files: &[&str]) -> (Answer, Vec<Option<Vec<Vec<u8>>>>) {
    for file in files {
        let _ = std::fs::remove_file(dir.join(file));
    }
    let ran = call.run();
    let read = |file: &&str| {
        let bytes = std::fs::read(dir.join(file)).ok()?;
        let mut records: Vec<Vec<u8>> = bytes.split_inclusive(|byte| matches!(byte, b'\n' | 0)).map(<[u8]>::to_vec).collect();
        records.sort_unstable();
        Some(records)
    };
    let name = if ran.command.contains("uwalk") { &under_test().name } else { &oracle().name };
    (Answer::of(&ran, name), files.iter().map(read).collect())
}

#[test]
fn files_get_what_find_gives_them() {
    let tree = trees::basic();
    let out = TempDir::new();
    for case in [
        "{root} -fprint a",
        "{root} -fprint a -fprint0 b -fprintf a '%f\\n' -fls b",
        "{root} -fprint a -print",
        "{root} -type f -fprint a -o -fprint0 b",
        "{root} -false -fprint a",
        "{root} -maxdepth 0 -o -fprint a",
        "{root} -fprint a -fprint ./a -fprint b/../a",
        "{root} -fprint a -o -fprintf b '%p'",
        "{root} -fprint /dev/stdout -print",
        "{root} -fprint /dev/stderr -false",
        "{root} -name *.c -fprintf a '%s %p\\n' -quit -fprint b",
        "{root} -fprint no/such",
        "{root} -fprint ''",
        "{root} -fprint .",
        "{root} -depth -fprint a -printf '%d\\n'",
        "{root} -fprint a -prune -o -fprint b",
    ] {
        std::fs::create_dir_all(out.path().join("b")).unwrap();
        let files: &[&str] = if case.contains("b/..") { &["a"] } else { &["a", "b"] };
        if files.len() == 2 {
            std::fs::remove_dir(out.path().join("b")).unwrap();
        }
        let words = words(case, tree.path());
        let asked = contents(Call::oracle(out.path()).words(words.clone()), out.path(), files);
        for variant in Variant::all().into_iter().chain([Variant::all()[0].sorted(), Variant::all()[5 % Variant::all().len()].sorted()]) {
            let call = Call::subject(variant, out.path()).words(words.clone());
            let described = call.described();
            let answered = contents(call, out.path(), files);
            // With several threads -quit leaves one match of several.
            if case.contains("-quit") {
                assert_eq!(answered.1.iter().flatten().map(Vec::len).sum::<usize>(), 1, "{described}");
                continue;
            }
            assert!(answered.0.agrees(&asked.0), "{described}\n{}", answered.0.difference(&asked.0));
            assert_eq!(answered.1, asked.1, "{described}");
        }
        for file in files {
            let _ = std::fs::remove_file(out.path().join(file));
        }
    }
}

#[test]
fn a_file_that_cannot_be_written_is_told_by_its_name() {
    let tree = trees::basic();
    let ran = Call::bare(tree.path()).words([".", "-fprint", "/dev/full", "-print"]).run();
    ran.assert_code(1);
    assert!(ran.errors().ends_with("'/dev/full': No space left on device\n"), "{}", ran.errors());
    assert!(ran.lines().len() > 10);
}

#[test]
fn a_closed_pipe_does_not_end_what_a_file_gets() {
    if !is_uwalk("a closed pipe") {
        return;
    }
    let tree = trees::bushy(3, 6, 40);
    let out = TempDir::new();
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let words = words("{root} -print -fprint a", tree.path());
    Call::bare(out.path()).words(words).out(writer).run();
    let find = Call::oracle(tree.path()).words([tree.path()]).run();
    let text = std::fs::read(out.path().join("a")).unwrap();
    assert_eq!(text.len(), find.stdout.len());
}

#[test]
fn births_are_those_that_stat_tells() {
    if !is_uwalk("%B") {
        return;
    }
    let tree = trees::basic();
    let stat = std::process::Command::new("stat").args(["-c", "%W", "."]).current_dir(tree.path()).output().unwrap();
    let ran = Call::bare(tree.path()).words([".", "-maxdepth", "0", "-printf", "%Bs\\n"]).run();
    ran.assert_clean();
    let (told, shown) = (String::from_utf8_lossy(&stat.stdout).into_owned(), String::from_utf8_lossy(&ran.stdout).into_owned());
    // Where the file system keeps no birth, stat(1) says 0 and nothing is shown.
    assert!(shown == told || (told == "0\n" && shown == "\n"), "{told} {shown}");
}

#[test]
fn xargs_reads_what_printx_writes() {
    if !is_uwalk("-printx") {
        return;
    }
    let tree = tree();
    let ran = Call::bare(tree.path()).words([".", "-name", "n*", "-printx"]).run();
    ran.assert_clean();
    let list = TempDir::new();
    std::fs::write(list.path().join("list"), &ran.stdout).unwrap();
    let count = "xargs sh -c 'for f; do test -e \"$f\" || echo missing; echo x; done' sh <\"$0\" | sort | uniq -c";
    let answer =
        std::process::Command::new("sh").args(["-c", count]).arg(list.path().join("list")).current_dir(tree.path()).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&answer.stdout).trim(), "253 x");
}
