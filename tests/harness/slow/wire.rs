//! What the kernel and a file system in user space say to each other through /dev/fuse: requests read, replies put together.
//! Only what a read-only tree needs; the numbers are those of <linux/fuse.h>. It knows no tree and no time.

use super::tree::{Attributes, Name};
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::time::Duration;

/// Bytes that a read of /dev/fuse must have room for; the largest request here is a name.
pub(crate) const REQUEST_BYTES: usize = 64 << 10;

/// The version spoken: of 2018, so that every kernel since then agrees to it.
const MAJOR: u32 = 7;
const MINOR: u32 = 28;

const LOOKUP: u32 = 1;
const FORGET: u32 = 2;
const GETATTR: u32 = 3;
const READLINK: u32 = 5;
const STATFS: u32 = 17;
const INIT: u32 = 26;
const OPENDIR: u32 = 27;
const READDIR: u32 = 28;
const RELEASEDIR: u32 = 29;
const ACCESS: u32 = 34;
const INTERRUPT: u32 = 36;
const BATCH_FORGET: u32 = 42;

/// Look-ups and reads in one directory may run side by side.
const PARALLEL_DIROPS: u32 = 1 << 18;
/// The reply to INIT says how much of a directory is read at once.
const MAX_PAGES: u32 = 1 << 22;

/// Pages of a directory that one READDIR may ask for.
const PAGES: u16 = 64;

/// Bytes of a request's header, and of a reply's.
const REQUEST_HEAD: usize = 40;
const REPLY_HEAD: usize = 16;

/// Bytes of a directory entry's head, and what entries are aligned to.
const ENTRY_HEAD: usize = 24;
const ENTRY_ALIGN: usize = 8;

/// What the kernel asks for.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Ask<'a> {
    Init {
        flags: u32,
    },
    Lookup {
        name: &'a OsStr,
    },
    Getattr,
    Readlink,
    Opendir,
    Readdir {
        offset: u64,
        size: usize,
    },
    Releasedir,
    Statfs,
    Access,
    /// Somebody waits no longer for the request of this number.
    Interrupt {
        unique: u64,
    },
    /// The kernel drops inodes and wants no reply.
    Forget,
    Other,
}

/// A request.
#[derive(Debug)]
pub(crate) struct Request<'a> {
    /// Its number; the reply bears it.
    pub(crate) unique: u64,
    /// The inode it is about; of a look-up, the directory.
    pub(crate) node: u64,
    pub(crate) ask: Ask<'a>,
}

/// Reads a request; nothing where it is cut short.
pub(crate) fn parse(bytes: &[u8]) -> Option<Request<'_>> {
    let body = bytes.get(REQUEST_HEAD..)?;
    let (unique, node) = (u64_at(bytes, 8)?, u64_at(bytes, 16)?);
    let ask = match u32_at(bytes, 4)? {
        INIT => Ask::Init { flags: u32_at(body, 12)? },
        LOOKUP => Ask::Lookup { name: OsStr::from_bytes(body.split(|byte| *byte == 0).next()?) },
        GETATTR => Ask::Getattr,
        READLINK => Ask::Readlink,
        OPENDIR => Ask::Opendir,
        READDIR => Ask::Readdir { offset: u64_at(body, 8)?, size: u32_at(body, 16)? as usize },
        RELEASEDIR => Ask::Releasedir,
        STATFS => Ask::Statfs,
        ACCESS => Ask::Access,
        INTERRUPT => Ask::Interrupt { unique: u64_at(body, 0)? },
        FORGET | BATCH_FORGET => Ask::Forget,
        _ => Ask::Other,
    };
    Some(Request { unique, node, ask })
}

fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_ne_bytes(bytes.get(at..at + 4)?.try_into().ok()?))
}

fn u64_at(bytes: &[u8], at: usize) -> Option<u64> {
    Some(u64::from_ne_bytes(bytes.get(at..at + 8)?.try_into().ok()?))
}

/// A reply: the head, whose length is filled in at the end, and what was asked for.
pub(crate) struct Reply(Vec<u8>);

impl Reply {
    fn new(unique: u64, errno: i32) -> Self {
        let mut reply = Self(Vec::with_capacity(144));
        reply.u32(0);
        reply.u32((-errno).cast_unsigned());
        reply.u64(unique);
        reply
    }

    /// Nothing but that it worked.
    pub(crate) fn done(unique: u64) -> Self {
        Self::new(unique, 0)
    }

    /// An error, by its errno.
    pub(crate) fn error(unique: u64, errno: i32) -> Self {
        Self::new(unique, errno)
    }

    /// To INIT: what of the kernel's `flags` is wanted. The limits on requests are as high as they go; the kernel only
    /// applies them to requests that nobody waits for.
    pub(crate) fn init(unique: u64, flags: u32) -> Self {
        let mut reply = Self::new(unique, 0);
        for word in [MAJOR, MINOR, 0, flags & (PARALLEL_DIROPS | MAX_PAGES)] {
            reply.u32(word);
        }
        reply.u32(u32::MAX);
        reply.u32(4096);
        reply.u32(1);
        reply.0.extend(PAGES.to_ne_bytes());
        reply.0.resize(REPLY_HEAD + 64, 0);
        reply
    }

    /// To LOOKUP: the inode of the name, and how long the name and what is known of it stay true.
    pub(crate) fn entry(unique: u64, of: &Attributes, name_stays: Duration, attributes_stay: Duration) -> Self {
        let mut reply = Self::new(unique, 0);
        for word in [of.node, 0, name_stays.as_secs(), attributes_stay.as_secs()] {
            reply.u64(word);
        }
        reply.u32(name_stays.subsec_nanos());
        reply.u32(attributes_stay.subsec_nanos());
        reply.attributes(of);
        reply
    }

    /// To GETATTR.
    pub(crate) fn stat(unique: u64, of: &Attributes, stay: Duration) -> Self {
        let mut reply = Self::new(unique, 0);
        reply.u64(stay.as_secs());
        reply.u32(stay.subsec_nanos());
        reply.u32(0);
        reply.attributes(of);
        reply
    }

    /// To OPENDIR: a handle of no meaning, and nothing is cached.
    pub(crate) fn opened(unique: u64) -> Self {
        let mut reply = Self::new(unique, 0);
        reply.0.resize(REPLY_HEAD + 16, 0);
        reply
    }

    /// To READLINK.
    pub(crate) fn bytes(unique: u64, bytes: &[u8]) -> Self {
        let mut reply = Self::new(unique, 0);
        reply.0.extend(bytes);
        reply
    }

    /// To STATFS: a file system without a block.
    pub(crate) fn statfs(unique: u64) -> Self {
        let mut reply = Self::new(unique, 0);
        reply.0.resize(REPLY_HEAD + 40, 0);
        for word in [4096, 255, 4096, 0] {
            reply.u32(word);
        }
        reply.0.resize(REPLY_HEAD + 80, 0);
        reply
    }

    /// To READDIR, to be filled: room for `size` bytes of entries.
    pub(crate) fn directory(unique: u64, size: usize) -> Listing {
        Listing { reply: Self::new(unique, 0), end: REPLY_HEAD + size }
    }

    fn attributes(&mut self, of: &Attributes) {
        for word in [of.node, of.size, of.blocks, of.seconds, of.seconds, of.seconds] {
            self.u64(word);
        }
        let nanoseconds = 0;
        for word in [nanoseconds, nanoseconds, nanoseconds, of.mode, of.links, 0, 0, 0, 4096, 0] {
            self.u32(word);
        }
    }

    fn u32(&mut self, word: u32) {
        self.0.extend(word.to_ne_bytes());
    }

    fn u64(&mut self, word: u64) {
        self.0.extend(word.to_ne_bytes());
    }

    /// What is written to /dev/fuse.
    pub(crate) fn into_bytes(mut self) -> Vec<u8> {
        let length = self.0.len() as u32;
        self.0[..4].copy_from_slice(&length.to_ne_bytes());
        self.0
    }
}

/// A reply to READDIR as it grows.
pub(crate) struct Listing {
    reply: Reply,
    end: usize,
}

impl Listing {
    /// Adds an entry, after which reading goes on at `next`; false where it does not fit.
    pub(crate) fn add(&mut self, node: u64, mode: u32, name: &Name, next: u64) -> bool {
        let name = name.as_bytes();
        let length = (ENTRY_HEAD + name.len()).next_multiple_of(ENTRY_ALIGN);
        let end = self.reply.0.len() + length;
        if end > self.end {
            return false;
        }
        self.reply.u64(node);
        self.reply.u64(next);
        self.reply.u32(name.len() as u32);
        self.reply.u32(mode >> 12);
        self.reply.0.extend(name);
        self.reply.0.resize(end, 0);
        true
    }

    pub(crate) fn into_reply(self) -> Reply {
        self.reply
    }
}
