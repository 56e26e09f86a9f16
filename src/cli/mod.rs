//! argv to a typed `Request`, or what is wrong with it. Nothing is looked up and nothing is done here.

mod documents;
mod du;
mod globals;
mod help;
mod items;
mod ls;
mod options;

use crate::expr::{
    Ast, Hint, Message, Parser, Primary, Role, Row, Shape, SyntaxError, Takes, Words, is_expression, nearest, refused, rows,
};
use crate::plan::du::DuRequest;
use crate::plan::ls::LsRequest;
use crate::plan::{Request, When};
use globals::{Effect, Global, Place};
use std::ffi::{CStr, CString, OsString};
use std::os::unix::ffi::OsStrExt;

/// What the command line asks for.
#[derive(Debug)]
pub enum Command {
    /// Print this text and be done.
    Show(String),
    /// Walk, or explain how.
    Walk(Box<Request>),
    /// Sum up what files take up.
    Du(Box<DuRequest>),
    /// List.
    Ls(Box<LsRequest>),
}

/// The command line in short.
const SYNOPSIS: &str = "uwalk [OPTION]... [PATH]... [EXPRESSION]";

/// The name that begins every message: `find`, `du` or `ls` where the program was called by that name, else `uwalk`.
#[must_use]
pub fn program_name(argv: &[OsString]) -> &'static str {
    let called = argv.first().map(|word| word.as_bytes()).unwrap_or_default();
    let base = called.rsplit(|&byte| byte == b'/').next().unwrap_or_default();
    match base {
        b"find" => "find",
        b"du" => "du",
        b"ls" => "ls",
        _ => "uwalk",
    }
}

/// What is wrong with a command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// What it is, and where.
    pub error: SyntaxError,
    /// The exit status.
    pub status: u8,
}

impl From<SyntaxError> for Mistake {
    fn from(error: SyntaxError) -> Self {
        Self { error, status: 1 }
    }
}

/// Reads a command line.
///
/// # Errors
/// The first mistake in it.
pub fn parse(argv: &[OsString]) -> Result<Command, Mistake> {
    let variable = |name: &str| std::env::var_os(name);
    if let Some((words, command_word)) = command_words(argv, "du", c"du") {
        return Ok(match du::parse(words, command_word, variable)? {
            du::Asked::Show(text) => Command::Show(text),
            du::Asked::Sums(request) => Command::Du(request),
        });
    }
    if let Some((words, command_word)) = command_words(argv, "ls", c"ls") {
        return Ok(match ls::parse(words, command_word, variable)? {
            ls::Asked::Show(text) => Command::Show(text),
            ls::Asked::Listing(request) => Command::Ls(request),
        });
    }
    let mut reader = Reader::new(argv);
    while let Some(word) = reader.words.peek() {
        if let Some(text) = reader.word(word)? {
            return Ok(Command::Show(text));
        }
    }
    let Reader { mut request, parser, .. } = reader;
    request.expression = parser.finish()?;
    let leaves = request.expression.as_ref().map(Ast::leaves).unwrap_or_default();
    let list = leaves.iter().rev().find(|leaf| matches!(leaf.primary, Primary::Files0From(_)));
    match list {
        Some(leaf) if !request.roots.is_empty() => {
            let message = Message::text("paths cannot stand beside ").quote(leaf.row.name().as_bytes());
            return Err(SyntaxError { words: leaf.words.clone(), message, hint: None }.into());
        }
        None if request.roots.is_empty() => request.roots.push(CString::from(c".")),
        _ => {}
    }
    Ok(Command::Walk(Box::new(request)))
}

/// The words of a command line of du or ls, and the one that says that it is: none if the program is called so.
fn command_words<'a>(argv: &'a [OsString], name: &str, word: &CStr) -> Option<(Words<'a>, Option<CString>)> {
    let mut words = Words::new(argv);
    let called = program_name(argv);
    if called == name {
        return Some((words, None));
    }
    if called != "uwalk" || words.peek() != Some(word.to_bytes()) {
        return None;
    }
    words.take();
    Some((words, Some(word.to_owned())))
}

/// How far a command line is read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Flags,
    Paths,
    Expression,
}

struct Reader<'a> {
    words: Words<'a>,
    stage: Stage,
    request: Request,
    parser: Parser,
}

impl<'a> Reader<'a> {
    fn new(argv: &'a [OsString]) -> Self {
        let mut words = Words::new(argv);
        let mut request = Request::default();
        if program_name(argv) != "find" && words.peek() == Some(b"find") {
            words.take();
            request.command_word = Some(CString::from(c"find"));
        }
        Self { words, stage: Stage::Flags, request, parser: Parser::default() }
    }

    /// Reads the next word and what belongs to it. `Some` is a text to show instead of walking.
    fn word(&mut self, word: &'a [u8]) -> Result<Option<String>, SyntaxError> {
        if let Some((global, inline)) = globals::find(word) {
            return self.global(global, word, inline);
        }
        if word == b"--" && self.stage != Stage::Expression {
            self.words.take();
            self.stage = Stage::Paths;
        } else if self.stage != Stage::Expression && !is_expression(word, false) {
            self.path(word)?;
        } else if !(self.stage == Stage::Flags && self.flags(word)) {
            self.primary(word)?;
        }
        Ok(None)
    }

    fn path(&mut self, word: &[u8]) -> Result<(), SyntaxError> {
        let path = CString::new(word).map_err(|_| SyntaxError::at(self.words.at(), Message::text("a path cannot hold a NUL")))?;
        self.request.roots.push(path);
        self.words.take();
        self.stage = Stage::Paths;
        Ok(())
    }

    fn primary(&mut self, word: &[u8]) -> Result<(), SyntaxError> {
        let at = self.words.at();
        if self.stage == Stage::Expression && !is_expression(word, true) {
            return Err(misplaced_path(at, word));
        }
        if rows::find(word).is_none() {
            return Err(unknown(at, word));
        }
        self.stage = Stage::Expression;
        self.parser.take(&mut self.words)
    }

    /// Takes `-L`, `-Hs` and their like: a dash and letters that all are flags.
    fn flags(&mut self, word: &[u8]) -> bool {
        let at = self.words.at();
        let flags: Option<Vec<Flag>> = word.get(1..).unwrap_or_default().iter().map(|letter| flag(*letter)).collect();
        let Some(flags) = flags.filter(|flags| !flags.is_empty()) else { return false };
        for flag in flags {
            match flag {
                Flag::Links(set) => set(&mut self.request),
                Flag::Option(row, option) => self.parser.flag(row, option, at),
            }
        }
        self.words.take();
        true
    }

    fn global(&mut self, global: &'static Global, word: &[u8], inline: Option<&'a [u8]>) -> Result<Option<String>, SyntaxError> {
        let at = self.words.at();
        if global.place == Place::BeforePaths && self.stage != Stage::Flags {
            return Err(SyntaxError::at(at, Message::word(word).then(" must stand before the paths")));
        }
        self.words.take();
        match global.effect {
            Effect::Show(_) | Effect::Set(_) if inline.is_some() => {
                Err(SyntaxError::at(at, Message::word(global.name().as_bytes()).then(" takes no argument")))
            }
            Effect::Show(text) => Ok(Some(text())),
            Effect::Set(set) => {
                set(&mut self.request);
                Ok(None)
            }
            Effect::SetWhen(set) => {
                let when = self.when(global, at, inline)?;
                set(&mut self.request, when);
                Ok(None)
            }
            Effect::SetTo(shape, set) => {
                let (place, operand) = self.argument(global, inline, shape)?;
                set(&mut self.request, operand).map_err(|refusal| refused(place, global.name().as_bytes(), operand, refusal, shape))?;
                Ok(None)
            }
            // What could not be a path is not meant as the argument either.
            Effect::ShowAny(text, ..) if inline.is_none() && self.words.peek().is_none_or(|next| is_expression(next, true)) => {
                Ok(Some(text()))
            }
            Effect::ShowOne(shape, text) | Effect::ShowAny(_, shape, text) => {
                let (place, operand) = self.argument(global, inline, shape)?;
                text(operand).map(Some).map_err(|refusal| refused(place, global.name().as_bytes(), operand, refusal, shape))
            }
        }
    }

    /// When the option whose word was taken at `at` shall be: by what follows the `=`, by the next word if that says so.
    fn when(&mut self, global: &Global, at: usize, inline: Option<&[u8]>) -> Result<When, SyntaxError> {
        if let Some(word) = inline {
            return globals::when(word).map_err(|refusal| refused(at, global.name().as_bytes(), word, refusal, &globals::WHEN));
        }
        let next = self.words.peek().and_then(|next| globals::when(next).ok());
        if next.is_some() {
            self.words.take();
        }
        Ok(next.unwrap_or(When::Always))
    }

    /// The argument of an option whose word is taken, with its place: what follows the `=`, or the next word.
    fn argument(&mut self, global: &Global, inline: Option<&'a [u8]>, shape: &Shape) -> Result<(usize, &'a [u8]), SyntaxError> {
        let at = self.words.at();
        match inline {
            Some(operand) => Ok((at - 1, operand)),
            None => Ok((at, self.words.operand(global.name().as_bytes(), shape)?)),
        }
    }
}

/// A letter that may stand with others behind one dash, before the paths.
enum Flag {
    Links(fn(&mut Request)),
    Option(&'static Row, &'static Primary),
}

fn flag(letter: u8) -> Option<Flag> {
    let word = [b'-', letter];
    if let Some((Global { place: Place::BeforePaths, effect: Effect::Set(set), .. }, None)) = globals::find(&word) {
        return Some(Flag::Links(*set));
    }
    let row = rows::find(&word).filter(|row| row.role == Role::Option)?;
    match &row.takes {
        Takes::Nothing(option) | Takes::NothingOr(option, ..) => Some(Flag::Option(row, option)),
        Takes::Operator(_) | Takes::Word(..) | Takes::Words(..) | Takes::Named(..) | Takes::Maybe(..) | Takes::Command(..) => None,
    }
}

fn unknown(at: usize, word: &[u8]) -> SyntaxError {
    let what = if word.starts_with(b"--") { "unknown option " } else { "unknown primary " };
    let names = rows::all().flat_map(|row| row.names).chain(globals::shown().flat_map(|global| global.names)).copied();
    SyntaxError::at(at, Message::text(what).quote(word)).hint(nearest(word, names).map(Hint::DidYouMean))
}

fn misplaced_path(at: usize, word: &[u8]) -> SyntaxError {
    let dashed = [b"-", word].concat();
    let hint = match rows::find(&dashed).filter(|_| word.len() > 1) {
        Some(row) => row.names.iter().find(|name| name.as_bytes() == dashed).map(|name| Hint::DidYouMean(name)),
        None => Some(Hint::Say("if it came out of a pattern, quote that: -name '*.c'")),
    };
    SyntaxError::at(at, Message::text("paths must come before the expression: ").quote(word)).hint(hint)
}

#[cfg(test)]
mod tests;
