//! Regular expressions: two tests of the path, and the options that say how they are read.

use crate::base::Fields;
use crate::expr::operands::{file, regex_type};
use crate::expr::row::{Choices, Fill, Shape};
use crate::expr::{Cost, Primary, RegexType, Row, Takes};

/// The types, as `RegexType::named` reads them.
const TYPES: Choices = &[
    ("findutils-default", "as emacs, but a dot matches a newline"),
    ("ed", "as posix-basic"),
    ("emacs", "the default"),
    ("gnu-awk", "as GNU awk"),
    ("grep", "as grep"),
    ("posix-awk", "as POSIX awk"),
    ("awk", "as traditional awk"),
    ("posix-basic", "basic, as POSIX has it"),
    ("posix-egrep", "as egrep"),
    ("egrep", "as grep -E"),
    ("posix-extended", "extended, as POSIX has it"),
    ("posix-minimal-basic", "basic without \\+ \\? \\|"),
    ("sed", "as posix-basic"),
];

const TYPE: Shape = Shape {
    label: "TYPE",
    expected: "one of findutils-default ed emacs gnu-awk grep posix-awk awk posix-basic posix-egrep egrep posix-extended \
               posix-minimal-basic sed",
    fill: Fill::Choice(TYPES),
};

const REGEX: Shape = Shape { label: "REGEX", expected: "a regular expression", fill: Fill::Nothing };

pub(super) static OPTIONS: &[Row] = &[
    Row::option(&["-regextype"], Takes::Word(&TYPE, regex_type), "how each -regex and -iregex after it is read").detail(
        "TYPE is one of `findutils-default`, `ed`, `emacs`, `gnu-awk`, `grep`, `posix-awk`, `awk`, `posix-basic`, \
         `posix-egrep`, `egrep`, `posix-extended`, `posix-minimal-basic` and `sed`. Without it `emacs` holds: `*`, `+` and \
         `?` repeat, `\\(`, `\\)` and `\\|` group, and a dot does not match a newline.",
    ),
    Row::option(&["-E"], Takes::Nothing(Primary::RegexType(RegexType::EXTENDED)), "as -regextype posix-extended"),
];

pub(super) static TESTS: &[Row] = &[
    Row::test(
        &["-regex"],
        Takes::Word(&REGEX, |word| file(word).map(|_| Primary::Regex { pattern: word.to_vec(), fold_case: false })),
        Cost::Name,
        Fields::NONE,
        "the whole path matches a regular expression",
    )
    .detail(
        "The path begins with the starting point as it was written: `-regex '.*/[0-9]+\\.log'`. `-regextype` says how REGEX \
         is read. Back-references are not supported. In UTF-8 a byte that is no character matches no set and no dot.",
    ),
    Row::test(
        &["-iregex"],
        Takes::Word(&REGEX, |word| file(word).map(|_| Primary::Regex { pattern: word.to_vec(), fold_case: true })),
        Cost::Name,
        Fields::NONE,
        "-regex, but upper and lower case are the same",
    ),
];

#[cfg(test)]
mod tests {
    use super::{TYPE, TYPES};
    use crate::expr::RegexType;

    #[test]
    fn every_type_is_listed() {
        let names: Vec<&str> = RegexType::all().map(RegexType::name).collect();
        assert_eq!(names, TYPES.iter().map(|(name, _)| *name).collect::<Vec<_>>());
        assert_eq!(TYPE.expected, format!("one of {}", names.join(" ")));
        assert_eq!((RegexType::DEFAULT.name(), RegexType::EXTENDED.name()), ("emacs", "posix-extended"));
    }
}
