//! File systems of the test's own, in a mount namespace that ends with the thread that made it: nothing is left to clean up,
//! not even by a test that is killed. All of it needs root.

use super::super::random::Random;
use super::super::run::is_root;
use super::super::skipped;
use super::super::trees::{Plot, Tree, path};
use super::plant::{self, Kind, Planted};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, PoisonError};

/// The trees that something is mounted in. They are removed from where nothing is.
#[derive(Default)]
pub(crate) struct Grounds(Mutex<Vec<Tree>>);

/// Runs a test in a thread whose mounts nobody else sees.
pub(crate) fn in_private(what: &str, test: impl FnOnce(&Grounds) + Send) {
    if !is_root() {
        return skipped(what, "mounts need root");
    }
    let grounds = Grounds::default();
    std::thread::scope(|scope| {
        let thread = scope.spawn(|| {
            // SAFETY: it changes what this thread sees, which shares it with nobody from here on.
            #[allow(unsafe_code)]
            let own = unsafe { libc::unshare(libc::CLONE_NEWNS) } == 0 && run("mount", ["--make-rprivate", "/"]).is_ok();
            if own { test(&grounds) } else { skipped(what, "root here may not have mounts of its own") }
        });
        thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
    });
}

/// Runs a program that must succeed; what it says if it does not.
fn run<W: AsRef<OsStr>>(program: &str, words: impl IntoIterator<Item = W>) -> Result<(), String> {
    match Command::new(program).args(words).output() {
        Err(error) => Err(format!("{program}: {error}")),
        Ok(output) if output.status.success() => Ok(()),
        Ok(output) => Err(format!("{program}: {}", String::from_utf8_lossy(&output.stderr).trim_end())),
    }
}

/// A file system that can be made here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sort {
    Tmpfs,
    Ext4,
    Xfs,
    Btrfs,
}

impl Sort {
    pub(crate) const ALL: [Self; 4] = [Self::Tmpfs, Self::Ext4, Self::Xfs, Self::Btrfs];

    /// The name of its directory, and of its type.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Tmpfs => "tmpfs",
            Self::Ext4 => "ext4",
            Self::Xfs => "xfs",
            Self::Btrfs => "btrfs",
        }
    }

    /// The least that its mkfs makes, more or less. Images are sparse.
    fn megabytes(self) -> u64 {
        match self {
            Self::Tmpfs => 0,
            Self::Ext4 => 32,
            Self::Xfs => 320,
            Self::Btrfs => 128,
        }
    }

    /// Mounts a new one at a directory that is there; its image lies beside the tree.
    fn mount(self, images: &Path, at: &Path) -> Result<(), String> {
        if self == Self::Tmpfs {
            return run("mount", ["-t".as_ref(), "tmpfs".as_ref(), "none".as_ref(), at.as_os_str()]);
        }
        let image = images.join(format!("image-{}", self.name()));
        let file = std::fs::File::create_new(&image).map_err(|error| error.to_string())?;
        file.set_len(self.megabytes() << 20).map_err(|error| error.to_string())?;
        let force = if self == Self::Ext4 { "-F" } else { "-f" };
        run(&format!("mkfs.{}", self.name()), ["-q".as_ref(), force.as_ref(), image.as_os_str()])?;
        run("mount", ["-o".as_ref(), "loop".as_ref(), "-t".as_ref(), self.name().as_ref(), image.as_os_str(), at.as_os_str()])
    }
}

/// Mounts a new tmpfs at a directory.
pub(crate) fn tmpfs(at: &Path) {
    Sort::Tmpfs.mount(at, at).expect("a tmpfs");
}

/// Shows a directory or a file a second time.
pub(crate) fn bind(from: &Path, at: &Path) {
    run("mount", ["--bind".as_ref(), from.as_os_str(), at.as_os_str()]).expect("a bind mount");
}

impl Grounds {
    /// A new directory for mounts: its path, and the place to make something in it.
    pub(crate) fn tree(&self) -> (PathBuf, Plot) {
        let (tree, top) = Tree::new();
        let path = tree.path().to_owned();
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(tree);
        (path, top)
    }
}

/// A random tree with every file system that can be had, each with a random tree of its own; `bind` shows `shown` again,
/// `bind_all` the whole tree, `bind_file` a file of the tmpfs.
pub(crate) fn tree(grounds: &Grounds, random: &mut Random, kind: Kind) -> Planted {
    let (place, top) = grounds.tree();
    let inner = top.dir("in");
    let root = place.join("in");
    let mut all = plant::at(&root, random, kind);
    for sort in Sort::ALL {
        let at = root.join(sort.name());
        drop(inner.dir(sort.name()));
        // What a mount hides must not be seen.
        Plot::at(&at).file("hidden", 0);
        match sort.mount(&place, &at) {
            Err(error) => skipped(sort.name(), &error),
            Ok(()) => {
                let planted = plant::at(&at, random, kind);
                if sort == Sort::Btrfs {
                    subvolume(&at);
                }
                adopt(&mut all, sort.name(), planted);
                rustix::fs::syncfs(std::fs::File::open(&at).expect("open a directory")).expect("syncfs");
            }
        }
    }
    inner.dir("shown").file("file", 0);
    inner.dir("shown/below").file("file", 0);
    inner.file("bind_file", 0);
    let tmpfs = Plot::at(&root.join("tmpfs"));
    tmpfs.file("for_bind", 100);
    // Followed, it leads to another device.
    std::fs::write(root.join("far"), [b'x'; 9000]).expect("write a file");
    tmpfs.link("to_far", "../far");
    ["bind", "bind_all"].iter().for_each(|name| drop(inner.dir(name)));
    bind(&root.join("shown"), &root.join("bind"));
    bind(&root, &root.join("bind_all"));
    bind(&root.join("tmpfs/for_bind"), &root.join("bind_file"));
    for name in ["shown", "shown/below", "bind", "bind/below", "bind_all", "bind_all/shown"] {
        all.dirs.push(name.into());
    }
    all.others.extend([&b"bind_file"[..], b"far", b"tmpfs/to_far"].map(<[u8]>::to_vec));
    all
}

/// A second device number in one btrfs.
fn subvolume(at: &Path) {
    let path = at.join("volume");
    match run("btrfs", ["subvolume".as_ref(), "create".as_ref(), path.as_os_str()]) {
        Ok(()) => std::fs::write(path.join("file"), [b'x'; 9000]).expect("write a file"),
        Err(error) => skipped("a subvolume of btrfs", &error),
    }
}

/// Takes the paths of a tree in a directory into those of the tree around it.
fn adopt(all: &mut Planted, name: &str, planted: Planted) {
    let inside = |path: Vec<u8>| [name.as_bytes(), b"/", &path].concat();
    all.dirs.push(name.into());
    all.dirs.extend(planted.dirs.into_iter().map(inside));
    all.others.extend(planted.others.into_iter().map(inside));
    all.links.extend(planted.links.into_iter().map(inside));
}

/// Whether a path of the tree is where a file system was mounted.
pub(crate) fn is_mounted(root: &Path, name: &str) -> bool {
    !path(root.join(name).join("hidden").as_os_str().as_encoded_bytes()).exists()
}
