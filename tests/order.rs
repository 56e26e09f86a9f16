//! The order of lines. With `-s`: depth first, every directory sorted by the bytes of its names, computed here by a model
//! and compared byte for byte. Without: a directory before its contents, after them with -depth, in every one of many runs.

#![allow(clippy::unwrap_used, clippy::expect_used)]

mod harness;

use harness::run::{Call, Ran, Variant, is_uwalk, under_test};
use harness::trees::{self, Plot, Tree};
use std::collections::HashSet;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

/// The tree below `start` as the walk must list it: path, depth, whether it is a directory.
struct Model {
    entries: Vec<(Vec<u8>, usize, bool)>,
}

impl Model {
    fn of(dir: &Path, start: &str, post_order: bool) -> Self {
        let mut model = Self { entries: Vec::new() };
        model.add(&dir.join(start), start.as_bytes().to_vec(), 0, post_order);
        model
    }

    fn add(&mut self, at: &Path, path: Vec<u8>, depth: usize, post_order: bool) {
        let is_dir = at.symlink_metadata().expect("lstat").is_dir();
        let entry = (path.clone(), depth, is_dir);
        if !post_order {
            self.entries.push(entry.clone());
        }
        if is_dir {
            let mut names: Vec<_> =
                std::fs::read_dir(at).expect("read a directory").map(|entry| entry.expect("an entry").file_name()).collect();
            names.sort_unstable_by(|one, other| one.as_bytes().cmp(other.as_bytes()));
            for name in names {
                let path = [&path, &b"/"[..], name.as_bytes()].concat();
                self.add(&at.join(&name), path, depth + 1, post_order);
            }
        }
        if post_order {
            self.entries.push(entry);
        }
    }

    /// The records of the entries that `keep` chooses by path, depth and being a directory.
    fn lines(&self, keep: impl Fn(&[u8], usize, bool) -> bool) -> Vec<u8> {
        let kept = self.entries.iter().filter(|(path, depth, is_dir)| keep(path, *depth, *is_dir));
        kept.flat_map(|(path, ..)| path.iter().copied().chain([b'\n'])).collect()
    }
}

/// Fails at the first line that is not the model's. Of a program without `-s` only the set of lines is asked.
#[track_caller]
fn assert_lines(ran: &Ran, expected: &[u8]) {
    ran.assert_clean();
    let mut lines = ran.lines();
    let mut wanted: Vec<&[u8]> = expected.split(|&byte| byte == b'\n').collect();
    wanted.pop();
    if under_test().foreign {
        lines.sort_unstable();
        wanted.sort_unstable();
    }
    for (at, pair) in lines.iter().zip(&wanted).enumerate() {
        assert!(pair.0 == pair.1, "{}\nline {}: {}\n     not: {}", ran.command, at + 1, pair.0.escape_ascii(), pair.1.escape_ascii());
    }
    assert_eq!(lines.len(), wanted.len(), "{}: number of lines", ran.command);
}

/// Runs sorted in every variant and compares with the model.
#[track_caller]
fn check_sorted(dir: &Path, words: &[&str], expected: &[u8]) {
    for variant in Variant::all_sorted() {
        assert_lines(&Call::subject(variant, dir).words(words).run(), expected);
    }
}

fn base_name(path: &[u8]) -> &[u8] {
    path.rsplit(|&byte| byte == b'/').next().unwrap_or(path)
}

#[test]
fn sorted_is_the_order_of_the_tree() {
    for tree in [trees::basic(), trees::patterns(), trees::kinds(), trees::bushy(4, 5, 2), names_around_the_slash()] {
        let dir = tree.path();
        let (before, after) = (Model::of(dir, ".", false), Model::of(dir, ".", true));
        check_sorted(dir, &["."], &before.lines(|_, _, _| true));
        check_sorted(dir, &[".", "-depth"], &after.lines(|_, _, _| true));
        check_sorted(dir, &[".", "-type", "d"], &before.lines(|_, _, is_dir| is_dir));
        check_sorted(dir, &[".", "-depth", "-type", "d"], &after.lines(|_, _, is_dir| is_dir));
        check_sorted(dir, &[".", "-maxdepth", "2"], &before.lines(|_, depth, _| depth <= 2));
        check_sorted(dir, &[".", "-mindepth", "2"], &before.lines(|_, depth, _| depth >= 2));
        check_sorted(dir, &[".", "-depth", "-mindepth", "1", "-maxdepth", "2"], &after.lines(|_, depth, _| (1..=2).contains(&depth)));
        check_sorted(dir, &[".", "-name", "*a*"], &before.lines(|path, _, _| base_name(path).contains(&b'a')));
        check_sorted(dir, &[".", "-links", "+0"], &before.lines(|_, _, _| true));
        check_sorted(dir, &[".", "-mindepth", "1", "-prune"], &before.lines(|_, depth, _| depth == 1));
    }
}

/// Sorting whole paths, or names with their slash, would give another order here: `a!`, `a`, `a.b` and what is in `a`.
fn names_around_the_slash() -> Tree {
    let (tree, top) = Tree::new();
    trees::plant(
        &top,
        &["a/", "a/x", "a/y/", "a/y/z", "a!", "a.b", "a-/", "a-/x", "a b", "A", "a0", "a\u{7f}", "\u{e9}", "z/", "z/\u{e9}"],
    );
    top.file([0xff], 0);
    top.file([b'a', 0x80], 0);
    top.file("a\n", 0);
    top.dir("b\nc").file("\n", 0);
    tree
}

#[test]
fn sorted_starting_points_keep_their_order() {
    let tree = trees::basic();
    let starts = ["src", "a/b", "Makefile", "a", "src"];
    let expected: Vec<u8> = starts.iter().flat_map(|start| Model::of(tree.path(), start, false).lines(|_, _, _| true)).collect();
    check_sorted(tree.path(), &starts, &expected);
    let mut words = starts.to_vec();
    words.push("-depth");
    let expected: Vec<u8> = starts.iter().flat_map(|start| Model::of(tree.path(), start, true).lines(|_, _, _| true)).collect();
    check_sorted(tree.path(), &words, &expected);
}

#[test]
fn sorted_prunes_and_separates_as_unsorted() {
    let tree = trees::bushy(4, 4, 3);
    let model = Model::of(tree.path(), ".", false);
    let inside = |path: &[u8]| String::from_utf8_lossy(path).contains("/dir1/");
    check_sorted(
        tree.path(),
        &[".", "-name", "dir1", "-prune", "-o", "-print"],
        &model.lines(|path, _, _| !inside(path) && base_name(path) != b"dir1"),
    );
    check_sorted(tree.path(), &[".", "-print", "-name", "dir1", "-prune"], &model.lines(|path, _, _| !inside(path)));
    let twice: Vec<u8> = model.entries.iter().flat_map(|(path, ..)| [path, &b"\n"[..], path, b"\n"].concat()).collect();
    check_sorted(tree.path(), &[".", "-print", "-print"], &twice);
}

#[test]
fn sorted_wide_and_deep() {
    let tree = trees::wide(5_000);
    let dir = tree.path();
    check_sorted(dir, &["."], &Model::of(dir, ".", false).lines(|_, _, _| true));
    check_sorted(dir, &[".", "-depth", "-type", "d"], &Model::of(dir, ".", true).lines(|_, _, is_dir| is_dir));
    let tree = trees::comb(300);
    let dir = tree.path();
    check_sorted(dir, &["."], &Model::of(dir, ".", false).lines(|_, _, _| true));
    check_sorted(dir, &[".", "-depth"], &Model::of(dir, ".", true).lines(|_, _, _| true));
}

/// With -s, -print -quit gives the first line of the tree's order, whoever works.
#[test]
fn sorted_quits_at_the_first() {
    if !is_uwalk("-s with -quit") {
        return;
    }
    let tree = trees::bushy(4, 5, 2);
    let model = Model::of(tree.path(), ".", false);
    for name in ["file1", "dir4", "dir0", "."] {
        let expected = model.entries.iter().find(|(path, ..)| base_name(path) == name.as_bytes()).expect("such an entry");
        let expected = [&expected.0, &b"\n"[..]].concat();
        check_sorted(tree.path(), &[".", "-name", name, "-print", "-quit"], &expected);
    }
    let until: Vec<u8> = model.lines(|_, _, _| true);
    let end = b"./dir3/dir2/dir1\n";
    let at = until.windows(end.len()).position(|window| window == end).expect("such a line");
    check_sorted(tree.path(), &[".", "-print", "-path", "./dir3/dir2/dir1", "-quit"], &until[..at + end.len()]);
}

/// Every variant with `-s` writes the same bytes as every other, messages about unreadable directories included.
#[test]
fn sorted_twice_is_the_same() {
    let tree = trees::bushy(5, 4, 4);
    let mut first: Option<Ran> = None;
    for _ in 0..harness::runs(3) {
        for variant in Variant::all_sorted() {
            let ran = Call::subject(variant, tree.path()).words([".", "-print", "-type", "f", "-size", "-1"]).run();
            let first = first.get_or_insert_with(|| ran.clone());
            assert!(first.stdout == ran.stdout, "{}\n{}\ngive different bytes", first.command, ran.command);
        }
    }
}

#[test]
fn a_directory_comes_before_its_contents() {
    let tree = large();
    let mut wanted = lines_of(&Model::of(tree.path(), ".", false));
    wanted.sort_unstable();
    for run in 0..harness::runs(100) {
        let ran = Call::subject(eight(run), tree.path()).words(["."]).run();
        ran.assert_clean();
        let mut seen: HashSet<&[u8]> = HashSet::new();
        for line in ran.lines() {
            assert!(
                line == b"." || seen.contains(parent(line)),
                "run {run}: {}\n{} came before its directory",
                ran.command,
                line.escape_ascii()
            );
            seen.insert(line);
        }
        assert_same_set(&ran, &wanted);
    }
}

#[test]
fn with_depth_a_directory_comes_after_its_contents() {
    let tree = large();
    let mut wanted = lines_of(&Model::of(tree.path(), ".", false));
    wanted.sort_unstable();
    for run in 0..harness::runs(100) {
        let ran = Call::subject(eight(run), tree.path()).words([".", "-depth"]).run();
        ran.assert_clean();
        let mut seen: HashSet<&[u8]> = HashSet::new();
        for line in ran.lines() {
            assert!(
                line == b"." || !seen.contains(parent(line)),
                "run {run}: {}\n{} came after its directory",
                ran.command,
                line.escape_ascii()
            );
            seen.insert(line);
        }
        assert_same_set(&ran, &wanted);
    }
}

fn lines_of(model: &Model) -> Vec<Vec<u8>> {
    model.entries.iter().map(|(path, ..)| path.clone()).collect()
}

#[track_caller]
fn assert_same_set(ran: &Ran, wanted: &[Vec<u8>]) {
    let mut lines = ran.lines();
    lines.sort_unstable();
    assert!(lines.iter().eq(wanted.iter()), "{}: {} lines, not the {} of the tree", ran.command, lines.len(), wanted.len());
}

fn parent(path: &[u8]) -> &[u8] {
    path.iter().rposition(|&byte| byte == b'/').map_or(path, |at| &path[..at])
}

/// Both backends in turn.
fn eight(run: usize) -> Variant {
    let variants = Variant::all();
    let eight: Vec<_> = variants.iter().filter(|variant| variant.threads == 8 || under_test().foreign).collect();
    *eight[run % eight.len()]
}

/// Some 5,000 lines, more than half a megabyte: many blocks of output, and enough directories for eight workers. Deep and narrow parts
/// hang beside shallow and wide ones.
fn large() -> Tree {
    let (tree, top) = Tree::new();
    for number in 0..20 {
        let mut here: Plot = top.dir(format!("a_directory_with_a_long_name_{number}"));
        for level in 0..12 {
            for leaf in 0..8 {
                here.dir(format!("side{leaf}")).file("file_with_some_name", 0);
            }
            (0..3).for_each(|file| here.file(format!("file{file}"), 0));
            here = here.dir(format!("level{level}"));
        }
    }
    tree
}
