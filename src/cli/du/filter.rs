//! The expression behind `--where`: find's tests and operators, nothing that acts or changes the walk.

use crate::cli::{misplaced_path, unknown};
use crate::expr::{Ast, Message, Operator, Parser, Role, Row, Shape, SyntaxError, Takes, Words, is_expression, rows};

/// Reads the rest of a command line.
pub(super) fn read(words: &mut Words<'_>, name: &[u8], shape: &Shape) -> Result<Ast, SyntaxError> {
    let begin = words.at() - 1;
    let mut parser = Parser::default();
    while let Some(word) = words.peek() {
        let at = words.at();
        if !is_expression(word, true) {
            return Err(misplaced_path(at, word));
        }
        if word.starts_with(b"--") {
            return Err(SyntaxError::at(
                at,
                Message::word(word).then(" cannot stand behind ").quote(name).then(": the rest is its expression"),
            ));
        }
        let row = rows::find(word).ok_or_else(|| unknown(at, word))?;
        // What may still be a test by the word that follows is looked at when it is read.
        if !is_test(row) && !matches!(row.takes, Takes::NothingOr(..)) {
            return Err(no_test(at, word, name));
        }
        parser.take(words)?;
    }
    let missing = || SyntaxError::at(begin, Message::text("missing argument of ").quote(name).then(": ").then(shape.expected));
    let filter = parser.finish()?.ok_or_else(missing)?;
    match filter.leaves().into_iter().find(|leaf| !is_test(leaf.row)) {
        Some(leaf) => Err(no_test(leaf.words.start, leaf.row.name().as_bytes(), name)),
        None => Ok(filter),
    }
}

fn is_test(row: &Row) -> bool {
    match row.role {
        Role::Test => true,
        Role::Operator => !matches!(row.takes, Takes::Operator(Operator::Exclude)),
        Role::Option | Role::Action { .. } => false,
    }
}

fn no_test(at: usize, word: &[u8], name: &[u8]) -> SyntaxError {
    SyntaxError::at(at, Message::word(word).then(" is no test: ").quote(name).then(" takes tests and operators alone"))
}
