//! A directory that a bench may fill: made empty, removed when it is dropped.

use std::ffi::CString;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

pub(crate) struct Scratch(PathBuf);

impl Scratch {
    /// An empty directory under cargo's own for such things.
    pub(crate) fn new(name: &str) -> Self {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("bench-{name}-{}", std::process::id()));
        let scratch = Self(path);
        scratch.directory("");
        scratch
    }

    /// Makes a directory, and those above it where they are missing.
    pub(crate) fn directory(&self, path: &str) {
        fs::create_dir_all(self.0.join(path)).unwrap_or_else(|error| panic!("{path}: {error}"));
    }

    /// Makes an empty file.
    pub(crate) fn file(&self, path: &str) {
        fs::write(self.0.join(path), "").unwrap_or_else(|error| panic!("{path}: {error}"));
    }

    /// Its path, for system calls.
    pub(crate) fn path(&self) -> CString {
        CString::new(self.0.as_os_str().as_bytes()).unwrap_or_else(|error| panic!("{error}"))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // What stays behind is swept away with the target directory.
        let _ = fs::remove_dir_all(&self.0);
    }
}
