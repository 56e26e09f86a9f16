//! `-size`: a number of units, rounded up.

use super::count::{Cmp, Count, parse_number};

/// A size to compare with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SizeTest {
    count: Count,
    unit: u64,
}

impl SizeTest {
    /// The letters of the units with their bytes; without a letter it is `b`.
    pub const UNITS: &'static [(u8, u64)] =
        &[(b'b', 512), (b'c', 1), (b'w', 2), (b'k', 1 << 10), (b'M', 1 << 20), (b'G', 1 << 30), (b'T', 1 << 40), (b'P', 1 << 50)];

    /// Reads `[+-]N[bcwkMGTP]`. `None` if it is anything else.
    #[must_use]
    pub fn parse(word: &[u8]) -> Option<Self> {
        let (cmp, rest) = Cmp::split(word);
        let (digits, letter) = match rest.split_last()? {
            (last, _) if last.is_ascii_digit() => (rest, b'b'),
            (last, digits) => (digits, *last),
        };
        let (_, unit) = *Self::UNITS.iter().find(|(name, _)| *name == letter)?;
        Some(Self { count: Count { cmp, n: parse_number(digits)? }, unit })
    }

    /// Whether a file of `size` bytes is of this size: begun units count as whole ones, so `-1k` holds for empty files only.
    #[must_use]
    pub const fn holds(self, size: u64) -> bool {
        self.count.holds(size.div_ceil(self.unit))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn holds(word: &str, size: u64) -> bool {
        SizeTest::parse(word.as_bytes()).unwrap().holds(size)
    }

    #[test]
    fn begun_units_count_as_whole_ones() {
        for (letter, unit) in SizeTest::UNITS {
            let letter = *letter as char;
            assert!(holds(&format!("0{letter}"), 0) && holds(&format!("-1{letter}"), 0));
            assert!(holds(&format!("1{letter}"), 1) && holds(&format!("1{letter}"), *unit) && !holds(&format!("1{letter}"), unit + 1));
            assert!(holds(&format!("2{letter}"), unit + 1) && holds(&format!("+1{letter}"), unit + 1));
            assert!(!holds(&format!("-1{letter}"), 1) && !holds(&format!("+1{letter}"), *unit));
        }
        assert!(holds("1", 512) && !holds("1", 513));
    }

    #[test]
    fn the_largest_numbers_do_not_wrap() {
        assert!(holds("18446744073709551615c", u64::MAX));
        assert!(!holds("18446744073709551615c", u64::MAX - 1));
        assert!(holds("-18446744073709551615G", u64::MAX));
        assert!(holds("+17179869183G", u64::MAX));
        assert_eq!(SizeTest::parse(b"18446744073709551616c"), None);
    }

    #[test]
    fn anything_else_is_no_size() {
        for word in ["", "k", "+", "+k", "12Q", "1kk", "1b2", "--1k", "1.5k", "1K"] {
            assert_eq!(SizeTest::parse(word.as_bytes()), None, "{word:?}");
        }
        assert_eq!(SizeTest::parse(b"++ 1k"), None);
        assert_eq!(SizeTest::parse(b"+ 1k"), SizeTest::parse(b"+1k"));
    }
}
