//! The manual and the completions that are committed are what the program writes. Where a reader of theirs is installed
//! (groff, a shell), it must take them without a word.

#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The kinds of `--generate` with the files of the results.
const DOCUMENTS: &[(&str, &str)] = &[
    ("man", "man/uwalk.1"),
    ("man-du", "man/uwalk-du.1"),
    ("man-ls", "man/uwalk-ls.1"),
    ("complete-bash", "completions/uwalk.bash"),
    ("complete-zsh", "completions/_uwalk"),
    ("complete-fish", "completions/uwalk.fish"),
];

/// Commands that read a document, with the file as the last word, and say nothing if it is right.
const READERS: &[(&str, &[&str])] = &[
    ("man/uwalk.1", &["groff", "-ww", "-man", "-z"]),
    ("man/uwalk-du.1", &["groff", "-ww", "-man", "-z"]),
    ("man/uwalk-ls.1", &["groff", "-ww", "-man", "-z"]),
    ("completions/uwalk.bash", &["bash", "-n"]),
    ("completions/_uwalk", &["zsh", "-f", "-n"]),
    ("completions/uwalk.fish", &["fish", "--no-config", "--no-execute"]),
];

fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

fn generate(kind: &str) -> std::process::Output {
    Command::new(env!("CARGO_BIN_EXE_uwalk")).args(["--generate", kind]).env("LC_ALL", "C").output().expect("uwalk runs")
}

#[test]
fn the_committed_documents_are_those_of_the_program() {
    for (kind, name) in DOCUMENTS {
        let made = generate(kind);
        assert!(made.status.success() && made.stderr.is_empty(), "{kind}: {made:?}");
        let committed = std::fs::read(file(name)).unwrap_or_default();
        assert!(
            committed == made.stdout,
            "{name} is not what the program writes{}; update it by\n    cargo run -q -- --generate {kind} >{name}\n",
            first_difference(&committed, &made.stdout)
        );
    }
}

fn first_difference(committed: &[u8], made: &[u8]) -> String {
    let lines = |text: &[u8]| String::from_utf8_lossy(text).lines().map(str::to_owned).collect::<Vec<_>>();
    let (committed, made) = (lines(committed), lines(made));
    let at = committed.iter().zip(&made).take_while(|(one, other)| one == other).count();
    let show = |lines: &[String]| lines.get(at).map_or_else(|| "nothing".to_owned(), |line| format!("{line:?}"));
    format!(": line {} is {}, not {}", at + 1, show(&committed), show(&made))
}

#[test]
fn every_kind_has_its_file() {
    let refused = generate("no-such-kind");
    assert_eq!(refused.status.code(), Some(1));
    let message = String::from_utf8(refused.stderr).unwrap();
    let kinds = message.lines().next().and_then(|line| line.split("expected one of ").nth(1)).expect("the kinds");
    assert_eq!(kinds.split(' ').collect::<Vec<_>>(), DOCUMENTS.iter().map(|(kind, _)| *kind).collect::<Vec<_>>());
}

#[test]
fn their_readers_take_them() {
    for (name, reader) in READERS {
        let ran = Command::new(reader[0]).args(&reader[1..]).arg(file(name)).stdin(Stdio::null()).output();
        match ran {
            Ok(ran) => assert!(ran.status.success() && ran.stdout.is_empty() && ran.stderr.is_empty(), "{name}: {ran:?}"),
            Err(error) => eprintln!("skipped: {name}: {}: {error}", reader[0]),
        }
    }
}

#[test]
fn bash_completes() {
    let complete =
        "source \"$0\"; compopt() { :; }; COMP_WORDS=(\"$@\"); COMP_CWORD=$(($# - 1)); _uwalk; printf '%s\\n' \"${COMPREPLY[@]}\"";
    for (words, expected) in [
        (&["uwalk", ".", "-nou"][..], &["-nouser"][..]),
        (&["uwalk", ".", "-name"], &["-name"]),
        (&["uwalk", "--io", "="], &["auto", "ring", "sync"]),
        (&["uwalk", "--io", "s"], &["sync"]),
        (&["uwalk", ".", "-type", "f,l"], &["f,l"]),
        (&["uwalk", ".", "-user", "roo"], &["root"]),
        (&["uwalk", "Cargo.to"], &["Cargo.toml"]),
        (&["uwalk", "-newer", "Cargo.to"], &["Cargo.toml"]),
        (&["uwalk", "-name", "Cargo.to"], &[""]),
        (&["uwalk", "du", "--max-d"], &["--max-depth"]),
        (&["uwalk", "du", "--sort", "s"], &["size"]),
        (&["uwalk", "du", "--time", "=", "ac"], &["access"]),
        (&["uwalk", "du", "--time", "Cargo.to"], &["Cargo.toml"]),
        (&["uwalk", "du", "-X", "Cargo.to"], &["Cargo.toml"]),
        (&["uwalk", "du", "-h", ".", "--where", "-nou"], &["-nouser"]),
        (&["uwalk", "-nou"], &["-nouser"]),
    ] {
        let script = file("completions/uwalk.bash");
        let bash = Command::new("bash").args(["--norc", "-c", complete]).arg(script).args(words).current_dir(file("")).output();
        let Ok(ran) = bash else { return eprintln!("skipped: bash completes: no bash") };
        let answer = String::from_utf8(ran.stdout).unwrap();
        assert_eq!(answer.lines().collect::<Vec<_>>(), expected, "{words:?}: {}", String::from_utf8_lossy(&ran.stderr));
    }
}

#[test]
fn fish_completes() {
    for (line, expected) in [
        ("uwalk . -nou", "-nouser\t"),
        ("uwalk --io s", "sync\t"),
        ("uwalk du --max-d", "--max-depth\t"),
        ("uwalk du --sort=s", "--sort=size\t"),
        ("uwalk du --time=ac", "--time=access\t"),
        ("uwalk du -h . --where -nou", "-nouser\t"),
    ] {
        let complete = "source $argv[1]; complete -C $argv[2]";
        let fish = Command::new("fish").args(["--no-config", "-c", complete]).arg(file("completions/uwalk.fish")).arg(line).output();
        let Ok(ran) = fish else { return eprintln!("skipped: fish completes: no fish") };
        let answer = String::from_utf8(ran.stdout).unwrap();
        assert!(answer.lines().any(|offer| offer.starts_with(expected)), "{line}: {answer}{}", String::from_utf8_lossy(&ran.stderr));
    }
}
