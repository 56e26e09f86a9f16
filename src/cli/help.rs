//! The texts of `--help` and `--version`, folded from the rows.

use super::items::{self, Item};
use super::{SYNOPSIS, documents};
use crate::expr::{Category, Choices, Refusal};
use std::fmt::Write as _;

/// The column where the lines' texts begin.
const TEXT_COLUMN: usize = 26;

/// The words of `--help=TOPIC`: one for every heading, and one for all of them.
pub(super) const TOPICS: Choices = &{
    let mut topics = [(ALL, "all of these"); Category::ALL.len() + 1];
    let mut at = 0;
    while at < Category::ALL.len() {
        let (_, topic, heading) = Category::ALL[at];
        topics[at] = (topic, heading);
        at += 1;
    }
    topics
};

/// The word for every heading.
const ALL: &str = "all";

/// What `--help` shows of the rows.
const MOST_USED: &[&str] = &["-name", "-type", "-size", "-mtime", "-maxdepth", "-xdev", "!", "-o", "-prune", "-print0", "-exec", "-delete"];

/// Lines of examples that `--help` shows.
const EXAMPLES_SHOWN: usize = 6;

/// Where everything is.
const INTRODUCTION: &str = "\
Walks every PATH, or the current directory, and does with each entry what EXPRESSION says: tests and
actions, joined by \"and\" where nothing else is between them. Without an action, what it is true of is
printed. --help=TOPIC, or --help TOPIC, has a line for every word of a topic, the manual uwalk(1) says
what is behind it, and --explain tells how a walk would be done. `uwalk du` sums up disk usage instead,
`uwalk ls` lists directories: uwalk du --help, uwalk ls --help.
";

/// The text of `--help` alone.
pub(super) fn short() -> String {
    let mut text = format!("Usage: {SYNOPSIS}\n\n{INTRODUCTION}\nMost used:\n");
    for name in MOST_USED {
        items::all().filter(|item| item.names.contains(name)).for_each(|item| push_item(&mut text, &item));
    }
    text.push_str("\nTopics:\n");
    for (topic, heading) in TOPICS {
        push_line(&mut text, topic, heading);
    }
    text.push_str("\nExamples:\n");
    for line in documents::examples().take(EXAMPLES_SHOWN) {
        // Writing to a String cannot fail.
        let _ = writeln!(text, "  {line}");
    }
    text
}

/// The text of `--help=TOPIC`; an error if there is no such topic.
pub(super) fn topic(word: &[u8]) -> Result<String, Refusal> {
    if word == ALL.as_bytes() {
        return Ok(all());
    }
    let known = Category::ALL.iter().find(|(_, topic, _)| topic.as_bytes() == word);
    let (category, _, heading) = known.ok_or(Refusal("is no topic"))?;
    let mut text = String::new();
    push_category(&mut text, *category, heading);
    Ok(text)
}

/// Every line of every topic.
pub(super) fn all() -> String {
    let mut text = format!("Usage: {SYNOPSIS}\n");
    for (category, _, heading) in Category::ALL {
        text.push('\n');
        push_category(&mut text, *category, heading);
    }
    text
}

fn push_category(text: &mut String, category: Category, heading: &str) {
    let _ = writeln!(text, "{heading}:");
    items::of(category).for_each(|item| push_item(text, &item));
}

fn push_item(text: &mut String, item: &Item) {
    push_line(text, &(item.names.join(", ") + &item.tail()), item.doc);
}

fn push_line(text: &mut String, head: &str, doc: &str) {
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
