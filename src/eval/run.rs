//! Commands of the expression: asking, gathering, starting, and what their ends mean.
//!
//! One command runs at a time, so that outputs do not tear each other, and nothing of ours is written meanwhile. What an
//! entry printed is written before its command starts.

use super::Setting;
use super::own::Own;
use super::task::{Batch, Task};
use super::visit::{Over, Visitor};
use crate::base::{Dirent, Entry, Fields, Operation, Problem};
use crate::report::reason;
use crate::sys::spawn::{self, Arguments, Ended, NotRun};
use crate::sys::{dirs, input, process, stat};
use std::ffi::CString;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::sync::{Arc, PoisonError};

/// Entries of one directory that wait for a command that is run there.
pub(super) struct Pending {
    task: Arc<Task>,
    /// Device and inode number of the directory.
    id: (u64, u64),
    /// Its path, for messages and to notice that the walk goes on elsewhere.
    dir_path: Vec<u8>,
    /// `None`: the current directory.
    dir: Option<OwnedFd>,
    batch: Batch,
}

impl Pending {
    /// Runs the command for `paths`, which waited here.
    fn run(&self, setting: &Setting, paths: &Arguments) {
        setting.run_in(&self.task, paths, self.dir.as_ref().map(AsFd::as_fd), &self.dir_path);
    }
}

/// Where an entry's command is run.
enum Dir<'e> {
    /// Where this process is.
    Current,
    /// The directory that the walk has open.
    Walked(BorrowedFd<'e>),
    /// That of a starting point.
    Opened(OwnedFd),
}

impl Dir<'_> {
    fn fd(&self) -> Option<BorrowedFd<'_>> {
        match self {
            Self::Current => None,
            Self::Walked(fd) => Some(*fd),
            Self::Opened(fd) => Some(fd.as_fd()),
        }
    }

    fn identity(&self) -> Result<(u64, u64), i32> {
        match self.fd() {
            Some(fd) => stat::identity(fd),
            None => stat::stat(stat::cwd(), c".", true, Fields::INO).map(|stat| stat.id()),
        }
    }

    /// Holds it beyond the visit.
    fn keep(self) -> Result<Option<OwnedFd>, i32> {
        match self {
            Self::Current => Ok(None),
            Self::Walked(fd) => fd.try_clone_to_owned().map(Some).map_err(|error| error.raw_os_error().unwrap_or(libc::EMFILE)),
            Self::Opened(fd) => Ok(Some(fd)),
        }
    }
}

impl<'e> Visitor<'_, 'e> {
    /// The entry's directory, and what the entry is called there. A directory that cannot be opened is told.
    fn here(&self) -> Result<(Dir<'e>, Vec<u8>), i32> {
        let Entry { dir_fd, found, .. } = *self.entry;
        if found.depth > 0 {
            return Ok((Dir::Walked(dir_fd), [b"./", found.name.to_bytes()].concat()));
        }
        let (dir, name) = split(&found);
        let dot: &[u8] = if name.starts_with(b"/") { b"" } else { b"./" };
        let dir = match dir {
            None => Dir::Current,
            Some(path) => Dir::Opened(dirs::open(stat::cwd(), &CString::new(path).map_err(|_| libc::EINVAL)?, true)?),
        };
        Ok((dir, [dot, name].concat()))
    }
}

impl Visitor<'_, '_> {
    /// Runs a command for the entry, or has the entry wait for it.
    pub(super) fn run(&mut self, task: &Arc<Task>) -> Result<bool, Over> {
        let manner = task.manner();
        if task.gathers() {
            if manner.in_directory {
                match self.gather_here(task) {
                    Ok(None) => {}
                    Ok(Some((at, paths))) => {
                        self.flush()?;
                        self.own.pending[at].run(self.setting, &paths);
                    }
                    Err(errno) => self.problem(Operation::Open, errno),
                }
            } else if let Some(paths) = task.add(&self.entry.path()) {
                self.flush()?;
                self.setting.run_for(task, &paths, None);
            }
            return Ok(true);
        }
        self.flush()?;
        if manner.asks && !self.ask(task) {
            return Ok(false);
        }
        if !manner.in_directory {
            let call = task.call(&self.entry.path());
            return Ok(self.setting.run_once(&call, None, b""));
        }
        match self.here() {
            Ok((dir, name)) => Ok(self.setting.run_once(&task.call(&name), dir.fd(), self.entry.dir_path)),
            Err(errno) => {
                self.problem(Operation::Open, errno);
                Ok(false)
            }
        }
    }

    /// Writes what was output so far. The walk ends where writing ends find.
    pub(super) fn flush(&mut self) -> Result<(), Over> {
        match &mut self.lane {
            Some(lane) => lane.writers.flush(),
            None => self.own.writers.flush(),
        }
        if !self.setting.reader_is_gone() {
            return Ok(());
        }
        Err(self.end())
    }

    /// Asks whether to run the command; nobody else says anything until there is an answer.
    fn ask(&self, task: &Task) -> bool {
        let held = self.setting.reporter.hold();
        held.ask(task.name(), &self.entry.path());
        matches!(input::first_of_line(), Ok(Some(b'y' | b'Y')))
    }

    /// Has the entry wait with others of its directory. If there is no room for all: where those before it waited, and
    /// they, to be run now.
    fn gather_here(&mut self, task: &Arc<Task>) -> Result<Option<(usize, Arguments)>, i32> {
        let (dir, name) = self.here()?;
        let id = dir.identity()?;
        let known = self.own.pending.iter().position(|pending| Arc::ptr_eq(&pending.task, task) && pending.id == id);
        let at = known.unwrap_or(self.own.pending.len());
        if known.is_none() {
            let (dir, dir_path) = (dir.keep()?, self.entry.dir_path.to_vec());
            self.own.pending.push(Pending { task: Arc::clone(task), id, dir_path, dir, batch: task.batch() });
        }
        Ok(self.own.pending[at].batch.add(&name).map(|paths| (at, paths)))
    }
}

/// Directory (`None`: the current one) and name of a starting point; of slashes at its end one stays with the name.
fn split<'a>(found: &Dirent<'a>) -> (Option<&'a [u8]>, &'a [u8]) {
    let path = found.name.to_bytes();
    let Some(end) = path.iter().rposition(|byte| *byte != b'/') else {
        return if path.is_empty() { (None, path) } else { (Some(b"/"), b"/") };
    };
    let path = &path[..path.len().min(end + 2)];
    match path[..end].iter().rposition(|byte| *byte == b'/') {
        Some(slash) => (Some(&path[..=slash]), &path[slash + 1..]),
        None => (None, path),
    }
}

/// The walk is in the directory at `dir_path` now: runs what waits in directories, if any of it waits in another.
pub(super) fn run_elsewhere(setting: &Setting, own: &mut Own, dir_path: &[u8]) {
    if own.pending.iter().any(|pending| pending.dir_path != dir_path) {
        run_pending(setting, own);
    }
}

/// Runs what waits in directories, after what this worker printed; nothing, if writing that would have ended find.
pub(super) fn run_pending(setting: &Setting, own: &mut Own) {
    if own.pending.is_empty() {
        return;
    }
    own.writers.flush();
    if let Some(lane) = &setting.lane {
        lane.flush();
    }
    let gone = setting.reader_is_gone();
    for pending in own.pending.drain(..).filter(|_| !gone) {
        pending.run(setting, &pending.batch.paths);
    }
}

impl Setting {
    /// Runs what still waits for commands. The walk is over, and everything was written.
    pub fn run_waiting(&self) {
        for task in self.program.tasks() {
            let paths = task.take();
            if !paths.is_empty() {
                self.outputs.stdout().flush();
                self.run_for(&task, &paths, None);
            }
        }
    }

    /// Whether writing would have ended find: nobody reads, and SIGPIPE was not ignored. Who quits the pager that shows
    /// what `-print -delete` deletes means it to stop.
    pub(super) fn reader_is_gone(&self) -> bool {
        (self.program.deletes || self.program.runs) && self.outputs.stdout().error() == Some(libc::EPIPE) && !process::sigpipe_was_ignored()
    }

    fn run_for(&self, task: &Task, paths: &Arguments, dir: Option<BorrowedFd<'_>>) {
        self.run_in(task, paths, dir, b"");
    }

    /// Runs a command that gathers, once for all of `paths`, or in parts where the kernel finds them too many.
    fn run_in(&self, task: &Task, paths: &Arguments, dir: Option<BorrowedFd<'_>>, dir_path: &[u8]) {
        let mut parts = vec![(0, paths.len())];
        while let Some((from, to)) = parts.pop() {
            let call = task.call_for(paths, from, to);
            match self.child(&call, dir) {
                Err(NotRun::Start(libc::E2BIG)) if to - from > 1 => {
                    task.shrink(paths.charge() * (to - from) / paths.len());
                    let middle = from + (to - from) / 2;
                    parts.extend([(middle, to), (from, middle)]);
                }
                answer => {
                    if !self.judge(call.word(0), answer, dir_path) {
                        self.reporter.raise(1);
                    }
                }
            }
        }
    }

    fn run_once(&self, call: &Arguments, dir: Option<BorrowedFd<'_>>, dir_path: &[u8]) -> bool {
        let answer = self.child(call, dir);
        self.judge(call.word(0), answer, dir_path)
    }

    /// One child at a time. Meanwhile our own blocks wait, so that they do not tear the child's lines.
    fn child(&self, call: &Arguments, dir: Option<BorrowedFd<'_>>) -> Result<Ended, NotRun> {
        let _turn = self.children.lock().unwrap_or_else(PoisonError::into_inner);
        let _quiet = self.outputs.stdout().hold();
        spawn::run(call, dir)
    }

    /// Whether a command ended well; tells what find tells. That a command is not there is no problem of the walk.
    fn judge(&self, name: &[u8], answer: Result<Ended, NotRun>, dir_path: &[u8]) -> bool {
        match answer {
            Ok(Ended::Exit(status)) => return status == 0,
            Ok(Ended::Signal(signal)) => self.reporter.command(name, &format!(" terminated by signal {signal}")),
            Err(NotRun::Directory(errno)) => {
                let path = dir_path.strip_suffix(b"/").unwrap_or(dir_path).to_vec();
                self.reporter.problem(&Problem::new(Operation::Open, path, errno));
            }
            Err(NotRun::Start(errno)) => {
                self.reporter.command(name, &format!(": {}", reason(errno)));
                // The entry is at fault, not the command.
                if errno == libc::E2BIG {
                    self.reporter.raise(1);
                }
            }
            Err(NotRun::Wait(errno)) => {
                self.reporter.command(name, &format!(": cannot tell how it ended: {}", reason(errno)));
                self.reporter.raise(1);
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Kind;

    #[test]
    fn starting_points_are_split_as_find_does() {
        for (given, dir, name) in [
            (c"a", None, "a"),
            (c"a/", None, "a/"),
            (c"a/b//", Some("a/"), "b/"),
            (c"/a", Some("/"), "a"),
            (c"/", Some("/"), "/"),
            (c"//", Some("/"), "/"),
            (c".", None, "."),
            (c"../x", Some("../"), "x"),
        ] {
            let found = Dirent { name: given, kind: Kind::Directory, ino: 0, depth: 0 };
            assert_eq!(split(&found), (dir.map(str::as_bytes), name.as_bytes()), "{given:?}");
        }
    }
}
