//! Tests that ask the kernel more than a stat: where links lead, what is allowed, extended attributes, mounts.

use super::program::{Right, Test};
use super::visit::Visitor;
use crate::base::{Entry, Kind, Operation};
use crate::sys::{access, file, xattr};
use std::ffi::CStr;

/// Bytes of an access control list before its entries, and of an entry (`linux/posix_acl_xattr.h`).
const ACL_HEAD: usize = 4;
const ACL_ENTRY: usize = 8;
/// Owner, group and others: what the permission bits say already.
const ACL_TRIVIAL: usize = 3;

impl Visitor<'_, '_> {
    /// The answer to one of these tests; any other is false.
    pub(super) fn attribute(&mut self, test: &Test) -> bool {
        match test {
            Test::LinkTarget(pattern) => {
                self.kind() == Some(Kind::Symlink) && {
                    let Entry { dir_fd, found, .. } = *self.entry;
                    let mut target = Vec::new();
                    let answer = file::read_link(dir_fd, found.name, &mut target);
                    self.told(Operation::Stat, answer).is_some() && pattern.matches(&target)
                }
            }
            Test::FileSystem(kind) => self.learn_mount().is_some_and(|dev| self.own.memory.mounts.fstype(dev) == kind),
            Test::May(right) => {
                let may = match right {
                    Right::Execute => access::EXECUTE,
                    Right::Read => access::READ,
                    Right::Write => access::WRITE,
                };
                access::allows(self.entry.dir_fd, self.entry.found.name, may)
            }
            Test::Acl => self.has_acl(),
            Test::AnyXattr => {
                let Entry { dir_fd, found, follow, .. } = *self.entry;
                self.told(Operation::Stat, xattr::has_any(dir_fd, found.name, follow)).unwrap_or(false)
            }
            Test::Xattr(name) => self.has_xattr(name),
            Test::Capable => self.kind() == Some(Kind::Regular) && self.has_xattr(c"security.capability"),
            Test::Context(pattern) => {
                let Entry { dir_fd, found, follow, .. } = *self.entry;
                let context = file::context(dir_fd, found.name, follow);
                self.told(Operation::Context, context).is_some_and(|context| pattern.matches(&context))
            }
            _ => false,
        }
    }

    /// Learns the type of the file system; its device. `None` if there is no answer, which was told.
    pub(super) fn learn_mount(&mut self) -> Option<u64> {
        let dev = self.with_stat(|stat| stat.dev)?;
        let answer = self.own.memory.mounts.learn(dev, self.entry);
        self.told(Operation::Mounts, answer).map(|()| dev)
    }

    /// More than the permission bits say: named users and groups, a mask, or what new files in a directory get.
    fn has_acl(&mut self) -> bool {
        let entries = |value: Vec<u8>| value.len().saturating_sub(ACL_HEAD) / ACL_ENTRY;
        match self.kind() {
            None | Some(Kind::Symlink) => false,
            kind => {
                self.xattr(c"system.posix_acl_access").map_or(0, entries) > ACL_TRIVIAL
                    || kind == Some(Kind::Directory) && self.xattr(c"system.posix_acl_default").map_or(0, entries) > 0
            }
        }
    }

    fn has_xattr(&self, attribute: &CStr) -> bool {
        let Entry { dir_fd, found, follow, .. } = *self.entry;
        self.told(Operation::Stat, xattr::has(dir_fd, found.name, follow, attribute)).unwrap_or(false)
    }

    fn xattr(&self, attribute: &CStr) -> Option<Vec<u8>> {
        let Entry { dir_fd, found, follow, .. } = *self.entry;
        self.told(Operation::Stat, xattr::value(dir_fd, found.name, follow, attribute)).flatten()
    }

    /// An answer; where there is none, the problem is told.
    fn told<T>(&self, operation: Operation, answer: Result<T, i32>) -> Option<T> {
        answer.map_err(|errno| self.problem(operation, errno)).ok()
    }
}
