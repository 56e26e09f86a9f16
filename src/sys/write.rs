//! Writing to a descriptor, whole and undisturbed by signals and non-blocking pipes.

use super::process;
use rustix::event::{PollFd, PollFlags};
use rustix::io::Errno;
use std::io::IsTerminal;
use std::os::fd::{AsRawFd, BorrowedFd};

/// Writes all of `bytes`.
///
/// # Errors
/// The errno of write(2), after some bytes may have been written. EPIPE: nobody reads.
pub fn all(fd: BorrowedFd<'_>, mut bytes: &[u8]) -> Result<(), i32> {
    if fd.as_raw_fd() == stdout().as_raw_fd() && process::stdout_was_closed() && !bytes.is_empty() {
        return Err(libc::EBADF);
    }
    while !bytes.is_empty() {
        match rustix::io::write(fd, bytes) {
            Ok(written) => bytes = &bytes[written..],
            Err(Errno::INTR) => {}
            Err(Errno::AGAIN) => wait_for_room(fd)?,
            Err(errno) => return Err(errno.raw_os_error()),
        }
    }
    Ok(())
}

fn wait_for_room(fd: BorrowedFd<'_>) -> Result<(), i32> {
    match rustix::event::poll(&mut [PollFd::from_borrowed_fd(fd, PollFlags::OUT)], None) {
        Ok(_) | Err(Errno::INTR) => Ok(()),
        Err(errno) => Err(errno.raw_os_error()),
    }
}

/// Whether a pipe or socket has lost its last reader: poll(2) tells POLLERR or POLLHUP without a write.
#[must_use]
pub fn is_unread(fd: BorrowedFd<'_>) -> bool {
    let mut fds = [PollFd::from_borrowed_fd(fd, PollFlags::empty())];
    let now = rustix::event::Timespec { tv_sec: 0, tv_nsec: 0 };
    rustix::event::poll(&mut fds, Some(&now)).is_ok() && fds[0].revents().intersects(PollFlags::ERR | PollFlags::HUP)
}

/// Whether `fd` is a terminal.
#[must_use]
pub fn is_terminal(fd: BorrowedFd<'_>) -> bool {
    fd.is_terminal()
}

/// Standard output, for the whole run.
#[must_use]
pub fn stdout() -> BorrowedFd<'static> {
    rustix::stdio::stdout()
}

/// Standard error, for the whole run.
#[must_use]
pub fn stderr() -> BorrowedFd<'static> {
    rustix::stdio::stderr()
}
