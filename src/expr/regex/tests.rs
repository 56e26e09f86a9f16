//! Tests of regular expressions: what each construct means in each type, and every mistake. `tests/find_regex.rs`
//! compares with find.

use super::*;

fn regex(kind: &str, pattern: &str) -> Result<Regex, &'static str> {
    Regex::new(pattern.as_bytes(), RegexType::named(kind.as_bytes()).unwrap(), Charset::Utf8, false)
}

#[track_caller]
fn check(kind: &str, pattern: &str, yes: &[&str], no: &[&str]) {
    let regex = regex(kind, pattern).unwrap_or_else(|error| panic!("{kind} {pattern}: {error}"));
    yes.iter().for_each(|text| assert!(regex.matches(text.as_bytes()), "{kind} {pattern} {text:?}"));
    no.iter().for_each(|text| assert!(!regex.matches(text.as_bytes()), "{kind} {pattern} {text:?}"));
}

#[test]
fn a_whole_path_must_match() {
    check("emacs", "b", &["b"], &["abc", "ab", "bc", ""]);
    check("emacs", ".*/b", &["a/b", "/b"], &["a/bb"]);
    check("posix-extended", "", &[""], &["a"]);
}

#[test]
fn types_differ() {
    check("emacs", "a+", &["a", "aa"], &["a+"]);
    check("posix-basic", "a+", &["a+"], &["aa"]);
    check("posix-basic", "a\\+", &["aa"], &["a+"]);
    check("posix-minimal-basic", "a\\+", &["a+"], &["aa"]);
    check("emacs", "\\(a\\|b\\)c", &["ac", "bc"], &["(a|b)c"]);
    check("posix-extended", "(a|b)c", &["ac", "bc"], &["(a|b)c"]);
    check("awk", "a{2}", &["a{2}"], &["aa"]);
    check("posix-awk", "a{2}", &["aa"], &["a{2}"]);
    check("emacs", "a.b", &["axb"], &["a\nb"]);
    check("findutils-default", "a.b", &["axb", "a\nb"], &[]);
    check("grep", "a\nb", &["a", "b"], &["a\nb"]);
    check("emacs", "[[:alpha:]]", &["a]", ":]"], &["a", "b"]);
    check("posix-basic", "[[:alpha:]]", &["a", "é"], &["1", ":]"]);
}

#[test]
fn anchors_know_lines() {
    check("posix-extended", "a\n^b", &["a\nb"], &[]);
    check("posix-extended", "a$\nb", &["a\nb"], &[]);
    check("emacs", "a^b", &["a^b"], &[]);
    check("emacs", "a$b", &["a$b"], &[]);
    check("emacs", "\\`a\\'", &["a"], &["a\n"]);
    check("emacs", "\\<ab\\>", &["ab"], &["abc"]);
    check("emacs", "a\\b-\\Bx?", &["a-"], &["ab", "a-x"]);
}

#[test]
fn bytes_that_are_no_characters_match_themselves_alone() {
    let kind = RegexType::DEFAULT;
    let dot = Regex::new(b".", kind, Charset::Utf8, false).unwrap();
    assert!(dot.matches("é".as_bytes()) && !dot.matches(b"\xff"));
    assert!(!Regex::new(b"[^a]", kind, Charset::Utf8, false).unwrap().matches(b"\xff"));
    assert!(Regex::new(b"\xff", kind, Charset::Utf8, false).unwrap().matches(b"\xff"));
    let dot = Regex::new(b".", kind, Charset::Bytes, false).unwrap();
    assert!(!dot.matches("é".as_bytes()) && dot.matches(b"\xff"));
}

#[test]
fn without_case_both_sides_are_upper_case() {
    let folded = |pattern: &str| Regex::new(pattern.as_bytes(), RegexType::EXTENDED, Charset::Utf8, true);
    for (pattern, text, matches) in [
        ("aÉ", "Aé", true),
        ("[[:lower:]]+", "aB", true),
        ("[a-c]", "B", true),
        ("\\a", "a", false),
        ("\\A", "a", true),
        ("\\W", "a", false),
    ] {
        assert_eq!(folded(pattern).unwrap().matches(text.as_bytes()), matches, "{pattern}");
    }
    assert!(folded("[_-a]").is_err());
}

#[test]
fn mistakes_are_named() {
    for (kind, pattern, error) in [
        ("emacs", "a\\)", "closes a group that is not open"),
        ("posix-extended", "(a", "has a group that is never closed"),
        ("posix-extended", "[a", "has a bracket that is never closed"),
        ("posix-extended", "*a", "has a repetition of nothing"),
        ("posix-basic", "a**", "repeats a repetition"),
        ("posix-extended", "a{1", "has an interval that is never closed"),
        ("posix-extended", "a{3,2}", "has an interval that is not one"),
        ("posix-extended", "a{}", "has an interval without a number"),
        ("posix-extended", "a{32768}", "repeats too often"),
        ("posix-extended", "[b-a]", "has a range that ends before it begins"),
        ("posix-extended", "[[:foo:]]", "names a class of characters that does not exist"),
        ("posix-extended", "[[.foo.]]", "names a collating element that does not exist"),
        ("posix-extended", "(a)\\1", "has a back-reference, which is not supported"),
        ("posix-extended", "a\\", "ends in a backslash"),
    ] {
        assert_eq!(regex(kind, pattern).map(|_| ()), Err(error), "{kind} {pattern}");
    }
    assert_eq!(regex("posix-extended", &"(".repeat(1000)).map(|_| ()), Err("has too many groups within each other"));
}
