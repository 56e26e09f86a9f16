//! statx(2): from `Fields` to a mask, from the kernel's answer to a `Stat`. Nobody else knows a statx mask.

use super::pace;
use crate::base::{Fields, Kind, Stat, Time};
use rustix::fs::{AtFlags, Statx, StatxAttributes, StatxFlags, StatxTimestamp};
use rustix::io::Errno;
use std::ffi::CStr;
use std::os::fd::BorrowedFd;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// The statx bit of each field; DEV is always answered and has none.
const MASKS: &[(Fields, StatxFlags)] = &[
    (Fields::KIND, StatxFlags::TYPE),
    (Fields::MODE, StatxFlags::MODE),
    (Fields::SIZE, StatxFlags::SIZE),
    (Fields::BLOCKS, StatxFlags::BLOCKS),
    (Fields::NLINK, StatxFlags::NLINK),
    (Fields::UID, StatxFlags::UID),
    (Fields::GID, StatxFlags::GID),
    (Fields::INO, StatxFlags::INO),
    (Fields::ATIME, StatxFlags::ATIME),
    (Fields::MTIME, StatxFlags::MTIME),
    (Fields::CTIME, StatxFlags::CTIME),
    (Fields::BTIME, StatxFlags::BTIME),
];

/// The last answer of a small function that is asked the same all the time.
struct Last(AtomicU64);

impl Last {
    #[inline]
    fn of(&self, question: u32, ask: impl FnOnce() -> u32) -> u32 {
        let last = self.0.load(Ordering::Relaxed);
        if (last >> 32) as u32 == question && last != u64::MAX {
            return last as u32;
        }
        let answer = ask();
        self.0.store(u64::from(question) << 32 | u64::from(answer), Ordering::Relaxed);
        answer
    }
}

static MASK: Last = Last(AtomicU64::new(u64::MAX));
static KNOWN: Last = Last(AtomicU64::new(u64::MAX));

/// The current directory, as a descriptor that relative paths start from.
#[must_use]
pub fn cwd() -> BorrowedFd<'static> {
    rustix::fs::CWD
}

/// The statx mask that asks for `fields`.
#[must_use]
#[inline]
pub fn mask(fields: Fields) -> StatxFlags {
    StatxFlags::from_bits_retain(MASK.of(fields.bits(), || look_up(fields).bits()))
}

fn look_up(fields: Fields) -> StatxFlags {
    MASKS.iter().filter(|(field, _)| fields.meets(*field)).fold(StatxFlags::empty(), |mask, (_, bit)| mask | *bit)
}

/// What the client of a network file system remembers is new enough (AT_STATX_DONT_SYNC).
static CACHED: AtomicBool = AtomicBool::new(false);

/// From now on no stat of this process makes the client of a network file system ask its server for what it remembers.
pub fn accept_cached() {
    CACHED.store(true, Ordering::Relaxed);
}

/// The flags of a statx: automounts are never triggered by looking (as `fstatat` has it, and statx has not).
#[must_use]
pub fn at_flags(follow: bool) -> AtFlags {
    let links = if follow { AtFlags::empty() } else { AtFlags::SYMLINK_NOFOLLOW };
    let sync = if CACHED.load(Ordering::Relaxed) { AtFlags::STATX_DONT_SYNC } else { AtFlags::empty() };
    AtFlags::NO_AUTOMOUNT | links | sync
}

/// Asks for `fields` of `name` in the open directory `at`. With `follow`, of what a symbolic link leads to; of the link
/// itself where that does not exist (ENOENT, ENOTDIR), as POSIX has it for `find -L`.
///
/// # Errors
/// The errno of statx(2).
pub fn stat(at: BorrowedFd<'_>, name: &CStr, follow: bool, fields: Fields) -> Result<Stat, i32> {
    match stat_exactly(at, name, follow, fields) {
        Err(libc::ENOENT | libc::ENOTDIR) if follow => stat_exactly(at, name, false, fields),
        answer => answer,
    }
}

/// `stat` without the second look at a link that leads nowhere.
///
/// # Errors
/// The errno of statx(2).
pub fn stat_exactly(at: BorrowedFd<'_>, name: &CStr, follow: bool, fields: Fields) -> Result<Stat, i32> {
    pace::turn();
    match rustix::fs::statx(at, name, at_flags(follow), mask(fields)) {
        Ok(answer) => Ok(convert(&answer)),
        // Filters of old containers do not know statx(2).
        Err(Errno::NOSYS | Errno::PERM) => plain_stat(at, name, follow),
        Err(errno) => Err(errno.raw_os_error()),
    }
}

/// The same by newfstatat(2), which tells everything but the time of birth and the root of a mount.
fn plain_stat(at: BorrowedFd<'_>, name: &CStr, follow: bool) -> Result<Stat, i32> {
    let answer = rustix::fs::statat(at, name, at_flags(follow).difference(AtFlags::STATX_DONT_SYNC)).map_err(Errno::raw_os_error)?;
    Ok(convert_plain(&answer))
}

/// The stat of an open file.
///
/// # Errors
/// The errno of fstat(2).
pub fn of_open(fd: BorrowedFd<'_>) -> Result<Stat, i32> {
    pace::turn();
    rustix::fs::fstat(fd).map(|answer| convert_plain(&answer)).map_err(Errno::raw_os_error)
}

fn convert_plain(answer: &rustix::fs::Stat) -> Stat {
    let time = |secs, nanos| Time { secs, nanos };
    Stat {
        known: MASKS.iter().fold(Fields::DEV, |known, (field, _)| known | *field).without(Fields::BTIME),
        mode: answer.st_mode,
        nlink: u32::try_from(answer.st_nlink).unwrap_or(u32::MAX),
        uid: answer.st_uid,
        gid: answer.st_gid,
        ino: answer.st_ino,
        dev: answer.st_dev,
        rdev_major: rustix::fs::major(answer.st_rdev),
        rdev_minor: rustix::fs::minor(answer.st_rdev),
        mount_root: false,
        size: answer.st_size.cast_unsigned(),
        blocks: answer.st_blocks.cast_unsigned(),
        atime: time(answer.st_atime, answer.st_atime_nsec as u32),
        mtime: time(answer.st_mtime, answer.st_mtime_nsec as u32),
        ctime: time(answer.st_ctime, answer.st_ctime_nsec as u32),
        btime: Time::default(),
    }
}

/// Device and inode number of an open directory.
///
/// # Errors
/// The errno of statx(2).
pub fn identity(fd: BorrowedFd<'_>) -> Result<(u64, u64), i32> {
    pace::turn();
    rustix::fs::statx(fd, c"", at_flags(true) | AtFlags::EMPTY_PATH, StatxFlags::INO)
        .map(|answer| convert(&answer).id())
        .map_err(Errno::raw_os_error)
}

/// The kernel's answer in our own terms.
#[must_use]
pub fn convert(answer: &Statx) -> Stat {
    let told = StatxFlags::from_bits_retain(answer.stx_mask);
    let known = Fields::from_bits(KNOWN.of(told.bits(), || {
        MASKS.iter().filter(|(_, bit)| told.contains(*bit)).fold(Fields::DEV, |known, (field, _)| known | *field).bits()
    }));
    Stat {
        known,
        mode: u32::from(answer.stx_mode),
        nlink: answer.stx_nlink,
        uid: answer.stx_uid,
        gid: answer.stx_gid,
        ino: answer.stx_ino,
        dev: rustix::fs::makedev(answer.stx_dev_major, answer.stx_dev_minor),
        rdev_major: answer.stx_rdev_major,
        rdev_minor: answer.stx_rdev_minor,
        mount_root: answer.stx_attributes.contains(StatxAttributes::MOUNT_ROOT),
        size: answer.stx_size,
        blocks: answer.stx_blocks,
        atime: time(&answer.stx_atime),
        mtime: time(&answer.stx_mtime),
        ctime: time(&answer.stx_ctime),
        btime: time(&answer.stx_btime),
    }
}

fn time(stamp: &StatxTimestamp) -> Time {
    Time { secs: stamp.tv_sec, nanos: stamp.tv_nsec }
}

/// Whether a path is itself a symbolic link.
#[must_use]
pub fn is_link(path: &CStr) -> bool {
    stat_exactly(cwd(), path, false, Fields::KIND).is_ok_and(|stat| stat.kind() == Kind::Symlink)
}

/// The type of what `name` leads to, links followed.
///
/// # Errors
/// The errno of statx(2), ENOENT and ENOTDIR included.
pub fn target_kind(at: BorrowedFd<'_>, name: &CStr) -> Result<Kind, i32> {
    stat_exactly(at, name, true, Fields::KIND).map(|stat| stat.kind())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_asked_is_in_the_mask() {
        assert_eq!(mask(Fields::NONE), StatxFlags::empty());
        assert_eq!(mask(Fields::SIZE | Fields::MTIME), StatxFlags::SIZE | StatxFlags::MTIME);
        assert_eq!(mask(Fields::DEV | Fields::CONTENTS), StatxFlags::empty());
    }

    #[test]
    fn a_stat_tells_kind_and_device() {
        let stat = stat(cwd(), c"/", false, Fields::KIND | Fields::INO).unwrap();
        assert_eq!(stat.kind(), Kind::Directory);
        assert!(stat.known.has(Fields::DEV | Fields::INO | Fields::KIND));
        assert_eq!(super::stat(cwd(), c"/no/such", true, Fields::KIND), Err(libc::ENOENT));
    }
}
