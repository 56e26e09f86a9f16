//! Standard input, read no further than asked: the rest belongs to whoever comes next.

use rustix::event::{PollFd, PollFlags};
use rustix::io::Errno;

/// Reads one line of standard input, byte by byte, and returns its first byte; `None` if it is empty or at the end.
///
/// # Errors
/// The errno of read(2).
pub fn first_of_line() -> Result<Option<u8>, i32> {
    let mut first = None;
    loop {
        let mut byte = [0];
        match rustix::io::read(rustix::stdio::stdin(), &mut byte) {
            Ok(0) => return Ok(first),
            Ok(_) if byte == *b"\n" => return Ok(first),
            Ok(_) => first = first.or(Some(byte[0])),
            Err(Errno::INTR) => {}
            Err(Errno::AGAIN) => wait_for_input()?,
            Err(errno) => return Err(errno.raw_os_error()),
        }
    }
}

fn wait_for_input() -> Result<(), i32> {
    match rustix::event::poll(&mut [PollFd::from_borrowed_fd(rustix::stdio::stdin(), PollFlags::IN)], None) {
        Ok(_) | Err(Errno::INTR) => Ok(()),
        Err(errno) => Err(errno.raw_os_error()),
    }
}
