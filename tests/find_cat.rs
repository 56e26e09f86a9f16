//! `-cat`: the bytes of cat(1), whole files in their order, into every kind of output; and what is told of files that cannot be
//! output as they are.

#![allow(clippy::unwrap_used, clippy::expect_used)]

mod harness;

use harness::hold::{self, Listener};
use harness::kernel;
use harness::run::{Call, Ran, Variant, can_be_ordinary, gather, is_uwalk, signal};
use harness::terminal::bytes_seen;
use harness::trees::Tree;
use rustix::fs::FileType;
use rustix::process::Resource;
use std::ffi::OsString;
use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, Write};
use std::path::Path;
use std::process::Command;

/// More than is read into a block, and no multiple of anything.
const LARGE: usize = 300_007;

/// Bytes that repeat only after a while, and begin with `seed`.
fn noise(seed: u64, length: usize) -> Vec<u8> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut bytes = Vec::with_capacity(length + 8);
    while bytes.len() < length {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        bytes.extend_from_slice(&state.to_le_bytes());
    }
    bytes.truncate(length);
    bytes
}

fn write(tree: &Tree, name: &str, bytes: &[u8]) {
    std::fs::write(tree.path().join(name), bytes).unwrap();
}

/// Files of all sizes around the bounds, a sparse one, an empty one, and directories of them.
fn files() -> Tree {
    let (tree, top) = Tree::new();
    let sizes = [0, 1, 1023, 4096, 65_535, 65_536, 65_537, 131_072, LARGE];
    for (at, size) in sizes.into_iter().enumerate() {
        write(&tree, &format!("f{at}"), &noise(at as u64, size));
    }
    top.file("sparse", 3 << 20);
    for dir in ["d", "e"] {
        top.dir(dir);
        for at in 0..40 {
            let size = if at % 9 == 0 { LARGE } else { 31 * at };
            write(&tree, &format!("{dir}/{at}"), &noise(100 + at as u64, size));
        }
    }
    tree
}

const OPERANDS: &[&str] = &["f8", "f1", "f0", "sparse", "f3", "f4", "f5", "f6", "f7", "f1", "f2", "./f8", "d/9"];

/// What cat(1) makes of files.
fn cat(dir: &Path, names: impl IntoIterator<Item = impl Into<OsString>>) -> Vec<u8> {
    let ran = Command::new("cat").args(names.into_iter().map(Into::into)).current_dir(dir).output().unwrap();
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    ran.stdout
}

#[track_caller]
fn assert_bytes(ran: &Ran, bytes: &[u8]) {
    ran.assert_clean();
    assert_eq!(ran.stdout.len(), bytes.len(), "{}", ran.command);
    assert!(ran.stdout == bytes, "{}: other bytes", ran.command);
}

fn every() -> Vec<Variant> {
    Variant::all().into_iter().chain(Variant::all_sorted()).collect()
}

#[test]
fn operands_are_concatenated() {
    if !is_uwalk("-cat") {
        return;
    }
    let tree = files();
    let expected = cat(tree.path(), OPERANDS);
    for variant in every() {
        let call = || Call::subject(variant, tree.path()).words(OPERANDS.iter().copied()).words(["-cat"]);
        assert_bytes(&call().run(), &expected);
        // Into files: from the beginning, behind what is there, in another file system, and with room to read back.
        let within = tree.path().join("out");
        let shm = Path::new("/dev/shm").join(format!("uwalk-cat-{}", std::process::id()));
        let outputs = [Some(within), Path::new("/dev/shm").is_dir().then_some(shm)];
        for path in outputs.into_iter().flatten() {
            for appends in [false, true] {
                std::fs::write(&path, b"head").unwrap();
                let mut out = OpenOptions::new().write(true).append(appends).open(&path).unwrap();
                out.seek(std::io::SeekFrom::End(0)).unwrap();
                call().out(out).run().assert_clean();
                let bytes = std::fs::read(&path).unwrap();
                assert!(bytes[..4] == *b"head" && bytes[4..] == expected, "{} {appends} {variant:?}", path.display());
            }
            std::fs::remove_file(&path).unwrap();
        }
    }
}

#[test]
fn sockets_terminals_and_nowhere() {
    if !is_uwalk("-cat") {
        return;
    }
    let tree = files();
    let expected = cat(tree.path(), OPERANDS);
    let call = || Call::bare(tree.path()).words(OPERANDS.iter().copied()).words(["-cat"]);
    let (mut ours, theirs) = std::os::unix::net::UnixStream::pair().unwrap();
    let reader = std::thread::spawn(move || {
        let mut bytes = Vec::new();
        ours.read_to_end(&mut bytes).unwrap();
        bytes
    });
    call().out(std::os::fd::OwnedFd::from(theirs)).run().assert_clean();
    assert!(reader.join().unwrap() == expected);
    call().out(File::options().write(true).open("/dev/null").unwrap()).run().assert_clean();
    // A terminal gets what cat(1) gives it.
    let lines: String = (0..30_000).map(|line| format!("line {line}\n")).collect();
    write(&tree, "lines", lines.as_bytes());
    let seen = bytes_seen(Call::bare(tree.path()).words(["lines", "f1", "-cat"]), 0);
    let mut expected = lines.into_bytes();
    expected.extend(cat(tree.path(), ["f1"]));
    assert!(seen == expected, "{} bytes", seen.len());
}

#[test]
fn trees_in_their_order() {
    if !is_uwalk("-cat") {
        return;
    }
    let tree = files();
    let sorted = Call::bare(tree.path()).words([".", "-s", "-type", "f", "-print"]).run();
    let names: Vec<OsString> = sorted.lines().iter().map(|line| String::from_utf8(line.to_vec()).unwrap().into()).collect();
    let expected = cat(tree.path(), names);
    for variant in Variant::all_sorted() {
        for words in [
            &[".", "-type", "f", "-cat"][..],
            &[".", "-cat", "-type", "f", "-o", "-type", "f", "-cat"],
            &[".", "-type", "d", "-o", "-cat"],
            &[".", "!", "-type", "d", "-cat", ",", "-false"],
            &["--no-plan", ".", "-type", "f", "-cat"],
        ] {
            let ran = Call::subject(variant, tree.path()).words(words.iter().copied()).run();
            assert!(ran.stdout == expected, "{}: {} bytes", ran.command, ran.stdout.len());
        }
    }
}

/// What an entry prints stays together, heading, contents and end, whoever else prints.
#[test]
fn files_are_whole() {
    if !is_uwalk("-cat") {
        return;
    }
    let (tree, top) = Tree::new();
    for dir in 0..12 {
        top.dir(format!("{dir}"));
        for file in 0..10 {
            let name = format!("{dir}/{file}");
            let lines = if file % 7 == 0 { 7_000 } else { file * 11 };
            write(&tree, &name, format!("of ./{name}\n").repeat(lines).as_bytes());
        }
    }
    for variant in every() {
        let words = [".", "-type", "f", "-printf", "begin %p %s\\n", "-cat", "-cat", "-printf", "end %p\\n"];
        for more in [&[][..], &["-exec", "true", "{}", "+"], &["-limit", "1000"]] {
            let ran = Call::subject(variant, tree.path()).words(words).words(more.iter().copied()).run();
            ran.assert_clean();
            let text = String::from_utf8(ran.stdout.clone()).unwrap();
            let mut lines = text.lines();
            let mut files = 0;
            while let Some(begin) = lines.next() {
                let (name, size) = begin.strip_prefix("begin ").and_then(|rest| rest.split_once(' ')).expect(&ran.command);
                let line = format!("of {name}");
                let count = 2 * size.parse::<usize>().unwrap() / (line.len() + 1);
                assert!(lines.by_ref().take(count).all(|shown| shown == line), "{} {name}", ran.command);
                assert_eq!(lines.next(), Some(&*format!("end {name}")), "{}", ran.command);
                files += 1;
            }
            assert_eq!(files, 120, "{}", ran.command);
        }
    }
}

#[test]
fn what_has_no_contents_is_told() {
    if !is_uwalk("-cat") {
        return;
    }
    let tree = files();
    let top = harness::trees::Plot::at(tree.path());
    top.node("fifo", FileType::Fifo);
    top.node("socket", FileType::Socket);
    top.link("link", "f8");
    top.link("broken", "nowhere");
    for variant in every() {
        for (name, reason) in [
            ("d", "Is a directory"),
            ("fifo", "Not a regular file"),
            ("socket", "Not a regular file"),
            ("/dev/zero", "Not a regular file"),
            ("link", "Not a regular file"),
            ("missing", "No such file or directory"),
        ] {
            let words = ["f1", name, "f8", "-maxdepth", "0", "-cat"];
            let ran = Call::subject(variant, tree.path()).words(words).run();
            ran.assert_code(1);
            assert!(ran.stdout == cat(tree.path(), ["f1", "f8"]), "{}", ran.command);
            assert_eq!(ran.errors(), format!("uwalk: '{name}': {reason}\n"), "{}", ran.command);
        }
        // It is false then.
        let ran = Call::subject(variant, tree.path()).words(["d", "fifo", "f1", "-maxdepth", "0", "-cat", "-o", "-print"]).run();
        let expected = [b"d\nfifo\n".to_vec(), cat(tree.path(), ["f1"])].concat();
        assert!(ran.stdout == expected, "{}", ran.command);
        for flag in ["-H", "-L"] {
            let ran = Call::bare(tree.path()).words([flag, "link", "-cat"]).run();
            assert_bytes(&ran, &cat(tree.path(), ["f8"]));
        }
        let ran = Call::bare(tree.path()).words(["-L", "broken", "-cat"]).run();
        assert_eq!((ran.status.code(), &*ran.errors()), (Some(1), "uwalk: 'broken': No such file or directory\n"));
    }
}

#[test]
fn what_may_not_be_read_is_told() {
    if !is_uwalk("-cat") || !can_be_ordinary("-cat of an unreadable file") {
        return;
    }
    let tree = files();
    harness::trees::Plot::at(tree.path()).mode("f4", 0o000);
    tree.give_away();
    for variant in every() {
        let ran = Call::subject(variant, tree.path()).words(["f1", "f4", "f8", "-cat"]).ordinary().run();
        ran.assert_code(1);
        assert!(ran.stdout == cat(tree.path(), ["f1", "f8"]), "{}", ran.command);
        assert_eq!(ran.errors(), "uwalk: 'f4': Permission denied\n");
    }
}

/// Files of /proc and /sys do not know their size.
#[test]
fn files_without_a_size() {
    if !is_uwalk("-cat") {
        return;
    }
    let names = ["/proc/version", "/proc/filesystems", "/sys/kernel/mm/transparent_hugepage/enabled", "/proc/self/mounts"];
    let names: Vec<&str> = names.into_iter().filter(|name| std::fs::read(name).is_ok()).collect();
    // /proc/self is a link, and the table of mounts is the same for everybody here.
    for name in names {
        let expected = cat(Path::new("/"), [name]);
        assert!(!expected.is_empty());
        assert_bytes(&Call::bare(Path::new("/")).words([name, "-cat"]).run(), &expected);
        // Through the printer, since it is not read before.
        assert_bytes(&Call::bare(Path::new("/")).words([name, "-cat", "-exec", "true", ";"]).run(), &expected);
    }
}

#[test]
fn the_output_is_not_its_own_input() {
    if !is_uwalk("-cat") {
        return;
    }
    for variant in every() {
        for appends in [false, true] {
            let tree = files();
            let path = tree.path().join("out");
            let oracle = tree.path().join("oracle");
            for (path, is_cat) in [(&path, false), (&oracle, true)] {
                std::fs::write(path, if appends { &b"before\n"[..] } else { b"" }).unwrap();
                let out = OpenOptions::new().write(true).append(appends).open(path).unwrap();
                let name = path.file_name().unwrap();
                let names: Vec<OsString> = vec![name.into(), "f8".into(), name.into(), "f1".into(), name.into()];
                let errors = if is_cat {
                    let ran = Command::new("cat").env("LC_ALL", "C").args(names).current_dir(tree.path()).stdout(out).output().unwrap();
                    String::from_utf8(ran.stderr).unwrap()
                } else {
                    Call::subject(variant, tree.path()).words(names).words(["-cat"]).out(out).run().errors().replace('\'', "")
                };
                let told = errors.lines().filter(|line| line.ends_with(": input file is output file")).count();
                assert_eq!((told, errors.lines().count()), (if appends { 3 } else { 2 }, told), "{errors}");
            }
            assert!(std::fs::read(&path).unwrap() == std::fs::read(&oracle).unwrap(), "{variant:?}");
        }
    }
}

/// A file of this length is changed when the call that moves its bytes begins: by a file that is appended to or cut off.
fn change_at(number: libc::c_long, length: usize, out: Option<File>, change: impl FnOnce(&File)) -> Option<(Ran, Vec<u8>)> {
    let (tree, _) = Tree::new();
    let bytes = noise(7, length);
    write(&tree, "file", &bytes);
    write(&tree, "next", b"next\n");
    let file = OpenOptions::new().read(true).append(true).open(tree.path().join("file")).unwrap();
    let mut call = Call::bare(tree.path()).words(["file", "next", "-cat"]).step(hold::calls(number));
    if let Some(out) = out {
        call = call.out(out);
    }
    let described = call.described();
    let Ok(child) = call.spawn() else {
        harness::skipped("files that change", "this kernel cannot hold calls here");
        return None;
    };
    let listener = Listener::of(&child).unwrap();
    let mut change = Some(change);
    std::thread::scope(|scope| {
        let ran = scope.spawn(move || gather(child, described));
        while let Some(held) = listener.next() {
            // Of reads, that of the small file: nothing else has so much room.
            if number != libc::SYS_read || held.args[2] > 65_536 {
                change.take().into_iter().for_each(|change| change(&file));
            }
            listener.release(held);
        }
        Some((ran.join().unwrap(), bytes))
    })
}

#[test]
fn files_that_change_are_told() {
    if !is_uwalk("-cat") {
        return;
    }
    let scratch = files();
    let file = |name: &str| Some(File::create(scratch.path().join(name)).unwrap());
    let shrink = |file: &File| file.set_len(1_000).unwrap();
    let grow = |mut file: &File| file.write_all(b"and more").unwrap();
    for (number, length, out) in [
        (libc::SYS_splice, LARGE, None),
        (libc::SYS_copy_file_range, LARGE, Some("range")),
        (libc::SYS_sendfile, LARGE, Some("/dev/null")),
        (libc::SYS_read, 5_000, None),
    ] {
        let output = || match out {
            Some("/dev/null") => Some(File::options().write(true).open("/dev/null").unwrap()),
            Some(name) => file(name),
            None => None,
        };
        let shown = |ran: &Ran| match out {
            Some("/dev/null") => None,
            Some(name) => Some(std::fs::read(scratch.path().join(name)).unwrap()),
            None => Some(ran.stdout.clone()),
        };
        let Some((ran, bytes)) = change_at(number, length, output(), shrink) else { return };
        assert_eq!((ran.status.code(), &*ran.errors()), (Some(1), "uwalk: 'file': File shrank while it was read\n"), "{number}");
        assert!(shown(&ran).is_none_or(|shown| shown == [&bytes[..1_000], b"next\n"].concat()), "{number}");
        let Some((ran, bytes)) = change_at(number, length, output(), grow) else { return };
        assert_eq!((ran.status.code(), &*ran.errors()), (Some(1), "uwalk: 'file': File grew while it was read\n"), "{number}");
        assert!(shown(&ran).is_none_or(|shown| shown == [&bytes[..], b"and morenext\n"].concat()), "{number}");
    }
}

/// Between the directory's word that it is a file and its opening it becomes a pipe that nobody writes to.
#[test]
fn a_file_that_becomes_a_pipe_does_not_hang() {
    if !is_uwalk("-cat") {
        return;
    }
    let (tree, top) = Tree::new();
    write(&tree, "a", b"a\n");
    let call = Call::subject(Variant::new("sync", 1), tree.path()).words(["a", "-cat"]).step(hold::calls(libc::SYS_openat));
    let described = call.described();
    let Ok(child) = call.spawn() else {
        return harness::skipped("a file that becomes a pipe", "this kernel cannot hold calls here");
    };
    let listener = Listener::of(&child).unwrap();
    let ran = std::thread::scope(|scope| {
        let ran = scope.spawn(move || gather(child, described));
        while let Some(held) = listener.next() {
            // Only the file itself is opened without following links.
            if held.args[2] & libc::O_NOFOLLOW as u64 != 0 && tree.path().join("a").metadata().unwrap().is_file() {
                std::fs::remove_file(tree.path().join("a")).unwrap();
                top.node("a", FileType::Fifo);
            }
            listener.release(held);
        }
        ran.join().unwrap()
    });
    assert_eq!((ran.status.code(), &*ran.errors(), &*ran.stdout), (Some(1), "uwalk: 'a': Not a regular file\n", &b""[..]));
}

#[test]
fn a_full_device_is_told_once() {
    if !is_uwalk("-cat") || !Path::new("/dev/full").exists() {
        return;
    }
    for variant in every() {
        for (first, words) in [("f8", &["-cat"][..]), ("f1", &["-cat"]), ("f8", &["-cat", "-delete"]), ("f8", &["-cat", "-print"])] {
            let tree = files();
            let full = File::options().write(true).open("/dev/full").unwrap();
            let ran = Call::subject(variant, tree.path()).words([first, "f7"]).words(words.iter().copied()).out(full).run();
            assert_eq!((ran.status.code(), &*ran.errors()), (Some(1), "uwalk: write error: No space left on device\n"), "{}", ran.command);
            // What could not be written is not deleted.
            assert!(["f8", "f7"].iter().all(|name| tree.path().join(name).exists()), "{}", ran.command);
        }
    }
}

#[test]
fn a_reader_that_goes_ends_it() {
    if !is_uwalk("-cat") {
        return;
    }
    let tree = files();
    for variant in every() {
        for words in [&["sparse", "f8", "-cat"][..], &["sparse", "f8", "-cat", "-delete"], &["f1", "sparse", "-cat", "-exec", "true", ";"]]
        {
            let (reader, writer) = rustix::pipe::pipe().unwrap();
            drop(reader);
            let ran = Call::subject(variant, tree.path()).words(words.iter().copied()).out(writer).run();
            assert_eq!(signal(&ran), Some(libc::SIGPIPE), "{} {:?} {}", ran.command, ran.status, ran.errors());
            assert!(tree.path().join("f8").exists() && tree.path().join("sparse").exists(), "{}", ran.command);
        }
        let (reader, writer) = rustix::pipe::pipe().unwrap();
        drop(reader);
        let ran = Call::subject(variant, tree.path()).words(["sparse", "-cat"]).step(kernel::ignore_sigpipe()).out(writer).run();
        assert_eq!((ran.status.code(), &*ran.errors()), (Some(1), "uwalk: write error: Broken pipe\n"), "{}", ran.command);
    }
}

#[test]
fn it_is_an_action_like_any_other() {
    if !is_uwalk("-cat") {
        return;
    }
    for variant in every() {
        let tree = files();
        let [one, two, eight] = ["f1", "f2", "f8"].map(|name| cat(tree.path(), [name]));
        let call = |words: &[&str]| Call::subject(variant, tree.path()).words(words.iter().copied()).run();
        assert_bytes(&call(&["f8", "f1", "-cat", "-quit"]), &eight);
        assert_bytes(&call(&["f8", "f1", "-cat", "-limit", "1"]), &eight);
        assert_bytes(&call(&["f1", "-cat", "-o", "-print"]), &one);
        assert_bytes(&call(&["f1", "!", "-cat", "-o", "-print"]), &[&one[..], b"f1\n"].concat());
        assert_bytes(&call(&["f1", "f8", "-cat", ",", "-print"]), &[&one[..], b"f1\n", &eight, b"f8\n"].concat());
        // What a command writes comes where it is written in the expression.
        let ran = call(&["f8", "f1", "-print", "-cat", "-exec", "echo", "{}", ";", "-cat"]);
        assert_bytes(&ran, &[b"f8\n", &eight[..], b"f8\n", &eight, b"f1\n", &one, b"f1\n", &one].concat());
        // A command may change the file at once.
        let ran = call(&["f8", "f1", "-cat", "-exec", "truncate", "-s0", "{}", ";"]);
        assert_bytes(&ran, &[&eight[..], &one].concat());
        assert_eq!(tree.path().join("f8").metadata().unwrap().len(), 0);
        std::fs::write(tree.path().join("f8"), &eight).unwrap();
        assert_bytes(&call(&["f8", "f2", "-cat", "-delete"]), &[&eight[..], &two].concat());
        assert!(!tree.path().join("f8").exists() && !tree.path().join("f2").exists());
        // Names from a list.
        write(&tree, "list", b"f7\0f6\0");
        assert_bytes(&call(&["-files0-from", "list", "-cat"]), &cat(tree.path(), ["f7", "f6"]));
        // Into another stream go the others' lines alone.
        assert_bytes(&call(&["f7", "-fprint", "names", "-cat"]), &cat(tree.path(), ["f7"]));
        assert_eq!(std::fs::read(tree.path().join("names")).unwrap(), b"f7\n");
    }
}

/// Neither large files nor many of them take descriptors or memory beyond a bound.
#[test]
fn bounds_are_kept() {
    if !is_uwalk("-cat") {
        return;
    }
    let (tree, top) = Tree::new();
    for dir in 0..5 {
        let dir = top.dir(format!("{dir}"));
        (0..80).for_each(|file| dir.file(format!("{file}"), 70_000));
    }
    // In the order of the tree these wait for everything else.
    (0..100).for_each(|file| top.file(format!("f{file}"), 70_000));
    for variant in every() {
        for limit in [9, 40] {
            let call = Call::subject(variant, tree.path()).words([".", "-type", "f", "-cat"]);
            let ran = call.step(kernel::limit(Resource::Nofile, limit)).run();
            ran.assert_clean();
            assert_eq!(ran.stdout.len(), 500 * 70_000, "{}", ran.command);
        }
        let call = Call::subject(variant, tree.path()).words(["f1", "f2"]).words(vec!["-cat"; 20]);
        let ran = call.step(kernel::limit(Resource::Nofile, 12)).run();
        ran.assert_clean();
        assert_eq!(ran.stdout.len(), 40 * 70_000, "{}", ran.command);
    }
    top.file("huge", 2 << 30);
    for out in ["/dev/null", "pipe"] {
        let call = Call::bare(tree.path()).words(["huge", "-cat"]).step(kernel::limit(Resource::As, 1 << 30));
        if out == "pipe" {
            let mut child = call.spawn().unwrap();
            let mut reader = child.stdout.take().unwrap().take(100 << 20);
            assert_eq!(std::io::copy(&mut reader, &mut std::io::sink()).unwrap(), 100 << 20);
            drop(reader);
            assert_eq!(signal(&gather(child, "-cat of a huge file".into())), Some(libc::SIGPIPE));
        } else {
            call.out(File::options().write(true).open(out).unwrap()).run().assert_clean();
        }
    }
}
