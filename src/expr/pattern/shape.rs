//! Patterns that are text around `*`: comparisons of slices, without allocation.

use memchr::{memchr2_iter, memmem};
use std::fmt::Debug;

/// How text compares, and what is prepared to find it.
pub(super) trait Compare {
    /// A text ready to be searched for.
    type Needle: Debug;
    fn equal(left: &[u8], right: &[u8]) -> bool;
    fn needle(text: &[u8]) -> Self::Needle;
    /// The end of the first occurrence.
    fn find(needle: &Self::Needle, name: &[u8]) -> Option<usize>;
}

/// Byte for byte.
#[derive(Debug)]
pub(super) struct Exact;

impl Compare for Exact {
    type Needle = memmem::Finder<'static>;

    #[inline]
    fn equal(left: &[u8], right: &[u8]) -> bool {
        left == right
    }

    fn needle(text: &[u8]) -> Self::Needle {
        memmem::Finder::new(text).into_owned()
    }

    #[inline]
    fn find(needle: &Self::Needle, name: &[u8]) -> Option<usize> {
        needle.find(name).map(|at| at + needle.needle().len())
    }
}

/// ASCII letters in either case.
#[derive(Debug)]
pub(super) struct AsciiFold;

impl Compare for AsciiFold {
    type Needle = Box<[u8]>;

    #[inline]
    fn equal(left: &[u8], right: &[u8]) -> bool {
        left.eq_ignore_ascii_case(right)
    }

    fn needle(text: &[u8]) -> Self::Needle {
        text.into()
    }

    fn find(needle: &Self::Needle, name: &[u8]) -> Option<usize> {
        let Some(&first) = needle.first() else { return Some(0) };
        memchr2_iter(first.to_ascii_lowercase(), first.to_ascii_uppercase(), name)
            .map(|at| (at, at + needle.len()))
            .take_while(|&(_, end)| end <= name.len())
            .find(|&(at, end)| needle.eq_ignore_ascii_case(&name[at..end]))
            .map(|(_, end)| end)
    }
}

/// Text around `*`.
#[derive(Debug)]
pub(super) enum Shape<C: Compare> {
    Any,
    Literal(Box<[u8]>),
    Prefix(Box<[u8]>),
    Suffix(Box<[u8]>),
    Ends(Box<[u8]>, Box<[u8]>),
    Contains(Box<C::Needle>),
    Glob { prefix: Box<[u8]>, inner: Box<[C::Needle]>, suffix: Box<[u8]> },
}

impl<C: Compare> Shape<C> {
    /// From the pieces between the stars, of which there is one at least.
    pub(super) fn new(mut pieces: Vec<Vec<u8>>) -> Self {
        let suffix = pieces.pop().unwrap_or_default().into_boxed_slice();
        if pieces.is_empty() {
            return Self::Literal(suffix);
        }
        let prefix = pieces.remove(0).into_boxed_slice();
        pieces.retain(|piece| !piece.is_empty());
        match (prefix.is_empty(), pieces.as_slice(), suffix.is_empty()) {
            (true, [], true) => Self::Any,
            (false, [], true) => Self::Prefix(prefix),
            (true, [], false) => Self::Suffix(suffix),
            (false, [], false) => Self::Ends(prefix, suffix),
            (true, [piece], true) => Self::Contains(Box::new(C::needle(piece))),
            (_, inner, _) => Self::Glob { prefix, inner: inner.iter().map(|piece| C::needle(piece)).collect(), suffix },
        }
    }

    #[inline]
    pub(super) fn matches(&self, name: &[u8]) -> bool {
        match self {
            Self::Any => true,
            Self::Literal(text) => C::equal(text, name),
            Self::Prefix(prefix) => starts::<C>(name, prefix),
            Self::Suffix(suffix) => ends::<C>(name, suffix),
            Self::Ends(prefix, suffix) => inside::<C>(name, prefix, suffix).is_some(),
            Self::Contains(needle) => C::find(needle, name).is_some(),
            Self::Glob { prefix, inner, suffix } => inside::<C>(name, prefix, suffix).is_some_and(|rest| in_order::<C>(rest, inner)),
        }
    }

    pub(super) const fn strategy(&self) -> &'static str {
        match self {
            Self::Any => "any",
            Self::Literal(_) => "literal",
            Self::Prefix(_) => "prefix",
            Self::Suffix(_) => "suffix",
            Self::Ends(..) => "prefix and suffix",
            Self::Contains(_) => "contains",
            Self::Glob { .. } => "glob",
        }
    }

    pub(super) const fn cost(&self) -> u8 {
        match self {
            Self::Any => 0,
            Self::Literal(_) => 1,
            Self::Prefix(_) | Self::Suffix(_) => 2,
            Self::Ends(..) => 3,
            Self::Contains(_) => 10,
            Self::Glob { .. } => 15,
        }
    }

    /// The byte that the pattern's text ends in, if no star does.
    pub(super) fn last_byte(&self) -> Option<u8> {
        match self {
            Self::Literal(text) | Self::Suffix(text) | Self::Ends(_, text) | Self::Glob { suffix: text, .. } => text.last().copied(),
            Self::Any | Self::Prefix(_) | Self::Contains(_) => None,
        }
    }
}

#[inline]
fn starts<C: Compare>(name: &[u8], prefix: &[u8]) -> bool {
    name.len() >= prefix.len() && C::equal(&name[..prefix.len()], prefix)
}

#[inline]
fn ends<C: Compare>(name: &[u8], suffix: &[u8]) -> bool {
    name.len() >= suffix.len() && C::equal(&name[name.len() - suffix.len()..], suffix)
}

/// What is left of a name between a prefix and a suffix that do not overlap.
#[inline]
fn inside<'a, C: Compare>(name: &'a [u8], prefix: &[u8], suffix: &[u8]) -> Option<&'a [u8]> {
    let end = name.len().checked_sub(suffix.len()).filter(|&end| end >= prefix.len())?;
    (C::equal(&name[end..], suffix) && C::equal(&name[..prefix.len()], prefix)).then(|| &name[prefix.len()..end])
}

/// Whether texts occur one behind the other. The first occurrence of each leaves the most to the next.
fn in_order<C: Compare>(mut rest: &[u8], inner: &[C::Needle]) -> bool {
    inner.iter().all(|needle| {
        let found = C::find(needle, rest);
        rest = &rest[found.unwrap_or(0)..];
        found.is_some()
    })
}

/// The texts between the stars of a pattern that has nothing else special; `None` if it has.
pub(super) fn pieces(text: &[u8]) -> Option<Vec<Vec<u8>>> {
    let mut pieces = vec![Vec::new()];
    let mut bytes = text.iter();
    while let Some(&byte) = bytes.next() {
        let plain = match byte {
            b'?' | b'[' => return None,
            b'*' => {
                pieces.push(Vec::new());
                continue;
            }
            // A backslash at the end matches nothing: not a matter of texts.
            b'\\' => *bytes.next()?,
            _ => byte,
        };
        pieces.last_mut()?.push(plain);
    }
    Some(pieces)
}
