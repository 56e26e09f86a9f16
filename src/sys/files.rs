//! Whole files.

use std::ffi::{CStr, OsStr};
use std::io::Read;
use std::os::unix::ffi::{OsStrExt, OsStringExt};

/// The contents of a file; of standard input where no path is given.
///
/// # Errors
/// The errno of opening or reading it.
pub fn read(path: Option<&CStr>) -> Result<Vec<u8>, i32> {
    let contents = match path {
        Some(path) => std::fs::read(OsStr::from_bytes(path.to_bytes())),
        None => {
            let mut contents = Vec::new();
            std::io::stdin().lock().read_to_end(&mut contents).map(|_| contents)
        }
    };
    contents.map_err(|error| error.raw_os_error().unwrap_or(libc::EIO))
}

/// The absolute path of what `path` leads to, without links; `None` if that is not to be known.
#[must_use]
pub fn real_path(path: &[u8]) -> Option<Vec<u8>> {
    std::fs::canonicalize(OsStr::from_bytes(path)).ok().map(|path| path.into_os_string().into_vec())
}
