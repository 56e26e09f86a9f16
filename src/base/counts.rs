//! What a walk cost: plain numbers that each worker keeps for itself and that are added up at its end.

/// Calls of one kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Calls {
    /// Through a ring.
    pub ring: u64,
    /// Plain system calls.
    pub plain: u64,
}

/// What a walk, or a worker of it, did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Entries found.
    pub entries: u64,
    /// Directories opened to be read.
    pub directories: u64,
    /// Calls of getdents64.
    pub reads: u64,
    /// Opens of directories.
    pub opens: Calls,
    /// Stats.
    pub stats: Calls,
}

impl Counts {
    /// Adds what another worker did.
    pub const fn add(&mut self, other: &Self) {
        self.entries += other.entries;
        self.directories += other.directories;
        self.reads += other.reads;
        self.opens.ring += other.opens.ring;
        self.opens.plain += other.opens.plain;
        self.stats.ring += other.stats.ring;
        self.stats.plain += other.stats.plain;
    }
}
