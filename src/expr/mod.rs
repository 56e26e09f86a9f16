//! placeholder
mod pattern;
pub use pattern::{Pattern, PatternSet};
