//! Names with escapes: as GNU find's `-ls` quotes them in every locale, and for xargs(1).

/// Appends a name as `-ls` shows it: what is not printable ASCII, blanks, quotes and backslashes are escaped.
pub(super) fn push_quoted(to: &mut Vec<u8>, name: &[u8]) {
    for &byte in name {
        let letter = match byte {
            b'\\' | b' ' | b'"' => byte,
            0x08 => b'b',
            0x0c => b'f',
            b'\n' => b'n',
            b'\r' => b'r',
            b'\t' => b't',
            b'!'..=b'~' => {
                to.push(byte);
                continue;
            }
            _ => {
                to.extend_from_slice(&[b'\\', b'0' + (byte >> 6), b'0' + (byte >> 3 & 7), b'0' + (byte & 7)]);
                continue;
            }
        };
        to.extend_from_slice(&[b'\\', letter]);
    }
}

/// Appends bytes of a path as xargs(1) reads them: a backslash before blanks, quotes and backslashes.
pub fn push_for_xargs(to: &mut Vec<u8>, bytes: &[u8]) {
    for &byte in bytes {
        if matches!(byte, b' ' | b'\t' | b'\n' | b'\\' | b'\'' | b'"') {
            to.push(b'\\');
        }
        to.push(byte);
    }
}
