//! `uwalk` walks directory trees in parallel on Linux: find's language, near the floor of what the kernel can do.

pub mod base;
pub mod cli;
pub mod engine;
pub mod eval;
pub mod expr;
pub mod output;
pub mod plan;
pub mod render;
pub mod report;
pub mod run;
pub mod sys;
