//! Formats of `-printf`, read as GNU find 4.9 reads them: what it refuses is refused, what it warns of is shown as it is.

use super::Facts;
use super::civil::Zones;
use super::directive::Directive;
use super::field::{Field, WIDTH_MAX};
use crate::base::Fields;

/// Why a format is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It ends in the middle of a directive.
    Ends,
    /// The letter of a directive that is kept for later versions of GNU find.
    Reserved(u8),
    /// A width or precision that no screen and no file is meant to have.
    TooWide,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Piece {
    Text(Vec<u8>),
    Put(Directive, Field),
}

/// A format, ready to be rendered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Template {
    pieces: Vec<Piece>,
    needs: Fields,
    flushes: bool,
    /// What is shown as it is, although it looks like something else: for warnings.
    oddities: Vec<String>,
}

impl Template {
    /// Reads a format.
    ///
    /// # Errors
    /// GNU find refuses it too, or a width is absurd.
    pub fn parse(format: &[u8]) -> Result<Self, Fault> {
        let mut template = Self::default();
        let mut rest = format;
        while let Some((&first, after)) = rest.split_first() {
            rest = match first {
                b'\\' if after.first() == Some(&b'c') => {
                    template.flushes = true;
                    break;
                }
                b'\\' => template.escape(after),
                b'%' => template.directive(rest)?,
                _ => {
                    template.text(&[first]);
                    after
                }
            };
        }
        Ok(template)
    }

    /// What it asks of an entry.
    #[must_use]
    pub const fn needs(&self) -> Fields {
        self.needs
    }

    /// It ends in `\c`: what was written shall be seen at once.
    #[must_use]
    pub const fn flushes(&self) -> bool {
        self.flushes
    }

    /// What GNU find warns of in the format.
    #[must_use]
    pub fn oddities(&self) -> &[String] {
        &self.oddities
    }

    /// Appends the record of an entry.
    #[inline]
    pub fn push(&self, to: &mut Vec<u8>, facts: &Facts<'_>, zones: &mut impl Zones) {
        for piece in &self.pieces {
            match piece {
                Piece::Text(text) => to.extend_from_slice(text),
                Piece::Put(directive, field) => directive.push(to, field, facts, zones),
            }
        }
    }

    fn text(&mut self, bytes: &[u8]) {
        match self.pieces.last_mut() {
            Some(Piece::Text(text)) => text.extend_from_slice(bytes),
            _ => self.pieces.push(Piece::Text(bytes.to_vec())),
        }
    }

    /// Reads what follows a backslash; what is left after it.
    fn escape<'a>(&mut self, after: &'a [u8]) -> &'a [u8] {
        let digits = after.iter().take(3).take_while(|byte| matches!(byte, b'0'..=b'7')).count();
        if digits > 0 {
            let value = after[..digits].iter().fold(0_u32, |value, digit| value * 8 + u32::from(digit - b'0'));
            // Only the low eight bits are written, as GNU find has it.
            self.text(&[(value & 0xff) as u8]);
            return &after[digits..];
        }
        let value = match after.first() {
            Some(b'a') => 0x07,
            Some(b'b') => 0x08,
            Some(b'f') => 0x0c,
            Some(b'n') => b'\n',
            Some(b'r') => b'\r',
            Some(b't') => b'\t',
            Some(b'v') => 0x0b,
            Some(b'\\') => b'\\',
            other => {
                self.oddities.push(match other {
                    Some(letter) => format!("unrecognized escape '\\{}'", letter.escape_ascii()),
                    None => "escape '\\' followed by nothing at all".to_owned(),
                });
                self.text(b"\\");
                return after;
            }
        };
        self.text(&[value]);
        &after[1..]
    }

    /// Reads a directive from its `%` on; what is left after it.
    fn directive<'a>(&mut self, text: &'a [u8]) -> Result<&'a [u8], Fault> {
        let (field, length) = field(text)?;
        let Some(&letter) = text.get(length) else { return Err(Fault::Ends) };
        let after = &text[length + 1..];
        if let Some(clock) = Directive::clock(letter) {
            let Some((&format, after)) = after.split_first() else {
                self.oddities.push(format!("format directive '%{}' should be followed by another character", char::from(letter)));
                self.text(text);
                return Ok(after);
            };
            self.put(Directive::time(clock, format), field);
            return Ok(after);
        }
        match (letter, Directive::from_letter(letter)) {
            (_, Some(directive)) => self.put(directive, field),
            // The sign itself; what stands between the two is shown instead of them.
            (b'%', None) if length == 1 => self.text(b"%"),
            (b'%', None) => self.text(&text[..length]),
            (b'{' | b'[' | b'(', None) => return Err(Fault::Reserved(letter)),
            _ => {
                self.oddities.push(format!("unrecognized format directive '%{}'", letter.escape_ascii()));
                self.text(&text[..=length]);
            }
        }
        Ok(after)
    }

    fn put(&mut self, directive: Directive, field: Field) {
        self.needs |= directive.needs();
        self.pieces.push(Piece::Put(directive, field));
    }
}

/// Reads flags, width and precision; with the bytes up to the letter. A zero is the first digit of the width.
fn field(text: &[u8]) -> Result<(Field, usize), Fault> {
    let mut field = Field::default();
    let mut at = 1;
    while let Some(flag) = text.get(at) {
        match flag {
            b'-' => field.left = true,
            b'+' => field.plus = true,
            b' ' => field.space = true,
            b'#' => field.alternate = true,
            _ => break,
        }
        at += 1;
    }
    field.zero = text.get(at) == Some(&b'0');
    field.width = number(text, &mut at)?;
    if text.get(at) == Some(&b'.') {
        at += 1;
        field.precision = Some(number(text, &mut at)?);
    }
    Ok((field, at))
}

fn number(text: &[u8], at: &mut usize) -> Result<usize, Fault> {
    let mut value = 0;
    while let Some(digit @ b'0'..=b'9') = text.get(*at) {
        value = value * 10 + usize::from(digit - b'0');
        if value > WIDTH_MAX {
            return Err(Fault::TooWide);
        }
        *at += 1;
    }
    Ok(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_format_asks_the_least() {
        let needs = |format: &[u8]| Template::parse(format).unwrap().needs();
        assert_eq!(needs(b"%p %f %h %P %H %d %%\n"), Fields::NONE);
        assert_eq!(needs(b"%p %s\n"), Fields::SIZE);
        assert_eq!(needs(b"%T@ %u"), Fields::MTIME | Fields::UID | Fields::USER);
        assert_eq!(needs(b"\\c%s"), Fields::NONE);
    }

    #[test]
    fn what_is_refused() {
        for (format, fault) in [
            (&b"a%"[..], Fault::Ends),
            (b"%5", Fault::Ends),
            (b"%-.3", Fault::Ends),
            (b"%{", Fault::Reserved(b'{')),
            (b"%5(", Fault::Reserved(b'(')),
            (b"%[", Fault::Reserved(b'[')),
            (b"%9999999p", Fault::TooWide),
        ] {
            assert_eq!(Template::parse(format), Err(fault), "{}", format.escape_ascii());
        }
        assert!(Template::parse(b"\\c%").is_ok(), "nothing behind \\c counts");
    }
}
