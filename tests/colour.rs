//! Paths on a terminal: colours and links are those of ls(1), they and icons come only where they are wanted, they ask no more
//! than they need, and no name acts on the terminal.

// A test ends at the first thing that is not as it must be.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod harness;

use harness::run::{Call, Variant, is_uwalk};
use harness::terminal::seen;
use harness::trees::{self, Tree};
use rustix::fs::FileType;
use std::process::Command;

fn tree() -> Tree {
    let (tree, top) = Tree::new();
    for (name, bits) in
        [("plain", 0o644), ("x.sh", 0o755), ("x.c", 0o644), ("X.C", 0o600), ("su", 0o4755), ("sg", 0o2755), ("a.tar.gz", 0o644)]
    {
        top.file(name, 1);
        top.mode(name, bits);
    }
    for (name, bits) in [("d", 0o755), ("st", 0o1755), ("ow", 0o777), ("tw", 0o1777), ("d.c", 0o755)] {
        top.dir(name);
        top.mode(name, bits);
    }
    top.hard_link("one", "plain");
    for (name, target) in [("to_x", "x.sh"), ("to_d", "d"), ("broken", "nowhere"), ("loop", "loop")] {
        top.link(name, target);
    }
    top.node("pipe", FileType::Fifo);
    top.node("socket", FileType::Socket);
    tree
}

const SCHEMES: &[&str] = &[
    "fi=0",
    "di=01;35:ex=0:su=0:sg=0",
    "*.c=33:*.gz=31",
    "*.c=33:*.c=34:ex=",
    "*.tar.gz=35:*.gz=31",
    "or=40;31;01:mi=01;05",
    "ln=target:or=31",
    "ln=target",
    "mh=44;37:su=00:sg=:ex=0",
    "tw=0:ow=0",
    "tw=:st=5",
    "pi=4:so=7:ln=3",
    "di=\\x31:ex=^[:*\\x2ec=\\_",
];

#[test]
fn names_have_the_colours_of_ls() {
    if !is_uwalk("--color") {
        return;
    }
    let tree = tree();
    let mut names: Vec<_> = std::fs::read_dir(tree.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort_unstable();
    for scheme in SCHEMES {
        let ls = run_with(Command::new("ls").args(["-d1", "--color=always"]).args(&names).current_dir(tree.path()), scheme);
        let mut words: Vec<_> = names.clone();
        words.extend(["-maxdepth", "0", "-s", "--color=always"].map(Into::into));
        let ran = Call::bare(tree.path()).words(words).env("LS_COLORS", *scheme).run();
        ran.assert_clean();
        // ls(1) resets the terminal before its first colour.
        let mut lines: Vec<&str> = ls.lines().collect();
        if let Some(first) = lines.iter_mut().find(|line| line.starts_with('\x1b')) {
            *first = first.strip_prefix("\x1b[0m").unwrap_or(first);
        }
        assert_eq!(String::from_utf8_lossy(&ran.stdout).lines().collect::<Vec<_>>(), lines, "{scheme}");
    }
}

fn run_with(command: &mut Command, scheme: &str) -> String {
    let output = command.env("LS_COLORS", scheme).env("LC_ALL", "C").env("TERM", "xterm").output().unwrap();
    assert!(output.status.success(), "{scheme}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// The fields of a line from number `from` on.
fn tail(line: &str, from: usize) -> String {
    line.split_whitespace().skip(from).collect::<Vec<_>>().join(" ")
}

#[test]
fn long_lines_have_the_colours_of_ls() {
    if !is_uwalk("-ls --color") {
        return;
    }
    let tree = tree();
    let mut names: Vec<_> = std::fs::read_dir(tree.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort_unstable();
    for scheme in SCHEMES.iter().chain(["mi=41:or=42", "mi=:or=42", "ln=target:mi=41"].iter()) {
        let words = ["-ld", "--color=always", "--time-style=+%Y"];
        let ls = run_with(Command::new("ls").args(words).args(&names).current_dir(tree.path()), scheme);
        let ran = Call::bare(tree.path()).words(names.clone()).words(["-maxdepth", "0", "-s", "-ls", "--color=always"]);
        let ran = ran.env("LS_COLORS", *scheme).run();
        ran.assert_clean();
        let expected: Vec<String> = ls.replacen("\x1b[0m", "", 1).lines().map(|line| tail(line, 6)).collect();
        let text = String::from_utf8(ran.stdout).unwrap();
        assert_eq!(text.lines().map(|line| tail(line, 10)).collect::<Vec<_>>(), expected, "{scheme}");
    }
}

/// Names of all kinds: as starting points, below them, and by ways with links in them.
#[test]
fn links_have_the_bytes_of_ls() {
    if !is_uwalk("--hyperlink") {
        return;
    }
    let tree = tree();
    let top = trees::Plot::at(tree.path());
    for name in ["with blank", "100%", "qu'ote", "new\nline", "\u{e4}\u{1f600}", "~t-_.x", "a#b?c"] {
        top.dir(name).file(name, 0);
        top.link(format!("to {name}"), name);
    }
    top.file(b"\xff\xfe", 0);
    top.link("up", "..");
    top.link("chain", "to_d");
    for variant in Variant::all().into_iter().chain(Variant::all_sorted()) {
        for words in [&["."][..], &["./", "to with blank/", "up"], &["-L", ".//d", "to new\nline"], &["-H", "chain", "d/../with blank"]] {
            let call = |more: &[&str]| Call::subject(variant, tree.path()).words(words.iter().chain(more).copied()).run();
            let paths = call(&["-maxdepth", "2", "-print0"]).stdout;
            let mut ls = Command::new("xargs");
            ls.args(["-0", "ls", "-d1U", "--hyperlink=always", "--zero"]).current_dir(tree.path());
            let ls = ls.stdin(file_of(&paths)).output().unwrap();
            assert!(ls.status.success(), "{}", String::from_utf8_lossy(&ls.stderr));
            let mut expected: Vec<&[u8]> = ls.stdout.split_inclusive(|byte| *byte == 0).collect();
            expected.sort_unstable();
            let ran = call(&["-maxdepth", "2", "--hyperlink", "-print"]);
            // A newline may belong to a name: what ends a record is the one behind the end of a link.
            let mut text = ran.stdout.clone();
            let end = b"\x1b]8;;\x07\n";
            for at in 0..text.len() {
                if text[at..].starts_with(end) {
                    text[at + end.len() - 1] = 0;
                }
            }
            let mut records: Vec<&[u8]> = text.split_inclusive(|byte| *byte == 0).collect();
            records.sort_unstable();
            let readable = |records: &[&[u8]]| records.iter().map(|record| record.escape_ascii().to_string()).collect::<Vec<_>>();
            assert_eq!(readable(&records), readable(&expected), "{}", ran.command);
        }
    }
}

fn file_of(bytes: &[u8]) -> std::fs::File {
    use std::io::{Seek, Write};
    let memory = rustix::fs::memfd_create("paths", rustix::fs::MemfdFlags::CLOEXEC).unwrap();
    let mut file = std::fs::File::from(memory);
    file.write_all(bytes).unwrap();
    file.rewind().unwrap();
    file
}

#[test]
fn a_path_wears_what_is_wanted_and_other_records_nothing() {
    if !is_uwalk("--icons") {
        return;
    }
    let (tree, top) = Tree::new();
    top.dir("d").file("x.rs", 3);
    top.link("l", "d/x.rs");
    let run = |words: &[&str]| String::from_utf8(Call::bare(tree.path()).words(words.iter().copied()).run().stdout).unwrap();
    let (folder, rust, link) = ("\u{f07b}", "\u{e7a8}", "\u{f0c1}");
    let words = ["d", "l", "-s", "--icons"];
    assert_eq!(run(&words), format!("{folder} d\n{rust} d/x.rs\n{link} l\n"));
    let long = run(&["d/x.rs", "l", "-ls", "--icons=always"]);
    assert_eq!(long.lines().map(|line| tail(line, 10)).collect::<Vec<_>>(), [format!("{rust} d/x.rs"), format!("{link} l -> d/x.rs")]);
    let host = rustix::system::uname().nodename().to_str().unwrap().to_owned();
    let place = tree.path().canonicalize().unwrap();
    let file = format!("\x1b]8;;file://{host}{}/d/x.rs\x07", place.display());
    let (end, worn) = ("\x1b]8;;\x07", ["--icons", "--hyperlink", "--color"]);
    assert_eq!(run(&[&["d/x.rs"], &worn[..]].concat()), format!("{rust} {file}\x1b[01;34md/\x1b[0mx.rs{end}\n"));
    let long = run(&[&["l", "-ls"], &worn[..]].concat());
    assert_eq!(tail(&long, 10), format!("{link} {file}\x1b[01;36ml\x1b[0m{end} -> {file}d/x.rs{end}"));
    for action in
        [&["-print0"][..], &["-printf", "%p %f %l\n"], &["-printx"], &["--json"], &["-fprint", "/dev/stdout"], &["-fls", "/dev/stdout"]]
    {
        let bare = run(&[&["d", "l", "-s"], action].concat());
        assert_eq!(run(&[&["d", "l", "-s"], action, &worn[..]].concat()), bare, "{action:?}");
    }
    // Names are all they are told by, and no stat.
    let ran = Call::bare(tree.path()).words([".", "--icons", "--hyperlink", "--stats"]).run();
    assert!(ran.errors().contains("stats        1 plain"), "{}", ran.errors());
}

#[test]
fn what_stands_before_the_name_is_a_directory() {
    if !is_uwalk("--color") {
        return;
    }
    let tree = trees::basic();
    for variant in Variant::all().into_iter().chain(Variant::all_sorted()) {
        let call = Call::subject(variant, tree.path()).words(["./", "--color=always"]).env("LS_COLORS", "fi=2:di=1:ex=0:ln=3");
        let plain = Call::oracle(tree.path()).words(["./"]).run();
        let ran = call.run();
        ran.assert_clean();
        let mut shown: Vec<String> = ran.lines().iter().map(|line| String::from_utf8_lossy(line).into_owned()).collect();
        assert!(shown.iter().all(|line| line == "\x1b[1m./\x1b[0m" || line.starts_with("\x1b[1m./")), "{shown:?}");
        for line in &mut shown {
            *line = ["\x1b[0m", "\x1b[1m", "\x1b[2m", "\x1b[3m"].iter().fold(line.clone(), |line, code| line.replace(code, ""));
        }
        shown.sort_unstable();
        let mut expected: Vec<String> = plain.lines().iter().map(|line| String::from_utf8_lossy(line).into_owned()).collect();
        expected.sort_unstable();
        assert!(expected.iter().all(|line| shown.contains(line) || line.contains('\u{fffd}')), "{shown:?}\n{expected:?}");
        assert_eq!(shown.len(), expected.len());
    }
}

#[test]
fn colours_ask_no_more_than_they_need() {
    if !is_uwalk("--color") {
        return;
    }
    let tree = tree();
    let stats = |scheme: &str, when: &'static str| {
        let ran = Call::bare(tree.path()).words([".", when, "--stats"]).env("LS_COLORS", scheme).run();
        let errors = ran.errors();
        let line = errors.lines().find(|line| line.starts_with("stats ")).unwrap().to_owned();
        line.split_whitespace().nth(1).unwrap().parse::<usize>().unwrap()
    };
    let nothing = "ex=0:su=0:sg=0:st=0:ow=0:tw=0";
    assert_eq!(stats("", "--color=never"), 1);
    assert_eq!(stats(nothing, "--color=always"), 1);
    // Directories below the starting point: five; files: eight; links: four.
    assert_eq!(stats("ex=0:su=0:sg=0", "--color=always"), 1 + 5);
    assert_eq!(stats("st=0:ow=0:tw=0", "--color=always"), 1 + 8);
    assert_eq!(stats(&format!("{nothing}:or=1"), "--color=always"), 1 + 4);
}

#[test]
fn colours_come_where_they_are_wanted() {
    if !is_uwalk("--color") {
        return;
    }
    let tree = tree();
    let call = || Call::bare(tree.path()).words(["d", "-maxdepth", "0"]).env("LS_COLORS", "di=1").env("TERM", "xterm").env("NO_COLOR", "");
    let (plain, coloured) = ("d\n", "\x1b[1md\x1b[0m\n");
    let piped = |call: Call| String::from_utf8(call.run().stdout).unwrap();
    assert_eq!(seen(call()), coloured);
    assert_eq!(piped(call()), plain);
    assert_eq!(piped(call().words(["--color=always"])), coloured);
    assert_eq!(piped(call().words(["-color"])), coloured);
    assert_eq!(piped(call().words(["--color", "auto"])), plain);
    assert_eq!(seen(call().words(["--color=never"])), plain);
    assert_eq!(seen(call().words(["-nocolor"])), plain);
    assert_eq!(seen(call().env("NO_COLOR", "1")), plain);
    assert_eq!(seen(call().env("NO_COLOR", "1").words(["--color=always"])), coloured);
    assert_eq!(seen(call().env("TERM", "dumb")), plain);
    assert_eq!(seen(call().words(["-print0"])), "d\0");
    // Without a word for when: always. The next word says when only if it is such a word.
    assert_eq!(piped(call().words(["--color"])), coloured);
    assert_eq!(piped(call().words(["--color", "-true"])), coloured);
    for (option, start) in [("--hyperlink", "\x1b]8;;file://"), ("--icons", "\u{f07b} ")] {
        let with = |when: &str| call().words([format!("{option}{when}"), "--color=never".into()]);
        let wears = |text: String| text.starts_with(start);
        assert!(wears(piped(with(""))) && wears(piped(with("=always"))) && wears(seen(with("=always"))), "{option}");
        assert!(wears(seen(with("=auto").locale("C.UTF-8"))), "{option}");
        assert_eq!(wears(seen(with("=auto").locale("C"))), option == "--hyperlink");
        for text in [
            piped(with("=auto")),
            seen(with("=never")),
            seen(call().words(["--color=never"])),
            seen(with("=auto").locale("C.UTF-8").env("TERM", "dumb")),
        ] {
            assert_eq!(text, plain, "{option}");
        }
    }
    let wrong = call().env("LS_COLORS", "nonsense").words(["-color"]).run();
    assert_eq!((wrong.stdout.as_slice(), wrong.errors().as_str()), (&b"d\n"[..], "uwalk: LS_COLORS cannot be read\n"));
}

/// A text without the links in it, whose paths must be plain.
fn without_links(text: &str) -> String {
    let mut parts = text.split("\x1b]8;;");
    let mut rest = parts.next().unwrap().to_owned();
    for part in parts {
        let (path, text) = part.split_once('\x07').unwrap();
        assert!(path.bytes().all(|byte| byte.is_ascii_graphic()), "{path:?}");
        rest.push_str(text);
    }
    rest
}

#[test]
fn no_name_acts_on_the_terminal() {
    if !is_uwalk("safe names") {
        return;
    }
    let (tree, top) = Tree::new();
    for name in ["esc\x1b[2J", "new\nline", "tab\there", "bidi\u{202e}", "c1\u{9b}31m"] {
        top.file(name, 0);
        top.link(format!("to {name}"), name);
    }
    top.file(b"\xff\x1b]0;x\x07", 0);
    for words in [
        "-print",
        "-print0",
        "-printf %p\\n%f|%h|%P|%H|%l\\n",
        "-ls",
        "-printx",
        "--color=always",
        "--json",
        "-fprint /dev/stdout",
        "--hyperlink --icons",
        "-ls --hyperlink --icons",
    ] {
        let words = words.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        for locale in ["C", "C.UTF-8"] {
            let text = seen(Call::bare(tree.path()).words(["."]).words(words.clone()).locale(locale).env("LS_COLORS", "lc=<:rc=>"));
            let text = without_links(&text);
            let acts = |character: char| character.is_control() && !matches!(character, '\n' | '\0') || matches!(character, '\u{202e}');
            // -print0 is for programs: its names are what they are.
            assert!(words[0] == "-print0" || !text.contains(acts), "{words:?}: {text:?}");
        }
    }
}

/// Nobody knows where a relative path leads from a directory that was removed: ls(1) makes no link then either.
#[test]
fn a_removed_directory_gives_no_links() {
    if !is_uwalk("--hyperlink") {
        return;
    }
    let (tree, _) = Tree::new();
    for words in [". \"$1\" -maxdepth 0 --hyperlink", "ls -d --hyperlink . \"$1\""] {
        let script = format!("mkdir gone && cd gone && rmdir ../gone && exec \"$0\" {words}");
        let mut shell = Command::new("sh");
        shell.args(["-c", &script]).arg(&harness::run::under_test().path).arg(tree.path()).current_dir(tree.path());
        let output = shell.output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(text.starts_with(".\n\x1b]8;;file://") && text.lines().count() == 2, "{words}: {text:?}");
        assert!(output.status.success() && output.stderr.is_empty(), "{words}");
    }
}
