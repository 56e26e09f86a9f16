//! The words of dates: months, days, units, zones.

use super::lexer::{Token, Unit};

const HOUR: i64 = 3600;
const HALF_HOUR: i64 = 1800;

/// The names of the local time zone, each with whether it is summer time; below zero if the name does not tell.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LocalZones(pub Vec<(Vec<u8>, i32)>);

const MONTHS: [&str; 12] =
    ["JANUARY", "FEBRUARY", "MARCH", "APRIL", "MAY", "JUNE", "JULY", "AUGUST", "SEPTEMBER", "OCTOBER", "NOVEMBER", "DECEMBER"];

const DAYS: &[(&str, i64)] = &[
    ("SUNDAY", 0),
    ("MONDAY", 1),
    ("TUESDAY", 2),
    ("TUES", 2),
    ("WEDNESDAY", 3),
    ("WEDNES", 3),
    ("THURSDAY", 4),
    ("THUR", 4),
    ("THURS", 4),
    ("FRIDAY", 5),
    ("SATURDAY", 6),
];

const UNITS: &[(&str, Unit)] = &[
    ("YEAR", Unit::Year),
    ("MONTH", Unit::Month),
    ("FORTNIGHT", Unit::Days(14)),
    ("WEEK", Unit::Days(7)),
    ("DAY", Unit::Days(1)),
    ("HOUR", Unit::Hour),
    ("MINUTE", Unit::Minute),
    ("MIN", Unit::Minute),
    ("SECOND", Unit::Second),
    ("SEC", Unit::Second),
];

const RELATIVE: &[(&str, Token)] = &[
    ("TOMORROW", Token::DayShift(1)),
    ("YESTERDAY", Token::DayShift(-1)),
    ("TODAY", Token::DayShift(0)),
    ("NOW", Token::DayShift(0)),
    ("LAST", Token::Ordinal(-1)),
    ("THIS", Token::Ordinal(0)),
    ("NEXT", Token::Ordinal(1)),
    ("FIRST", Token::Ordinal(1)),
    ("THIRD", Token::Ordinal(3)),
    ("FOURTH", Token::Ordinal(4)),
    ("FIFTH", Token::Ordinal(5)),
    ("SIXTH", Token::Ordinal(6)),
    ("SEVENTH", Token::Ordinal(7)),
    ("EIGHTH", Token::Ordinal(8)),
    ("NINTH", Token::Ordinal(9)),
    ("TENTH", Token::Ordinal(10)),
    ("ELEVENTH", Token::Ordinal(11)),
    ("TWELFTH", Token::Ordinal(12)),
    ("AGO", Token::Ago(-1)),
    ("HENCE", Token::Ago(1)),
];

/// Zones that count everywhere, before the local ones.
const UNIVERSAL: [&str; 3] = ["GMT", "UT", "UTC"];

const ZONES: &[(&str, Token)] = &[
    ("WET", Token::Zone(0)),
    ("WEST", Token::DayZone(0)),
    ("BST", Token::DayZone(0)),
    ("ART", Token::Zone(-3 * HOUR)),
    ("BRT", Token::Zone(-3 * HOUR)),
    ("BRST", Token::DayZone(-3 * HOUR)),
    ("NST", Token::Zone(-3 * HOUR - HALF_HOUR)),
    ("NDT", Token::DayZone(-3 * HOUR - HALF_HOUR)),
    ("AST", Token::Zone(-4 * HOUR)),
    ("ADT", Token::DayZone(-4 * HOUR)),
    ("CLT", Token::Zone(-4 * HOUR)),
    ("CLST", Token::DayZone(-4 * HOUR)),
    ("EST", Token::Zone(-5 * HOUR)),
    ("EDT", Token::DayZone(-5 * HOUR)),
    ("CST", Token::Zone(-6 * HOUR)),
    ("CDT", Token::DayZone(-6 * HOUR)),
    ("MST", Token::Zone(-7 * HOUR)),
    ("MDT", Token::DayZone(-7 * HOUR)),
    ("PST", Token::Zone(-8 * HOUR)),
    ("PDT", Token::DayZone(-8 * HOUR)),
    ("AKST", Token::Zone(-9 * HOUR)),
    ("AKDT", Token::DayZone(-9 * HOUR)),
    ("HST", Token::Zone(-10 * HOUR)),
    ("HAST", Token::Zone(-10 * HOUR)),
    ("HADT", Token::DayZone(-10 * HOUR)),
    ("SST", Token::Zone(-12 * HOUR)),
    ("WAT", Token::Zone(HOUR)),
    ("CET", Token::Zone(HOUR)),
    ("CEST", Token::DayZone(HOUR)),
    ("MET", Token::Zone(HOUR)),
    ("MEZ", Token::Zone(HOUR)),
    ("MEST", Token::DayZone(HOUR)),
    ("MESZ", Token::DayZone(HOUR)),
    ("EET", Token::Zone(2 * HOUR)),
    ("EEST", Token::DayZone(2 * HOUR)),
    ("CAT", Token::Zone(2 * HOUR)),
    ("SAST", Token::Zone(2 * HOUR)),
    ("EAT", Token::Zone(3 * HOUR)),
    ("MSK", Token::Zone(3 * HOUR)),
    ("MSD", Token::DayZone(3 * HOUR)),
    ("IST", Token::Zone(5 * HOUR + HALF_HOUR)),
    ("SGT", Token::Zone(8 * HOUR)),
    ("KST", Token::Zone(9 * HOUR)),
    ("JST", Token::Zone(9 * HOUR)),
    ("GST", Token::Zone(10 * HOUR)),
    ("NZST", Token::Zone(12 * HOUR)),
    ("NZDT", Token::DayZone(12 * HOUR)),
];

/// What a word means. It is cut to the length that GNU's programs look at.
pub(super) fn look_up(word: &[u8], zones: &LocalZones) -> Option<Token> {
    const WORD_MAX: usize = 19;
    let upper = word[..word.len().min(WORD_MAX)].to_ascii_uppercase();
    let text = std::str::from_utf8(&upper).ok()?;
    let unit = |text: &str| UNITS.iter().find(|(name, _)| *name == text).map(|(_, unit)| Token::Unit(*unit));
    match text {
        "AM" | "A.M." => return Some(Token::Morning),
        "PM" | "P.M." => return Some(Token::Afternoon),
        _ => {}
    }
    month_or_day(text)
        .or_else(|| zone(text, zones))
        .or_else(|| (text == "DST").then_some(Token::Summer))
        .or_else(|| unit(text))
        .or_else(|| text.strip_suffix('S').and_then(unit))
        .or_else(|| RELATIVE.iter().find(|(name, _)| *name == text).map(|(_, token)| *token))
        .or_else(|| military(text))
        .or_else(|| text.contains('.').then(|| zone(&text.replace('.', ""), zones)).flatten())
}

/// Three letters, maybe with a dot, are enough.
fn month_or_day(text: &str) -> Option<Token> {
    let short = text.len() == 3 || (text.len() == 4 && text.ends_with('.'));
    let same = |name: &str| if short { name.get(..3) == text.get(..3) } else { name == text };
    let month = MONTHS.iter().zip(1..).find(|(name, _)| same(name)).map(|(_, number)| number);
    if let Some(month) = month.or_else(|| (text == "SEPT").then_some(9)) {
        return Some(Token::Month(month));
    }
    DAYS.iter().find(|(name, _)| same(name)).map(|(_, number)| Token::Weekday(*number))
}

fn zone(text: &str, zones: &LocalZones) -> Option<Token> {
    if UNIVERSAL.contains(&text) {
        return Some(Token::Zone(0));
    }
    let local = zones.0.iter().find(|(name, _)| name == text.as_bytes()).map(|(_, summer)| Token::LocalZone(*summer));
    local.or_else(|| ZONES.iter().find(|(name, _)| *name == text).map(|(_, token)| *token))
}

/// Zones of one letter. J, the local time, is understood by none of GNU's programs.
fn military(text: &str) -> Option<Token> {
    let [letter] = text.as_bytes() else { return None };
    Some(match letter {
        b'A'..=b'I' => Token::Zone(i64::from(letter - b'A' + 1) * HOUR),
        b'K'..=b'M' => Token::Zone(i64::from(letter - b'K' + 10) * HOUR),
        b'N'..=b'S' | b'U'..=b'Y' => Token::Zone(-i64::from(letter - b'N' + 1) * HOUR),
        b'T' => Token::T,
        b'Z' => Token::Zone(0),
        _ => return None,
    })
}
