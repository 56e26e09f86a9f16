//! What can go wrong with a file: operation, path, errno. `report` alone prints it.

/// What was tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// Asking for the properties of an entry.
    Stat,
    /// Opening a directory.
    Open,
    /// Reading a directory.
    Read,
    /// Reading a file that is no part of the walk.
    ReadFile,
    /// Opening or reading an entry for its contents.
    Contents,
    /// The same, of what has none: a link, a pipe, a device.
    NoContents,
    /// The same, of the file that the contents go to.
    OwnOutput,
    /// The same, of a file that became larger meanwhile.
    Grew,
    /// The same, of one that became smaller.
    Shrank,
    /// Removing an entry.
    Delete,
    /// Writing output.
    Write,
    /// Looking up a user or group in the system's databases.
    LookUp,
    /// Reading the table of mounts.
    Mounts,
    /// Asking for the security context of an entry.
    Context,
    /// A directory that contains itself, found under -L.
    Loop,
    /// Giving a path to xargs, which would take it apart.
    Xargs,
    /// Reading a name of a list of starting points: it is empty. The second path is its number.
    EmptyName,
    /// The same, but the name is `-` on standard input, which is the list itself.
    DashName,
    /// Reading where a symbolic link leads.
    ReadLink,
    /// Reading what extended attributes tell of an entry.
    Attributes,
    /// Telling a directory from others.
    Identity,
    /// Listing a directory within itself.
    Listed,
    /// Opening such a list.
    OpenList,
    /// Reading such a list.
    ReadList,
}

/// A problem with one path. The walk goes on; the exit status remembers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// What was tried.
    pub operation: Operation,
    /// The path as the user would write it.
    pub path: Vec<u8>,
    /// The error number of the system; 0 where the reason is not an errno's.
    pub errno: i32,
    /// A second path that the message needs (the ancestor of a loop), else empty.
    pub other: Vec<u8>,
}

impl Problem {
    /// A problem with one path and an errno.
    #[must_use]
    pub fn new(operation: Operation, path: Vec<u8>, errno: i32) -> Self {
        Self { operation, path, errno, other: Vec::new() }
    }
}
