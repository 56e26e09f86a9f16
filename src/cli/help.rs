//! The texts of `--help` and `--version`, folded from the rows.

use super::{SYNOPSIS, items};
use crate::expr::Category;
use std::fmt::Write as _;

/// The column where the lines' texts begin.
const TEXT_COLUMN: usize = 26;

/// The text of `--help`.
pub(super) fn usage() -> String {
    let mut text = format!("Usage: {SYNOPSIS}\n");
    for (category, heading) in Category::ALL {
        // Writing to a String cannot fail.
        let _ = writeln!(text, "\n{heading}:");
        for item in items::of(*category) {
            push_line(&mut text, item.names, item.label(), item.doc);
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
