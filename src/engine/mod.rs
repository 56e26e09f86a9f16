//! The walk: workers, directories, descriptors, cycles and mounts. It is told what to walk (`WalkSpec`) and shows what
//! it finds to a visitor (`Visit`); it knows nothing of expressions, colours or output.
//!
//! - `spec`: what the engine is told, and the visitor's trait.
//! - `dir`: a directory of the walk and its counts.
//! - `crew`: the workers as a group.
//! - `pool`: the jobs that workers share, unordered.
//! - `worker`: what every worker has, whatever the order; with `descriptors`, `entry` and `again`.
//! - `line`: the jobs that workers share, in tree order.
//! - `unordered`, `ordered`: the two ways through the tree.
//! - `survivors`: what the ordered one keeps of a directory.
//! - `list`: one directory at a time, for listings.
//! - `backend`: plain calls or a ring; `depth`: how many of them at once; `pulse`: how they are.

mod again;
mod backend;
mod crew;
mod depth;
mod descriptors;
mod dir;
mod entry;
mod line;
pub mod list;
mod ordered;
mod pool;
mod pulse;
mod spec;
mod survivors;
mod unordered;
mod worker;

pub use spec::{Eval, Follow, Io, Mounts, Visit, WalkSpec};

use crate::sys::{limits, pace, stat};
use depth::Depth;
use descriptors::Budget;
use std::sync::Arc;

/// How a walk ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Everything was seen, or the visitor ended it; all workers are gone.
    Complete,
    /// A worker did not come back in time: it hangs in the kernel, and nobody waits for it.
    Abandoned,
}

/// Walks. `make` makes one visitor a worker, on the worker's own thread; the calling thread is worker 0.
///
/// # Errors
/// Only with `Io::Ring`: the errno that refused the ring. Nothing was walked then.
pub fn run<V: Visit>(mut spec: WalkSpec, make: impl Fn() -> V + Send + Sync + 'static) -> Result<End, i32> {
    if spec.cached {
        stat::accept_cached();
    }
    if let Some(most) = spec.max_ops {
        pace::limit(most);
    }
    let fds = limits::raise_open_files().saturating_sub(spec.descriptors);
    let affordable = Budget::workers_for(fds, spec.descriptors_each);
    spec.solo |= spec.serial;
    spec.threads = if spec.solo { 1 } else { spec.threads.clamp(1, affordable) };
    let workers = if spec.solo { 1 } else { spec.threads.max(spec.queue_depth.min(affordable)) };
    let mut backend = backend::Backend::new(spec.io, spec.punt_opens, spec.tally, Depth::new(&spec, workers));
    backend.require()?;
    let budget = Budget::new(fds, workers, spec.descriptors_each, backend.batch() > 1);
    let visitor = make();
    if spec.sorted {
        Ok(ordered::walk(spec, budget, backend, visitor, make))
    } else {
        Ok(unordered::walk(spec, budget, backend, visitor, make))
    }
}

/// A visitor's maker, shared by the workers.
type Make<V> = Arc<dyn Fn() -> V + Send + Sync>;
