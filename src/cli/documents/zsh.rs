//! Completions for zsh: one specification for `_arguments` a name, with its line of the help.

use super::{head, quoted};
use crate::cli::items::{self, Item};
use crate::expr::{Choices, Fill, Shape};
use std::fmt::Write as _;

/// The script, a function file for `fpath`.
pub(super) fn script() -> String {
    let mut text = format!("#compdef uwalk\n{}\n{DU}", head("zsh"));
    arguments(&mut text, "  ", true, items::of_du());
    text.push_str("  return\nfi\n");
    text.push_str(LS);
    arguments(&mut text, "  ", true, items::of_ls());
    text.push_str("  return\nfi\n");
    arguments(&mut text, "", false, items::all());
    text
}

/// Words behind `du` are its own, up to the expression.
const DU: &str = r#"if (( CURRENT > 2 && ${words[(i)--where]} >= CURRENT )) && [[ $words[2] == du ]]; then
  shift words
  (( CURRENT-- ))
"#;

/// Words behind `ls` are its own.
const LS: &str = "if (( CURRENT > 2 )) && [[ $words[2] == ls ]]; then
  shift words
  (( CURRENT-- ))
";

/// A call of `_arguments` with the specifications of `items`. Where they are read by `letters`, those may share a dash.
fn arguments(text: &mut String, indent: &str, letters: bool, items: impl Iterator<Item = Item>) {
    // Writing to a String cannot fail.
    let _ = writeln!(text, "{indent}_arguments {}\\", if letters { "-s " } else { "" });
    for item in items {
        for name in item.dashed() {
            let _ = writeln!(text, "{indent}  {} \\", quoted(&specification(&item, name, letters)));
        }
    }
    let _ = writeln!(text, "{indent}  '*:path:_files'");
}

/// Any number of times, with its text and what its operand is: that of a letter may follow it at once, where there are
/// `letters`.
fn specification(item: &Item, name: &str, letters: bool) -> String {
    let operand = match item.shape {
        None => "",
        Some(_) if item.is_optional() => "=-",
        Some(_) if name.starts_with("--") && (!letters || item.between == "=") => "=",
        Some(_) if letters && name.len() == 2 => "+",
        Some(_) => "",
    };
    let mut text = format!("*{name}{operand}[{}]", escaped(item.doc));
    if let Some(shape) = item.shape {
        let colons = if item.is_optional() { "::" } else { ":" };
        let _ = write!(text, "{colons}{}:{}", escaped(shape.label), action(shape));
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
