//! Extended attributes, of entries of an open directory. The kernel takes a path for them: it leads through
//! `/proc/self/fd`, so that neither the working directory nor the length of the path matters.

#![allow(unsafe_code)]

use super::pace;
use rustix::io::Errno;
use std::ffi::{CStr, CString};
use std::os::fd::{AsRawFd, BorrowedFd};
use std::sync::atomic::{AtomicBool, Ordering};

/// listxattrat(2), since Linux 6.13; the same number on every architecture.
const LISTXATTRAT: libc::c_long = 465;

/// The kernel has no listxattrat.
static NO_LISTXATTRAT: AtomicBool = AtomicBool::new(false);

/// Whether a file has an attribute of that name.
///
/// # Errors
/// The errno of getxattr(2).
pub fn has(at: BorrowedFd<'_>, name: &CStr, follow: bool, attribute: &CStr) -> Result<bool, i32> {
    let path = path(at, name)?;
    pace::turn();
    let nothing: &mut [u8] = &mut [];
    let length = match follow {
        true => rustix::fs::getxattr(&path, attribute, nothing),
        false => rustix::fs::lgetxattr(&path, attribute, nothing),
    };
    Ok(none_is_fine(length)?.is_some())
}

/// Whether a file has any attribute that this process may see.
///
/// # Errors
/// The errno of listxattr(2).
pub fn has_any(at: BorrowedFd<'_>, name: &CStr, follow: bool) -> Result<bool, i32> {
    let path = path(at, name)?;
    pace::turn();
    let length = if follow { rustix::fs::listxattr_query(&path) } else { rustix::fs::llistxattr_query(&path) };
    Ok(none_is_fine(length)?.is_some_and(|length| length > 0))
}

/// The names of all attributes of a file that this process may see, each with a NUL behind it, into `names`; how many bytes they
/// take. More names than fit are ERANGE.
///
/// # Errors
/// The errno of listxattr(2); EOPNOTSUPP: the file system has none.
pub fn list(at: BorrowedFd<'_>, name: &CStr, follow: bool, names: &mut [u8]) -> Result<usize, i32> {
    pace::turn();
    if !NO_LISTXATTRAT.load(Ordering::Relaxed) {
        let flags = if follow { 0 } else { libc::AT_SYMLINK_NOFOLLOW };
        // SAFETY: `name` is a C string, and the kernel writes at most `names.len()` bytes to where `names` is.
        let got = unsafe { libc::syscall(LISTXATTRAT, at.as_raw_fd(), name.as_ptr(), flags, names.as_mut_ptr(), names.len()) };
        match std::io::Error::last_os_error().raw_os_error() {
            _ if got >= 0 => return Ok(usize::try_from(got).unwrap_or(0)),
            // Filters of old containers refuse what they do not know.
            Some(libc::ENOSYS | libc::EPERM) => NO_LISTXATTRAT.store(true, Ordering::Relaxed),
            errno => return Err(errno.unwrap_or(libc::EIO)),
        }
    }
    let path = path(at, name)?;
    let got = if follow { rustix::fs::listxattr(&path, names) } else { rustix::fs::llistxattr(&path, names) };
    got.map_err(Errno::raw_os_error)
}

fn none_is_fine(length: Result<usize, Errno>) -> Result<Option<usize>, i32> {
    match length {
        Ok(length) => Ok(Some(length)),
        Err(Errno::NODATA | Errno::OPNOTSUPP) => Ok(None),
        Err(errno) => Err(errno.raw_os_error()),
    }
}

/// A path to an entry of an open directory, for calls that take no descriptor. There is no getxattrat before Linux 6.13;
/// the magic link leads to the directory, whatever its path is now.
pub(super) fn path(at: BorrowedFd<'_>, name: &CStr) -> Result<CString, i32> {
    if at.as_raw_fd() == libc::AT_FDCWD {
        return Ok(name.to_owned());
    }
    let mut path = format!("/proc/self/fd/{}/", at.as_raw_fd()).into_bytes();
    path.extend_from_slice(name.to_bytes());
    CString::new(path).map_err(|_| libc::EINVAL)
}
