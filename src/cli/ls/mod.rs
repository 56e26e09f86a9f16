//! The command line of `uwalk ls`, and of ls where the program is called so: argv to an `LsRequest`.
//!
//! - `rows`: which entries and how they share lines; `looks`: what is shown of them and how; `extras`: what GNU's ls has not.
//! - `draft`: options to a request; `words`: the words that options take.

mod draft;
mod extras;
mod group;
mod looks;
mod rows;
#[cfg(test)]
mod tests;
mod words;

use super::Mistake;
use super::options::command::About;
use super::options::{self, Rows};
use crate::expr::Words;
use crate::plan::ls::LsRequest;
use draft::Draft;
use std::ffi::{CString, OsString};

/// An option of ls.
type Opt = options::Opt<Draft>;

/// The command line in short.
pub(super) const SYNOPSIS: &str = "uwalk ls [OPTION]... [PATH]...";

/// What the help says besides the options.
pub(super) static ABOUT: About<Draft> = About {
    name: "uwalk ls",
    synopsis: SYNOPSIS,
    before: "\
Lists every PATH that is no directory, then what is in those that are; without a PATH what is in the
current directory: the options and bytes of GNU ls.",
    after: "\
SIZE is a number and a unit, or a unit alone: K, M, G, T, P, E are powers of 1024, as are KiB and the
like, and KB, MB and so on are powers of 1000. WHEN is always, auto (on a terminal) or never; without
it always is meant. Long options may be shortened. Exit status: 0, 1 if something below a PATH could
not be shown, 2 if a PATH could not. The manual uwalk-ls(1) has the details.",
    groups: group::ALL,
    rows: all,
};

/// The exit status where the command line is wrong.
const USAGE: u8 = 2;
/// The same where a word is none of those that an option takes: as GNU's ls has it, but for --time-style.
const UNMATCHED: u8 = 1;

/// What a command line asks for.
#[derive(Debug)]
pub(super) enum Asked {
    /// Print this text and be done.
    Show(String),
    /// List.
    Listing(Box<LsRequest>),
}

/// Every option, in the order of the tables.
pub(super) fn all() -> Rows<Draft> {
    Box::new(rows::ROWS.iter().chain(looks::ROWS).chain(extras::ROWS))
}

/// Reads a command line from the next word on. `command_word` is the word that said `ls`, if one did, and `variable` is
/// a variable of the environment.
pub(super) fn parse(
    words: Words<'_>,
    command_word: Option<CString>,
    variable: impl Fn(&str) -> Option<OsString>,
) -> Result<Asked, Mistake> {
    let try_help = match command_word {
        Some(_) => "Try 'uwalk ls --help' for more information.",
        None => "Try 'ls --help' for more information.",
    };
    let mut draft = Draft::default();
    let asked = match options::read(words, variable("POSIXLY_CORRECT").is_some(), all, &mut draft) {
        Ok(Some(text)) => Ok(Asked::Show(text)),
        Ok(None) => draft.finish(command_word, variable).map(|request| Asked::Listing(Box::new(request))).map_err(|error| (error, USAGE)),
        Err(error) => Err((error, if draft.places.unmatched { UNMATCHED } else { USAGE })),
    };
    asked.map_err(|(error, status)| Mistake { error: options::with_hint(error, try_help), status })
}
