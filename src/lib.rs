//! uwalk: a parallel file system walker for Linux.

pub mod base;
pub mod cli;
pub mod engine;
pub mod eval;
pub mod expr;
pub mod plan;
pub mod sys;
