//! The shared vocabulary: plain values that every layer may name, built on `std` alone.
//! Nothing here calls the kernel or knows what an expression is.

mod abbreviation;
pub mod bounds;
mod chain;
mod counts;
mod details;
mod entry;
mod fields;
mod kind;
mod locale;
mod problem;
mod quote;
mod quoting;
mod scaled;
mod stat;

pub use abbreviation::{Unmatched, abbreviated};
pub use chain::free_chain;
pub use counts::{Calls, Counts, MountCounts};
pub use details::{Details, Target, Told};
pub use entry::{Dirent, Entry, Flow};
pub use fields::Fields;
pub use kind::{Kind, KindSet};
pub use locale::Charset;
pub use problem::{Operation, Problem};
pub use quote::{is_hazard, push_safe, quoted, shell_quoted, shell_word};
pub use quoting::{Glyphs, Quoting, QuotingStyle, Shown};
pub use scaled::{Misfit, Scaled};
pub use stat::{Stat, Time};
