//! The types of regular expressions and in what they differ: glibc's RE_SYNTAX bits, tried on find 4.9.

/// What a type's syntax allows; each bit is glibc's of the same name and value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Syntax(u32);

impl Syntax {
    pub(super) const BACKSLASH_ESCAPE_IN_LISTS: Self = Self(1);
    pub(super) const BK_PLUS_QM: Self = Self(1 << 1);
    pub(super) const CHAR_CLASSES: Self = Self(1 << 2);
    pub(super) const CONTEXT_INDEP_ANCHORS: Self = Self(1 << 3);
    pub(super) const CONTEXT_INDEP_OPS: Self = Self(1 << 4);
    pub(super) const CONTEXT_INVALID_OPS: Self = Self(1 << 5);
    pub(super) const DOT_NEWLINE: Self = Self(1 << 6);
    pub(super) const INTERVALS: Self = Self(1 << 9);
    pub(super) const LIMITED_OPS: Self = Self(1 << 10);
    pub(super) const NEWLINE_ALT: Self = Self(1 << 11);
    pub(super) const NO_BK_BRACES: Self = Self(1 << 12);
    pub(super) const NO_BK_PARENS: Self = Self(1 << 13);
    pub(super) const NO_BK_REFS: Self = Self(1 << 14);
    pub(super) const NO_BK_VBAR: Self = Self(1 << 15);
    pub(super) const NO_EMPTY_RANGES: Self = Self(1 << 16);
    pub(super) const UNMATCHED_RIGHT_PAREN_ORD: Self = Self(1 << 17);
    pub(super) const NO_GNU_OPS: Self = Self(1 << 19);
    pub(super) const INVALID_INTERVAL_ORD: Self = Self(1 << 21);
    pub(super) const CONTEXT_INVALID_DUP: Self = Self(1 << 24);

    const NONE: Self = Self(0);
    const COMMON: Self = Self::CHAR_CLASSES.with(Self::DOT_NEWLINE).with(Self::INTERVALS).with(Self::NO_EMPTY_RANGES);
    const BASIC: Self = Self::COMMON.with(Self::BK_PLUS_QM).with(Self::CONTEXT_INVALID_DUP);
    const GREP: Self = Self::BASIC.without(Self::CONTEXT_INVALID_DUP).with(Self::NEWLINE_ALT);
    const EXTENDED: Self = Self::COMMON
        .with(Self::CONTEXT_INDEP_ANCHORS)
        .with(Self::CONTEXT_INDEP_OPS)
        .with(Self::NO_BK_BRACES)
        .with(Self::NO_BK_PARENS)
        .with(Self::NO_BK_VBAR)
        .with(Self::CONTEXT_INVALID_OPS)
        .with(Self::UNMATCHED_RIGHT_PAREN_ORD);
    const EGREP: Self = Self::EXTENDED.without(Self::CONTEXT_INVALID_OPS).with(Self::INVALID_INTERVAL_ORD).with(Self::NEWLINE_ALT);
    const POSIX_AWK: Self = Self::EXTENDED.with(Self::BACKSLASH_ESCAPE_IN_LISTS).with(Self::NO_GNU_OPS).with(Self::INVALID_INTERVAL_ORD);
    const GNU_AWK: Self = Self::EXTENDED
        .with(Self::BACKSLASH_ESCAPE_IN_LISTS)
        .with(Self::INVALID_INTERVAL_ORD)
        .without(Self::CONTEXT_INDEP_OPS)
        .without(Self::CONTEXT_INVALID_OPS);
    const AWK: Self = Self::BACKSLASH_ESCAPE_IN_LISTS
        .with(Self::NO_BK_PARENS)
        .with(Self::NO_BK_REFS)
        .with(Self::NO_BK_VBAR)
        .with(Self::NO_EMPTY_RANGES)
        .with(Self::DOT_NEWLINE)
        .with(Self::CONTEXT_INDEP_ANCHORS)
        .with(Self::CHAR_CLASSES)
        .with(Self::UNMATCHED_RIGHT_PAREN_ORD)
        .with(Self::NO_GNU_OPS);

    const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The number that glibc knows it by.
    #[cfg(test)]
    pub(super) const fn bits(self) -> u32 {
        self.0
    }

    pub(super) const fn has(self, bit: Self) -> bool {
        self.0 & bit.0 != 0
    }
}

/// A type of `-regextype`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RegexType(usize);

/// Every name with its syntax, in the order of find's own list.
const TYPES: &[(&str, Syntax)] = &[
    ("findutils-default", Syntax::DOT_NEWLINE),
    ("ed", Syntax::BASIC),
    ("emacs", Syntax::NONE),
    ("gnu-awk", Syntax::GNU_AWK),
    ("grep", Syntax::GREP),
    ("posix-awk", Syntax::POSIX_AWK),
    ("awk", Syntax::AWK),
    ("posix-basic", Syntax::BASIC),
    ("posix-egrep", Syntax::EGREP),
    ("egrep", Syntax::EGREP),
    ("posix-extended", Syntax::EXTENDED),
    ("posix-minimal-basic", Syntax::COMMON.with(Syntax::LIMITED_OPS)),
    ("sed", Syntax::BASIC),
];

impl RegexType {
    /// Where no type is named: as GNU's code has it, not its manual.
    pub const DEFAULT: Self = Self(2);
    /// That of `-E`.
    pub const EXTENDED: Self = Self(10);

    /// The type of a name, if there is one.
    #[must_use]
    pub fn named(name: &[u8]) -> Option<Self> {
        TYPES.iter().position(|(known, _)| known.as_bytes() == name).map(Self)
    }

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        TYPES.get(self.0).map_or("", |(name, _)| name)
    }

    /// All of them.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..TYPES.len()).map(Self)
    }

    pub(super) fn syntax(self) -> Syntax {
        TYPES.get(self.0).map_or(Syntax::NONE, |(_, syntax)| *syntax)
    }
}
