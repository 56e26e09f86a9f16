//! What is done with an entry.

use crate::expr::{Primary, Row};

pub(super) static ROWS: &[Row] = &[
    Row::action(&["-print"], Primary::Print, true, "print the path and a newline; implied where no action prints or deletes"),
    Row::action(&["-print0"], Primary::Print0, true, "print the path and a NUL"),
    Row::action(&["-prune"], Primary::Prune, false, "do not descend into this directory"),
    Row::action(&["-quit"], Primary::Quit, false, "end the walk"),
    Row::action(&["-delete"], Primary::Delete, true, "remove the file or empty directory; implies -depth"),
];

/// What is done where no action of the expression takes its place.
pub static IMPLIED: &Row = &ROWS[0];
