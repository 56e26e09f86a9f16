//! Names on a terminal: no byte of a file's name may move the cursor, change colours or reorder text.

use super::{Charset, Glyphs, Quoting, QuotingStyle};
use std::fmt::Write as _;

/// Appends `text` with what a terminal would act on replaced by escapes (`\n`, `\033`, `\u{202E}`).
///
/// Escaped are C0 and C1 controls, DEL, the bidirectional controls (U+061C, U+200E-F, U+202A-E, U+2066-9) and bytes
/// that are no characters of the charset. A newline is a control like any other here: callers pass single names.
pub fn push_safe(to: &mut Vec<u8>, text: &[u8], charset: Charset) {
    if text.iter().all(|byte| (b' '..=b'~').contains(byte)) {
        to.extend_from_slice(text);
        return;
    }
    for chunk in text.utf8_chunks() {
        for character in chunk.valid().chars() {
            match character {
                ' '..='~' => to.push(character as u8),
                _ if character.is_ascii_control() || charset == Charset::Bytes => push_octal(to, character),
                _ if is_hazard(character) => push_text(to, format_args!("\\u{{{:04X}}}", character as u32)),
                _ => push_text(to, format_args!("{character}")),
            }
        }
        for byte in chunk.invalid() {
            push_text(to, format_args!("\\{byte:03o}"));
        }
    }
}

/// Whether a character acts on a terminal beyond ASCII: C1 controls and bidirectional controls.
#[must_use]
pub fn is_hazard(character: char) -> bool {
    matches!(character, '\u{80}'..='\u{9f}' | '\u{61c}' | '\u{200e}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

fn push_octal(to: &mut Vec<u8>, character: char) {
    match character {
        '\n' => to.extend_from_slice(b"\\n"),
        '\t' => to.extend_from_slice(b"\\t"),
        '\r' => to.extend_from_slice(b"\\r"),
        _ => {
            let mut bytes = [0; 4];
            for byte in character.encode_utf8(&mut bytes).bytes() {
                push_text(to, format_args!("\\{byte:03o}"));
            }
        }
    }
}

fn push_text(to: &mut Vec<u8>, text: std::fmt::Arguments<'_>) {
    let mut buffer = String::new();
    // Writing to a String cannot fail.
    let _ = buffer.write_fmt(text);
    to.extend_from_slice(buffer.as_bytes());
}

/// `path` in quotation marks as GNU's messages have them: ‘ ’ in UTF-8, ' ' in C; made safe where a terminal reads it.
#[must_use]
pub fn quoted(path: &[u8], charset: Charset, terminal: bool) -> Vec<u8> {
    let (open, close) = match charset {
        Charset::Bytes => ("'", "'"),
        Charset::Utf8 => ("\u{2018}", "\u{2019}"),
    };
    let mut text = open.as_bytes().to_vec();
    if terminal {
        push_safe(&mut text, path, charset);
    } else {
        text.extend_from_slice(path);
    }
    text.extend_from_slice(close.as_bytes());
    text
}

/// `path` as a word for a shell, always in quotation marks, with what cannot be shown as `$'..'`: the messages of GNU's du
/// and ls have names so. Bidirectional controls, which GNU's show, are not shown either.
#[must_use]
pub fn shell_quoted(path: &[u8], charset: Charset) -> Vec<u8> {
    let quoting = Quoting { style: QuotingStyle::ShellEscapeAlways, charset, special: b"", hides: false, safe: true };
    let mut text = Vec::new();
    quoting.push(&mut text, path, &AllShown);
    text
}

/// Every character has a shape.
struct AllShown;

impl Glyphs for AllShown {
    fn columns(&self, _: char) -> Option<usize> {
        Some(1)
    }
}

/// `path` as a word for a shell, in quotation marks only where a shell would read it otherwise, or where they set it off
/// from the colon that follows it in a message.
#[must_use]
pub fn shell_word(path: &[u8], charset: Charset) -> Vec<u8> {
    let quoted = shell_quoted(path, charset);
    let starts_well = path.first().is_some_and(|byte| !b"#~".contains(byte));
    let special = |byte: &u8| b" !\"$&'()*:;<=>?[\\^`{|}".contains(byte);
    // What has to be escaped makes it longer than its marks do.
    let bare = starts_well && quoted.len() == path.len() + 2 && !path.iter().any(special);
    if bare { path.to_vec() } else { quoted }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn safe(text: &[u8], charset: Charset) -> String {
        let mut to = Vec::new();
        push_safe(&mut to, text, charset);
        String::from_utf8_lossy(&to).into_owned()
    }

    #[test]
    fn controls_never_reach_a_terminal() {
        assert_eq!(safe(b"plain name", Charset::Utf8), "plain name");
        assert_eq!(safe(b"a\nb\x1b[31m\x7f", Charset::Utf8), "a\\nb\\033[31m\\177");
        assert_eq!(safe("gr\u{fc}n\u{202e}x\u{85}".as_bytes(), Charset::Utf8), "gr\u{fc}n\\u{202E}x\\u{0085}");
        assert_eq!(safe(b"\xff\xc3", Charset::Utf8), "\\377\\303");
        assert_eq!(safe("\u{fc}".as_bytes(), Charset::Bytes), "\\303\\274");
    }

    #[test]
    fn words_for_a_shell() {
        for (path, quoted) in [
            ("a b", "'a b'"),
            ("it's", "\"it's\""),
            ("it's $x", "'it'\\''s $x'"),
            ("no\nline", "'no'$'\\n''line'"),
            ("\u{1b}[m", "''$'\\033''[m'"),
            ("a\n\t", "'a'$'\\n\\t'"),
            ("\u{e9}", "'\u{e9}'"),
            ("\u{202e}", "''$'\\342\\200\\256'"),
        ] {
            assert_eq!(String::from_utf8_lossy(&shell_quoted(path.as_bytes(), Charset::Utf8)), quoted);
        }
        assert_eq!(shell_quoted("\u{e9}".as_bytes(), Charset::Bytes), b"''$'\\303\\251'");
        assert_eq!(shell_quoted(b"\xff", Charset::Utf8), b"''$'\\377'");
    }

    #[test]
    fn words_are_quoted_where_they_must_be() {
        for (path, word) in
            [("a/b-1.x", "a/b-1.x"), ("-", "-"), ("", "''"), ("a b", "'a b'"), ("a:1", "'a:1'"), ("~a", "'~a'"), ("\u{1b}", "''$'\\033'")]
        {
            assert_eq!(String::from_utf8_lossy(&shell_word(path.as_bytes(), Charset::Utf8)), word);
        }
    }

    #[test]
    fn quotation_marks_follow_the_charset() {
        assert_eq!(quoted(b"a\n", Charset::Bytes, false), b"'a\n'");
        assert_eq!(quoted(b"a\n", Charset::Utf8, true), "\u{2018}a\\n\u{2019}".as_bytes());
    }
}
