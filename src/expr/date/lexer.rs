//! A date's text to tokens.

use super::Digits;
use super::words::{self, LocalZones};

/// What can be added to a date.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unit {
    Year,
    Month,
    Days(i64),
    Hour,
    Minute,
    Second,
}

/// A token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token {
    /// A number without sign.
    Plain(Digits),
    /// A number with a sign.
    Signed(Digits),
    /// A number with a fraction, without sign: seconds and nanoseconds.
    Fraction(i64, i64),
    /// The same with a sign; nanoseconds are counted upwards.
    SignedFraction(i64, i64),
    Morning,
    Afternoon,
    Month(i64),
    Weekday(i64),
    Ordinal(i64),
    Unit(Unit),
    DayShift(i64),
    /// With the factor for what stands before it.
    Ago(i64),
    /// Seconds east of Greenwich.
    Zone(i64),
    /// A zone with its summer time, an hour more.
    DayZone(i64),
    /// Whether it is summer time.
    LocalZone(i32),
    /// `DST`
    Summer,
    /// The letter T: between date and time, else a zone.
    T,
    /// Punctuation.
    Mark(u8),
}

/// The tokens of a text; `None` if a word or number is none.
pub(super) fn tokens(text: &[u8], zones: &LocalZones) -> Option<Vec<Token>> {
    let mut lexer = Lexer { text, at: 0 };
    lexer.skip_blanks();
    if lexer.peek().is_none() {
        // An empty text is as 0: the day's first hour.
        return Some(vec![Token::Plain(Digits { value: 0, count: 1, negative: false })]);
    }
    let mut tokens = Vec::new();
    loop {
        lexer.skip_blanks();
        match lexer.peek() {
            None => return Some(tokens),
            Some(b'0'..=b'9' | b'+' | b'-') => tokens.extend(lexer.number()?),
            Some(byte) if byte.is_ascii_alphabetic() => tokens.push(words::look_up(lexer.word(), zones)?),
            Some(b'(') if !lexer.comment() => return Some(tokens),
            Some(b'(') => {}
            Some(mark) => {
                lexer.at += 1;
                tokens.push(Token::Mark(mark));
            }
        }
    }
}

struct Lexer<'a> {
    text: &'a [u8],
    at: usize,
}

impl<'a> Lexer<'a> {
    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    fn skip_blanks(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t'..=b'\r')) {
            self.at += 1;
        }
    }

    fn word(&mut self) -> &'a [u8] {
        let start = self.at;
        while self.peek().is_some_and(|byte| byte.is_ascii_alphabetic() || byte == b'.') {
            self.at += 1;
        }
        &self.text[start..self.at]
    }

    /// Passes over a comment in parentheses, which may hold others. False: it is not closed, and all is over.
    fn comment(&mut self) -> bool {
        let mut depth = 0;
        while let Some(byte) = self.peek() {
            self.at += 1;
            match byte {
                b'(' => depth += 1,
                b')' => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return true;
            }
        }
        false
    }

    /// A number with its sign, or nothing where a sign has no number. `None`: it is too large.
    fn number(&mut self) -> Option<Option<Token>> {
        let mut sign = 0;
        if let Some(mark @ (b'+' | b'-')) = self.peek() {
            sign = if mark == b'-' { -1 } else { 1 };
            self.at += 1;
            self.skip_blanks();
            if !self.peek().is_some_and(|byte| byte.is_ascii_digit()) {
                return Some(None);
            }
        }
        let factor = if sign < 0 { -1 } else { 1 };
        let (mut value, mut count) = (0_i64, 0);
        while let Some(digit @ b'0'..=b'9') = self.peek() {
            value = value.checked_mul(10)?.checked_add(i64::from(digit - b'0') * factor)?;
            count += 1;
            self.at += 1;
        }
        if !self.begins_fraction() {
            let digits = Digits { value, count, negative: sign < 0 };
            return Some(Some(if sign == 0 { Token::Plain(digits) } else { Token::Signed(digits) }));
        }
        let mut nanos = self.fraction(sign < 0);
        if sign < 0 && nanos > 0 {
            value = value.checked_sub(1)?;
            nanos = 1_000_000_000 - nanos;
        }
        Some(Some(if sign == 0 { Token::Fraction(value, nanos) } else { Token::SignedFraction(value, nanos) }))
    }

    fn begins_fraction(&self) -> bool {
        matches!(self.text.get(self.at..), Some([b'.' | b',', b'0'..=b'9', ..]))
    }

    /// Nanoseconds; what is finer is cut off, upwards where `up`.
    fn fraction(&mut self, up: bool) -> i64 {
        self.at += 1;
        let (mut nanos, mut finer) = (0, false);
        for place in 0.. {
            let digit = self.peek().filter(u8::is_ascii_digit);
            match (digit, place < 9) {
                (Some(digit), true) => nanos = nanos * 10 + i64::from(digit - b'0'),
                (Some(digit), false) => finer |= digit != b'0',
                (None, true) => nanos *= 10,
                (None, false) => break,
            }
            self.at += usize::from(digit.is_some());
        }
        nanos + i64::from(up && finer)
    }
}
