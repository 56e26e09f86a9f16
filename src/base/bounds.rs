//! Every bound of the program, with its reason, and what must hold between them.

/// Bytes of one `getdents64` buffer: 32 KiB holds some 1,000 names. Larger ones save calls only in wide directories and
/// cost a page fault for every page at the start; measured, 32 and 64 KiB walk in the same time.
pub const GETDENTS_BYTES: usize = 32 << 10;

/// Bytes of an output block: a worker fills one and sends it whole. A pipe holds 64 KiB by default.
pub const BLOCK_BYTES: usize = 64 << 10;

/// Blocks that may wait for the printer. At the bound workers wait too: a slow reader slows the walk, memory stays.
pub const BLOCKS_WAITING: usize = 16;

/// Milliseconds that output may rest in a block before somebody sees it.
pub const BLOCK_AGE_MS: u64 = 50;

/// Milliseconds that a stopping walk waits for its workers: one may hang in the kernel for ever.
pub const STOP_GRACE_MS: u64 = 200;

/// Milliseconds between two looks at whether a walk still gets answers: what hangs is named half a second late at most.
pub const STALL_TICK_MS: u64 = 500;

/// Looks at which nothing has gone on before something is said: 5 s.
pub const STALL_TICKS: u32 = 10;

/// Jobs below which the shared pool takes more from the workers' private stacks.
pub const POOL_LOW: usize = 4;

/// Jobs that one worker hands over at a time.
pub const HANDOVER_MAX: usize = 64;

/// Directories that worker 0 reads alone before a second worker is worth its start (some 50 us).
pub const ALONE_DIRS: usize = 24;

/// Unstarted subdirectories of one directory at which its reading is put off until they are done, so that a directory
/// of millions costs no memory.
pub const WIDE_CHILDREN: usize = 4096;

/// Entries of one directory read before the first is acted on, in plans that unlink: removing entries while
/// `getdents64` goes on loses names on some file systems.
pub const UNLINK_ENTRIES: usize = 100_000;

/// Names of one directory that are remembered while it is read in parts by a plan that unlinks, to be looked at again; some
/// 20 bytes each. Beyond, what a file system hides stays hidden.
pub const SEEN_NAMES: usize = 1 << 20;

/// Entries of a worker's ring. Charged to RLIMIT_MEMLOCK since Linux 6.14: 128 cost four pages.
pub const RING_ENTRIES: u32 = 128;

/// Opens that go into one submission: the gain a call is flat from 8 on, and each holds a descriptor.
pub const OPEN_BATCH: usize = 16;

/// Bytes that `-s` may have rendered and not yet printed before only the front of the walk may go on.
pub const ORDERED_BYTES: usize = 16 << 20;

/// Workers at most: beyond the processors only latency profits, and that has its own controller.
pub const WORKERS_MAX: usize = 512;

/// Descriptors kept back for what is not a directory of the tree: the standard three, the current directory, databases, /proc.
pub const FDS_KEPT: u64 = 9;

/// Descriptors a worker needs at once: the directory it reads, the one it opens, one step of a way back, its ring.
pub const FDS_WORKER: u64 = 4;

/// Parentheses and negations within each other: evaluation recurses, the stack does not grow.
pub const NESTING_MAX: usize = 200;

const _: () = assert!(OPEN_BATCH <= RING_ENTRIES as usize);
const _: () = assert!(HANDOVER_MAX >= POOL_LOW);
const _: () = assert!(WIDE_CHILDREN < UNLINK_ENTRIES);
const _: () = assert!(BLOCK_BYTES < ORDERED_BYTES);
const _: () = assert!(UNLINK_ENTRIES < SEEN_NAMES);
