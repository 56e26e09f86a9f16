//! Stand-in: patterns, only `*` and `?` over bytes.
use crate::base::Charset;

/// A pattern.
#[derive(Clone, Debug)]
pub struct Pattern {
    text: Vec<u8>,
    fold: bool,
}

impl Pattern {
    /// Compiles.
    #[must_use]
    pub fn new(text: &[u8], _charset: Charset, fold_case: bool) -> Self {
        Self { text: text.to_vec(), fold: fold_case }
    }
    /// Matches.
    #[must_use]
    pub fn matches(&self, name: &[u8]) -> bool {
        if self.fold { matches(&self.text.to_ascii_lowercase(), &name.to_ascii_lowercase()) } else { matches(&self.text, name) }
    }
    /// How.
    #[must_use]
    pub fn strategy(&self) -> &'static str {
        "stand-in"
    }
    /// The text.
    #[must_use]
    pub fn text(&self) -> &[u8] {
        &self.text
    }
}

fn matches(pattern: &[u8], name: &[u8]) -> bool {
    match (pattern.first(), name.first()) {
        (None, None) => true,
        (Some(b'*'), _) => matches(&pattern[1..], name) || !name.is_empty() && matches(pattern, &name[1..]),
        (Some(b'?'), Some(_)) => matches(&pattern[1..], &name[1..]),
        (Some(a), Some(b)) if a == b => matches(&pattern[1..], &name[1..]),
        _ => false,
    }
}

/// Several patterns.
#[derive(Clone, Debug)]
pub struct PatternSet(Vec<Pattern>);

impl PatternSet {
    /// Compiles.
    #[must_use]
    pub fn new(texts: &[&[u8]], charset: Charset, fold_case: bool) -> Self {
        Self(texts.iter().map(|text| Pattern::new(text, charset, fold_case)).collect())
    }
    /// Matches any.
    #[must_use]
    pub fn matches(&self, name: &[u8]) -> bool {
        self.0.iter().any(|pattern| pattern.matches(name))
    }
    /// How.
    #[must_use]
    pub fn strategy(&self) -> &'static str {
        "stand-in set"
    }
    /// How many.
    #[must_use]
    #[allow(clippy::len_without_is_empty)]
    pub fn len(&self) -> usize {
        self.0.len()
    }
}
