//! Tests: what an entry answers to each question, and what must be asked of the kernel for it.

use super::program::{Stamp, Test};
use super::sieve::{base_name, is_hidden, with_path};
use super::visit::Visitor;
use crate::base::{Entry, Fields, Kind, KindSet, Operation, Stat, Time};
use crate::sys::{dirs, stat};

impl Visitor<'_, '_> {
    /// The answer to one test.
    pub(super) fn test(&mut self, test: &Test) -> bool {
        let found = &self.entry.found;
        match test {
            Test::Name(pattern) => pattern.matches(base_name(found)),
            Test::Names(patterns) => patterns.matches(base_name(found)),
            Test::Path(pattern) => with_path(found, self.entry.dir_path, |path| pattern.matches(path)),
            Test::Regex(regex) => with_path(found, self.entry.dir_path, |path| regex.matches(path)),
            Test::Kind(kinds) => self.kind().is_some_and(|kind| kinds.has(kind)),
            Test::TargetKind(kinds) => self.target_kind(*kinds),
            Test::Empty => self.is_empty(),
            Test::NoUser => self.with_stat(|stat| stat.uid).is_some_and(|uid| self.is_unknown(self.setting.owners.has_user(uid))),
            Test::NoGroup => self.with_stat(|stat| stat.gid).is_some_and(|gid| self.is_unknown(self.setting.owners.has_group(gid))),
            Test::Size(size) => self.with_stat(|stat| stat.size).is_some_and(|bytes| size.holds(bytes)),
            Test::Time(stamp, window) => self.with_stat(|stat| time(stat, *stamp)).flatten().is_some_and(|time| window.holds(time)),
            Test::Sparse => self.with_stat(|stat| (stat.blocks, stat.size)).is_some_and(|(blocks, size)| blocks < size.div_ceil(512)),
            Test::Hidden => is_hidden(found),
            Test::Depth(count) => count.holds(u64::from(found.depth)),
            Test::LinkTarget(_)
            | Test::FileSystem(_)
            | Test::May(_)
            | Test::Acl
            | Test::AnyXattr
            | Test::Xattr(_)
            | Test::Capable
            | Test::Context(_) => self.attribute(test),
            Test::Used(window) => self.with_stat(unused).flatten().is_some_and(|time| window.holds(time)),
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
    pub(super) fn with_stat<T>(&mut self, value: impl FnOnce(&Stat) -> T) -> Option<T> {
        if self.stat.is_none() {
            let Entry { dir_fd, found, follow, .. } = *self.entry;
            self.pause();
            self.own.counts.stats.plain += 1;
            let answer = stat::stat(dir_fd, found.name, follow, self.fields());
            self.stat = Some(answer.map_err(|errno| self.problem(Operation::Stat, errno)));
        }
        self.stat.as_ref().and_then(|stat| stat.as_ref().ok()).map(value)
    }

    /// What is asked of an entry that must be stat'ed: all that the program may need, so that it is asked once.
    pub(super) fn fields(&self) -> Fields {
        self.setting.program.needs.in_stat() | Fields::KIND
    }

    /// The type; `None` if it cannot be known, which was told.
    pub(super) fn kind(&mut self) -> Option<Kind> {
        match self.entry.found.kind {
            Kind::Unknown => self.with_stat(Stat::kind),
            kind => Some(kind),
        }
    }

    /// `-xtype`: links followed where the walk does not, and the other way round.
    fn target_kind(&mut self, kinds: KindSet) -> bool {
        let Entry { dir_fd, found, follow, .. } = *self.entry;
        self.pause();
        let answer = if follow {
            self.own.counts.stats.plain += 1;
            stat::stat_exactly(dir_fd, found.name, false, Fields::KIND).map(|stat| stat.kind())
        } else if self.kind() != Some(Kind::Symlink) {
            return self.kind().is_some_and(|kind| kinds.has(kind));
        } else {
            self.own.counts.stats.plain += 1;
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
                self.pause();
                self.own.counts.opens.plain += 1;
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
}

/// A timestamp; `None` where the file system does not keep it.
fn time(stat: &Stat, stamp: Stamp) -> Option<Time> {
    match stamp {
        Stamp::Access => Some(stat.atime),
        Stamp::Modify => Some(stat.mtime),
        Stamp::Change => Some(stat.ctime),
        Stamp::Birth => stat.known.has(Fields::BTIME).then_some(stat.btime),
    }
}

/// How long after the last change of its inode a file was last accessed; `None` if it was not since.
fn unused(stat: &Stat) -> Option<Time> {
    let Stat { atime, ctime, .. } = stat;
    let borrow = atime.nanos < ctime.nanos;
    let secs = atime.secs.saturating_sub(ctime.secs).saturating_sub(i64::from(borrow));
    let nanos = atime.nanos + if borrow { 1_000_000_000 } else { 0 } - ctime.nanos;
    (secs >= 0).then_some(Time { secs, nanos })
}
