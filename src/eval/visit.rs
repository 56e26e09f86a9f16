//! The second pass: the whole expression against one entry, in the order of the plan, with its effects.

use super::Setting;
use super::lane::Traffic;
use super::program::{Action, Node, Stamp, Test};
use super::sieve::{base_name, with_path};
use crate::base::{Entry, Fields, Flow, Kind, KindSet, Operation, Problem, Stat, push_safe};
use crate::output::{Place, Writer};
use crate::sys::{dirs, stat};
use std::sync::MutexGuard;

/// The walk is over: nothing of the expression is evaluated any more.
struct Over;

/// One evaluation.
struct Visitor<'a, 'e> {
    setting: &'a Setting,
    writer: &'a mut Writer,
    entry: &'a Entry<'e>,
    place: &'a Place,
    /// The stat: the engine's, or asked for on the way. An error was told and is not asked again.
    stat: Option<Result<Stat, ()>>,
    /// The lane, from the first action on.
    lane: Option<MutexGuard<'a, Traffic>>,
    prunes: bool,
}

/// Evaluates the program against `entry`.
#[inline]
pub(super) fn visit(setting: &Setting, writer: &mut Writer, entry: &Entry<'_>, place: &Place) -> Flow {
    let stat = entry.stat.map(|stat| Ok(*stat));
    let mut visitor = Visitor { setting, writer, entry, place, stat, lane: None, prunes: false };
    match visitor.node(&setting.program.root) {
        Err(Over) => Flow::Stop,
        Ok(_) if visitor.prunes => Flow::Prune,
        Ok(_) => Flow::Continue,
    }
}

impl Visitor<'_, '_> {
    fn node(&mut self, node: &Node) -> Result<bool, Over> {
        match node {
            Node::Constant(value) => Ok(*value),
            Node::Test(test) => Ok(self.test(test)),
            Node::Action(action) => self.act(*action),
            Node::Not(inner) => Ok(!self.node(inner)?),
            Node::And(nodes) => {
                for node in nodes {
                    if !self.node(node)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            Node::Or(nodes) => {
                for node in nodes {
                    if self.node(node)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            Node::Comma(nodes) => {
                let mut last = true;
                for node in nodes {
                    last = self.node(node)?;
                }
                Ok(last)
            }
        }
    }

    // --- Tests ---------------------------------------------------------------------------------------------------

    fn test(&mut self, test: &Test) -> bool {
        let found = &self.entry.found;
        match test {
            Test::Name(pattern) => pattern.matches(base_name(found)),
            Test::Names(patterns) => patterns.matches(base_name(found)),
            Test::Path(pattern) => with_path(found, self.entry.dir_path, |path| pattern.matches(path)),
            Test::Kind(kinds) => self.kind().is_some_and(|kind| kinds.has(kind)),
            Test::TargetKind(kinds) => self.target_kind(*kinds),
            Test::Empty => self.is_empty(),
            Test::NoUser => self.with_stat(|stat| stat.uid).is_some_and(|uid| self.is_unknown(self.setting.owners.has_user(uid))),
            Test::NoGroup => self.with_stat(|stat| stat.gid).is_some_and(|gid| self.is_unknown(self.setting.owners.has_group(gid))),
            Test::Size(size) => self.with_stat(|stat| stat.size).is_some_and(|bytes| size.holds(bytes)),
            Test::Time(stamp, window) => self
                .with_stat(|stat| match stamp {
                    Stamp::Access => stat.atime,
                    Stamp::Modify => stat.mtime,
                    Stamp::Change => stat.ctime,
                })
                .is_some_and(|time| window.holds(time)),
            Test::Perm(perm) => {
                self.with_stat(|stat| stat.mode).is_some_and(|mode| perm.holds(mode, Kind::from_mode(mode) == Kind::Directory))
            }
            Test::Uid(count) => self.with_stat(|stat| stat.uid).is_some_and(|uid| count.holds(u64::from(uid))),
            Test::Gid(count) => self.with_stat(|stat| stat.gid).is_some_and(|gid| count.holds(u64::from(gid))),
            Test::Links(count) => self.with_stat(|stat| stat.nlink).is_some_and(|links| count.holds(u64::from(links))),
            Test::Inode(count) => self.with_stat(|stat| stat.ino).is_some_and(|ino| count.holds(ino)),
            Test::SameFile(dev, ino) => self.with_stat(Stat::id).is_some_and(|id| id == (*dev, *ino)),
        }
    }

    /// One value of the entry's stat; `None` if it has none, which was told. A test of it is false then, as GNU's are.
    fn with_stat<T>(&mut self, value: impl FnOnce(&Stat) -> T) -> Option<T> {
        if self.stat.is_none() {
            let Entry { dir_fd, found, follow, .. } = *self.entry;
            let fields = self.setting.program.needs.in_stat() | Fields::KIND;
            let answer = stat::stat(dir_fd, found.name, follow, fields);
            self.stat = Some(answer.map_err(|errno| self.problem(Operation::Stat, errno)));
        }
        self.stat.as_ref().and_then(|stat| stat.as_ref().ok()).map(value)
    }

    fn kind(&mut self) -> Option<Kind> {
        match self.entry.found.kind {
            Kind::Unknown => self.with_stat(Stat::kind),
            kind => Some(kind),
        }
    }

    /// `-xtype`: links followed where the walk does not, and the other way round.
    fn target_kind(&mut self, kinds: KindSet) -> bool {
        let Entry { dir_fd, found, follow, .. } = *self.entry;
        let answer = if follow {
            stat::stat_exactly(dir_fd, found.name, false, Fields::KIND).map(|stat| stat.kind())
        } else if self.kind() != Some(Kind::Symlink) {
            return self.kind().is_some_and(|kind| kinds.has(kind));
        } else {
            stat::stat(dir_fd, found.name, true, Fields::KIND).map(|stat| stat.kind())
        };
        match answer {
            Ok(kind) => kinds.has(kind),
            Err(errno) => {
                self.problem(Operation::Stat, errno);
                false
            }
        }
    }

    fn is_empty(&mut self) -> bool {
        match self.kind() {
            Some(Kind::Regular) => self.with_stat(|stat| stat.size) == Some(0),
            Some(Kind::Directory) => {
                let Entry { dir_fd, found, follow, .. } = *self.entry;
                dirs::is_empty(dir_fd, found.name, follow).unwrap_or_else(|errno| {
                    self.problem(Operation::Open, errno);
                    false
                })
            }
            _ => false,
        }
    }

    /// A number without a name. A look-up that fails is a problem, never "no such user".
    fn is_unknown(&self, has_name: Result<bool, i32>) -> bool {
        match has_name {
            Ok(has_name) => !has_name,
            Err(errno) => {
                self.problem(Operation::LookUp, errno);
                false
            }
        }
    }

    fn problem(&self, operation: Operation, errno: i32) {
        self.setting.reporter.problem(&Problem::new(operation, self.entry.path(), errno));
    }

    // --- Actions -------------------------------------------------------------------------------------------------

    fn act(&mut self, action: Action) -> Result<bool, Over> {
        if let (None, Some(lane)) = (&self.lane, &self.setting.lane) {
            self.lane = Some(lane.enter().ok_or(Over)?);
        }
        match action {
            Action::Print => self.print(b'\n'),
            Action::Print0 => self.print(b'\0'),
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
            Some(lane) => &mut lane.writer,
            None => &mut *self.writer,
        };
        let block = writer.record(self.place);
        if self.setting.terminal && end == b'\n' {
            push_safe(block, &self.entry.path(), self.setting.charset);
        } else {
            self.entry.push_path(block);
        }
        block.push(end);
        writer.end_record();
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
