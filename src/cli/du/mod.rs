//! The command line of `uwalk du`, and of du where the program is called so: argv to a `DuRequest`.
//!
//! Words are read as getopt_long(3) reads them, by the rows of `options` and `extras`. clap is told the same rows, for
//! the text of --help; its own reading of a command line would take a tenth of the time that a small tree needs.

mod command;
mod draft;
mod extras;
mod filter;
mod getopt;
mod opt;
mod options;
#[cfg(test)]
mod tests;

use crate::expr::{Hint, Message, SyntaxError, Words, refused};
use crate::plan::du::DuRequest;
use draft::Draft;
use getopt::{Found, Getopt};
use opt::Effect;
pub(super) use opt::{Group, Opt};
use std::ffi::{CString, OsString};

/// The command line in short.
pub(super) const SYNOPSIS: &str = "uwalk du [OPTION]... [PATH]... [--where EXPRESSION]";

/// What a command line asks for.
#[derive(Debug)]
pub(super) enum Asked {
    /// Print this text and be done.
    Show(String),
    /// Sum up.
    Sums(Box<DuRequest>),
}

/// Every option, in the order of the tables.
pub(super) fn all() -> Box<dyn Iterator<Item = &'static Opt>> {
    Box::new(options::ROWS.iter().chain(extras::ROWS))
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
    read(words, command_word, variable).map_err(|error| {
        let hint = match error.hint {
            Some(Hint::DidYouMean(name)) => Hint::DidYouMeanOr(name, try_help),
            Some(hint) => hint,
            None => Hint::Say(try_help),
        };
        SyntaxError { hint: Some(hint), ..error }
    })
}

fn read(words: Words<'_>, command_word: Option<CString>, variable: impl Fn(&str) -> Option<OsString>) -> Result<Asked, SyntaxError> {
    let mut getopt = Getopt::new(words, variable("POSIXLY_CORRECT").is_some(), all);
    let mut draft = Draft::default();
    while let Some(found) = getopt.next()? {
        match found {
            Found::Operand(path) => {
                let at = getopt.at();
                let path = CString::new(path).map_err(|_| SyntaxError::at(at, Message::text("a path cannot hold a NUL")))?;
                draft.operands.push((at, path));
            }
            Found::Option { opt, at, name, value } => {
                draft.at = at;
                draft.value_at = value.map_or(at, |(place, _)| place);
                let word = value.map(|(_, word)| word);
                let (done, shape) = match &opt.effect {
                    Effect::Show(text) => return Ok(Asked::Show(text())),
                    Effect::Set(set) => {
                        set(&mut draft);
                        continue;
                    }
                    Effect::SetTo(shape, set) => (set(&mut draft, word.unwrap_or_default()), shape),
                    Effect::SetMaybe(shape, set) => (set(&mut draft, word), shape),
                    Effect::Filter(shape) => {
                        draft.filter = Some(filter::read(&mut getopt.words, &name, shape)?);
                        continue;
                    }
                };
                let wrong = done.err().map(|refusal| refused(draft.value_at, &name, word.unwrap_or_default(), refusal, shape));
                match wrong {
                    Some(wrong) if opt.patient => drop(draft.wrong.get_or_insert(wrong)),
                    Some(wrong) => return Err(wrong),
                    None => {}
                }
            }
        }
    }
    draft.finish(command_word, variable).map(|request| Asked::Sums(Box::new(request)))
}
