//! What a listing knows of an entry beside its name.

use super::{Fields, Kind, Stat, Time};

/// Whether an entry was stat'ed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Told {
    /// Nobody asked.
    #[default]
    Unasked,
    /// It was asked in vain.
    Nothing,
    /// The stat is there.
    Stat,
}

/// A symbolic link's target.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Target {
    /// Its path, as the link has it.
    pub path: Vec<u8>,
    /// Type and permissions of what is there; `None` if nothing is, or nobody asked.
    pub mode: Option<u32>,
}

/// An entry's type, and what was asked of it: a `Stat` without what no listing shows.
#[derive(Clone, Debug)]
pub struct Details {
    /// The type, as far as it is known.
    pub kind: Kind,
    /// Whether what follows is true.
    pub told: Told,
    /// File type and permission bits.
    pub mode: u32,
    /// It may be what a link of that name leads to.
    pub followed: bool,
    /// Number of hard links.
    pub nlink: u32,
    /// Numeric owner.
    pub uid: u32,
    /// Numeric group.
    pub gid: u32,
    /// Of a device, its own major number.
    pub rdev_major: u32,
    /// Of a device, its own minor number.
    pub rdev_minor: u32,
    /// Inode number.
    pub ino: u64,
    /// Length in bytes.
    pub size: u64,
    /// Disk usage in 512-byte blocks.
    pub blocks: u64,
    /// The time that is shown or sorted by; `None` if the file system has none.
    pub time: Option<Time>,
    /// What a symbolic link points to, where that was asked.
    pub target: Option<Box<Target>>,
    /// It has an access control list beyond its permissions.
    pub acl: bool,
    /// It has a security context that says something.
    pub labelled: bool,
    /// It has capabilities.
    pub capable: bool,
    /// Its security context, where that is shown and there is one.
    pub context: Option<Box<[u8]>>,
}

impl Details {
    /// Only the type is known.
    #[must_use]
    pub const fn of_kind(kind: Kind) -> Self {
        Self {
            kind,
            told: Told::Unasked,
            mode: 0,
            followed: false,
            nlink: 0,
            uid: 0,
            gid: 0,
            rdev_major: 0,
            rdev_minor: 0,
            ino: 0,
            size: 0,
            blocks: 0,
            time: None,
            target: None,
            acl: false,
            labelled: false,
            capable: false,
            context: None,
        }
    }

    /// Takes over a stat; the time is the one of the field `time`.
    pub fn tell(&mut self, stat: &Stat, time: Fields) {
        self.told = Told::Stat;
        self.kind = stat.kind();
        (self.mode, self.nlink, self.uid, self.gid) = (stat.mode, stat.nlink, stat.uid, stat.gid);
        (self.rdev_major, self.rdev_minor) = (stat.rdev_major, stat.rdev_minor);
        (self.ino, self.size, self.blocks) = (stat.ino, stat.size, stat.blocks);
        let value = match time {
            Fields::ATIME => stat.atime,
            Fields::CTIME => stat.ctime,
            Fields::BTIME => stat.btime,
            _ => stat.mtime,
        };
        self.time = stat.known.has(time).then_some(value);
    }

    /// Whether it was stat'ed with success.
    #[must_use]
    pub fn is_told(&self) -> bool {
        self.told == Told::Stat
    }
}
