//! The syntax tree. Conjunctions and alternatives are flat lists, so its depth is only what parentheses made.

use super::{Primary, Row};
use std::ops::Range;

/// A primary where it was written.
#[derive(Clone, Debug)]
pub struct Leaf {
    /// What it is.
    pub row: &'static Row,
    /// With its operand.
    pub primary: Primary,
    /// The operand as written, empty if there is none.
    pub operand: Vec<u8>,
    /// Its words on the command line.
    pub words: Range<usize>,
}

/// An expression.
#[derive(Clone, Debug)]
pub enum Ast {
    /// A primary.
    Leaf(Leaf),
    /// The opposite.
    Not(Box<Ast>),
    /// Two or more, true if all are.
    And(Vec<Ast>),
    /// Two or more, true if any is.
    Or(Vec<Ast>),
    /// Two or more, the last one counts.
    Comma(Vec<Ast>),
    /// True; but what the inner expression is true of is no part of the walk.
    Exclude(Box<Ast>),
}

impl Ast {
    /// The opposite; twice is once neither.
    #[must_use]
    pub fn negated(self) -> Self {
        match self {
            Self::Not(inner) => *inner,
            other => Self::Not(Box::new(other)),
        }
    }

    /// The leaves in the order in which they were written.
    #[must_use]
    pub fn leaves(&self) -> Vec<&Leaf> {
        let mut found = Vec::new();
        let mut waiting = vec![self];
        while let Some(node) = waiting.pop() {
            match node {
                Self::Leaf(leaf) => found.push(leaf),
                Self::Not(inner) | Self::Exclude(inner) => waiting.push(inner),
                Self::And(list) | Self::Or(list) | Self::Comma(list) => waiting.extend(list.iter().rev()),
            }
        }
        found
    }

    /// Takes the excluded expressions out; in their places stands what is true.
    #[must_use]
    pub fn without_excluded(self, excluded: &mut Vec<Self>, truth: &Leaf) -> Self {
        let all = |list: Vec<Self>, excluded: &mut Vec<Self>| {
            let mut kept = Vec::with_capacity(list.len());
            for member in list {
                kept.push(member.without_excluded(excluded, truth));
            }
            kept
        };
        match self {
            Self::Exclude(inner) => {
                excluded.push(*inner);
                Self::Leaf(truth.clone())
            }
            Self::Leaf(_) => self,
            Self::Not(inner) => Self::Not(Box::new(inner.without_excluded(excluded, truth))),
            Self::And(list) => Self::And(all(list, excluded)),
            Self::Or(list) => Self::Or(all(list, excluded)),
            Self::Comma(list) => Self::Comma(all(list, excluded)),
        }
    }
}
