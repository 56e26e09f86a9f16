//! Instants by a format of date(1), in the C locale: the styles of `du --time-style`, and what stands between `%` and a
//! letter there: flags, width, modifier.
//!
//! `strftime` renders one conversion. Which time is shown, and what happens where the zone cannot show it, is the
//! caller's business.

use super::civil::{Civil, Zones};
use super::field::WIDTH_MAX;
use super::number::push_signed;
use super::strftime::{Conversion, Pad};
use crate::base::{Time, Unmatched, abbreviated};

/// The styles that have a name.
const STYLES: [(&str, &[u8]); 3] = [("full-iso", b"%Y-%m-%d %H:%M:%S.%N %z"), ("long-iso", b"%Y-%m-%d %H:%M"), ("iso", b"%Y-%m-%d")];

/// The style where none is asked for.
const USUAL: &[u8] = b"long-iso";

/// How instants are written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DateFormat(Vec<Piece>);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Piece {
    Text(Vec<u8>),
    Conversion(Conversion),
}

impl DateFormat {
    /// From a style: `+` and a format, or a name or the beginning of one.
    ///
    /// # Errors
    /// It is neither.
    pub fn parse(style: &[u8]) -> Result<Self, Unmatched> {
        match style {
            [b'+', format @ ..] => Ok(Self::new(format)),
            _ => abbreviated(style, STYLES).map(Self::new),
        }
    }

    /// From the value of TIME_STYLE, if it is set. What only ls(1) knows is passed over: the style `locale`, `posix-`
    /// before others, and a second format behind a newline.
    ///
    /// # Errors
    /// It is no style.
    pub fn from_env(style: Option<&[u8]>) -> Result<Self, Unmatched> {
        let mut style = style.filter(|style| *style != b"locale").unwrap_or(USUAL);
        if style.starts_with(b"+") {
            style = style.split(|&byte| byte == b'\n').next().unwrap_or_default();
        }
        while let Some(rest) = style.strip_prefix(b"posix-") {
            style = rest;
        }
        Self::parse(style)
    }

    /// From a format alone.
    #[must_use]
    pub fn new(format: &[u8]) -> Self {
        let mut pieces = Vec::new();
        let mut rest = format;
        while let Some(at) = memchr::memchr(b'%', rest) {
            push_text(&mut pieces, &rest[..at]);
            let length = conversion(&rest[at..], &mut pieces);
            rest = &rest[at + length..];
        }
        push_text(&mut pieces, rest);
        Self(pieces)
    }

    /// Appends an instant. False if its year is beyond what the zone can show: then it is written in seconds since 1970.
    pub fn push(&self, to: &mut Vec<u8>, time: Time, zones: &mut impl Zones) -> bool {
        let Some(local) = zones.local(time.secs) else {
            push_signed(to, time.secs);
            return false;
        };
        let civil = Civil::new(time.secs, local.offset);
        for piece in &self.0 {
            match piece {
                Piece::Text(text) => to.extend_from_slice(text),
                Piece::Conversion(conversion) => conversion.push(to, time, &civil, local),
            }
        }
        true
    }
}

fn push_text(pieces: &mut Vec<Piece>, text: &[u8]) {
    match pieces.last_mut() {
        _ if text.is_empty() => {}
        Some(Piece::Text(before)) => before.extend_from_slice(text),
        _ => pieces.push(Piece::Text(text.to_vec())),
    }
}

/// Reads what begins with a `%`. Returns its length.
fn conversion(text: &[u8], pieces: &mut Vec<Piece>) -> usize {
    let mut read = Conversion::default();
    let mut at = 1;
    while let Some(&flag) = text.get(at) {
        match flag {
            b'_' => read.pad = Pad::Blank,
            b'-' => read.pad = Pad::Nothing,
            b'+' => read.pad = Pad::Sign,
            b'0' => read.pad = Pad::Zero,
            b'^' => read.upper = true,
            b'#' => read.swap = true,
            _ => break,
        }
        at += 1;
    }
    while let Some(digit) = text.get(at).filter(|digit| digit.is_ascii_digit()) {
        let width = read.width.unwrap_or(0) * 10 + usize::from(digit - b'0');
        read.width = Some(width.min(WIDTH_MAX));
        at += 1;
    }
    if let Some(&modifier @ (b'E' | b'O')) = text.get(at) {
        read.modifier = modifier;
        at += 1;
    }
    read.colons = text[at..].iter().take_while(|&&byte| byte == b':').count();
    if read.colons > 0 && text.get(at + read.colons) == Some(&b'z') {
        at += read.colons;
    }
    let letter = text.get(at).copied();
    // A percent sign is itself only where nothing stands before it; else it begins the next conversion.
    let length = if letter == Some(b'%') && at > 1 { at } else { (at + 1).min(text.len()) };
    match letter {
        Some(letter @ (b'%' | b'n' | b't')) if length > at => {
            let mut written = Vec::new();
            read.push_text(
                &mut written,
                match letter {
                    b'n' => b"\n",
                    b't' => b"\t",
                    _ => b"%",
                },
            );
            push_text(pieces, &written);
        }
        Some(letter) if read.takes(letter) => pieces.push(Piece::Conversion(Conversion { letter, ..read })),
        // What nobody knows is shown as it is, in its width and case.
        _ => {
            let mut written = Vec::new();
            read.upper |= read.swap && matches!(letter, Some(b'b' | b'B' | b'h'));
            let known_without = read.modifier == b'O' && letter == Some(b'q');
            read.push_text(&mut written, if known_without { b"%Oq" } else { &text[..length] });
            push_text(pieces, &written);
        }
    }
    length
}
