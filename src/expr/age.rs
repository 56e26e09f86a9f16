//! `-mtime`, `-amin` and their kin: a number of days or minutes, compared with the age of a timestamp.

use super::count::{Cmp, parse_digits, skip_blanks};
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
    /// Birth.
    Birth,
}

impl Stamp {
    /// The field that holds it.
    #[must_use]
    pub const fn field(self) -> Fields {
        match self {
            Self::Access => Fields::ATIME,
            Self::Modify => Fields::MTIME,
            Self::Change => Fields::CTIME,
            Self::Birth => Fields::BTIME,
        }
    }
}

/// In what an age is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AgeUnit {
    /// One second, of whole ones that have passed.
    Second,
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
            Self::Second => 1,
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

    /// Reads `[+-]N[smhdw]..` as seconds, as BSD's find takes it: `2h`, `-1d12h`. `None` if it is anything else or too
    /// much.
    #[must_use]
    pub fn parse_units(word: &[u8]) -> Option<Self> {
        let (cmp, mut rest) = Cmp::split(word);
        let mut total: u64 = 0;
        while !rest.is_empty() {
            let end = rest.iter().position(|byte| !byte.is_ascii_digit())?;
            let (digits, tail) = rest.split_at(end);
            let (letter, after) = tail.split_first()?;
            let (_, seconds) = *Self::UNITS.iter().find(|(name, _)| name == letter)?;
            total = total.checked_add(parse_digits(digits)?.checked_mul(seconds)?)?;
            rest = after;
        }
        // Whole seconds beyond 2^53 are of no clock.
        #[allow(clippy::cast_precision_loss)]
        (!word.is_empty()).then_some(Self { cmp, n: total as f64 })
    }

    /// The letters of units with their seconds.
    const UNITS: &'static [(u8, u64)] = &[(b's', 1), (b'm', 60), (b'h', 3600), (b'd', 86_400), (b'w', 604_800)];
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

    #[test]
    fn ages_may_have_units() {
        for (word, cmp, n) in [("2h", Cmp::Equal, 7200.0), ("-1d12h", Cmp::Less, 129_600.0), ("+1w2m3s", Cmp::More, 604_923.0)] {
            assert_eq!(Age::parse_units(word.as_bytes()), Some(Age { cmp, n }), "{word:?}");
        }
        for word in ["", "1", "h", "1h2", "1.5h", "1y", "--1h", "1 h", "99999999999999999999s"] {
            assert_eq!(Age::parse_units(word.as_bytes()), None, "{word:?}");
        }
    }
}
