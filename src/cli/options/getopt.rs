//! Words to options as getopt_long(3) reads them: letters behind one dash, unambiguous beginnings of long names, operands
//! between options. What an option means is not known here.

use super::Rows;
use super::opt::{Effect, Opt};
use crate::base::{Unmatched, abbreviated};
use crate::expr::{Hint, Message, SyntaxError, Words, nearest};

/// What is met on a command line.
#[derive(Debug)]
pub(in crate::cli) enum Found<'a, D: 'static> {
    /// No option.
    Operand(&'a [u8]),
    /// An option.
    Option(Met<'a, D>),
}

/// An option where it is met.
#[derive(Debug)]
pub(in crate::cli) struct Met<'a, D: 'static> {
    pub(in crate::cli) opt: &'static Opt<D>,
    /// The place of its word.
    pub(in crate::cli) at: usize,
    /// Its name, written in full.
    pub(in crate::cli) name: Vec<u8>,
    /// Its argument, and the place of the word that it stands in.
    pub(in crate::cli) value: Option<(usize, &'a [u8])>,
}

/// A command line as far as it is read.
pub(in crate::cli) struct Getopt<'a, D: 'static> {
    pub(in crate::cli) words: Words<'a>,
    /// The letters of a word that are not read yet.
    letters: &'a [u8],
    /// No options follow.
    ended: bool,
    /// The first operand ends the options (POSIXLY_CORRECT).
    strict: bool,
    known: fn() -> Rows<D>,
}

impl<'a, D: 'static> Getopt<'a, D> {
    pub(in crate::cli) fn new(words: Words<'a>, strict: bool, known: fn() -> Rows<D>) -> Self {
        Self { words, letters: &[], ended: false, strict, known }
    }

    /// The place of the word that was read last.
    pub(in crate::cli) const fn at(&self) -> usize {
        self.words.at() - 1
    }

    /// What comes next; `None` at the end. After an error it can be asked for more.
    pub(in crate::cli) fn next(&mut self) -> Result<Option<Found<'a, D>>, SyntaxError> {
        if let [letter, rest @ ..] = self.letters {
            self.letters = rest;
            return self.letter(*letter).map(Some);
        }
        let Some(word) = self.words.take() else { return Ok(None) };
        match word {
            b"--" if !self.ended => {
                self.ended = true;
                self.next()
            }
            [b'-', b'-', long @ ..] if !self.ended => self.long(long).map(Some),
            [b'-', letters @ ..] if !self.ended && !letters.is_empty() => {
                self.letters = letters;
                self.next()
            }
            _ => {
                self.ended |= self.strict;
                Ok(Some(Found::Operand(word)))
            }
        }
    }

    fn letter(&mut self, letter: u8) -> Result<Found<'a, D>, SyntaxError> {
        let (at, name) = (self.at(), vec![b'-', letter]);
        let Some(opt) = (self.known)().find(|opt| opt.letters().any(|known| known == letter)) else {
            return Err(SyntaxError::at(at, Message::text("unknown option ").quote(&name)));
        };
        let value = match opt.effect {
            Effect::SetTo(shape, _) if self.letters.is_empty() => {
                let operand = self.words.operand(&name, shape)?;
                Some((self.at(), operand))
            }
            Effect::SetTo(..) => Some((self.at(), std::mem::take(&mut self.letters))),
            _ => None,
        };
        Ok(Found::Option(Met { opt, at, name, value }))
    }

    /// Reads a word without its dashes.
    fn long(&mut self, word: &'a [u8]) -> Result<Found<'a, D>, SyntaxError> {
        let (begin, inline) = match word.iter().position(|&byte| byte == b'=') {
            Some(equals) => (&word[..equals], Some(&word[equals + 1..])),
            None => (word, None),
        };
        let (opt, name) = self.named(begin)?;
        let (at, name) = (self.at(), [b"--", name.as_bytes()].concat());
        let value = match (&opt.effect, inline) {
            (Effect::SetTo(..) | Effect::SetMaybe(..), Some(value)) => Some((at, value)),
            (Effect::SetTo(shape, _), None) => {
                let operand = self.words.operand(&name, shape)?;
                Some((self.at(), operand))
            }
            (Effect::Filter(_), Some(_)) => {
                let message = Message::word(&name).then(" takes no ").quote(b"=").then(": the expression is the rest of the line");
                return Err(SyntaxError::at(at, message));
            }
            (_, Some(_)) => return Err(SyntaxError::at(at, Message::word(&name).then(" takes no argument"))),
            (_, None) => None,
        };
        Ok(Found::Option(Met { opt, at, name, value }))
    }

    /// The option of a name, or of the beginning of one: of GNU's names if there is any.
    fn named(&self, begin: &[u8]) -> Result<(&'static Opt<D>, &'static str), SyntaxError> {
        let names = |standard: bool| {
            let opts = (self.known)().filter(move |opt| opt.standard == standard);
            opts.flat_map(|opt| opt.long_names().map(move |name| (name, (opt, name))))
        };
        let unknown = || SyntaxError::at(self.at(), Message::text("unknown option ").quote(&[b"--", begin].concat()));
        let meant = [true, false].into_iter().find_map(|standard| {
            let name = abbreviated(begin, names(standard).map(|(name, _)| (name, name)));
            match name {
                Ok(name) => names(standard).find(|(known, _)| *known == name).map(|(_, found)| Ok(found)),
                Err(Unmatched::Unknown) => None,
                Err(Unmatched::Ambiguous) => Some(Err(self.ambiguous(begin, names(standard).map(|(name, _)| name)))),
            }
        });
        meant.unwrap_or_else(|| {
            let all = (self.known)().flat_map(|opt| opt.names).copied();
            Err(unknown().hint(nearest(&[b"--", begin].concat(), all).map(Hint::DidYouMean)))
        })
    }

    fn ambiguous(&self, begin: &[u8], names: impl Iterator<Item = &'static str>) -> SyntaxError {
        let message = Message::text("ambiguous option ").quote(&[b"--", begin].concat()).then(", it may be one of");
        let matching = names.filter(|name| name.as_bytes().starts_with(begin));
        let message = matching.fold(message, |message, name| message.then(" --").then(name));
        SyntaxError::at(self.at(), message)
    }
}
