//! Names as GNU's programs quote them: the styles of `ls --quoting-style`, by bytes or by characters.

use super::{Charset, is_hazard};

/// The styles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QuotingStyle {
    /// As it is.
    Literal,
    /// As a word for a shell, in quotation marks where it needs them.
    Shell,
    /// The same, always in quotation marks.
    ShellAlways,
    /// As `Shell`, with what cannot be shown as `$'\n'`.
    ShellEscape,
    /// The same, always in quotation marks.
    ShellEscapeAlways,
    /// As a text of C.
    C,
    /// The same where anything in it has to be escaped, else as it is.
    CMaybe,
    /// The escapes of C without quotation marks.
    Escape,
    /// The same between the quotation marks of the locale.
    Locale,
    /// The same, but the marks of the C locale are C's.
    Clocale,
}

impl QuotingStyle {
    /// What is not printable is escaped.
    #[must_use]
    pub const fn escapes(self) -> bool {
        !matches!(self, Self::Literal | Self::Shell | Self::ShellAlways)
    }

    /// Some names have quotation marks and some have none.
    #[must_use]
    pub const fn varies(self) -> bool {
        matches!(self, Self::Shell | Self::ShellEscape | Self::CMaybe)
    }

    const fn is_shell(self) -> bool {
        matches!(self, Self::Shell | Self::ShellAlways | Self::ShellEscape | Self::ShellEscapeAlways)
    }
}

/// Who knows how characters beyond ASCII look on a terminal.
pub trait Glyphs {
    /// Columns that a character takes; `None` if it cannot be shown.
    fn columns(&self, character: char) -> Option<usize>;
}

/// How names are quoted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quoting {
    /// The style.
    pub style: QuotingStyle,
    /// Bytes or characters.
    pub charset: Charset,
    /// Characters that are quoted although the style would not.
    pub special: &'static [u8],
    /// What cannot be shown is a question mark where the style does not escape it.
    pub hides: bool,
    /// A terminal reads it: what acts on one is never shown.
    pub safe: bool,
}

/// How a name was quoted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shown {
    /// Columns on a terminal.
    pub width: usize,
    /// Something was added to it.
    pub quoted: bool,
}

/// A piece of a name.
#[derive(Clone, Copy)]
enum Piece {
    /// A character that can be shown, with its columns.
    Shown(usize),
    /// One that cannot. The columns are those that it counts for where it is written all the same.
    Hidden(usize),
    /// Bytes that are no character.
    Invalid,
}

/// Bytes that mean nothing to any style, by themselves.
const PLAIN: [bool; 256] = {
    let mut plain = [false; 256];
    let text = b"%+,-./0123456789:@ABCDEFGHIJKLMNOPQRSTUVWXYZ]_abcdefghijklmnopqrstuvwxyz";
    let mut at = 0;
    while at < text.len() {
        plain[text[at] as usize] = true;
        at += 1;
    }
    plain
};

impl Quoting {
    /// Appends a name.
    pub fn push(&self, to: &mut Vec<u8>, name: &[u8], glyphs: &impl Glyphs) -> Shown {
        if self.is_plain(name) {
            to.extend_from_slice(name);
            return Shown { width: name.len(), quoted: false };
        }
        self.push_odd(to, name, glyphs)
    }

    /// Whether something is added to a name.
    pub fn changes(&self, name: &[u8], glyphs: &impl Glyphs) -> bool {
        !self.is_plain(name) && {
            let mut text = Vec::new();
            self.push_quoted(&mut text, name, glyphs);
            text.len() != name.len() || text.first() != name.first()
        }
    }

    /// Whether every style but those with marks everywhere leaves it as it is.
    fn is_plain(&self, name: &[u8]) -> bool {
        use QuotingStyle::{CMaybe, Escape, Literal, Shell, ShellEscape};
        let bare = matches!(self.style, Literal | Shell | ShellEscape | CMaybe | Escape);
        bare && !name.is_empty() && name.iter().all(|byte| PLAIN[usize::from(*byte)]) && (self.special.is_empty() || !self.is_special(name))
    }

    fn is_special(&self, name: &[u8]) -> bool {
        name.iter().any(|byte| self.special.contains(byte))
    }

    fn push_odd(&self, to: &mut Vec<u8>, name: &[u8], glyphs: &impl Glyphs) -> Shown {
        let start = to.len();
        self.push_quoted(to, name, glyphs);
        let quoted = to.len() - start != name.len() || to.get(start) != name.first();
        if !self.style.escapes() && (self.hides || self.safe) {
            let text = to.split_off(start);
            return Shown { width: self.push_hidden(to, &text, glyphs), quoted };
        }
        Shown { width: self.width(&to[start..], glyphs), quoted }
    }

    /// Columns of a text that is written as it is.
    fn width(&self, text: &[u8], glyphs: &impl Glyphs) -> usize {
        let mut width = 0;
        self.each(text, glyphs, |_, piece| {
            width += match piece {
                Piece::Shown(columns) | Piece::Hidden(columns) => columns,
                // A byte that is no character counts in UTF-8 alone.
                Piece::Invalid => usize::from(self.charset == Charset::Utf8),
            }
        });
        width
    }

    /// Appends a text with question marks for what cannot be shown. Its columns.
    fn push_hidden(&self, to: &mut Vec<u8>, text: &[u8], glyphs: &impl Glyphs) -> usize {
        let mut width = 0;
        self.each(text, glyphs, |bytes, piece| match piece {
            Piece::Shown(columns) => {
                to.extend_from_slice(bytes);
                width += columns;
            }
            Piece::Hidden(_) | Piece::Invalid => {
                to.push(b'?');
                width += 1;
            }
        });
        width
    }

    /// Cuts a text into pieces.
    fn each(&self, text: &[u8], glyphs: &impl Glyphs, mut each: impl FnMut(&[u8], Piece)) {
        if self.charset == Charset::Bytes {
            for byte in text {
                each(std::slice::from_ref(byte), if (b' '..=b'~').contains(byte) { Piece::Shown(1) } else { Piece::Hidden(0) });
            }
            return;
        }
        let mut rest = text;
        while let Some((&first, _)) = rest.split_first() {
            let (length, piece) = match first {
                b' '..=b'~' => (1, Piece::Shown(1)),
                _ if first.is_ascii() => (1, Piece::Hidden(0)),
                _ => match decode(rest) {
                    // What no Unicode holds is a character to the C library all the same.
                    (length, Some(code)) => (length, char::from_u32(code).map_or(Piece::Hidden(1), |letter| self.piece(letter, glyphs))),
                    (length, None) => (length, Piece::Invalid),
                },
            };
            each(&rest[..length], piece);
            rest = &rest[length..];
        }
    }

    fn piece(&self, character: char, glyphs: &impl Glyphs) -> Piece {
        if self.safe && is_hazard(character) {
            return Piece::Hidden(1);
        }
        match glyphs.columns(character) {
            Some(columns) => Piece::Shown(columns),
            // To the C library the separators of lines and paragraphs are controls, too.
            None => Piece::Hidden(usize::from(!character.is_control() && !matches!(character, '\u{2028}' | '\u{2029}'))),
        }
    }

    fn push_quoted(&self, to: &mut Vec<u8>, name: &[u8], glyphs: &impl Glyphs) {
        match self.style {
            QuotingStyle::Literal => to.extend_from_slice(name),
            style if style.is_shell() => self.push_shell(to, name, glyphs),
            style => {
                let (open, close) = match (style, self.charset) {
                    (QuotingStyle::C | QuotingStyle::CMaybe, _) | (QuotingStyle::Clocale, Charset::Bytes) => ("\"", "\""),
                    (QuotingStyle::Escape, _) => ("", ""),
                    (_, Charset::Utf8) => ("\u{2018}", "\u{2019}"),
                    (_, Charset::Bytes) => ("'", "'"),
                };
                if style == QuotingStyle::CMaybe && !self.needs_marks(name, glyphs) {
                    return to.extend_from_slice(name);
                }
                to.extend_from_slice(open.as_bytes());
                self.push_escaped(to, name, close.as_bytes(), glyphs);
                to.extend_from_slice(close.as_bytes());
            }
        }
    }

    /// Whether `CMaybe` quotes a name.
    fn needs_marks(&self, name: &[u8], glyphs: &impl Glyphs) -> bool {
        let mut needs = self.is_special(name) || name.contains(&b'"');
        self.each(name, glyphs, |_, piece| needs |= !matches!(piece, Piece::Shown(_)));
        needs
    }

    /// Appends a name with C's escapes; `mark` is what ends it.
    fn push_escaped(&self, to: &mut Vec<u8>, name: &[u8], mark: &[u8], glyphs: &impl Glyphs) {
        // Within C's quotation marks, which they were put in for, those characters mean nothing.
        let special = if self.style == QuotingStyle::CMaybe { &b""[..] } else { self.special };
        self.each(name, glyphs, |bytes, piece| match (bytes, piece) {
            ([byte], Piece::Shown(_)) if *byte == b'\\' || special.contains(byte) => to.extend_from_slice(&[b'\\', *byte]),
            (_, Piece::Shown(_)) => {
                if bytes == mark {
                    to.push(b'\\');
                }
                to.extend_from_slice(bytes);
            }
            (bytes, _) => bytes.iter().for_each(|byte| push_escape(to, *byte)),
        });
    }

    fn push_shell(&self, to: &mut Vec<u8>, name: &[u8], glyphs: &impl Glyphs) {
        let escapes = self.style.escapes();
        let always = matches!(self.style, QuotingStyle::ShellAlways | QuotingStyle::ShellEscapeAlways);
        let mut word = Word { special: name.is_empty() || self.is_special(name), simple: true, ..Word::default() };
        self.each(name, glyphs, |bytes, piece| word.see(bytes, matches!(piece, Piece::Shown(_)), name.len() == 1));
        if !(always || word.special || escapes && word.hidden) {
            return to.extend_from_slice(name);
        }
        if word.apostrophe && word.simple {
            to.push(b'"');
            to.extend_from_slice(name);
            return to.push(b'"');
        }
        to.push(b'\'');
        if escapes && word.apostrophe && word.ends_hidden && !word.begins_hidden && name.first() != Some(&b'\'') {
            // GNU's programs read such a name twice and begin again as if the escapes at its end went on. It means nothing.
            to.extend_from_slice(b"''");
        }
        let mut escaping = false;
        self.each(name, glyphs, |bytes, piece| {
            let escape = escapes && !matches!(piece, Piece::Shown(_));
            match (escaping, escape) {
                (false, true) => to.extend_from_slice(b"'$'"),
                // An apostrophe ends the escapes by itself.
                (true, false) if bytes != b"'" => to.extend_from_slice(b"''"),
                _ => {}
            }
            escaping = escape;
            match bytes {
                b"'" => to.extend_from_slice(b"'\\''"),
                _ if escape => bytes.iter().for_each(|byte| push_escape(to, *byte)),
                _ => to.extend_from_slice(bytes),
            }
        });
        to.push(b'\'');
    }
}

/// The first character of a text that begins beyond ASCII, as mbrtowc(3) of the C library reads it: its bytes and its number,
/// which may be one of the 2^31 that UTF-8 once had room for. Bytes that are none are taken one by one, but what is cut off
/// at the end all at once.
fn decode(text: &[u8]) -> (usize, Option<u32>) {
    let first = u32::from(text[0]);
    let (length, bits) = match first {
        0xc2..=0xdf => (2, first & 0x1f),
        0xe0..=0xef => (3, first & 0x0f),
        0xf0..=0xf7 => (4, first & 0x07),
        0xf8..=0xfb => (5, first & 0x03),
        0xfc..=0xfd => (6, first & 0x01),
        _ => return (1, None),
    };
    let more = text[1..].iter().take(length - 1).take_while(|byte| **byte & 0xc0 == 0x80);
    let (count, code) = more.fold((1, bits), |(count, code), byte| (count + 1, code << 6 | u32::from(byte & 0x3f)));
    // The smallest number that needs so many bytes.
    let least: u32 = [0, 0, 0x80, 0x800, 0x1_0000, 0x20_0000, 0x400_0000][length];
    match count {
        _ if count < length && count == text.len() => (count, None),
        _ if count < length || code < least || (0xd800..0xe000).contains(&code) => (1, None),
        _ => (length, Some(code)),
    }
}

/// What a name looks like to a shell.
#[derive(Default)]
struct Word {
    /// Something was seen of it.
    begun: bool,
    /// Something in it cannot be shown.
    hidden: bool,
    /// What it begins with cannot.
    begins_hidden: bool,
    /// What it ends in cannot.
    ends_hidden: bool,
    /// Something in it means something to a shell.
    special: bool,
    /// It has an apostrophe.
    apostrophe: bool,
    /// It means the same between double quotation marks.
    simple: bool,
}

impl Word {
    fn see(&mut self, bytes: &[u8], shown: bool, alone: bool) {
        let first = !std::mem::replace(&mut self.begun, true);
        self.begins_hidden |= first && !shown;
        self.ends_hidden = !shown;
        self.hidden |= !shown;
        match bytes {
            [b'\''] => (self.special, self.apostrophe) = (true, true),
            [b' '] => self.special = true,
            [b'#' | b'~'] if first => self.special = true,
            [b'{' | b'}'] if alone => self.special = true,
            [b'#' | b'~' | b'{' | b'}'] => self.simple = false,
            [b'\n' | b'\r' | b'\t' | b'\\' | b'?'] => (self.special, self.simple) = (true, false),
            [byte] if b"!\"$&()*;<=>[^`|".contains(byte) => (self.special, self.simple) = (true, false),
            _ => self.simple &= shown,
        }
    }
}

fn push_escape(to: &mut Vec<u8>, byte: u8) {
    let letter = match byte {
        7 => b'a',
        8 => b'b',
        b'\t' => b't',
        b'\n' => b'n',
        11 => b'v',
        12 => b'f',
        b'\r' => b'r',
        _ => {
            let digits = [b'0' + (byte >> 6), b'0' + (byte >> 3 & 7), b'0' + (byte & 7)];
            to.push(b'\\');
            return to.extend_from_slice(&digits);
        }
    };
    to.extend_from_slice(&[b'\\', letter]);
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Wide;

    impl Glyphs for Wide {
        fn columns(&self, character: char) -> Option<usize> {
            (character != '\u{378}').then_some(2)
        }
    }

    fn quoted(style: QuotingStyle, name: &[u8]) -> (String, usize, bool) {
        let quoting = Quoting { style, charset: Charset::Utf8, special: b"", hides: true, safe: false };
        let mut text = Vec::new();
        let Shown { width, quoted } = quoting.push(&mut text, name, &Wide);
        assert_eq!(quoting.changes(name, &Wide), quoted);
        (String::from_utf8_lossy(&text).into_owned(), width, quoted)
    }

    #[test]
    fn styles() {
        use QuotingStyle::{C, CMaybe, Escape, Literal, Locale, Shell, ShellAlways, ShellEscape};
        for (style, name, text) in [
            (Literal, "a\nb", "a?b"),
            (Shell, "a\nb", "'a?b'"),
            (Shell, "a\u{7}", "a?"),
            (ShellAlways, "a", "'a'"),
            (ShellEscape, "", "''"),
            (ShellEscape, "it's *", "'it'\\''s *'"),
            (ShellEscape, "it's", "\"it's\""),
            (ShellEscape, "it's\n", "'''it'\\''s'$'\\n'"),
            (ShellEscape, "a\n'b", "'a'$'\\n'\\''b'"),
            (ShellEscape, "a{b", "a{b"),
            (C, "a \"\\\u{1b}", "\"a \\\"\\\\\\033\""),
            (CMaybe, "a \\", "a \\"),
            (Escape, "\u{378}", "\\315\\270"),
            (Locale, "\u{2019}", "\u{2018}\\\u{2019}\u{2019}"),
        ] {
            assert_eq!(quoted(style, name.as_bytes()).0, text, "{style:?}");
        }
        assert_eq!(quoted(Literal, "\u{e9}e".as_bytes()), ("\u{e9}e".to_owned(), 3, false));
    }

    #[test]
    fn characters_are_cut_as_the_c_library_does() {
        for (text, answer) in [
            (&b"\xf4\x90\x80\x80x"[..], (4, Some(0x11_0000))),
            (b"\xf8\x88\x80\x80\x80", (5, Some(0x20_0000))),
            (b"\xf4\x90", (2, None)),
            (b"\xf4\x90x", (1, None)),
            (b"\xed\xa0\x80", (1, None)),
            (b"\xe0\x80", (2, None)),
            (b"\xe0\x80\x80", (1, None)),
            (b"\xc1\xbf", (1, None)),
            (b"\xfe", (1, None)),
            ("\u{e9}".as_bytes(), (2, Some(0xe9))),
        ] {
            assert_eq!(decode(text), answer, "{text:?}");
        }
    }
}
