//! What is asked of an entry: its stat, where a link leads, and what its extended attributes tell.

use super::{BLOCK, Block, Fault, Found, ListSpec, c_name};
use crate::base::{Details, Fields, Kind, Operation, Stat, Target, Told};
use crate::sys::ring::{Done, Ring};
use crate::sys::{file, stat, xattr};
use std::ffi::{CStr, CString};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::sync::Arc;

/// Bytes of names of attributes that are read at once; a file has three or four of some 25 bytes.
const NAMES: usize = 1024;
/// What the kernel allows them (XATTR_LIST_MAX).
const NAMES_MAX: usize = 65_536;

/// An access control list of no more bytes holds three entries, which are the permissions.
const PLAIN_ACL: usize = 28;

const ACCESS: &CStr = c"system.posix_acl_access";
const DEFAULT: &CStr = c"system.posix_acl_default";
const CONTEXT: &CStr = c"security.selinux";
const CAPABILITY: &CStr = c"security.capability";

/// What a thread remembers from one entry to the next.
#[derive(Debug, Default)]
pub(super) struct Asker {
    names: Vec<u8>,
    /// A device without attributes.
    bare: Option<u64>,
}

/// An entry that is asked about.
struct Subject<'a> {
    at: BorrowedFd<'a>,
    name: &'a CStr,
    /// What a link leads to counts.
    follow: bool,
}

impl Asker {
    /// Asks the first ones of a block that were not asked yet. How many there were.
    pub(super) fn block(&mut self, spec: &ListSpec, dir: &Arc<OwnedFd>, block: &mut Block, most: usize) -> u32 {
        let Block { names, files, faults } = block;
        let most = files.len().min(most);
        self.entries(spec, dir, names, 0, &mut files[..most], |fault| faults.push(fault))
    }

    /// The same of some entries of a block, from the `first` on.
    pub(super) fn entries(
        &mut self,
        spec: &ListSpec,
        dir: &Arc<OwnedFd>,
        names: &[u8],
        first: usize,
        files: &mut [Found],
        mut tell: impl FnMut(Fault),
    ) -> u32 {
        let mut count = 0;
        for (place, file) in files.iter_mut().enumerate().filter(|(_, file)| wants(spec, file)) {
            count += 1;
            let name = c_name(names, file);
            let answer = stat::stat_exactly(dir.as_fd(), name, spec.follow, wanted(spec));
            let subject = Subject { at: dir.as_fd(), name, follow: spec.follow };
            self.take(spec, &subject, answer, file, |operation, errno| tell(Fault { at: first + place, operation, errno }));
        }
        count
    }

    /// The same by a ring. What it cannot do is done plainly.
    pub(super) fn block_by_ring(&mut self, spec: &ListSpec, dir: &Arc<OwnedFd>, ring: &mut Ring, block: &mut Block) {
        let mut answers: Vec<Result<Stat, i32>> = vec![Err(libc::ECANCELED); block.files.len().min(BLOCK)];
        for (at, file) in block.files.iter().enumerate().filter(|(_, file)| wants(spec, file)) {
            if ring.has_room() {
                ring.stat(at, Some(Arc::clone(dir)), c_name(&block.names, file), spec.follow, wanted(spec));
            }
        }
        // What is lost with the ring is still cancelled, and asked again below.
        let _ = ring.finish(|done| {
            if let Done::Stated(at, answer) = done {
                answers[at] = answer;
            }
        });
        for (at, answer) in answers.into_iter().enumerate() {
            let Block { names, files, faults } = block;
            let Some(file) = files.get_mut(at).filter(|file| wants(spec, file)) else { continue };
            let name = c_name(names, file);
            let again = matches!(answer, Err(libc::ECANCELED | libc::EINVAL | libc::EOPNOTSUPP | libc::EAGAIN | libc::EINTR));
            let answer = if again { stat::stat_exactly(dir.as_fd(), name, spec.follow, wanted(spec)) } else { answer };
            let subject = Subject { at: dir.as_fd(), name, follow: spec.follow };
            self.take(spec, &subject, answer, file, |operation, errno| faults.push(Fault { at, operation, errno }));
        }
    }

    /// Asks the rest of an argument, the last one of a block.
    pub(super) fn argument(&mut self, spec: &ListSpec, block: &mut Block, answer: &Stat) {
        let Block { names, files, faults } = block;
        let at = files.len().saturating_sub(1);
        let Some(file) = files.last_mut() else { return };
        let subject = Subject { at: stat::cwd(), name: c_name(names, file), follow: spec.follow };
        self.take(spec, &subject, Ok(*answer), file, |operation, errno| faults.push(Fault { at, operation, errno }));
    }

    fn take(
        &mut self,
        spec: &ListSpec,
        subject: &Subject<'_>,
        answer: Result<Stat, i32>,
        file: &mut Found,
        mut fault: impl FnMut(Operation, i32),
    ) {
        let details = &mut file.details;
        let answer = match answer {
            Ok(answer) => answer,
            Err(errno) => {
                details.told = Told::Nothing;
                return fault(Operation::Stat, errno);
            }
        };
        details.tell(&answer, spec.time);
        details.followed = subject.follow;
        if let Err(errno) = self.attributes(spec, subject, details, answer.dev) {
            fault(Operation::Attributes, errno);
        }
        if details.kind == Kind::Symlink && spec.targets {
            let mut target = Target::default();
            match file::read_link(subject.at, subject.name, &mut target.path) {
                Ok(()) => {
                    if spec.target_modes {
                        let mode = if spec.fields.has(Fields::MODE) { Fields::MODE } else { Fields::NONE };
                        target.mode = target_mode(subject, &target.path, Fields::KIND | mode);
                    }
                    details.target = Some(Box::new(target));
                }
                Err(errno) => fault(Operation::ReadLink, errno),
            }
        }
    }

    /// Asks what attributes tell of a file on a device.
    fn attributes(&mut self, spec: &ListSpec, subject: &Subject<'_>, details: &mut Details, device: u64) -> Result<(), i32> {
        let capability = spec.capabilities && details.kind == Kind::Regular;
        if !(spec.marks || spec.contexts || capability) || self.bare == Some(device) {
            return Ok(());
        }
        let length = match self.list(subject) {
            Ok(length) => length,
            Err(libc::EOPNOTSUPP) => {
                self.bare = Some(device);
                return Ok(());
            }
            Err(libc::ENODATA) => return Ok(()),
            Err(errno) => return Err(errno),
        };
        for name in self.names[..length].split(|byte| *byte == 0) {
            let is = |known: &CStr| name == known.to_bytes();
            if is(CAPABILITY) {
                details.capable = capability;
            } else if is(CONTEXT) && (spec.marks || spec.contexts) {
                let context = file::context(subject.at, subject.name, subject.follow)?;
                details.labelled = context != b"unlabeled";
                details.context = spec.contexts.then(|| context.into_boxed_slice());
            } else if spec.marks && details.kind != Kind::Symlink && (is(ACCESS) || is(DEFAULT)) {
                let known = if is(ACCESS) { ACCESS } else { DEFAULT };
                let value = file::attribute(subject.at, subject.name, subject.follow, known)?;
                // A default list of a directory counts in any case.
                details.acl |= value.len() > if known == ACCESS { PLAIN_ACL } else { 0 };
            }
        }
        Ok(())
    }

    fn list(&mut self, subject: &Subject<'_>) -> Result<usize, i32> {
        self.names.resize(self.names.len().max(NAMES), 0);
        match xattr::list(subject.at, subject.name, subject.follow, &mut self.names) {
            Err(libc::ERANGE) => {
                self.names.resize(NAMES_MAX, 0);
                xattr::list(subject.at, subject.name, subject.follow, &mut self.names)
            }
            answer => answer,
        }
    }
}

/// Whether an entry is to be stat'ed and was not yet.
fn wants(spec: &ListSpec, file: &Found) -> bool {
    file.details.told == Told::Unasked && spec.stated.has(file.details.kind)
}

/// Nothing is known of an entry without its type.
fn wanted(spec: &ListSpec) -> Fields {
    spec.fields | Fields::KIND
}

/// Type and permissions of what a link in the directory leads to. An argument's target is relative to where its link is.
fn target_mode(subject: &Subject<'_>, path: &[u8], fields: Fields) -> Option<u32> {
    let link = subject.name.to_bytes();
    let dir = match link.iter().rposition(|byte| *byte == b'/') {
        Some(slash) if path.first() != Some(&b'/') => &link[..=slash],
        _ => b"",
    };
    let path = CString::new([dir, path].concat()).ok()?;
    stat::stat_exactly(subject.at, &path, true, fields).ok().map(|stat| stat.mode)
}
