//! How sums are written: in units, or with the letter that suits them. Always rounded up, as GNU's du has it.

use super::number::{digits, push_decimal};
use crate::base::{Misfit, Scaled, abbreviated};
use std::ffi::OsString;

/// The letters of the powers of 1000 and 1024; that of 1000 itself is `k`.
const LETTERS: &[u8; 8] = b"KMGTPEZY";

/// The letters that a size may end in. Those that mean nothing are taken for a unit all the same, and refused as one.
const UNITS: &[u8] = b"eEgGkKmMpPtTyYzZ";

/// The words of `-B` that are no size.
const WORDS: [(&str, Amount); 2] = [("human-readable", Amount::HUMAN), ("si", Amount::SI)];

/// How sums are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Amount {
    /// The unit; not zero.
    unit: u64,
    /// Each sum has the letter that suits it.
    scaled: bool,
    /// The ratio of neighbouring letters, 1000 or 1024.
    base: u16,
    /// A letter is written.
    letter: bool,
    /// A `B` is written behind it, and between them an `i` if the letter is of 1024.
    bytes: bool,
}

impl Amount {
    /// `4.0K`, powers of 1024 (`-h`).
    pub const HUMAN: Self = Self { scaled: true, letter: true, ..Self::in_units(1) };
    /// `4.1k`, powers of 1000 (`--si`).
    pub const SI: Self = Self { base: 1000, ..Self::HUMAN };

    /// Plain numbers of a unit, such as 1024 (`-k`).
    #[must_use]
    pub const fn in_units(unit: u64) -> Self {
        Self { unit, scaled: false, base: 1024, letter: false, bytes: false }
    }

    /// From a size: `1K` writes plain numbers, `K` (no number) writes its letter behind them.
    ///
    /// # Errors
    /// It is none.
    pub fn parse(word: &[u8]) -> Result<Self, Misfit> {
        Self::read(word, 0)
    }

    /// From the first variable of `own` (such as DU_BLOCK_SIZE), BLOCK_SIZE and BLOCKSIZE that is set. A value that is wrong stands for
    /// the usual units, 1024 or with POSIXLY_CORRECT 512, or for what could be read of it.
    #[must_use]
    pub fn from_env(own: &str, variable: impl Fn(&str) -> Option<OsString>) -> Self {
        let usual = if variable("POSIXLY_CORRECT").is_some() { 512 } else { 1024 };
        let word = [own, "BLOCK_SIZE", "BLOCKSIZE"].into_iter().find_map(variable);
        let word = word.unwrap_or_default();
        Self::read(word.as_encoded_bytes(), usual).unwrap_or(Self::in_units(usual))
    }

    /// Reads a size. What is wrong with it does not matter where its number is usable and there are `usual` units.
    fn read(word: &[u8], usual: u64) -> Result<Self, Misfit> {
        // A quotation mark asks for the locale's separator of thousands, of which the C locale has none.
        let word = word.strip_prefix(b"'").unwrap_or(word);
        if let Ok(amount) = abbreviated(word, WORDS) {
            return Ok(amount);
        }
        let scaled = Scaled::read(word, UNITS);
        let unit = match scaled.positive() {
            Ok(unit) => unit,
            Err(_) if usual > 0 && scaled.magnitude > 0 && !scaled.negative => return Ok(Self::in_units(scaled.magnitude)),
            Err(misfit) => return Err(misfit),
        };
        let amount = Self::in_units(unit);
        if word.iter().any(u8::is_ascii_digit) {
            return Ok(amount);
        }
        let bytes = word.ends_with(b"B");
        Ok(Self { letter: true, bytes, base: if bytes && !word.ends_with(b"iB") { 1000 } else { 1024 }, ..amount })
    }

    /// The same for things that are counted one by one: no units, but letters if they suit.
    #[must_use]
    pub const fn counting(self) -> Self {
        Self { unit: 1, ..self }
    }

    /// Appends a sum of bytes, or of what is counted. The greatest number stands for all that are greater.
    pub fn push(&self, to: &mut Vec<u8>, number: u64) {
        if number == u64::MAX {
            return to.extend_from_slice(b"Infinity");
        }
        let power = if self.scaled { self.push_scaled(to, number) } else { self.push_plain(to, number) };
        if self.letter && power > 0 {
            to.push(if self.base == 1000 && power == 1 { b'k' } else { LETTERS[power - 1] });
            if self.bytes && self.base == 1024 {
                to.push(b'i');
            }
        }
        if self.bytes {
            to.push(b'B');
        }
    }

    /// Columns of a sum.
    #[must_use]
    pub fn columns(&self, number: u64) -> usize {
        if !self.scaled && !self.letter && !self.bytes {
            return digits(number.div_ceil(self.unit));
        }
        let mut text = Vec::with_capacity(16);
        self.push(&mut text, number);
        text.len()
    }

    /// Appends a sum aligned to the right of `width` columns.
    pub fn push_right(&self, to: &mut Vec<u8>, number: u64, width: usize) {
        to.resize(to.len() + width.saturating_sub(self.columns(number)), b' ');
        self.push(to, number);
    }

    /// Appends the digits of a sum in units. Returns the power that the unit is.
    fn push_plain(&self, to: &mut Vec<u8>, number: u64) -> usize {
        push_decimal(to, number.div_ceil(self.unit));
        let reaches = |power: &usize| u128::from(self.base).pow(*power as u32) >= u128::from(self.unit);
        (0..LETTERS.len()).find(reaches).unwrap_or(LETTERS.len())
    }

    /// Appends the digits of a sum in the power that suits it, which is returned: with one decimal below ten.
    fn push_scaled(&self, to: &mut Vec<u8>, number: u64) -> usize {
        let (number, base) = (u128::from(number), u128::from(self.base));
        let (mut power, mut unit) = (0, u128::from(self.unit));
        while number / unit >= base && power < LETTERS.len() {
            unit *= base;
            power += 1;
        }
        let tenths = (number * 10).div_ceil(unit);
        let whole = number.div_ceil(unit);
        // Rounding up may need another digit, or another power.
        let (whole, tenth) = match power {
            0 => (whole, None),
            _ if tenths < 100 => (tenths / 10, Some(tenths % 10)),
            _ if whole == base && power < LETTERS.len() => {
                power += 1;
                (1, Some(0))
            }
            _ => (whole, None),
        };
        // Below the base, or the number itself.
        push_decimal(to, whole as u64);
        if let Some(tenth) = tenth {
            to.extend_from_slice(&[b'.', b'0' + tenth as u8]);
        }
        power
    }
}
