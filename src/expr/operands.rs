//! How the operands of the rows are read: one word each, to a typed primary or a refusal.

use super::count::parse_digits;
use super::row::{Choices, Fill, Refusal, Shape};
use super::{Age, AgeUnit, Count, Owner, PermTest, Primary, RegexType, SizeTest, Stamp};
use crate::base::{Kind, KindSet};
use std::ffi::CString;

pub(super) const PATTERN: Shape = Shape { label: "PATTERN", expected: "a pattern", fill: Fill::Nothing };
pub(super) const LEVELS: Shape = Shape { label: "LEVELS", expected: "a number without sign", fill: Fill::Nothing };
pub(super) const KINDS: Shape =
    Shape { label: "TYPE,..", expected: "one or more of b c d p f l s, with commas between", fill: Fill::List(KIND_LETTERS) };
pub(super) const SIZE: Shape = Shape { label: "N[UNIT]", expected: "a number and one of b c w k M G T P", fill: Fill::Nothing };
pub(super) const NUMBER: Shape = Shape { label: "N", expected: "a number", fill: Fill::Nothing };
pub(super) const MINUTES: Shape = Shape { label: "N", expected: "a number of minutes", fill: Fill::Nothing };
pub(super) const DAYS: Shape = Shape { label: "N", expected: "a number of days", fill: Fill::Nothing };
pub(super) const MODE: Shape = Shape { label: "[-/]MODE", expected: "an octal or symbolic mode as chmod takes it", fill: Fill::Nothing };
pub(super) const FILE: Shape = Shape { label: "FILE", expected: "the path of a file", fill: Fill::Files };
pub(super) const USER: Shape = Shape { label: "USER", expected: "the name or number of a user", fill: Fill::Users };
pub(super) const GROUP: Shape = Shape { label: "GROUP", expected: "the name or number of a group", fill: Fill::Groups };
pub(super) const USER_NUMBER: Shape = Shape { label: "N", expected: "a number or the name of a user", fill: Fill::Nothing };
pub(super) const GROUP_NUMBER: Shape = Shape { label: "N", expected: "a number or the name of a group", fill: Fill::Nothing };

pub(super) const COMMAND: Shape = Shape { label: "COMMAND", expected: "a command and then ;", fill: Fill::Nothing };
pub(super) const COMMAND_OR_MANY: Shape = Shape { label: "COMMAND", expected: "a command and then ; or {} +", fill: Fill::Nothing };
pub(super) const STATUS: Shape = Shape { label: "STATUS", expected: "a number from 0 to 255", fill: Fill::Nothing };
pub(super) const TIMES: Shape = Shape { label: "N", expected: "a number from 1 on", fill: Fill::Nothing };

/// The letters of `-type`, as `Kind::from_letter` reads them.
const KIND_LETTERS: Choices = &[
    ("b", "block device"),
    ("c", "character device"),
    ("d", "directory"),
    ("p", "named pipe"),
    ("f", "regular file"),
    ("l", "symbolic link"),
    ("s", "socket"),
];

type Operand<T> = Result<T, Refusal>;

pub(super) fn levels(word: &[u8]) -> Operand<u32> {
    let too_many = word.iter().all(u8::is_ascii_digit) && !word.is_empty();
    let refusal = Refusal(if too_many { "is too large" } else { "is no number of levels" });
    parse_digits(word).and_then(|n| u32::try_from(n).ok()).filter(|n| i32::try_from(*n).is_ok()).ok_or(refusal)
}

pub(super) fn kinds(word: &[u8]) -> Operand<KindSet> {
    word.split(|&byte| byte == b',').map(kind).collect()
}

fn kind(letters: &[u8]) -> Operand<Kind> {
    match letters {
        [letter] => Kind::from_letter(*letter).ok_or(match letter {
            b'D' | b'w' => Refusal("names a type that Linux does not have"),
            _ => Refusal("is no list of types"),
        }),
        _ => Err(Refusal("is no list of types")),
    }
}

pub(super) fn size(word: &[u8]) -> Operand<Primary> {
    SizeTest::parse(word).map(Primary::Size).ok_or(Refusal("is no size"))
}

pub(super) fn count(word: &[u8]) -> Operand<Count> {
    Count::parse(word).ok_or(Refusal("is no number"))
}

pub(super) fn minutes(stamp: Stamp, word: &[u8]) -> Operand<Primary> {
    age(stamp, AgeUnit::Minute, word)
}

pub(super) fn days(stamp: Stamp, word: &[u8]) -> Operand<Primary> {
    age(stamp, AgeUnit::Day, word)
}

/// Some 30 billion years: whole seconds beyond are no seconds of the clock any more.
const SECONDS_MAX: f64 = 1e18;

fn age(stamp: Stamp, unit: AgeUnit, word: &[u8]) -> Operand<Primary> {
    let with_unit = || Age::parse_units(word).filter(|_| unit == AgeUnit::Day).map(|age| (AgeUnit::Second, age));
    let (unit, age) = Age::parse(word).map(|age| (unit, age)).or_else(with_unit).ok_or(Refusal("is no number"))?;
    if (age.n * f64::from(unit.seconds())).abs() > SECONDS_MAX {
        return Err(Refusal("is beyond all times"));
    }
    Ok(Primary::Age(stamp, unit, age))
}

pub(super) fn perm(word: &[u8]) -> Operand<Primary> {
    PermTest::parse(word).map(Primary::Perm).ok_or(Refusal("is no mode"))
}

/// A name for the system's databases or a path: any bytes but NUL, which no argument holds.
pub(super) fn file(word: &[u8]) -> Operand<CString> {
    CString::new(word).map_err(|_| Refusal("holds a NUL"))
}

pub(super) fn owner_name(word: &[u8]) -> Operand<Owner> {
    if word.is_empty() { Err(Refusal("is no name")) } else { file(word).map(Owner::Name) }
}

pub(super) fn owner_number(word: &[u8]) -> Operand<Owner> {
    match Count::parse(word) {
        Some(count) => Ok(Owner::Number(count)),
        None if matches!(word, [b'+' | b'-', ..]) => Err(Refusal("is no number")),
        None => owner_name(word),
    }
}

pub(super) fn status(word: &[u8]) -> Operand<Primary> {
    parse_digits(word).and_then(|n| u8::try_from(n).ok()).map(Primary::Exit).ok_or(Refusal("is no exit status"))
}

pub(super) fn times(word: &[u8]) -> Operand<Primary> {
    parse_digits(word).filter(|n| *n > 0).map(Primary::Limit).ok_or(Refusal("is no number of times"))
}

/// Whether a word is a number without sign.
pub(super) fn is_digits(word: &[u8]) -> bool {
    !word.is_empty() && word.iter().all(u8::is_ascii_digit)
}

pub(super) fn regex_type(word: &[u8]) -> Operand<Primary> {
    RegexType::named(word).map(Primary::RegexType).ok_or(Refusal("is no type of regular expression"))
}

pub(super) fn used(word: &[u8]) -> Operand<Primary> {
    match age(Stamp::Access, AgeUnit::Day, word)? {
        Primary::Age(_, AgeUnit::Day, age) => Ok(Primary::Used(age)),
        _ => Err(Refusal("is no number")),
    }
}

/// The reference file of `-anewer`, `-newerac` and their kin: the last letter of the name says which of its times counts.
pub(super) fn newer(stamp: Stamp, name: &[u8], word: &[u8]) -> Operand<Primary> {
    let of = match name {
        [.., b'a'] => Stamp::Access,
        [.., b'B'] => Stamp::Birth,
        [.., b'c'] => Stamp::Change,
        _ => Stamp::Modify,
    };
    Ok(Primary::NewerThan(stamp, of, file(word)?))
}
