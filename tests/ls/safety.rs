//! What reaches a terminal: our own colours and links, and printable text, in every mode, on stdout and stderr, whatever the
//! names are. A pipe has their bytes.

use crate::harness::ls::plant::{NAMES, REORDERING};
use crate::harness::run::{Call, Ran, Variant, is_uwalk};
use crate::harness::terminal::{self, Size};
use crate::harness::trees::{Plot, Tree, plant};
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;

/// Files, directories and links of every odd name, and links that lead to odd places.
fn tree() -> Tree {
    let (tree, top) = Tree::new();
    plant(&top, &["d/", "l/"]);
    let (dirs, links) = (Plot::at(&tree.path().join("d")), Plot::at(&tree.path().join("l")));
    for (at, name) in names().into_iter().enumerate() {
        top.file(name, at as u64);
        drop(dirs.dir(name));
        links.link(format!("{at}"), [b"../", name].concat());
        links.link([b"n".to_vec(), name.get(..200).unwrap_or(name).to_vec()].concat(), name);
    }
    tree
}

fn names() -> Vec<&'static [u8]> {
    let mut names: Vec<&[u8]> = NAMES.iter().chain(REORDERING).copied().collect();
    names.extend([
        &b"\x1b]0;title\x07"[..],
        b"\x1b[2J",
        b"\x1bP1$r\x1b\\",
        b"\x1b]8;;evil\x1b\\",
        b"\xc2\x9d0;x\xc2\x9c",
        b"\x0e\x0f",
        b"%\x1b",
    ]);
    names
}

/// Takes away what is ours at the beginning: a colour, the erasure of a line's rest, a link.
fn own(text: &[u8]) -> Option<&[u8]> {
    if let Some(rest) = text.strip_prefix(b"\x1b[") {
        let end = rest.iter().position(|byte| !byte.is_ascii_digit() && *byte != b';')?;
        return (rest[end] == b'm' || rest[end] == b'K' && end == 0).then(|| &rest[end + 1..]);
    }
    let rest = text.strip_prefix(b"\x1b]8;;")?;
    let end = rest.iter().position(|byte| !byte.is_ascii_graphic())?;
    rest[end..].strip_prefix(b"\x07").or_else(|| rest[end..].strip_prefix(b"\x1b\\"))
}

/// Where something acts on the terminal.
fn hazard(mut text: &[u8], locale: &str) -> Option<String> {
    while let Some(first) = text.first() {
        if let Some(rest) = own(text) {
            text = rest;
            continue;
        }
        let length = match first {
            b'\n' | b'\t' | b' '..=b'~' => 1,
            0x80.. if locale == "C.UTF-8" => {
                let end = text.iter().position(u8::is_ascii).unwrap_or(text.len());
                let acts = |text: &str| text.chars().any(|character| character.is_control() || is_reordering(character));
                if std::str::from_utf8(&text[..end]).is_ok_and(|text| !acts(text)) { end } else { 0 }
            }
            _ => 0,
        };
        if length == 0 {
            return Some(text[..text.len().min(40)].escape_ascii().to_string());
        }
        text = &text[length..];
    }
    None
}

fn is_reordering(character: char) -> bool {
    matches!(character, '\u{61c}' | '\u{200e}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[test]
fn the_scanner_sees_what_acts() {
    for text in
        ["\x1b[31m", "\x1b[0;1mx\x1b[0m\x1b[K\n\t", "\x1b]8;;file://h/%1b\x07n\x1b]8;;\x07", "\x1b]8;;x\x1b\\", "\u{e9}\u{4e2d}\u{e0b0}"]
    {
        assert_eq!(hazard(text.as_bytes(), "C.UTF-8"), None, "{text:?}");
    }
    for text in
        ["\x1b", "\x1b[2J", "\x1b[31", "\r", "\u{9b}m", "\u{202e}", "\x7f", "\x1b]8;;\u{e9}\x07", "\x1b]8;; \x07", "\x1b]0;x\x07", "\0"]
    {
        assert!(hazard(text.as_bytes(), "C.UTF-8").is_some(), "{text:?}");
    }
    assert!(hazard(b"\xff", "C.UTF-8").is_some() && hazard("\u{e9}".as_bytes(), "C").is_some());
}

/// Options of ls, with everything that would show names as they are.
const LISTINGS: &[&str] = &[
    "",
    "-l",
    "-1",
    "-C",
    "-x",
    "-m",
    "-N",
    "-b",
    "-q",
    "-Q",
    "-lN",
    "-lQ",
    "-lb",
    "-R",
    "-lR",
    "-RN",
    "-RQ",
    "-Rb",
    "-CN",
    "-mN",
    "-xN",
    "-F",
    "-lF",
    "-lFN",
    "--show-control-chars",
    "-N --show-control-chars",
    "-1N --show-control-chars",
    "-lRN --show-control-chars",
    "-q --show-control-chars",
    "--quoting-style=literal",
    "--quoting-style=shell",
    "--quoting-style=shell-always",
    "--quoting-style=shell-escape",
    "--quoting-style=shell-escape-always",
    "--quoting-style=c",
    "--quoting-style=escape",
    "--quoting-style=locale",
    "--quoting-style=clocale",
    "--color=always",
    "-l --color=always",
    "-N --color=always --show-control-chars",
    "--color=always -C -w10",
    "--hyperlink=always",
    "-l --hyperlink=always --color=always",
    "-N --hyperlink=always",
    "-RN --hyperlink=always",
    "--icons=always",
    "-l --icons=always --color=always",
    "-s",
    "-i",
    "-L",
    "-lL",
    "-t",
    "-v",
    "-w0",
    "-U",
    "-f",
    "-T0 -w30",
    "-w3",
];

/// Those of find and du.
const WALKS: &[&str] = &[
    ".",
    ". -ls",
    ". -print",
    ". -printx",
    ". -printf %p\\n%f|%h|%P|%H|%l\\n",
    ". -fprint /dev/stdout",
    ". -fls /dev/stdout",
    ". --json",
    ". --color=always",
    ". --color=always -ls",
    ". --hyperlink=always",
    ". --icons=always",
    ". -s",
    "-L .",
    "-L . -ls",
    ". -type l -ls",
    ". -exec false {} ; -o -print",
    "du -a",
    "du",
    "du -ah --time",
    "du -aL",
    "du --json",
];

fn seen(words: &[OsString], tree: &Tree, locale: &'static str, errors: bool) -> Ran {
    let call = Call::bare(tree.path()).words(words).locale(locale).env("TERM", "xterm");
    let size = Size { columns: 100, rows: 30 };
    if errors { terminal::run_with_errors(call, size) } else { terminal::run(call, size) }
}

fn words(line: &str) -> Vec<OsString> {
    line.split_whitespace().map(OsString::from).collect()
}

#[test]
fn no_name_acts_on_the_terminal() {
    if !is_uwalk("safe names") {
        return;
    }
    let tree = tree();
    let mut faults = Vec::new();
    let listings = LISTINGS.iter().map(|line| format!("ls {line}")).chain(LISTINGS[..0].iter().map(|line| format!("ls {line} l")));
    for line in listings.chain(WALKS.iter().map(|line| (*line).to_owned())) {
        for locale in ["C", "C.UTF-8"] {
            let ran = seen(&words(&line), &tree, locale, true);
            let shown = String::from_utf8_lossy(&ran.stdout);
            let listed = !ran.late && shown.len() > 100 && !shown.contains("unknown option");
            assert!(listed, "{}: {}", ran.command, shown.escape_debug());
            // Icons are characters of Unicode in any locale, and so are names in JSON.
            let locale = if line.contains("icons") || line.contains("json") { "C.UTF-8" } else { locale };
            faults.extend(hazard(&ran.stdout, locale).map(|text| format!("{}: {text}", ran.command)));
        }
    }
    assert!(faults.is_empty(), "{} of them reach the terminal:\n{}", faults.len(), faults.join("\n"));
}

/// Mistakes are told with the words in which they were made.
#[test]
fn no_message_acts_on_the_terminal() {
    if !is_uwalk("safe messages") {
        return;
    }
    let tree = tree();
    let mut faults = Vec::new();
    let starts = [
        "ls ",
        "ls -l ",
        "ls --",
        "ls -I",
        "ls --sort=",
        "ls --time=",
        "ls --color=",
        "ls --block-size=",
        "ls -w",
        "ls -T",
        "ls --time-style=",
        "ls --format=",
        "ls --quoting-style=",
        "ls -l",
        "",
        "-",
        ". -name ",
        ". -",
        ". -size ",
        ". -user ",
        ". -newermt ",
        "-files0-from ",
        "du ",
        "du -",
        "du --",
        "du -t",
        "du -B",
        "du --time=",
        "du --exclude-from=",
        "du --files0-from=",
    ];
    for start in starts {
        for name in ["nothing\x1b[31m", "\x1b]0;x\x07", "new\nline\r", "c1\u{9b}31m", "\u{202e}rlo", "\x7f"]
            .map(str::as_bytes)
            .into_iter()
            .chain([&b"\xffbad\x9b"[..]])
        {
            let mut line = words(start);
            match line.pop() {
                Some(last) if !start.ends_with(' ') => line.push(OsStr::from_bytes(&[last.as_bytes(), name].concat()).to_owned()),
                last => {
                    line.extend(last);
                    line.push(OsStr::from_bytes(name).to_owned());
                }
            }
            for locale in ["C", "C.UTF-8"] {
                let ran = seen(&line, &tree, locale, true);
                assert!(!ran.late, "{}", ran.command);
                faults.extend(hazard(&ran.stdout, locale).map(|text| format!("{}: {text}", ran.command)));
            }
        }
    }
    for variable in ["LS_COLORS", "QUOTING_STYLE", "COLUMNS", "TABSIZE", "TIME_STYLE", "BLOCK_SIZE", "TZ", "TERM"] {
        for line in ["ls", "ls --color=always", "ls -l", "ls -s", ". --color=always", "du --time"] {
            let call = Call::bare(tree.path()).words(words(line)).locale("C.UTF-8").env(variable, "x\x1b[2J\n\u{9b}m");
            let ran = terminal::run_with_errors(call, Size::default());
            faults.extend(hazard(&ran.stdout, "C.UTF-8").map(|text| format!("{}: {text}", ran.command)));
        }
    }
    assert!(faults.is_empty(), "{} of them reach the terminal:\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn a_pipe_has_the_bytes() {
    let tree = tree();
    let mut all: Vec<Vec<u8>> = names().into_iter().chain([&b"d"[..], b"l"]).map(<[u8]>::to_vec).collect();
    all.sort_unstable();
    all.dedup();
    for (options, end) in [
        (&["-a"][..], b"\n"),
        (&["-a1"], b"\n"),
        (&["-a", "-N", "-1"], b"\n"),
        (&["-a", "--zero"], b"\0"),
        (&["-a", "--show-control-chars"], b"\n"),
    ] {
        for locale in ["C", "C.UTF-8"] {
            let ran = Call::ls(Variant::all()[0], tree.path()).words(options.iter().copied()).locale(locale).run();
            ran.assert_clean();
            let expected: Vec<u8> = [b".".to_vec(), b"..".to_vec()]
                .into_iter()
                .chain(all.iter().cloned())
                .collect::<std::collections::BTreeSet<_>>()
                .into_iter()
                .flat_map(|name| [&name[..], end].concat())
                .collect();
            assert!(ran.stdout == expected, "{}", ran.command);
        }
    }
}
