//! The trees that are listed. Directories and links have been read last in years to come: no reading changes that.

use super::super::run::is_root;
use super::super::skipped;
use super::super::trees::{Plot, Tree, plant};
use rustix::fs::{FileType, Timespec, XattrFlags, lsetxattr};
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::{SystemTime, UNIX_EPOCH};

/// Half of a year of 365.2425 days, which is where ls changes the form of a date.
const HALF_YEAR: i64 = 31_556_952 / 2;

const MINUTE: i64 = 60;

/// Names that need quotes, take no column or two, or act on a terminal. None reorders text: those are in `REORDERING`.
pub(crate) const NAMES: &[&[u8]] = &[
    b"plain",
    b"with space",
    b" lead",
    b"trail ",
    b"-dash",
    b"--help",
    b"-",
    b".dot",
    b"..two",
    b"#hash",
    b"a#b",
    b"~tilde",
    b"a~b",
    b"quote'",
    b"'",
    b"double\"",
    b"\"\"",
    b"both'\"",
    b"it's $5",
    b"it's\n",
    b"back\\slash",
    b"\\",
    b"\\n",
    b"dollar$",
    b"back`tick",
    b"bang!",
    b"semi;",
    b"amp&",
    b"pipe|",
    b"star*",
    b"q?",
    b"??(",
    b"br[ack]",
    b"cur{ly}",
    b"{",
    b"par(en)",
    b"lt<gt>",
    b"caret^",
    b"eq=",
    b"comma,",
    b"colon:",
    b"at@pct%",
    b"tab\there",
    b"new\nline",
    b"\n",
    b"two\n\nlines",
    b"cr\r",
    b"esc\x1b[31mred",
    b"bell\x07",
    b"\x08\x0b\x0c",
    b"del\x7f",
    b"\x01",
    b"one\x01\x02two",
    b"\x01 7",
    b"\xc3\xa9",
    b"e\xcc\x81",
    b"\xcc\x80",
    b"\xe4\xb8\xad\xe6\x96\x87",
    b"\xe6\x97\xa5\xe6\x9c\xac.txt",
    b"\xef\xbd\xb1half",
    b"\xef\xbc\xa1full",
    b"\xf0\x9f\x98\x80",
    b"\xf0\x9f\x91\xa8\xe2\x80\x8d\xf0\x9f\x91\xa9\xe2\x80\x8d\xf0\x9f\x91\xa7",
    b"\xf0\x9f\x87\xa9\xf0\x9f\x87\xaa",
    b"\xe2\x80\x8bzero",
    b"so\xc2\xadft",
    b"nb\xc2\xa0sp",
    b"\xe1\x84\x80\xe1\x85\xa1",
    b"\xd8\xb9\xd8\xb1\xd8\xa8\xd9\x8a",
    b"\xc2\xb1",
    b"\xee\x82\xb0private",
    b"\xcd\xb8unassigned",
    b"\xf4\x8f\xbf\xbflast",
    b"line\xe2\x80\xa8separator",
    b"c1\xc2\x9b31m",
    b"\x9b31m",
    b"\xff",
    b"a\xff b",
    b"\xc3",
    b"\xe4\xb8",
    b"\xe4\xb8x",
    b"\xc3\xa9\xff",
    b"\xc0\x80",
    b"\xed\xa0\x80",
    b"\xf4\x90\x80\x80",
    b"\xf0\x9f\x98",
    &[b'n'; 255],
    &[0xff; 100],
    &[b'\''; 60],
];

/// Names that hold a bidirectional control.
pub(crate) const REORDERING: &[&[u8]] = &[
    b"rlo\xe2\x80\xaetxt.exe",
    b"lrm\xe2\x80\x8e",
    b"rlm\xe2\x80\x8f",
    b"alm\xd8\x9c",
    b"lre\xe2\x80\xaa",
    b"iso\xe2\x81\xa6late\xe2\x81\xa9",
    b"sp ace\xe2\x80\xab",
];

/// Names in an order that only a natural sort gives them.
const VERSIONS: &[&str] = &[
    "1",
    "01",
    "001",
    "0",
    "00",
    "10",
    "9",
    "2",
    "a",
    "a1",
    "a01",
    "a001",
    "a1b",
    "a01b",
    "a10",
    "a2",
    "a9",
    "a.1",
    "a.10",
    "a.2",
    "a-1",
    "a-10",
    "a-2",
    "a_1",
    "a+1",
    "a~",
    "a~1",
    "a~~",
    "a1~",
    "foo-1.2.3",
    "foo-1.2.10",
    "foo-1.10.1",
    "foo-1.2",
    "foo-1.2.3.tar.gz",
    "foo-1.2.10.tar.gz",
    "foo-1.2.tar.gz",
    "foo-1.tar.gz",
    "foo.tar.gz",
    "foo.tar",
    "foo",
    "foo.c",
    "foo.c~",
    "foo.c.~1~",
    "foo.c.~10~",
    "foo.c.~2~",
    "foo.1",
    "foo.1a",
    "foo.a1",
    "foo1.c",
    "foo01.c",
    "foo10.c",
    "A1",
    "A10",
    "A2",
    "Z",
    "z",
    "1.2.3rc1",
    "1.2.3rc10",
    "1.2.3",
    "1.2.3-1",
    "1.2.3~rc1",
    "1.2.3+b",
    ".1",
    ".10",
    ".2",
    ".a",
    ".a~",
    "..1",
    ".a.b",
    ".b1.c",
    "x.tar.7z",
    "x.tar.7",
    "x1.7z",
    "99999999999999999999999",
    "99999999999999999999998",
    "100000000000000000000000",
    "\u{e9}1",
    "\u{e9}10",
    "\u{e9}2",
    "\u{661}",
    " 1",
    " 10",
    " 2",
    "a 1",
    "a 10",
    "%1",
    "%10",
];

/// All of it, each part in a directory of its own. Tests that run at the same time share it: none may change it.
pub(crate) fn everything() -> Arc<Tree> {
    static SHARED: Mutex<Weak<Tree>> = Mutex::new(Weak::new());
    let mut shared = SHARED.lock().unwrap_or_else(PoisonError::into_inner);
    shared.upgrade().unwrap_or_else(|| {
        let tree = Arc::new(planted());
        *shared = Arc::downgrade(&tree);
        tree
    })
}

fn planted() -> Tree {
    let (tree, top) = Tree::secluded();
    kinds(&top.dir("kinds"));
    let names = top.dir("names");
    NAMES.iter().enumerate().for_each(|(at, name)| odd(&names, at, name));
    let versions = top.dir("versions");
    VERSIONS.iter().for_each(|name| versions.file(name, 0));
    times(&top.dir("times"));
    sizes(&top.dir("sizes"));
    modes(&top.dir("modes"));
    deep(&top.dir("deep"));
    let backups = top.dir("backups");
    plant(&backups, &["a", "a~", "~", ".b~", ".c", ".#d", "#e#", "f~/", "g/", "h.c", "h.o", "i.C", "j", "jj", "J", ".k/"]);
    let extensions = top.dir("extensions");
    plant(
        &extensions,
        &["a", "b", "a.c", "b.c", "a.h", "A.C", "x.tar.gz", "y.gz", "z.tar", ".gz", ".a.c", "end.", "..c", "a.b.c", "b.", "c.10", "c.9"],
    );
    let many = top.dir("many");
    (0..1000).for_each(|number: usize| many.file(format!("{}{number}", "abcdefghijkl".get(..1 + number * 7 % 12).unwrap_or("")), 0));
    top.dir("empty");
    owners(&tree, &top.dir("owners"));
    attributes(tree.path(), &top.dir("acl"));
    top.file("file", 12);
    top.link("to_file", "file");
    top.link("to_kinds", "kinds");
    top.link("to_deep", "deep");
    top.link("broken", "nowhere");
    top.link("loop", "loop");
    settle(tree.path());
    settle_around(tree.path());
    tree
}

/// Every kind, links of every sort.
pub(crate) fn kinds(dir: &Plot) {
    dir.node("fifo", FileType::Fifo);
    dir.node("socket", FileType::Socket);
    plant(dir, &["file", "program", "su", "sg", "su_plain", "sg_plain", "x.c", "x.tar.gz", "x.jpg", "x.mp3", "no ext", ".hidden"]);
    plant(dir, &["dir/", "dir/inside", "sticky/", "ow/", "tw/", "sg_dir/", ".hidden_dir/"]);
    for (name, bits) in [("program", 0o755), ("su", 0o4755), ("sg", 0o2755), ("su_plain", 0o4644), ("sg_plain", 0o2644)] {
        dir.mode(name, bits);
    }
    for (name, bits) in [("sticky", 0o1755), ("ow", 0o777), ("tw", 0o1777), ("sg_dir", 0o2755), ("x.jpg", 0o700)] {
        dir.mode(name, bits);
    }
    dir.hard_link("hard1", "file");
    dir.hard_link("hard2", "file");
    for (name, target) in [
        ("to_file", "file"),
        ("to_program", "program"),
        ("to_dir", "dir"),
        ("to_dir_slash", "dir/"),
        ("to_tw", "tw"),
        ("to_fifo", "fifo"),
        ("to_null", "/dev/null"),
        ("to_link", "to_file"),
        ("to_dirlink", "to_dir"),
        ("to_broken", "broken"),
        ("to_image", "x.jpg"),
        ("broken", "nowhere"),
        ("through", "file/below"),
        ("self", "self"),
        ("odd target", "a 'b'\n\u{e9}\t"),
        ("link.c", "x.tar.gz"),
    ] {
        dir.link(name, target);
    }
    if is_root() {
        for (name, kind, major, minor) in [("null", FileType::CharacterDevice, 1, 3), ("disk", FileType::BlockDevice, 259, 100_000)] {
            if let Err(error) = dir.device(name, kind, major, minor) {
                skipped("ls and devices", &error.to_string());
            }
        }
    }
}

/// One name: a file, or in turn a directory or a link.
fn odd(dir: &Plot, at: usize, name: &[u8]) {
    match at % 7 {
        3 => drop(dir.dir(name)),
        5 => dir.link(name, if at.is_multiple_of(2) { &b"plain"[..] } else { name }),
        _ => dir.file(name, at as u64),
    }
}

/// From 1901 to 2500, around half a year ago and around now.
fn times(dir: &Plot) {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).expect("a clock after 1970").as_secs() as i64;
    let absolute = [
        ("1901", -2_147_483_647),
        ("1969", -1),
        ("1970", 0),
        ("1999", 946_684_799),
        ("2001", 1_000_000_000),
        ("2024", 1_709_164_800),
        ("2038", 2_147_483_648),
        ("2106", 4_294_967_296),
        ("2446", 15_032_385_535),
    ];
    let relative = [
        ("half-", now - HALF_YEAR - 5 * MINUTE),
        ("half+", now - HALF_YEAR + 5 * MINUTE),
        ("hour", now - 60 * MINUTE),
        ("soon", now + 60 * MINUTE),
        ("month", now - 30 * 24 * 60 * MINUTE),
        ("year", now - 365 * 24 * 60 * MINUTE),
        ("next_year", now + 365 * 24 * 60 * MINUTE),
    ];
    for (at, (name, seconds)) in absolute.into_iter().chain(relative).enumerate() {
        dir.file(name, at as u64);
        let time = |seconds, nanos| Timespec { tv_sec: seconds, tv_nsec: nanos };
        dir.times(name, time(seconds - 100_000 * (at as i64 % 3), 5), time(seconds, at as i64 * 11_111_111));
    }
    for (name, nanos) in [("nano0", 0), ("nano1", 1), ("nano9", 999_999_999), ("same_a", 7), ("same_b", 7), ("Same", 7)] {
        dir.file(name, 0);
        let time = Timespec { tv_sec: 1_500_000_000, tv_nsec: nanos };
        dir.times(name, time, time);
    }
}

/// Around every unit's boundary.
fn sizes(dir: &Plot) {
    let units = [1_u64, 10, 512, 1000, 1 << 10, 10 << 10, 1_000_000, 1 << 20, 1 << 30, 1 << 40];
    let sizes: BTreeSet<u64> = units.iter().flat_map(|unit| [unit - 1, *unit, unit + 1, unit * 19 / 2 + 1]).collect();
    sizes.iter().for_each(|size| dir.file(format!("s{size}"), *size));
    for length in [1, 4096, 4097, 70_000, 1_234_567] {
        dir.data(format!("d{length}"), length);
    }
    dir.link("long_link", "x".repeat(700));
}

fn modes(dir: &Plot) {
    for bits in [0o0, 0o1, 0o20, 0o300, 0o444, 0o644, 0o755, 0o777, 0o1644, 0o1755, 0o2644, 0o2755, 0o4644, 0o4755, 0o6755, 0o7777, 0o7000]
    {
        let name = format!("f{bits:04o}");
        dir.file(&name, 0);
        dir.mode(&name, bits);
    }
    for bits in [0o500, 0o755, 0o777, 0o1777, 0o2775, 0o1776, 0o2765, 0o7777] {
        let name = format!("d{bits:04o}");
        dir.dir(&name);
        dir.mode(&name, bits);
    }
}

/// Directories in directories, links among them, and links that lead back.
pub(crate) fn deep(dir: &Plot) {
    plant(
        dir,
        &["b/", "b/b2/", "b/b2/f", "b/a f", "a/", "a/z", "a/.h/", "a/.h/x", "c~/", "c~/y", "d d/", "d d/e\nf/", "d d/e\nf/g", "top"],
    );
    plant(dir, &["n10/", "n10/1", "n9/", "n9/2", "void/"]);
    dir.file("big", 1 << 20);
    dir.file("a/big", 1 << 22);
    for (name, target) in [("a/up", ".."), ("b/b2/here", "."), ("to_b", "b"), ("a/to_f", "../b/b2/f"), ("a/none", "nothing")] {
        dir.link(name, target);
    }
}

/// Users and groups with and without names, of all widths. Only root can give files away.
fn owners(tree: &Tree, dir: &Plot) {
    for (at, (user, group)) in
        [(0, 0), (1, 2), (65534, 65534), (4_294_967_294, 4_294_967_293), (12_345, 54_321), (3, 100_000)].into_iter().enumerate()
    {
        let name = format!("o{at}");
        dir.file(&name, 0);
        if is_root() {
            std::os::unix::fs::lchown(tree.path().join("owners").join(name), Some(user), Some(group)).expect("lchown");
        }
    }
}

/// An entry of a list of access control: what it is about, what it permits, to whom.
type Permission = (u16, u16, u32);

const OWNER: Permission = (0x01, 6, u32::MAX);
const GROUP: Permission = (0x04, 4, u32::MAX);
const OTHER: Permission = (0x20, 4, u32::MAX);

/// As the kernel stores it: `linux/posix_acl_xattr.h`.
fn list(entries: &[Permission]) -> Vec<u8> {
    let mut bytes = 2_u32.to_le_bytes().to_vec();
    for (tag, permission, id) in entries {
        bytes.extend(tag.to_le_bytes());
        bytes.extend(permission.to_le_bytes());
        bytes.extend(id.to_le_bytes());
    }
    bytes
}

/// Lists of access control, where the file system has them.
fn attributes(top: &Path, dir: &Plot) {
    plant(dir, &["none", "minimal", "named", "xattr", "program", "d_default/", "d_named/", "d_none/"]);
    dir.mode("program", 0o755);
    dir.link("link", "named");
    let named = list(&[OWNER, (0x02, 7, 1), GROUP, (0x10, 7, u32::MAX), OTHER]);
    let minimal = list(&[OWNER, GROUP, OTHER]);
    for (name, attribute, value) in [
        ("named", "system.posix_acl_access", &named),
        ("minimal", "system.posix_acl_access", &minimal),
        ("d_named", "system.posix_acl_access", &named),
        ("d_default", "system.posix_acl_default", &named),
        ("xattr", "user.test", &b"x".to_vec()),
    ] {
        if let Err(error) = lsetxattr(top.join("acl").join(name), attribute, value, XattrFlags::empty()) {
            skipped(&format!("ls and {attribute}"), &error.to_string());
        }
    }
}

/// What `..` shows at the top of a secluded tree.
fn settle_around(path: &Path) {
    let time = Timespec { tv_sec: 2_100_000_000, tv_nsec: 0 };
    Plot::at(path.parent().expect("a parent")).times(".", time, Timespec { tv_sec: 1_234_567_890, tv_nsec: 0 });
}

/// Directories and links are read while the tests run; with a time of reading ahead of us that leaves no trace.
pub(crate) fn settle(path: &Path) {
    let metadata = path.symlink_metadata().expect("lstat");
    if metadata.is_dir() {
        std::fs::read_dir(path).into_iter().flatten().for_each(|entry| settle(&entry.expect("an entry").path()));
    } else if !metadata.is_symlink() {
        return;
    }
    let number = path.as_os_str().len() as i64;
    let time = |first: i64| Timespec { tv_sec: first + number * 1_000_003, tv_nsec: number };
    let parent = Plot::at(path.parent().expect("a parent"));
    parent.times(path.file_name().expect("a name").as_encoded_bytes(), time(2_100_000_000), time(1_200_000_000));
}
