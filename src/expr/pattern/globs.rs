//! Many patterns as one automaton, by `globset`.
//!
//! globset's language is not fnmatch's, so nothing is passed on as it was written: each pattern is taken apart by the
//! general matcher's compiler and written anew, in what both mean alike. That is so for names of ASCII, whose bytes are
//! their characters in every charset. A name that ends in a dot is left out too: globset has a file name's opinion of `..`.

use super::fnmatch::{Bytes, Part, Program, Rules};
use globset::{Candidate, Glob, GlobSet};

/// Patterns compiled together.
#[derive(Debug)]
pub(super) struct Globs(GlobSet);

impl Globs {
    /// Compiles patterns; `None` if one of them has no equal in globset.
    pub(super) fn new(texts: &[&[u8]], rules: Rules) -> Option<Self> {
        let mut builder = GlobSet::builder();
        for text in texts.iter() {
            builder.add(Glob::new(&rewritten(text, rules)?).ok()?);
        }
        builder.build().ok().map(Self)
    }

    /// Whether a pattern matches; `None` for a name that globset is not asked about.
    pub(super) fn matches(&self, name: &[u8]) -> Option<bool> {
        (name.is_ascii() && name.last() != Some(&b'.')).then(|| self.0.is_match_candidate(&Candidate::from_bytes(name)))
    }
}

/// A pattern in globset's language.
fn rewritten(text: &[u8], rules: Rules) -> Option<String> {
    let mut parts = Program::of_bytes(text, rules).parts().filter(|_| text.is_ascii())?;
    // Two stars are one; to globset they could be something else.
    parts.dedup_by(|next, part| matches!((next, part), (Part::Star, Part::Star)));
    let mut glob = String::new();
    for part in parts {
        match part {
            Part::Any => glob.push('?'),
            Part::Star => glob.push('*'),
            Part::Byte(byte) if rules.fold && byte.is_ascii_alphabetic() => {
                let letter = char::from(byte);
                glob.extend(['[', letter, letter.to_ascii_uppercase(), ']']);
            }
            Part::Byte(byte) => {
                if byte.is_ascii_punctuation() {
                    glob.push('\\');
                }
                glob.push(char::from(byte));
            }
            Part::OneOf(members) => push_members(&mut glob, members)?,
        }
    }
    Some(glob)
}

/// Lists a bracket's members, or what it excludes, if they mean nothing special in a list.
fn push_members(glob: &mut String, members: Bytes) -> Option<()> {
    let list = |inside: bool| (1..0x80).filter(|&byte| members.has(byte) == inside).map(char::from).collect::<String>();
    let plain =
        |list: &String| !list.is_empty() && list.chars().all(|letter| letter.is_ascii_alphanumeric() || "_.,+=@%~ ".contains(letter));
    let (sign, list) = [("", list(true)), ("!", list(false))].into_iter().find(|(_, list)| plain(list))?;
    glob.push('[');
    glob.push_str(sign);
    glob.push_str(&list);
    glob.push(']');
    Some(())
}
