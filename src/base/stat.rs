//! What a stat told of an entry: plain numbers, valid as far as `known` says.

use super::{Fields, Kind};

/// An instant: seconds since 1970 and nanoseconds above them (0 to 999,999,999), also before 1970.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Time {
    /// Whole seconds since 1970-01-01T00:00:00Z, rounded down.
    pub secs: i64,
    /// Nanoseconds above `secs`.
    pub nanos: u32,
}

impl Time {
    /// 1970-01-01T00:00:00Z.
    pub const EPOCH: Self = Self { secs: 0, nanos: 0 };
}

/// The answer of one statx. Fields outside `known` hold zeros and mean nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stat {
    /// The fields that the kernel answered.
    pub known: Fields,
    /// File type and permission bits.
    pub mode: u32,
    /// Number of hard links.
    pub nlink: u32,
    /// Numeric owner.
    pub uid: u32,
    /// Numeric group.
    pub gid: u32,
    /// Inode number.
    pub ino: u64,
    /// Device, as `makedev(3)` packs it.
    pub dev: u64,
    /// Of a device, its own major number; statx gives it with any mask.
    pub rdev_major: u32,
    /// Of a device, its own minor number.
    pub rdev_minor: u32,
    /// It is the root of a mount.
    pub mount_root: bool,
    /// Length in bytes.
    pub size: u64,
    /// Disk usage in 512-byte blocks.
    pub blocks: u64,
    /// Time of last access.
    pub atime: Time,
    /// Time of last change of the contents.
    pub mtime: Time,
    /// Time of last change of the inode.
    pub ctime: Time,
    /// Time of birth.
    pub btime: Time,
}

impl Stat {
    /// Nothing was asked.
    pub const EMPTY: Self = Self {
        known: Fields::NONE,
        mode: 0,
        nlink: 0,
        uid: 0,
        gid: 0,
        ino: 0,
        dev: 0,
        rdev_major: 0,
        rdev_minor: 0,
        mount_root: false,
        size: 0,
        blocks: 0,
        atime: Time::EPOCH,
        mtime: Time::EPOCH,
        ctime: Time::EPOCH,
        btime: Time::EPOCH,
    };

    /// The type of file.
    #[must_use]
    pub const fn kind(&self) -> Kind {
        Kind::from_mode(self.mode)
    }

    /// What tells one inode from every other of this system.
    #[must_use]
    pub const fn id(&self) -> (u64, u64) {
        (self.dev, self.ino)
    }
}
