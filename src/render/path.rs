//! Parts of an entry's path, as GNU find cuts them. Starting points are paths as they were given, slashes at the end and
//! all.

use crate::base::Entry;

/// `%f`: the last component. One slash at the end of a starting point stays.
pub(super) fn push_base(to: &mut Vec<u8>, entry: &Entry<'_>) {
    let name = entry.found.name.to_bytes();
    if entry.found.depth > 0 {
        to.extend_from_slice(name);
        return;
    }
    let stem = stem(name);
    let start = stem.iter().rposition(|byte| *byte == b'/').map_or(0, |slash| slash + 1);
    to.extend_from_slice(&stem[start..]);
    if stem.len() < name.len() {
        to.push(b'/');
    }
}

/// `%h`: what stands before the last component; `.` if nothing does.
pub(super) fn push_dir(to: &mut Vec<u8>, entry: &Entry<'_>) {
    if let [dir @ .., _] = entry.dir_path {
        to.extend_from_slice(dir);
        return;
    }
    let name = entry.found.name.to_bytes();
    let stem = stem(name);
    // GNU find keeps the slashes at the end where only one byte stands before them, as if that were the root directory's:
    // `d/` gives `d`, `dd/` gives `.`.
    let path = if stem.len() > 1 { stem } else { name };
    match path.iter().rposition(|byte| *byte == b'/') {
        Some(slash) => to.extend_from_slice(&path[..slash]),
        None => to.push(b'.'),
    }
}

/// `%H`: the starting point.
pub(super) fn push_root(to: &mut Vec<u8>, entry: &Entry<'_>) {
    to.extend_from_slice(match entry.found.depth {
        0 => entry.found.name.to_bytes(),
        _ => &entry.dir_path[..(entry.root_len as usize).min(entry.dir_path.len())],
    });
}

/// `%P`: the path below the starting point.
pub(super) fn push_below(to: &mut Vec<u8>, entry: &Entry<'_>) {
    if entry.found.depth == 0 {
        return;
    }
    let below = entry.dir_path.get(entry.root_len as usize..).unwrap_or_default();
    to.extend_from_slice(below.strip_prefix(b"/").unwrap_or(below));
    to.extend_from_slice(entry.found.name.to_bytes());
}

/// A path without the slashes at its end.
fn stem(path: &[u8]) -> &[u8] {
    let end = path.iter().rposition(|byte| *byte != b'/').map_or(0, |last| last + 1);
    &path[..end]
}
