//! The trees that are walked. Each is made anew for the test that wants it and is gone with it.

use super::temp::TempDir;
use rustix::fs::{AtFlags, CWD, FileType, Mode, OFlags, Timespec, Timestamps};
use std::ffi::OsStr;
use std::io::Write as _;
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

/// A directory that something is made in. Names may be paths of several components, but not above PATH_MAX.
pub(crate) struct Plot(OwnedFd);

impl Plot {
    pub(crate) fn at(path: &Path) -> Self {
        Self(rustix::fs::openat(CWD, path, OFlags::DIRECTORY | OFlags::CLOEXEC, Mode::empty()).expect("open a directory"))
    }

    /// Makes a directory and opens it.
    pub(crate) fn dir(&self, name: impl AsRef<[u8]>) -> Self {
        let name = name.as_ref();
        rustix::fs::mkdirat(&self.0, name, Mode::from_raw_mode(0o755))
            .unwrap_or_else(|error| panic!("mkdir {}: {error}", name.escape_ascii()));
        Self(rustix::fs::openat(&self.0, name, OFlags::DIRECTORY | OFlags::CLOEXEC, Mode::empty()).expect("open a directory"))
    }

    /// Makes a file of that length, without using blocks for it.
    pub(crate) fn file(&self, name: impl AsRef<[u8]>, length: u64) {
        let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::CLOEXEC;
        let name = name.as_ref();
        let file = rustix::fs::openat(&self.0, name, flags, Mode::from_raw_mode(0o644));
        let file = file.unwrap_or_else(|error| panic!("create {}: {error}", name.escape_ascii()));
        rustix::fs::ftruncate(&file, length).expect("ftruncate");
    }

    pub(crate) fn link(&self, name: impl AsRef<[u8]>, target: impl AsRef<[u8]>) {
        rustix::fs::symlinkat(target.as_ref(), &self.0, name.as_ref()).expect("symlink");
    }

    pub(crate) fn hard_link(&self, name: impl AsRef<[u8]>, of: impl AsRef<[u8]>) {
        rustix::fs::linkat(&self.0, of.as_ref(), &self.0, name.as_ref(), AtFlags::empty()).expect("link");
    }

    /// Makes a fifo or a socket.
    pub(crate) fn node(&self, name: impl AsRef<[u8]>, kind: FileType) {
        rustix::fs::mknodat(&self.0, name.as_ref(), kind, Mode::from_raw_mode(0o644), 0).expect("mknod");
    }

    /// Makes a device, which only root can.
    pub(crate) fn device(&self, name: impl AsRef<[u8]>, kind: FileType, major: u32, minor: u32) -> rustix::io::Result<()> {
        rustix::fs::mknodat(&self.0, name.as_ref(), kind, Mode::from_raw_mode(0o640), rustix::fs::makedev(major, minor))
    }

    /// Makes a file with so many bytes in it, which use blocks.
    pub(crate) fn data(&self, name: impl AsRef<[u8]>, length: usize) {
        let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::CLOEXEC;
        let file = rustix::fs::openat(&self.0, name.as_ref(), flags, Mode::from_raw_mode(0o644)).expect("create");
        std::fs::File::from(file).write_all(&vec![b'x'; length]).expect("write");
    }

    pub(crate) fn mode(&self, name: impl AsRef<[u8]>, bits: u32) {
        rustix::fs::chmodat(&self.0, name.as_ref(), Mode::from_raw_mode(bits), AtFlags::empty()).expect("chmod");
    }

    /// Sets how many seconds ago it was read and changed; a link's own times, not its target's.
    pub(crate) fn ages(&self, name: impl AsRef<[u8]>, read: i64, changed: i64) {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).expect("a clock after 1970").as_secs() as i64;
        let ago = |age: i64| Timespec { tv_sec: now - age, tv_nsec: 0 };
        self.times(name, ago(read), ago(changed));
    }

    pub(crate) fn times(&self, name: impl AsRef<[u8]>, last_access: Timespec, last_modification: Timespec) {
        let times = Timestamps { last_access, last_modification };
        rustix::fs::utimensat(&self.0, name.as_ref(), &times, AtFlags::SYMLINK_NOFOLLOW).expect("utimensat");
    }
}

/// A tree in a directory of its own.
pub(crate) struct Tree {
    temp: TempDir,
    /// Where in it the tree is.
    root: PathBuf,
}

impl Tree {
    /// An empty one.
    pub(crate) fn new() -> (Self, Plot) {
        let temp = TempDir::new();
        let (plot, root) = (Plot::at(temp.path()), temp.path().to_owned());
        (Self { temp, root }, plot)
    }

    /// An empty one with a directory around it in which nothing else comes and goes.
    pub(crate) fn secluded() -> (Self, Plot) {
        let (tree, top) = Self::new();
        let plot = top.dir("in");
        let root = tree.temp.path().join("in");
        (Self { root, ..tree }, plot)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.root
    }

    /// Gives the whole tree to the user that the tests become, where they do.
    pub(crate) fn give_away(&self) {
        if super::run::is_root() {
            give_away(self.path());
        }
    }
}

fn give_away(path: &Path) {
    let nobody = Some(super::run::NOBODY);
    if path.symlink_metadata().expect("lstat").is_dir() {
        std::fs::read_dir(path).expect("read a directory").for_each(|entry| give_away(&entry.expect("an entry").path()));
    }
    let mode = path.symlink_metadata().expect("lstat");
    std::os::unix::fs::lchown(path, nobody, nobody).expect("lchown");
    if !mode.is_symlink() {
        // A change of owner takes the set-user-ID bits away.
        std::fs::set_permissions(path, mode.permissions()).expect("chmod");
    }
}

/// Something of everything: three levels, hidden names, an empty directory and file, several extensions.
pub(crate) fn basic() -> Tree {
    let (tree, top) = Tree::new();
    plant(&top, BASIC);
    tree
}

const BASIC: &[&str] = &[
    "Makefile",
    "README.md",
    "a/",
    "a/a",
    "a/b/",
    "a/b/a",
    "a/b/c/",
    "a/b/c/d/",
    "a/b/c/d/e.txt",
    "a/b/x.c",
    "a/b/x.h",
    "a/.hidden",
    ".hidden/",
    ".hidden/deep/",
    ".hidden/deep/file.json",
    "empty/",
    "empty.txt",
    "src/",
    "src/main.c",
    "src/Main.C",
    "src/lib.rs",
    "src/util.c.bak",
    "src/deep/",
    "src/deep/er/",
    "src/deep/er/file.json",
    "src/deep/er/file.JSON",
    "src/deep/prune/",
    "src/deep/prune/me.c",
];

/// Makes files and, where the name ends in a slash, directories.
pub(crate) fn plant(top: &Plot, names: &[&str]) {
    for name in names {
        match name.strip_suffix('/') {
            Some(dir) => drop(top.dir(dir)),
            None => top.file(name, 0),
        }
    }
}

/// Names made for patterns: one for each thing that fnmatch treats in its own way.
pub(crate) fn patterns() -> Tree {
    let (tree, top) = Tree::new();
    // Separated by bars.
    let names = "a|b|c|z|A|B|Z|1|9|_|-|^|!|]|[|[a|[a]|a]|[]|*|**|?|\\|\\*|a*b|a?b|a\\b|a[b]c|ab|aab|abc|abcabc|a.b|a.tar.gz|\
         .tar.gz|.a|..a|...|a b| |  |a,b|{a,b}|a\tb|~|#|$a|a-b|a-|foo|FOO|Foo|foobar|barfoo|xfoox|e\u{301}|\u{e9}|\
         \u{c9}|\u{fc}ber|\u{dc}ber|stra\u{df}e|\u{3a3}|\u{3c3}|\u{3c2}|\u{4e2d}\u{6587}|\u{1f600}|a\u{e9}b|\u{130}|i|\
         I|\u{131}|k|\u{212a}";
    let names: Vec<&str> = names.split('|').collect();
    names.iter().for_each(|name| top.file(name, 0));
    let sub = top.dir("sub");
    let deep = sub.dir(".dot");
    names.iter().take(40).for_each(|name| deep.file(name, 0));
    sub.dir("a*").file("a", 0);
    tree
}

/// Names that break programs: control characters, bytes that are no UTF-8, 255 bytes, leading dashes, blanks.
pub(crate) fn odd() -> Tree {
    let (tree, top) = Tree::new();
    let names: [&[u8]; 20] = [
        b"new\nline",
        b"\n",
        b"end\n",
        b"\xff\xfe",
        b"a\xc3",
        b"\xc3\xa9\xff",
        b"-name",
        b"-print",
        b"--help",
        b"-",
        b" lead",
        b"trail ",
        b"tab\there",
        b"*",
        b"[x]",
        b"\x1b[31mred",
        b"\x7f\x01",
        b"quote'\"",
        &[b'n'; 255],
        &[0xe9; 255],
    ];
    for name in names {
        top.file(name, 1);
    }
    let dirs: [&[u8]; 8] = [b"-delete", b"dir\nline", b"(", b")", b"!", b",", &[b'd'; 255], b"\x80dir"];
    for name in dirs {
        let dir = top.dir(name);
        dir.file(b"\xf0\x9f\x98", 0);
        dir.file(b"in\nner", 0);
        dir.dir(b"\n").file(b"-x", 0);
    }
    tree
}

/// Every kind that an ordinary user can make, and links of every sort.
pub(crate) fn kinds() -> Tree {
    let (tree, top) = Tree::new();
    top.node("fifo", FileType::Fifo);
    top.node("socket", FileType::Socket);
    top.file("file", 10);
    top.hard_link("hard1", "file");
    top.hard_link("hard2", "file");
    top.dir("dir").file("inside", 3);
    top.dir("empty");
    for (name, target) in [
        ("to_file", "file"),
        ("to_dir", "dir"),
        ("to_empty", "empty"),
        ("to_fifo", "fifo"),
        ("to_socket", "socket"),
        ("to_null", "/dev/null"),
        ("to_link", "to_file"),
        ("to_dirlink", "to_dir"),
        ("to_brokenlink", "broken"),
        ("broken", "nowhere"),
        ("dir/up_file", "../file"),
    ] {
        top.link(name, target);
    }
    top.hard_link("hard_link", "to_dir");
    tree
}

/// Links that lead back up, to themselves, to each other, and twice to the same place.
pub(crate) fn loops() -> Tree {
    let (tree, top) = Tree::new();
    plant(&top, &["a/", "a/b/", "a/b/c/", "a/b/c/file", "other/", "other/file", "other/sub/"]);
    for (name, target) in [
        ("self", "self"),
        ("ping", "pong"),
        ("pong", "ping"),
        ("a/b/c/up", "../.."),
        ("a/b/here", "."),
        ("a/to_other", "../other"),
        ("other/sub/to_a", "../../a"),
        ("twice1", "other"),
        ("twice2", "other"),
    ] {
        top.link(name, target);
    }
    tree
}

/// Sizes around every unit's boundary, and files larger than their blocks.
pub(crate) fn sizes() -> Tree {
    let (tree, top) = Tree::new();
    for unit in [1_u64, 2, 512, 1 << 10, 1 << 20, 1 << 30] {
        for (at, size) in [unit - 1, unit, unit + 1, 2 * unit - 1, 2 * unit, 2 * unit + 1, 3 * unit].into_iter().enumerate() {
            top.file(format!("{unit}-{at}"), size);
        }
    }
    top.file("huge", 5 << 30);
    top.dir("dir").dir("sub");
    top.link("link", "1048576-1");
    top.link("longer_link", "x".repeat(600));
    tree
}

/// One file for each of many permissions; directories too, all of them readable to their owner.
pub(crate) fn modes() -> Tree {
    let (tree, top) = Tree::new();
    for bits in [0o0, 0o1, 0o4, 0o7, 0o10, 0o40, 0o70, 0o100, 0o111, 0o200, 0o222, 0o400, 0o444, 0o600, 0o640, 0o644, 0o664, 0o666] {
        file_with_mode(&top, bits);
    }
    for bits in [0o700, 0o711, 0o750, 0o755, 0o775, 0o777, 0o1644, 0o2755, 0o4755, 0o6755, 0o7777, 0o2644, 0o4644, 0o1000] {
        file_with_mode(&top, bits);
    }
    for bits in [0o500, 0o700, 0o755, 0o777, 0o1777, 0o2775] {
        let name = format!("dir{bits:04o}");
        top.dir(&name).file("file", 0);
        top.mode(&name, bits);
    }
    top.link("link", "0644");
    tree
}

fn file_with_mode(top: &Plot, bits: u32) {
    let name = format!("{bits:04o}");
    top.file(&name, 0);
    top.mode(&name, bits);
}

pub(crate) const MINUTE: i64 = 60;
pub(crate) const DAY: i64 = 86_400;

/// Ages half a unit away from every boundary: of minutes up to 5, then of days. Also the future and the far past.
pub(crate) fn times() -> Tree {
    let (tree, top) = Tree::new();
    let dir = top.dir("dir");
    for count in 0..5 {
        let (minutes, days) = (count * MINUTE + MINUTE / 2, count * DAY + DAY / 2);
        dir.file(format!("{count}m"), 0);
        dir.ages(format!("{count}m"), minutes + MINUTE, minutes);
        dir.file(format!("{count}d"), 0);
        dir.ages(format!("{count}d"), days, days + DAY);
        dir.dir(format!("dir{count}d"));
        dir.ages(format!("dir{count}d"), days, days);
        dir.link(format!("link{count}d"), format!("{count}d"));
        dir.ages(format!("link{count}d"), days + 2 * DAY, days + 2 * DAY);
    }
    for (name, age) in [("future", -DAY / 2), ("far_future", -40 * DAY), ("old", 400 * DAY), ("hour", 90 * MINUTE)] {
        dir.file(name, 0);
        dir.ages(name, age, age);
    }
    for (name, nanos) in [("nano0", 0), ("nano1", 1), ("nano999", 999_999_999), ("nano_same", 1)] {
        let time = Timespec { tv_sec: 1_000_000_000, tv_nsec: nanos };
        top.file(name, 0);
        top.times(name, time, time);
    }
    for (name, secs) in [("epoch", 0), ("before_epoch", -100_000)] {
        let time = Timespec { tv_sec: secs, tv_nsec: 500_000_000 };
        top.file(name, 0);
        top.times(name, time, time);
    }
    touch_directories(tree.path());
    tree
}

/// Reads every directory once: on most file systems a first reading changes the time of access, later ones do not.
pub(crate) fn touch_directories(path: &Path) {
    super::run::Call::oracle(path).words(["."]).run();
}

/// Directories that an ordinary user cannot read, or neither read nor search.
pub(crate) fn unreadable() -> Tree {
    let (tree, top) = Tree::new();
    for name in ["none", "search", "write", "all"] {
        let dir = top.dir(name);
        plant(&dir, &["file", "sub/", "sub/below"]);
        dir.link("link", "file");
    }
    top.link("to_none", "none");
    top.link("into_none", "none/file");
    top.link("into_search", "search/sub");
    top.dir("empty_none");
    tree.give_away();
    for (name, bits) in [("none", 0o0), ("search", 0o111), ("write", 0o300), ("empty_none", 0o0)] {
        top.mode(name, bits);
    }
    tree
}

/// A directory that an ordinary user can read but not search: it tells names and types, and nothing can be asked of them.
pub(crate) fn unsearchable() -> Tree {
    let (tree, top) = Tree::new();
    let dir = top.dir("read");
    plant(&dir, &["file", "sub/", "sub/below"]);
    dir.link("link", "file");
    tree.give_away();
    top.mode("read", 0o444);
    tree
}

/// A chain of directories with names of `length` bytes, a file at every `every`th level and at the last.
pub(crate) fn chain(levels: usize, length: usize, every: usize) -> Tree {
    let (tree, top) = Tree::new();
    let mut here = top;
    for level in 1..=levels {
        here = here.dir(vec![b'd'; length]);
        if level % every == 0 || level == levels {
            here.file("leaf", level as u64);
        }
    }
    tree
}

/// A chain where every directory also holds one before and one behind the chain's next link, each with a file.
pub(crate) fn comb(levels: usize) -> Tree {
    let (tree, top) = Tree::new();
    let mut here = top;
    for _ in 0..levels {
        here.dir("a").file("leaf", 0);
        here.dir("z").file("leaf", 0);
        here = here.dir("m");
    }
    tree
}

/// One directory of `count` files and `count` subdirectories with a file each.
pub(crate) fn wide(count: usize) -> Tree {
    let (tree, top) = Tree::new();
    let dir = top.dir("wide");
    for number in 0..count {
        dir.file(format!("file{number}"), 0);
        dir.dir(format!("dir{number}")).file(if number % 7 == 0 { "seventh" } else { "inner" }, 0);
    }
    tree
}

/// Directories under directories, `fan` in each, `depth` levels, `files` files in each.
pub(crate) fn bushy(depth: usize, fan: usize, files: usize) -> Tree {
    let (tree, top) = Tree::new();
    grow(&top, depth, fan, files);
    tree
}

fn grow(at: &Plot, depth: usize, fan: usize, files: usize) {
    (0..files).for_each(|number| at.file(format!("file{number}"), 0));
    if depth > 0 {
        (0..fan).for_each(|number| grow(&at.dir(format!("dir{number}")), depth - 1, fan, files));
    }
}

/// A path from bytes.
pub(crate) fn path(bytes: &[u8]) -> &Path {
    Path::new(OsStr::from_bytes(bytes))
}
