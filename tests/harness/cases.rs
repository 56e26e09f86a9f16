//! The differential test itself: a table of command lines, each answered by the program in every variant and by find.

use super::answer::Answer;
use super::run::{Call, Variant, oracle, under_test};
use super::words::words;
use std::ffi::OsString;
use std::path::Path;

/// The locales in which every case is run.
pub(crate) const LOCALES: [&str; 2] = ["C", "C.UTF-8"];

/// Differences shown of one table before it is given up.
const SHOWN: usize = 12;

/// A tree and how it is walked.
pub(crate) struct Bench<'a> {
    /// The directory that the programs are started in.
    pub(crate) dir: &'a Path,
    /// Run both as an ordinary user.
    pub(crate) ordinary: bool,
    /// The variants of the program under test.
    pub(crate) variants: Vec<Variant>,
}

impl<'a> Bench<'a> {
    /// Every variant, unsorted, and two sorted ones.
    pub(crate) fn new(dir: &'a Path) -> Self {
        Self { dir, ordinary: false, variants: Variant::all() }
    }

    /// Checks every case in every locale, shows what differs and fails if anything does.
    #[track_caller]
    pub(crate) fn check(&self, cases: &[&str]) {
        let mut failures = Vec::new();
        for case in cases {
            let words = words(case, self.dir);
            for locale in LOCALES {
                self.check_one(&words, locale, &mut failures);
            }
            if failures.len() >= SHOWN {
                break;
            }
        }
        assert!(failures.is_empty(), "{} differences from find:\n\n{}", failures.len(), failures.join("\n"));
    }

    /// Checks one command line in one locale.
    pub(crate) fn check_one(&self, words: &[OsString], locale: &'static str, failures: &mut Vec<String>) {
        let mut asked = self.ask_oracle(words, locale);
        for &variant in &self.variants {
            let mut call = Call::subject(variant, self.dir).words(words).locale(locale);
            call = if self.ordinary { call.ordinary() } else { call };
            let ran = call.run();
            let answer = Answer::of(&ran, &under_test().name);
            if answer.agrees(&asked) {
                continue;
            }
            // Time may have passed a boundary of the expression: only a difference from what find says now counts.
            asked = self.ask_oracle(words, locale);
            if !answer.agrees(&asked) {
                failures.push(format!("{}\n{}", ran.command, answer.difference(&asked)));
                return;
            }
        }
        self.check_sorted(words, locale, &asked, failures);
    }

    /// `-s` gives the same records, and with other threads and another backend the same bytes.
    fn check_sorted(&self, words: &[OsString], locale: &'static str, asked: &Answer, failures: &mut Vec<String>) {
        if under_test().foreign {
            return;
        }
        let run = |variant: Variant| {
            let call = Call::subject(variant.sorted(), self.dir).words(words).locale(locale);
            if self.ordinary { call.ordinary().run() } else { call.run() }
        };
        let (last, first) = (self.variants[self.variants.len() - 1], self.variants[0]);
        let (many, one) = (run(last), run(first));
        let answer = Answer::of(&many, &under_test().name);
        if many.stdout != one.stdout {
            let other = Answer::of(&one, &under_test().name);
            let known = format!("stderr: {}{}\n{}", many.errors(), one.errors(), answer.difference(&other));
            failures
                .push(format!("{}\n{}\n  give different bytes, {} and {}\n{known}", many.command, one.command, many.status, one.status));
        } else if !answer.agrees(asked) && !answer.agrees(&self.ask_oracle(words, locale)) {
            failures.push(format!("{}\n{}", many.command, answer.difference(asked)));
        }
    }

    fn ask_oracle(&self, words: &[OsString], locale: &'static str) -> Answer {
        let call = Call::oracle(self.dir).words(words).locale(locale);
        let call = if self.ordinary { call.ordinary() } else { call };
        Answer::of(&call.run(), &oracle().name)
    }
}
