//! The evaluator. Here only what it is given.

mod program;

pub use program::{Action, Node, Program, Stamp, Test, Window};
