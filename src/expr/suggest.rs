//! "did you mean": the nearest of the known names.

/// The name with the fewest slips of the hand between it and `word`, if there are few enough. The first of equals wins.
pub fn nearest(word: &[u8], names: impl Iterator<Item = &'static str>) -> Option<&'static str> {
    /// Longer words are no slips of any name, and the table below is square.
    const WORD_MAX: usize = 40;
    if word.len() > WORD_MAX {
        return None;
    }
    let few = (word.len() / 3).min(3);
    names
        .map(|name| (slips(word, name.as_bytes()), name))
        .filter(|(count, _)| *count <= few)
        .min_by_key(|(count, _)| *count)
        .map(|(_, name)| name)
}

/// Insertions, deletions, replacements and swaps of neighbours that lead from one word to the other (the restricted
/// Damerau-Levenshtein distance).
fn slips(from: &[u8], to: &[u8]) -> usize {
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=to.len()).collect();
    for (row, &a) in from.iter().enumerate() {
        let mut line = vec![row + 1];
        for (column, &b) in to.iter().enumerate() {
            let replaced = last[column] + usize::from(a != b);
            let mut best = replaced.min(last[column + 1] + 1).min(line[column] + 1);
            if row > 0 && column > 0 && a == to[column - 1] && b == from[row - 1] {
                best = best.min(before[column - 1] + 1);
            }
            line.push(best);
        }
        before = std::mem::replace(&mut last, line);
    }
    last[to.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_counted() {
        for (from, to, count) in [("-nmae", "-name", 1), ("-nam", "-name", 1), ("-nname", "-name", 1), ("-nume", "-name", 1), ("", "-a", 2)]
        {
            assert_eq!(slips(from.as_bytes(), to.as_bytes()), count, "{from} {to}");
        }
    }

    #[test]
    fn only_near_names_are_suggested() {
        let names = || ["-name", "-newer", "-o"].into_iter();
        assert_eq!(nearest(b"-nmae", names()), Some("-name"));
        assert_eq!(nearest(b"--name", names()), Some("-name"));
        assert_eq!(nearest(b"-frobnicate", names()), None);
        assert_eq!(nearest(&[b'n'; 1000], names()), None);
    }
}
