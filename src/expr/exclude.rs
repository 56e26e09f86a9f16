//! What `du --exclude` leaves out: patterns against a path and each of its trailing parts, as GNU's du has them.
//!
//! A pattern with a wildcard is fnmatch(3)'s, where `*` crosses a slash. One without is compared as it is, without its
//! backslashes. Where patterns come from, and what is done with a path that matches, is not here.

use super::pattern::PatternSet;
use crate::base::Charset;
use memchr::{memchr_iter, memrchr};
use std::collections::HashSet;
use std::sync::Arc;

/// Patterns one of which must match. Without any, nothing does.
#[derive(Clone, Debug, Default)]
pub struct Exclude(Option<Arc<Compiled>>);

#[derive(Debug)]
struct Compiled {
    /// Text around stars, a star first: it matches the path if it matches any part.
    anywhere: PatternSet,
    /// The other patterns with a wildcard.
    patterns: PatternSet,
    /// What last components are compared with.
    names: HashSet<Box<[u8]>>,
    /// What trailing parts with a slash in them are compared with.
    paths: HashSet<Box<[u8]>>,
}

impl Exclude {
    /// Compiles patterns; every text is one.
    #[must_use]
    pub fn new(patterns: &[&[u8]], charset: Charset) -> Self {
        if patterns.is_empty() {
            return Self::default();
        }
        let (wild, plain): (Vec<&[u8]>, Vec<&[u8]>) = patterns.iter().copied().partition(|pattern| has_wildcard(pattern));
        let (anywhere, patterns): (Vec<&[u8]>, Vec<&[u8]>) =
            wild.into_iter().partition(|pattern| pattern.starts_with(b"*") && !pattern.iter().any(|byte| matches!(byte, b'?' | b'[')));
        let (paths, names) = plain.into_iter().map(unescaped).partition(|text| text.contains(&b'/'));
        let set = |texts: &[&[u8]]| PatternSet::new(texts, charset, false);
        Self(Some(Arc::new(Compiled { anywhere: set(&anywhere), patterns: set(&patterns), names, paths })))
    }

    /// Whether there are no patterns.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    /// Whether a path is left out: it, or a part of it that begins after a slash, matches a pattern.
    #[inline]
    #[must_use]
    pub fn matches(&self, path: &[u8]) -> bool {
        self.0.as_ref().is_some_and(|compiled| compiled.matches(path))
    }
}

impl Compiled {
    fn matches(&self, path: &[u8]) -> bool {
        let name = &path[memrchr(b'/', path).map_or(0, |slash| slash + 1)..];
        self.names.contains(name)
            || self.anywhere.matches(path)
            || !self.paths.is_empty() && parts(path).any(|part| self.paths.contains(part))
            // Of several slashes only the last one begins a part here.
            || !self.patterns.is_empty() && parts(path).any(|part| part_of_pattern(path, part) && self.patterns.matches(part))
    }
}

/// A path and what follows each of its slashes.
fn parts(path: &[u8]) -> impl Iterator<Item = &[u8]> {
    std::iter::once(path).chain(memchr_iter(b'/', path).map(|slash| &path[slash + 1..]))
}

fn part_of_pattern(path: &[u8], part: &[u8]) -> bool {
    part.len() == path.len() || part.first() != Some(&b'/')
}

fn has_wildcard(pattern: &[u8]) -> bool {
    let mut bytes = pattern.iter();
    while let Some(byte) = bytes.next() {
        match byte {
            b'\\' => {
                bytes.next();
            }
            b'?' | b'*' | b'[' => return true,
            _ => {}
        }
    }
    false
}

/// A pattern without wildcards as the text that it stands for. A backslash at its end stands for itself.
fn unescaped(pattern: &[u8]) -> Box<[u8]> {
    let mut text = Vec::with_capacity(pattern.len());
    let mut bytes = pattern.iter();
    while let Some(&byte) = bytes.next() {
        text.push(if byte == b'\\' { bytes.next().copied().unwrap_or(byte) } else { byte });
    }
    text.into()
}

/// The patterns of a file, one a line: blanks at the end of a line are cut, lines without anything else are no patterns.
pub fn lines(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let blank = |byte: &u8| byte.is_ascii_whitespace() || *byte == 0x0b;
    text.split(|&byte| byte == b'\n').filter_map(move |line| {
        let end = line.iter().rposition(|byte| !blank(byte))?;
        // To the C library, a NUL is the end.
        line[..=end].split(|&byte| byte == 0).next()
    })
}
