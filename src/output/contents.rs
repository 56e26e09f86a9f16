//! What a file holds, as a piece of output: the open file waits for its turn, and is poured then. It is never kept in memory.

use crate::base::{Operation, Problem};
use crate::sys::pour::{Fault, Spout};
use crate::sys::stat;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};

/// An open regular file whose contents are output.
pub struct Contents {
    /// The file, which stands at its beginning.
    pub fd: OwnedFd,
    /// Its path, for messages.
    pub path: Vec<u8>,
    /// Bytes that it had when it was opened; files of /proc say 0.
    pub size: u64,
    /// Its device and inode number.
    pub id: (u64, u64),
}

/// How the pouring of a file ended that was not poured as it was when it was opened.
pub(super) enum Fallen {
    /// Something is to be told of the file.
    Told(Problem),
    /// The errno that ends the output.
    Ended(i32),
    /// The output ended meanwhile.
    Stopped,
}

impl Contents {
    /// Pours all of it, unless `stopped`. What was added to the file is poured too, but no endless stream of additions.
    pub(super) fn pour(&self, spout: &mut Spout, to: BorrowedFd<'_>, stopped: impl Fn() -> bool) -> Result<(), Fallen> {
        if spout.is_into(self.id) {
            // cat(1) passes over an empty one in silence.
            return if self.size_now() > 0 { Err(self.problem(Operation::OwnOutput, 0)) } else { Ok(()) };
        }
        let from = self.fd.as_fd();
        let mut stream = spout.begin(from);
        let (mut poured, mut bound, mut grew) = (0, self.size, false);
        loop {
            if stopped() {
                return Err(Fallen::Stopped);
            }
            if poured >= bound && self.size > 0 {
                let size = self.size_now();
                if size > bound {
                    if grew {
                        break;
                    }
                    (bound, grew) = (size, true);
                }
            }
            // Behind its size there is nothing, or whatever a file has that does not know its size.
            let most = if poured < bound { bound - poured } else { u64::MAX };
            match stream.step(from, to, most) {
                Ok(0) => break,
                Ok(moved) => poured += moved,
                Err(Fault::Read(errno)) => return Err(self.problem(Operation::Contents, errno)),
                Err(Fault::Write(errno)) => return Err(Fallen::Ended(errno)),
            }
        }
        match self.change(poured) {
            _ if grew => Err(self.problem(Operation::Grew, 0)),
            Some(operation) => Err(self.problem(operation, 0)),
            None => Ok(()),
        }
    }

    /// What became of the file, if it is to be told, when so many bytes of it were read up to its end.
    #[must_use]
    pub fn change(&self, read: u64) -> Option<Operation> {
        if self.size == 0 || read == self.size {
            return None;
        }
        // Sizes of files that are made up as they are read, as in /sys, mean little: only one that changes is told.
        let now = self.size_now();
        match read < self.size {
            true if now < self.size => Some(Operation::Shrank),
            false if now > self.size => Some(Operation::Grew),
            _ => None,
        }
    }

    fn size_now(&self) -> u64 {
        stat::of_open(self.fd.as_fd()).map_or(self.size, |stat| stat.size)
    }

    fn problem(&self, operation: Operation, errno: i32) -> Fallen {
        Fallen::Told(Problem::new(operation, self.path.clone(), errno))
    }
}
