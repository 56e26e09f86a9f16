//! The order of names by the numbers in them, as `ls -v` has it: `a9` before `a10`, `x-1.2.tar.gz` before `x-1.10.tar.gz`.

use std::cmp::Ordering;

/// Compares two names: what begins with a dot first, endings such as `.tar.gz` apart.
pub(super) fn compare(one: &[u8], other: &[u8]) -> Ordering {
    // The empty name, `.`, `..`, what else begins with a dot, and all the rest.
    let rank = |name: &[u8]| match name {
        b"" => 0,
        b"." => 1,
        b".." => 2,
        [b'.', ..] => 3,
        _ => 4,
    };
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
        ];
        let mut sorted = names;
        sorted.sort_by(|one, other| compare(one.as_bytes(), other.as_bytes()).then_with(|| one.cmp(other)));
        assert_eq!(compare(b"a9", b"a10"), Ordering::Less);
        assert_eq!(compare(b"a~", b"a"), Ordering::Less);
        assert_eq!(compare(b"a.c", b"a"), Ordering::Greater);
        assert_eq!(compare(b"x-1.2.tar.gz", b"x-1.10.tar.gz"), Ordering::Less);
        assert_eq!(compare(b"a01", b"a1"), Ordering::Equal);
        assert_eq!(&sorted[..4], [".", "..", ".a", ".b1"]);
    }
}
