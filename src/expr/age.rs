//! `-mtime`, `-amin` and their kin: a number of days or minutes, compared with the age of a timestamp.

use super::count::{Cmp, skip_blanks};
use crate::base::Fields;

/// A timestamp of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stamp {
    /// Last access.
    Access,
    /// Last change of the contents.
    Modify,
    /// Last change of the inode.
    Change,
}

impl Stamp {
    /// The field that holds it.
    #[must_use]
    pub const fn field(self) -> Fields {
        match self {
            Self::Access => Fields::ATIME,
            Self::Modify => Fields::MTIME,
            Self::Change => Fields::CTIME,
        }
    }
}

/// In what an age is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AgeUnit {
    /// 60 seconds.
    Minute,
    /// 86,400 seconds.
    Day,
}

impl AgeUnit {
    /// Its length.
    #[must_use]
    pub const fn seconds(self) -> u32 {
        match self {
            Self::Minute => 60,
            Self::Day => 86_400,
        }
    }
}

/// An age to compare with; the plan makes instants of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Age {
    /// How.
    pub cmp: Cmp,
    /// With how many units; finite.
    pub n: f64,
}

impl Age {
    /// Reads `[+-]N`, where N is a decimal number with an optional sign of its own, fraction and exponent, as GNU find
    /// takes it. `None` if it is anything else; hexadecimal and infinite numbers are not taken.
    #[must_use]
    pub fn parse(word: &[u8]) -> Option<Self> {
        let (cmp, rest) = Cmp::split(word);
        let number = skip_blanks(rest);
        let plain = number.iter().all(|byte| matches!(byte, b'0'..=b'9' | b'.' | b'+' | b'-' | b'e' | b'E'));
        let n: f64 = if plain { std::str::from_utf8(number).ok()?.parse().ok()? } else { return None };
        n.is_finite().then_some(Self { cmp, n })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ages_may_have_fractions() {
        for (word, cmp, n) in [
            ("0", Cmp::Equal, 0.0),
            ("+.5", Cmp::More, 0.5),
            ("-2.", Cmp::Less, 2.0),
            ("-+1.25", Cmp::Less, 1.25),
            ("--3", Cmp::Less, -3.0),
            (" 4", Cmp::Equal, 4.0),
            ("1e3", Cmp::Equal, 1000.0),
        ] {
            assert_eq!(Age::parse(word.as_bytes()), Some(Age { cmp, n }), "{word:?}");
        }
        for word in ["", "+", "x", "1x", "1 ", ".", "inf", "nan", "0x10", "1h", "1e999"] {
            assert_eq!(Age::parse(word.as_bytes()), None, "{word:?}");
        }
    }
}
