//! Hyperlinks on a terminal: OSC 8 around a text, with the bytes of ls(1). The absolute path is the caller's to know.
//!
//! `ESC ] 8 ; ; file://HOST/PATH BEL text ESC ] 8 ; ; BEL`. Every byte of the path that RFC 3986 does not leave alone is
//! escaped, so no name can end the link or act on the terminal by it.

const OPEN: &[u8] = b"\x1b]8;;file://";
const CLOSE: &[u8] = b"\x1b]8;;\x07";
const BELL: u8 = 0x07;

/// Links to files of one machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Links {
    /// What every link begins with, up to and with the machine's name.
    start: Vec<u8>,
}

impl Links {
    /// `host`: the machine's name, as uname(2) has it.
    #[must_use]
    pub fn new(host: &[u8]) -> Self {
        let mut start = OPEN.to_vec();
        host.iter().for_each(|byte| push_escaped_byte(&mut start, *byte));
        Self { start }
    }

    /// Begins a link to the file whose absolute path is made of these parts, one after the other. A slash that is missing
    /// before the first is added.
    pub fn open(&self, to: &mut Vec<u8>, path: &[&[u8]]) {
        to.extend_from_slice(&self.start);
        if path.iter().find_map(|part| part.first()) != Some(&b'/') {
            to.push(b'/');
        }
        path.iter().for_each(|part| push_escaped(to, part));
        to.push(BELL);
    }

    /// Ends it.
    pub fn close(to: &mut Vec<u8>) {
        to.extend_from_slice(CLOSE);
    }
}

/// Appends a part of a path: slashes stay.
fn push_escaped(to: &mut Vec<u8>, path: &[u8]) {
    for &byte in path {
        if byte == b'/' {
            to.push(byte);
        } else {
            push_escaped_byte(to, byte);
        }
    }
}

fn push_escaped_byte(to: &mut Vec<u8>, byte: u8) {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    match byte {
        // What RFC 3986 calls unreserved.
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => to.push(byte),
        _ => to.extend_from_slice(&[b'%', DIGITS[usize::from(byte >> 4)], DIGITS[usize::from(byte & 15)]]),
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::written;
    use super::*;

    fn link(host: &str, path: &[&[u8]]) -> String {
        written(|to| {
            Links::new(host.as_bytes()).open(to, path);
            Links::close(to);
        })
    }

    #[test]
    fn links_have_the_bytes_of_ls() {
        assert_eq!(link("vm", &[b"/tmp/", b"a b"]), "\x1b]8;;file://vm/tmp/a%20b\x07\x1b]8;;\x07");
        assert_eq!(link("h/x", &[b"", b"a"]), "\x1b]8;;file://h%2fx/a\x07\x1b]8;;\x07");
        assert_eq!(link("", &[b"/"]), "\x1b]8;;file:///\x07\x1b]8;;\x07");
    }

    #[test]
    fn every_other_byte_is_escaped() {
        for byte in 0..=u8::MAX {
            let plain = byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte);
            let shown = if plain { char::from(byte).to_string() } else { format!("%{byte:02x}") };
            assert_eq!(link("h", &[b"/x", &[byte]]), format!("\x1b]8;;file://h/x{shown}\x07\x1b]8;;\x07"));
        }
    }
}
