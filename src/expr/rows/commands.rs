//! Actions that run commands, and those that end the walk early.

use crate::expr::operands::{COMMAND, COMMAND_OR_MANY, STATUS, TIMES, is_digits, status, times};
use crate::expr::{Manner, Optional, Primary, Row, Takes};

const EXEC: Manner = Manner { in_directory: false, asks: false };
const EXECDIR: Manner = Manner { in_directory: true, asks: false };
const OK: Manner = Manner { in_directory: false, asks: true };
const OKDIR: Manner = Manner { in_directory: true, asks: true };

pub(super) static ROWS: &[Row] = &[
    Row::action_with(&["-exec"], Takes::Command(&COMMAND_OR_MANY, EXEC), true, "run COMMAND; {} in it is the path").detail(
        "The command ends at a word `;`, which a shell wants quoted: `-exec gzip {} \\;`. It is run once for each entry, \
         `{}` is replaced wherever it stands in a word, and the action is true if the command's exit status is 0. What the \
         entry printed so far is written before the command starts, and one command runs at a time.\n\nA command that ends \
         in `{} +` gets as many paths as fit in place of the `{}`: `-exec grep -l word {} +`. It is always true; if one of \
         the commands fails, the exit status of the walk is 1. The last one runs when the walk is over, also when -quit \
         ends it.\n\nNo shell is involved: for pipes or variables write `-exec sh -c 'echo \"$1\"' sh {} \\;`. A command \
         that is not found is told for each entry, and the action is false.",
    ),
    Row::action_with(&["-execdir"], Takes::Command(&COMMAND_OR_MANY, EXECDIR), true, "-exec in the entry's directory; {} is ./NAME")
        .detail(
            "Nobody can make the command act elsewhere by moving directories about meanwhile. `{} +` gathers entries of one \
         directory. A PATH with a relative or empty entry is an error: a directory of the tree could put a program of its \
         own in the way.",
        ),
    Row::action_with(&["-ok"], Takes::Command(&COMMAND, OK), true, "ask first, then -exec; false where the answer does not begin with y")
        .detail("The question goes to standard error, a line of standard input is the answer. The rest of the input is the command's."),
    Row::action_with(&["-okdir"], Takes::Command(&COMMAND, OKDIR), true, "ask first, then -execdir"),
    Row::action_with(
        &["-exit"],
        Takes::Maybe(&STATUS, &Optional { without: Primary::Exit(0), fits: is_digits, read: status }),
        true,
        "end the walk, with this exit status or 0",
    )
    .detail("It is -quit, but the exit status is STATUS whatever went wrong before. The implied -print is not added."),
    Row::action_with(&["-limit"], Takes::Word(&TIMES, times), false, "end the walk when this is reached for the Nth time").detail(
        "`-name '*.c' -print -limit 3` prints three paths. Before the Nth time it is true. Write it last: with the implied \
         -print behind it the last path would not be printed.",
    ),
];
