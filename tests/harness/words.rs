//! Command lines in one string: how a case is written, and how a command is shown.

use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

/// Splits a case into words. Blanks separate; `'..'` holds its text as it is; `$'..'` knows `\n`, `\t`, `\\` and `\xHH`;
/// nothing else is special, so patterns and parentheses need no quotes. Outside quotes `{uid}`, `{gid}`, `{user}`, `{group}`,
/// `{root}` (the tree's path) and `{ino:PATH}` (an inode number) stand for what they are in the tree at `root`.
pub(crate) fn words(case: &str, root: &Path) -> Vec<OsString> {
    let mut words = Vec::new();
    let mut rest = case.trim_start();
    while !rest.is_empty() {
        let mut word = Vec::new();
        while let Some(first) = rest.chars().next().filter(|first| *first != ' ') {
            if let Some(quoted) = rest.strip_prefix("$'") {
                rest = escaped(quoted, &mut word);
            } else if let Some(quoted) = rest.strip_prefix('\'') {
                let (text, after) = quoted.split_once('\'').expect("a closing quote");
                word.extend_from_slice(text.as_bytes());
                rest = after;
            } else if let Some((name, after)) = rest.strip_prefix('{').and_then(|open| open.split_once('}')) {
                word.extend_from_slice(&value(name, root));
                rest = after;
            } else {
                let (text, after) = rest.split_at(first.len_utf8());
                word.extend_from_slice(text.as_bytes());
                rest = after;
            }
        }
        words.push(OsString::from_vec(word));
        rest = rest.trim_start();
    }
    words
}

/// Decodes up to the closing quote and returns what is behind it.
fn escaped<'a>(text: &'a str, to: &mut Vec<u8>) -> &'a str {
    let mut chars = text.char_indices();
    while let Some((at, char)) = chars.next() {
        match char {
            '\'' => return &text[at + 1..],
            '\\' => match chars.next().expect("an escape").1 {
                'n' => to.push(b'\n'),
                't' => to.push(b'\t'),
                '\\' => to.push(b'\\'),
                'x' => {
                    to.push(u8::from_str_radix(&text[at + 2..at + 4], 16).expect("two hexadecimal digits"));
                    chars.next();
                    chars.next();
                }
                other => panic!("\\{other} in {text}"),
            },
            _ => to.extend_from_slice(char.encode_utf8(&mut [0; 4]).as_bytes()),
        }
    }
    panic!("no closing quote: {text}");
}

fn value(name: &str, root: &Path) -> Vec<u8> {
    let metadata = |path: &str| std::fs::symlink_metadata(root.join(path)).unwrap_or_else(|error| panic!("{path}: {error}"));
    match name {
        "uid" => metadata(".").uid().to_string().into_bytes(),
        "gid" => metadata(".").gid().to_string().into_bytes(),
        "user" => name_of("/etc/passwd", metadata(".").uid()),
        "group" => name_of("/etc/group", metadata(".").gid()),
        "root" => root.as_os_str().as_encoded_bytes().to_vec(),
        _ => {
            let path = name.strip_prefix("ino:").unwrap_or_else(|| panic!("unknown value {{{name}}}"));
            metadata(path).ino().to_string().into_bytes()
        }
    }
}

/// The name of a number, from the file; the number itself where the file does not know it.
fn name_of(database: &str, id: u32) -> Vec<u8> {
    let text = std::fs::read_to_string(database).unwrap_or_default();
    let named = |line: &str| {
        let mut columns = line.split(':');
        let name = columns.next()?;
        (columns.nth(1)? == id.to_string()).then(|| name.to_owned())
    };
    text.lines().find_map(named).unwrap_or_else(|| id.to_string()).into_bytes()
}

/// A word as a shell would need it.
pub(crate) fn shell_quoted(word: &[u8]) -> String {
    let plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_=+,./:@%".contains(byte);
    if !word.is_empty() && word.iter().all(plain) {
        String::from_utf8_lossy(word).into_owned()
    } else if word.iter().all(|byte| (b' '..=b'~').contains(byte) && *byte != b'\'') {
        format!("'{}'", String::from_utf8_lossy(word))
    } else {
        format!("$'{}'", word.escape_ascii())
    }
}
