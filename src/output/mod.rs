//! Output: blocks of whole records to a descriptor. It knows bytes and their order, nothing of entries.
//!
//! A small walk has no printer: worker 0 writes for itself. The printer is one thread, started with the second worker
//! or when the walk is no longer small; from then on nobody else writes. One writer and whole blocks, since a pipe
//! tears concurrent writes of more than PIPE_BUF bytes.
//!
//! - `outputs`: standard output and the files of an expression.
//! - `sink`: the descriptor, and the first error that ended it.
//! - `writer`: a worker's end: the block it fills.
//! - `contents`: files whose contents are output.
//! - `segment`: tree order: directories as lists of pieces, and the cursor that reads them.
//! - `printer`: the thread.

mod contents;
mod outputs;
mod printer;
mod segment;
mod sink;
mod writer;

pub use contents::Contents;
pub use outputs::Outputs;
pub use segment::Late;
pub use sink::Held;
pub use writer::{Place, Writer};

use crate::base::{Problem, bounds};
use crate::sys::write;
use crossbeam_channel::{Receiver, Sender, bounded};
use printer::{Printer, Slot};
use segment::Tree;
use sink::{Sink, Target};
use std::os::fd::{BorrowedFd, OwnedFd};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

/// How long a walk is small: younger ones write for themselves.
const SMALL: Duration = Duration::from_millis(20);

/// An output, shared by its writers.
#[derive(Clone)]
pub struct Output {
    shared: Arc<Shared>,
}

struct Shared {
    sink: Sink,
    started: Instant,
    /// With tree order, the pieces.
    tree: Option<Tree>,
    printer: OnceLock<Option<Printer>>,
    slots: Mutex<Vec<Arc<Slot>>>,
    /// Empty blocks to be filled again.
    spare: (Sender<Vec<u8>>, Receiver<Vec<u8>>),
    /// In a walk that is for its reader alone: what ends the process if its workers all hang when the reader goes.
    forsaken: OnceLock<Box<dyn Fn() + Send + Sync>>,
}

/// A block with files in it, each behind so many bytes of the block.
struct Mixed {
    bytes: Vec<u8>,
    files: Vec<(usize, Contents)>,
}

impl Mixed {
    fn write(self, sink: &Sink) {
        let mut done = 0;
        for (at, contents) in self.files {
            sink.write(&self.bytes[done..at]);
            sink.pour_waiting(contents);
            done = at;
        }
        sink.write(&self.bytes[done..]);
    }
}

impl Shared {
    fn slots(&self) -> MutexGuard<'_, Vec<Arc<Slot>>> {
        self.slots.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Output {
    /// Standard output, as `new` has it.
    #[must_use]
    pub fn stdout(ordered: bool) -> Self {
        Self::new(write::stdout(), ordered)
    }

    /// Output to `fd`. `ordered`: what is written at the places of a tree comes out in the tree's order.
    #[must_use]
    pub fn new(fd: BorrowedFd<'static>, ordered: bool) -> Self {
        Self::with(Target::Standard(fd), ordered.then(Tree::default), OnceLock::new())
    }

    /// Standard error as an output like any other. It has no printer: its writers take turns.
    #[must_use]
    pub fn stderr() -> Self {
        Self::with(Target::Standard(write::stderr()), None, OnceLock::from(None))
    }

    /// A file. It has no printer: its writers take turns.
    #[must_use]
    pub fn file(fd: OwnedFd) -> Self {
        Self::with(Target::File(fd), None, OnceLock::from(None))
    }

    fn with(target: Target, tree: Option<Tree>, printer: OnceLock<Option<Printer>>) -> Self {
        let shared = Shared {
            sink: Sink::new(target),
            started: Instant::now(),
            tree,
            printer,
            slots: Mutex::new(Vec::new()),
            spare: bounded(bounds::BLOCKS_WAITING),
            forsaken: OnceLock::new(),
        };
        Self { shared: Arc::new(shared) }
    }

    /// A worker's end of it.
    #[must_use]
    pub fn writer(&self) -> Writer {
        let slot = Arc::new(Slot::default());
        self.shared.slots().push(Arc::clone(&slot));
        Writer::new(self.clone(), slot)
    }

    /// From now on the printer writes. Worker 0 calls it when the walk stops being small, before other workers start.
    pub fn start_printer(&self) {
        self.shared.printer.get_or_init(|| Printer::start(self));
    }

    /// The walk is for its reader alone: it ends when the reader goes, which is looked for also while nothing is written.
    /// `call` is for a walk that does not end by itself then, because its workers hang.
    pub fn ends_with_reader(&self, call: impl Fn() + Send + Sync + 'static) {
        // Said once, before the walk.
        let _ = self.shared.forsaken.set(Box::new(call));
    }

    /// Before contents of files are written: whom problems with them are told to. `copies`: what was written must not change
    /// with the file any more, since files are changed by what comes next. `most`: open files that may wait, besides one for
    /// every writer.
    pub fn takes_contents(&self, copies: bool, most: usize, tell: impl Fn(&Problem) + Send + Sync + 'static) {
        self.shared.sink.prepare(copies, most, Box::new(tell));
    }

    /// Writes the contents of a file now, after what was flushed; false if that did not work, which was told. Not for the
    /// order of a tree.
    #[must_use]
    pub fn pour(&self, contents: &Contents) -> bool {
        self.shared.sink.pour(contents)
    }

    /// Whether it is a terminal.
    #[must_use]
    pub fn is_terminal(&self) -> bool {
        self.shared.sink.is_terminal()
    }

    /// The errno that ended it: nobody will read what is written from now on.
    #[must_use]
    pub fn error(&self) -> Option<i32> {
        self.shared.sink.error()
    }

    /// Lets the write in progress end, for a bounded time; nothing is written after it.
    pub fn end(&self) {
        self.shared.sink.end(Duration::from_millis(bounds::STOP_GRACE_MS));
    }

    /// Writes what was sent before. Not for the order of a tree.
    pub fn flush(&self) {
        if let Some(printer) = self.printer() {
            printer.flush();
        }
    }

    /// Keeps everybody from writing until the answer is dropped.
    #[must_use]
    pub fn hold(&self) -> Held<'_> {
        self.shared.sink.hold()
    }

    /// Writes everything that waits and ends the printer. All writers must have finished, or hang for ever.
    ///
    /// # Errors
    /// The errno of the first write that failed.
    pub fn finish(&self) -> Result<(), i32> {
        match self.printer() {
            Some(printer) => printer.finish(&self.shared),
            None => {
                if let Some(tree) = &self.shared.tree {
                    tree.print(&self.shared.sink, true);
                }
            }
        }
        self.shared.sink.error().map_or(Ok(()), Err)
    }

    fn printer(&self) -> Option<&Printer> {
        self.shared.printer.get().and_then(Option::as_ref)
    }

    /// Takes a full block, to be printed after all that was sent before it.
    fn send(&self, block: Vec<u8>) -> Vec<u8> {
        match self.printer() {
            Some(printer) => {
                printer.send(block);
                self.shared.spare.1.try_recv().unwrap_or_default()
            }
            None => {
                let mut block = block;
                self.shared.sink.write(&block);
                block.clear();
                block
            }
        }
    }

    /// Takes a block with files in it, each behind so many bytes of the block, to be printed as `send` has it.
    fn send_mixed(&self, mixed: Mixed) {
        let may_wait = self.shared.sink.files_wait(mixed.files.len());
        match self.printer() {
            Some(printer) => {
                printer.send_mixed(mixed);
                if !may_wait {
                    printer.flush();
                }
            }
            None => mixed.write(&self.shared.sink),
        }
    }

    /// For a walk without printer: starts one if it is no longer small.
    fn grow(&self) {
        if self.shared.printer.get().is_none() && self.shared.started.elapsed() > SMALL {
            self.start_printer();
        }
    }
}
