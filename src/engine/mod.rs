//! The walk. Here only what it is told.

mod spec;

pub use spec::{Eval, Follow, Io, Mounts, Sieve, Visit, WalkSpec};
