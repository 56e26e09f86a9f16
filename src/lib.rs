//! placeholder
pub mod base;
pub mod expr;
