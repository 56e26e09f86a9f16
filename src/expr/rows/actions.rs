//! What is done with an entry.

use crate::expr::{Primary, Row};

pub(super) static ROWS: &[Row] = &[
    Row::action(&["-print"], Primary::Print, true, "print the path and a newline; implied where no action prints or deletes").detail(
        "On a terminal, bytes that would move its cursor or change its colours are shown as octal escapes. Into a file or \
         pipe the path goes as it is. A path may hold a newline; a program that reads paths is safer with -print0.",
    ),
    Row::action(&["-print0"], Primary::Print0, true, "print the path and a NUL")
        .detail("For `xargs -0`, `sort -z`, `grep -z` and their like."),
    Row::action(&["-cat"], Primary::Cat, true, "print what the file holds, as cat(1) does").detail(
        "Files are printed whole and one after the other, never into each other or into the lines of other actions: what one \
         entry prints stays together, so `-print -cat` is a heading and its text. The order is that of the walk; -s makes it \
         that of the tree. `uwalk a.log b.log -cat` is `cat a.log b.log`.\n\nA directory, a link, a pipe, a socket, a device, \
         a file that cannot be read, and the file that standard output is, are told, and the exit status is 1 then; so is a \
         file that becomes larger or smaller while it is read, of which there is what there was. A link is read under -L or \
         -H where these follow it. It is true if the file could be opened.\n\nInto a pipe the pages of the file go without \
         being copied: whoever overwrites a file before the reader has read it changes what is read. In an expression that \
         deletes files or runs commands the contents are copied and written before anything else is done with the entry, and \
         it is true if all of them were: `-cat -delete` deletes nothing that was not written. On a terminal the contents are \
         shown as they are.",
    ),
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
