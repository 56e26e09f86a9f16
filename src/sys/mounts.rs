//! What is mounted: the type of each file system, by /proc/self/mountinfo (proc_pid_mountinfo(5)).

use super::stat::at_flags;
use rustix::fs::{AtFlags, StatxFlags};
use std::ffi::CStr;
use std::os::fd::BorrowedFd;

/// A mount.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mount {
    /// Its number in the kernel.
    pub id: u64,
    /// The device of its file system.
    pub dev: u64,
    /// The type of its file system.
    pub kind: Vec<u8>,
    /// Where it is mounted.
    pub point: Vec<u8>,
}

/// Everything that is mounted in this process's view, in the kernel's order.
///
/// # Errors
/// The errno of reading the list.
pub fn list() -> Result<Vec<Mount>, i32> {
    let text = std::fs::read("/proc/self/mountinfo").map_err(|error| error.raw_os_error().unwrap_or(libc::EIO))?;
    Ok(text.split(|&byte| byte == b'\n').filter_map(mount).collect())
}

/// A line: number, parent, major:minor, root, mount point, options, optional fields up to a dash, type.
fn mount(line: &[u8]) -> Option<Mount> {
    let mut words = line.split(|&byte| byte == b' ');
    let id = std::str::from_utf8(words.next()?).ok()?.parse().ok()?;
    let (major, minor) = std::str::from_utf8(words.nth(1)?).ok()?.split_once(':')?;
    let dev = rustix::fs::makedev(major.parse().ok()?, minor.parse().ok()?);
    let point = unescaped(words.nth(1)?);
    words.find(|word| *word == b"-")?;
    Some(Mount { id, dev, kind: words.next()?.to_vec(), point })
}

/// A path with what the kernel wrote in octal as it is: blanks, newlines and backslashes.
fn unescaped(word: &[u8]) -> Vec<u8> {
    let mut path = Vec::with_capacity(word.len());
    let mut rest = word;
    while let Some((&first, after)) = rest.split_first() {
        let octal = after.get(..3).filter(|digits| first == b'\\' && digits.iter().all(|digit| (b'0'..=b'7').contains(digit)));
        match octal {
            Some(digits) => {
                path.push(digits.iter().fold(0u8, |value, digit| value.wrapping_mul(8).wrapping_add(digit - b'0')));
                rest = &after[3..];
            }
            None => {
                path.push(first);
                rest = after;
            }
        }
    }
    path
}

/// File systems whose answers come from a server, or from another process (statfs(2), and the kernel's magic.h).
const REMOTE: &[u64] = &[
    0x6969,      // NFS
    0x517b,      // SMB
    0xfe53_4d42, // SMB 2 and later
    0xff53_4d42, // CIFS
    0x6573_5546, // FUSE
    0x00c3_6400, // Ceph
    0x0bd0_0bd0, // Lustre
    0x0102_1997, // 9P
    0x5346_414f, // AFS
    0x6b41_4653, // kAFS
    0x4750_4653, // GPFS
    0x0116_1970, // GFS2
    0x7461_636f, // OCFS2
];

/// Whether the file system of an open file is reached through a server.
#[must_use]
pub fn is_remote(fd: BorrowedFd<'_>) -> bool {
    rustix::fs::fstatfs(fd).is_ok_and(|answer| REMOTE.contains(&(answer.f_type as u64 & 0xffff_ffff)))
}

/// The number of the mount that an open file is on; `None` if the kernel does not tell.
#[must_use]
pub fn id_of_open(fd: BorrowedFd<'_>) -> Option<u64> {
    id(fd, c"", at_flags(true) | AtFlags::EMPTY_PATH)
}

/// The number of the mount that an entry is on; `None` if the kernel does not tell.
#[must_use]
pub fn id_of(at: BorrowedFd<'_>, name: &CStr, follow: bool) -> Option<u64> {
    id(at, name, at_flags(follow))
}

fn id(at: BorrowedFd<'_>, name: &CStr, flags: AtFlags) -> Option<u64> {
    let answer = rustix::fs::statx(at, name, flags, StatxFlags::MNT_ID).ok()?;
    StatxFlags::from_bits_retain(answer.stx_mask).contains(StatxFlags::MNT_ID).then_some(answer.stx_mnt_id)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sys::stat;

    #[test]
    fn a_line_tells_number_device_and_type() {
        let line = br"36 35 98:0 /mnt1 /mnt\0402 rw,noatime master:1 shared:2 - ext3 /dev/root rw,errors=continue";
        let told = Mount { id: 36, dev: rustix::fs::makedev(98, 0), kind: b"ext3".to_vec(), point: b"/mnt 2".to_vec() };
        assert_eq!(mount(line), Some(told));
        assert_eq!(mount(b"36 35 98:0 / / rw"), None);
    }

    #[test]
    fn the_root_is_mounted() {
        let id = id_of(stat::cwd(), c"/", true).unwrap();
        assert!(list().unwrap().iter().any(|mount| mount.id == id));
    }
}
