//! Names in a file or on standard input, NUL after each, read no sooner than they are asked for.

use crate::base::{Operation, Problem};
use rustix::fs::{Mode, OFlags};
use rustix::io::Errno;
use std::ffi::{CStr, CString};
use std::os::fd::{AsFd, OwnedFd};

/// Bytes asked for at a time.
const PART: usize = 64 << 10;

/// A list of names.
#[derive(Debug)]
pub struct Names {
    /// `None` is standard input.
    file: Option<OwnedFd>,
    /// How the list is called in messages.
    shown: Vec<u8>,
    buffer: Vec<u8>,
    /// How much of the buffer is used up.
    used: usize,
    /// How far the buffer was searched for a NUL.
    searched: usize,
    /// How many names were found.
    count: u64,
    ended: bool,
}

impl Names {
    /// Opens a list; `-` is standard input.
    ///
    /// # Errors
    /// The errno of open(2).
    pub fn open(path: &CStr) -> Result<Self, i32> {
        let file = match path.to_bytes() {
            b"-" => None,
            _ => Some(rustix::fs::open(path, OFlags::RDONLY | OFlags::CLOEXEC, Mode::empty()).map_err(Errno::raw_os_error)?),
        };
        let shown = path.to_bytes().to_vec();
        Ok(Self { file, shown, buffer: Vec::new(), used: 0, searched: 0, count: 0, ended: false })
    }

    /// The next name; `None` at the end. `before_waiting` is called when it is not there yet.
    ///
    /// # Errors
    /// A name that is empty, or whatever keeps the list from being read, which ends it.
    pub fn next(&mut self, mut before_waiting: impl FnMut()) -> Result<Option<CString>, Problem> {
        loop {
            if let Some(length) = memchr::memchr(0, &self.buffer[self.searched..]) {
                let end = self.searched + length;
                let name = self.buffer[self.used..end].to_vec();
                (self.used, self.searched) = (end + 1, end + 1);
                return self.name(name).map(Some);
            }
            self.searched = self.buffer.len();
            if self.ended {
                // The last name needs no NUL.
                let rest = self.buffer.split_off(self.used);
                (self.buffer, self.used, self.searched) = (Vec::new(), 0, 0);
                return if rest.is_empty() { Ok(None) } else { self.name(rest).map(Some) };
            }
            before_waiting();
            self.read()?;
        }
    }

    fn name(&mut self, name: Vec<u8>) -> Result<CString, Problem> {
        self.count += 1;
        let other = self.count.to_string().into_bytes();
        let problem = |operation| Problem { operation, path: self.shown.clone(), errno: 0, other };
        if name.is_empty() {
            return Err(problem(Operation::EmptyName));
        }
        if self.file.is_none() && name == b"-" {
            return Err(problem(Operation::DashName));
        }
        CString::new(name).map_err(|_| Problem::new(Operation::EmptyName, self.shown.clone(), 0))
    }

    fn read(&mut self) -> Result<(), Problem> {
        self.buffer.drain(..self.used);
        self.searched -= self.used;
        self.used = 0;
        let start = self.buffer.len();
        self.buffer.resize(start + PART, 0);
        let Self { file, buffer, .. } = self;
        let got = rustix::io::retry_on_intr(|| match file {
            Some(file) => rustix::io::read(file.as_fd(), &mut buffer[start..]),
            None => rustix::io::read(rustix::stdio::stdin(), &mut buffer[start..]),
        });
        self.buffer.truncate(start + got.unwrap_or(0));
        match got {
            Ok(0) => self.ended = true,
            Ok(_) => {}
            Err(errno) => {
                self.ended = true;
                self.buffer.clear();
                self.searched = 0;
                return Err(Problem::new(Operation::ReadList, self.shown.clone(), errno.raw_os_error()));
            }
        }
        Ok(())
    }
}
