//! Every bound of the program, with its reason, and what must hold between them.

/// Bytes of one `getdents64` buffer: 32 KiB holds some 1,000 names. Larger ones save calls only in wide directories and
/// cost a page fault for every page at the start; measured, 32 and 64 KiB walk in the same time.
pub const GETDENTS_BYTES: usize = 32 << 10;

/// Bytes of an output block: a worker fills one and sends it whole. A pipe holds 64 KiB by default.
pub const BLOCK_BYTES: usize = 64 << 10;

/// Blocks that may wait for the printer. At the bound workers wait too: a slow reader slows the walk, memory stays.
pub const BLOCKS_WAITING: usize = 16;

/// Bytes of a file that `-cat` reads into the block of its output: beyond, handing the file to the printer costs less than
/// copying it.
pub const CONTENTS_BYTES: usize = 64 << 10;

/// Files of `-cat` that may wait for the printer, each with an open descriptor; one more for every worker. Only large files
/// wait, so more of them would not make it faster.
pub const CONTENTS_WAITING: usize = 16;

/// Bytes that one call moves from a file to the output at most. A stopping walk looks between two calls; the signal that ends
/// it ends the call too. Smaller ones cost a file on ext4 some percent.
pub const POUR_BYTES: usize = 1 << 30;

/// Bytes of a file that are read at once where they have to be copied: as much as cat(1) reads.
pub const COPY_BYTES: usize = 128 << 10;

/// Bytes that a pipe is enlarged to where files are poured into it: what the kernel allows to everybody.
pub const PIPE_BYTES: usize = 1 << 20;

/// Milliseconds that output may rest in a block before somebody sees it.
pub const BLOCK_AGE_MS: u64 = 50;

/// Milliseconds that a stopping walk waits for its workers: one may hang in the kernel for ever.
pub const STOP_GRACE_MS: u64 = 200;

/// Milliseconds after which a ring that waits looks what has completed, and whether it shall go on.
pub const RING_LOOK_MS: u32 = 100;

/// Milliseconds that a ring waits for what it has cancelled: a file system need not listen.
pub const WITHDRAW_MS: u64 = 200;

/// Milliseconds that the end of the process waits for its rings: a look, and what they wait for then, on a busy machine.
pub const RECALL_MS: u64 = 350;

/// Milliseconds between two looks at whether a walk still gets answers: what hangs is named half a second late at most.
pub const STALL_TICK_MS: u64 = 500;

/// Milliseconds of work between two looks that are more than threads need to wait for each other, and to look.
pub const STALL_BUSY_MS: u64 = 25;

/// Looks at which nothing has gone on before something is said: 5 s.
pub const STALL_TICKS: u32 = 10;

/// Milliseconds without any completion after which a ring is given up. What hangs is named before: to begin with it anew, by a
/// plain call, looks as if something went on.
pub const RING_STUCK_MS: u64 = 8000;

/// Jobs below which the shared pool takes more from the workers' private stacks.
pub const POOL_LOW: usize = 4;

/// Entries of one directory that are asked by the thread that reads it: a second thread costs some 50 us, and half of what
/// these take.
pub const LIST_ALONE: usize = 256;

/// Entries of a directory that are asked first, to find out whether each has to wait.
pub const LIST_PROBES: usize = 16;

/// Microseconds that asking one takes at least where it waits for a server or disk: in a warm cache it takes one or two, and
/// on a busy machine some ten.
pub const LIST_SLOW_US: u64 = 150;

/// Threads that ask then, each for one entry at a time: starting one takes a fifth of that.
pub const LIST_DEPTH: usize = 32;

/// Entries that such a thread takes at once: few, since all of them wait.
pub const LIST_PIECE: usize = 4;

/// Jobs that one worker hands over at a time.
pub const HANDOVER_MAX: usize = 64;

/// Directories that worker 0 reads alone before a second worker is worth its start (some 50 us).
pub const ALONE_DIRS: usize = 24;

/// Unstarted subdirectories of one directory at which its reading is put off until they are done, so that a directory
/// of millions costs no memory.
pub const WIDE_CHILDREN: usize = 4096;

/// Entries of a directory that a worker gives to another at once: some 300 us of stats, and a tenth of that to hand them over.
pub const PIECE: usize = 256;

/// The same where each has to wait: as many workers as can get some.
pub const PIECE_COLD: usize = 16;

/// Microseconds that a piece takes at least that is worth giving away: names alone take some 40.
pub const SLOW_PIECE_US: u64 = 100;

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
pub const ORDERED_BYTES: usize = 6 << 20;

/// Operations that may wait in the kernel at once where each takes its time: what network clients and disks with many
/// queues still gain from, and few enough threads for any limit.
pub const QUEUE_DEPTH: usize = 128;

/// What can be asked for with `--queue-depth`.
pub const QUEUE_DEPTH_MAX: usize = 1024;

/// Microseconds between two looks of a worker at its operations: one costs some 0.7.
pub const DEPTH_LOOK_US: u64 = 1000;

/// Microseconds that an operation takes at most while it is warm, on any machine: where it takes less, sleeping was
/// for something else.
pub const DEPTH_WARM_US: u64 = 15;

/// The first step of the depth: what any disk takes.
pub const DEPTH_FIRST: usize = 8;

/// Milliseconds that a step of the depth is tried at least.
pub const DEPTH_STEP_MS: u64 = 4;

/// How often that, or the time of an operation, a step waits for its threads at most: a thread looks for company after 16 stats.
pub const DEPTH_PATIENCE: u32 = 20;

/// By how much a step up must raise the rate of operations to be kept; where a step down costs half as much, it is not.
pub const DEPTH_GAIN: f64 = 1.1;

/// Milliseconds until a step that was not worth it, or one in the other direction, is tried; doubled each time.
pub const DEPTH_HOLD_MS: u64 = 50;

/// The longest of these pauses.
pub const DEPTH_HOLD_MAX_MS: u64 = 2000;

/// Milliseconds without a cold operation after which a tree counts as warm again.
pub const DEPTH_FORGET_MS: u64 = 100;

/// Milliseconds within which a second finding confirms that a tree is cold.
pub const DEPTH_SUSPICION_MS: u64 = 20;

/// The share of the time of its operations that a tree must sleep away to be cold as a whole. A thread more is worth its
/// switches from there; a warm tree has a percent, of locks that somebody holds.
pub const DEPTH_ASLEEP: f64 = 0.25;

/// Operations that must have slept until that is judged.
pub const DEPTH_SLEEPS: u32 = 4;

/// Milliseconds within which they must have: one operation of a worker is looked at in a millisecond, and of a disk's blocks
/// of inodes one in 64 sleeps.
pub const DEPTH_WEIGH_MS: u64 = 250;

/// Microseconds that a few operations in a row take from which on those that follow are looked at: a few warm ones take some
/// ten, reads of full directories up to a hundred.
pub const DEPTH_GAP_US: u64 = 200;

/// How many are looked at then: a server that tells the attributes with the names answers some hundreds of stats at once.
pub const DEPTH_STRETCH: u32 = 512;

/// Milliseconds between two such stretches: on a machine where warm ones are put aside all the time they cost a percent or two.
pub const DEPTH_STRETCH_PAUSE_MS: u64 = 20;

/// The share of the processors' time from which on nothing is gained by more operations at once.
pub const DEPTH_BUSY: f64 = 0.9;

/// Milliseconds between two operations that are done plainly among those of a ring, to find out whether it is still cold.
pub const DEPTH_PROBE_MS: u64 = 20;

/// Milliseconds that a thread beyond the workers waits for something to do before it goes.
pub const IDLE_MS: u64 = 20;

/// Operations that a ring must be allowed at once to be worth its detour by the kernel's threads.
pub const RING_WORTH: usize = 4;

/// Stats of a cold directory for which a thread is started, one after the other: it costs some 50 us, they take a millisecond
/// where each waits for a disk.
pub const THREAD_ASKS: usize = 16;

/// Entries of an ordered walk that are stat'ed in one batch: each has an answer of some 200 bytes.
pub const ORDERED_WINDOW: usize = 1024;

/// Threads of the kernel that a ring may have where the ring was asked for: it runs at any temperature.
pub const RING_WORKERS: usize = 32;

/// Bytes of the names of one directory's subdirectories that are sorted together where the directory is not kept whole: some
/// 60,000 of them. More are sorted in parts, in the order of the directory.
pub const PART_BYTES: usize = 4 << 20;

/// Jobs of a worker from which on directories are read in smaller parts: a tree that is deep and wide costs memory by both.
pub const STACK_JOBS: usize = 16_384;

/// Unstarted subdirectories of one directory at which its reading is put off then.
pub const WIDE_CHILDREN_LATE: usize = 256;

/// Workers at most: beyond the processors only latency profits, and that has its own controller.
pub const WORKERS_MAX: usize = 512;

/// Descriptors kept back for what is not a directory of the tree: the standard three, the current directory, databases, /proc.
pub const FDS_KEPT: u64 = 9;

/// Descriptors a worker needs at once: the directory it reads, the one it opens, one step of a way back, its ring.
pub const FDS_WORKER: u64 = 4;

/// Parentheses and negations within each other: evaluation recurses, the stack does not grow.
pub const NESTING_MAX: usize = 200;

const _: () = assert!(RING_LOOK_MS as u64 + WITHDRAW_MS < RECALL_MS);
const _: () = assert!((STALL_TICKS as u64 + 2) * STALL_TICK_MS < RING_STUCK_MS);
// SIGINT ends a walk within a second: a write may end, then the rings.
const _: () = assert!(STOP_GRACE_MS + RECALL_MS < 1000);
const _: () = assert!(OPEN_BATCH <= RING_ENTRIES as usize);
const _: () = assert!(HANDOVER_MAX >= POOL_LOW);
const _: () = assert!(WIDE_CHILDREN < UNLINK_ENTRIES);
const _: () = assert!(BLOCK_BYTES < ORDERED_BYTES);
const _: () = assert!(UNLINK_ENTRIES < SEEN_NAMES);
const _: () = assert!(CONTENTS_BYTES + BLOCK_BYTES <= 4 * BLOCK_BYTES, "larger blocks are not used again");
