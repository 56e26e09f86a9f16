//! Options of the walk. They are always true, and it does not matter where they stand.

use super::attributes::{DEPTH, is_depth};
use crate::expr::operands::{LEVELS, levels};
use crate::expr::{Primary, Row, Takes};

pub(super) static ROWS: &[Row] = &[
    Row::option(&["-mindepth"], Takes::Word(&LEVELS, |word| levels(word).map(Primary::MinDepth)), "neither test nor act above this depth")
        .detail(
            "The starting points have depth 0. Shallower entries are walked, but no part of the expression sees them: \
         `-mindepth 2 -name a -prune` does not prune an `a` of depth 1.",
        ),
    Row::option(&["-maxdepth"], Takes::Word(&LEVELS, |word| levels(word).map(Primary::MaxDepth)), "descend at most LEVELS below the paths")
        .detail(
            "`-maxdepth 0` is the starting points alone. A directory at the last level is not opened, so nothing is said if \
         it cannot be read.",
        ),
    Row::option(&["-depth", "-d"], Takes::NothingOr(Primary::Depth, is_depth, &DEPTH), "a directory's contents before the directory itself")
        .detail("With a number after it, `-depth N` is a test instead: N is the entry's depth. `-delete` implies it. `-prune` is true and has no effect with it."),
    Row::option(&["-xdev", "-x"], Takes::Nothing(Primary::Xdev), "do not descend into other file systems").detail(
        "The directory where another file system is mounted is shown. File systems are told apart by their device \
         numbers, so a bind mount of the same file system is walked.",
    ),
    Row::option(&["-mount"], Takes::Nothing(Primary::Mount), "leave out other file systems with their mount points").detail(
        "As POSIX.1-2024 has it: not even the directory where another file system is mounted is shown. This differs from \
         GNU find, where it is the same as -xdev.",
    ),
    Row::option(&["-follow"], Takes::Nothing(Primary::Follow), "as -L; a -newer or -samefile before it is not affected"),
    Row::option(&["-s"], Takes::Nothing(Primary::Sorted), "depth first, each directory sorted by the bytes of its names").detail(
        "Every run prints the same lines in the same order, with any number of threads. `LC_COLLATE` plays no part. A \
         directory's names are held in memory until it is done.",
    ),
];
