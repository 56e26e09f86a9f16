//! File name patterns as `-name`, `-iname`, `-path` and `-ipath` take them: fnmatch(3) without flags, or with
//! FNM_CASEFOLD, exactly as glibc answers in the `C` and `C.UTF-8` locales.
//!
//! `*` and `?` match a slash and a leading dot. Most patterns are text around `*` and become comparisons of slices: in
//! UTF-8 too, since the bytes of one character are never part of another. The rest goes to the general matcher.
//!
//! Where this stops: a locale's own order (ranges and equivalence classes follow code points, as in `C.UTF-8`, not the
//! order of `sv_SE.UTF-8`), glibc's extra class `[[:combining:]]`, and characters newer than Unicode 14, which belong to
//! no class and have no case. What the last component of a path is, and that a starting point is matched without its
//! trailing slashes, is the caller's business; a pattern that ends in a slash matches no name but `/` then.

pub(super) mod ctype;
mod fnmatch;
mod globs;
#[cfg(test)]
pub(super) mod oracle;
mod set;
mod shape;
#[cfg(test)]
mod tests;

use crate::base::Charset;
use fnmatch::{Fnmatch, Rules};
pub use set::PatternSet;
use shape::{AsciiFold, Exact, Shape};

/// A compiled pattern.
#[derive(Debug)]
pub struct Pattern {
    text: Box<[u8]>,
    matcher: Matcher,
}

#[derive(Debug)]
enum Matcher {
    /// Bytes as they are.
    Exact(Shape<Exact>),
    /// ASCII letters in either case, and no other character folds to what the pattern holds.
    Folded(Shape<AsciiFold>),
    /// The same, but the pattern holds a letter that a character beyond ASCII folds to: a name with such characters
    /// that did not match goes to the second.
    FoldedThen(Shape<AsciiFold>, Box<Fnmatch>),
    General(Box<Fnmatch>, bool),
}

impl Pattern {
    /// Compiles a pattern; every text is one. As in glibc, `[^` negates unless POSIXLY_CORRECT is set.
    #[must_use]
    pub fn new(text: &[u8], charset: Charset, fold_case: bool) -> Self {
        let rules = Rules::of_process(fold_case);
        let general = || Box::new(Fnmatch::new(text, charset, rules));
        let matcher = match shape::pieces(text) {
            None => Matcher::General(general(), fold_case),
            Some(pieces) if !fold_case => Matcher::Exact(Shape::new(pieces)),
            Some(pieces) if charset == Charset::Bytes => Matcher::Folded(Shape::new(pieces)),
            Some(_) if !text.is_ascii() => Matcher::General(general(), true),
            Some(pieces) if text.iter().any(|&byte| !extra_last_bytes(byte).is_empty()) => {
                Matcher::FoldedThen(Shape::new(pieces), general())
            }
            Some(pieces) => Matcher::Folded(Shape::new(pieces)),
        };
        Self { text: text.into(), matcher }
    }

    /// Whether a whole name, or a whole path, matches.
    #[inline]
    #[must_use]
    pub fn matches(&self, name: &[u8]) -> bool {
        match &self.matcher {
            Matcher::Exact(shape) => shape.matches(name),
            Matcher::Folded(shape) => shape.matches(name),
            Matcher::FoldedThen(shape, general) => shape.matches(name) || !name.is_ascii() && general.matches(name),
            Matcher::General(general, _) => general.matches(name),
        }
    }

    /// How it is matched, for people: `literal`, `prefix`, `suffix`, `prefix and suffix`, `contains`, `any`, `glob` (more
    /// text around `*`) or `fnmatch` (the general matcher).
    #[must_use]
    pub fn strategy(&self) -> &'static str {
        match &self.matcher {
            Matcher::Exact(shape) => shape.strategy(),
            Matcher::Folded(shape) | Matcher::FoldedThen(shape, _) => shape.strategy(),
            Matcher::General(..) => "fnmatch",
        }
    }

    /// The pattern as it was written.
    #[must_use]
    pub fn text(&self) -> &[u8] {
        &self.text
    }

    /// What a match costs, relative to other patterns; about nanoseconds for a short name.
    #[must_use]
    pub fn cost(&self) -> u8 {
        match &self.matcher {
            Matcher::Exact(shape) => shape.cost(),
            Matcher::Folded(shape) | Matcher::FoldedThen(shape, _) => shape.cost() + 2,
            Matcher::General(_, fold) => 40 + u8::from(*fold) * 10,
        }
    }

    /// The bytes one of which every name that matches ends in, if that is known.
    fn last_bytes(&self) -> Option<Vec<u8>> {
        match &self.matcher {
            Matcher::Exact(shape) => shape.last_byte().map(|last| vec![last]),
            Matcher::Folded(shape) => shape.last_byte().map(both_cases),
            Matcher::FoldedThen(shape, _) => shape.last_byte().map(|last| [both_cases(last).as_slice(), extra_last_bytes(last)].concat()),
            Matcher::General(general, _) => general.last_bytes(),
        }
    }
}

fn both_cases(byte: u8) -> Vec<u8> {
    let (lower, upper) = (byte.to_ascii_lowercase(), byte.to_ascii_uppercase());
    if lower == upper { vec![lower] } else { vec![lower, upper] }
}

/// The last bytes of the characters beyond ASCII whose lower case is this letter's: U+0130, I with a dot, and U+212A,
/// the sign for kelvin. There are no others.
const fn extra_last_bytes(letter: u8) -> &'static [u8] {
    match letter {
        b'i' | b'I' => &[0xb0],
        b'k' | b'K' => &[0xaa],
        _ => &[],
    }
}
