//! Whole files.

use std::ffi::{CStr, OsStr};
use std::io::Read;
use std::os::unix::ffi::OsStrExt;

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
