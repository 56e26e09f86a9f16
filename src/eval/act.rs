//! Actions: what is done with an entry.

use super::program::Action;
use super::visit::{Over, Visitor};
use crate::base::{Entry, Fields, Kind, Operation, push_safe};
use crate::sys::{dirs, stat};

impl Visitor<'_, '_> {
    /// Acts; in the lane from the first action on, where the program has one.
    pub(super) fn act(&mut self, action: &Action) -> Result<bool, Over> {
        if let (None, Some(lane)) = (&self.lane, &self.setting.lane) {
            self.lane = Some(lane.enter().ok_or(Over)?);
        }
        match action {
            Action::Print => self.print(b'\n'),
            Action::Print0 => self.print(b'\0'),
            Action::Write(write) => return Ok(self.write(write)),
            Action::Prune => self.prunes = true,
            Action::Delete => return Ok(self.delete()),
            Action::Quit => {
                if let Some(lane) = &mut self.lane {
                    lane.closed = true;
                }
                return Err(Over);
            }
        }
        Ok(true)
    }

    #[inline]
    fn print(&mut self, end: u8) {
        let writer = match &mut self.lane {
            Some(lane) => &mut lane.writers.stdout,
            None => &mut self.own.writers.stdout,
        };
        let block = writer.record(self.place);
        if self.setting.terminal && end == b'\n' {
            push_safe(block, &self.entry.path(), self.setting.charset);
        } else {
            self.entry.push_path(block);
        }
        block.push(end);
    }

    /// Removes the entry. `.` cannot be removed by that name, and nobody means it: it is passed over.
    fn delete(&mut self) -> bool {
        let Entry { dir_fd, found, .. } = *self.entry;
        if found.name.to_bytes() == b"." {
            return true;
        }
        let directory = self.kind() == Some(Kind::Directory) && !self.is_link();
        match dirs::remove(dir_fd, found.name, directory) {
            Ok(()) => true,
            Err(libc::ENOENT) if self.setting.program.silence.races => true,
            Err(errno) => {
                self.problem(Operation::Delete, errno);
                false
            }
        }
    }

    /// Under -L a directory may be a link to one: it is the link that is removed.
    fn is_link(&self) -> bool {
        let Entry { dir_fd, found, follow, .. } = *self.entry;
        follow && stat::stat_exactly(dir_fd, found.name, false, Fields::KIND).is_ok_and(|stat| stat.kind() == Kind::Symlink)
    }
}
