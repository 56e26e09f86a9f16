//! Actions: what is done with an entry.

use super::program::Action;
use super::visit::{Due, Over, Visitor};
use crate::base::{Entry, Kind, Operation, push_safe};
use crate::sys::dirs;

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
            Action::Cat => return self.cat(),
            Action::Prune => self.prunes = true,
            Action::Delete => return Ok(self.delete()),
            Action::Quit => return Err(self.end()),
            Action::Exit(status) => {
                self.setting.reporter.exit_with(*status);
                return Err(self.end());
            }
            Action::Limit(countdown) if countdown.is_last() => return Err(self.end()),
            Action::Limit(_) => {}
            Action::Run(task) => return self.run(task),
        }
        Ok(true)
    }

    /// Ends the walk: nobody acts any more.
    pub(super) fn end(&mut self) -> Over {
        if let Some(lane) = &mut self.lane {
            lane.closed = true;
        }
        Over
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
        self.due = self.due.max(Due::End);
    }

    /// Removes the entry. `.` cannot be removed by that name, and nobody means it: it is passed over.
    fn delete(&mut self) -> bool {
        let Entry { dir_fd, found, .. } = *self.entry;
        if found.name.to_bytes() == b"." {
            return true;
        }
        // Under -L a link to a directory counts as one, and cannot be removed as one: find says so too.
        let directory = self.kind() == Some(Kind::Directory);
        self.pause();
        match dirs::remove(dir_fd, found.name, directory) {
            Ok(()) => true,
            Err(libc::ENOENT) if self.setting.program.silence.races => true,
            Err(errno) => {
                self.problem(Operation::Delete, errno);
                false
            }
        }
    }
}
