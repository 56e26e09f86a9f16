//! The manual pages, in the man(7) macros.

use super::{prose, prose_du, prose_ls};
use crate::cli::SYNOPSIS;
use crate::cli::items::{self, Item};
use crate::cli::options::command::About;
use crate::cli::{du, ls};
use crate::expr::{Category, Fill, Shape};
use std::fmt::Write as _;

/// Bytes of an input line.
const WIDTH: usize = 78;

/// The page of the program.
pub(super) fn page() -> String {
    let mut page = Page::new("UWALK", &["EXPR", "EXPR1", "EXPR2", "PATH"], &items::all().collect::<Vec<_>>());
    page.begin("uwalk", prose::NAME, SYNOPSIS, prose::DESCRIPTION);
    for (title, intro, category) in [
        ("LINKS", "", Category::Links),
        ("THE WALK", prose::WALK, Category::Walk),
        ("TESTS", prose::TESTS, Category::Tests),
        ("ACTIONS", prose::ACTIONS, Category::Actions),
        ("OPERATORS", prose::OPERATORS, Category::Operators),
        ("GENERAL OPTIONS", "", Category::General),
    ] {
        page.section(title);
        page.blocks(intro);
        items::of(category).for_each(|item| page.item(&item));
    }
    page.end(&[
        ("EXIT STATUS", prose::EXIT_STATUS),
        ("ENVIRONMENT", prose::ENVIRONMENT),
        ("EXAMPLES", prose::EXAMPLES),
        ("DIFFERENCES FROM GNU FIND", prose::DIFFERENCES),
        ("SEE ALSO", prose::SEE_ALSO),
    ])
}

/// The page of `uwalk du`.
pub(super) fn du_page() -> String {
    let mut page = Page::new("UWALK-DU", &["PATH"], &items::of_du().collect::<Vec<_>>());
    page.begin("uwalk-du", prose_du::NAME, du::SYNOPSIS, prose_du::DESCRIPTION);
    page.options(&du::ABOUT, ["-sh", "-d1", "-d 1"]);
    page.end(&[
        ("SIZES", prose_du::SIZES),
        ("EXIT STATUS", prose_du::EXIT_STATUS),
        ("ENVIRONMENT", prose_du::ENVIRONMENT),
        ("EXAMPLES", prose_du::EXAMPLES),
        ("DIFFERENCES FROM GNU DU", prose_du::DIFFERENCES),
        ("SEE ALSO", prose_du::SEE_ALSO),
    ])
}

/// The page of `uwalk ls`.
pub(super) fn ls_page() -> String {
    let mut page = Page::new("UWALK-LS", &["PATH"], &items::of_ls().collect::<Vec<_>>());
    page.begin("uwalk-ls", prose_ls::NAME, ls::SYNOPSIS, prose_ls::DESCRIPTION);
    page.options(&ls::ABOUT, ["-lh", "-w80", "-w 80"]);
    page.end(&[
        ("EXIT STATUS", prose_ls::EXIT_STATUS),
        ("ENVIRONMENT", prose_ls::ENVIRONMENT),
        ("EXAMPLES", prose_ls::EXAMPLES),
        ("DIFFERENCES FROM GNU LS", prose_ls::DIFFERENCES),
        ("SEE ALSO", prose_ls::SEE_ALSO),
    ])
}

struct Page {
    text: String,
    /// A heading or term was the last thing: a paragraph needs no macro.
    fresh: bool,
    /// Names that are set in bold.
    names: Vec<&'static str>,
    /// Placeholders that are set in italics.
    holders: Vec<&'static str>,
    /// Operands whose words are explained already.
    explained: Vec<&'static Shape>,
}

impl Page {
    /// A page with its heading. The placeholders of `items` are known, and `more`.
    fn new(title: &str, more: &[&'static str], items: &[Item]) -> Self {
        let text = format!(".TH {title} 1 \"\" \"uwalk {}\" \"User Commands\"\n", env!("CARGO_PKG_VERSION"));
        let mut holders = more.to_vec();
        holders.extend(items.iter().flat_map(|item| item.label().split(|char: char| !char.is_ascii_uppercase())));
        Self { text, fresh: true, names: items.iter().flat_map(|item| item.dashed()).collect(), holders, explained: Vec::new() }
    }

    /// What comes before the options.
    fn begin(&mut self, name: &str, purpose: &str, synopsis: &str, description: &str) {
        self.section("NAME");
        self.text.push_str(&format!("{} \\- ", literal(name)));
        self.running(purpose);
        self.section("SYNOPSIS");
        self.synopsis(synopsis);
        self.section("DESCRIPTION");
        self.blocks(description);
    }

    /// The options of a command by their headings, after how they are taken, with `examples` of that.
    fn options<D>(&mut self, about: &About<D>, examples: [&str; 3]) {
        self.section("OPTIONS");
        self.blocks(&prose::getopt(examples));
        for group in about.groups {
            self.subsection(group);
            items::of_group(about, group).for_each(|item| self.item(&item));
        }
    }

    /// The sections behind them, and the whole text.
    fn end(mut self, sections: &[(&str, &str)]) -> String {
        for (title, text) in sections {
            self.section(title);
            self.blocks(text);
        }
        self.text
    }

    fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn section(&mut self, title: &str) {
        // Writing to a String cannot fail.
        let _ = writeln!(self.text, ".SH {title}");
        self.fresh = true;
    }

    fn subsection(&mut self, title: &str) {
        let _ = writeln!(self.text, ".SS {title}");
        self.fresh = true;
    }

    fn synopsis(&mut self, synopsis: &str) {
        let at = synopsis.find(" [").unwrap_or(synopsis.len());
        let (name, words) = synopsis.split_at(at);
        let words: Vec<String> = words.split_whitespace().map(holder).collect();
        let _ = writeln!(self.text, ".B {name}\n{}", words.join(" "));
    }

    fn blocks(&mut self, text: &str) {
        for block in text.split("\n\n").filter(|block| !block.is_empty()) {
            match block.split_once("::\n") {
                _ if block.starts_with("    ") => self.example(block),
                Some((term, body)) => {
                    let term = self.inline(term);
                    self.tagged(&term);
                    self.running(body);
                }
                None => {
                    self.paragraph(".PP");
                    self.running(block);
                }
            }
            self.fresh = false;
        }
    }

    fn paragraph(&mut self, name: &str) {
        if !self.fresh {
            self.line(name);
        }
    }

    fn tagged(&mut self, term: &str) {
        self.line(".TP");
        self.line(term);
    }

    fn example(&mut self, block: &str) {
        self.line(".IP\n.EX");
        for line in block.lines() {
            let code = literal(line.trim_start());
            self.protected(&code);
        }
        self.line(".EE");
    }

    fn item(&mut self, item: &Item) {
        let names: Vec<String> = item.names.iter().map(|name| bold(name)).collect();
        self.tagged(&(names.join(", ") + &holder(&item.tail())));
        let mut text = sentence(item.doc);
        text.push_str(&self.meanings(item.shape));
        for (at, part) in item.detail.split("\n\n").enumerate() {
            if at == 0 && !part.is_empty() {
                text.push(' ');
                text.push_str(part);
                self.running(&text);
            } else if at == 0 {
                self.running(&text);
            } else {
                self.line(".IP");
                self.running(part);
            }
        }
        self.fresh = false;
    }

    /// The words of an operand with their meanings, the first time that it is met.
    fn meanings(&mut self, shape: Option<&'static Shape>) -> String {
        let Some((shape, words)) = shape.and_then(|shape| match shape.fill {
            Fill::Choice(words) | Fill::List(words) => Some((shape, words)),
            Fill::Nothing | Fill::Users | Fill::Groups | Fill::Files => None,
        }) else {
            return String::new();
        };
        if self.explained.contains(&shape) {
            return String::new();
        }
        self.explained.push(shape);
        let name: String = shape.label.chars().take_while(char::is_ascii_uppercase).collect();
        let words: Vec<String> = words.iter().map(|(word, meaning)| format!("`{word}` ({meaning})")).collect();
        format!(" {name} is one of {}.", words.join(", "))
    }

    /// Running text, filled to lines.
    fn running(&mut self, text: &str) {
        let text = self.inline(text);
        let mut line = String::new();
        for word in text.split([' ', '\n']).filter(|word| !word.is_empty()) {
            if !line.is_empty() && line.len() + 1 + word.len() > WIDTH {
                self.protected(&line);
                line.clear();
            }
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
        self.protected(&line);
        self.fresh = false;
    }

    /// A line of text that must not be read as a macro.
    fn protected(&mut self, line: &str) {
        if line.starts_with(['.', '\'']) {
            self.text.push_str("\\&");
        }
        self.line(line);
    }

    /// Text with literals and names in bold, placeholders in italics.
    fn inline(&self, text: &str) -> String {
        let mut out = String::new();
        for (at, piece) in text.split('`').enumerate() {
            if at % 2 == 1 {
                out.push_str(&bold(piece));
            } else {
                piece.split_inclusive(' ').for_each(|word| self.push_word(&mut out, word));
            }
        }
        out
    }

    fn push_word(&self, out: &mut String, word: &str) {
        let inside = |char: char| char.is_ascii_alphanumeric() || matches!(char, '-' | '_' | '/');
        let start = word.find(inside).unwrap_or(word.len());
        let length = word[start..].find(|char| !inside(char)).unwrap_or(word.len() - start);
        let (before, rest) = word.split_at(start);
        let (core, after) = rest.split_at(length);
        out.push_str(&plain(before));
        match core {
            _ if self.names.contains(&core) => out.push_str(&bold(core)),
            _ if !core.is_empty() && self.holders.contains(&core) => {
                let _ = write!(out, "\\fI{core}\\fR");
            }
            _ => out.push_str(&plain(core)),
        }
        out.push_str(&plain(after));
    }
}

/// A line of the help as a sentence.
fn sentence(doc: &str) -> String {
    let mut text = doc[..1].to_ascii_uppercase();
    text.push_str(&doc[1..]);
    text.push('.');
    text
}

fn bold(text: &str) -> String {
    format!("\\fB{}\\fR", literal(text))
}

/// The placeholder of an operand: what is in capitals is in italics.
fn holder(label: &str) -> String {
    let mut out = String::new();
    let mut rest = label;
    while let Some(start) = rest.find(|char: char| char.is_ascii_uppercase()) {
        let length = rest[start..].find(|char: char| !char.is_ascii_uppercase()).unwrap_or(rest.len() - start);
        let _ = write!(out, "{}\\fI{}\\fR", literal(&rest[..start]), &rest[start..start + length]);
        rest = &rest[start + length..];
    }
    out + &literal(rest)
}

/// Text that is typed as it stands: no typographic dashes and quotes.
fn literal(text: &str) -> String {
    escaped(text, |char| match char {
        '-' => Some("\\-"),
        '\'' => Some("\\(aq"),
        '^' => Some("\\(ha"),
        '~' => Some("\\(ti"),
        '`' => Some("\\(ga"),
        _ => None,
    })
}

fn plain(text: &str) -> String {
    escaped(text, |_| None)
}

fn escaped(text: &str, special: impl Fn(char) -> Option<&'static str>) -> String {
    let mut out = String::new();
    for char in text.chars() {
        match char {
            '\\' => out.push_str("\\e"),
            _ => match special(char) {
                Some(escape) => out.push_str(escape),
                None => out.push(char),
            },
        }
    }
    out
}
