//! Whole numbers with a unit behind them, as GNU's programs read sizes: `10`, `0x10`, `K`, `4M`, `1kB`, `2GiB`.

/// Why a text is no such number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Misfit {
    /// It does not begin with a number or unit.
    Number,
    /// What follows the number is no unit.
    Unit,
    /// It is too large.
    Large,
}

impl Misfit {
    /// What is said of such a word.
    #[must_use]
    pub const fn reason(self) -> &'static str {
        match self {
            Self::Number => "is no size",
            Self::Unit => "does not end in a unit",
            Self::Large => "is too large",
        }
    }
}

/// A text as far as it is a number with a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scaled {
    /// The number without its sign, in ones; the largest there is where it is larger.
    pub magnitude: u64,
    /// It has a minus.
    pub negative: bool,
    /// What is wrong with the text.
    pub misfit: Option<Misfit>,
}

impl Scaled {
    /// Reads a text as strtol(3) does, base 0 (`010` is eight, `0x10` sixteen), then one of the letters of `units`. `K`
    /// and `KiB` are 1024, `KB` is 1000; the number may be missing.
    #[must_use]
    pub fn read(text: &[u8], units: &[u8]) -> Self {
        let (magnitude, negative, rest) = match digits(text) {
            Some(number) => number,
            None if text.first().is_some_and(|letter| units.contains(letter)) => (Some(1), false, text),
            None => return Self { magnitude: 0, negative: false, misfit: Some(Misfit::Number) },
        };
        let (factor, rest) = match rest {
            [] => (Some(1), rest),
            [letter, rest @ ..] if units.contains(letter) => match power(*letter) {
                Some(power) => {
                    let (base, rest): (u64, _) = match rest {
                        [b'i', b'B', rest @ ..] => (1024, rest),
                        [b'B' | b'D', rest @ ..] => (1000, rest),
                        _ => (1024, rest),
                    };
                    (base.checked_pow(power), rest)
                }
                None => (Some(1), text),
            },
            _ => (Some(1), rest),
        };
        let product = match magnitude {
            Some(0) => Some(0),
            number => number.zip(factor).and_then(|(number, factor)| number.checked_mul(factor)),
        };
        let misfit = match product {
            _ if !rest.is_empty() => Some(Misfit::Unit),
            None => Some(Misfit::Large),
            Some(_) => None,
        };
        Self { magnitude: product.unwrap_or(u64::MAX), negative, misfit }
    }

    /// The number, if it is right and has no minus.
    ///
    /// # Errors
    /// It is not.
    pub const fn unsigned(self) -> Result<u64, Misfit> {
        match self.misfit {
            _ if self.negative => Err(Misfit::Number),
            Some(misfit) => Err(misfit),
            None => Ok(self.magnitude),
        }
    }

    /// The same, if it is not zero.
    ///
    /// # Errors
    /// It is not right, or nothing.
    pub const fn positive(self) -> Result<u64, Misfit> {
        if self.magnitude == 0 { Err(Misfit::Number) } else { self.unsigned() }
    }

    /// The number with its sign.
    ///
    /// # Errors
    /// It is not right.
    pub fn signed(self) -> Result<i64, Misfit> {
        match (self.misfit, self.negative) {
            (Some(misfit), _) => Err(misfit),
            (None, true) => 0_i64.checked_sub_unsigned(self.magnitude).ok_or(Misfit::Large),
            (None, false) => i64::try_from(self.magnitude).map_err(|_| Misfit::Large),
        }
    }
}

/// The power of 1000 or 1024 that a letter stands for.
const fn power(letter: u8) -> Option<u32> {
    Some(match letter {
        b'k' | b'K' => 1,
        b'm' | b'M' => 2,
        b'g' | b'G' => 3,
        b't' | b'T' => 4,
        b'P' => 5,
        b'E' => 6,
        b'Z' => 7,
        b'Y' => 8,
        _ => return None,
    })
}

/// The digits at the start of a text, behind blanks and a sign: their number (`None`: too large), whether it has a minus,
/// and what follows.
fn digits(text: &[u8]) -> Option<(Option<u64>, bool, &[u8])> {
    let blank = |byte: &u8| byte.is_ascii_whitespace() || *byte == 0x0b;
    let mut rest = &text[text.iter().take_while(|byte| blank(byte)).count()..];
    let negative = rest.first() == Some(&b'-');
    if let [b'-' | b'+', after @ ..] = rest {
        rest = after;
    }
    let radix = match rest {
        [b'0', b'x' | b'X', digit, ..] if digit.is_ascii_hexdigit() => {
            rest = &rest[2..];
            16
        }
        [b'0', ..] => 8,
        _ => 10,
    };
    let value = |byte: &u8| char::from(*byte).to_digit(radix).map(u64::from);
    let count = rest.iter().take_while(|byte| value(byte).is_some()).count();
    let add = |sum: Option<u64>, digit: u64| sum?.checked_mul(radix.into())?.checked_add(digit);
    let number = rest[..count].iter().filter_map(value).fold(Some(0), add);
    (count > 0).then_some((number, negative, &rest[count..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_units() {
        for (text, number) in [
            ("1", Ok(1)),
            (" \t+12", Ok(12)),
            ("010", Ok(8)),
            ("0x1fK", Ok(31 << 10)),
            ("K", Ok(1024)),
            ("KiB", Ok(1024)),
            ("kB", Ok(1000)),
            ("KD", Ok(1000)),
            ("3Y", Err(Misfit::Large)),
            ("0Y", Err(Misfit::Number)),
            ("15E", Ok(15 << 60)),
            ("16E", Err(Misfit::Large)),
            ("18446744073709551615", Ok(u64::MAX)),
            ("18446744073709551616", Err(Misfit::Large)),
            ("99999999999999999999x", Err(Misfit::Unit)),
            ("Ki", Err(Misfit::Unit)),
            ("1e", Err(Misfit::Unit)),
            ("08", Err(Misfit::Number)),
            ("0x", Err(Misfit::Number)),
            ("1 K", Err(Misfit::Unit)),
            (" K", Err(Misfit::Number)),
            ("-1", Err(Misfit::Number)),
            ("", Err(Misfit::Number)),
        ] {
            assert_eq!(Scaled::read(text.as_bytes(), b"eEgGkKmMpPtTyYzZ").positive(), number, "{text}");
        }
    }

    #[test]
    fn signs() {
        for (text, number) in [
            ("-10K", Ok(-10240)),
            ("-9223372036854775808", Ok(i64::MIN)),
            ("-8E", Ok(i64::MIN)),
            ("8E", Err(Misfit::Large)),
            ("9223372036854775807", Ok(i64::MAX)),
            ("-9223372036854775809", Err(Misfit::Large)),
            ("-0", Ok(0)),
            ("-K", Err(Misfit::Number)),
            ("1g", Err(Misfit::Unit)),
        ] {
            assert_eq!(Scaled::read(text.as_bytes(), b"kKmMGTPEZY").signed(), number, "{text}");
        }
    }
}
