//! What a walk cost: plain numbers that each worker keeps for itself and that are added up at its end.

/// Calls of one kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Calls {
    /// Through a ring.
    pub ring: u64,
    /// Plain system calls.
    pub plain: u64,
}

impl Calls {
    const fn add(&mut self, other: Self) {
        self.ring += other.ring;
        self.plain += other.plain;
    }
}

/// What a walk, or a worker of it, did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
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
    /// The most operations that were let wait at once.
    pub depth: u64,
    /// Steps of the depth up, and steps back.
    pub steps: (u64, u64),
    /// The same by mount, where that was asked for.
    pub mounts: Vec<MountCounts>,
}

impl Counts {
    /// Adds what another worker did.
    pub fn add(&mut self, other: &Self) {
        self.entries += other.entries;
        self.directories += other.directories;
        self.reads += other.reads;
        self.opens.add(other.opens);
        self.stats.add(other.stats);
        self.depth = self.depth.max(other.depth);
        self.steps = (self.steps.0.max(other.steps.0), self.steps.1.max(other.steps.1));
        other.mounts.iter().for_each(|mount| self.mount(mount.id).add(mount));
    }

    /// What was done on a mount.
    pub fn mount(&mut self, id: u64) -> &mut MountCounts {
        let at = self.mounts.iter().position(|mount| mount.id == id).unwrap_or_else(|| {
            self.mounts.push(MountCounts { id, ..MountCounts::default() });
            self.mounts.len() - 1
        });
        &mut self.mounts[at]
    }
}

/// Buckets of a distribution: four to a doubling, so that a time is told within a fifth.
const BUCKETS: usize = 160;

/// What was done on one mount.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MountCounts {
    /// The number of the mount.
    pub id: u64,
    /// Entries found.
    pub entries: u64,
    /// Operations.
    pub operations: Calls,
    /// Nanoseconds that all operations took together.
    nanos: u64,
    /// How many took how long.
    times: [u64; BUCKETS],
}

impl Default for MountCounts {
    fn default() -> Self {
        Self { id: 0, entries: 0, operations: Calls::default(), nanos: 0, times: [0; BUCKETS] }
    }
}

impl MountCounts {
    /// Adds an operation that took so many nanoseconds.
    pub fn time(&mut self, nanos: u64) {
        self.nanos += nanos;
        self.times[bucket(nanos)] += 1;
    }

    fn add(&mut self, other: &Self) {
        self.entries += other.entries;
        self.operations.add(other.operations);
        self.nanos += other.nanos;
        self.times.iter_mut().zip(&other.times).for_each(|(count, more)| *count += more);
    }

    /// Nanoseconds that an operation took on average.
    #[must_use]
    pub fn mean(&self) -> u64 {
        self.nanos / self.times.iter().sum::<u64>().max(1)
    }

    /// Nanoseconds that 99 of 100 operations did not take longer than, to the bucket.
    #[must_use]
    pub fn p99(&self) -> u64 {
        let all = self.times.iter().sum::<u64>();
        let mut seen = 0;
        let at = self.times.iter().position(|count| {
            seen += count;
            seen * 100 >= all * 99
        });
        ceiling(at.unwrap_or(0))
    }
}

/// The bucket of a time: its highest bit and the two below it.
fn bucket(nanos: u64) -> usize {
    let bits = nanos.max(4).ilog2();
    let part = (nanos.max(4) >> (bits - 2)) & 3;
    ((bits as usize - 2) * 4 + part as usize).min(BUCKETS - 1)
}

/// The longest time of a bucket.
const fn ceiling(bucket: usize) -> u64 {
    let (bits, part) = (bucket / 4 + 2, (bucket % 4) as u64);
    ((part + 5) << (bits - 2)) - 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_told_within_a_fifth() {
        for nanos in [4, 5, 1000, 123_456, 1_000_000, 987_654_321] {
            let told = ceiling(bucket(nanos));
            assert!(told >= nanos && told <= nanos + nanos / 4 + 1, "{nanos} as {told}");
        }
    }

    #[test]
    fn mounts_are_added_by_number() {
        let (mut all, mut more) = (Counts::default(), Counts::default());
        (0..98).for_each(|_| all.mount(7).time(1000));
        all.mount(8).entries = 1;
        (0..2).for_each(|_| more.mount(7).time(1_000_000));
        more.mount(7).entries = 3;
        all.add(&more);
        let seven = all.mount(7);
        assert_eq!((seven.entries, seven.mean()), (3, 20_980));
        assert!(seven.p99() >= 1_000_000);
        assert_eq!(all.mounts.len(), 2);
    }
}
