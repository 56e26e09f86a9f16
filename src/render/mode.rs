//! Type and permissions in ten letters, as ls(1) and `%M` show them.

/// The letters for a mode: type, then read, write and execute for owner, group and others.
pub(super) fn letters(mode: u32) -> [u8; 10] {
    let mut letters = *b"?---------";
    letters[0] = match mode >> 12 & 0o17 {
        1 => b'p',
        2 => b'c',
        4 => b'd',
        6 => b'b',
        8 => b'-',
        10 => b'l',
        12 => b's',
        _ => b'?',
    };
    for (at, letter) in letters.iter_mut().skip(1).enumerate() {
        if mode & (0o400 >> at) != 0 {
            *letter = b"rwx"[at % 3];
        }
    }
    // Set-user-id, set-group-id and sticky share the place of an execute bit.
    for (bit, at, letter) in [(0o4000, 3, b's'), (0o2000, 6, b's'), (0o1000, 9, b't')] {
        if mode & bit != 0 {
            letters[at] = if letters[at] == b'x' { letter } else { letter.to_ascii_uppercase() };
        }
    }
    letters
}

#[cfg(test)]
mod tests {
    use super::letters;

    #[test]
    fn modes_in_letters() {
        for (mode, expected) in [
            (0o100_644, "-rw-r--r--"),
            (0o104_755, "-rwsr-xr-x"),
            (0o041_777, "drwxrwxrwt"),
            (0o107_000, "---S--S--T"),
            (0o120_777, "lrwxrwxrwx"),
            (0o020_620, "crw--w----"),
        ] {
            assert_eq!(String::from_utf8_lossy(&letters(mode)), expected);
        }
    }
}
