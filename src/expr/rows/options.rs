//! Options of the walk. They are always true, and it does not matter where they stand.

use crate::expr::operands::{LEVELS, levels};
use crate::expr::{Primary, Row, Takes};

pub(super) static ROWS: &[Row] = &[
    Row::option(&["-mindepth"], Takes::Word(&LEVELS, |word| levels(word).map(Primary::MinDepth)), "neither test nor act above this depth"),
    Row::option(&["-maxdepth"], Takes::Word(&LEVELS, |word| levels(word).map(Primary::MaxDepth)), "descend at most LEVELS below the paths"),
    Row::option(&["-depth", "-d"], Takes::Nothing(Primary::Depth), "a directory's contents before the directory itself"),
    Row::option(&["-xdev"], Takes::Nothing(Primary::Xdev), "do not descend into other file systems"),
    Row::option(&["-mount"], Takes::Nothing(Primary::Mount), "leave out other file systems with their mount points"),
    Row::option(&["-follow"], Takes::Nothing(Primary::Follow), "as -L; a -newer or -samefile before it is not affected"),
    Row::option(&["-s"], Takes::Nothing(Primary::Sorted), "depth first, each directory sorted by the bytes of its names"),
];
