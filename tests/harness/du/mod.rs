//! What the tests of du share: random trees and command lines, what the lines of an answer mean, and a du of a few lines
//! that says which they must be. The oracle is GNU du, and where that leaves something open, or is older than the rule,
//! the model.

pub(crate) mod case;
pub(crate) mod json;
pub(crate) mod lines;
pub(crate) mod model;
pub(crate) mod mounts;
pub(crate) mod options;
pub(crate) mod plant;
