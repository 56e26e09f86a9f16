//! The documents that come with the program, folded from the tables: the manual and what shells complete. The results
//! are in `man/` and `completions/`; a test compares them.
//!
//! - `man`: the pages, with `prose`, `prose_du` and `prose_ls`: what they say beside the tables.
//! - `bash`, `zsh`, `fish`: one script each.

mod bash;
mod fish;
mod man;
mod prose;
mod prose_du;
mod prose_ls;
mod zsh;

use crate::expr::Choices;

/// The documents, by the words of `--generate`.
pub(super) const KINDS: Choices = &[
    ("man", "the manual page"),
    ("man-du", "the manual page of uwalk du"),
    ("man-ls", "the manual page of uwalk ls"),
    ("complete-bash", "completions for bash"),
    ("complete-zsh", "completions for zsh"),
    ("complete-fish", "completions for fish"),
];

/// Writes a document; `None` if there is none of that name.
pub(super) fn write(kind: &[u8]) -> Option<String> {
    match kind {
        b"man" => Some(man::page()),
        b"man-du" => Some(man::du_page()),
        b"man-ls" => Some(man::ls_page()),
        b"complete-bash" => Some(bash::script()),
        b"complete-zsh" => Some(zsh::script()),
        b"complete-fish" => Some(fish::script()),
        _ => None,
    }
}

/// The command lines among the manual's examples.
pub(super) fn examples() -> impl Iterator<Item = &'static str> {
    prose::EXAMPLES.lines().filter_map(|line| line.strip_prefix("    "))
}

/// The first lines of a script.
fn head(shell: &str) -> String {
    format!("# What {shell} completes after uwalk. Made by \"uwalk --generate complete-{shell}\", not by hand.\n")
}

/// A word as every shell takes it literally, if it escapes quotes by a backslash outside of them.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::items;
    use crate::expr::Fill;

    #[test]
    fn every_kind_is_written() {
        for (kind, _) in KINDS {
            assert!(write(kind.as_bytes()).is_some_and(|text| text.len() > 1000 && text.ends_with('\n')), "{kind}");
        }
        assert_eq!(write(b"man "), None);
    }

    #[test]
    fn what_may_be_filled_in_is_expected_and_explained() {
        for shape in items::all().chain(items::of_du()).chain(items::of_ls()).filter_map(|item| item.shape) {
            if let Fill::Choice(words) | Fill::List(words) = shape.fill {
                for (word, meaning) in words {
                    assert!(shape.expected.split([' ', ',']).any(|expected| expected == *word), "{}: {word}", shape.expected);
                    assert!(!meaning.is_empty() && !meaning.ends_with('.'), "{word}");
                }
            }
        }
    }
}
