//! Commands of `-exec` and its kin: their words up to the `;`, or up to `{} +`.

use super::error::{Hint, Message, SyntaxError};
use super::parse::Words;
use super::row::Shape;

/// How a command is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Manner {
    /// In the directory of the entry, which it gets as `./NAME`.
    pub in_directory: bool,
    /// Only if the user says yes.
    pub asks: bool,
}

/// A command as it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Command {
    /// Its words without the `{}` at the end of one that gathers: at least one, or the first path is the program.
    pub words: Vec<Vec<u8>>,
    /// It ended in `{} +`: many entries at once take the place of the `{}`.
    pub gathers: bool,
    /// How it is run.
    pub manner: Manner,
}

/// What stands for the path of an entry.
const BRACES: &[u8] = b"{}";

impl Command {
    /// Takes the words after the primary `name` up to the end of the command. `{} +` ends only one that does not ask.
    ///
    /// # Errors
    /// There is no end, or nothing before it, or the braces are not as `+` wants them.
    pub(super) fn take(words: &mut Words<'_>, name: &[u8], manner: Manner, shape: &Shape) -> Result<Self, SyntaxError> {
        let at = words.at() - 1;
        let mut taken: Vec<Vec<u8>> = Vec::new();
        while let Some(word) = words.take() {
            let gathers = word == b"+" && !manner.asks && taken.last().is_some_and(|last| last == BRACES);
            if gathers {
                return Self::gathering(taken, at, name, manner);
            }
            if word != b";" {
                taken.push(word.to_vec());
                continue;
            }
            if taken.is_empty() {
                return Err(SyntaxError::at(at + 1, nothing(name, shape)));
            }
            return Ok(Self { words: taken, gathers: false, manner });
        }
        let message = match taken.len() {
            0 => nothing(name, shape),
            _ => Message::word(name).then(": the command has no end: expected ").then(shape.expected),
        };
        let eaten = taken.iter().any(|word| word == BRACES);
        let hint = Some(if manner.asks || !eaten { END } else { ENDS });
        Err(SyntaxError { words: at..words.at(), message, hint })
    }

    /// A command that ended in `{} +`. As in GNU find, nothing else in it may hold braces.
    fn gathering(mut taken: Vec<Vec<u8>>, at: usize, name: &[u8], manner: Manner) -> Result<Self, SyntaxError> {
        taken.pop();
        if let Some(other) = taken.iter().position(|word| has_braces(word)) {
            let message = Message::word(name).then(": only one {} may stand in a command that ends in {} +");
            return Err(SyntaxError::at(at + 1 + other, message));
        }
        Ok(Self { words: taken, gathers: true, manner })
    }
}

const END: Hint = Hint::Say("a shell wants the end quoted: \\;");
const ENDS: Hint = Hint::Say("a shell wants the end quoted: \\;   or end in: {} +");

fn nothing(name: &[u8], shape: &Shape) -> Message {
    Message::text("missing command of ").quote(name).then(": expected ").then(shape.expected)
}

/// Whether `{}` is somewhere in a word.
fn has_braces(word: &[u8]) -> bool {
    word.windows(BRACES.len()).any(|window| window == BRACES)
}

/// Appends `word` with every `{}` replaced by `path`.
pub fn push_replaced(to: &mut Vec<u8>, word: &[u8], path: &[u8]) {
    let mut rest = word;
    while let Some(at) = memchr::memmem::find(rest, BRACES) {
        to.extend_from_slice(&rest[..at]);
        to.extend_from_slice(path);
        rest = &rest[at + BRACES.len()..];
    }
    to.extend_from_slice(rest);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expr::{Fill, Manner};
    use std::ffi::OsString;

    const SHAPE: Shape = Shape { label: "", expected: "it", fill: Fill::Nothing };

    fn take(words: &str, asks: bool) -> Result<(Vec<String>, bool, usize), SyntaxError> {
        let argv: Vec<OsString> = ["uwalk", "-exec"].into_iter().chain(words.split_whitespace()).map(OsString::from).collect();
        let mut words = Words::new(&argv);
        words.take();
        let command = Command::take(&mut words, b"-exec", Manner { in_directory: false, asks }, &SHAPE)?;
        let text = command.words.iter().map(|word| String::from_utf8_lossy(word).into_owned()).collect();
        Ok((text, command.gathers, words.at()))
    }

    #[test]
    fn a_command_ends_where_finds_does() {
        for (words, asks, expected, gathers, at) in [
            ("echo ; -print", false, "echo", false, 4),
            ("echo {} ;", false, "echo {}", false, 5),
            ("{} + -print", false, "", true, 4),
            ("echo {} + ;", true, "echo {} +", false, 6),
            ("echo + {} + -print", false, "echo +", true, 6),
            ("echo {} x + {} ;", false, "echo {} x + {}", false, 8),
            ("echo x{} {}y ;", false, "echo x{} {}y", false, 6),
        ] {
            let (taken, many, next) = take(words, asks).unwrap();
            assert_eq!((taken.join(" ").as_str(), many, next), (expected, gathers, at), "{words}");
        }
    }

    #[test]
    fn what_has_no_end_or_no_beginning_is_refused() {
        for (words, asks) in [("", false), (";", false), ("echo", false), ("echo {}", false), ("echo +", false), ("echo {} +", true)] {
            assert!(take(words, asks).is_err(), "{words}");
        }
        for (words, at) in [("echo {} {} +", 3), ("echo a{} {} +", 3), ("x{} {} +", 2)] {
            assert_eq!(take(words, false).unwrap_err().words, at..at + 1, "{words}");
        }
    }

    #[test]
    fn braces_are_replaced_anywhere() {
        for (word, expected) in [("{}", "p"), ("a{}b{}", "apbp"), ("{{}}", "{p}"), ("{ }", "{ }"), ("", "")] {
            let mut to = Vec::new();
            push_replaced(&mut to, word.as_bytes(), b"p");
            assert_eq!(String::from_utf8(to).unwrap(), expected);
        }
    }
}
