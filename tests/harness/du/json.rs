//! The objects of `--json`: one a line, flat.

use std::collections::BTreeMap;

/// A value: text as bytes, a number or a word as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Value {
    Text(Vec<u8>),
    Plain(String),
}

/// An object of texts, numbers and words. A key that ends in `_base64` is kept without that, with its text decoded.
pub(crate) fn object(line: &[u8]) -> BTreeMap<String, Value> {
    let text = std::str::from_utf8(line).unwrap_or_else(|_| panic!("no UTF-8: {}", line.escape_ascii()));
    let mut rest = text.strip_prefix('{').unwrap_or_else(|| panic!("no object: {text}"));
    let mut object = BTreeMap::new();
    while let Some(quoted) = rest.strip_prefix('"') {
        let (key, after) = string(quoted);
        let key = String::from_utf8(key).expect("a key");
        let after = after.strip_prefix(':').unwrap_or_else(|| panic!("no value of {key}: {text}"));
        let (value, after) = match after.strip_prefix('"') {
            Some(quoted) => {
                let (value, after) = string(quoted);
                (Value::Text(value), after)
            }
            None => {
                let end = after.find([',', '}']).unwrap_or_else(|| panic!("no end: {text}"));
                (Value::Plain(after[..end].to_owned()), &after[end..])
            }
        };
        let entry = match (key.strip_suffix("_base64"), value) {
            (Some(key), Value::Text(digits)) => (key.to_owned(), Value::Text(decoded(&digits))),
            (_, value) => (key, value),
        };
        assert!(object.insert(entry.0, entry.1).is_none(), "a key is there twice: {text}");
        rest = after.strip_prefix(',').unwrap_or(after);
    }
    assert_eq!(rest, "}", "{text}");
    object
}

/// The text up to the closing quote, and what is behind that.
fn string(text: &str) -> (Vec<u8>, &str) {
    let (mut to, mut chars) = (String::new(), text.char_indices());
    while let Some((at, next)) = chars.next() {
        match next {
            '"' => return (to.into_bytes(), &text[at + 1..]),
            '\\' => match chars.next().expect("an escape").1 {
                'n' => to.push('\n'),
                't' => to.push('\t'),
                'r' => to.push('\r'),
                'b' => to.push('\u{8}'),
                'f' => to.push('\u{c}'),
                'u' => {
                    let digits: String = chars.by_ref().take(4).map(|(_, digit)| digit).collect();
                    to.push(char::from_u32(u32::from_str_radix(&digits, 16).expect("four digits")).expect("a character"));
                }
                other => to.push(other),
            },
            other => to.push(other),
        }
    }
    panic!("no closing quote: {text}");
}

fn decoded(digits: &[u8]) -> Vec<u8> {
    const DIGITS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let (mut to, mut bits, mut held) = (Vec::new(), 0_u32, 0);
    for digit in digits.iter().take_while(|digit| **digit != b'=') {
        bits = bits << 6 | DIGITS.iter().position(|known| known == digit).expect("a digit of base64") as u32;
        held += 6;
        if held >= 8 {
            held -= 8;
            to.push((bits >> held & 0xff) as u8);
        }
    }
    to
}
