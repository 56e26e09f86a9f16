//! Directories: opening one relative to another, reading its entries with getdents64(2), removing entries.
#![allow(unsafe_code)]

use super::pace;
use rustix::fs::{AtFlags, Mode, OFlags};
use rustix::io::Errno;
use std::ffi::CStr;
use std::os::fd::{AsRawFd, BorrowedFd, OwnedFd};

/// Bytes before the name in a `struct linux_dirent64`: d_ino, d_off, d_reclen, d_type.
const NAME_AT: usize = 19;

/// The flags that open a directory and nothing else; without `follow`, never through a symbolic link.
#[must_use]
pub fn open_flags(follow: bool) -> OFlags {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC | OFlags::NONBLOCK | OFlags::NOCTTY;
    if follow { flags } else { flags | OFlags::NOFOLLOW }
}

/// Opens the directory `name` relative to `at`.
///
/// # Errors
/// The errno of openat(2); ENOTDIR or ELOOP where the name is a link or no directory (any more).
pub fn open(at: BorrowedFd<'_>, name: &CStr, follow: bool) -> Result<OwnedFd, i32> {
    pace::turn();
    retry(|| rustix::fs::openat(at, name, open_flags(follow), Mode::empty()))
}

/// Reads entries into the spare capacity of `buffer`, `room` bytes at most, and appends them. 0 is the end.
///
/// # Errors
/// The errno of getdents64(2).
pub fn read(fd: BorrowedFd<'_>, buffer: &mut Vec<u8>, room: usize) -> Result<usize, i32> {
    pace::turn();
    buffer.reserve(room);
    let old = buffer.len();
    let spare = buffer.spare_capacity_mut();
    // SAFETY: the pointer and length describe spare capacity of `buffer`, which outlives the call; the kernel writes
    // at most `spare.len()` bytes there.
    let got = unsafe { libc::syscall(libc::SYS_getdents64, fd.as_raw_fd(), spare.as_mut_ptr(), room.min(spare.len())) };
    if got < 0 {
        return Err(std::io::Error::last_os_error().raw_os_error().unwrap_or(libc::EIO));
    }
    let got = usize::try_from(got).unwrap_or(0);
    // SAFETY: the kernel has initialised `got` bytes after the old length, and `got` is within the capacity.
    unsafe { buffer.set_len(old + got) };
    Ok(got)
}

/// Where the next `read` begins, in the file system's own terms; 0 where it cannot tell.
#[must_use]
pub fn position(fd: BorrowedFd<'_>) -> u64 {
    rustix::fs::seek(fd, rustix::fs::SeekFrom::Current(0)).unwrap_or(0)
}

/// The next `read` begins at a place that `position` told; 0 is the first entry. A file system that cannot goes on where it
/// was.
pub fn go_to(fd: BorrowedFd<'_>, position: u64) {
    let _ = rustix::fs::seek(fd, rustix::fs::SeekFrom::Start(position));
}

/// One entry as getdents64 wrote it.
#[derive(Clone, Copy, Debug)]
pub struct Record<'a> {
    /// The name, without a slash.
    pub name: &'a CStr,
    /// `d_type`.
    pub d_type: u8,
    /// `d_ino`.
    pub ino: u64,
    /// The record itself, to be kept and parsed again.
    pub bytes: &'a [u8],
}

/// The records of a buffer that `read` filled, `.` and `..` left out.
#[derive(Clone, Debug)]
pub struct Records<'a> {
    rest: &'a [u8],
}

/// Every record of a buffer, `.` and `..` too.
pub fn all_records(buffer: &[u8]) -> impl Iterator<Item = Record<'_>> {
    let mut records = records(buffer);
    std::iter::from_fn(move || records.parse())
}

/// Cuts a buffer into its records. Malformed bytes end it; the kernel writes none.
#[must_use]
pub fn records(buffer: &[u8]) -> Records<'_> {
    Records { rest: buffer }
}

/// Appends the records of a buffer in the order of their inodes, `.` and `..` left out.
pub fn sort_by_inode(buffer: &[u8], to: &mut Vec<u8>) {
    let mut all: Vec<_> = records(buffer).collect();
    all.sort_by_key(|record| record.ino);
    all.iter().for_each(|record| to.extend_from_slice(record.bytes));
}

/// Cuts a buffer after its first `count` records, or where there are fewer, at its end.
#[must_use]
pub fn cut(buffer: &[u8], count: usize) -> (&[u8], &[u8]) {
    if count == usize::MAX {
        return (buffer, &[]);
    }
    let mut records = records(buffer);
    let whole = (0..count).all(|_| records.parse().is_some());
    let rest = if whole { records.rest } else { &[] };
    buffer.split_at(buffer.len() - rest.len())
}

impl<'a> Records<'a> {
    fn parse(&mut self) -> Option<Record<'a>> {
        let head = self.rest.get(..NAME_AT)?;
        let length = usize::from(u16::from_ne_bytes([head[16], head[17]]));
        let (bytes, rest) = self.rest.split_at_checked(length.max(NAME_AT))?;
        self.rest = rest;
        let ino = u64::from_ne_bytes(*head.first_chunk()?);
        let name = CStr::from_bytes_until_nul(&bytes[NAME_AT..]).ok()?;
        Some(Record { name, d_type: head[18], ino, bytes })
    }
}

impl<'a> Iterator for Records<'a> {
    type Item = Record<'a>;

    #[inline]
    fn next(&mut self) -> Option<Record<'a>> {
        loop {
            let record = self.parse()?;
            if !matches!(record.name.to_bytes(), b"." | b"..") {
                return Some(record);
            }
        }
    }
}

/// Whether the directory `name` in `at` has no entries.
///
/// # Errors
/// The errno of openat(2) or getdents64(2).
pub fn is_empty(at: BorrowedFd<'_>, name: &CStr, follow: bool) -> Result<bool, i32> {
    use std::os::fd::AsFd;
    let fd = open(at, name, follow)?;
    let mut buffer = Vec::new();
    loop {
        buffer.clear();
        if read(fd.as_fd(), &mut buffer, 1024)? == 0 {
            return Ok(true);
        }
        if records(&buffer).next().is_some() {
            return Ok(false);
        }
    }
}

/// Removes the entry `name` of `at`: rmdir(2) for a directory, else unlink(2).
///
/// # Errors
/// The errno of unlinkat(2).
pub fn remove(at: BorrowedFd<'_>, name: &CStr, directory: bool) -> Result<(), i32> {
    let flags = if directory { AtFlags::REMOVEDIR } else { AtFlags::empty() };
    pace::turn();
    retry(|| rustix::fs::unlinkat(at, name, flags))
}

/// Again after a signal; everything else is the caller's.
fn retry<T>(mut call: impl FnMut() -> Result<T, Errno>) -> Result<T, i32> {
    loop {
        match call() {
            Err(Errno::INTR) => {}
            answer => return answer.map_err(Errno::raw_os_error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::fd::AsFd;

    #[test]
    fn reads_what_std_reads() {
        let fd = open(rustix::fs::CWD, c"/etc", false).unwrap();
        let mut names = Vec::new();
        let mut buffer = Vec::new();
        while read(fd.as_fd(), &mut buffer, 512).unwrap() > 0 {}
        names.extend(records(&buffer).map(|record| record.name.to_bytes().to_vec()));
        names.sort();
        let mut expected: Vec<Vec<u8>> =
            std::fs::read_dir("/etc").unwrap().map(|entry| entry.unwrap().file_name().into_encoded_bytes()).collect();
        expected.sort();
        assert_eq!(names, expected);
    }

    #[test]
    fn pieces_are_the_whole() {
        let fd = open(rustix::fs::CWD, c"/", false).unwrap();
        let mut buffer = Vec::new();
        read(fd.as_fd(), &mut buffer, 32 << 10).unwrap();
        let all = all_records(&buffer).count();
        for count in [1, 2, all - 1, all, all + 1, usize::MAX] {
            let (mut rest, mut pieces) = (&buffer[..], Vec::new());
            while !rest.is_empty() {
                let piece;
                (piece, rest) = cut(rest, count);
                assert!(rest.is_empty() || all_records(piece).count() == count);
                pieces.extend_from_slice(piece);
            }
            assert_eq!(pieces, buffer);
        }
    }

    #[test]
    fn sorting_keeps_every_record() {
        let fd = open(rustix::fs::CWD, c"/etc", false).unwrap();
        let (mut buffer, mut sorted) = (Vec::new(), Vec::new());
        read(fd.as_fd(), &mut buffer, 32 << 10).unwrap();
        sort_by_inode(&buffer, &mut sorted);
        assert!(records(&sorted).is_sorted_by_key(|record| record.ino));
        let names = |buffer| {
            let mut names: Vec<_> = records(buffer).map(|record| (record.name, record.ino, record.d_type)).collect();
            names.sort_unstable();
            names
        };
        assert_eq!(names(&sorted), names(&buffer));
    }

    #[test]
    fn a_cut_record_ends_the_iteration() {
        let fd = open(rustix::fs::CWD, c"/", false).unwrap();
        let mut buffer = Vec::new();
        read(fd.as_fd(), &mut buffer, 32 << 10).unwrap();
        let whole = records(&buffer).count();
        let cut = records(&buffer[..buffer.len() - 1]).count();
        assert!(cut < whole || whole == 0, "{cut} of {whole}");
        assert_eq!(records(&[0; 40]).count(), 0);
    }

    #[test]
    fn links_and_files_are_no_directories() {
        assert_eq!(open(rustix::fs::CWD, c"/proc/self/cwd", false).unwrap_err(), libc::ENOTDIR);
        assert_eq!(open(rustix::fs::CWD, c"/proc/self/stat", true).unwrap_err(), libc::ENOTDIR);
    }
}
