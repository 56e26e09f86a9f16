//! The order of names by the numbers in them, as `ls -v` has it: `a9` before `a10`, `x-1.2.tar.gz` before `x-1.10.tar.gz`.

use std::cmp::Ordering;

/// Compares two names: what begins with a dot first, endings such as `.tar.gz` apart.
pub(super) fn compare(one: &[u8], other: &[u8]) -> Ordering {
    let ranks = rank(one).cmp(&rank(other));
    if ranks != Ordering::Equal || rank(one) < 3 {
        return ranks;
    }
    let (a, b) = (stem(one), stem(other));
    match parts(a, b) {
        Ordering::Equal if a.len() != one.len() || b.len() != other.len() => parts(one, other),
        order => order,
    }
}

/// The empty name, `.`, `..`, what else begins with a dot, and all the rest.
const fn rank(name: &[u8]) -> u8 {
    match name {
        b"" => 0,
        b"." => 1,
        b".." => 2,
        [b'.', ..] => 3,
        _ => 4,
    }
}

/// A number that orders as `compare` does, as far as it goes: names with the same one must be compared.
pub(super) fn key(name: &[u8]) -> u128 {
    let mut bytes = Vec::with_capacity(24);
    bytes.push(rank(name));
    let mut rest = stem(name);
    while bytes.len() < 16 {
        match rest.first() {
            None => {
                bytes.push(END);
                break;
            }
            Some(byte) if byte.is_ascii_digit() => match number(&mut rest) {
                // Zeros alone are as good as nothing: what follows decides, and that is not told here.
                [] => {
                    bytes.push(END);
                    break;
                }
                digits => {
                    bytes.extend([NUMBER, u8::try_from(digits.len()).unwrap_or(u8::MAX)]);
                    bytes.extend_from_slice(&digits[..digits.len().min(16)]);
                    if digits.len() > 16 {
                        break;
                    }
                }
            },
            Some(byte) => {
                // Letters before all others, whose last ones share a number.
                bytes.push(match byte {
                    b'~' => TILDE,
                    b'A'..=b'Z' => LETTER + (byte - b'A'),
                    b'a'..=b'z' => LETTER + 26 + (byte - b'a'),
                    _ => OTHER.saturating_add(*byte),
                });
                if bytes.last() == Some(&u8::MAX) {
                    break;
                }
                rest = &rest[1..];
            }
        }
    }
    bytes.resize(16, 0);
    bytes.truncate(16);
    bytes.first_chunk().map_or(0, |bytes| u128::from_be_bytes(*bytes))
}

/// What stands in a key for what comes next in a name, in their order.
const TILDE: u8 = 1;
const END: u8 = 2;
const NUMBER: u8 = 3;
const LETTER: u8 = 4;
const OTHER: u8 = LETTER + 52;

/// A name without the endings at its end, which may be all of it: each a dot, a letter or `~`, and then letters, digits and `~`.
fn stem(name: &[u8]) -> &[u8] {
    let starts =
        |at: usize| name.get(at) == Some(&b'.') && name.get(at + 1).is_some_and(|byte| byte.is_ascii_alphabetic() || *byte == b'~');
    let (mut at, mut end) = (0, 0);
    loop {
        while starts(at) {
            at += 2;
            while name.get(at).is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'~') {
                at += 1;
            }
        }
        if at == name.len() {
            break;
        }
        at += 1;
        end = at;
    }
    &name[..end]
}

/// Compares what is no number by its bytes in an order of their own, and numbers by their values, in turn.
fn parts(mut one: &[u8], mut other: &[u8]) -> Ordering {
    while !(one.is_empty() && other.is_empty()) {
        let text = |name: &[u8]| name.first().is_some_and(|byte| !byte.is_ascii_digit());
        while text(one) || text(other) {
            let order = weight(one.first()).cmp(&weight(other.first()));
            if order != Ordering::Equal {
                return order;
            }
            one = one.get(1..).unwrap_or_default();
            other = other.get(1..).unwrap_or_default();
        }
        let (a, b) = (number(&mut one), number(&mut other));
        let order = a.len().cmp(&b.len()).then_with(|| a.cmp(b));
        if order != Ordering::Equal {
            return order;
        }
    }
    Ordering::Equal
}

/// Takes the digits at the beginning of a text; those of its value.
fn number<'a>(text: &mut &'a [u8]) -> &'a [u8] {
    let zeros = text.iter().take_while(|byte| **byte == b'0').count();
    let count = text[zeros..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let (digits, rest) = text[zeros..].split_at(count);
    *text = rest;
    digits
}

/// `~` comes before the end of a name, that before digits, then letters, then all other bytes.
fn weight(byte: Option<&u8>) -> i32 {
    match byte {
        Some(b'~') => -2,
        None => -1,
        Some(byte) if byte.is_ascii_digit() => 0,
        Some(byte) if byte.is_ascii_alphabetic() => i32::from(*byte),
        Some(byte) => i32::from(*byte) + 256,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_in_the_order_of_ls() {
        let names = [
            ".",
            "..",
            ".a",
            ".b1",
            "a",
            "a~",
            "a.c",
            "a.c~",
            "a1",
            "a01",
            "a2.txt",
            "a2.1.txt",
            "a10",
            "b.tar.gz",
            "b-1.tar.gz",
            "b-1.2.tar.gz",
            "a0",
            "a0~",
            "a0b",
            "a00",
            "a\u{ff}",
            "a\u{e9}b",
            "123456789012345678",
            "123456789012345679",
            "..a",
            "a b",
        ];
        let mut sorted = names;
        sorted.sort_by(|one, other| compare(one.as_bytes(), other.as_bytes()).then_with(|| one.cmp(other)));
        assert_eq!(compare(b"a9", b"a10"), Ordering::Less);
        assert_eq!(compare(b"a~", b"a"), Ordering::Less);
        assert_eq!(compare(b"a.c", b"a"), Ordering::Greater);
        assert_eq!(compare(b"x-1.2.tar.gz", b"x-1.10.tar.gz"), Ordering::Less);
        assert_eq!(compare(b"a01", b"a1"), Ordering::Equal);
        assert_eq!(&sorted[..4], [".", "..", ".a", ".b1"]);
        for one in names {
            for other in names {
                let (by_key, by_name) = (key(one.as_bytes()).cmp(&key(other.as_bytes())), compare(one.as_bytes(), other.as_bytes()));
                assert!(by_key == Ordering::Equal || by_key == by_name, "{one} {other}");
            }
        }
    }
}
