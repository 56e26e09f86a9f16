//! What a file holds to another descriptor, with as little copying as the two allow: pages of the cache are spliced into a
//! pipe, the kernel copies from file to file, and read(2) and write(2) do the rest.
//!
//! A page that was spliced is the file's own until the reader took it: who overwrites the file meanwhile changes what is
//! read. Whoever will not have that asks for copies.

use super::{process, write};
use crate::base::bounds;
use rustix::fs::{Advice, FileType, OFlags};
use rustix::io::Errno;
use rustix::pipe::SpliceFlags;
use std::os::fd::{AsRawFd, BorrowedFd};

/// Bytes of a page.
const PAGE: usize = 4096;

/// How bytes are moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    /// splice(2), into a pipe.
    Splice,
    /// copy_file_range(2), between files of one file system, which may share blocks.
    Range,
    /// sendfile(2).
    Send,
    /// read(2) and write(2).
    Copy,
}

/// Why a pour ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The errno of reading.
    Read(i32),
    /// The errno of writing.
    Write(i32),
}

/// What pours into one descriptor.
#[derive(Debug)]
pub struct Spout {
    /// How it is begun with every file.
    way: Way,
    /// Device and inode number, if it is a regular file.
    id: Option<(u64, u64)>,
    /// Room for read(2), once that was needed.
    buffer: Vec<u8>,
}

impl Spout {
    /// For `to`. A pipe is enlarged. `copies`: what was poured is not the file's any more.
    #[must_use]
    pub fn new(to: BorrowedFd<'_>, copies: bool) -> Self {
        let mut spout = Self { way: Way::Copy, id: None, buffer: Vec::new() };
        let closed = to.as_raw_fd() == write::stdout().as_raw_fd() && process::stdout_was_closed();
        let Ok(stat) = rustix::fs::fstat(to) else { return spout };
        match FileType::from_raw_mode(stat.st_mode) {
            _ if closed => {}
            FileType::Fifo => {
                enlarge(to);
                spout.way = if copies { Way::Copy } else { Way::Splice };
            }
            FileType::RegularFile => {
                spout.id = Some((stat.st_dev, stat.st_ino));
                // The kernel refuses both other ways to the end of a file.
                let appends = rustix::fs::fcntl_getfl(to).is_ok_and(|flags| flags.contains(OFlags::APPEND));
                spout.way = if appends { Way::Copy } else { Way::Range };
            }
            _ if copies || write::is_terminal(to) => {}
            _ => spout.way = Way::Send,
        }
        spout
    }

    /// Whether it pours into the regular file of this device and inode number.
    #[must_use]
    pub fn is_into(&self, id: (u64, u64)) -> bool {
        self.id == Some(id)
    }

    /// Begins with a file.
    #[must_use]
    pub fn begin(&mut self, from: BorrowedFd<'_>) -> Stream<'_> {
        // It is advice: who does not take it reads all the same.
        let _ = rustix::fs::fadvise(from, 0, None, Advice::Sequential);
        Stream { way: self.way, buffer: &mut self.buffer }
    }
}

/// One file on its way.
#[derive(Debug)]
pub struct Stream<'a> {
    way: Way,
    buffer: &'a mut Vec<u8>,
}

impl Stream<'_> {
    /// Moves some bytes, at most `most`, from where `from` stands; 0 at its end.
    ///
    /// # Errors
    /// That of reading or of writing. What was read and could not be written is lost.
    pub fn step(&mut self, from: BorrowedFd<'_>, to: BorrowedFd<'_>, most: u64) -> Result<u64, Fault> {
        let most = usize::try_from(most).unwrap_or(usize::MAX).min(bounds::POUR_BYTES);
        loop {
            let moved = match self.way {
                Way::Splice => rustix::pipe::splice(from, None, to, None, most, SpliceFlags::empty()),
                Way::Range => rustix::fs::copy_file_range(from, None, to, None, most),
                Way::Send => rustix::fs::sendfile(to, from, None, most),
                Way::Copy => return self.copy(from, to, most),
            };
            match moved {
                // Files without a size, as in /proc, say this at once: only a read tells their end.
                Ok(0) => self.way = Way::Copy,
                Ok(moved) => return Ok(moved as u64),
                Err(Errno::INTR) => {}
                Err(Errno::PIPE) => return Err(Fault::Write(libc::EPIPE)),
                // This file and this output do not go together in this way; a real fault shows itself in the next.
                Err(_) => self.way = if self.way == Way::Range { Way::Send } else { Way::Copy },
            }
        }
    }

    fn copy(&mut self, from: BorrowedFd<'_>, to: BorrowedFd<'_>, most: usize) -> Result<u64, Fault> {
        self.buffer.resize(bounds::COPY_BYTES + PAGE, 0);
        // The kernel copies whole pages to where pages begin twice as fast.
        let start = self.buffer.as_ptr().align_offset(PAGE).min(PAGE);
        let room = &mut self.buffer[start..start + most.min(bounds::COPY_BYTES)];
        let read = read(from, room).map_err(Fault::Read)?;
        write::all(to, &room[..read]).map_err(Fault::Write)?;
        Ok(read as u64)
    }
}

/// Reads once, whatever signals come.
///
/// # Errors
/// The errno of read(2).
pub fn read(from: BorrowedFd<'_>, to: &mut [u8]) -> Result<usize, i32> {
    loop {
        match rustix::io::read(from, &mut *to) {
            Err(Errno::INTR) => {}
            answer => return answer.map_err(Errno::raw_os_error),
        }
    }
}

/// Makes a pipe as large as it may be, up to what is worth it; where that is refused it stays as it is.
fn enlarge(pipe: BorrowedFd<'_>) {
    if rustix::pipe::fcntl_getpipe_size(pipe).is_ok_and(|size| size < bounds::PIPE_BYTES) {
        let _ = rustix::pipe::fcntl_setpipe_size(pipe, bounds::PIPE_BYTES);
    }
}
