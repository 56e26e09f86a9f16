//! Options beyond find's core: lists of starting points against find; what is left out of the walk, races, and options for
//! compatibility by what they must give.

#![allow(clippy::unwrap_used, clippy::expect_used)]

mod harness;

use harness::cases::Bench;
use harness::run::{Call, Ran, Variant, can_be_ordinary, is_uwalk};
use harness::trees::{self, Tree, plant};
use harness::words::words;

#[test]
fn taken_and_without_effect() {
    let tree = trees::basic();
    Bench::new(tree.path()).check(&[
        ". -noleaf",
        ". -warn -nowarn",
        ". -nowarn -name a -noleaf -o -name b",
        ". -ignore_readdir_race -noignore_readdir_race",
        "missing -ignore_readdir_race",
        ". missing -ignore_readdir_race",
        "-O3 .",
        "-O0",
        "-O2 -L . -type l",
        "-O",
        "-Ox .",
        "-O1x .",
        ". -O3",
        "-D",
        ". -D tree",
    ]);
}

#[test]
fn starting_points_from_a_list() {
    let tree = trees::basic();
    for (name, list) in [
        ("list", &b"a\0src/main.c\0"[..]),
        ("open", b"a/b\0src"),
        ("twice", b"a\0a\0"),
        ("none", b""),
        ("nothing", b"\0"),
        ("holes", b"a\0\0src\0\0"),
        ("wrong", b"missing\0src\0"),
        ("odd", b"./-name\0-true\0(\0!\0"),
    ] {
        std::fs::write(tree.path().join(name), list).unwrap();
    }
    Bench::new(tree.path()).check(&[
        "-files0-from list",
        "-files0-from open -type d",
        "-files0-from twice -maxdepth 1",
        "-files0-from none",
        "-files0-from nothing",
        "-files0-from holes -maxdepth 0",
        "-files0-from wrong",
        "-files0-from odd",
        "-files0-from missing",
        "-files0-from",
        "-files0-from list -files0-from open",
        "-files0-from missing -files0-from list",
        "-files0-from list -files0-from missing",
        "a -files0-from list",
        "a -files0-from missing",
        "-L -files0-from list -type f",
        "-files0-from list -name a -o -name src",
        "-name a -files0-from list",
        "-files0-from /dev/null",
        "-files0-from -",
    ]);
    if is_uwalk("a list that is a directory") {
        refused(&tree, "-files0-from a", "uwalk: 'a': Is a directory");
    }
}

fn run(tree: &Tree, variant: Variant, case: &str) -> Ran {
    Call::subject(variant, tree.path()).words(words(case, tree.path())).run()
}

/// The sorted lines of a command that has no problems, for each way of walking.
#[track_caller]
fn gives(tree: &Tree, case: &str, expected: &[&str]) {
    for variant in Variant::few().into_iter().chain(Variant::few().into_iter().map(Variant::sorted)) {
        let ran = run(tree, variant, case);
        ran.assert_clean();
        let mut lines: Vec<String> = ran.lines().into_iter().map(|line| String::from_utf8_lossy(line).into_owned()).collect();
        lines.sort_unstable();
        assert_eq!(lines, expected, "{}", ran.command);
    }
}

#[track_caller]
fn refused(tree: &Tree, case: &str, message: &str) {
    let ran = Call::bare(tree.path()).words(words(case, tree.path())).run();
    assert_eq!((ran.status.code(), ran.stdout.len()), (Some(1), 0), "{case}");
    assert!(ran.errors().starts_with(message), "{case}: {}", ran.errors());
}

fn small() -> Tree {
    let (tree, top) = Tree::new();
    let git = top.dir(".git");
    plant(&git, &["config", ".lock"]);
    let src = top.dir("src");
    plant(&src, &["a.c", ".hidden", "b.o"]);
    drop(src.dir(".cache"));
    tree
}

#[test]
fn excluded() {
    if !is_uwalk("-exclude") {
        return;
    }
    let tree = small();
    for (case, expected) in [
        (". -exclude -name .git", &[".", "./src", "./src/.cache", "./src/.hidden", "./src/a.c", "./src/b.o"][..]),
        (". -exclude -name .git -exclude ( -name *.o -o -name .* ! -name . )", &[".", "./src", "./src/a.c"]),
        (". -name *.c -exclude -name src", &[]),
        (". -false -exclude -name src -o -type d", &[".", "./.git"]),
        (". ( -exclude -name src ) -type d", &[".", "./.git"]),
        (". -exclude ! -path ./src*", &[]),
        ("src -exclude ! -path src*", &["src", "src/.cache", "src/.hidden", "src/a.c", "src/b.o"]),
        (". -depth -exclude ( -type d -name s* )", &[".", "./.git", "./.git/.lock", "./.git/config"]),
        (". -mindepth 2 -exclude -name .git -name *.c", &["./src/a.c"]),
        (". -exclude -size +100k -name *.c", &["./src/a.c"]),
        (". -exclude -true", &[]),
        (". -nohidden", &[".", "./src", "./src/a.c", "./src/b.o"]),
        (". -name .* -nohidden", &["."]),
        (".git -nohidden", &[]),
        ("src -nohidden -depth -exclude -name *.o", &["src", "src/a.c"]),
    ] {
        gives(&tree, case, expected);
    }
    // What is excluded is not opened, so it cannot be refused.
    if can_be_ordinary("excluded directories that cannot be read") {
        let tree = trees::unreadable();
        let words = words(". -exclude ( -type d ! -name . )", tree.path());
        let ran = Call::bare(tree.path()).words(words).ordinary().run();
        assert_eq!(ran.errors(), "");
    }
    refused(&tree, ". -exclude", "uwalk: expected an expression after '-exclude'");
    refused(&tree, ". -exclude -print", "uwalk: '-print' cannot stand in '-exclude'");
    refused(&tree, ". -exclude ( -name a -prune )", "uwalk: '-prune' cannot stand in '-exclude'");
    refused(&tree, ". ! -exclude -name a", "uwalk: '-exclude' cannot be negated");
    refused(&tree, ". -exclude -exclude -name a", "uwalk: '-exclude' cannot stand within another");
    refused(&tree, ". -exclude ( -name a -exclude -name b )", "uwalk: '-exclude' cannot stand within another");
}

#[test]
fn each_file_once() {
    if !is_uwalk("-unique") {
        return;
    }
    let (tree, top) = Tree::new();
    let dir = top.dir("dir");
    dir.file("one", 0);
    dir.file("two", 0);
    top.hard_link("again", "dir/one");
    top.link("to_dir", "dir");
    top.link("up", ".");
    gives(&tree, ". -unique -type d", &[".", "./dir"]);
    gives(&tree, "dir dir -unique", &["dir", "dir/one", "dir/two"]);
    gives(&tree, "dir . -unique -maxdepth 0", &[".", "dir"]);
    for variant in Variant::all() {
        let ran = run(&tree, variant, ". -unique");
        let count = |name: &[u8]| ran.lines().into_iter().filter(|line| line.ends_with(name)).count();
        assert_eq!((ran.lines().len(), count(b"again") + count(b"one")), (6, 1), "{}", ran.command);
        // dir is walked once, by one of its two names, and no loop is told.
        let ran = run(&tree, variant, "-L . -unique");
        ran.assert_clean();
        assert_eq!(ran.lines().iter().filter(|line| line.ends_with(b"two")).count(), 1, "{}", ran.command);
    }
}

#[test]
fn paths_for_xargs() {
    if !is_uwalk("-X") {
        return;
    }
    let (tree, top) = Tree::new();
    plant(&top, &["plain", "quo'te", "dou\"ble", "back\\slash", "new\nline", "tab\t", "paren(*)"]);
    let blank = top.dir("a b");
    blank.file("inside", 0);
    for variant in Variant::few().into_iter().chain([Variant::few()[0].sorted()]) {
        let ran = run(&tree, variant, "-X .");
        let mut lines = ran.lines();
        lines.sort_unstable();
        assert_eq!(lines, [&b"."[..], b"./paren(*)", b"./plain"]);
        assert_eq!(ran.status.code(), Some(1));
        assert_eq!(ran.errors().matches("xargs would take this path apart").count(), 6, "{}", ran.errors());
        assert_eq!(run(&tree, variant, "-X . -name none").errors().matches("apart").count(), 6);
    }
}

#[test]
fn flags_of_bsd() {
    if !is_uwalk("flags of BSD's find") {
        return;
    }
    let tree = small();
    gives(&tree, "-f src -f .git -maxdepth 0", &[".git", "src"]);
    gives(&tree, "-f src .git -maxdepth 0", &[".git", "src"]);
    gives(&tree, "-x src -name a.c", &["src/a.c"]);
    gives(&tree, "-xdEs src -regex .*(a|b).[co]", &["src/a.c", "src/b.o"]);
    gives(&tree, "-j1 src -name a.c", &["src/a.c"]);
    gives(&tree, "src -j 8 -name a.c", &["src/a.c"]);
    gives(&tree, "-D tree,nonsense src -name a.c", &["src/a.c"]);
    gives(&tree, "-O 3 src -name a.c", &["src/a.c"]);
    refused(&tree, "-j x", "uwalk: '--threads': 'x' is no number of threads: expected a number from 1 to 512");
    refused(&tree, "-f", "uwalk: missing argument of '-f': a path");
    refused(&tree, ". -f src", "uwalk: '-f' must stand before the paths");
    refused(&tree, "-D help", "uwalk: '-D': 'help' cannot be listed: --explain prints the plan");
    let ran = Call::bare(tree.path()).words(["-f", "-x", "-f", "src", "-maxdepth", "0"]).run();
    assert_eq!((ran.errors().as_str(), ran.stdout.as_slice()), ("uwalk: '-x': No such file or directory\n", &b"src\n"[..]));
}

#[test]
fn errors_that_are_not_told() {
    if !is_uwalk("-noerror") || !can_be_ordinary("-noerror") {
        return;
    }
    let tree = trees::unreadable();
    for variant in Variant::few() {
        let told = Call::subject(variant, tree.path()).words(["."]).ordinary().run();
        let silent = Call::subject(variant, tree.path()).words([".", "-noerror"]).ordinary().run();
        assert_eq!((told.status.code(), silent.status.code()), (Some(1), Some(0)));
        assert_eq!((told.lines().len(), silent.errors().as_str()), (silent.lines().len(), ""));
    }
    gives(&tree, "missing -noerror", &[]);
    refused(&tree, "missing", "uwalk: 'missing': No such file or directory");
}

#[test]
fn files_that_vanish() {
    if !is_uwalk("-ignore_readdir_race") {
        return;
    }
    for variant in Variant::few() {
        // What was deleted is asked for its size.
        let case = ". -type f -delete -size +1k";
        let ran = run(&small(), variant, case);
        assert_eq!(ran.status.code(), Some(1));
        assert!(ran.errors().contains("No such file or directory"), "{}", ran.errors());
        run(&small(), variant, &format!("{case} -ignore_readdir_race")).assert_clean();
        let ran = run(&small(), variant, ". -type f -delete -delete -ignore_readdir_race");
        ran.assert_clean();
        let ran = run(&small(), variant, ". -type f -delete -delete");
        assert!(ran.errors().contains("cannot delete './src/a.c': No such file or directory"), "{}", ran.errors());
    }
}

#[test]
fn trees_that_vanish() {
    if !is_uwalk("-ignore_readdir_race") {
        return;
    }
    for variant in Variant::few() {
        let (tree, top) = Tree::new();
        for number in 0..300 {
            plant(&top.dir(format!("dir{number}")), &["a", "b", "c"]);
        }
        let path = tree.path().to_owned();
        let remover = std::thread::spawn(move || {
            for number in (0..300).rev() {
                let _ = std::fs::remove_dir_all(path.join(format!("dir{number}")));
            }
        });
        let ran = run(&tree, variant, ". -ignore_readdir_race -size +1k");
        remover.join().unwrap();
        ran.assert_clean();
    }
}
