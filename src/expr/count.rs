//! Numbers to compare with: `N`, `+N`, `-N`.

/// How a number of an entry is compared with the operand's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cmp {
    /// `-N`: less.
    Less,
    /// `N`: equal.
    Equal,
    /// `+N`: more.
    More,
}

impl Cmp {
    /// Takes the sign off the front of an operand.
    #[must_use]
    pub fn split(word: &[u8]) -> (Self, &[u8]) {
        match word {
            [b'+', rest @ ..] => (Self::More, rest),
            [b'-', rest @ ..] => (Self::Less, rest),
            _ => (Self::Equal, word),
        }
    }
}

/// A whole number to compare with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count {
    /// How.
    pub cmp: Cmp,
    /// With what.
    pub n: u64,
}

impl Count {
    /// Equal to `n`.
    #[must_use]
    pub const fn exactly(n: u64) -> Self {
        Self { cmp: Cmp::Equal, n }
    }

    /// Reads `[+-]N`, N up to 2^64-1. `None` if it is anything else.
    #[must_use]
    pub fn parse(word: &[u8]) -> Option<Self> {
        let (cmp, digits) = Cmp::split(word);
        parse_number(digits).map(|n| Self { cmp, n })
    }

    /// Whether `value` compares as asked.
    #[must_use]
    pub const fn holds(self, value: u64) -> bool {
        match self.cmp {
            Cmp::Less => value < self.n,
            Cmp::Equal => value == self.n,
            Cmp::More => value > self.n,
        }
    }
}

/// A decimal number as strtoumax(3) takes it for GNU find: blanks and one plus sign before the digits are allowed, a
/// minus sign and anything behind them are not.
pub(super) fn parse_number(text: &[u8]) -> Option<u64> {
    let text = skip_blanks(text);
    let digits = text.strip_prefix(b"+").unwrap_or(text);
    parse_digits(digits)
}

/// A decimal number of digits alone.
pub(super) fn parse_digits(digits: &[u8]) -> Option<u64> {
    if digits.is_empty() {
        return None;
    }
    digits.iter().try_fold(0u64, |n, byte| {
        let digit = byte.is_ascii_digit().then(|| u64::from(byte - b'0'))?;
        n.checked_mul(10)?.checked_add(digit)
    })
}

/// `text` without the white space of the C locale at its front.
pub(super) fn skip_blanks(text: &[u8]) -> &[u8] {
    let blanks = text.iter().take_while(|byte| matches!(byte, b' ' | b'\t'..=b'\r')).count();
    &text[blanks..]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sign_says_how_to_compare() {
        for (word, holds) in [("5", [false, true, false]), ("+5", [false, false, true]), ("-5", [true, false, false])] {
            let count = Count::parse(word.as_bytes()).unwrap();
            assert_eq!([count.holds(4), count.holds(5), count.holds(6)], holds, "{word}");
        }
    }

    #[test]
    fn numbers_are_read_as_gnu_find_reads_them() {
        for (word, n) in [("0", 0), ("++7", 7), ("+ 7", 7), (" 7", 7), ("007", 7), ("18446744073709551615", u64::MAX)] {
            assert_eq!(Count::parse(word.as_bytes()).map(|count| count.n), Some(n), "{word:?}");
        }
        for word in ["", "+", "-", "--7", "+-7", "7 ", "7k", "x", "0x7", "18446744073709551616"] {
            assert_eq!(Count::parse(word.as_bytes()), None, "{word:?}");
        }
    }
}
