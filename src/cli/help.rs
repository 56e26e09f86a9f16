//! The texts of `--help` and `--version`, folded from the rows.

use super::globals;
use crate::expr::{Category, rows};
use std::fmt::Write as _;

/// The column where the lines' texts begin.
const TEXT_COLUMN: usize = 26;

/// The text of `--help`.
pub(super) fn usage() -> String {
    let mut text = String::from("Usage: uwalk [OPTION]... [PATH]... [EXPRESSION]\n");
    for (category, heading) in Category::ALL {
        // Writing to a String cannot fail.
        let _ = writeln!(text, "\n{heading}:");
        for global in globals::shown().filter(|global| global.category == Some(*category)) {
            push_line(&mut text, global.names, global.label(), global.doc);
        }
        for row in rows::all().filter(|row| row.category == *category) {
            push_line(&mut text, row.names, row.label(), row.doc);
        }
    }
    text
}

fn push_line(text: &mut String, names: &[&str], label: &str, doc: &str) {
    let names = names.join(", ");
    let head = if label.is_empty() { names } else { format!("{names} {label}") };
    let _ = if head.len() + 4 > TEXT_COLUMN {
        writeln!(text, "  {head}\n{:TEXT_COLUMN$}{doc}", "")
    } else {
        writeln!(text, "  {head:width$}{doc}", width = TEXT_COLUMN - 2)
    };
}

/// The text of `--version`.
pub(super) fn version() -> String {
    format!("{} {}\n", env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"))
}
