//! What is asked of an entry beyond its stat: a link's target, a security context, its contents; and files that output goes to.

use rustix::fs::{Mode, OFlags};
use rustix::io::Errno;
use std::ffi::CStr;
use std::os::fd::{BorrowedFd, OwnedFd};

/// Appends what a symbolic link points to, however long that is.
///
/// # Errors
/// The errno of readlinkat(2).
pub fn read_link(at: BorrowedFd<'_>, name: &CStr, to: &mut Vec<u8>) -> Result<(), i32> {
    let room = 256;
    super::pace::turn();
    let target = rustix::fs::readlinkat(at, name, Vec::with_capacity(room)).map_err(Errno::raw_os_error)?;
    to.extend_from_slice(target.as_bytes());
    Ok(())
}

/// The SELinux context of an entry, without the NUL at its end.
///
/// # Errors
/// The errno of getxattr(2); ENODATA: it has none.
pub fn context(at: BorrowedFd<'_>, name: &CStr, follow: bool) -> Result<Vec<u8>, i32> {
    let mut value = attribute(at, name, follow, c"security.selinux")?;
    if value.last() == Some(&0) {
        value.pop();
    }
    Ok(value)
}

/// An extended attribute of an entry.
///
/// # Errors
/// The errno of getxattr(2); ENODATA: it has none of that name.
pub fn attribute(at: BorrowedFd<'_>, name: &CStr, follow: bool, attribute: &CStr) -> Result<Vec<u8>, i32> {
    let path = super::xattr::path(at, name)?;
    let mut value = Vec::with_capacity(256);
    loop {
        let room = rustix::buffer::spare_capacity(&mut value);
        super::pace::turn();
        let answer = if follow { rustix::fs::getxattr(&path, attribute, room) } else { rustix::fs::lgetxattr(&path, attribute, room) };
        match answer {
            Ok(_) => break,
            Err(Errno::RANGE) if value.capacity() < 1 << 16 => value.reserve(value.capacity() * 4),
            Err(errno) => return Err(errno.raw_os_error()),
        }
    }
    Ok(value)
}

/// Opens an entry to be read, which does not wait: not for the other end of a pipe, and not for a device.
///
/// # Errors
/// The errno of openat(2); ELOOP where it is a link and links are not followed.
pub fn open_to_read(at: BorrowedFd<'_>, name: &CStr, follow: bool) -> Result<OwnedFd, i32> {
    let mut flags = OFlags::RDONLY | OFlags::CLOEXEC | OFlags::NOCTTY | OFlags::NONBLOCK;
    if !follow {
        flags |= OFlags::NOFOLLOW;
    }
    loop {
        super::pace::turn();
        match rustix::fs::openat(at, name, flags, Mode::empty()) {
            Err(Errno::INTR) => {}
            // A file server has a lease of it, which it gives back to whoever waits. Only regular files have leases.
            Err(Errno::AGAIN) if flags.contains(OFlags::NONBLOCK) => flags.remove(OFlags::NONBLOCK),
            answer => return answer.map_err(Errno::raw_os_error),
        }
    }
}

/// Reads a file that stands at its beginning; how many bytes it has. `None` if the buffer has no room for one more than that:
/// then it stands at its beginning again. `size` is what it is thought to have.
///
/// # Errors
/// The errno of read(2).
pub fn read_whole(fd: BorrowedFd<'_>, size: u64, buffer: &mut [u8]) -> Result<Option<usize>, i32> {
    let mut end = 0;
    loop {
        match super::pour::read(fd, &mut buffer[end..])? {
            0 => return Ok(Some(end)),
            read => end += read,
        }
        if end == buffer.len() {
            rustix::fs::seek(fd, rustix::fs::SeekFrom::Start(0)).map_err(Errno::raw_os_error)?;
            return Ok(None);
        }
        // There was room for more. Files of /proc say that they have nothing.
        if end as u64 == size {
            return Ok(Some(end));
        }
    }
}

/// Opens a file to write to: made if it does not exist, emptied if it does.
///
/// # Errors
/// The errno of open(2).
pub fn create(path: &CStr) -> Result<OwnedFd, i32> {
    let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::TRUNC | OFlags::CLOEXEC | OFlags::NOCTTY;
    rustix::fs::open(path, flags, Mode::from_raw_mode(0o666)).map_err(Errno::raw_os_error)
}
