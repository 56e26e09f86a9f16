//! A Rust source file as `tidy` reads it: code without comments, texts and tests. A reading by the letters, not a parser:
//! enough for the rules that are checked, and tested beside them.

/// A source file.
pub(crate) struct Source {
    /// Its path below src/.
    pub(crate) path: String,
    /// As it is.
    pub(crate) text: String,
    /// The same lines, with comments, the insides of texts, and items under `#[cfg(test)]` blanked.
    code: String,
    /// The whole file is tests: its module is declared under `#[cfg(test)]` in another file.
    pub(crate) is_test: bool,
    /// How many lines it has.
    pub(crate) lines: usize,
}

impl Source {
    pub(crate) fn new(path: String, text: &str) -> Self {
        let code = without_tests(&without_comments(text));
        Self { is_test: false, lines: text.lines().count(), code, text: text.to_owned(), path }
    }

    /// The first component of its path.
    pub(crate) fn layer(&self) -> &str {
        self.path.split('/').next().unwrap_or_default().trim_end_matches(".rs")
    }

    /// The modules in files of their own that it declares for tests alone, as paths below src/ without an ending.
    pub(crate) fn test_modules(&self) -> Vec<String> {
        let folder = match self.path.trim_end_matches(".rs").rsplit_once('/') {
            Some((folder, "mod")) => format!("{folder}/"),
            None if self.path == "lib.rs" || self.path == "main.rs" => String::new(),
            _ => format!("{}/", self.path.trim_end_matches(".rs")),
        };
        let declared = |item: &str| {
            let item = item.trim_start();
            if let Some(path) = item.strip_prefix("#[path = \"") {
                let (beside, _) = self.path.rsplit_once('/').unwrap_or_default();
                return path.split_once(".rs\"").map(|(path, _)| format!("{beside}/{path}"));
            }
            let item = item.trim_start_matches("pub(crate) ").trim_start_matches("pub(super) ");
            let name = word_at(item.strip_prefix("mod ")?);
            item[4 + name.len()..].starts_with(';').then(|| format!("{folder}{name}"))
        };
        self.text.split("#[cfg(test)]").skip(1).filter_map(declared).collect()
    }

    /// The text of its `//!` lines at the top.
    pub(crate) fn head(&self) -> String {
        self.text.lines().map_while(|line| line.strip_prefix("//!")).flat_map(|line| [line, "\n"]).collect()
    }

    /// The lines of code with their numbers.
    pub(crate) fn code_lines(&self) -> impl Iterator<Item = (usize, &str)> {
        self.code.lines().enumerate().map(|(at, line)| (at + 1, line)).filter(|(_, line)| !line.trim().is_empty())
    }

    /// What it imports of this crate, by the line and the first component.
    pub(crate) fn imports(&self) -> Vec<(usize, String)> {
        let mut imports = Vec::new();
        // `super` leads to the crate's root when it is said as often as there are modules around.
        let depth = self.path.matches('/').count() + usize::from(!self.path.ends_with("mod.rs"));
        let upward = "super::".repeat(depth);
        for start in ["crate::", &upward] {
            for (at, _) in self.code.match_indices(start) {
                let before = &self.code[..at];
                if before.ends_with(|char: char| char.is_alphanumeric() || char == '_' || char == ':') {
                    continue;
                }
                let line = before.matches('\n').count() + 1;
                imports.extend(first_components(&self.code[at + start.len()..]).into_iter().map(|name| (line, name)));
            }
        }
        imports.sort_unstable();
        imports
    }

    /// Its functions: name, line, and lines of code from the head to the closing brace.
    pub(crate) fn functions(&self) -> Vec<(String, usize, usize)> {
        let mut functions = Vec::new();
        for (at, _) in self.code.match_indices("fn ") {
            let before = &self.code[..at];
            let name = word_at(&self.code[at + 3..]);
            if name.is_empty() || before.ends_with(|char: char| char.is_alphanumeric() || char == '_') {
                continue;
            }
            let rest = &self.code[at..];
            let length = body_end(rest).map_or(0, |end| rest[..end].lines().filter(|line| !line.trim().is_empty()).count());
            functions.push((name.to_owned(), before.matches('\n').count() + 1, length));
        }
        functions
    }
}

/// Whether a text holds a word by itself.
pub(crate) fn has_word(text: &str, word: &str) -> bool {
    let part = |char: Option<char>| char.is_some_and(|char| char.is_alphanumeric() || char == '_');
    text.match_indices(word).any(|(at, _)| !part(text[..at].chars().next_back()) && !part(text[at + word.len()..].chars().next()))
}

fn word_at(text: &str) -> &str {
    let end = text.find(|char: char| !(char.is_alphanumeric() || char == '_')).unwrap_or(text.len());
    &text[..end]
}

/// The first component of a path, or of each path of a group in braces.
fn first_components(text: &str) -> Vec<String> {
    let Some(group) = text.strip_prefix('{') else { return vec![word_at(text).to_owned()] };
    let (mut names, mut depth, mut expected) = (Vec::new(), 0, true);
    for (at, char) in group.char_indices() {
        match char {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => expected = true,
            _ if expected && char.is_alphabetic() => {
                names.push(word_at(&group[at..]).to_owned());
                expected = false;
            }
            _ => {}
        }
    }
    names
}

/// Where the item that begins here ends: at the brace that closes its first one, or at a semicolon before any.
fn body_end(code: &str) -> Option<usize> {
    let (mut depth, mut brackets) = (0, 0);
    for (at, char) in code.char_indices() {
        match char {
            '(' | '[' if depth == 0 => brackets += 1,
            ')' | ']' if depth == 0 => brackets -= 1,
            ';' if depth == 0 && brackets == 0 => return None,
            '{' => depth += 1,
            '}' => {
                depth -= 1;
                if depth == 0 {
                    return Some(at + 1);
                }
            }
            _ => {}
        }
    }
    None
}

/// Blanks every item under `#[cfg(test)]`.
fn without_tests(code: &str) -> String {
    let mark = "#[cfg(test)]";
    let mut rest = code;
    let mut text = String::new();
    while let Some(at) = rest.find(mark) {
        text.push_str(&rest[..at]);
        let item = &rest[at..];
        let body = &item[mark.len()..];
        let end = mark.len() + body_end(body).or_else(|| body.find(';').map(|at| at + 1)).unwrap_or(body.len());
        text.extend(item[..end].chars().filter(|char| *char == '\n'));
        rest = &item[end..];
    }
    text + rest
}

/// Blanks comments and the insides of texts and characters; keeps every line where it is.
fn without_comments(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut code = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let rest = &bytes[at..];
        let (length, shown) = match rest {
            [b'/', b'/', ..] => (line_length(rest), &b""[..]),
            [b'/', b'*', ..] => (comment_length(rest), &b""[..]),
            [b'"', ..] => (text_length(rest), &b"\"\""[..]),
            [b'r', b'"' | b'#', ..] if !ends_in_word(&code) => match raw_length(&rest[1..]) {
                Some(length) => (length + 1, &b"\"\""[..]),
                None => (1, &rest[..1]),
            },
            [b'\'', ..] => match character_length(rest) {
                Some(length) => (length, &b"' '"[..]),
                None => (1, &rest[..1]),
            },
            _ => (1, &rest[..1]),
        };
        code.extend_from_slice(shown);
        if length > 1 {
            code.extend(rest[..length].iter().filter(|byte| **byte == b'\n'));
        }
        at += length;
    }
    String::from_utf8(code).expect("code is cut at characters")
}

fn ends_in_word(code: &[u8]) -> bool {
    // `br".."` is a raw text as well.
    let code = code.strip_suffix(b"b").unwrap_or(code);
    code.last().is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_')
}

fn line_length(rest: &[u8]) -> usize {
    rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len())
}

fn comment_length(rest: &[u8]) -> usize {
    let (mut depth, mut at) = (0, 0);
    while at < rest.len() {
        match rest[at..] {
            [b'/', b'*', ..] => (depth, at) = (depth + 1, at + 2),
            [b'*', b'/', ..] => (depth, at) = (depth - 1, at + 2),
            _ => at += 1,
        }
        if depth == 0 {
            break;
        }
    }
    at
}

fn text_length(rest: &[u8]) -> usize {
    let mut at = 1;
    while at < rest.len() && rest[at] != b'"' {
        at += if rest[at] == b'\\' { 2 } else { 1 };
    }
    (at + 1).min(rest.len())
}

/// Of `#".."#`, with any number of marks; nothing where it is a raw identifier.
fn raw_length(rest: &[u8]) -> Option<usize> {
    let marks = rest.iter().take_while(|byte| **byte == b'#').count();
    if rest.get(marks) != Some(&b'"') {
        return None;
    }
    let end = [&b"\""[..], &b"#".repeat(marks)].concat();
    let inside = &rest[marks + 1..];
    inside.windows(end.len()).position(|window| window == end).map(|at| marks + 1 + at + end.len())
}

/// Of `'x'` or `'\n'`; nothing where it is a lifetime.
fn character_length(rest: &[u8]) -> Option<usize> {
    let inside = if rest.get(1) == Some(&b'\\') { 3 } else { 2 };
    let end = rest.iter().skip(inside).take(10).position(|byte| *byte == b'\'')? + inside;
    let text = std::str::from_utf8(&rest[1..end]).ok()?;
    (text.starts_with('\\') || text.chars().count() == 1).then_some(end + 1)
}
