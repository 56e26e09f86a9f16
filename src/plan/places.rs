//! What holds from a place of the command line on: options that act on what is written after them.

use crate::expr::{Ast, Leaf, Primary, RegexType};

/// The places of such options.
#[derive(Debug, Default)]
pub(super) struct Places {
    /// Each `-regextype`, in order.
    regex_types: Vec<(usize, RegexType)>,
}

impl Places {
    /// Finds them.
    pub(super) fn gather(expression: Option<&Ast>) -> Self {
        let mut places = Self::default();
        for Leaf { primary, words, .. } in expression.map(Ast::leaves).unwrap_or_default() {
            if let Primary::RegexType(kind) = primary {
                places.regex_types.push((words.start, *kind));
            }
        }
        places
    }

    /// The type of the regular expression at a word.
    pub(super) fn regex_type(&self, word: usize) -> RegexType {
        let before = self.regex_types.iter().rev().find(|(place, _)| *place < word);
        before.map_or(RegexType::DEFAULT, |(_, kind)| *kind)
    }
}
