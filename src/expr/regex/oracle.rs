//! glibc's own regular expressions, which find uses: random patterns on random texts, compared.
#![allow(unsafe_code, clippy::unwrap_used)]

use super::{Regex, RegexType};
use crate::base::Charset;
use crate::expr::pattern::oracle::Locale;
use std::sync::{Mutex, PoisonError};

/// glibc's `re_pattern_buffer`.
#[repr(C)]
struct Buffer {
    buffer: *mut libc::c_void,
    allocated: usize,
    used: usize,
    syntax: libc::c_ulong,
    fastmap: *mut libc::c_char,
    translate: *mut u8,
    groups: usize,
    flags: u32,
}

unsafe extern "C" {
    fn re_set_syntax(syntax: libc::c_ulong) -> libc::c_ulong;
    fn re_compile_pattern(pattern: *const libc::c_char, length: usize, buffer: *mut Buffer) -> *const libc::c_char;
    fn re_match(buffer: *mut Buffer, text: *const libc::c_char, length: i32, start: i32, registers: *mut libc::c_void) -> i32;
    fn regfree(buffer: *mut Buffer);
}

const ICASE: u32 = 1 << 22;
/// The C library keeps the syntax in a global variable.
static SYNTAX: Mutex<()> = Mutex::new(());

/// Which of the texts match as a whole; the reason where the pattern is wrong.
fn library(pattern: &[u8], kind: RegexType, fold_case: bool, texts: &[Vec<u8>]) -> Result<Vec<bool>, String> {
    let _lock = SYNTAX.lock().unwrap_or_else(PoisonError::into_inner);
    // SAFETY: zeros are valid for a C struct of numbers and pointers, and what the library expects.
    let mut buffer: Buffer = unsafe { std::mem::zeroed() };
    // SAFETY: texts and lengths belong together, the buffer is the library's own kind and is freed once.
    unsafe {
        re_set_syntax(u64::from(kind.syntax().bits() | if fold_case { ICASE } else { 0 }));
        let error = re_compile_pattern(pattern.as_ptr().cast(), pattern.len(), &raw mut buffer);
        if !error.is_null() {
            return Err(std::ffi::CStr::from_ptr(error).to_string_lossy().into_owned());
        }
        let whole = |text: &Vec<u8>| {
            let length = i32::try_from(text.len()).unwrap();
            re_match(&raw mut buffer, text.as_ptr().cast(), length, 0, std::ptr::null_mut()) == length
        };
        let answers = texts.iter().map(whole).collect();
        regfree(&raw mut buffer);
        Ok(answers)
    }
}

struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % n
    }

    fn text(&mut self, pieces: &[&[u8]], most: usize) -> Vec<u8> {
        (0..self.below(most)).flat_map(|_| pieces[self.below(pieces.len())].to_vec()).collect()
    }
}

const PIECES: &[&[u8]] = &[
    b"a",
    b"a",
    b"b",
    b"B",
    b"_",
    b"-",
    b"1",
    b"\n",
    b".",
    b"*",
    b"+",
    b"?",
    b"|",
    b"(",
    b")",
    b"[",
    b"]",
    b"{",
    b"}",
    b"^",
    b"$",
    b"\\",
    b"\\(",
    b"\\)",
    b"\\|",
    b"\\{",
    b"\\}",
    b"\\+",
    b"\\?",
    b"\\<",
    b"\\>",
    b"\\b",
    b"\\B",
    b"\\w",
    b"\\W",
    b"\\s",
    b"\\S",
    b"\\`",
    b"\\'",
    b"{1}",
    b"{,2}",
    b"{2,}",
    b"{0,1}",
    b"\\{1,2\\}",
    b"\\{2\\}",
    b"[ab]",
    b"[^a]",
    b"[a-c]",
    b"[]a]",
    b"[^]a]",
    b"[a-]",
    b"[[:alpha:]]",
    b"[[:upper:]_]",
    b"[^[:space:]]",
    b"[[.a.]]",
    b"[[=a=]-b]",
    b"[\\]a]",
    b"[---b]",
    b"[--a]",
    b"\xc3\xa9",
    b"\xc3\x89",
    b"[\xc3\xa0-\xc3\xbf]",
    b"\xff",
    b"\xc3",
    b".*",
    b"(a|b)",
    b"\\(a\\|b\\)",
    b"()",
    b"\\(\\)",
    b"\\.",
    b"\\a",
    b",",
];

const TEXTS: &[&[u8]] = &[
    b"a",
    b"a",
    b"a",
    b"b",
    b"b",
    b"A",
    b"B",
    b"c",
    b"_",
    b"-",
    b"1",
    b"\n",
    b" ",
    b".",
    b"*",
    b"+",
    b"?",
    b"|",
    b"(",
    b")",
    b"[",
    b"]",
    b"{",
    b"}",
    b"^",
    b"$",
    b"\\",
    b"{1}",
    b"\xc3\xa9",
    b"\xc3\x89",
    b"\xff",
    b"\xc3",
    b"w",
];

#[test]
fn random_patterns_match_what_the_c_librarys_match() {
    let count = std::env::var("UWALK_TEST_RUNS").ok().and_then(|text| text.parse().ok()).unwrap_or(1) * 250;
    let seed = std::env::var("UWALK_TEST_SEED").ok().and_then(|text| text.parse().ok()).unwrap_or(1);
    let mut random = Random(seed);
    let texts: Vec<Vec<u8>> = (0..150).map(|_| random.text(TEXTS, 7)).collect();
    let mut faults = Vec::new();
    let mut compiled = 0;
    for charset in [Charset::Bytes, Charset::Utf8] {
        let Some(_locale) = Locale::of(charset) else { continue };
        for _ in 0..count {
            let pattern = random.text(PIECES, 8);
            let kinds: Vec<RegexType> = RegexType::all().collect();
            let (kind, fold) = (kinds[random.below(kinds.len())], random.below(3) == 0);
            let theirs = library(&pattern, kind, fold, &texts);
            let ours = Regex::new(&pattern, kind, charset, fold);
            let shown = format!("{charset:?} {} fold {fold} {}", kind.name(), pattern.escape_ascii());
            match (ours, theirs) {
                (Ok(ours), Ok(theirs)) => {
                    compiled += 1;
                    let words = [&b"\\<"[..], b"\\>", b"\\b", b"\\B"].iter().any(|look| pattern.windows(2).any(|pair| pair == *look));
                    // To the library a byte that is no character is the letter of Latin 1 beside such an anchor.
                    let clear = |text: &[u8]| charset == Charset::Bytes || !words || std::str::from_utf8(text).is_ok();
                    let wrong = texts.iter().zip(theirs).find(|(text, matches)| clear(text) && ours.matches(text) != *matches);
                    faults.extend(wrong.map(|(text, matches)| format!("{shown}: {matches} for {}", text.escape_ascii())));
                }
                (Err(_), Err(_)) => {}
                (Err(error), Ok(_)) if error.contains("back-reference") => {}
                // The library has no order of characters beyond ASCII in C.UTF-8.
                (Ok(_), Err(error)) if error == "Invalid collation character" && !pattern.is_ascii() => {}
                (ours, theirs) => faults.push(format!("{shown}: {:?} but {:?}", ours.err(), theirs.err())),
            }
        }
    }
    assert!(compiled > count / 2, "{compiled}");
    assert!(faults.is_empty(), "{} of {}:\n{}", faults.len(), 2 * count, faults[..faults.len().min(30)].join("\n"));
}
