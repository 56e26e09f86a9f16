//! Character classes and cases as the C library's `C.UTF-8` has them (glibc 2.36, Unicode 14).
//!
//! The standard library knows letters and case but not which code points are assigned, and its Unicode is newer. So
//! one table says what is printable, everything else is asked of `char` within that table, and the few code points
//! where glibc thinks otherwise are listed. Bytes of the C locale are the ASCII part of the same functions. The class
//! `combining`, which glibc adds to POSIX's twelve, is not here.

/// A named class of characters, as in `[[:alpha:]]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::expr) enum Class {
    Alnum,
    Alpha,
    Blank,
    Cntrl,
    Digit,
    Graph,
    Lower,
    Print,
    Punct,
    Space,
    Upper,
    Xdigit,
}

impl Class {
    /// The class of a name, if there is one.
    pub(in crate::expr) fn named(name: &[u8]) -> Option<Self> {
        Some(match name {
            b"alnum" => Self::Alnum,
            b"alpha" => Self::Alpha,
            b"blank" => Self::Blank,
            b"cntrl" => Self::Cntrl,
            b"digit" => Self::Digit,
            b"graph" => Self::Graph,
            b"lower" => Self::Lower,
            b"print" => Self::Print,
            b"punct" => Self::Punct,
            b"space" => Self::Space,
            b"upper" => Self::Upper,
            b"xdigit" => Self::Xdigit,
            _ => return None,
        })
    }

    /// Whether a code point belongs to the class.
    pub(in crate::expr) fn holds(self, code: u32) -> bool {
        match (u8::try_from(code), char::from_u32(code)) {
            (Ok(byte), _) if byte.is_ascii() => self.holds_ascii(byte),
            (_, Some(letter)) => self.holds_wide(letter),
            _ => false,
        }
    }

    fn holds_ascii(self, byte: u8) -> bool {
        match self {
            Self::Alnum => byte.is_ascii_alphanumeric(),
            Self::Alpha => byte.is_ascii_alphabetic(),
            Self::Blank => matches!(byte, b' ' | b'\t'),
            Self::Cntrl => byte.is_ascii_control(),
            Self::Digit => byte.is_ascii_digit(),
            Self::Graph => byte.is_ascii_graphic(),
            Self::Lower => byte.is_ascii_lowercase(),
            Self::Print => matches!(byte, b' '..=b'~'),
            Self::Punct => byte.is_ascii_punctuation(),
            Self::Space => matches!(byte, b' ' | b'\t'..=b'\r'),
            Self::Upper => byte.is_ascii_uppercase(),
            Self::Xdigit => byte.is_ascii_hexdigit(),
        }
    }

    fn holds_wide(self, letter: char) -> bool {
        match self {
            Self::Digit | Self::Xdigit => false,
            Self::Cntrl => letter.is_control() || matches!(letter, '\u{2028}' | '\u{2029}'),
            Self::Space => is_space(letter),
            _ if !is_printable(letter) => false,
            Self::Alnum | Self::Alpha => is_alpha(letter),
            Self::Blank => is_space(letter),
            Self::Graph => !is_space(letter),
            Self::Lower => is_lower(letter),
            Self::Print => true,
            Self::Punct => !is_space(letter) && !is_alpha(letter),
            Self::Upper => is_upper(letter),
        }
    }
}

/// The lower case of a code point, itself where there is none.
pub(super) fn to_lower(code: u32) -> u32 {
    let Some(letter) = char::from_u32(code) else { return code };
    if letter.is_ascii() {
        return u32::from(letter.to_ascii_lowercase());
    }
    // U+0130, I with a dot, is the only one that `char` maps to two.
    let Some(lower) = letter.to_lowercase().next().filter(|&lower| lower != letter) else { return code };
    if is_printable(letter) { u32::from(lower) } else { code }
}

/// The upper case of a code point, itself where there is none.
pub(in crate::expr) fn to_upper(code: u32) -> u32 {
    let Some(letter) = char::from_u32(code) else { return code };
    if letter.is_ascii() {
        return u32::from(letter.to_ascii_uppercase());
    }
    let mut upper = letter.to_uppercase();
    match (upper.next(), upper.next()) {
        (Some(upper), None) if upper.is_ascii() || is_printable(upper) => u32::from(upper),
        // Where `char` knows only several letters as upper case, some have one that is title case.
        _ => match code {
            0x1f80..=0x1f87 | 0x1f90..=0x1f97 | 0x1fa0..=0x1fa7 => code + 8,
            0x1fb3 | 0x1fc3 | 0x1ff3 => code + 9,
            _ => code,
        },
    }
}

/// The code points beyond NUL of a class, as runs from one to another, ascending.
pub(in crate::expr) fn ranges(class: Class) -> Vec<(u32, u32)> {
    /// No class but those of printable characters holds anything from here on.
    const PRINTABLE_ALONE: u32 = 0x3100;
    let mut runs: Vec<(u32, u32)> = Vec::new();
    let beyond = PRINTABLE.chunks(2).filter_map(|edges| Some(edges[0].max(PRINTABLE_ALONE)..*edges.get(1)?));
    for code in (1..PRINTABLE_ALONE).chain(beyond.flatten()).filter(|code| class.holds(*code)) {
        match runs.last_mut() {
            Some((_, last)) if *last + 1 == code => *last = code,
            _ => runs.push((code, code)),
        }
    }
    runs
}

/// No-break spaces separate nothing.
fn is_space(letter: char) -> bool {
    letter.is_whitespace() && !matches!(letter, '\u{85}' | '\u{a0}' | '\u{2007}' | '\u{202f}')
}

/// Digits other than ASCII's are letters; some combining letters are none. Asked of printable code points.
fn is_alpha(letter: char) -> bool {
    const MARKS: [(char, char); 5] =
        [('\u{363}', '\u{36f}'), ('\u{c04}', '\u{c04}'), ('\u{f82}', '\u{f83}'), ('\u{1dd3}', '\u{1de6}'), ('\u{11080}', '\u{11081}')];
    if letter.is_alphabetic() { !MARKS.iter().any(|&(from, to)| (from..=to).contains(&letter)) } else { is_digit(letter) }
}

fn is_digit(letter: char) -> bool {
    let code = u32::from(letter);
    let after = ZEROS.partition_point(|&zero| zero <= code);
    after > 0 && code - ZEROS[after - 1] < 10
}

/// Both cases at once.
fn is_title(letter: char) -> bool {
    matches!(letter, '\u{1c5}' | '\u{1c8}' | '\u{1cb}' | '\u{1f2}')
}

fn is_lower(letter: char) -> bool {
    match letter {
        '\u{295}' => true,
        '\u{10fc}' | '\u{a7f2}'..='\u{a7f4}' | '\u{ab69}' => false,
        _ => letter.is_lowercase() || is_title(letter),
    }
}

fn is_upper(letter: char) -> bool {
    letter.is_uppercase()
        || is_title(letter)
        || matches!(letter, '\u{1f88}'..='\u{1f8f}' | '\u{1f98}'..='\u{1f9f}' | '\u{1fa8}'..='\u{1faf}')
        || matches!(letter, '\u{1fbc}' | '\u{1fcc}' | '\u{1ffc}')
}

/// Whether a code point beyond ASCII is assigned and no control character.
fn is_printable(letter: char) -> bool {
    PRINTABLE.partition_point(|&edge| edge <= u32::from(letter)) % 2 == 1
}

/// Where printable runs begin and end, ascending.
static PRINTABLE: [u32; RUNS.len()] = edges();

const fn edges() -> [u32; RUNS.len()] {
    let mut edges = RUNS;
    edges[0] += 0x80;
    let mut index = 1;
    while index < edges.len() {
        edges[index] += edges[index - 1];
        index += 1;
    }
    edges
}

/// The decimal zeros beyond ASCII; each begins a run of ten digits.
const ZEROS: [u32; 65] = [
    0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xde6, 0xe50, 0xed0, 0xf20, 0x1040, 0x1090, 0x17e0,
    0x1810, 0x1946, 0x19d0, 0x1a80, 0x1a90, 0x1b50, 0x1bb0, 0x1c40, 0x1c50, 0xa620, 0xa8d0, 0xa900, 0xa9d0, 0xa9f0, 0xaa50, 0xabf0, 0xff10,
    0x104a0, 0x10d30, 0x11066, 0x110f0, 0x11136, 0x111d0, 0x112f0, 0x11450, 0x114d0, 0x11650, 0x116c0, 0x11730, 0x118e0, 0x11950, 0x11c50,
    0x11d50, 0x11da0, 0x16a60, 0x16ac0, 0x16b50, 0x1d7ce, 0x1d7d8, 0x1d7e2, 0x1d7ec, 0x1d7f6, 0x1e140, 0x1e2f0, 0x1e950, 0x1fbf0,
];

/// Lengths of the runs from U+0080 on, unprintable and printable in turn.
const RUNS: [u32; 1398] = [
    32, 728, 2, 6, 4, 7, 1, 1, 1, 20, 1, 397, 1, 38, 2, 50, 2, 3, 1, 55, 8, 27, 4, 6, 11, 270, 1, 60, 2, 101, 14, 59, 2, 49, 2, 15, 1, 28,
    2, 1, 1, 11, 5, 31, 1, 2, 6, 236, 1, 8, 2, 2, 2, 22, 1, 7, 1, 1, 3, 4, 2, 9, 2, 2, 2, 4, 8, 1, 4, 2, 1, 5, 2, 25, 2, 3, 1, 6, 4, 2, 2,
    22, 1, 7, 1, 2, 1, 2, 1, 2, 2, 1, 1, 5, 4, 2, 2, 3, 3, 1, 7, 4, 1, 1, 7, 17, 10, 3, 1, 9, 1, 3, 1, 22, 1, 7, 1, 2, 1, 5, 2, 10, 1, 3,
    1, 3, 2, 1, 15, 4, 2, 12, 7, 7, 1, 3, 1, 8, 2, 2, 2, 22, 1, 7, 1, 2, 1, 5, 2, 9, 2, 2, 2, 3, 7, 3, 4, 2, 1, 5, 2, 18, 10, 2, 1, 6, 3,
    3, 1, 4, 3, 2, 1, 1, 1, 2, 3, 2, 3, 3, 3, 12, 4, 5, 3, 3, 1, 4, 2, 1, 6, 1, 14, 21, 5, 13, 1, 3, 1, 23, 1, 16, 2, 9, 1, 3, 1, 4, 7, 2,
    1, 3, 2, 1, 2, 4, 2, 10, 7, 22, 1, 3, 1, 23, 1, 10, 1, 5, 2, 9, 1, 3, 1, 4, 7, 2, 6, 2, 1, 4, 2, 10, 1, 2, 13, 13, 1, 3, 1, 51, 1, 3,
    1, 6, 4, 16, 2, 26, 1, 3, 1, 18, 3, 24, 1, 9, 1, 1, 2, 7, 3, 1, 4, 6, 1, 1, 1, 8, 6, 10, 2, 3, 12, 58, 4, 29, 37, 2, 1, 1, 1, 5, 1, 24,
    1, 1, 1, 23, 2, 5, 1, 1, 1, 6, 2, 10, 2, 4, 32, 72, 1, 36, 4, 39, 1, 36, 1, 15, 1, 13, 37, 198, 1, 1, 5, 1, 2, 377, 1, 4, 2, 7, 1, 1,
    1, 4, 2, 41, 1, 4, 2, 33, 1, 4, 2, 7, 1, 1, 1, 4, 2, 15, 1, 57, 1, 4, 2, 67, 2, 32, 3, 26, 6, 86, 2, 6, 2, 669, 3, 89, 7, 22, 9, 24, 9,
    20, 12, 13, 1, 3, 1, 2, 12, 94, 2, 10, 6, 10, 6, 26, 6, 89, 7, 43, 5, 70, 10, 31, 1, 12, 4, 12, 4, 1, 3, 42, 2, 5, 11, 44, 4, 26, 6,
    11, 3, 62, 2, 65, 1, 29, 2, 11, 6, 10, 6, 14, 2, 31, 49, 77, 3, 47, 1, 116, 8, 60, 3, 15, 3, 60, 7, 43, 2, 11, 8, 43, 5, 534, 2, 6, 2,
    38, 2, 6, 2, 8, 1, 1, 1, 1, 1, 1, 1, 31, 2, 53, 1, 15, 1, 14, 2, 6, 1, 19, 2, 3, 1, 9, 1, 40, 2, 59, 1, 12, 2, 27, 1, 13, 3, 33, 15,
    33, 15, 140, 4, 663, 25, 11, 21, 1812, 2, 32, 1, 349, 5, 45, 1, 1, 5, 1, 2, 56, 7, 2, 14, 24, 9, 7, 1, 7, 1, 7, 1, 7, 1, 7, 1, 7, 1, 7,
    1, 7, 1, 126, 34, 26, 1, 89, 12, 214, 26, 12, 4, 64, 1, 86, 2, 103, 5, 43, 1, 94, 1, 84, 12, 47, 1, 29293, 3, 55, 9, 348, 20, 184, 8,
    203, 5, 2, 1, 1, 1, 5, 24, 59, 3, 10, 6, 56, 8, 70, 8, 12, 6, 116, 11, 30, 3, 78, 1, 11, 4, 33, 1, 55, 9, 14, 2, 10, 2, 103, 24, 28,
    10, 6, 2, 6, 2, 6, 9, 7, 1, 7, 1, 60, 4, 126, 2, 10, 6, 11172, 12, 23, 4, 49, 2052, 6766, 2, 106, 38, 7, 12, 5, 5, 26, 1, 5, 1, 1, 1,
    2, 1, 2, 1, 125, 16, 445, 2, 54, 7, 1, 32, 42, 6, 51, 1, 19, 1, 4, 4, 5, 1, 135, 2, 1, 1, 190, 3, 6, 2, 6, 2, 6, 2, 3, 3, 7, 1, 7, 10,
    5, 2, 12, 1, 26, 1, 19, 1, 2, 1, 15, 2, 14, 34, 123, 5, 3, 4, 45, 3, 88, 1, 13, 3, 1, 47, 46, 130, 29, 3, 49, 15, 28, 4, 36, 9, 30, 5,
    43, 5, 30, 1, 37, 4, 14, 42, 158, 2, 10, 6, 36, 4, 36, 4, 40, 8, 52, 11, 12, 1, 15, 1, 7, 1, 2, 1, 11, 1, 15, 1, 7, 1, 2, 67, 311, 9,
    22, 10, 8, 24, 6, 1, 42, 1, 9, 69, 6, 2, 1, 1, 44, 1, 2, 3, 1, 2, 23, 1, 72, 8, 9, 48, 19, 1, 2, 5, 33, 3, 27, 5, 1, 64, 56, 4, 20, 2,
    50, 1, 2, 5, 8, 1, 3, 1, 29, 2, 3, 4, 10, 7, 9, 7, 64, 32, 39, 4, 12, 9, 54, 3, 29, 2, 27, 5, 26, 7, 4, 12, 7, 80, 73, 55, 51, 13, 51,
    7, 46, 8, 10, 294, 31, 1, 42, 1, 3, 2, 2, 78, 40, 8, 42, 22, 26, 38, 28, 20, 23, 9, 78, 4, 36, 9, 68, 10, 1, 2, 25, 7, 10, 6, 53, 1,
    18, 8, 39, 9, 96, 1, 20, 11, 18, 1, 44, 65, 7, 1, 1, 1, 4, 1, 15, 1, 11, 6, 59, 5, 10, 6, 4, 1, 8, 2, 2, 2, 22, 1, 7, 1, 2, 1, 5, 1,
    10, 2, 2, 2, 3, 2, 1, 6, 1, 5, 7, 2, 7, 3, 5, 139, 92, 1, 5, 30, 72, 8, 10, 166, 54, 2, 38, 34, 69, 11, 10, 6, 13, 19, 58, 6, 10, 54,
    27, 2, 15, 4, 23, 185, 60, 100, 83, 12, 8, 2, 1, 2, 8, 1, 2, 1, 30, 1, 2, 2, 12, 9, 10, 70, 8, 2, 46, 2, 11, 27, 72, 8, 83, 13, 73,
    263, 9, 1, 45, 1, 14, 10, 29, 3, 32, 2, 22, 1, 14, 73, 7, 1, 2, 1, 44, 3, 1, 1, 2, 1, 9, 8, 10, 6, 6, 1, 2, 1, 37, 1, 2, 1, 6, 7, 10,
    310, 25, 183, 1, 15, 50, 13, 923, 102, 111, 1, 5, 11, 196, 2636, 99, 13, 1071, 1, 9, 4039, 583, 8633, 569, 7, 31, 1, 10, 4, 81, 1, 10,
    6, 30, 2, 6, 10, 70, 10, 10, 1, 7, 1, 21, 5, 19, 688, 91, 101, 75, 4, 57, 7, 17, 64, 5, 11, 2, 14, 6136, 8, 1238, 42, 9, 8935, 4, 1, 7,
    1, 2, 1, 291, 45, 3, 17, 4, 8, 396, 2308, 107, 5, 13, 3, 9, 7, 10, 2, 8, 4700, 46, 2, 23, 9, 116, 60, 246, 10, 39, 2, 194, 21, 70, 154,
    20, 12, 87, 9, 25, 135, 85, 1, 71, 1, 2, 2, 1, 2, 2, 2, 4, 1, 12, 1, 1, 1, 7, 1, 65, 1, 4, 2, 8, 1, 7, 1, 28, 1, 4, 1, 5, 1, 1, 3, 7,
    1, 340, 2, 292, 2, 702, 15, 5, 1, 15, 1104, 31, 225, 7, 1, 17, 2, 7, 1, 2, 1, 5, 213, 45, 3, 14, 2, 10, 4, 2, 320, 31, 17, 58, 5, 1,
    1248, 7, 1, 4, 1, 2, 1, 15, 1, 197, 2, 16, 41, 76, 4, 10, 4, 2, 785, 68, 76, 61, 194, 4, 1, 27, 1, 2, 1, 1, 2, 1, 1, 10, 1, 4, 1, 1, 1,
    1, 6, 1, 4, 1, 1, 1, 1, 1, 1, 3, 1, 2, 1, 1, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 1, 1, 2, 4, 1, 7, 1, 4, 1, 4, 1, 1, 1, 10, 1, 17, 5,
    3, 1, 5, 1, 17, 52, 2, 270, 44, 4, 100, 12, 15, 2, 15, 1, 15, 1, 37, 10, 174, 56, 29, 13, 44, 4, 9, 7, 2, 14, 6, 154, 984, 5, 16, 3,
    13, 3, 116, 12, 89, 7, 12, 4, 1, 15, 12, 4, 56, 8, 10, 6, 40, 8, 30, 2, 2, 78, 340, 12, 14, 2, 5, 3, 5, 3, 7, 9, 29, 3, 11, 5, 6, 10,
    10, 6, 8, 8, 7, 9, 147, 1, 55, 37, 10, 1030, 42720, 32, 4153, 7, 222, 2, 5762, 14, 7473, 3103, 542, 1506, 4939, 715958, 1, 30, 96, 128,
    240, 65040, 65534, 2, 65534,
];

#[cfg(test)]
mod tests {
    use super::{Class, ranges, to_lower, to_upper};

    const NAMES: [&str; 12] = ["alnum", "alpha", "blank", "cntrl", "digit", "graph", "lower", "print", "punct", "space", "upper", "xdigit"];

    #[test]
    fn letters_of_many_scripts() {
        let holds = |name: &str, letter: char| Class::named(name.as_bytes()).is_some_and(|class| class.holds(u32::from(letter)));
        for (name, letter, expected) in [
            ("alpha", 'é', true),
            ("alpha", '漢', true),
            ("alpha", '٣', true),
            ("digit", '٣', false),
            ("upper", 'Ω', true),
            ("lower", 'ω', true),
            ("lower", 'ǅ', true),
            ("punct", '€', true),
            ("space", '\u{3000}', true),
            ("space", '\u{a0}', false),
            ("punct", '\u{a0}', true),
            ("cntrl", '\u{85}', true),
            ("print", '\u{378}', false),
        ] {
            assert_eq!(holds(name, letter), expected, "{name} {letter:?}");
        }
        assert_eq!(to_lower(u32::from('İ')), u32::from('i'));
        assert_eq!(to_lower(0x212a), u32::from('k'));
        assert!(Class::named(b"letter").is_none());
    }

    /// Every code point against the C library, where it is the one that the table describes.
    #[test]
    #[allow(unsafe_code, clippy::unwrap_used)]
    fn every_code_point_is_as_the_c_library_has_it() {
        use super::super::oracle::{Locale, library_is_described};
        unsafe extern "C" {
            fn iswctype(code: u32, class: libc::c_ulong) -> libc::c_int;
            fn wctype(name: *const libc::c_char) -> libc::c_ulong;
            fn towlower(code: u32) -> u32;
            fn towupper(code: u32) -> u32;
        }
        let Some(_locale) = Locale::utf8().filter(|_| library_is_described()) else { return };
        for name in NAMES {
            let class = Class::named(name.as_bytes()).unwrap();
            let text = std::ffi::CString::new(name).unwrap();
            // SAFETY: the text is a C string that outlives the call; the class belongs to the thread's locale.
            let theirs = unsafe { wctype(text.as_ptr()) };
            for code in 1..0x11_0000 {
                // SAFETY: every code point may be asked; the locale lives to the end of the test.
                assert_eq!(class.holds(code), unsafe { iswctype(code, theirs) } != 0, "{name} U+{code:04X}");
            }
        }
        for code in 1..0x11_0000 {
            // SAFETY: as above.
            assert_eq!(to_lower(code), unsafe { towlower(code) }, "U+{code:04X}");
            // SAFETY: as above.
            assert_eq!(to_upper(code), unsafe { towupper(code) }, "U+{code:04X}");
        }
    }

    #[test]
    #[allow(clippy::unwrap_used)]
    fn runs_hold_what_their_class_holds() {
        for name in NAMES {
            let class = Class::named(name.as_bytes()).unwrap();
            let runs = ranges(class);
            let within = |code: u32| runs[runs.partition_point(|run| run.1 < code)..].first().is_some_and(|run| run.0 <= code);
            for code in 1..0x11_0000 {
                assert_eq!(within(code), class.holds(code), "{name} U+{code:04X}");
            }
        }
    }
}
