//! Words that may be shortened as long as it is clear which one is meant.

/// Why a word stands for none of those that are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unmatched {
    /// None begins with it.
    Unknown,
    /// Several do, which mean different things.
    Ambiguous,
}

impl Unmatched {
    /// What is said of such a word.
    #[must_use]
    pub const fn reason(self) -> &'static str {
        match self {
            Self::Unknown => "is unknown",
            Self::Ambiguous => "may mean several",
        }
    }
}

/// What a word, or the beginning of one, means. A whole word is never taken for the beginning of another, and words
/// that mean the same are no matter of doubt.
///
/// # Errors
/// It means nothing, or more than one thing.
pub fn abbreviated<T: PartialEq>(word: &[u8], known: impl IntoIterator<Item = (&'static str, T)>) -> Result<T, Unmatched> {
    let (mut found, mut ambiguous) = (None, false);
    for (name, meaning) in known {
        if name.as_bytes() == word {
            return Ok(meaning);
        }
        if name.as_bytes().starts_with(word) {
            match &found {
                None => found = Some(meaning),
                Some(other) => ambiguous |= *other != meaning,
            }
        }
    }
    found.filter(|_| !ambiguous).ok_or(if ambiguous { Unmatched::Ambiguous } else { Unmatched::Unknown })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn beginnings_of_words() {
        let known = [("atime", 1), ("access", 1), ("time", 2), ("time-style", 3)];
        for (word, meaning) in [
            ("a", Ok(1)),
            ("acc", Ok(1)),
            ("time", Ok(2)),
            ("time-", Ok(3)),
            ("ti", Err(Unmatched::Ambiguous)),
            ("", Err(Unmatched::Ambiguous)),
            ("times", Err(Unmatched::Unknown)),
        ] {
            assert_eq!(abbreviated(word.as_bytes(), known), meaning, "{word}");
        }
    }
}
