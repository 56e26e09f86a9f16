//! Commands: `-exec`, `-execdir`, `-ok`, `-okdir` and what ends the walk early, against GNU find: records, exit status and
//! messages, with both backends, with 1, 2 and 8 threads.

// A test ends at the first thing that is not as it must be.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod harness;

use harness::cases::Bench;
use harness::kernel::{ignore, ignore_sigpipe, limit};
use harness::run::{Call, Ran, Variant, can_be_ordinary, is_uwalk};
use harness::temp::TempDir;
use harness::{answer, trees};
use rustix::process::Resource;
use std::fs;
use std::io::Write;
use std::os::fd::OwnedFd;
use std::path::Path;

#[test]
fn one_command_an_entry() {
    let tree = trees::basic();
    Bench::new(tree.path()).check(&[
        ". -exec echo '{}' ;",
        ". -type f -exec echo 'x{}y{}' '{}' z ;",
        ". -name *.c -exec echo found ; -print",
        ". -exec test -d '{}' ; -print",
        ". ! -exec test -d '{}' ; -exec echo file '{}' ;",
        ". -type d ( -exec test -e '{}/a' ; -o -exec false ; -o -print0 )",
        "a src -maxdepth 1 -exec printf '%s\\n' '{}' + -exec echo '{} +' ;",
        ". -maxdepth 1 -exec printf '%s\\n' '{' '}' '{ }' '{{}}' ;",
        ". -name a -prune -exec echo '{}' ; -o -name *.c -exec echo '{}' ;",
        ". -depth -name *.c -exec sh -c 'echo \"$0 $#\"' '{}' ;",
        "a/b/ ./src/. -maxdepth 0 -exec echo '{}' ;",
        ". -maxdepth 0 -exec true ; , -false",
    ]);
}

#[test]
fn commands_in_the_entrys_directory() {
    let tree = trees::basic();
    Bench::new(tree.path()).check(&[
        ". -execdir echo '{}' ;",
        ". -type f -execdir sh -c 'echo \"$PWD $0\"' '{}' ;",
        ". -execdir test -f '{}' ; -print",
        ". a a/ a/b// a/b/.. src/main.c / // -maxdepth 0 -execdir sh -c 'pwd; echo \"$0\"' '{}' ;",
        ". -depth -execdir sh -c 'echo \"$PWD $0\"' '{}' ;",
        ". -type f -execdir printf 'x%s\\n' '{}' +",
        ". -depth -execdir printf 'x%s\\n' '{}' +",
        ". -type f -execdir sh -c 'for f; do echo \"$PWD $f\"; done' sh '{}' +",
        "a src / -maxdepth 0 -execdir sh -c 'for f; do echo \"$PWD $f\"; done' sh '{}' +",
        ". -name a -execdir '{}' ;",
    ]);
}

#[test]
fn many_entries_a_command() {
    let tree = trees::basic();
    Bench::new(tree.path()).check(&[
        ". -exec printf '%s\\n' '{}' +",
        ". -type f -exec printf '%s\\n' + x '{}' +",
        ". -type f -exec printf '<%s>\\n' '{}' + -print",
        ". -type f -exec printf '<%s>\\n' '{}' + -o -exec printf '(%s)\\n' '{}' +",
        ". -name nothing -exec echo never '{}' +",
        ". -type f -exec false '{}' + -print",
        ". ! -exec false '{}' + -print",
        ". -maxdepth 1 -exec no-such-command '{}' +",
        "./a -maxdepth 0 -exec '{}' +",
        "/bin/echo a src -maxdepth 0 -exec '{}' +",
        ". -maxdepth 1 -exec sh -c 'kill -9 $$' '{}' +",
        ". -maxdepth 1 -execdir false '{}' +",
    ]);
}

#[test]
fn odd_names_are_arguments_like_others() {
    let tree = trees::odd();
    Bench::new(tree.path()).check(&[
        ". -exec printf '%s\\0' '{}' ;",
        ". -exec printf '%s\\0' '{}' +",
        ". -execdir printf '%s\\0' '{}' ;",
        ". -execdir printf '%s\\0' '{}' +",
    ]);
}

#[test]
fn what_went_wrong_is_told_as_find_tells_it() {
    let tree = trees::basic();
    Bench::new(tree.path()).check(&[
        ". -maxdepth 1 -exec no-such-command '{}' ;",
        ". -maxdepth 1 -exec no-such-command '{}' ; -print -o -print0",
        ". -maxdepth 1 -exec ./no/such '{}' ; -o -print",
        ". -maxdepth 1 -exec /etc '{}' ; -o -print",
        ". -maxdepth 1 -exec ./Makefile '{}' ; -o -print",
        ". -maxdepth 1 -exec '' '{}' ; -o -print",
        ". -maxdepth 1 -name empty* -exec '{}' ; -o -print",
        ". -maxdepth 1 -exec sh -c 'kill -9 $$' ; -o -print",
        ". -maxdepth 1 -exec sh -c 'kill -TERM $$' ; -o -print",
        ". -maxdepth 1 -exec sh -c 'exit 255' ; -o -print",
        ". nonexistent -maxdepth 0 -exec echo '{}' ;",
        ". nonexistent -maxdepth 0 -exec printf '%s\\n' '{}' +",
    ]);
}

#[test]
fn bad_commands_are_refused() {
    let tree = trees::basic();
    Bench::new(tree.path()).check(&[
        ". -exec",
        ". -exec ;",
        ". -exec echo",
        ". -exec echo '{}'",
        ". -exec echo +",
        ". -exec echo '{}' '{}' +",
        ". -exec echo a'{}' '{}' +",
        ". -exec echo '{}' x +",
        ". -exec echo a'{}' +",
        ". -exec echo '{}' + ;",
        ". -ok echo '{}' +",
        ". -ok",
        ". -okdir ;",
        ". -execdir echo",
        ". -execdir echo '{}' '{}' +",
    ]);
}

#[test]
fn an_ordinary_users_commands() {
    let tree = trees::unreadable();
    if can_be_ordinary("an ordinary user's commands") {
        let bench = Bench { ordinary: true, ..Bench::new(tree.path()) };
        bench.check(&[
            ". -exec echo '{}' ;",
            ". -exec printf '%s\\n' '{}' +",
            ". -execdir echo '{}' ;",
            ". -execdir printf '%s\\n' '{}' +",
            ". -depth -execdir echo '{}' ;",
            ". -exec cat '{}/x' ;",
        ]);
    }
}

/// A script without `#!` is run by a shell; PATH is searched as execvp(3) does it.
#[test]
fn programs_are_found_where_find_finds_them() {
    let (tree, top) = trees::Tree::new();
    for (name, bits) in [("one/tool", 0o644), ("two/tool", 0o755), ("three/other", 0o644)] {
        top.dir(name.split('/').next().unwrap());
        std::fs::write(tree.path().join(name), format!("echo {name} \"$@\"\n")).unwrap();
        top.mode(name, bits);
    }
    let dir = |name: &str| format!("{}/{name}", tree.path().display());
    let paths = [
        format!("{}:{}:/usr/bin:/bin", dir("one"), dir("two")),
        format!("{}:/usr/bin:/bin", dir("one")),
        format!("{}:/usr/bin:/bin", dir("three")),
        format!(":{}:/usr/bin", dir("two")),
    ];
    for path in &paths {
        for words in [["two", "-exec", "tool", "{}", "x", ";"], ["two", "-exec", "tool", "x", "{}", "+"]] {
            same_as_find(tree.path(), &words, |call| call.env("PATH", path));
        }
        same_as_find(tree.path(), &["two", "-maxdepth", "0", "-execdir", "tool", "{}", ";"], |call| call.env("PATH", path));
    }
    for path in ["", ".", ":/bin:/usr/bin", "/bin:/usr/bin:", "/bin::/usr/bin", "bin:/usr/bin"] {
        for primary in ["-execdir", "-okdir"] {
            let words = [".", "-false", primary, "/bin/echo", "{}", ";"];
            let ran = same_as_find(tree.path(), &words, |call| call.env("PATH", path));
            ran.assert_code(1);
        }
        let words = [".", "-maxdepth", "0", "-exec", "/bin/echo", "{}", ";"];
        same_as_find(tree.path(), &words, |call| call.env("PATH", path)).assert_clean();
    }
}

/// Runs both and compares; the last of uwalk's runs.
#[track_caller]
fn same_as_find(dir: &Path, words: &[&str], with: impl Fn(Call) -> Call) -> Ran {
    let oracle = with(Call::oracle(dir).words(words)).run();
    let mut last = None;
    for variant in Variant::all() {
        let ran = with(Call::subject(variant, dir).words(words)).run();
        answer::assert_same(&ran, &oracle);
        last = Some(ran);
    }
    last.unwrap()
}

fn pipe_of(bytes: &[u8]) -> OwnedFd {
    let (reader, writer) = rustix::pipe::pipe_with(rustix::pipe::PipeFlags::CLOEXEC).unwrap();
    std::fs::File::from(writer).write_all(bytes).unwrap();
    reader
}

/// Starting points come in their order, so the prompts do too.
#[test]
fn questions_and_answers() {
    let tree = trees::basic();
    for input in ["y\nn\nYes\n", "y\ny\ny\n", "\n y\nno\n", "Y", "", "yn\nny\ny\n"] {
        for action in ["-ok", "-okdir"] {
            let words = ["a", "src/lib.rs", "empty.txt", "-maxdepth", "0", action, "echo", "x{}", ";", "-o", "-print"];
            let oracle = Call::oracle(tree.path()).words(words).input(pipe_of(input.as_bytes())).run();
            for variant in Variant::all() {
                let ran = Call::subject(variant, tree.path()).words(words).input(pipe_of(input.as_bytes())).run();
                assert_eq!(
                    (&ran.stdout, &ran.stderr, ran.status),
                    (&oracle.stdout, &oracle.stderr, oracle.status),
                    "{input:?} {}",
                    ran.command
                );
            }
        }
    }
}

/// The answer is one line; what comes after it is the command's. GNU find closes the command's input.
#[test]
fn the_rest_of_the_input_is_the_commands() {
    if !is_uwalk("the rest of the input") {
        return;
    }
    let tree = trees::basic();
    for variant in Variant::all() {
        let words = ["a", "src", "-maxdepth", "0", "-ok", "cat", ";"];
        let ran = Call::subject(variant, tree.path()).words(words).input(pipe_of(b"y\nfor\ncat\n")).run();
        assert_eq!(String::from_utf8_lossy(&ran.stdout), "for\ncat\n", "{}", ran.command);
        assert_eq!(ran.errors(), "< cat ... a > ? < cat ... src > ? ");
    }
}

/// Signals, limits, mask, working directory and umask come to a command as they came to the walk, also when the walk has
/// threads and a printer that blocks SIGINT.
#[test]
fn commands_inherit_what_the_walk_was_started_with() {
    let tree = trees::bushy(2, 5, 1);
    let show = "umask; pwd; ulimit -Sn; ulimit -Hn; grep -e Sig[BI] /proc/self/status; ls -l /proc/self/fd | wc -l";
    for action in ["-exec", "-execdir"] {
        let words = [".", "-name", "f*", action, "sh", "-c", show, ";"];
        let soft = || -> harness::kernel::Step {
            Box::new(|| {
                let limit = rustix::process::Rlimit { current: Some(100), maximum: Some(1000) };
                Ok(rustix::process::setrlimit(Resource::Nofile, limit)?)
            })
        };
        same_as_find(tree.path(), &words, |call| call.step(soft()));
        same_as_find(tree.path(), &words, |call| call.step(ignore_sigpipe()).step(limit(Resource::Nofile, 64)));
    }
    let words = [".", "-name", "f*", "-exec", "sh", "-c", "ulimit -Sn; grep -e Sig[BI] /proc/self/status", "sh", "{}", "+"];
    same_as_find(tree.path(), &words, |call| call.step(ignore_sigpipe()));
}

/// GNU find has SIGCHLD at its default, and its commands do. Here only the walk itself has.
#[test]
fn sigchld_comes_to_commands_as_it_came_in() {
    if !is_uwalk("an ignored SIGCHLD") {
        return;
    }
    let tree = trees::basic();
    for variant in Variant::all() {
        let run = |words: &[&str]| Call::subject(variant, tree.path()).words(words).step(ignore(libc::SIGCHLD)).run();
        let ran = run(&[".", "-maxdepth", "0", "-exec", "sh", "-c", "exit 3", ";", "-o", "-print"]);
        ran.assert_clean();
        assert_eq!(ran.lines(), [b"."], "{}", ran.command);
        let ran = run(&[".", "-maxdepth", "0", "-exec", "grep", "SigIgn", "/proc/self/status", ";"]);
        let ignored = String::from_utf8_lossy(&ran.stdout).trim_start_matches("SigIgn:").trim().to_owned();
        let bit = 1 << (libc::SIGCHLD - 1);
        assert_eq!(u64::from_str_radix(&ignored, 16).unwrap() & bit, bit, "{}: {ignored}", ran.command);
    }
}

/// A reader that goes ends the walk where writing ends find; commands that nobody reads run on.
#[test]
fn a_closed_pipe_ends_what_writes() {
    let tree = trees::bushy(2, 4, 2);
    let log = TempDir::new();
    let count = |words: &[&str], ignored: bool| {
        let file = log.path().join("log");
        fs::write(&file, "").unwrap();
        let run = |call: Call| {
            let (reader, writer) = rustix::pipe::pipe_with(rustix::pipe::PipeFlags::CLOEXEC).unwrap();
            drop(reader);
            let call = call.words(words).env("LOG", file.as_os_str()).out(writer);
            let ran = if ignored { call.step(ignore_sigpipe()).run() } else { call.run() };
            let lines = fs::read_to_string(&file).unwrap().lines().count();
            fs::write(&file, "").unwrap();
            (lines, ran.status)
        };
        let oracle = run(Call::oracle(tree.path()));
        for variant in Variant::all() {
            assert_eq!(run(Call::subject(variant, tree.path())), oracle, "{variant:?} {words:?}, SIGPIPE ignored: {ignored}");
        }
        oracle.0
    };
    let note = "echo >> \"$LOG\"";
    assert!(count(&[".", "-exec", "sh", "-c", note, ";"], false) > 50);
    assert_eq!(count(&[".", "-print", "-exec", "sh", "-c", note, ";"], false), 0);
    assert!(count(&[".", "-print", "-exec", "sh", "-c", note, ";"], true) > 50);
}

#[test]
fn the_walk_ends_with_a_status() {
    if !is_uwalk("-exit and -limit") {
        return;
    }
    let tree = trees::basic();
    for variant in Variant::all().into_iter().chain(Variant::all_sorted()) {
        for (words, status, lines) in [
            (&["-exit"][..], 0, 0),
            (&[".", "-print", "-exit", "7", "-print"], 7, 1),
            (&["nonexistent", ".", "-print", "-exit"], 0, 1),
            (&["nonexistent", ".", "-print", "-exit", "255"], 255, 1),
            (&[".", "-name", "nothing", "-exit", "3"], 0, 0),
            (&["nonexistent", ".", "-print", "-quit"], 1, 1),
            (&[".", "-print", "-limit", "3"], 0, 3),
            (&[".", "-limit", "3", "-print"], 0, 2),
            (&[".", "-limit", "1"], 0, 0),
            (&[".", "-print", "-limit", "1000"], 0, 30),
            (&[".", "-type", "d", "-o", "-print", "-limit", "2"], 0, 2),
            (&[".", "-exec", "false", "{}", "+", "-exit", "0"], 1, 0),
        ] {
            let ran = Call::subject(variant, tree.path()).words(words).run();
            ran.assert_code(status);
            let count = ran.stdout.iter().filter(|byte| **byte == b'\n').count();
            assert_eq!(count, if lines == 30 { 1 + walkdir(tree.path()) } else { lines }, "{}", ran.command);
        }
    }
}

/// Entries below a directory.
fn walkdir(path: &Path) -> usize {
    let entries = std::fs::read_dir(path).unwrap();
    entries.map(|entry| entry.unwrap()).map(|entry| 1 + if entry.file_type().unwrap().is_dir() { walkdir(&entry.path()) } else { 0 }).sum()
}

#[test]
fn rm_is_delete() {
    if !is_uwalk("-rm") {
        return;
    }
    let tree = trees::basic();
    Call::subject(Variant::all()[0], tree.path()).words(["a", "-rm"]).run().assert_clean();
    assert!(!tree.path().join("a").exists() && tree.path().join("src").exists());
}

/// Every path exactly once, in as few calls as the limits allow.
#[test]
fn arguments_fill_the_calls() {
    let temp = TempDir::new();
    let tree = temp.path().join("tree");
    std::fs::create_dir(&tree).unwrap();
    let names: Vec<String> = (0..100_000).map(|n| format!("a-name-of-some-length-{n:06}")).collect();
    names.iter().for_each(|name| drop(std::fs::File::create(tree.join(name)).unwrap()));
    let log = temp.path().join("calls");
    let script = "echo \"call $#\" >> \"$LOG\"; printf '%s\\n' \"$@\"";
    let words = ["tree", "-type", "f", "-exec", "sh", "-c", script, "sh", "{}", "+"];
    let mut expected: Vec<String> = names.iter().map(|name| format!("tree/{name}")).collect();
    expected.sort();
    let bytes: usize = expected.iter().map(|path| path.len() + 1 + size_of::<usize>()).sum();
    let environment: usize = std::env::vars_os().map(|(name, value)| name.len() + value.len() + 2 + size_of::<usize>()).sum();
    for (stack, variable) in [(8 << 20, 0), (1 << 20, 0), (1 << 20, 100_000)] {
        let allowed = (stack / 4) - environment - variable - 500 - (4 << 10);
        let most = bytes.div_ceil(allowed) + 1;
        for variant in Variant::all() {
            let _ = std::fs::remove_file(&log);
            let stack: harness::kernel::Step = Box::new(move || {
                let limit = rustix::process::Rlimit { current: Some(stack as u64), maximum: None };
                Ok(rustix::process::setrlimit(Resource::Stack, limit)?)
            });
            let call = Call::subject(variant, temp.path()).words(words).step(stack).env("LOG", log.as_os_str());
            let call = if variable > 0 { call.env("LARGE", "x".repeat(variable)) } else { call };
            let ran = call.run();
            ran.assert_clean();
            let mut lines: Vec<String> = String::from_utf8(ran.stdout).unwrap().lines().map(str::to_owned).collect();
            lines.sort();
            assert!(lines == expected, "{}: {} paths", ran.command, lines.len());
            let calls = std::fs::read_to_string(&log).unwrap().lines().count();
            assert!(calls <= most, "{}: {calls} calls, {most} at most", ran.command);
        }
    }
}

/// A path that no call can take is told, and the others are not lost with it.
#[test]
fn what_is_too_long_is_told() {
    if !is_uwalk("arguments that are too long") {
        return;
    }
    let tree = trees::basic();
    let long = "x".repeat(131_060);
    for variant in Variant::all() {
        let each = format!("{{}}{long}");
        let words = ["a", "src/deep/er/file.json", "-maxdepth", "0", "-exec", "echo", &each, ";", "-o", "-print"];
        let ran = Call::subject(variant, tree.path()).words(words).run();
        ran.assert_code(1);
        assert_eq!(ran.errors(), "uwalk: 'echo': Argument list too long\n");
        assert_eq!(String::from_utf8_lossy(&ran.stdout), format!("a{long}\nsrc/deep/er/file.json\n"));
    }
}
