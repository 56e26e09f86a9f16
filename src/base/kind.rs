//! The types of files, one by one and as sets.

/// The type of a file (`stat(2)`'s S_IFMT).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Kind {
    /// The file system did not say (`DT_UNKNOWN`): only a stat can tell.
    Unknown = 0,
    /// Named pipe.
    Fifo,
    /// Character device.
    CharDevice,
    /// Directory.
    Directory,
    /// Block device.
    BlockDevice,
    /// Regular file.
    Regular,
    /// Symbolic link.
    Symlink,
    /// Unix domain socket.
    Socket,
}

impl Kind {
    /// All of them.
    pub const ALL: [Self; 8] =
        [Self::Unknown, Self::Fifo, Self::CharDevice, Self::Directory, Self::BlockDevice, Self::Regular, Self::Symlink, Self::Socket];

    /// From `d_type` of a directory entry, which is S_IFMT shifted down by 12 bits.
    #[must_use]
    pub const fn from_d_type(d_type: u8) -> Self {
        match d_type {
            1 => Self::Fifo,
            2 => Self::CharDevice,
            4 => Self::Directory,
            6 => Self::BlockDevice,
            8 => Self::Regular,
            10 => Self::Symlink,
            12 => Self::Socket,
            _ => Self::Unknown,
        }
    }

    /// From the file type bits of `st_mode`.
    #[must_use]
    pub const fn from_mode(mode: u32) -> Self {
        Self::from_d_type(((mode >> 12) & 0o17) as u8)
    }

    /// The letter of `-type`.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Unknown => '?',
            Self::Fifo => 'p',
            Self::CharDevice => 'c',
            Self::Directory => 'd',
            Self::BlockDevice => 'b',
            Self::Regular => 'f',
            Self::Symlink => 'l',
            Self::Socket => 's',
        }
    }

    /// The type that a letter of `-type` means.
    #[must_use]
    pub fn from_letter(letter: u8) -> Option<Self> {
        use Kind::{BlockDevice, CharDevice, Directory, Fifo, Regular, Socket, Symlink};
        [Fifo, CharDevice, Directory, BlockDevice, Regular, Symlink, Socket].into_iter().find(|kind| kind.letter() == letter as char)
    }
}

/// A set of types, as `-type f,l` gives it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KindSet(u8);

impl KindSet {
    /// Adds a type; adding it twice is the same as once.
    pub fn insert(&mut self, kind: Kind) {
        self.0 |= 1 << kind as u8;
    }

    /// Whether the type is in the set.
    #[must_use]
    pub const fn has(self, kind: Kind) -> bool {
        self.0 & (1 << kind as u8) != 0
    }
}

impl FromIterator<Kind> for KindSet {
    fn from_iter<I: IntoIterator<Item = Kind>>(kinds: I) -> Self {
        let mut set = Self::default();
        kinds.into_iter().for_each(|kind| set.insert(kind));
        set
    }
}
