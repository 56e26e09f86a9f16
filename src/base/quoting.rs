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
        while !rest.is_empty() {
            let (valid, error) = match std::str::from_utf8(rest) {
                Ok(valid) => (valid, None),
                Err(error) => (std::str::from_utf8(&rest[..error.valid_up_to()]).unwrap_or_default(), Some(error.error_len())),
            };
            for character in valid.chars() {
                each(character.encode_utf8(&mut [0; 4]).as_bytes(), self.piece(character, glyphs));
            }
            rest = &rest[valid.len()..];
            let length = match error {
                None => continue,
                Some(Some(length)) => length,
                // What is cut off at the end is one piece.
                Some(None) => {
                    each(rest, Piece::Invalid);
                    return;
                }
            };
            rest[..length].iter().for_each(|byte| each(std::slice::from_ref(byte), Piece::Invalid));
            rest = &rest[length..];
        }
    }

    fn piece(&self, character: char, glyphs: &impl Glyphs) -> Piece {
        match character {
            ' '..='~' => Piece::Shown(1),
            _ if character.is_ascii() => Piece::Hidden(0),
            _ if self.safe && is_hazard(character) => Piece::Hidden(1),
            _ => match glyphs.columns(character) {
                Some(columns) => Piece::Shown(columns),
                None => Piece::Hidden(usize::from(!character.is_control())),
            },
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
        let mut word = Word { hidden: false, special: name.is_empty() || self.is_special(name), apostrophe: false, simple: true };
        let mut first = true;
        self.each(name, glyphs, |bytes, piece| {
            word.see(bytes, matches!(piece, Piece::Shown(_)), first, name.len() == 1);
            first = false;
        });
        if !always && !word.special && !(escapes && word.hidden) {
            return to.extend_from_slice(name);
        }
        if word.apostrophe && word.simple {
            to.push(b'"');
            to.extend_from_slice(name);
            return to.push(b'"');
        }
        to.push(b'\'');
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

/// What a name looks like to a shell.
struct Word {
    /// Something in it cannot be shown.
    hidden: bool,
    /// Something in it means something to a shell.
    special: bool,
    /// It has an apostrophe.
    apostrophe: bool,
    /// It means the same between double quotation marks.
    simple: bool,
}

impl Word {
    fn see(&mut self, bytes: &[u8], shown: bool, first: bool, alone: bool) {
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
