//! One directory at a time, for listings: all its names first, then what is asked of each, by several threads where there is
//! much to ask. Nothing is sorted and nothing is entered here.
//!
//! - `ask`: what is asked of an entry.
//! - `gather`: the names of a directory, in blocks that threads take.

mod ask;
mod gather;

use crate::base::{Details, Fields, Kind, KindSet, Operation};
use crate::engine::Io;
use crate::sys::ring::Ring;
use crate::sys::{limits, pace, stat};
use ask::Asker;
use std::ffi::CStr;

/// Entries of a block: what a ring takes at once.
const BLOCK: usize = crate::base::bounds::RING_ENTRIES as usize;

/// What is asked of entries.
#[derive(Clone, Debug)]
pub struct ListSpec {
    /// The types whose entries are stat'ed; a type that the directory does not tell is one of them.
    pub stated: KindSet,
    /// What their stats tell.
    pub fields: Fields,
    /// The time that is kept of them.
    pub time: Fields,
    /// Links are followed.
    pub follow: bool,
    /// Where links lead is read.
    pub targets: bool,
    /// And what is there is asked for.
    pub target_modes: bool,
    /// Whether there is an access control list, or a security context.
    pub marks: bool,
    /// Whether regular files have capabilities.
    pub capabilities: bool,
    /// Security contexts are read.
    pub contexts: bool,
    /// How the kernel is called.
    pub io: Io,
    /// Threads at most; `None`: as many as there are processors.
    pub threads: Option<usize>,
    /// What the client of a network file system remembers is new enough.
    pub cached: bool,
    /// Operations a second at most.
    pub max_ops: Option<u32>,
}

/// An entry of a listing.
#[derive(Clone, Debug)]
pub struct Found {
    /// Where its name begins and ends in its block.
    name: (u32, u32),
    /// What is known of it.
    pub details: Details,
}

/// Something that went wrong with an entry of a block.
#[derive(Clone, Copy, Debug)]
pub struct Fault {
    /// The entry, by its place in the block.
    pub at: usize,
    /// What was tried.
    pub operation: Operation,
    /// Why it failed.
    pub errno: i32,
}

/// Some entries of a directory, in its order.
#[derive(Clone, Debug, Default)]
pub struct Block {
    /// Their names, each with a NUL behind it.
    names: Vec<u8>,
    /// The entries.
    pub files: Vec<Found>,
    /// What went wrong with them, in their order.
    pub faults: Vec<Fault>,
}

impl Block {
    fn push(&mut self, name: &CStr, kind: Kind) {
        let start = self.names.len();
        self.names.extend_from_slice(name.to_bytes_with_nul());
        // A block has some hundred names of 255 bytes, or arguments below the system's limit of them.
        let place = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        self.files.push(Found { name: (place(start), place(self.names.len() - 1)), details: Details::of_kind(kind) });
    }

    /// The name of an entry.
    #[must_use]
    pub fn name(&self, file: &Found) -> &[u8] {
        &self.names[file.name.0 as usize..file.name.1 as usize]
    }
}

/// The name of an entry as the kernel takes it: with the NUL behind it.
fn c_name<'a>(names: &'a [u8], file: &Found) -> &'a CStr {
    CStr::from_bytes_with_nul(&names[file.name.0 as usize..=file.name.1 as usize]).unwrap_or_default()
}

/// A listing as far as it was read.
#[derive(Clone, Debug, Default)]
pub struct Listing {
    /// All but the last one are full.
    pub blocks: Vec<Block>,
}

impl Listing {
    /// An entry by its number, with its name.
    #[must_use]
    pub fn get(&self, number: u32) -> (&[u8], &Details) {
        let block = &self.blocks[number as usize / BLOCK];
        let file = &block.files[number as usize % BLOCK];
        (block.name(file), &file.details)
    }

    /// The numbers of all entries, in the order of the directory.
    pub fn numbers(&self) -> impl Iterator<Item = u32> {
        let first = |block: usize| u32::try_from(block * BLOCK).unwrap_or(u32::MAX);
        self.blocks.iter().enumerate().flat_map(move |(at, block)| (0..block.files.len() as u32).map(move |place| first(at) + place))
    }
}

/// Reads directories.
pub struct Lister {
    spec: ListSpec,
    asker: Asker,
    ring: Option<Ring>,
    /// Whether it is still to be found out if answers are waited for.
    undecided: bool,
    /// They are.
    waits: bool,
    /// What getdents64 fills.
    buffer: Vec<u8>,
    threads: Option<usize>,
}

impl Lister {
    /// Gets ready.
    ///
    /// # Errors
    /// Only with `Io::Ring`: the errno that refused the ring.
    pub fn new(spec: ListSpec) -> Result<Self, i32> {
        if spec.cached {
            stat::accept_cached();
        }
        if let Some(most) = spec.max_ops {
            pace::limit(most);
        }
        let ring = match spec.io {
            Io::Ring => Some(Ring::new(crate::base::bounds::RING_ENTRIES, false)?),
            Io::Auto | Io::Sync => None,
        };
        Ok(Self {
            asker: Asker::default(),
            ring,
            undecided: spec.io == Io::Auto && spec.max_ops.is_none(),
            waits: false,
            buffer: Vec::new(),
            threads: spec.threads,
            spec,
        })
    }

    /// Adds an argument of the command line: its type and stat were found already, what else there is to ask is asked.
    pub fn add_argument(&mut self, listing: &mut Listing, path: &CStr, answer: &crate::base::Stat, followed: bool) {
        if listing.blocks.last().is_none_or(|block| block.files.len() == BLOCK) {
            listing.blocks.push(Block::default());
        }
        let Some(block) = listing.blocks.last_mut() else { return };
        block.push(path, answer.kind());
        self.asker.argument(&ListSpec { follow: followed, ..self.spec.clone() }, block, answer);
    }

    /// Does without the ring, whose descriptor is wanted; false if there is none.
    pub fn give_up_ring(&mut self) -> bool {
        self.ring.take().is_some()
    }

    fn workers(&mut self) -> usize {
        *self.threads.get_or_insert_with(limits::processors)
    }
}
