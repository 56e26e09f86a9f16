//! The command line of `uwalk du`, and of du where the program is called so: argv to a `DuRequest`.
//!
//! Words are read as getopt_long(3) reads them, by the rows of `rows` and `extras`. clap is told the same rows, for
//! the text of --help; its own reading of a command line would take a tenth of the time that a small tree needs.

mod draft;
mod extras;
mod filter;
mod group;
mod rows;
#[cfg(test)]
mod tests;

use super::options::command::About;
use super::options::{self, Rows};
use crate::expr::{SyntaxError, Words};
use crate::plan::du::DuRequest;
use draft::Draft;
use std::ffi::{CString, OsString};

/// An option of du.
type Opt = options::Opt<Draft>;

/// The command line in short.
pub(super) const SYNOPSIS: &str = "uwalk du [OPTION]... [PATH]... [--where EXPRESSION]";

/// What the help says besides the options.
pub(super) static ABOUT: About<Draft> = About {
    name: "uwalk du",
    synopsis: SYNOPSIS,
    before: "\
Sums up what every PATH, or the current directory, takes up on the disk, directory by directory: the
numbers, options and lines of GNU du, by several threads.",
    after: "\
SIZE is a number and a unit, or a unit alone: K, M, G, T, P, E are powers of 1024, as are KiB and the
like, and KB, MB and so on are powers of 1000. Without an option, the first of DU_BLOCK_SIZE,
BLOCK_SIZE and BLOCKSIZE that is set is the unit; else it is 1024 bytes, with POSIXLY_CORRECT 512.
Long options may be shortened. The manual uwalk-du(1) has the details.",
    groups: group::ALL,
    rows: all,
};

/// What a command line asks for.
#[derive(Debug)]
pub(super) enum Asked {
    /// Print this text and be done.
    Show(String),
    /// Sum up.
    Sums(Box<DuRequest>),
}

/// Every option, in the order of the tables.
pub(super) fn all() -> Rows<Draft> {
    Box::new(rows::ROWS.iter().chain(extras::ROWS))
}

/// Reads a command line from the next word on. `command_word` is the word that said `du`, if one did, and `variable` is
/// a variable of the environment.
pub(super) fn parse(
    words: Words<'_>,
    command_word: Option<CString>,
    variable: impl Fn(&str) -> Option<OsString>,
) -> Result<Asked, SyntaxError> {
    let try_help = match command_word {
        Some(_) => "Try 'uwalk du --help' for more information.",
        None => "Try 'du --help' for more information.",
    };
    read(words, command_word, variable).map_err(|error| options::with_hint(error, try_help))
}

fn read(words: Words<'_>, command_word: Option<CString>, variable: impl Fn(&str) -> Option<OsString>) -> Result<Asked, SyntaxError> {
    let mut draft = Draft::default();
    match options::read(words, variable("POSIXLY_CORRECT").is_some(), all, &mut draft)? {
        Some(text) => Ok(Asked::Show(text)),
        None => draft.finish(command_word, variable).map(|request| Asked::Sums(Box::new(request))),
    }
}
