//! What the tests of ls share: trees with something of everything, and the comparison with GNU ls, byte by byte, in a pipe and
//! on a terminal.

pub(crate) mod check;
pub(crate) mod plant;
