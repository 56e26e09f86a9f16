//! Command lines of GNU's form, as du and ls have them: rows of options, words read as getopt_long(3) reads them, and the
//! text of `--help` that clap makes of the same rows. What an option means is its command's business.

pub(super) mod command;
mod getopt;
mod opt;

use crate::expr::{Fill, Hint, Message, Refusal, Shape, SyntaxError, Words, refused};
pub(super) use getopt::Getopt;
use getopt::{Found, Met};
pub(super) use opt::{Effect, Opt};
use std::ffi::CString;

/// The rows of a command.
pub(super) type Rows<D> = Box<dyn Iterator<Item = &'static Opt<D>>>;

/// Where in the command line an option and its argument stand, by the indices of words, and what was wrong so far.
#[derive(Debug, Default)]
pub(super) struct Places {
    /// The option that is read.
    pub(super) at: usize,
    /// Its argument.
    pub(super) value_at: usize,
    /// The first mistake of those that wait for a later --help.
    pub(super) wrong: Option<SyntaxError>,
    /// What ended the reading is a word that is none of those an option takes.
    pub(super) unmatched: bool,
}

/// A request as far as its options are read.
pub(super) trait Draft {
    /// What is noted while words are read.
    fn places(&mut self) -> &mut Places;
    /// Takes a word that is no option.
    fn operand(&mut self, at: usize, path: CString);
    /// Takes the rest of the words for the expression of the option `name`.
    fn expression(&mut self, words: &mut Words<'_>, name: &[u8], shape: &'static Shape) -> Result<(), SyntaxError>;
}

/// Reads all words into a draft; `Some` is a text that is to be shown instead. `strict`: the first operand ends the options.
pub(super) fn read<D: Draft + 'static>(
    words: Words<'_>,
    strict: bool,
    known: fn() -> Rows<D>,
    draft: &mut D,
) -> Result<Option<String>, SyntaxError> {
    let mut getopt = Getopt::new(words, strict, known);
    loop {
        match getopt.next() {
            Ok(None) => return Ok(None),
            Ok(Some(Found::Operand(path))) => {
                let at = getopt.at();
                let path = CString::new(path).map_err(|_| SyntaxError::at(at, Message::text("a path cannot hold a NUL")))?;
                draft.operand(at, path);
            }
            Ok(Some(Found::Option(found))) => {
                if let Some(text) = note(draft, &found, &mut getopt.words)? {
                    return Ok(Some(text));
                }
            }
            // As with GNU's programs, a later --help is of more use.
            Err(error) => {
                draft.places().wrong.get_or_insert(error);
            }
        }
    }
}

/// Notes what an option says; the text, if it shows one.
fn note<D: Draft>(draft: &mut D, found: &Met<'_, D>, words: &mut Words<'_>) -> Result<Option<String>, SyntaxError> {
    let Met { opt, at, name, value } = found;
    let value_at = value.map_or(*at, |(place, _)| place);
    (draft.places().at, draft.places().value_at) = (*at, value_at);
    let word = value.map(|(_, word)| word);
    let (done, shape) = match &opt.effect {
        Effect::Show(text) => return Ok(Some(text())),
        Effect::Set(set) => {
            set(draft);
            return Ok(None);
        }
        Effect::SetTo(shape, set) => (set(draft, word.unwrap_or_default()), shape),
        Effect::SetMaybe(shape, set) => (set(draft, word), shape),
        Effect::Filter(shape) => return draft.expression(words, name, shape).map(|()| None),
    };
    match done.map_err(|refusal| refused(value_at, name, word.unwrap_or_default(), refusal, shape)) {
        Err(wrong) if opt.patient => {
            draft.places().wrong.get_or_insert(wrong);
            Ok(None)
        }
        done => {
            draft.places().unmatched = done.is_err() && matches!(shape.fill, Fill::Choice(_));
            done.map(|()| None)
        }
    }
}

/// A mistake with a line that says where there is more to read.
pub(super) fn with_hint(error: SyntaxError, try_help: &'static str) -> SyntaxError {
    let hint = match error.hint {
        Some(Hint::DidYouMean(name)) => Hint::DidYouMeanOr(name, try_help),
        Some(hint) => hint,
        None => Hint::Say(try_help),
    };
    SyntaxError { hint: Some(hint), ..error }
}

/// A path as an argument of an option.
pub(super) fn path(word: &[u8]) -> Result<CString, Refusal> {
    CString::new(word).map_err(|_| Refusal("holds a NUL"))
}

#[cfg(test)]
pub(super) use getopt::{Found as AnyFound, Met as AnyMet};
