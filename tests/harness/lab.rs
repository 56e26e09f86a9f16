//! A slow file system for a test: mounted in a temporary directory, walked once so that the kernel knows its names.

use super::slow::{Slow, Tree};
use super::temp::TempDir;
use std::ops::Deref;
use std::path::Path;
use std::time::Duration;

/// For what surely happens, on a machine that others use too.
pub(crate) const PATIENCE: Duration = Duration::from_secs(30);

pub(crate) struct Lab {
    // Dropped first: a directory that something is mounted on cannot be removed.
    slow: Slow,
    _dir: TempDir,
}

impl Lab {
    /// Mounts a tree; says so and returns nothing where this process may not.
    pub(crate) fn new(what: &str, tree: Tree) -> Option<Self> {
        let dir = TempDir::new();
        match Slow::mount_apart(dir.path(), tree) {
            Ok(slow) => Some(Self { slow, _dir: dir }),
            Err(why) => {
                super::skipped(what, &why);
                None
            }
        }
    }

    /// Looks up every name, so that no later walk does as long as the kernel remembers; takes the counts back to zero.
    pub(crate) fn warm(self) -> Self {
        stat_all(self.slow.path());
        self.slow.take_counts();
        self
    }
}

impl Deref for Lab {
    type Target = Slow;

    fn deref(&self) -> &Slow {
        &self.slow
    }
}

fn stat_all(dir: &Path) {
    for entry in std::fs::read_dir(dir).expect("a directory") {
        let entry = entry.expect("an entry");
        if entry.metadata().expect("a stat").is_dir() {
            stat_all(&entry.path());
        }
    }
}
