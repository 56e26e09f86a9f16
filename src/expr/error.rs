//! `SyntaxError`: what is wrong with the command line and where, and how that is shown.
//!
//! ```text
//! uwalk: unknown primary '-nmae'
//!   uwalk . -nmae x
//!           ^~~~~
//! did you mean '-name'?
//! ```

use crate::base::{Charset, push_safe, quoted};
use std::ops::Range;
use std::os::unix::ffi::OsStrExt;

/// Columns of the command line that are shown before and after the wrong words; what is beyond is left out.
const COLUMNS_AROUND: usize = 60;
/// Columns that one word takes at most.
const WORD_COLUMNS: usize = 48;

/// A message with words of the command line in it; those are quoted as the locale does when it is shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Message(Vec<Part>);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    Text(&'static str),
    Word(Vec<u8>),
}

impl Message {
    /// Begins with a text.
    #[must_use]
    pub fn text(text: &'static str) -> Self {
        Self::default().then(text)
    }

    /// Begins with a quoted word.
    #[must_use]
    pub fn word(word: &[u8]) -> Self {
        Self::default().quote(word)
    }

    /// Goes on with a text.
    #[must_use]
    pub fn then(mut self, text: &'static str) -> Self {
        self.0.push(Part::Text(text));
        self
    }

    /// Goes on with a quoted word.
    #[must_use]
    pub fn quote(mut self, word: &[u8]) -> Self {
        self.0.push(Part::Word(word.to_vec()));
        self
    }

    /// Appends it; words are made safe for terminals.
    pub fn push(&self, to: &mut Vec<u8>, charset: Charset) {
        for part in &self.0 {
            match part {
                Part::Text(text) => to.extend_from_slice(text.as_bytes()),
                Part::Word(word) => to.extend_from_slice(&quoted(word, charset, true)),
            }
        }
    }
}

/// A line of help below the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hint {
    /// The name that was probably meant.
    DidYouMean(&'static str),
    /// Something else that helps.
    Say(&'static str),
    /// The name that was probably meant, and on a line of its own what else helps.
    DidYouMeanOr(&'static str, &'static str),
}

/// A mistake in the command line. Nothing is walked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    /// The wrong words, as indices into argv.
    pub words: Range<usize>,
    /// What is wrong.
    pub message: Message,
    /// What may help.
    pub hint: Option<Hint>,
}

impl SyntaxError {
    /// A mistake in one word.
    #[must_use]
    pub fn at(word: usize, message: Message) -> Self {
        Self { words: word..word + 1, message, hint: None }
    }

    /// With a hint.
    #[must_use]
    pub fn hint(self, hint: Option<Hint>) -> Self {
        Self { hint, ..self }
    }

    /// The whole text for standard error, ending in a newline. `program` begins the message and the command line.
    #[must_use]
    pub fn render<S: AsRef<std::ffi::OsStr>>(&self, program: &str, argv: &[S], charset: Charset) -> Vec<u8> {
        let mut text = Vec::new();
        text.extend_from_slice(program.as_bytes());
        text.extend_from_slice(b": ");
        self.message.push(&mut text, charset);
        text.push(b'\n');
        self.push_picture(&mut text, program, argv, charset);
        let (name, hint) = match self.hint {
            Some(Hint::DidYouMean(name)) => (Some(name), None),
            Some(Hint::Say(hint)) => (None, Some(hint)),
            Some(Hint::DidYouMeanOr(name, hint)) => (Some(name), Some(hint)),
            None => (None, None),
        };
        if let Some(name) = name {
            text.extend_from_slice(b"did you mean ");
            text.extend_from_slice(&quoted(name.as_bytes(), charset, true));
            text.extend_from_slice(b"?\n");
        }
        if let Some(hint) = hint {
            text.extend_from_slice(hint.as_bytes());
            text.push(b'\n');
        }
        text
    }

    /// The command line around the wrong words, and a line that underlines them.
    fn push_picture<S: AsRef<std::ffi::OsStr>>(&self, text: &mut Vec<u8>, program: &str, argv: &[S], charset: Charset) {
        let shown: Vec<(Vec<u8>, usize)> =
            argv.iter().enumerate().map(|(at, word)| shown_word(at, word.as_ref(), program, charset)).collect();
        let end = self.words.end.min(shown.len());
        let start = self.words.start.min(end);
        let first = start - shown[..start].iter().rev().scan(0, |sum, (_, width)| within(sum, *width)).count();
        let last = end + shown[end..].iter().scan(0, |sum, (_, width)| within(sum, *width)).count();

        let (mut line, mut column, mut under) = (b"  ".to_vec(), 2, 2..2);
        let mut push = |word: &[u8], width: usize| {
            let from = if column > 2 { column + 1 } else { column };
            line.resize(line.len() + from - column, b' ');
            line.extend_from_slice(word);
            column = from + width;
            from..column
        };
        if first > 0 {
            push(b"...", 3);
        }
        for (at, (word, width)) in shown.iter().enumerate().take(last).skip(first) {
            let place = push(word, *width);
            if at == start {
                under = place;
            } else if self.words.contains(&at) {
                under.end = place.end;
            }
        }
        if last < shown.len() {
            push(b"...", 3);
        }
        line.push(b'\n');
        line.resize(line.len() + under.start, b' ');
        line.push(b'^');
        line.resize(line.len() + under.len().saturating_sub(1), b'~');
        line.push(b'\n');
        text.append(&mut line);
    }
}

fn within(sum: &mut usize, width: usize) -> Option<()> {
    *sum += width + 1;
    (*sum <= COLUMNS_AROUND).then_some(())
}

/// A word as it is shown, with its columns (characters; what is wider on a terminal is not known here).
fn shown_word(at: usize, word: &std::ffi::OsStr, program: &str, charset: Charset) -> (Vec<u8>, usize) {
    let mut shown = Vec::new();
    push_word(&mut shown, if at == 0 { program.as_bytes() } else { word.as_bytes() }, charset);
    let text = String::from_utf8_lossy(&shown);
    let columns = text.chars().count();
    if columns <= WORD_COLUMNS {
        return (shown, columns);
    }
    let cut: String = text.chars().take(WORD_COLUMNS - 3).chain("...".chars()).collect();
    (cut.into_bytes(), WORD_COLUMNS)
}

/// Appends a word as a shell would read it, but safe for terminals: `'*.c'`, `\(`.
pub fn push_word(to: &mut Vec<u8>, word: &[u8], charset: Charset) {
    let plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"_-+./,:=@%^!".contains(byte);
    match word {
        [b'(' | b')' | b'*' | b'?' | b';'] => {
            to.push(b'\\');
            to.extend_from_slice(word);
        }
        _ if !word.is_empty() && word.iter().all(plain) => to.extend_from_slice(word),
        _ => {
            to.push(b'\'');
            for (at, piece) in word.split(|&byte| byte == b'\'').enumerate() {
                if at > 0 {
                    to.extend_from_slice(b"'\\''");
                }
                push_safe(to, piece, charset);
            }
            to.push(b'\'');
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn render(error: &SyntaxError, argv: &[&str]) -> String {
        String::from_utf8(error.render("uwalk", argv, Charset::Utf8)).unwrap()
    }

    #[test]
    fn the_wrong_words_are_underlined() {
        let error = SyntaxError { words: 2..4, message: Message::word(b"x y").then(" is wrong"), hint: Some(Hint::DidYouMean("-name")) };
        assert_eq!(
            render(&error, &["/bin/uwalk", "\u{fc}", "x y", "it's", "("]),
            "uwalk: \u{2018}x y\u{2019} is wrong\n  uwalk '\u{fc}' 'x y' 'it'\\''s' \\(\n            ^~~~~~~~~~~~~~~\ndid you mean \u{2018}-name\u{2019}?\n"
        );
    }

    #[test]
    fn long_command_lines_are_cut() {
        let mut argv = vec!["uwalk"];
        argv.extend(std::iter::repeat_n("abcdefghi", 50));
        let long = "x".repeat(100);
        argv[25] = &long;
        let error = SyntaxError::at(25, Message::text("no"));
        let line = "abcdefghi ".repeat(6);
        let expected = format!("uwalk: no\n  ... {line}{}... {line}...\n{}^{}\n", "x".repeat(45), " ".repeat(2 + 4 + 60), "~".repeat(47));
        assert_eq!(render(&error, &argv), expected);
    }

    #[test]
    fn words_are_safe_for_terminals() {
        let error = SyntaxError::at(1, Message::text("unknown primary ").quote(b"-\x1b[2J"));
        assert_eq!(
            render(&error, &["uwalk", "-\x1b[2J", ""]),
            "uwalk: unknown primary \u{2018}-\\033[2J\u{2019}\n  uwalk '-\\033[2J' ''\n        ^~~~~~~~~~\n"
        );
    }
}
