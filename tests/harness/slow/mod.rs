//! A slow file system: a tree of generated names, mounted through FUSE, in which operations take as long, fail or hang as
//! they are told to. It counts them, so that it also sees what a ring does and a tracer of system calls does not.
//!
//! Operations wait side by side: a thousand of 1 ms each, begun together, end after 1 ms. `server` has the threads,
//! `manners` what can be told, `tree` the names, `wire` the protocol, `mount` the mount. Shared by tests and by
//! `examples/slowfs.rs`; nothing here knows of either.
//!
//! The protocol is spoken here and not by a library: an operation that hangs until it is interrupted needs FUSE_INTERRUPT,
//! which fuser 0.18 answers by itself, with an error after which the kernel interrupts nothing any more.

mod manners;
mod mount;
mod server;
mod tree;
mod wire;

pub(crate) use manners::{Counts, Op, Trouble, Which};
pub(crate) use tree::Tree;

use manners::Fault;
use mount::Mounted;
use server::Server;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::thread::JoinHandle;
use std::time::Duration;

/// A mounted slow file system; unmounted when it is dropped, also by a panic.
///
/// At first nothing takes time; the kernel remembers names for an hour and attributes not at all, so that every stat costs
/// one operation once its name has been looked up.
pub(crate) struct Slow {
    mounted: Mutex<Option<Mounted>>,
    server: Arc<Server>,
    thread: Mutex<Option<JoinHandle<()>>>,
    path: PathBuf,
}

impl Slow {
    /// Mounts a tree at a directory, for everybody to see.
    ///
    /// # Errors
    /// Why this process cannot do that, in words: most machines let only root mount.
    pub(crate) fn mount(path: &Path, tree: Tree) -> Result<Self, String> {
        let server = Server::new(tree);
        let (tell, told) = mpsc::channel();
        let (serving, at) = (Arc::clone(&server), path.to_owned());
        let thread = std::thread::spawn(move || {
            let begun = mount::keep_descriptors_apart().map_err(|error| error.to_string()).and_then(|()| Mounted::new(&at));
            match begun {
                Ok((mounted, device)) => {
                    let _ = tell.send(Ok(mounted));
                    serving.run(&device);
                }
                Err(why) => drop(tell.send(Err(why))),
            }
        });
        let mounted = told.recv().map_err(|error| error.to_string())??;
        Ok(Self { mounted: Mutex::new(Some(mounted)), server, thread: Mutex::new(Some(thread)), path: path.to_owned() })
    }

    /// Mounts a tree at a directory, to be seen by the calling thread and by what it starts from now on: no mount is left,
    /// even if this process is killed.
    ///
    /// # Errors
    /// As for `mount`.
    pub(crate) fn mount_apart(path: &Path, tree: Tree) -> Result<Self, String> {
        mount::keep_mounts_apart();
        Self::mount(path, tree)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    pub(crate) fn tree(&self) -> &Tree {
        self.server.tree()
    }

    /// How long operations of this kind take from now on; not for `Op::Releasedir`.
    pub(crate) fn set_delay(&self, op: Op, delay: Duration) {
        self.server.lock().manners.set_delay(op, delay);
    }

    /// How long everything takes that a walk is made of.
    pub(crate) fn set_delays(&self, delay: Duration) {
        Op::WALK.iter().for_each(|op| self.set_delay(*op, delay));
    }

    /// By how much a delay may be longer or shorter, in hundredths of it.
    pub(crate) fn set_jitter(&self, percent: u64) {
        self.server.lock().manners.set_jitter(percent);
    }

    /// How many operations are served side by side, as by a server of so many threads; 0: any number, as at first.
    pub(crate) fn set_slots(&self, count: usize) {
        self.server.lock().manners.set_slots(count);
    }

    /// How long the kernel may remember what it learns from now on: that a name is there, and what stat says.
    pub(crate) fn set_memory(&self, names: Duration, attributes: Duration) {
        let mut state = self.server.lock();
        state.manners.names_stay = names;
        state.manners.attributes_stay = attributes;
    }

    /// Lets operations fail or hang; where several such words meet in one operation, the earliest counts.
    pub(crate) fn trouble(&self, op: Op, which: Which<'_>, trouble: Trouble) {
        let number = |path| self.tree().find(path).unwrap_or_else(|| panic!("{path} is not in {:?}", self.tree()));
        let node = which.path.map(number);
        self.server.lock().fail(Fault { op, node, turns: which.turns, seen: 0, trouble });
    }

    /// From now on nothing fails or hangs; what hangs goes on doing so.
    pub(crate) fn calm(&self) {
        self.server.lock().manners.faults.clear();
    }

    /// Answers what hangs.
    pub(crate) fn release(&self) {
        self.server.release();
    }

    pub(crate) fn counts(&self) -> Counts {
        self.server.lock().counts
    }

    /// Takes all counts back to zero, and returns what they were.
    pub(crate) fn take_counts(&self) -> Counts {
        std::mem::take(&mut self.server.lock().counts)
    }

    /// Operations that hang now.
    pub(crate) fn hanging(&self) -> usize {
        self.server.lock().hanging()
    }

    /// Waits until so many operations hang; false if that takes longer than `limit`.
    pub(crate) fn wait_for_hanging(&self, count: usize, limit: Duration) -> bool {
        self.server.wait_until(limit, |state| state.hanging() >= count)
    }

    /// Waits until `done`, looking after each operation; false if that takes longer than `limit`.
    pub(crate) fn wait_for(&self, limit: Duration, mut done: impl FnMut(&Counts) -> bool) -> bool {
        self.server.wait_until(limit, |state| done(&state.counts))
    }

    /// Unmounts it now; whoever waits in there is let go.
    pub(crate) fn unmount(&self) {
        self.calm();
        self.release();
        let Some(mounted) = take(&self.mounted) else { return };
        let ends_all = mounted.ends_all();
        drop(mounted);
        // What the helper unmounts lives on while somebody uses it, and so does the thread.
        if let Some(thread) = take(&self.thread).filter(|_| ends_all) {
            let _ = thread.join();
        }
    }
}

impl Drop for Slow {
    fn drop(&mut self) {
        self.unmount();
    }
}

fn take<T>(from: &Mutex<Option<T>>) -> Option<T> {
    from.lock().unwrap_or_else(PoisonError::into_inner).take()
}
