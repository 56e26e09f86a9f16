//! Completions for fish: one command a name, with its line of the help.

use super::head;
use crate::cli::items::{self, Item};
use crate::expr::{Choices, Fill};
use std::fmt::Write as _;

/// The script.
pub(super) fn script() -> String {
    let mut text = head("fish");
    for item in items::all() {
        for name in item.dashed() {
            // Writing to a String cannot fail.
            let _ = writeln!(text, "complete -c uwalk {}{} -d {}", option(name), operand(&item), quoted(item.doc));
        }
    }
    text
}

/// A name as fish tells names apart: by its dashes. `-s` for single letters would offer clusters of them anywhere.
fn option(name: &str) -> String {
    name.strip_prefix("--").map_or_else(|| format!("-o {}", name.trim_start_matches('-')), |long| format!("-l {long}"))
}

fn operand(item: &Item) -> String {
    match item.shape.map(|shape| shape.fill) {
        None => String::new(),
        Some(Fill::Nothing) => " -x".to_owned(),
        Some(Fill::Choice(choices)) => format!(" -x -a {}", quoted(&words(choices).join(" "))),
        Some(Fill::List(choices)) => format!(" -x -a {}", quoted(&format!("(__fish_append , {})", words(choices).join(" ")))),
        Some(Fill::Users) => " -x -a '(__fish_complete_users)'".to_owned(),
        Some(Fill::Groups) => " -x -a '(__fish_complete_groups)'".to_owned(),
        Some(Fill::Files) => " -r -F".to_owned(),
    }
}

/// Words with their meanings, as `-a` takes them.
fn words(choices: Choices) -> Vec<String> {
    choices.iter().map(|(word, doc)| format!("{word}\\t{}", quoted(doc))).collect()
}

/// fish takes backslashes within single quotes.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\\', "\\\\").replace('\'', "\\'"))
}
