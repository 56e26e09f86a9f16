//! What is done with an entry.

use crate::expr::{Primary, Row};

pub(super) static ROWS: &[Row] = &[
    Row::action(&["-print"], Primary::Print, true, "print the path and a newline; implied where no action prints or deletes").detail(
        "On a terminal, bytes that would move its cursor or change its colours are shown as octal escapes. Into a file or \
         pipe the path goes as it is. A path may hold a newline; a program that reads paths is safer with -print0.",
    ),
    Row::action(&["-print0"], Primary::Print0, true, "print the path and a NUL")
        .detail("For `xargs -0`, `sort -z`, `grep -z` and their like."),
    Row::action(&["-prune"], Primary::Prune, false, "do not descend into this directory").detail(
        "It is true. Write it before what shall be done: `-name .git -prune -o -type f -print`. Without this -print the \
         implied one would print the pruned directories as well. With -depth it has no effect.",
    ),
    Row::action(&["-quit"], Primary::Quit, false, "end the walk").detail(
        "Directories that are open are not read further, and starting points that were not reached are not looked at. \
         `-print -quit` prints exactly one line. Without -s it is the first match that any thread found.",
    ),
    Row::action(&["-delete", "-rm"], Primary::Delete, true, "remove the file or empty directory; implies -depth").detail(
        "It is true if that worked; if it did not, that is told. A directory that is not empty stays. Write it last: \
         `uwalk dir -delete -name x` deletes everything in dir. Before you use it, run the same command with -print in \
         its place, and -depth. Since -depth makes -prune useless, both without an explicit -depth are an error. A link \
         is removed, never what it leads to. The starting point `.` is passed over.",
    ),
];

/// What is done where no action of the expression takes its place.
pub static IMPLIED: &Row = &ROWS[0];
