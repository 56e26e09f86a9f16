//! Regular expressions as `-regex` and `-iregex` take them: every type that GNU find knows, as glibc's `regcomp` reads
//! it, matched against a whole path.
//!
//! A pattern becomes the syntax tree of another engine, whose matches are found in linear time. Therefore back-references
//! are refused. As in glibc, `^` and `$` also match at newlines, and without case both sides are compared in upper case.
//!
//! Where this stops: collating elements of several characters, and a locale's own order: ranges follow code points, also
//! where glibc has no order at all and refuses them. Surrogates are no characters, and combining marks beside `\b`, `\<`
//! and their kin count as parts of words.

#[cfg(test)]
mod oracle;
mod parse;
mod set;
mod syntax;
#[cfg(test)]
mod tests;
mod token;

use super::pattern::ctype;
use crate::base::Charset;
use regex_automata::util::syntax as engine_syntax;
use regex_automata::{Anchored, Input, meta, nfa::thompson::WhichCaptures};
pub use syntax::RegexType;

/// Memory for the states of one expression; glibc has no such bound and fails when there is no more.
const STATES_MAX: usize = 64 << 20;

/// A compiled regular expression.
#[derive(Debug)]
pub struct Regex {
    engine: meta::Regex,
    charset: Charset,
    fold_case: bool,
}

impl Regex {
    /// Compiles a pattern of a type.
    ///
    /// # Errors
    /// What is wrong with it, in words that follow its text ("has a `(` that is never closed").
    pub fn new(pattern: &[u8], kind: RegexType, charset: Charset, fold_case: bool) -> Result<Self, &'static str> {
        let tree = parse::parse(pattern, &parse::Rules { syntax: kind.syntax(), charset, fold_case })?;
        let config = meta::Config::new()
            .utf8_empty(false)
            .nfa_size_limit(Some(STATES_MAX))
            .which_captures(WhichCaptures::None)
            .match_kind(regex_automata::MatchKind::All);
        let engine = meta::Builder::new()
            .configure(config)
            .syntax(engine_syntax::Config::new().utf8(false))
            .build_from_hir(&tree)
            .map_err(|_| "is too large")?;
        Ok(Self { engine, charset, fold_case })
    }

    /// Whether a whole path matches.
    #[must_use]
    pub fn matches(&self, path: &[u8]) -> bool {
        let whole = |path: &[u8]| self.engine.is_match(Input::new(path).anchored(Anchored::Yes));
        if self.fold_case { whole(&to_upper(path, self.charset)) } else { whole(path) }
    }
}

/// A text in upper case; bytes that are no characters stay as they are.
fn to_upper(text: &[u8], charset: Charset) -> Vec<u8> {
    if charset == Charset::Bytes || text.is_ascii() {
        return text.to_ascii_uppercase();
    }
    let mut upper = Vec::with_capacity(text.len());
    for chunk in text.utf8_chunks() {
        for letter in chunk.valid().chars() {
            let code = ctype::to_upper(u32::from(letter));
            let letter = char::from_u32(code).unwrap_or(letter);
            upper.extend_from_slice(letter.encode_utf8(&mut [0; 4]).as_bytes());
        }
        upper.extend_from_slice(chunk.invalid());
    }
    upper
}
