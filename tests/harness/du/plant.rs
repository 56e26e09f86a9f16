//! Random trees for du: data, holes, hard and symbolic links, names that break lines, directories nobody may read.

use super::super::random::Random;
use super::super::trees::{Plot, Tree};
use rustix::fs::{FileType, Timespec};
use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::io::{Seek, SeekFrom, Write};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// What there may be in a tree.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Kind {
    /// Files with several links.
    pub(crate) hard_links: bool,
    /// Symbolic links upward, to themselves and to nothing.
    pub(crate) loops: bool,
    /// Directories that their owner may not read, or not search.
    pub(crate) shut: bool,
}

/// A random tree. Paths are relative to `root`, the directory that programs are started in.
pub(crate) struct Planted {
    /// The tree; empty where it was planted in somebody else's directory.
    pub(crate) tree: Option<Tree>,
    pub(crate) root: PathBuf,
    /// Directories that can be read.
    pub(crate) dirs: Vec<Vec<u8>>,
    /// Everything else, outside of directories that are shut.
    pub(crate) others: Vec<Vec<u8>>,
    /// Symbolic links among these.
    pub(crate) links: Vec<Vec<u8>>,
}

const NAMES: &[&[u8]] = &[
    b"a",
    b"b",
    b"c",
    b"ab",
    b"a.c",
    b"b.c",
    b"x.o",
    b"sub",
    b"src",
    b"deep",
    b"z",
    b"A",
    b"9",
    b".hid",
    b"-x",
    b"--",
    b"new\nline",
    b"\n",
    b"sp ace",
    b" ",
    b"tab\there",
    b"\xff\xfe",
    b"\xc3\xa9",
    b"e\xcc\x81",
    b"*",
    b"[a]",
    b"q?",
    b"quote'\"",
    b"back\\slash",
    b"\x1b[31m",
    &[b'l'; 200],
    b"~",
    b"a-b",
    b"a b",
];

const SHUT: [u32; 3] = [0o000, 0o444, 0o111];

/// Plants a tree of 5 to 60 entries in a temporary directory. Beside its root there is place for lists.
pub(crate) fn random(random: &mut Random, kind: Kind) -> Planted {
    let (tree, top) = Tree::new();
    top.dir("in");
    let root = tree.path().join("in");
    let mut planted = at(&root, random, kind);
    if kind.shut {
        shut(&mut planted, random);
        tree.give_away();
        planted.close();
    }
    planted.tree = Some(tree);
    planted
}

/// Plants one in an empty directory.
pub(crate) fn at(root: &Path, random: &mut Random, kind: Kind) -> Planted {
    let mut planted = Planted { tree: None, root: root.to_owned(), dirs: Vec::new(), others: Vec::new(), links: Vec::new() };
    let top = Plot::at(root);
    let mut made: BTreeSet<Vec<u8>> = BTreeSet::new();
    for _ in 0..5 + random.below(56) {
        let name = random.pick(NAMES);
        let path = match random.below(planted.dirs.len() + 1) {
            0 => name.to_vec(),
            number => [&planted.dirs[number - 1][..], b"/", name].concat(),
        };
        if made.insert(path.clone()) {
            entry(&mut planted, &top, path, random, kind);
        }
    }
    if random.one_in(4) {
        chain(&mut planted, &top, random);
    }
    ages(&planted, &top, random);
    planted
}

fn entry(planted: &mut Planted, top: &Plot, path: Vec<u8>, random: &mut Random, kind: Kind) {
    match random.below(14) {
        0..4 => {
            drop(top.dir(&path));
            return planted.dirs.push(path);
        }
        4 => {
            symbolic_link(planted, top, &path, random, kind);
            planted.links.push(path.clone());
        }
        5 => top.node(&path, if random.one_in(2) { FileType::Fifo } else { FileType::Socket }),
        6..9 if kind.hard_links && !planted.others.is_empty() => {
            let of = &planted.others[random.below(planted.others.len())];
            top.hard_link(&path, of);
            if planted.links.contains(of) {
                planted.links.push(path.clone());
            }
        }
        9 | 10 => sparse(&planted.root, &path, random),
        _ => {
            let most = [1, 600, 5_000, 70_000, 300_000][random.below(5)];
            let data = vec![b'x'; random.below(most)];
            std::fs::write(planted.root.join(OsStr::from_bytes(&path)), data).expect("write a file");
        }
    }
    planted.others.push(path);
}

/// A file with less data than its length: none, or some at its end.
fn sparse(root: &Path, path: &[u8], random: &mut Random) {
    let mut file = std::fs::File::create_new(root.join(OsStr::from_bytes(path))).expect("create a file");
    let length = [1, 4096, 1 << 20, 1 << 32, 3 << 40][random.below(5)] + random.below(3) as u64;
    file.set_len(length).expect("ftruncate");
    if random.one_in(2) {
        file.seek(SeekFrom::Start(length / 2)).expect("seek");
        file.write_all(&[b'x'; 5000]).expect("write a file");
    }
}

fn symbolic_link(planted: &Planted, top: &Plot, path: &[u8], random: &mut Random, kind: Kind) {
    let up = b"../".repeat(path.iter().filter(|&&byte| byte == b'/').count());
    let name = path.rsplit(|&byte| byte == b'/').next().unwrap_or(path);
    let all = || planted.dirs.iter().chain(&planted.others);
    match random.below(if kind.loops { 7 } else { 4 }) {
        4 => top.link(path, "nowhere"),
        5 => top.link(path, name),
        // Not out of the tree: others are at work there.
        6 => top.link(path, if up.is_empty() { "." } else { ".." }),
        _ => match all().nth(random.below(all().count().max(1))) {
            Some(target) => top.link(path, [&up[..], target].concat()),
            None => top.link(path, "nowhere"),
        },
    }
}

/// Ten to forty directories, one in the other.
fn chain(planted: &mut Planted, top: &Plot, random: &mut Random) {
    let mut path = b"chain".to_vec();
    for level in 0..10 + random.below(31) {
        drop(top.dir(&path));
        if random.one_in(4) {
            std::fs::write(planted.root.join(OsStr::from_bytes(&path)).join("leaf"), vec![b'x'; level * 1000]).expect("write a file");
        }
        planted.dirs.push(path.clone());
        path.extend_from_slice(b"/c");
    }
}

/// Times of the last change between 1969 and 2023, of the last access years ahead: those no reading changes.
fn ages(planted: &Planted, top: &Plot, random: &mut Random) {
    age(top, b".", random);
    planted.others.iter().chain(planted.dirs.iter().rev()).for_each(|path| age(top, path, random));
}

fn age(top: &Plot, path: &[u8], random: &mut Random) {
    let mut time =
        |first: i64, seconds: usize| Timespec { tv_sec: first + random.below(seconds) as i64, tv_nsec: random.below(1_000_000_000) as i64 };
    let (access, modification) = (time(2_100_000_000, 100_000_000), time(-1_000_000, 1_700_000_000));
    top.times(path, access, modification);
}

/// Chooses directories to be shut: with all below they are no arguments, and no link's target is below one.
fn shut(planted: &mut Planted, random: &mut Random) {
    let top = Plot::at(&planted.root);
    for number in 0..1 + random.below(3) {
        let parent = match random.below(planted.dirs.len() + 1) {
            0 => Vec::new(),
            number => [&planted.dirs[number - 1][..], b"/"].concat(),
        };
        let path = [&parent[..], format!("shut{number}-{:o}", SHUT[random.below(SHUT.len())]).as_bytes()].concat();
        let dir = top.dir(&path);
        for name in ["f", "g"].iter().take(random.below(3)) {
            dir.file(name, 0);
        }
        if random.one_in(2) {
            dir.dir("inside").file("below", 0);
            age(&dir, b"inside", random);
        }
        age(&dir, b".", random);
    }
}

impl Planted {
    /// Takes the permissions from the directories that are to be shut.
    fn close(&self) {
        let mut todo = vec![self.root.clone()];
        while let Some(dir) = todo.pop() {
            for entry in std::fs::read_dir(&dir).expect("read a directory").flatten() {
                if entry.file_type().expect("a type").is_dir() {
                    todo.push(entry.path());
                }
            }
            let name = dir.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if let Some((_, bits)) = name.split_once('-').filter(|(start, _)| start.starts_with("shut")) {
                todo.retain(|path| !path.starts_with(&dir));
                Plot::at(&dir).mode(".", u32::from_str_radix(bits, 8).expect("octal digits"));
            }
        }
    }

    /// Any entry.
    pub(crate) fn any<'a>(&'a self, random: &mut Random) -> &'a [u8] {
        let count = self.dirs.len() + self.others.len();
        let all = self.dirs.iter().chain(&self.others);
        all.skip(random.below(count.max(1))).map(Vec::as_slice).next().unwrap_or(b".")
    }

    /// Writes a list beside the tree, where everybody can read it; its path from the root.
    pub(crate) fn list(&self, name: &str, contents: &[u8]) -> Vec<u8> {
        let path = self.root.join("..").join(name);
        std::fs::write(path, contents).expect("write a list");
        format!("../{name}").into_bytes()
    }
}
