//! `Fields`: what somebody wants to know of an entry, in our own words.
//!
//! Every primary, directive, sort key and colour rule declares the fields it needs, the plan ors them, and `sys` alone
//! turns the set into a statx mask. Some fields are not statx's (the target of a link): those the evaluator fetches.

use std::ops::{BitOr, BitOrAssign};

/// A set of things to know about an entry.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fields(u32);

impl Fields {
    /// Nothing at all: the name is enough.
    pub const NONE: Self = Self(0);
    /// The type of file; mostly known from the directory already.
    pub const KIND: Self = Self(1 << 0);
    /// Permission bits.
    pub const MODE: Self = Self(1 << 1);
    /// Length in bytes.
    pub const SIZE: Self = Self(1 << 2);
    /// Disk usage in 512-byte blocks.
    pub const BLOCKS: Self = Self(1 << 3);
    /// Number of hard links.
    pub const NLINK: Self = Self(1 << 4);
    /// Numeric owner.
    pub const UID: Self = Self(1 << 5);
    /// Numeric group.
    pub const GID: Self = Self(1 << 6);
    /// Inode number.
    pub const INO: Self = Self(1 << 7);
    /// Device the entry is on; statx gives it with any mask.
    pub const DEV: Self = Self(1 << 8);
    /// Time of last access.
    pub const ATIME: Self = Self(1 << 9);
    /// Time of last change of the contents.
    pub const MTIME: Self = Self(1 << 10);
    /// Time of last change of the inode.
    pub const CTIME: Self = Self(1 << 11);
    /// Time of birth.
    pub const BTIME: Self = Self(1 << 12);
    /// The type of what a symbolic link leads to: a second statx, of links only.
    pub const TARGET_KIND: Self = Self(1 << 13);
    /// Whether a directory has entries: one more open and getdents64.
    pub const CONTENTS: Self = Self(1 << 14);
    /// What a symbolic link points to: a readlink, of links only.
    pub const LINK_TARGET: Self = Self(1 << 15);
    /// The owner's name: a look-up for every owner.
    pub const USER: Self = Self(1 << 16);
    /// The group's name: a look-up for every group.
    pub const GROUP: Self = Self(1 << 17);
    /// The type of the file system: a table of mounts, read once.
    pub const FSTYPE: Self = Self(1 << 18);
    /// The security context: a getxattr.
    pub const CONTEXT: Self = Self(1 << 19);
    /// What this process may do with it: an access(2).
    pub const ACCESS: Self = Self(1 << 20);
    /// Extended attributes, and what is kept in them: access control lists, capabilities.
    pub const XATTRS: Self = Self(1 << 21);

    /// Every field with its name, for `--explain`.
    pub const ALL: &'static [(Self, &'static str)] = &[
        (Self::KIND, "kind"),
        (Self::MODE, "mode"),
        (Self::SIZE, "size"),
        (Self::BLOCKS, "blocks"),
        (Self::NLINK, "nlink"),
        (Self::UID, "uid"),
        (Self::GID, "gid"),
        (Self::INO, "ino"),
        (Self::DEV, "dev"),
        (Self::ATIME, "atime"),
        (Self::MTIME, "mtime"),
        (Self::CTIME, "ctime"),
        (Self::BTIME, "btime"),
        (Self::TARGET_KIND, "target kind"),
        (Self::CONTENTS, "contents"),
        (Self::LINK_TARGET, "link target"),
        (Self::USER, "user"),
        (Self::GROUP, "group"),
        (Self::FSTYPE, "file system type"),
        (Self::CONTEXT, "security context"),
        (Self::ACCESS, "access"),
        (Self::XATTRS, "extended attributes"),
    ];

    /// The fields that are not in an inode: no statx of the entry itself answers them.
    const BEYOND_STAT: Self = Self::TARGET_KIND
        .with(Self::CONTENTS)
        .with(Self::LINK_TARGET)
        .with(Self::USER)
        .with(Self::GROUP)
        .with(Self::FSTYPE)
        .with(Self::CONTEXT)
        .with(Self::ACCESS)
        .with(Self::XATTRS);

    /// The set as a number.
    #[must_use]
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// The set that `bits` told.
    #[must_use]
    pub const fn from_bits(bits: u32) -> Self {
        Self(bits)
    }

    /// The union, usable in constants.
    #[must_use]
    pub const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// What is in `self` but not in `other`.
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Whether every field of `other` is in this set.
    #[must_use]
    pub const fn has(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// Whether any field of `other` is in this set.
    #[must_use]
    pub const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether there is nothing to know.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The part that a statx of the entry itself answers.
    #[must_use]
    pub const fn in_stat(self) -> Self {
        self.without(Self::BEYOND_STAT)
    }

    /// The names of the fields in this set, in a fixed order.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        Self::ALL.iter().filter(move |(field, _)| self.has(*field)).map(|(_, name)| *name)
    }
}

impl BitOr for Fields {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        self.with(other)
    }
}

impl BitOrAssign for Fields {
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}
