//! The tables: one row a primary or operator.

mod actions;
mod attributes;
mod commands;
mod extras;
mod operators;
mod options;
mod questions;
mod records;
mod regex;
mod times;

use super::Row;

pub use actions::IMPLIED;
pub use records::JSON;

/// Every row, in the order of the help.
pub fn all() -> impl Iterator<Item = &'static Row> {
    [
        options::ROWS,
        extras::OPTIONS,
        times::OPTIONS,
        regex::OPTIONS,
        operators::ROWS,
        questions::ROWS,
        attributes::ROWS,
        times::TESTS,
        regex::TESTS,
        actions::ROWS,
        records::ROWS,
        commands::ROWS,
    ]
    .into_iter()
    .flatten()
}

/// The row of a name. GNU find takes a dash before the punctuation of operators too (`-!`).
#[must_use]
pub fn find(word: &[u8]) -> Option<&'static Row> {
    let word = match word {
        [b'-', sign @ (b'(' | b')' | b'!' | b',')] => std::slice::from_ref(sign),
        _ => word,
    };
    all().find(|row| row.names.iter().any(|name| name.as_bytes() == word))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expr::{Cost, Fill, Role, Shape, Takes};
    use std::collections::HashSet;

    #[test]
    fn the_tables_hold_together() {
        let mut names = HashSet::new();
        for row in all() {
            assert!(!row.names.is_empty() && !row.doc.is_empty());
            for name in row.names {
                assert!(names.insert(*name), "{name} stands twice");
                assert_eq!(find(name.as_bytes()).map(Row::name), Some(row.name()));
            }
            assert!(!row.doc.ends_with('.') && row.doc.len() < 100, "{}", row.name());
            let asks = !row.needs.is_empty();
            assert_eq!(asks, row.role == Role::Test && row.cost >= Cost::Kind, "{}", row.name());
            assert!(row.detail.is_empty() || row.detail.ends_with(['.', ':']), "{}", row.name());
            assert!(row.detail.matches('`').count().is_multiple_of(2), "{}", row.name());
        }
    }

    #[test]
    fn what_a_shell_fills_in_is_taken() {
        for row in all() {
            if let Takes::Word(Shape { fill: Fill::Choice(words) | Fill::List(words), .. }, read) = row.takes {
                for (word, _) in *words {
                    assert!(read(word.as_bytes()).is_ok(), "{} {word}", row.name());
                }
            }
        }
    }
}
