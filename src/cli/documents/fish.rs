//! Completions for fish: one command a name, with its line of the help.

use super::head;
use crate::cli::items::{self, Item};
use crate::expr::{Choices, Fill};
use std::fmt::Write as _;

/// The script.
pub(super) fn script() -> String {
    let mut text = head("fish");
    text.push_str(COMMANDS);
    // Writing to a String cannot fail.
    for item in items::all() {
        for name in item.dashed() {
            let rest = format!("{}{} -d {}", option(name), operand(&item), quoted(item.doc));
            let _ = writeln!(text, "complete -c uwalk -n 'not __uwalk_du; and not __uwalk_ls' {rest}");
        }
    }
    for (condition, items) in [("__uwalk_du", items::of_du().collect::<Vec<_>>()), ("__uwalk_ls", items::of_ls().collect())] {
        for item in items {
            let names: Vec<String> = item.dashed().map(letter_or_word).collect();
            let rest = format!("{}{} -d {}", names.join(" "), operand(&item), quoted(item.doc));
            let _ = writeln!(text, "complete -c uwalk -n {condition} {rest}");
        }
    }
    text
}

/// Words behind `du` are its own, up to the expression, and those behind `ls` are.
const COMMANDS: &str = "function __uwalk_du
    set -l words (commandline -opc)
    test (count $words) -gt 1; and test $words[2] = du; and not contains -- --where $words
end
function __uwalk_ls
    set -l words (commandline -opc)
    test (count $words) -gt 1; and test $words[2] = ls
end
";

/// A name of an option where letters may share a dash.
fn letter_or_word(name: &str) -> String {
    name.strip_prefix("--").map_or_else(|| format!("-s {}", name.trim_start_matches('-')), |long| format!("-l {long}"))
}

/// A name as fish tells names apart: by its dashes. `-s` for single letters would offer clusters of them anywhere.
fn option(name: &str) -> String {
    name.strip_prefix("--").map_or_else(|| format!("-o {}", name.trim_start_matches('-')), |long| format!("-l {long}"))
}

fn operand(item: &Item) -> String {
    // Without -r, fish fills in what follows a `=` and nothing else.
    let required = if item.is_optional() { "-f" } else { "-x" };
    match item.shape.map(|shape| shape.fill) {
        None => String::new(),
        Some(Fill::Nothing) => " -x".to_owned(),
        Some(Fill::Choice(choices)) => format!(" {required} -a {}", quoted(&words(choices).join(" "))),
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
