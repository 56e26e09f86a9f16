//! Temporary directories that are gone when the test is: also with unreadable directories in them and with paths longer
//! than PATH_MAX.

use rustix::fs::{AtFlags, CWD, Dir, FileType, Mode, OFlags, chmodat, openat, unlinkat};
use std::ffi::{CString, OsStr};
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{DirBuilderExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

/// A new directory under TMPDIR, removed with all that is in it when dropped.
pub(crate) struct TempDir {
    path: PathBuf,
}

impl TempDir {
    pub(crate) fn new() -> Self {
        Self::within(&std::path::absolute(std::env::temp_dir()).expect("an absolute TMPDIR"))
    }

    /// The same, elsewhere than under TMPDIR.
    pub(crate) fn within(parent: &Path) -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        loop {
            let number = COUNT.fetch_add(1, Ordering::Relaxed);
            let path = parent.join(format!("uwalk-test-{}-{number}", std::process::id()));
            match std::fs::DirBuilder::new().mode(0o755).create(&path) {
                Ok(()) => {
                    // The umask may have taken what an ordinary user needs.
                    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).expect("chmod of a new directory");
                    return Self { path };
                }
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => panic!("cannot make {}: {error}", path.display()),
            }
        }
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for TempDir {
    fn drop(&mut self) {
        if let Err(error) = remove_tree(&self.path) {
            eprintln!("cannot remove {}: {error}", self.path.display());
        }
    }
}

/// Removes a directory and all below it, holding one descriptor at any depth.
pub(crate) fn remove_tree(path: &Path) -> io::Result<()> {
    let parent = path.parent().unwrap_or(Path::new("/"));
    let name = path.file_name().unwrap_or(OsStr::new("."));
    let mut here = open_dir(CWD, &CString::new(parent.as_os_str().as_bytes())?)?;
    // The names of the directories between `parent` and `here`, each with those of its siblings that are still to do.
    let mut way: Vec<(CString, Vec<CString>)> = Vec::new();
    let mut todo = vec![CString::new(name.as_bytes())?];
    loop {
        if let Some(name) = todo.pop() {
            chmodat(&here, &name, Mode::RWXU, AtFlags::empty())?;
            here = open_dir(&here, &name)?;
            way.push((name, std::mem::take(&mut todo)));
            todo = strip(&here)?;
        } else {
            let Some((name, siblings)) = way.pop() else { return Ok(()) };
            here = open_dir(&here, c"..")?;
            unlinkat(&here, &name, AtFlags::REMOVEDIR)?;
            todo = siblings;
        }
    }
}

/// Removes what can be removed at once, returns the directories that are left.
fn strip(dir: &OwnedFd) -> io::Result<Vec<CString>> {
    let mut left = Vec::new();
    for entry in Dir::read_from(dir)? {
        let entry = entry?;
        let name = entry.file_name();
        if name == c"." || name == c".." {
            continue;
        }
        if entry.file_type() == FileType::Directory {
            if unlinkat(dir, name, AtFlags::REMOVEDIR).is_err() {
                left.push(name.to_owned());
            }
        } else {
            unlinkat(dir, name, AtFlags::empty())?;
        }
    }
    Ok(left)
}

fn open_dir(at: impl std::os::fd::AsFd, name: &std::ffi::CStr) -> io::Result<OwnedFd> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
    Ok(openat(at, name, flags, Mode::empty())?)
}
