//! Links' texts, permission in effect, types of file systems and sizes against find; extended attributes, sparse and hidden
//! files and depths, which find does not have, by what they must give.

#![allow(clippy::unwrap_used, clippy::expect_used)]

mod harness;

use harness::cases::Bench;
use harness::run::{Call, Variant, can_be_ordinary, is_root, is_uwalk};
use harness::skipped;
use harness::trees::{self, Tree};
use harness::words::words;
use rustix::fs::{XattrFlags, setxattr};
use std::path::Path;

fn links() -> Tree {
    let (tree, top) = Tree::new();
    top.file("file", 1);
    let dir = top.dir("dir");
    for (name, target) in
        [("to_file", "file"), ("TO_FILE", "FILE"), ("slash", "dir/../file"), ("dot", "."), ("nowhere", "a/b/missing"), ("odd", "new\nline")]
    {
        top.link(name, target);
        dir.link(name, target);
    }
    top.link("bytes", b"\xff\xe9");
    top.link("wide", "é");
    top.link("loop", "loop");
    top.link("long", "x/".repeat(2000));
    tree
}

#[test]
fn texts_of_links() {
    let tree = links();
    let patterns = [
        "file", "FILE", "*", "f*", "*file", "?", "??", "dir*", "*/*", ".", "*missing", "*\n*", "é", "[é]", "x/*", "", "*.*", "loop", r"\*",
    ];
    let mut cases: Vec<String> = Vec::new();
    for pattern in patterns {
        cases.push(format!(". -lname '{pattern}'"));
        cases.push(format!(". -ilname '{pattern}'"));
    }
    for case in [
        "-L . -lname *",
        "-H dot -lname *",
        "-H to_file nowhere -lname *",
        "to_file -lname file",
        "-L . -ilname *MISS*",
        ". -follow -lname *",
    ] {
        cases.push(case.into());
    }
    cases.extend([". ! -lname *", ". -type l -lname f*", ". -lname", ". -ilname"].map(String::from));
    Bench::new(tree.path()).check(&cases.iter().map(String::as_str).collect::<Vec<_>>());
}

const RIGHTS: &[&str] = &[
    ". -executable",
    ". -readable",
    ". -writable",
    ". ! -executable",
    ". -readable ! -writable",
    ". -type f -executable",
    ". -type d -writable",
    "-L . -readable",
    "-L . ! -executable",
    ". -type l -readable",
    ". -executable -o -print0",
    ". -maxdepth 1 ! -readable",
];

#[test]
fn permission_in_effect() {
    for tree in [trees::modes(), trees::kinds(), links()] {
        Bench::new(tree.path()).check(RIGHTS);
    }
}

#[test]
fn permission_in_effect_of_an_ordinary_user() {
    if !can_be_ordinary("permission in effect") {
        return;
    }
    let tree = trees::modes();
    let mut bench = Bench::new(tree.path());
    bench.ordinary = true;
    bench.check(RIGHTS);
    if is_root() {
        tree.give_away();
        bench.check(RIGHTS);
    }
}

#[test]
fn types_of_file_systems() {
    let tree = trees::basic();
    let list = std::fs::read_to_string("/proc/self/mountinfo").unwrap();
    let mut kinds: Vec<&str> = list.lines().filter_map(|line| line.split_once(" - ")?.1.split(' ').next()).collect();
    kinds.sort_unstable();
    kinds.dedup();
    let mut cases: Vec<String> = Vec::new();
    for kind in kinds.iter().copied().chain(["unknown", "no-such-type", "", "EXT4"]) {
        cases.push(format!(". -fstype '{kind}'"));
        cases.push(format!("/dev /proc /sys -maxdepth 0 -fstype '{kind}'"));
    }
    cases.push("/ -maxdepth 1 ! -fstype proc ! -fstype unknown -maxdepth 1".into());
    cases.push(". -fstype".into());
    Bench::new(tree.path()).check(&cases.iter().map(String::as_str).collect::<Vec<_>>());
}

#[test]
fn contexts_need_selinux() {
    if Path::new("/sys/fs/selinux/enforce").exists() {
        skipped("contexts", "SELinux is enabled here");
        return;
    }
    let tree = trees::basic();
    Bench::new(tree.path()).check(&[". -context *", ". -context"]);
}

/// The sorted lines of a command that has no problems.
#[track_caller]
fn lines(tree: &Tree, case: &str) -> Vec<String> {
    let mut lines = Vec::new();
    for variant in Variant::few() {
        let ran = Call::subject(variant, tree.path()).words(words(case, tree.path())).run();
        ran.assert_clean();
        lines = ran.lines().into_iter().map(|line| String::from_utf8_lossy(line).into_owned()).collect();
        lines.sort_unstable();
    }
    lines
}

#[track_caller]
fn refused(tree: &Tree, case: &str, message: &str) {
    let ran = Call::bare(tree.path()).words(words(case, tree.path())).run();
    assert_eq!((ran.status.code(), ran.stdout.len()), (Some(1), 0), "{case}");
    assert!(ran.errors().starts_with(message), "{case}: {}", ran.errors());
}

/// An access control list as the kernel keeps it: (tag, permissions, who).
fn acl(entries: &[(u16, u16, u32)]) -> Vec<u8> {
    let mut value = 2_u32.to_le_bytes().to_vec();
    for (tag, permissions, who) in entries {
        value.extend_from_slice(&tag.to_le_bytes());
        value.extend_from_slice(&permissions.to_le_bytes());
        value.extend_from_slice(&who.to_le_bytes());
    }
    value
}

#[test]
fn extended_attributes() {
    if !is_uwalk("extended attributes") {
        return;
    }
    let (tree, top) = Tree::new();
    for name in ["plain", "tagged", "listed", "trivial", "capable"] {
        top.file(name, 0);
    }
    drop(top.dir("dir"));
    drop(top.dir("inherits"));
    top.link("to_tagged", "tagged");
    top.link("to_listed", "listed");
    const NOBODY: u32 = u32::MAX;
    let minimal = [(0x01, 6, NOBODY), (0x04, 4, NOBODY), (0x20, 4, NOBODY)];
    let named = [(0x01, 6, NOBODY), (0x02, 4, 1), (0x04, 4, NOBODY), (0x10, 4, NOBODY), (0x20, 4, NOBODY)];
    let capability = [1_u32 | 0x0200_0000, 0x400, 0, 0, 0].map(u32::to_le_bytes).concat();
    let set = |name: &str, attribute: &str, value: &[u8]| setxattr(tree.path().join(name), attribute, value, XattrFlags::empty());
    if let Err(error) = set("tagged", "user.tag", b"value").and_then(|()| set("dir", "user.dir", b"")) {
        skipped("extended attributes", &error.to_string());
        return;
    }
    assert_eq!(lines(&tree, ". -xattr"), ["./dir", "./tagged"]);
    assert_eq!(lines(&tree, "-L . -xattr"), ["./dir", "./tagged", "./to_tagged"]);
    assert_eq!(lines(&tree, ". -xattrname user.tag"), ["./tagged"]);
    assert_eq!(lines(&tree, ". -xattrname user.dir"), ["./dir"]);
    assert_eq!(lines(&tree, "tagged -xattrname user.tag"), ["tagged"]);
    assert!(lines(&tree, ". -xattrname tag").is_empty() && lines(&tree, ". -xattrname user.ta").is_empty());
    assert_eq!(lines(&tree, ". -type f ! -xattr").len(), 4);
    refused(&tree, ". -xattrname", "uwalk: missing argument");

    let listed =
        set("listed", "system.posix_acl_access", &acl(&named)).and_then(|()| set("trivial", "system.posix_acl_access", &acl(&minimal)));
    match listed.and_then(|()| set("inherits", "system.posix_acl_default", &acl(&minimal))) {
        Ok(()) => {
            assert_eq!(lines(&tree, ". -acl"), ["./inherits", "./listed"]);
            assert_eq!(lines(&tree, "-L . -acl"), ["./inherits", "./listed", "./to_listed"]);
        }
        Err(error) => skipped("access control lists", &error.to_string()),
    }
    match set("capable", "security.capability", &capability) {
        Ok(()) => assert_eq!(lines(&tree, ". -capable"), ["./capable"]),
        Err(error) => skipped("capabilities", &error.to_string()),
    }
}

#[test]
fn sparse_files() {
    if !is_uwalk("sparse files") {
        return;
    }
    let (tree, top) = Tree::new();
    top.file("hole", 1 << 20);
    top.file("empty", 0);
    std::fs::write(tree.path().join("full"), vec![1; 1 << 16]).unwrap();
    std::fs::File::open(tree.path().join("full")).unwrap().sync_all().unwrap();
    assert_eq!(lines(&tree, ". -type f -sparse"), ["./hole"]);
    assert_eq!(lines(&tree, ". -type f ! -sparse"), ["./empty", "./full"]);
}

#[test]
fn hidden_files_and_depths() {
    if !is_uwalk("hidden files and depths") {
        return;
    }
    let (tree, top) = Tree::new();
    let dir = top.dir(".dir");
    dir.file("a", 0);
    dir.file(".b", 0);
    top.file("..c", 0);
    top.file("d.", 0);
    for (case, expected) in [
        (". -hidden", &["./..c", "./.dir", "./.dir/.b"][..]),
        (".dir -hidden", &[".dir", ".dir/.b"]),
        (".dir/ -hidden", &[".dir/", ".dir/.b"]),
        (".dir/.. -maxdepth 0 -hidden", &[]),
        ("./ -maxdepth 0 -hidden", &[]),
        ("./. -maxdepth 1 ! -hidden", &["./.", "././d."]),
        (". -depth 0", &["."]),
        (". -depth 2", &["./.dir/.b", "./.dir/a"]),
        (". -depth +1", &["./.dir/.b", "./.dir/a"]),
        (". -depth -1", &["."]),
        (". -depth -1 -o -depth 2 -name a", &[".", "./.dir/a"]),
        (". -depth ! -depth 1 -type d", &["."]),
        (". -depth 3", &[]),
    ] {
        assert_eq!(lines(&tree, case), expected, "{case}");
    }
    refused(&tree, ". -depth x", "uwalk: paths must come before the expression: 'x'");
    refused(&tree, ". -depth 99999999999999999999", "uwalk: '-depth': '99999999999999999999' is no number: expected a number");
    refused(&tree, ". -flags nodump", "uwalk: '-flags': 'nodump' asks for BSD's file flags, which Linux does not have");
}

#[test]
fn large_units() {
    if !is_uwalk("large units") {
        return;
    }
    let (tree, top) = Tree::new();
    for (name, size) in [("empty", 0), ("one", 1), ("tera", 1 << 40), ("more", (1 << 40) + 1)] {
        top.file(name, size);
    }
    for (case, expected) in [
        (". -type f -size 0T", &["./empty"][..]),
        (". -type f -size 1T", &["./one", "./tera"]),
        (". -type f -size +1T", &["./more"]),
        (". -type f -size -1P", &["./empty"]),
        (". -type f -size 1P", &["./more", "./one", "./tera"]),
    ] {
        assert_eq!(lines(&tree, case), expected, "{case}");
    }
}
