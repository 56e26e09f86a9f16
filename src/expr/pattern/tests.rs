//! Patterns against the C library: named cases, then random ones.

use super::fnmatch::{Fnmatch, Rules};
use super::{Pattern, PatternSet, oracle};
use crate::base::Charset;

/// A small generator (xorshift64*): the same numbers in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % bound
    }

    fn text(&mut self, parts: &[&[u8]], most: usize) -> Vec<u8> {
        (0..self.below(most + 1)).flat_map(|_| parts[self.below(parts.len())]).copied().collect()
    }
}

/// One pattern against many names.
fn compare<'a>(text: &[u8], charset: Charset, fold: bool, names: impl IntoIterator<Item = &'a [u8]>) {
    let pattern = Pattern::new(text, charset, fold);
    for name in names {
        let theirs = oracle::fnmatch(text, name, fold);
        let (text, shown) = (text.escape_ascii(), name.escape_ascii());
        assert_eq!(pattern.matches(name), theirs, "pattern '{text}', name '{shown}', {charset:?}, fold {fold}");
    }
}

/// Runs a comparison with the C library where it is the one described; others differ in what they do to odd brackets.
fn both_foldings_in_both_charsets(mut check: impl FnMut(Charset, bool)) {
    if !oracle::library_is_described() {
        return;
    }
    for charset in [Charset::Bytes, Charset::Utf8] {
        let Some(_locale) = oracle::Locale::of(charset) else { continue };
        check(charset, false);
        check(charset, true);
    }
}

const PATTERNS: &[&[u8]] = &[
    b"",
    b"*",
    b"**",
    b"***a",
    b"a",
    b"a*",
    b"*a",
    b"a*a",
    b"*a*",
    b"a*b*c",
    b"*a*b*",
    b"?",
    b"??",
    b"???",
    b"*?",
    b"?*",
    b"[",
    b"[]",
    b"[!",
    b"[!]",
    b"[^]",
    b"[a",
    b"[[",
    b"*[",
    b"*[a",
    b"[]a]",
    b"[!]a]",
    b"[^]a]",
    b"[^a]",
    b"[!a]",
    b"[!!]",
    b"[^^]",
    b"[a^]",
    b"[a!]",
    b"[a-c]",
    b"[c-a]",
    b"[a-a]",
    b"[a-]",
    b"[-a]",
    b"[!-a]",
    b"[a-",
    b"[a-c",
    b"[--/]",
    b"[+--]",
    b"[a-c-e]",
    b"[A-C]",
    b"[Z-a]",
    b"[]-a]",
    b"[a-]-z]",
    b"[[:alpha:]]",
    b"[[:foo:]]",
    b"[[:FOO:]]",
    b"[[:alpha:",
    b"[[:alpha:]",
    b"[[:alpha]]",
    b"[[:alphaz:]]",
    b"[[::]]",
    b"[[:]]",
    b"[[:a]",
    b"[:alpha:]",
    b"[![:alpha:]]",
    b"[[:alpha:][:digit:]]",
    b"[[:upper:]]",
    b"[[:lower:]]",
    b"[a[:foo:]]",
    b"[a[:foo:]",
    b"[[:alpha:]-z]",
    b"[a-[:digit:]]",
    b"[[.a.]]",
    b"[[.a.]-c]",
    b"[a-[.c.]]",
    b"[[.a.]-[.c.]]",
    b"[[.ab.]]",
    b"[[.hyphen.]]",
    b"[[.-.]]",
    b"[[...]]",
    b"[[.].]]",
    b"[[.a.]-]",
    b"[[.A.]]",
    b"[[.A.]-[.C.]]",
    b"[[.a.",
    b"[b[.a",
    b"[[=a=]]",
    b"[[=A=]]",
    b"[[=a]",
    b"[[=a=]",
    b"[[==]]",
    b"[[=]=]]",
    b"[a[=b]c]",
    b"[b[=b]c]",
    b"[=a=]",
    b"\\",
    b"a\\",
    b"*\\",
    b"\\a",
    b"\\*",
    b"\\\\",
    b"\\[a]",
    b"[\\]]",
    b"[\\a]",
    b"[\\",
    b"[a\\",
    b"[a\\]",
    b"[a-\\c]",
    b"[\\a-\\c]",
    b"[a-\\",
    b"[!\\]a]",
    b"\\?",
    b"a\\*b",
    b"*\\*",
    b"a/b",
    b"a*b",
    b"*/b",
    b"/",
    b"a/",
    b".*",
    b"*.json",
    b"?.json",
    b"*\n*",
    b"[\n]",
    "é".as_bytes(),
    "É".as_bytes(),
    "*é".as_bytes(),
    "[é]".as_bytes(),
    "[!é]".as_bytes(),
    "[à-ü]".as_bytes(),
    "[a-é]".as_bytes(),
    "[[=é=]]".as_bytes(),
    "[[.é.]]".as_bytes(),
    "[[.à.]-ü]".as_bytes(),
    "*é*".as_bytes(),
    "é?".as_bytes(),
    "\\é".as_bytes(),
    "ß".as_bytes(),
    "ſ".as_bytes(),
    "k".as_bytes(),
    "i".as_bytes(),
    "*K".as_bytes(),
    "*I*".as_bytes(),
    "K*".as_bytes(),
    "İ".as_bytes(),
    "K".as_bytes(),
    "ǅ".as_bytes(),
    "ς".as_bytes(),
    "Σ".as_bytes(),
    b"\xff",
    b"*\xff",
    b"[\xff]",
    b"[!\xff]",
    b"?\xff",
    b"\xc3",
    b"*\xa9",
    b"[\xc3\xa9]",
    b"\xc3*",
];

const NAMES: &[&[u8]] = &[
    b"",
    b"a",
    b"b",
    b"c",
    b"A",
    b"B",
    b"z",
    b"Z",
    b"-",
    b"]",
    b"[",
    b"!",
    b"^",
    b"\\",
    b"*",
    b"?",
    b".",
    b":",
    b"=",
    b"/",
    b"\n",
    b" ",
    b"1",
    b",",
    b"ab",
    b"abc",
    b"aa",
    b"a]",
    b"-]",
    b"a-]",
    b"[]",
    b"[!]",
    b"[a",
    b"[a-",
    b"[a]",
    b"[[",
    b"[:",
    b"a:]",
    b":]",
    b"[:alpha:",
    b"c]",
    b"bc]",
    b"bac]",
    b"a\\",
    b"\\a",
    b"a*b",
    b"aXb",
    b"a/b",
    b"a/",
    b"/b",
    b".json",
    b"a.json",
    b"A.JSON",
    b".hidden",
    b"a\nb",
    "é".as_bytes(),
    "É".as_bytes(),
    "aé".as_bytes(),
    "éa".as_bytes(),
    "ö".as_bytes(),
    "€".as_bytes(),
    "漢".as_bytes(),
    "😀".as_bytes(),
    "ß".as_bytes(),
    "ſ".as_bytes(),
    "K".as_bytes(),
    "aK".as_bytes(),
    "Ka".as_bytes(),
    "İ".as_bytes(),
    "ı".as_bytes(),
    "ǅ".as_bytes(),
    "ǆ".as_bytes(),
    "ς".as_bytes(),
    "σ".as_bytes(),
    "e\u{301}".as_bytes(),
    b"\xff",
    b"\xff\xff",
    b"a\xff",
    b"\xffa",
    b"\xc3",
    b"\xa9",
    b"\xc3\xff\xa9",
    b"\xff\xc3\xa9",
    b"\xed\xa0\x80",
    b"\xf4\x90\x80\x80",
    b"\xf8\x88\x80\x80\x80",
    b"\xfc\x84\x80\x80\x80\x80",
    b"\xf8\x87\xbf\xbf\xbf",
    b"\xc0\x80",
    b"\xe2\x84",
    b"\xfe",
];

#[test]
fn named_cases_agree_with_the_c_library() {
    both_foldings_in_both_charsets(|charset, fold| {
        for pattern in PATTERNS {
            compare(pattern, charset, fold, NAMES.iter().copied());
        }
    });
}

#[test]
fn classes_agree_with_the_c_library() {
    both_foldings_in_both_charsets(|charset, fold| {
        for class in ["alnum", "alpha", "blank", "cntrl", "digit", "graph", "lower", "print", "punct", "space", "upper", "xdigit", "x"] {
            for pattern in [format!("[[:{class}:]]"), format!("[![:{class}:]b]")] {
                let bytes: Vec<_> = (1..=255).map(|byte| [byte]).collect();
                compare(pattern.as_bytes(), charset, fold, bytes.iter().map(<[u8; 1]>::as_slice).chain(NAMES.iter().copied()));
            }
        }
    });
}

/// Parts of patterns: everything special, a few letters of every kind, bytes that are no text.
const PARTS: &[&[u8]] = &[
    b"*",
    b"*",
    b"?",
    b"[",
    b"[",
    b"]",
    b"]",
    b"[!",
    b"[^",
    b"-",
    b"\\",
    b"[:",
    b":]",
    b"[:alpha:]",
    b"[:upper:]",
    b"[:punct:]",
    b"[.",
    b".]",
    b"[=",
    b"=]",
    b"[.a.]",
    b"[=b=]",
    b":",
    b".",
    b"=",
    b"a",
    b"a",
    b"b",
    b"b",
    b"c",
    b"A",
    b"B",
    b"k",
    b"i",
    b"I",
    b"/",
    b"!",
    b"^",
    b"\n",
    "é".as_bytes(),
    "É".as_bytes(),
    "ß".as_bytes(),
    "漢".as_bytes(),
    "K".as_bytes(),
    "İ".as_bytes(),
    "Ω".as_bytes(),
    "ω".as_bytes(),
    b"\xc3",
    b"\xa9",
    b"\xff",
];

/// Random pairs of patterns, up to `most` parts long, and names; every pattern meets itself and sixteen names.
fn random_pairs(patterns: &[&[u8]], names: &[&[u8]], most: usize, pairs: usize) {
    both_foldings_in_both_charsets(|charset, fold| {
        let mut random = Random(0x1234_5678);
        for _ in 0..pairs / 16 {
            let text = random.text(patterns, most);
            let names: Vec<_> = (0..16).map(|_| random.text(names, most / 2 + 2)).collect();
            compare(&text, charset, fold, names.iter().chain([&text]).map(Vec::as_slice));
        }
    });
}

#[test]
fn random_texts_agree_with_the_c_library() {
    let text = &PARTS[..PARTS.len() - 3];
    random_pairs(text, text, 9, 200_000);
}

#[test]
fn random_bytes_agree_with_the_c_library() {
    random_pairs(PARTS, PARTS, 9, 100_000);
}

/// Nothing but the syntax of brackets, in names as well.
#[test]
fn random_brackets_agree_with_the_c_library() {
    let parts: &[&[u8]] = &[
        b"[",
        b"[",
        b"[",
        b"]",
        b"]",
        b"a",
        b"b",
        b"-",
        b"-",
        b"!",
        b"[:",
        b":]",
        b"[.",
        b".]",
        b"[=",
        b"=]",
        b"=",
        b".",
        b":",
        b"\\",
        b"*",
        b"[:alpha:]",
        b"[=a=]",
        b"[.b.]",
        b"z",
        "é".as_bytes(),
        b"[=\xc3\xa9=]",
        b"\xa9",
    ];
    random_pairs(parts, parts, 6, 200_000);
}

/// Patterns and names of few different characters: many matches, many ways back to a star.
#[test]
fn random_globs_agree_with_the_c_library() {
    let patterns: &[&[u8]] = &[b"*", b"*", b"?", b"a", b"b", b"[ab]", b"[!b]", "é".as_bytes()];
    random_pairs(patterns, &[b"a", b"b", b"B", b"a", "é".as_bytes()], 8, 200_000);
}

/// Sets of random patterns against the C library, one pattern after the other.
fn random_sets(patterns: &[&[u8]], names: &[&[u8]], sets: usize) -> usize {
    let mut with_globs = 0;
    both_foldings_in_both_charsets(|charset, fold| {
        let mut random = Random(7);
        for _ in 0..sets {
            let texts: Vec<_> = (0..random.below(16)).map(|_| random.text(patterns, 6)).collect();
            let texts: Vec<&[u8]> = texts.iter().map(Vec::as_slice).collect();
            let set = PatternSet::new(&texts, charset, fold);
            assert_eq!(set.len(), texts.len());
            with_globs += usize::from(set.strategy().contains("globset"));
            for _ in 0..20 {
                let name = random.text(names, 5);
                let theirs = texts.iter().any(|text| oracle::fnmatch(text, &name, fold));
                assert_eq!(set.matches(&name), theirs, "{} of {texts:?}, {charset:?}, fold {fold}", name.escape_ascii());
            }
        }
    });
    with_globs
}

#[test]
fn a_set_matches_what_one_of_its_patterns_matches() {
    random_sets(PARTS, PARTS, 500);
}

#[test]
fn an_automaton_matches_what_its_patterns_match() {
    let patterns: &[&[u8]] = &[
        b"*",
        b"*",
        b"?",
        b"?",
        b"a",
        b"K",
        b".",
        b".",
        b"/",
        b"\n",
        b"\\*",
        b"{a,b}",
        b"[ab]",
        b"[!a]",
        b"[^.]",
        b"[[:upper:]]",
        b"[[:alpha:]_]",
        b"[0-9]",
        b"-",
    ];
    let names: &[&[u8]] = &[
        b"a",
        b"b",
        b"A",
        b"k",
        b".",
        b".",
        b"..",
        b"/",
        b"\n",
        b"*",
        b"{a,b}",
        b"{",
        b"0",
        b"_",
        b"-",
        "é".as_bytes(),
        "K".as_bytes(),
        b"\xff",
    ];
    assert!(random_sets(patterns, names, 500) > 500);
}

#[test]
fn a_set_says_how_it_is_matched() {
    let strategy = |texts: &[&[u8]]| PatternSet::new(texts, Charset::Utf8, false).strategy();
    assert_eq!(strategy(&[b"*.c", b"*.h", b"*[0-9].o"]), "by last byte");
    assert_eq!(strategy(&[b"*[0-9]*", b"?a*", b"?b*"]), "globset");
    assert_eq!(strategy(&[b"*.c", b"*[0-9]*", b"?a*", b"?b*"]), "by last byte, then globset");
    assert!(PatternSet::new(&[], Charset::Bytes, false).is_empty());
    assert!(!PatternSet::new(&[], Charset::Bytes, false).matches(b""));
}

#[test]
fn a_hostile_pattern_takes_no_exponential_time() {
    let pattern = Pattern::new(&[b"*a?".repeat(60), b"*x".to_vec()].concat(), Charset::Utf8, true);
    assert!(!pattern.matches(&b"a".repeat(4096)));
    let open = Pattern::new(&b"[".repeat(5000), Charset::Bytes, false);
    assert!(!open.matches(b"a"));
}

#[test]
fn answers_that_no_library_is_asked_for() {
    let matches = |text: &str, charset, fold, name: &str| Pattern::new(text.as_bytes(), charset, fold).matches(name.as_bytes());
    for (text, name, expected) in [
        ("*", ".hidden", true),
        ("*b", "a/b", true),
        ("?b", "/b", true),
        ("[!a]", ".", true),
        ("[]a]", "]", true),
        ("[^a]", "b", true),
        ("[[:digit:]]", "7", true),
        ("[[:nothing:]]", "n", false),
        ("[a", "[a", true),
        ("a\\", "a\\", false),
        ("\\*", "*", true),
        ("*.json", ".json", true),
        ("a*a", "a", false),
        ("a*b*b", "axb", false),
        ("?", "é", true),
        ("[à-ü]", "é", true),
        ("[[:alpha:]]", "漢", true),
    ] {
        assert_eq!(matches(text, Charset::Utf8, false, name), expected, "pattern '{text}', name '{name}'");
    }
    assert!(!matches("?", Charset::Bytes, false, "é"));
    assert!(matches("ÉTÉ*", Charset::Utf8, true, "été.txt"));
    assert!(!matches("ÉTÉ*", Charset::Bytes, true, "été.txt"));
    assert!(matches("*.mkv", Charset::Utf8, true, "x.m\u{212a}v"));
}

#[test]
fn a_caret_is_a_member_where_posix_is_asked_for() {
    let posix = Fnmatch::new(b"[^a]", Charset::Utf8, Rules { fold: false, wide: false, caret: false });
    assert!(posix.matches(b"^") && posix.matches(b"a") && !posix.matches(b"b"));
}

#[test]
fn text_around_stars_is_compared_as_slices() {
    for (text, strategy) in [
        (&b"core"[..], "literal"),
        (b"a\\*b", "literal"),
        (b"lib*", "prefix"),
        (b"*.json", "suffix"),
        (b"**.json", "suffix"),
        (b"lib*.so", "prefix and suffix"),
        (b"*cache*", "contains"),
        (b"*", "any"),
        (b"a*b*c", "glob"),
        (b"*.s?", "fnmatch"),
        (b"[ab]*", "fnmatch"),
        (b"a\\", "fnmatch"),
    ] {
        for (charset, fold) in [(Charset::Bytes, false), (Charset::Utf8, false), (Charset::Bytes, true), (Charset::Utf8, true)] {
            assert_eq!(Pattern::new(text, charset, fold).strategy(), strategy, "{}", text.escape_ascii());
        }
    }
    assert_eq!(Pattern::new("*.É".as_bytes(), Charset::Utf8, true).strategy(), "fnmatch");
    assert_eq!(Pattern::new("*.É".as_bytes(), Charset::Utf8, false).strategy(), "suffix");
}
