//! What holds from a place of the command line on: options that act on what is written after them.

use crate::expr::{Ast, Leaf, Primary, RegexType};

/// The places of such options.
#[derive(Debug, Default)]
pub(super) struct Places {
    /// Each `-regextype`, in order.
    regex_types: Vec<(usize, RegexType)>,
    /// The first `-daystart`.
    day_start: Option<usize>,
}

impl Places {
    /// Finds them.
    pub(super) fn gather(expression: Option<&Ast>) -> Self {
        let mut places = Self::default();
        for Leaf { primary, words, .. } in expression.map(Ast::leaves).unwrap_or_default() {
            match primary {
                Primary::RegexType(kind) => places.regex_types.push((words.start, *kind)),
                Primary::DayStart if places.day_start.is_none() => places.day_start = Some(words.start),
                _ => {}
            }
        }
        places
    }

    /// The type of the regular expression at a word.
    pub(super) fn regex_type(&self, word: usize) -> RegexType {
        let before = self.regex_types.iter().rev().find(|(place, _)| *place < word);
        before.map_or(RegexType::DEFAULT, |(_, kind)| *kind)
    }

    /// Whether ages at a word are counted in days of the calendar.
    pub(super) fn counts_from_midnight(&self, word: usize) -> bool {
        self.day_start.is_some_and(|place| place < word)
    }
}
