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
use getopt::{Found, Getopt, Met};
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
    loop {
        match getopt.next() {
            Ok(None) => return draft.finish(command_word, variable).map(|request| Asked::Sums(Box::new(request))),
            Ok(Some(Found::Operand(path))) => {
                let at = getopt.at();
                let path = CString::new(path).map_err(|_| SyntaxError::at(at, Message::text("a path cannot hold a NUL")))?;
                draft.operands.push((at, path));
            }
            Ok(Some(Found::Option(found))) => {
                if let Some(text) = note(&mut draft, &found, &mut getopt.words)? {
                    return Ok(Asked::Show(text));
                }
            }
            // As with GNU's du, a later --help is of more use.
            Err(error) => {
                draft.wrong.get_or_insert(error);
            }
        }
    }
}

/// Notes what an option says; the text, if it shows one. An expression is the rest of the words.
fn note(draft: &mut Draft, found: &Met<'_>, words: &mut Words<'_>) -> Result<Option<String>, SyntaxError> {
    let Met { opt, at, name, value } = found;
    draft.at = *at;
    draft.value_at = value.map_or(*at, |(place, _)| place);
    let word = value.map(|(_, word)| word);
    let (done, shape) = match &opt.effect {
        Effect::Show(text) => return Ok(Some(text())),
        Effect::Set(set) => {
            set(draft);
            return Ok(None);
        }
        Effect::SetTo(shape, set) => (set(draft, word.unwrap_or_default()), shape),
        Effect::SetMaybe(shape, set) => (set(draft, word), shape),
        Effect::Filter(shape) => {
            draft.filter = Some(filter::read(words, name, shape)?);
            return Ok(None);
        }
    };
    match done.map_err(|refusal| refused(draft.value_at, name, word.unwrap_or_default(), refusal, shape)) {
        Err(wrong) if opt.patient => {
            draft.wrong.get_or_insert(wrong);
            Ok(None)
        }
        done => done.map(|()| None),
    }
}
