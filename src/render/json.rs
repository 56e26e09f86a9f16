//! Entries as JSON, one object a line.
//!
//! Text that is UTF-8 is a string under its own key; any other bytes are in base64 under the key with `_base64` behind it,
//! so that nothing is lost. Times are RFC 3339 in UTC with nanoseconds; a year beyond four digits has a sign before it, as
//! ISO 8601 has it. What there is not (a target of what is no link) is null.

use super::Facts;
use super::civil::Civil;
use super::number::{push_decimal, push_padded, push_two};
use crate::base::{Fields, Kind, Time, is_hazard};

/// What can be shown of an entry, each with its key and a line of help, in the order in which all are shown.
pub const KEYS: &[(&str, &str)] = &[
    ("path", "the path"),
    ("type", "file, directory, symlink, fifo, socket, block or char"),
    ("size", "length in bytes"),
    ("blocks", "disk usage in blocks of 512 bytes"),
    ("mode", "permissions in octal, as a string"),
    ("nlink", "number of hard links"),
    ("uid", "number of the owner"),
    ("gid", "number of the group"),
    ("user", "name of the owner, or null"),
    ("group", "name of the group, or null"),
    ("ino", "inode number"),
    ("dev", "device number"),
    ("atime", "time of the last access"),
    ("mtime", "time of the last change of the contents"),
    ("ctime", "time of the last change of the inode"),
    ("btime", "time of birth, or null"),
    ("target", "what a symbolic link says, or null"),
    ("depth", "levels below the starting point"),
];

/// What each key asks of an entry, by its place in `KEYS`.
const NEEDS: [Fields; KEYS.len()] = [
    Fields::NONE,
    Fields::KIND,
    Fields::SIZE,
    Fields::BLOCKS,
    Fields::MODE,
    Fields::NLINK,
    Fields::UID,
    Fields::GID,
    Fields::UID.with(Fields::USER),
    Fields::GID.with(Fields::GROUP),
    Fields::INO,
    Fields::DEV,
    Fields::ATIME,
    Fields::MTIME,
    Fields::CTIME,
    Fields::BTIME,
    Fields::KIND.with(Fields::LINK_TARGET),
    Fields::NONE,
];

/// The keys of the objects, by their places in `KEYS`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Json(Vec<usize>);

impl Default for Json {
    /// All of them.
    fn default() -> Self {
        Self((0..KEYS.len()).collect())
    }
}

impl Json {
    /// Reads a list of keys with commas between; `None` if one is unknown or stands twice.
    #[must_use]
    pub fn parse(list: &[u8]) -> Option<Self> {
        let mut keys = Vec::new();
        for word in list.split(|&byte| byte == b',') {
            let at = KEYS.iter().position(|(key, _)| key.as_bytes() == word)?;
            if keys.contains(&at) {
                return None;
            }
            keys.push(at);
        }
        Some(Self(keys))
    }

    /// What the objects ask of an entry.
    #[must_use]
    pub fn needs(&self) -> Fields {
        self.0.iter().fold(Fields::NONE, |all, at| all | NEEDS[*at])
    }

    /// Appends the object of an entry and a newline.
    pub fn push(&self, to: &mut Vec<u8>, facts: &Facts<'_>) {
        let mut before = b'{';
        for at in &self.0 {
            to.push(before);
            before = b',';
            push_member(to, KEYS[*at].0, facts);
        }
        to.extend_from_slice(b"}\n");
    }
}

/// Appends a key with text: under `key` if that is UTF-8, else in base64 under the key that says so.
pub fn push_text(to: &mut Vec<u8>, key: &str, text: &[u8]) {
    push_name(to, key, text, true);
}

fn push_member(to: &mut Vec<u8>, key: &str, facts: &Facts<'_>) {
    let stat = facts.stat;
    match key {
        "path" => match (std::str::from_utf8(facts.entry.dir_path), facts.entry.found.name.to_str()) {
            (Ok(dir), Ok(name)) => {
                push_key(to, key);
                to.push(b'"');
                push_escaped(to, dir);
                push_escaped(to, name);
                to.push(b'"');
            }
            // The two halves together may be UTF-8 only if both are: the one ends, and the other begins, at a slash.
            _ => push_bytes(to, key, &facts.entry.path()),
        },
        "user" => push_name(to, key, facts.user, facts.user_is_name),
        "group" => push_name(to, key, facts.group, facts.group_is_name),
        "target" => push_name(to, key, facts.link, facts.kind == Kind::Symlink),
        _ => {
            push_key(to, key);
            match key {
                "type" => push_quoted(to, kind(facts.kind)),
                "size" => push_decimal(to, stat.size),
                "blocks" => push_decimal(to, stat.blocks),
                "mode" => {
                    let digit = |shift: u32| b'0' + (stat.mode >> shift & 7) as u8;
                    to.extend_from_slice(&[b'"', digit(9), digit(6), digit(3), digit(0), b'"']);
                }
                "nlink" => push_decimal(to, stat.nlink.into()),
                "uid" => push_decimal(to, stat.uid.into()),
                "gid" => push_decimal(to, stat.gid.into()),
                "ino" => push_decimal(to, stat.ino),
                "dev" => push_decimal(to, stat.dev),
                "atime" => push_time(to, stat.atime),
                "mtime" => push_time(to, stat.mtime),
                "ctime" => push_time(to, stat.ctime),
                "btime" if stat.known.has(Fields::BTIME) => push_time(to, stat.btime),
                "depth" => push_decimal(to, facts.entry.found.depth.into()),
                _ => to.extend_from_slice(b"null"),
            }
        }
    }
}

const fn kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Unknown => "unknown",
        Kind::Fifo => "fifo",
        Kind::CharDevice => "char",
        Kind::Directory => "directory",
        Kind::BlockDevice => "block",
        Kind::Regular => "file",
        Kind::Symlink => "symlink",
        Kind::Socket => "socket",
    }
}

fn push_key(to: &mut Vec<u8>, key: &str) {
    push_quoted(to, key);
    to.push(b':');
}

/// A string that needs no escapes.
fn push_quoted(to: &mut Vec<u8>, text: &str) {
    to.push(b'"');
    to.extend_from_slice(text.as_bytes());
    to.push(b'"');
}

fn push_name(to: &mut Vec<u8>, key: &str, bytes: &[u8], there: bool) {
    match (there, std::str::from_utf8(bytes)) {
        (false, _) => {
            push_key(to, key);
            to.extend_from_slice(b"null");
        }
        (true, Ok(text)) => {
            push_key(to, key);
            to.push(b'"');
            push_escaped(to, text);
            to.push(b'"');
        }
        (true, Err(_)) => push_bytes(to, key, bytes),
    }
}

fn push_bytes(to: &mut Vec<u8>, key: &str, bytes: &[u8]) {
    to.push(b'"');
    to.extend_from_slice(key.as_bytes());
    to.extend_from_slice(b"_base64\":\"");
    push_base64(to, bytes);
    to.push(b'"');
}

/// Text within a string. Beyond what JSON asks for, what a terminal acts on is escaped too.
fn push_escaped(to: &mut Vec<u8>, text: &str) {
    if text.bytes().all(|byte| matches!(byte, b' '..=b'~') && byte != b'"' && byte != b'\\') {
        to.extend_from_slice(text.as_bytes());
        return;
    }
    for character in text.chars() {
        match character {
            '"' | '\\' => to.extend_from_slice(&[b'\\', character as u8]),
            '\n' => to.extend_from_slice(b"\\n"),
            '\t' => to.extend_from_slice(b"\\t"),
            _ if character.is_control() || is_hazard(character) => {
                to.extend_from_slice(format!("\\u{:04x}", character as u32).as_bytes());
            }
            _ => to.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes()),
        }
    }
}

/// RFC 4648, with padding.
fn push_base64(to: &mut Vec<u8>, bytes: &[u8]) {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for three in bytes.chunks(3) {
        let byte = |at: usize| u32::from(three.get(at).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for at in 0..4 {
            let digit = DIGITS[(bits >> (18 - 6 * at) & 63) as usize];
            to.push(if at as usize <= three.len() { digit } else { b'=' });
        }
    }
}

/// Appends an instant as a string.
pub fn push_time(to: &mut Vec<u8>, time: Time) {
    let civil = Civil::new(time.secs, 0);
    to.push(b'"');
    match civil.year {
        0..=9999 => {}
        10_000.. => to.push(b'+'),
        _ => to.push(b'-'),
    }
    push_padded(to, civil.year.unsigned_abs(), 4);
    to.push(b'-');
    push_two(to, civil.month);
    to.push(b'-');
    push_two(to, civil.day);
    to.push(b'T');
    push_two(to, civil.hour);
    to.push(b':');
    push_two(to, civil.minute);
    to.push(b':');
    push_two(to, civil.second);
    to.push(b'.');
    push_padded(to, time.nanos, 9);
    to.extend_from_slice(b"Z\"");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::tests::written;

    #[test]
    fn bytes_in_base64() {
        for (bytes, text) in [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("\u{ff}\u{ff}", "w7/Dvw==")]
        {
            assert_eq!(written(|to| push_base64(to, bytes.as_bytes())), text);
        }
    }

    #[test]
    fn times_are_those_of_rfc_3339() {
        for (secs, nanos, text) in [
            (0, 0, "1970-01-01T00:00:00.000000000Z"),
            (-1, 5, "1969-12-31T23:59:59.000000005Z"),
            (1_709_175_845, 123_456_789, "2024-02-29T03:04:05.123456789Z"),
            (253_402_300_800, 0, "+10000-01-01T00:00:00.000000000Z"),
            (-62_167_219_201, 0, "-0001-12-31T23:59:59.000000000Z"),
        ] {
            assert_eq!(written(|to| push_time(to, Time { secs, nanos })), format!("\"{text}\""));
        }
    }

    #[test]
    fn text_is_escaped_for_readers_and_terminals() {
        assert_eq!(written(|to| push_escaped(to, "a\"\\\n\u{1}\u{7f}\u{202e}\u{e9}")), "a\\\"\\\\\\n\\u0001\\u007f\\u202e\u{e9}");
    }

    #[test]
    fn keys_are_a_list() {
        assert_eq!(Json::parse(b"size,path"), Some(Json(vec![2, 0])));
        assert_eq!(Json::parse(b"size").map(|json| json.needs()), Some(Fields::SIZE));
        for wrong in [&b""[..], b"size,", b"size,size", b"nonsense"] {
            assert_eq!(Json::parse(wrong), None);
        }
    }
}
