//! Options of the walk that leave entries or messages out, lists of starting points, and options that do nothing here.

use crate::expr::operands::{FILE, file};
use crate::expr::{Primary, Row, Takes};

pub(super) static OPTIONS: &[Row] = &[
    Row::option(
        &["-files0-from"],
        Takes::Word(&FILE, |word| file(word).map(Primary::Files0From)),
        "take the starting points from FILE, each ended by a NUL; - is standard input",
    )
    .detail(
        "Names are taken as they are: none is an option. A name without a byte is told, and the exit status is 1 then. \
         Paths on the command line beside it are an error. The list is read to its end before the walk.",
    ),
    Row::option(&["-unique"], Takes::Nothing(Primary::Unique), "pass over files that were seen already").detail(
        "Of several hard links, or several ways to a file under -L, the first that is found counts. The numbers of all files \
         seen are held in memory.",
    ),
    Row::option(&["-nohidden"], Takes::Nothing(Primary::NoHidden), "leave hidden files and directories out, as -exclude -hidden"),
    Row::option(&["-X"], Takes::Nothing(Primary::XargsSafe), "leave out paths that xargs would take apart").detail(
        "Paths with blanks, newlines, quotes or backslashes are told and passed over, and the exit status is 1 then. \
         `-print0 | xargs -0` takes every path.",
    ),
    Row::option(&["-noerror"], Takes::Nothing(Primary::NoError), "do not tell of files that cannot be looked at or read")
        .detail("They do not change the exit status either. Errors of actions are told."),
    Row::option(&["-ignore_readdir_race"], Takes::Nothing(Primary::IgnoreRaces(true)), "do not tell of files that vanish during the walk")
        .detail("A starting point that does not exist is told. -delete of a file that has vanished is true."),
    Row::option(&["-noignore_readdir_race"], Takes::Nothing(Primary::IgnoreRaces(false)), "tell of them; the default"),
    Row::option(&["-noleaf"], Takes::Nothing(Primary::NoEffect), "taken for compatibility, without effect"),
    Row::option(&["-warn", "-nowarn"], Takes::Nothing(Primary::NoEffect), "taken for compatibility, without effect"),
];
