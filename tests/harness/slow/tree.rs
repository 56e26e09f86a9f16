//! A tree that is nowhere: names, numbers and attributes are computed when they are asked for.
//!
//! Directories are `d0`, `d1`, .., files `f0`, .., links `l0`, ... The number of an inode tells where it is: first all
//! directories, level by level, then the files of each, then the links.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;

/// The inode that is mounted.
pub(crate) const TOP: u64 = 1;

/// The shape of a tree.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tree {
    /// Directories in every directory above the last level.
    pub(crate) dirs: u64,
    /// Levels of directories below the top.
    pub(crate) depth: u32,
    /// Files in every directory; in the top only if it is the only one.
    pub(crate) files: u64,
    /// Symbolic links where files are: an even one leads to the file of its number, an odd one nowhere.
    pub(crate) links: u64,
    /// Sizes of files are below this.
    pub(crate) sizes: u64,
    /// The earliest time, in seconds since 1970. The times of inodes are a second apart.
    pub(crate) seconds: u64,
}

impl Default for Tree {
    fn default() -> Self {
        Self { dirs: 0, depth: 1, files: 0, links: 0, sizes: 7777, seconds: 1_600_000_000 }
    }
}

/// What an inode is: a directory by its number, or a file or link by its directory's number and its own in there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Node {
    Dir(u64),
    File(u64, u64),
    Link(u64, u64),
}

/// What stat tells.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Attributes {
    pub(crate) node: u64,
    /// Type and permissions.
    pub(crate) mode: u32,
    pub(crate) links: u32,
    /// In bytes.
    pub(crate) size: u64,
    /// Of 512 bytes.
    pub(crate) blocks: u64,
    /// All three times.
    pub(crate) seconds: u64,
}

/// A name, without an allocation.
pub(crate) struct Name {
    bytes: [u8; 24],
    start: usize,
}

impl Name {
    fn new(letter: u8, mut number: u64) -> Self {
        let mut name = Self { bytes: [0; 24], start: 24 };
        loop {
            name.push_front(b'0' + (number % 10) as u8);
            number /= 10;
            if number == 0 {
                break;
            }
        }
        name.push_front(letter);
        name
    }

    /// `.` or `..`.
    fn dots(count: usize) -> Self {
        Self { bytes: [b'.'; 24], start: 24 - count }
    }

    fn push_front(&mut self, byte: u8) {
        self.start -= 1;
        self.bytes[self.start] = byte;
    }

    pub(crate) fn as_bytes(&self) -> &[u8] {
        &self.bytes[self.start..]
    }
}

impl Tree {
    /// Directories, the top among them.
    pub(crate) fn directories(&self) -> u64 {
        (0..=self.depth).map(|level| self.dirs.pow(level)).sum()
    }

    /// Directories that hold files and links.
    fn holders(&self) -> u64 {
        if self.directories() == 1 { 1 } else { self.directories() - 1 }
    }

    /// Files in all.
    pub(crate) fn all_files(&self) -> u64 {
        self.holders() * self.files
    }

    /// Links in all.
    pub(crate) fn all_links(&self) -> u64 {
        self.holders() * self.links
    }

    /// Everything, the top among it.
    pub(crate) fn entries(&self) -> u64 {
        self.directories() + self.all_files() + self.all_links()
    }

    /// The number of an inode.
    pub(crate) fn number(&self, node: Node) -> u64 {
        let directories = self.directories();
        match node {
            Node::Dir(dir) => TOP + dir,
            Node::File(dir, file) => TOP + directories + dir * self.files + file,
            Node::Link(dir, link) => TOP + directories + directories * self.files + dir * self.links + link,
        }
    }

    /// What the inode of this number is.
    pub(crate) fn node(&self, number: u64) -> Option<Node> {
        let directories = self.directories();
        let number = number.checked_sub(TOP)?;
        let Some(file) = number.checked_sub(directories) else { return Some(Node::Dir(number)) };
        let Some(link) = file.checked_sub(directories * self.files) else {
            return Some(Node::File(file / self.files, file % self.files));
        };
        (link < directories * self.links).then(|| Node::Link(link / self.links, link % self.links))
    }

    /// The directory that holds this directory; the top holds itself.
    fn above(&self, dir: u64) -> u64 {
        if dir == 0 { 0 } else { (dir - 1) / self.dirs }
    }

    /// Directories, files and links in a directory.
    fn counts(&self, dir: u64) -> [u64; 3] {
        let dirs = if dir * self.dirs + 1 < self.directories() { self.dirs } else { 0 };
        if dir == 0 && self.directories() > 1 { [dirs, 0, 0] } else { [dirs, self.files, self.links] }
    }

    /// The inode of a name in the directory of this number.
    pub(crate) fn look_up(&self, parent: u64, name: &OsStr) -> Option<u64> {
        let Node::Dir(dir) = self.node(parent)? else { return None };
        let (letter, digits) = name.as_bytes().split_first()?;
        let index: u64 = std::str::from_utf8(digits).ok()?.parse().ok()?;
        let [dirs, files, links] = self.counts(dir);
        let (node, count) = match letter {
            b'd' => (Node::Dir(dir * self.dirs + 1 + index), dirs),
            b'f' => (Node::File(dir, index), files),
            b'l' => (Node::Link(dir, index), links),
            _ => return None,
        };
        (index < count && Name::new(*letter, index).as_bytes() == name.as_bytes()).then(|| self.number(node))
    }

    /// The inode of a path below the top; an empty path is the top.
    pub(crate) fn find(&self, path: &str) -> Option<u64> {
        path.split('/').filter(|name| !name.is_empty()).try_fold(TOP, |dir, name| self.look_up(dir, OsStr::new(name)))
    }

    /// The entry of a directory at a place, with its inode and name: `.` and `..` first, then directories, files, links.
    pub(crate) fn entry(&self, dir: u64, place: u64) -> Option<(u64, Name)> {
        if place < 2 {
            let of = if place == 0 { dir } else { self.above(dir) };
            return Some((self.number(Node::Dir(of)), Name::dots(place as usize + 1)));
        }
        let mut index = place - 2;
        let [dirs, files, links] = self.counts(dir);
        if index < dirs {
            return Some((self.number(Node::Dir(dir * self.dirs + 1 + index)), Name::new(b'd', index)));
        }
        index -= dirs;
        if index < files {
            return Some((self.number(Node::File(dir, index)), Name::new(b'f', index)));
        }
        index -= files;
        (index < links).then(|| (self.number(Node::Link(dir, index)), Name::new(b'l', index)))
    }

    /// Where a link leads.
    pub(crate) fn target(&self, link: u64) -> Vec<u8> {
        let letter = if link.is_multiple_of(2) { b'f' } else { b'n' };
        Name::new(letter, link).as_bytes().to_vec()
    }

    /// What is known of the inode of this number.
    pub(crate) fn attributes(&self, number: u64) -> Option<Attributes> {
        let node = self.node(number)?;
        let (mode, links, size) = match node {
            Node::Dir(dir) => (libc::S_IFDIR | 0o755, 2 + self.counts(dir)[0] as u32, 4096),
            Node::File(..) => (libc::S_IFREG | 0o644, 1, number % self.sizes.max(1)),
            Node::Link(_, link) => (libc::S_IFLNK | 0o777, 1, self.target(link).len() as u64),
        };
        let blocks = if matches!(node, Node::Link(..)) { 0 } else { size.div_ceil(4096) * 8 };
        Some(Attributes { node: number, mode, links, size, blocks, seconds: self.seconds + number })
    }
}
