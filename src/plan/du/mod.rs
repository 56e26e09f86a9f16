//! A sum of disk usage as it was asked for, and what is looked up for it.

mod exclude;
mod request;

pub use exclude::exclude;
pub use request::{Arguments, DuRequest, Measure, Sort, Stamp, Threshold};
