//! The parser: words to a syntax tree, one primary at a time, without recursion.
//!
//! Precedence, the tightest first: parentheses, `!`, `-a` (also implied), `-o`, `,` (POSIX, find; the comma is GNU's).
//! The caller decides between two primaries whether the next word is one of its own.

use super::ast::{Ast, Leaf};
use super::command::Command;
use super::error::{Message, SyntaxError};
use super::row::{Operator, Refusal, Row, Shape, Takes};
use super::{Primary, rows};
use crate::base::bounds::NESTING_MAX;
use std::ffi::OsString;
use std::ops::Range;
use std::os::unix::ffi::OsStrExt;

/// The words of a command line and how far they are read.
#[derive(Debug)]
pub struct Words<'a> {
    argv: &'a [OsString],
    next: usize,
}

impl<'a> Words<'a> {
    /// Begins after the program's name.
    #[must_use]
    pub const fn new(argv: &'a [OsString]) -> Self {
        Self { argv, next: 1 }
    }

    /// The index of the next word.
    #[must_use]
    pub const fn at(&self) -> usize {
        self.next
    }

    /// The next word, not yet taken.
    #[must_use]
    pub fn peek(&self) -> Option<&'a [u8]> {
        self.argv.get(self.next).map(|word| word.as_bytes())
    }

    /// Takes the next word.
    pub fn take(&mut self) -> Option<&'a [u8]> {
        let word = self.peek()?;
        self.next += 1;
        Some(word)
    }

    /// Takes the operand of the word before.
    ///
    /// # Errors
    /// There is none.
    pub fn operand(&mut self, name: &[u8], shape: &Shape) -> Result<&'a [u8], SyntaxError> {
        let missing = || SyntaxError::at(self.next - 1, Message::text("missing argument of ").quote(name).then(": ").then(shape.expected));
        self.peek().ok_or_else(missing)?;
        Ok(self.take().unwrap_or_default())
    }
}

/// A refused operand as an error at the word before the next one.
#[must_use]
pub fn refused(at: usize, name: &[u8], operand: &[u8], refusal: Refusal, shape: &Shape) -> SyntaxError {
    let message = Message::word(name).then(": ").quote(operand).then(" ").then(refusal.0).then(": expected ").then(shape.expected);
    SyntaxError::at(at, message)
}

/// Whether a word where a path may stand begins the expression instead. A lone dash is a path, and so is a word that
/// only begins with `(` or `!`; after the paths `)` and `,` belong to the expression too.
#[must_use]
pub fn is_expression(word: &[u8], after_paths: bool) -> bool {
    match word {
        [b'-', _, ..] | b"(" | b"!" => true,
        b")" | b"," => after_paths,
        _ => false,
    }
}

/// What stands between two parentheses as far as it is read.
#[derive(Debug, Default)]
struct Frame {
    /// The word of the parenthesis; `None` is the whole expression.
    opened: Option<usize>,
    /// The finished members of the list with commas.
    commas: Vec<Ast>,
    /// The finished alternatives after the last comma.
    ors: Vec<Ast>,
    /// The members of the last alternative.
    ands: Vec<Ast>,
    /// What comes next is negated.
    negate: bool,
    /// What comes next, negated or not, is excluded.
    exclude: bool,
    /// The operator that waits for what comes next.
    waiting: Option<(usize, Vec<u8>)>,
}

impl Frame {
    fn operand(&mut self, ast: Ast) {
        let ast = if std::mem::take(&mut self.negate) { ast.negated() } else { ast };
        let ast = if std::mem::take(&mut self.exclude) { Ast::Exclude(Box::new(ast)) } else { ast };
        self.ands.push(ast);
        self.waiting = None;
    }

    fn end_alternative(&mut self) {
        let ands = std::mem::take(&mut self.ands);
        self.ors.extend(join(ands, Ast::And, |ast| match ast {
            Ast::And(list) => Ok(list),
            other => Err(other),
        }));
    }

    fn end_member(&mut self) {
        self.end_alternative();
        let ors = std::mem::take(&mut self.ors);
        self.commas.extend(join(ors, Ast::Or, |ast| match ast {
            Ast::Or(list) => Ok(list),
            other => Err(other),
        }));
    }

    fn close(mut self) -> Option<Ast> {
        self.end_member();
        join(self.commas, Ast::Comma, |ast| match ast {
            Ast::Comma(list) => Ok(list),
            other => Err(other),
        })
    }
}

/// One node of a list: lists of the same kind within it become part of it, a list of one is its member.
fn join(list: Vec<Ast>, whole: fn(Vec<Ast>) -> Ast, same: fn(Ast) -> Result<Vec<Ast>, Ast>) -> Option<Ast> {
    let mut flat = Vec::with_capacity(list.len());
    for ast in list {
        match same(ast) {
            Ok(members) => flat.extend(members),
            Err(other) => flat.push(other),
        }
    }
    if flat.len() > 1 { Some(whole(flat)) } else { flat.pop() }
}

/// An expression as far as it is read.
#[derive(Debug, Default)]
pub struct Parser {
    outer: Vec<Frame>,
    frame: Frame,
}

impl Parser {
    /// Reads the next primary or operator with its operand.
    ///
    /// # Errors
    /// It is none, or not here, or its operand is wrong.
    pub fn take(&mut self, words: &mut Words<'_>) -> Result<(), SyntaxError> {
        let at = words.at();
        let word = words.take().unwrap_or_default();
        let mut row = rows::find(word).ok_or_else(|| SyntaxError::at(at, Message::text("unknown primary ").quote(word)))?;
        if let Takes::NothingOr(_, takes, other) = row.takes
            && word == row.name().as_bytes()
            && words.peek().is_some_and(takes)
        {
            row = other;
        }
        let (primary, operand) = match &row.takes {
            Takes::Operator(operator) => return self.operator(*operator, at, word),
            Takes::Nothing(primary) | Takes::NothingOr(primary, ..) => (primary.clone(), &[][..]),
            Takes::Word(shape, read) => {
                let operand = words.operand(word, shape)?;
                (read(operand).map_err(|refusal| refused(at + 1, word, operand, refusal, shape))?, operand)
            }
            Takes::Maybe(shape, optional) => match words.peek().filter(|next| (optional.fits)(next)) {
                Some(operand) => {
                    words.take();
                    ((optional.read)(operand).map_err(|refusal| refused(at + 1, word, operand, refusal, shape))?, operand)
                }
                None => (optional.without.clone(), &[][..]),
            },
            Takes::Command(shape, manner) => (Primary::Run(Command::take(words, word, *manner, shape)?), &[][..]),
            Takes::Words([first, second], read) => {
                let (one, other) = (words.operand(word, first)?, words.operand(word, second)?);
                (read(one, other).map_err(|refusal| refused(at + 1, word, one, refusal, first))?, one)
            }
            Takes::Named(shape, read) => {
                let operand = words.operand(word, shape)?;
                (read(word, operand).map_err(|refusal| refused(at + 1, word, operand, refusal, shape))?, operand)
            }
        };
        self.leaf(row, primary, operand, at..words.at());
        Ok(())
    }

    /// Adds an option that stands before the paths, maybe in one word with others.
    pub fn flag(&mut self, row: &'static Row, option: &Primary, at: usize) {
        self.leaf(row, option.clone(), &[], at..at + 1);
    }

    fn leaf(&mut self, row: &'static Row, primary: Primary, operand: &[u8], words: Range<usize>) {
        self.frame.operand(Ast::Leaf(Leaf { row, primary, operand: operand.to_vec(), words }));
    }

    fn operator(&mut self, operator: Operator, at: usize, word: &[u8]) -> Result<(), SyntaxError> {
        match operator {
            Operator::Open if self.outer.len() >= NESTING_MAX => {
                Err(SyntaxError::at(at, Message::text("too many parentheses within each other")))
            }
            Operator::Open => {
                let inner = Frame { opened: Some(at), ..Frame::default() };
                self.outer.push(std::mem::replace(&mut self.frame, inner));
                Ok(())
            }
            Operator::Close => self.close(at),
            Operator::Not => {
                self.frame.negate = !self.frame.negate;
                self.frame.waiting = Some((at, word.to_vec()));
                Ok(())
            }
            Operator::Exclude => self.exclude(at, word),
            Operator::And | Operator::Or | Operator::Comma => self.infix(operator, at, word),
        }
    }

    /// It excludes from the whole walk: it cannot be negated, and within itself it has no sense.
    fn exclude(&mut self, at: usize, word: &[u8]) -> Result<(), SyntaxError> {
        if self.frame.negate {
            return Err(SyntaxError::at(at, Message::word(word).then(" cannot be negated")));
        }
        if self.frame.exclude || self.outer.iter().any(|frame| frame.exclude) {
            return Err(SyntaxError::at(at, Message::word(word).then(" cannot stand within another")));
        }
        self.frame.exclude = true;
        self.frame.waiting = Some((at, word.to_vec()));
        Ok(())
    }

    fn infix(&mut self, operator: Operator, at: usize, word: &[u8]) -> Result<(), SyntaxError> {
        if self.frame.ands.is_empty() || self.frame.waiting.is_some() {
            return Err(SyntaxError::at(at, Message::text("nothing to join before ").quote(word)));
        }
        match operator {
            Operator::Or => self.frame.end_alternative(),
            Operator::Comma => self.frame.end_member(),
            _ => {}
        }
        self.frame.waiting = Some((at, word.to_vec()));
        Ok(())
    }

    fn close(&mut self, at: usize) -> Result<(), SyntaxError> {
        if let Some(operator) = &self.frame.waiting {
            return Err(nothing_after(operator));
        }
        let (Some(open), Some(outer)) = (self.frame.opened, self.outer.pop()) else {
            return Err(SyntaxError::at(at, Message::word(b")").then(" closes nothing")));
        };
        let inner = std::mem::replace(&mut self.frame, outer);
        let empty = || SyntaxError { words: open..at + 1, message: Message::text("nothing between the parentheses"), hint: None };
        self.frame.operand(inner.close().ok_or_else(empty)?);
        Ok(())
    }

    /// The whole expression; `None` if there was not one word of it.
    ///
    /// # Errors
    /// It is not complete.
    pub fn finish(self) -> Result<Option<Ast>, SyntaxError> {
        if let Some(operator) = &self.frame.waiting {
            return Err(nothing_after(operator));
        }
        match self.frame.opened {
            Some(open) => Err(SyntaxError::at(open, Message::word(b"(").then(" is never closed"))),
            None => Ok(self.frame.close()),
        }
    }
}

fn nothing_after((at, word): &(usize, Vec<u8>)) -> SyntaxError {
    SyntaxError::at(*at, Message::text("expected an expression after ").quote(word))
}

#[cfg(test)]
#[path = "parse_tests.rs"]
mod tests;
