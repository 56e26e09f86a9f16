//! Completions for zsh: one specification for `_arguments` a name, with its line of the help.

use super::{head, quoted};
use crate::cli::items::{self, Item};
use crate::expr::{Choices, Fill, Shape};
use std::fmt::Write as _;

/// The script, a function file for `fpath`.
pub(super) fn script() -> String {
    let mut text = format!("#compdef uwalk\n{}\n_arguments \\\n", head("zsh"));
    for item in items::all() {
        for name in item.dashed() {
            // Writing to a String cannot fail.
            let _ = writeln!(text, "  {} \\", quoted(&specification(&item, name)));
        }
    }
    text.push_str("  '*:path:_files'\n");
    text
}

/// Any number of times, with its text and what its operand is.
fn specification(item: &Item, name: &str) -> String {
    let equals = if name.starts_with("--") && item.shape.is_some() { "=" } else { "" };
    let mut text = format!("*{name}{equals}[{}]", escaped(item.doc));
    if let Some(shape) = item.shape {
        let _ = write!(text, ":{}:{}", escaped(shape.label), action(shape));
    }
    text
}

/// What `_arguments` does for an operand.
fn action(shape: &Shape) -> String {
    match shape.fill {
        Fill::Nothing => " ".to_owned(),
        Fill::Choice(choices) => format!("(({}))", words(choices, |word, doc| format!("{word}\\:\"{doc}\""))),
        Fill::List(choices) => {
            format!("_values -s , {} {}", shape.label, words(choices, |word, doc| format!("\"{word}[{doc}]\"")))
        }
        Fill::Users => "_users".to_owned(),
        Fill::Groups => "_groups".to_owned(),
        Fill::Files => "_files".to_owned(),
    }
}

fn words(choices: Choices, each: impl Fn(&str, &str) -> String) -> String {
    choices.iter().map(|(word, doc)| each(word, doc)).collect::<Vec<_>>().join(" ")
}

/// Brackets end a text, colons a field.
fn escaped(text: &str) -> String {
    text.chars().flat_map(|char| matches!(char, '[' | ']' | ':' | '\\').then_some('\\').into_iter().chain([char])).collect()
}
