//! One conversion of date(1)'s formats: a letter of strftime(3) with GNU's flags, width and modifiers. `date` reads them.

use super::civil::{Civil, Local};
use super::time;
use crate::base::Time;

/// What fills a conversion up to its width.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Pad {
    /// What is usual: zeros for most numbers, blanks for text.
    #[default]
    Usual,
    /// `_`
    Blank,
    /// `0`
    Zero,
    /// `-`: nothing, whatever the width.
    Nothing,
    /// `+`: zeros, and a year with more digits than usual has a sign.
    Sign,
}

/// A conversion.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Conversion {
    pub(super) pad: Pad,
    /// `^`: in capitals.
    pub(super) upper: bool,
    /// `#`: in the other case, where there is one.
    pub(super) swap: bool,
    pub(super) width: Option<usize>,
    /// `E` or `O`; 0 if there is none.
    pub(super) modifier: u8,
    /// Between the offset's parts.
    pub(super) colons: usize,
    pub(super) letter: u8,
}

/// A number as it is to be shown.
#[derive(Clone, Copy)]
struct Figure {
    value: u64,
    negative: bool,
    /// Columns where no width is given.
    columns: usize,
    /// Padded with blanks if nothing else is asked for.
    blank: bool,
}

impl Conversion {
    /// Whether a letter is known, with this modifier and these colons.
    pub(super) fn takes(&self, letter: u8) -> bool {
        if self.colons > 0 {
            return letter == b'z' && self.colons <= 3;
        }
        match self.modifier {
            0 => b"aAbBcCdDeFgGhHIjklmMNpPqrRsSTuUVwWxXyYzZ".contains(&letter),
            b'E' => b"cCpPqrRsTuxXyYzZ".contains(&letter),
            // What the C library does not know with it, `%Oq`, it leaves as it is.
            _ => b"bBCdegGhHIjklmMNpPrRsSTuUVwWyzZ".contains(&letter),
        }
    }

    /// Appends it for an instant that the zone shows as `civil`.
    pub(super) fn push(&self, to: &mut Vec<u8>, time: Time, civil: &Civil, local: Local<'_>) {
        match self.letter {
            b'a' | b'A' | b'b' | b'h' | b'B' => self.push_name(to, civil),
            b'p' | b'P' => {
                let half = time::half(civil);
                let lower = self.letter == b'P' || self.swap;
                self.fill(to, half.len(), |to| to.extend(half.iter().map(|byte| if lower { byte.to_ascii_lowercase() } else { *byte })));
            }
            b'Z' if self.swap => self.push_text_as_it_is(to, &local.name.to_ascii_lowercase()),
            b'Z' => self.push_text(to, local.name),
            b'N' => self.push_nanos(to, time.nanos),
            b's' => {
                let figure = Figure { value: time.secs.unsigned_abs(), negative: time.secs < 0, columns: 1, blank: false };
                self.push_number(to, figure, false);
            }
            b'z' => self.push_offset(to, local),
            b'D' | b'F' | b'R' | b'T' => self.push_parts(to, civil),
            b'c' | b'r' | b'x' | b'X' => {
                let mut text = Vec::new();
                time::push_whole(&mut text, self.letter, civil);
                self.push_text(to, &text);
            }
            _ => self.push_figure(to, civil),
        }
    }

    fn push_name(&self, to: &mut Vec<u8>, civil: &Civil) {
        let name = match self.letter {
            b'a' => &time::day(civil)[..3],
            b'A' => time::day(civil),
            b'B' => time::month(civil),
            _ => &time::month(civil)[..3],
        };
        // The other case of a name is capitals.
        Self { upper: self.upper || self.swap, ..self.clone() }.push_text(to, name);
    }

    /// Appends a text in its width, in capitals where they are asked for.
    pub(super) fn push_text(&self, to: &mut Vec<u8>, text: &[u8]) {
        if self.upper { self.push_text_as_it_is(to, &text.to_ascii_uppercase()) } else { self.push_text_as_it_is(to, text) }
    }

    fn push_text_as_it_is(&self, to: &mut Vec<u8>, text: &[u8]) {
        self.fill(to, text.len(), |to| to.extend_from_slice(text));
    }

    /// Appends something of `length` bytes, and before it what fills the width.
    fn fill(&self, to: &mut Vec<u8>, length: usize, push: impl FnOnce(&mut Vec<u8>)) {
        let width = if self.pad == Pad::Nothing { 0 } else { self.width.unwrap_or(0) };
        to.resize(to.len() + width.saturating_sub(length), self.filling(b' '));
        push(to);
    }

    const fn filling(&self, usual: u8) -> u8 {
        match self.pad {
            Pad::Usual => usual,
            Pad::Blank | Pad::Nothing => b' ',
            Pad::Zero | Pad::Sign => b'0',
        }
    }

    /// Appends what consists of others.
    fn push_parts(&self, to: &mut Vec<u8>, civil: &Civil) {
        let usual = |letter| Self { letter, ..Self::default() };
        // The year takes the padding, and that of `%F` what the width leaves for it.
        let year = |letter, width| Self { letter, width, pad: self.pad, ..Self::default() };
        let mut text = Vec::new();
        let mut push = |parts: &[Self], between: u8| {
            for (at, part) in parts.iter().enumerate() {
                if at > 0 {
                    text.push(between);
                }
                part.push_figure(&mut text, civil);
            }
        };
        match self.letter {
            b'D' => push(&[usual(b'm'), usual(b'd'), year(b'y', None)], b'/'),
            b'R' => push(&[usual(b'H'), usual(b'M')], b':'),
            b'T' => push(&[usual(b'H'), usual(b'M'), usual(b'S')], b':'),
            _ => {
                let first = match (self.pad, self.width) {
                    (Pad::Usual, None) => Self { pad: Pad::Sign, ..year(b'Y', Some(4)) },
                    (_, width) => year(b'Y', Some(width.unwrap_or(0).saturating_sub(6))),
                };
                push(&[first, usual(b'm'), usual(b'd')], b'-');
            }
        }
        self.push_text(to, &text);
    }

    /// Appends a letter that is one number.
    fn push_figure(&self, to: &mut Vec<u8>, civil: &Civil) {
        let figure = figure(self.letter, civil);
        let yearish = matches!(self.letter, b'C' | b'g' | b'G' | b'y' | b'Y');
        if self.modifier == b'E' && yearish || self.modifier == b'O' && !figure.negative {
            // The C library's own number, as a text.
            let mut text = Vec::new();
            time::number(self.letter, civil).push(&mut text);
            return self.push_text(to, &text);
        }
        let usual_most = if figure.columns == 2 { 99 } else { 9999 };
        let longer = figure.value > usual_most || self.width.is_some_and(|width| width > figure.columns);
        self.push_number(to, figure, yearish && self.pad == Pad::Sign && longer);
    }

    /// Appends a number; `signed` if it has a sign in any case.
    fn push_number(&self, to: &mut Vec<u8>, figure: Figure, signed: bool) {
        self.push_digits(to, figure.value.to_string().as_bytes(), figure, signed);
    }

    fn push_digits(&self, to: &mut Vec<u8>, digits: &[u8], figure: Figure, signed: bool) {
        let signed = signed || figure.negative;
        let width = self.width.unwrap_or(figure.columns);
        let missing = if self.pad == Pad::Nothing { 0 } else { width.saturating_sub(digits.len() + usize::from(signed)) };
        let filling = self.filling(if figure.blank { b' ' } else { b'0' });
        let sign = signed.then_some(if figure.negative { b'-' } else { b'+' });
        if filling == b' ' {
            to.resize(to.len() + missing, filling);
            to.extend(sign);
        } else {
            to.extend(sign);
            to.resize(to.len() + missing, filling);
        }
        to.extend_from_slice(digits);
    }

    /// Appends as many digits of the fraction as the width says, nine without. What only pads loses its last zeros.
    fn push_nanos(&self, to: &mut Vec<u8>, nanos: u32) {
        let width = self.width.filter(|&width| width > 0).unwrap_or(9);
        let text = format!("{nanos:09}");
        let mut digits = &text.as_bytes()[..width.min(text.len())];
        if matches!(self.pad, Pad::Nothing | Pad::Blank) {
            while digits.len() > 1 && digits.last() == Some(&b'0') {
                digits = &digits[..digits.len() - 1];
            }
        }
        to.extend_from_slice(digits);
        if self.pad != Pad::Nothing {
            to.resize(to.len() + width - digits.len(), self.filling(b'0'));
        }
    }

    /// Appends the offset from UTC: hours and minutes, seconds where they are asked for or matter.
    fn push_offset(&self, to: &mut Vec<u8>, local: Local<'_>) {
        let offset = local.offset.unsigned_abs();
        let (hours, minutes, seconds) = (offset / 3600, offset / 60 % 60, offset % 60);
        let (digits, columns) = match self.colons {
            0 => ((hours * 100 + minutes).to_string(), 5),
            3 if minutes == 0 && seconds == 0 => (hours.to_string(), 3),
            2 => (format!("{hours}:{minutes:02}:{seconds:02}"), 9),
            3 if seconds != 0 => (format!("{hours}:{minutes:02}:{seconds:02}"), 9),
            _ => (format!("{hours}:{minutes:02}"), 6),
        };
        let negative = local.offset < 0 || local.offset == 0 && local.name.starts_with(b"-");
        if self.modifier == b'O' && !negative {
            // The C library's own, which knows no colons.
            let text = if self.colons > 0 { "%O:".to_owned() } else { format!("+{digits:0>4}") };
            return self.push_text(to, text.as_bytes());
        }
        self.push_digits(to, digits.as_bytes(), Figure { value: 0, negative, columns, blank: false }, true);
    }
}

/// What a letter shows of a day.
fn figure(letter: u8, civil: &Civil) -> Figure {
    let iso_year = || whole(civil.year) + i64::from(civil.iso_week().0.wrapping_sub(civil.year));
    let year = |number: i64, value: fn(u64) -> u64, columns| {
        let negative = number < 0 && columns != 2;
        Figure { value: value(number.unsigned_abs()), negative, columns, blank: false }
    };
    match letter {
        b'Y' => year(whole(civil.year), |year| year, 4),
        b'G' => year(iso_year(), |year| year, 4),
        b'y' => year(whole(civil.year), |year| year % 100, 2),
        b'g' => year(iso_year(), |year| year % 100, 2),
        b'C' => Figure { negative: whole(civil.year) < 0, ..year(whole(civil.year), |year| year / 100, 2) },
        b'q' => Figure { value: u64::from(civil.month.div_ceil(3)), negative: false, columns: 1, blank: false },
        _ => {
            let number = time::number(letter, civil);
            Figure { value: number.value.unsigned_abs(), negative: number.value < 0, columns: number.columns, blank: number.blank }
        }
    }
}

/// The year that an `int` of the calendar stands for: the C library counts years from 1900 and ends with them.
const fn whole(year: i32) -> i64 {
    let year = year as i64;
    if year < i32::MIN as i64 + 1900 { year + (1 << 32) } else { year }
}
