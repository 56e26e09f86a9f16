//! Several patterns as one test: `-name '*.c' -o -name '*.h'`.

use super::Pattern;
use super::fnmatch::Rules;
use super::globs::Globs;
use crate::base::Charset;

/// Where the patterns that are always tried cost more than this in sum, one automaton is faster: it takes 35 to 60 ns a
/// name for any number of patterns, but 40 microseconds and more to build.
const GLOBS_FROM: u32 = 100;

/// Patterns one of which must match.
///
/// A name's last byte says which of them to try: most patterns end in text. Those that do not are always tried, in one
/// automaton if there are many.
#[derive(Debug)]
pub struct PatternSet {
    patterns: Vec<Pattern>,
    /// Indices into `patterns`, ordered by the byte that a name must end in; then those without one.
    order: Vec<u32>,
    /// Where the indices for a byte begin in `order`, and where the last ones begin.
    starts: Box<[u32; 257]>,
    /// The patterns behind the last start.
    globs: Option<Globs>,
}

impl PatternSet {
    /// Compiles patterns; an empty set matches nothing.
    #[must_use]
    pub fn new(texts: &[&[u8]], charset: Charset, fold_case: bool) -> Self {
        let patterns: Vec<_> = texts.iter().map(|text| Pattern::new(text, charset, fold_case)).collect();
        let mut keyed: Vec<(u16, u8, u32)> = Vec::new();
        for (index, pattern) in (0..).zip(&patterns) {
            match pattern.last_bytes() {
                Some(bytes) => keyed.extend(bytes.iter().map(|&byte| (u16::from(byte), pattern.cost(), index))),
                None => keyed.push((256, pattern.cost(), index)),
            }
        }
        keyed.sort_unstable();
        let mut starts = Box::new([0; 257]);
        for (key, start) in (0..).zip(starts.iter_mut()) {
            *start = (0..).zip(&keyed).find(|(_, (byte, ..))| *byte >= key).map_or(keyed.len() as u32, |(at, _)| at);
        }
        let rest = &keyed[starts[256] as usize..];
        let many = rest.iter().map(|&(_, cost, _)| u32::from(cost)).sum::<u32>() > GLOBS_FROM;
        let texts: Vec<_> = rest.iter().map(|&(.., index)| texts[index as usize]).collect();
        let globs = many.then(|| Globs::new(&texts, Rules::of_process(fold_case))).flatten();
        Self { patterns, order: keyed.iter().map(|&(.., index)| index).collect(), starts, globs }
    }

    /// Whether one of them matches a whole name.
    #[inline]
    #[must_use]
    pub fn matches(&self, name: &[u8]) -> bool {
        let ending = name.last().map_or(&[][..], |&last| {
            let last = usize::from(last);
            &self.order[self.starts[last] as usize..self.starts[last + 1] as usize]
        });
        self.any(ending, name) || self.any_of_the_rest(name)
    }

    #[inline]
    fn any(&self, indices: &[u32], name: &[u8]) -> bool {
        indices.iter().any(|&index| self.patterns[index as usize].matches(name))
    }

    #[inline]
    fn any_of_the_rest(&self, name: &[u8]) -> bool {
        let by_globs = self.globs.as_ref().and_then(|globs| globs.matches(name));
        by_globs.unwrap_or_else(|| self.any(&self.order[self.starts[256] as usize..], name))
    }

    /// How many patterns it has.
    #[must_use]
    pub fn len(&self) -> usize {
        self.patterns.len()
    }

    /// Whether it has none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.patterns.is_empty()
    }

    /// How it is matched, for people: `by last byte`, `globset` or both.
    #[must_use]
    pub fn strategy(&self) -> &'static str {
        match (&self.globs, self.starts[256]) {
            (None, _) => "by last byte",
            (Some(_), 0) => "globset",
            (Some(_), _) => "by last byte, then globset",
        }
    }
}
