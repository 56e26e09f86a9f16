//! What holds although several threads walk: the order and wholeness of what an expression does. Each point's test fails
//! when the point is broken on purpose.

// A test ends at the first thing that is not as it must be.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod harness;

use harness::kernel;
use harness::run::{Call, Ran, Variant, can_be_ordinary, is_uwalk};
use harness::temp::TempDir;
use harness::trees;
use harness::visitor::Shows;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::pipe::{PipeFlags, pipe_with};
use rustix::process::Resource;
use std::collections::BTreeMap;
use std::ffi::CString;
use std::fs;
use std::io::{Read, Write};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::sync::{Arc, Mutex};
use uwalk::base::{Entry, bounds};
use uwalk::engine::{self, End, Io, WalkSpec};

/// All variants in turn, this often.
fn rounds(count: usize) -> impl Iterator<Item = Variant> {
    (0..harness::runs(count)).flat_map(|_| Variant::all())
}

fn run(variant: Variant, dir: &Path, words: &[&str]) -> Ran {
    Call::subject(variant, dir).words(words).run()
}

#[test]
fn point_1_quit_ends_all_output() {
    let tree = trees::bushy(2, 6, 4);
    for variant in rounds(10) {
        let ran = run(variant, tree.path(), &[".", "nonexistent", "-type", "f", "-print", "-quit"]);
        ran.assert_clean();
        assert_eq!(ran.lines().len(), 1, "{}", ran.command);
    }
    if !is_uwalk("-limit and -s -quit") {
        return;
    }
    // Every worker has something to print when the walk is ended.
    let tree = trees::bushy(3, 6, 4);
    for variant in rounds(5) {
        let ran = run(variant, tree.path(), &[".", "-type", "f", "-print", "-limit", "300"]);
        ran.assert_clean();
        assert_eq!(ran.lines().len(), 300, "{}", ran.command);
    }
    let first = run(Variant::all()[0].sorted(), tree.path(), &[".", "-type", "f"]).lines()[0].to_vec();
    for variant in Variant::all_sorted() {
        let ran = run(variant, tree.path(), &[".", "nonexistent", "-type", "f", "-print", "-quit"]);
        ran.assert_clean();
        assert_eq!(ran.lines(), [first.as_slice()], "{}", ran.command);
    }
}

/// What an entry prints before its command, the command's own output and what it prints after come together.
#[test]
fn point_2_an_entrys_output_stays_together() {
    let tree = trees::bushy(2, 5, 3);
    for variant in rounds(1) {
        let ran = run(variant, tree.path(), &[".", "-type", "f", "-print", "-exec", "echo", "x{}", ";", "-print"]);
        ran.assert_clean();
        for three in ran.lines().chunks(3) {
            assert_eq!(three, [three[0], &[b"x", three[0]].concat(), three[0]], "{}", ran.command);
        }
        let ran = run(variant, tree.path(), &[".", "-type", "f", "-print0", "-exec", "echo", "{}", ";"]);
        ran.assert_clean();
        assert!(ran.lines().iter().all(|line| line.len() % 2 == 1 && line[line.len() / 2] == 0), "{}", ran.command);
    }
}

/// What went before is on the descriptor itself when the command starts.
#[test]
fn point_2_output_is_written_before_the_command_starts() {
    let tree = trees::bushy(2, 5, 1);
    let temp = TempDir::new();
    let path = temp.path().join("out");
    for variant in rounds(1) {
        let out = fs::File::create(&path).unwrap();
        let script = "tail -c $((${#0} + 1)) \"$OUT\" | grep -qxF -- \"$0\" || echo MISSING";
        let words = [".", "-type", "f", "-print", "-exec", "sh", "-c", script, "{}", ";"];
        let ran = Call::subject(variant, tree.path()).words(words).env("OUT", path.as_os_str()).out(out).run();
        ran.assert_clean();
        let text = fs::read_to_string(&path).unwrap();
        assert!(!text.contains("MISSING") && text.lines().count() > 20, "{}\n{text}", ran.command);
        let script = "grep -qxF -- \"$0\" \"$OUT\" || echo MISSING";
        let words = [".", "-type", "f", "-fprint", path.to_str().unwrap(), "-exec", "sh", "-c", script, "{}", ";"];
        let ran = Call::subject(variant, tree.path()).words(words).env("OUT", path.as_os_str()).run();
        ran.assert_clean();
        assert!(ran.stdout.is_empty(), "{}\n{:?}", ran.command, ran.lines());
    }
}

#[test]
fn point_3_a_batch_is_true_and_runs_at_the_end() {
    let tree = trees::bushy(2, 5, 3);
    let all = run(Variant::all()[0], tree.path(), &["-type", "f"]).lines().len();
    for variant in rounds(1) {
        let ran = run(variant, tree.path(), &[".", "-type", "f", "-exec", "false", "{}", "+", "-print"]);
        ran.assert_code(1);
        assert_eq!(ran.lines().len(), all, "{}", ran.command);
        for action in ["-exec", "-execdir"] {
            let ran = run(variant, tree.path(), &["-maxdepth", "1", action, "printf", "%s\\n", "{}", "+", "-quit"]);
            ran.assert_clean();
            assert_eq!(ran.lines().len(), 1, "{}", ran.command);
            if is_uwalk("-limit") {
                let ran = run(variant, tree.path(), &[".", "-type", "f", action, "printf", "%s\\n", "{}", "+", "-limit", "20"]);
                ran.assert_clean();
                assert_eq!(ran.lines().len(), 20, "{}", ran.command);
            }
        }
    }
}

/// A batch of one directory is run there, and before anybody judges the directory.
#[test]
fn point_3_a_batch_belongs_to_one_directory() {
    for variant in rounds(3) {
        let tree = trees::bushy(2, 5, 3);
        let script = "for name; do test -f \"$name\" || echo \"$name is not in $PWD\"; done";
        let ran = run(variant, tree.path(), &[".", "-type", "f", "-execdir", "sh", "-c", script, "sh", "{}", "+"]);
        ran.assert_clean();
        assert!(ran.stdout.is_empty(), "{}\n{:?}", ran.command, ran.lines());
        let words = ["-mindepth", "1", "(", "-type", "f", "-execdir", "rm", "{}", "+", "-o", "-type", "d", "-empty", "-delete", ")"];
        let ran = run(variant, tree.path(), &words);
        ran.assert_clean();
        assert_eq!(fs::read_dir(tree.path()).unwrap().count(), 0, "{}", ran.command);
    }
    for variant in rounds(1) {
        let tree = trees::bushy(3, 5, 0);
        let ran = run(variant, tree.path(), &["-mindepth", "1", "-depth", "-type", "d", "-execdir", "rmdir", "{}", "+"]);
        ran.assert_clean();
        assert_eq!(fs::read_dir(tree.path()).unwrap().count(), 0, "{}", ran.command);
    }
}

/// What a worker printed of the paths that its command gets is on the descriptors when the command starts: of one
/// directory whoever walks, of the whole walk where one walks alone. With and without a lane.
#[test]
fn point_3_what_a_batch_was_printed_with_is_written_before() {
    let (tree, top) = trees::Tree::new();
    // Names long enough that a batch of the whole walk is full several times, each in one line of its own.
    let long = "x".repeat(200);
    for dir in 0..24 {
        top.dir(format!("d{dir}"));
        (0..60).for_each(|file| top.file(format!("d{dir}/f{dir}-{file}-{long}"), 0));
    }
    let temp = TempDir::new();
    let (out, file) = (temp.path().join("out"), temp.path().join("file"));
    let script = "for path; do echo \"${path##*/}\"; done | sort >\"$OUT.names\"
        for written in \"$OUT\" \"$FILE\"; do sort \"$written\" | comm -13 - \"$OUT.names\" >&2; done; echo called >>\"$OUT.calls\"";
    for variant in rounds(1) {
        for action in ["-exec", "-execdir"].into_iter().filter(|action| *action == "-execdir" || variant.threads == 1) {
            for end in [&[][..], &["-o", "-name", "none", "-quit"]] {
                let calls = temp.path().join("out.calls");
                fs::write(&calls, "").unwrap();
                let words = [".", "-type", "f", "-printf", "%f\\n", "-fprintf", file.to_str().unwrap(), "%f\\n", action];
                let call = Call::subject(variant, tree.path()).words(words).words(["sh", "-c", script, "sh", "{}", "+"]);
                let call = call.words(end.iter().copied()).env("OUT", out.as_os_str()).env("FILE", file.as_os_str());
                call.step(kernel::limit(Resource::Stack, 512 << 10)).out(fs::File::create(&out).unwrap()).run().assert_clean();
                let times = fs::read_to_string(&calls).unwrap().lines().count();
                assert!(times > 1, "{action} ran {times} commands");
            }
        }
    }
}

/// One file by four paths, which is standard output as well: one stream, and an entry's records are adjacent in it.
#[test]
fn point_4_a_file_by_any_name_is_one_stream() {
    if !is_uwalk("standard output as a file") {
        return;
    }
    let tree = trees::bushy(3, 6, 20);
    let count = run(Variant::all()[0], tree.path(), &["-printf", "x\\n"]).lines().len();
    let temp = TempDir::new();
    let file = temp.path().join("a");
    for variant in rounds(1) {
        let _ = fs::remove_dir_all(temp.path().join("sub"));
        let _ = fs::remove_file(temp.path().join("hard"));
        let out = fs::File::create(&file).unwrap();
        fs::create_dir(temp.path().join("sub")).unwrap();
        std::os::unix::fs::symlink("../a", temp.path().join("sub/link")).unwrap();
        fs::hard_link(&file, temp.path().join("hard")).unwrap();
        let mut words = vec![tree.path().to_str().unwrap()];
        for (path, format) in
            [("a", "1 %p\\n"), ("sub/../a", "2 %p\\n"), ("sub/link", "3 %p\\n"), ("hard", "4 %p\\n"), ("/dev/stdout", "5 %p\\n")]
        {
            words.extend(["-fprintf", path, format]);
        }
        words.extend(["-printf", "6 %p\\n"]);
        let call = Call::subject(variant, temp.path()).words(words);
        let ran = call.out(out).run();
        ran.assert_clean();
        assert_adjacent(&fs::read(&file).unwrap(), b"123456", count, &ran.command);
        // Standard output that is a pipe, by its path.
        let words = [".", "-fprintf", "/dev/stdout", "1 %p\\n", "-printf", "2 %p\\n", "-fprintf", "/dev/stdout", "3 %p\\n"];
        let ran = run(variant, tree.path(), &words);
        ran.assert_clean();
        assert_adjacent(&ran.stdout, b"123", count, &ran.command);
    }
}

/// Fails unless each of `count` entries has one line for each of `marks`, one after the other.
fn assert_adjacent(text: &[u8], marks: &[u8], count: usize, command: &str) {
    let lines: Vec<&[u8]> = text.split_inclusive(|byte| *byte == b'\n').collect();
    assert_eq!(lines.len(), count * marks.len(), "{command}");
    for entry in lines.chunks(marks.len()) {
        assert!(entry.iter().zip(marks).all(|(line, mark)| line[0] == *mark && line[1..] == entry[0][1..]), "{command}\n{entry:?}");
    }
}

/// A later word that is wrong leaves the files of earlier ones as they were; a right command empties them.
#[test]
fn point_4_files_are_opened_after_the_whole_command_is_read() {
    if !is_uwalk("files that are left alone") {
        return;
    }
    let tree = trees::basic();
    let kept = tree.path().join("kept");
    let wrong: [&[&str]; 6] =
        [&["-nonsense"], &["-name"], &["-fprintf", "other", "%"], &["-user", "no-such-user"], &["-newer", "no-such-file"], &["-a", ")"]];
    for variant in rounds(1) {
        for end in wrong {
            fs::write(&kept, "kept").unwrap();
            let ran = Call::subject(variant, tree.path()).words([".", "-fprint", "kept"]).words(end.iter().copied()).run();
            ran.assert_code(1);
            assert_eq!(fs::read(&kept).unwrap(), b"kept", "{}", ran.command);
            assert!(!tree.path().join("other").exists(), "{}", ran.command);
        }
        fs::write(&kept, "kept").unwrap();
        run(variant, tree.path(), &["--explain", ".", "-fprint", "kept"]);
        assert_eq!(fs::read(&kept).unwrap(), b"kept");
        run(variant, tree.path(), &[".", "-false", "-fprint", "kept"]).assert_clean();
        assert_eq!(fs::read(&kept).unwrap(), b"");
    }
}

/// While a question waits for its answer nobody else says anything; many would have something to say.
#[test]
fn point_5_a_question_is_alone_on_the_terminal() {
    if !can_be_ordinary("errors of other workers") || !is_uwalk("-ok with its input") {
        return;
    }
    // Deep enough for several workers to be there, then many directories with something to tell and few with a question.
    let (tree, top) = trees::Tree::new();
    let chain = "c/".repeat(30);
    fs::create_dir_all(tree.path().join(&chain)).unwrap();
    for number in 0..400 {
        let dir = format!("{chain}n{number}");
        top.dir(&dir);
        top.dir(format!("{dir}/shut"));
        top.mode(format!("{dir}/shut"), 0o0);
        if number % 20 == 0 {
            top.file(format!("{dir}/ask"), 0);
        }
    }
    for variant in Variant::all().into_iter().filter(|variant| variant.threads > 1) {
        let (input, mut answer) = pipe_with(PipeFlags::CLOEXEC).map(|(reader, writer)| (reader, fs::File::from(writer))).unwrap();
        let words = [".", "-type", "f", "-ok", "true", ";"];
        let call = Call::subject(variant, tree.path()).words(words).input(input).ordinary();
        let described = call.described();
        let mut child = call.spawn().unwrap();
        let mut errors = child.stderr.take().unwrap();
        let mut text = Vec::new();
        for _ in 0..8 {
            while !text.ends_with(b" > ? ") {
                let mut bytes = [0; 4096];
                let count = errors.read(&mut bytes).unwrap();
                assert!(count > 0, "{described} ended early: {}", String::from_utf8_lossy(&text));
                text.extend_from_slice(&bytes[..count]);
            }
            // Whoever would speak out of turn has long done so by then.
            let patience = Timespec { tv_sec: 0, tv_nsec: 60_000_000 };
            assert_eq!(poll(&mut [PollFd::new(&errors, PollFlags::IN)], Some(&patience)), Ok(0), "{described}");
            answer.write_all(b"n\n").unwrap();
            text.clear();
        }
        drop(answer);
        drop(errors);
        child.wait().unwrap();
    }
}

/// A command in a directory does not move the walk there: relative starting points stay what they are.
#[test]
fn point_6_the_working_directory_is_the_walks() {
    let tree = trees::bushy(2, 5, 1);
    let dirs: Vec<String> = fs::read_dir(tree.path())
        .unwrap()
        .map(|entry| entry.unwrap())
        .filter(|entry| entry.file_type().unwrap().is_dir())
        .map(|entry| entry.file_name().into_string().unwrap())
        .collect();
    let here = fs::canonicalize(tree.path()).unwrap();
    for variant in rounds(1) {
        for end in [&["readlink /proc/$PPID/cwd", ";"][..], &["readlink /proc/$PPID/cwd", "sh", "{}", "+"]] {
            let mut words: Vec<&str> = dirs.iter().map(String::as_str).collect();
            words.extend(["-type", "f", "-execdir", "sh", "-c"].iter().chain(end));
            let ran = run(variant, tree.path(), &words);
            ran.assert_clean();
            assert!(
                ran.lines().len() >= dirs.len() && ran.lines().iter().all(|line| *line == here.as_os_str().as_bytes()),
                "{}",
                ran.command
            );
        }
    }
}

#[test]
fn point_7_chains_of_empty_directories_go_whole() {
    for variant in rounds(3) {
        let (tree, top) = trees::Tree::new();
        for branch in 0..20 {
            top.dir(format!("b{branch}"));
            let mut path = format!("b{branch}");
            for level in 0..8 {
                path = format!("{path}/l{level}");
                top.dir(&path);
                top.dir(format!("{path}/side"));
            }
        }
        top.file("b7/l0/l1/kept", 0);
        let ran = run(variant, tree.path(), &["-depth", "-type", "d", "-empty", "-delete"]);
        ran.assert_clean();
        let left = run(variant, tree.path(), &["-mindepth", "1"]);
        let mut left = left.lines();
        left.sort_unstable();
        assert_eq!(left, [&b"./b7"[..], b"./b7/l0", b"./b7/l0/l1", b"./b7/l0/l1/kept"], "{}", ran.command);
    }
}

/// Counts how often each name is visited; at the last of the names that there are at first makes another one.
fn count(visits: &Mutex<BTreeMap<Vec<u8>, usize>>, dir: &Path, names: usize, entry: &Entry<'_>) {
    let mut visits = visits.lock().unwrap();
    *visits.entry(entry.found.name.to_bytes().to_vec()).or_default() += 1;
    if visits.len() == names && entry.found.name != c"late" {
        fs::create_dir(dir.join("late")).unwrap();
        fs::write(dir.join("late/later"), "").unwrap();
    }
}

/// A name that the reader of a huge directory was not shown, as some file systems hide names while others are unlinked, is
/// found by another look; nothing is visited twice.
#[test]
fn point_8_what_unlinking_hides_is_looked_for_again() {
    let temp = TempDir::new();
    let names = bounds::UNLINK_ENTRIES + 2000;
    (0..names).for_each(|n| drop(fs::File::create(temp.path().join(format!("n{n}"))).unwrap()));
    for (post_order, threads, io) in [(true, 1, Io::Sync), (true, 4, Io::Ring), (false, 2, Io::Auto)] {
        let visits = Arc::new(Mutex::new(BTreeMap::new()));
        let (dir, theirs) = (temp.path().to_owned(), Arc::clone(&visits));
        // Without post-order the directory itself is the first to be visited.
        let names = if post_order { names } else { names + 1 };
        let spec = WalkSpec {
            roots: vec![CString::new(temp.path().as_os_str().as_bytes()).unwrap()],
            max_depth: u32::MAX,
            post_order,
            unlinks: true,
            leave_uses_fd: post_order,
            threads,
            io: if io == Io::Ring && !kernel::has_ring() { Io::Auto } else { io },
            ..WalkSpec::default()
        };
        let visitor = move || {
            let (visits, dir) = (Arc::clone(&theirs), dir.clone());
            Shows::to(move |entry| count(&visits, &dir, names, entry))
        };
        let made = engine::run(spec, visitor);
        assert_eq!(made, Ok(End::Complete));
        let visits = visits.lock().unwrap();
        let twice: Vec<_> = visits.iter().filter(|(_, count)| **count != 1).collect();
        assert!(twice.is_empty(), "post-order {post_order}: visited more than once: {twice:?}");
        assert!(visits.contains_key(&b"late"[..]) && visits.contains_key(&b"later"[..]), "post-order {post_order}: not found");
        fs::remove_dir_all(temp.path().join("late")).unwrap();
    }
    let (parent, name) = (temp.path().parent().unwrap(), temp.path().file_name().unwrap());
    let ran = Call::subject(Variant::all()[1], parent).words([name, "-mindepth".as_ref(), "1".as_ref(), "-delete".as_ref()]).run();
    ran.assert_clean();
    assert_eq!(fs::read_dir(temp.path()).unwrap().count(), 0);
}
