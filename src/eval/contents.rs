//! `-cat`: what a file holds, as output. Small files are read here, into the block of the output; larger ones are opened and
//! handed over, and poured when their turn comes.
//!
//! Where an expression deletes files or runs commands, contents are written before it goes on: what it does to the file
//! must find them written.

use super::visit::{Due, Over, Visitor};
use crate::base::{Entry, Kind, Operation, bounds};
use crate::output::Contents;
use crate::sys::{file, stat};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};

/// An entry that is open.
enum Opened {
    /// All that it holds, so many bytes in the worker's room, and what is to be told of it.
    Read(usize, Option<Operation>),
    /// It waits to be poured.
    File(Contents),
}

impl Visitor<'_, '_> {
    /// Outputs what the entry holds; false if that is not to be had, which was told.
    pub(super) fn cat(&mut self) -> Result<bool, Over> {
        let Some(kind) = self.kind() else { return Ok(false) };
        if let Err((operation, errno)) = has_contents(kind, self.entry.follow) {
            self.problem(operation, errno);
            return Ok(false);
        }
        self.pause();
        let program = &self.setting.program;
        let at_once = program.deletes || program.runs;
        match self.open_contents(at_once) {
            Ok(Opened::File(contents)) if at_once => {
                self.flush()?;
                let written = self.setting.outputs.stdout().pour(&contents);
                if self.setting.reader_is_gone() {
                    return Err(self.end());
                }
                Ok(written)
            }
            Ok(Opened::File(contents)) => {
                let writer = match &mut self.lane {
                    Some(lane) => &mut lane.writers.stdout,
                    None => &mut self.own.writers.stdout,
                };
                writer.contents(self.place, contents);
                self.due = self.due.max(Due::End);
                Ok(true)
            }
            Ok(Opened::Read(length, fault)) => {
                let writer = match &mut self.lane {
                    Some(lane) => &mut lane.writers.stdout,
                    None => &mut self.own.writers.stdout,
                };
                writer.record(self.place).extend_from_slice(&self.own.memory.contents[..length]);
                self.due = self.due.max(Due::End);
                fault.iter().for_each(|operation| self.problem(*operation, 0));
                Ok(true)
            }
            Err((operation, errno)) => {
                self.problem(operation, errno);
                Ok(false)
            }
        }
    }

    /// Opens the entry, and reads it if it is small and shall not be poured at once.
    fn open_contents(&mut self, at_once: bool) -> Result<Opened, (Operation, i32)> {
        let failed = |errno| (Operation::Contents, errno);
        let fd = self.open_file().map_err(failed)?;
        // It may have become something else since the directory was read.
        let stat = stat::of_open(fd.as_fd()).map_err(failed)?;
        has_contents(stat.kind(), true)?;
        let contents = Contents { fd, path: Vec::new(), size: stat.size, id: stat.id() };
        // What of itself the output finds in itself depends on what was written by then.
        let is_output = self.setting.stdout_id == Some(contents.id);
        if !at_once && !is_output && stat.size <= bounds::CONTENTS_BYTES as u64 {
            let buffer = &mut self.own.memory.contents;
            buffer.resize(bounds::CONTENTS_BYTES + 1, 0);
            if let Some(length) = file::read_whole(contents.fd.as_fd(), stat.size, buffer).map_err(failed)? {
                return Ok(Opened::Read(length, contents.change(length as u64)));
            }
        }
        Ok(Opened::File(Contents { path: self.entry.path(), ..contents }))
    }

    /// Opens the entry; where descriptors are short, after those that wait for the printer were poured.
    fn open_file(&mut self) -> Result<OwnedFd, i32> {
        let Entry { dir_fd, found, follow, .. } = *self.entry;
        match file::open_to_read(dir_fd, found.name, follow) {
            Err(libc::EMFILE | libc::ENFILE) => {
                match &mut self.lane {
                    Some(lane) => lane.writers.stdout.relieve(),
                    None => self.own.writers.stdout.relieve(),
                }
                file::open_to_read(dir_fd, found.name, follow)
            }
            answer => answer,
        }
    }
}

/// Whether an entry of this type can be read to an end; else what is to be told. A link that was followed leads nowhere: to
/// open it tells why.
fn has_contents(kind: Kind, follow: bool) -> Result<(), (Operation, i32)> {
    match kind {
        Kind::Regular => Ok(()),
        Kind::Symlink if follow => Ok(()),
        Kind::Directory => Err((Operation::Contents, libc::EISDIR)),
        _ => Err((Operation::NoContents, 0)),
    }
}

/// Device and inode number of standard output where that is a regular file.
pub(super) fn regular_id(fd: BorrowedFd<'_>) -> Option<(u64, u64)> {
    stat::of_open(fd).ok().filter(|stat| stat.kind() == Kind::Regular).map(|stat| stat.id())
}
