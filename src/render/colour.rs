//! Colours of paths on a terminal by LS_COLORS, as ls(1) reads it: what stands before the name as a directory, the name by
//! type, permissions and ending. Only what the colours in force distinguish is asked for.

use crate::base::{Entry, Fields, Kind};

/// What has a colour of its own, by ls(1)'s two letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(usize)]
pub(super) enum Slot {
    Left,
    Right,
    End,
    Reset,
    File,
    Directory,
    Link,
    Pipe,
    Socket,
    Block,
    Char,
    Orphan,
    Executable,
    SetUser,
    SetGroup,
    Sticky,
    Writable,
    StickyWritable,
    Capable,
    Linked,
    Normal,
    Missing,
    Clear,
}

/// The letters and what ls(1) shows where LS_COLORS does not say.
const SLOTS: &[(&[u8; 2], Option<&[u8]>)] = &[
    (b"lc", Some(b"\x1b[")),
    (b"rc", Some(b"m")),
    (b"ec", None),
    (b"rs", Some(b"0")),
    (b"fi", None),
    (b"di", Some(b"01;34")),
    (b"ln", Some(b"01;36")),
    (b"pi", Some(b"33")),
    (b"so", Some(b"01;35")),
    (b"bd", Some(b"01;33")),
    (b"cd", Some(b"01;33")),
    (b"or", None),
    (b"ex", Some(b"01;32")),
    (b"su", Some(b"37;41")),
    (b"sg", Some(b"30;43")),
    (b"st", Some(b"37;44")),
    (b"ow", Some(b"34;42")),
    (b"tw", Some(b"30;42")),
    (b"ca", None),
    (b"mh", None),
    (b"no", None),
    (b"mi", None),
    (b"cl", Some(b"\x1b[K")),
    // Doors, which Linux does not have.
    (b"do", None),
];

/// Why LS_COLORS cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unreadable {
    /// Letters before a `=` that mean nothing.
    Letters(Vec<u8>),
    /// What is no letters, or no value.
    Form,
}

/// What an entry's colour may depend on besides its name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Look {
    /// The type.
    pub kind: Option<Kind>,
    /// Permission bits.
    pub mode: u32,
    /// Number of hard links.
    pub nlink: u32,
    /// It has capabilities.
    pub capable: bool,
    /// It is a link that leads nowhere.
    pub orphan: bool,
}

/// The colours in force.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Colours {
    /// By slot; `None` where nothing is shown, which is not the same as a colour of no letters.
    codes: Vec<Option<Vec<u8>>>,
    /// Endings of names with their colours; the last one that fits counts.
    endings: Vec<(Vec<u8>, Vec<u8>)>,
    /// Links are shown as what they lead to.
    as_target: bool,
}

impl Colours {
    /// Reads LS_COLORS.
    ///
    /// # Errors
    /// It cannot be read: nothing has a colour then.
    pub fn parse(text: &[u8]) -> Result<Self, Unreadable> {
        let codes = SLOTS.iter().map(|(_, code)| code.map(<[u8]>::to_vec)).collect();
        let mut colours = Self { codes, endings: Vec::new(), as_target: false };
        let mut rest = text;
        while let Some((&first, after)) = rest.split_first() {
            rest = match first {
                b':' => after,
                b'*' => colours.read_ending(after).ok_or(Unreadable::Form)?,
                _ => colours.read_letters(rest)?,
            };
        }
        Ok(colours)
    }

    fn read_ending<'a>(&mut self, text: &'a [u8]) -> Option<&'a [u8]> {
        let (ending, rest) = unescaped(text, b'=')?;
        let (code, rest) = unescaped(rest.strip_prefix(b"=")?, b':')?;
        self.endings.push((ending, code));
        Some(rest)
    }

    fn read_letters<'a>(&mut self, text: &'a [u8]) -> Result<&'a [u8], Unreadable> {
        let (letters, rest) = text.split_at_checked(2).ok_or(Unreadable::Form)?;
        let value = rest.strip_prefix(b"=").ok_or(Unreadable::Form)?;
        // To ls(1) letters with a wrong value are as wrong as those that mean nothing.
        let wrong = || Unreadable::Letters(letters.to_vec());
        let at = SLOTS.iter().position(|(known, _)| *known == letters).ok_or_else(wrong)?;
        let (code, rest) = unescaped(value, b':').ok_or_else(wrong)?;
        if letters == b"ln" {
            self.as_target = code == b"target";
        }
        self.codes[at] = Some(code);
        Ok(rest)
    }

    /// What may have to be asked of some entry.
    #[must_use]
    pub fn needs(&self) -> Fields {
        let mut needs = Fields::KIND;
        for (fields, wanted) in [(self.of_file(), true), (self.of_directory(), true), (Fields::TARGET_KIND, self.follows_links())] {
            if wanted {
                needs |= fields;
            }
        }
        needs
    }

    /// What the colour of a regular file depends on.
    #[must_use]
    pub fn of_file(&self) -> Fields {
        let mode = [Slot::SetUser, Slot::SetGroup, Slot::Executable].into_iter().any(|slot| self.is_coloured(slot));
        let links = self.is_coloured(Slot::Linked);
        let mode = if mode { Fields::MODE } else { Fields::NONE };
        if links { mode | Fields::NLINK } else { mode }
    }

    /// What the colour of a directory depends on.
    #[must_use]
    pub fn of_directory(&self) -> Fields {
        let mode = [Slot::Sticky, Slot::Writable, Slot::StickyWritable].into_iter().any(|slot| self.is_coloured(slot));
        if mode { Fields::MODE } else { Fields::NONE }
    }

    /// Whether the colour of a link depends on what it leads to.
    #[must_use]
    pub fn follows_links(&self) -> bool {
        self.as_target || self.is_coloured(Slot::Orphan)
    }

    /// Whether what a link leads to is looked at where lines show that: only then it has a colour, as ls(1) has it.
    #[must_use]
    pub fn follows_shown_links(&self) -> bool {
        self.follows_links() || self.is_coloured(Slot::Missing)
    }

    /// Whether links are shown as what they lead to.
    #[must_use]
    pub const fn shows_targets(&self) -> bool {
        self.as_target
    }

    /// Whether the colour of a regular file depends on its capabilities.
    #[must_use]
    pub fn tells_capable(&self) -> bool {
        self.is_coloured(Slot::Capable)
    }

    /// Appends the path of an entry; `write` makes its parts such as they are to be seen.
    pub(super) fn push(&self, to: &mut Vec<u8>, entry: &Entry<'_>, look: &Look, write: impl Fn(&mut Vec<u8>, &[u8])) {
        let name = entry.found.name.to_bytes();
        let end = name.iter().rposition(|byte| *byte != b'/').unwrap_or(0);
        let start = name[..end].iter().rposition(|byte| *byte == b'/').map_or(0, |slash| slash + 1);
        let (dir, base) = name.split_at(start);
        let directory = self.code(Slot::Directory);
        if !(entry.dir_path.is_empty() && dir.is_empty()) {
            self.push_coloured(to, directory, &[entry.dir_path, dir], &write);
        }
        self.push_coloured(to, self.of(base, look), &[base], &write);
    }

    /// Appends what a link says, in the colour of what it leads to.
    pub(super) fn push_target(&self, to: &mut Vec<u8>, link: &[u8], look: &Look, write: impl Fn(&mut Vec<u8>, &[u8])) {
        let code = match look.orphan {
            true if self.is_coloured(Slot::Missing) => self.code(Slot::Missing),
            true => self.code(Slot::Orphan),
            false => self.of(link, look),
        };
        self.push_coloured(to, code, &[link], &write);
    }

    fn push_coloured(&self, to: &mut Vec<u8>, code: &[u8], parts: &[&[u8]], write: &impl Fn(&mut Vec<u8>, &[u8])) {
        let coloured = !code.is_empty();
        if coloured {
            [self.code(Slot::Left), code, self.code(Slot::Right)].into_iter().for_each(|part| to.extend_from_slice(part));
        }
        parts.iter().for_each(|part| write(to, part));
        if coloured && !self.code(Slot::End).is_empty() {
            to.extend_from_slice(self.code(Slot::End));
        } else if coloured {
            [Slot::Left, Slot::Reset, Slot::Right].into_iter().for_each(|slot| to.extend_from_slice(self.code(slot)));
        }
    }

    /// The colour of a name; empty if it has none.
    fn of(&self, name: &[u8], look: &Look) -> &[u8] {
        let slot = match look.kind {
            Some(Kind::Regular) => self.file(look),
            Some(Kind::Directory) => self.directory(look.mode),
            Some(Kind::Symlink) if look.orphan && (self.as_target || self.is_coloured(Slot::Orphan)) => Slot::Orphan,
            Some(Kind::Symlink) if self.as_target => return b"01;36",
            Some(Kind::Symlink) => Slot::Link,
            Some(Kind::Fifo) => Slot::Pipe,
            Some(Kind::Socket) => Slot::Socket,
            Some(Kind::BlockDevice) => Slot::Block,
            Some(Kind::CharDevice) => Slot::Char,
            Some(Kind::Unknown) | None => Slot::File,
        };
        match slot {
            Slot::File => self.of_ending(name).unwrap_or_else(|| self.code(slot)),
            _ => self.code(slot),
        }
    }

    fn file(&self, look: &Look) -> Slot {
        let candidates = [
            (look.mode & 0o4000 != 0, Slot::SetUser),
            (look.mode & 0o2000 != 0, Slot::SetGroup),
            (look.capable, Slot::Capable),
            (look.mode & 0o111 != 0, Slot::Executable),
            (look.nlink > 1, Slot::Linked),
        ];
        candidates.into_iter().find(|(is, slot)| *is && self.is_coloured(*slot)).map_or(Slot::File, |(_, slot)| slot)
    }

    fn directory(&self, mode: u32) -> Slot {
        let (sticky, writable) = (mode & 0o1000 != 0, mode & 0o002 != 0);
        let candidates = [(sticky && writable, Slot::StickyWritable), (writable, Slot::Writable), (sticky, Slot::Sticky)];
        candidates.into_iter().find(|(is, slot)| *is && self.is_coloured(*slot)).map_or(Slot::Directory, |(_, slot)| slot)
    }

    fn code(&self, slot: Slot) -> &[u8] {
        self.told(slot).unwrap_or_default()
    }

    /// The letters of a colour, where there is one.
    pub(super) fn told(&self, slot: Slot) -> Option<&[u8]> {
        self.codes.get(slot as usize)?.as_deref()
    }

    /// The colour of the last ending that fits a name.
    pub(super) fn of_ending(&self, name: &[u8]) -> Option<&[u8]> {
        self.endings.iter().rev().find(|(ending, _)| ends_with(name, ending)).map(|(_, code)| code.as_slice())
    }

    /// ls(1) takes 0 for no colour where it decides whether to ask.
    pub(super) fn is_coloured(&self, slot: Slot) -> bool {
        !matches!(self.code(slot), b"" | b"0" | b"00")
    }
}

/// Endings fit in upper and lower case, as ls(1) has it since 9.1.
fn ends_with(name: &[u8], ending: &[u8]) -> bool {
    name.len() >= ending.len() && name[name.len() - ending.len()..].eq_ignore_ascii_case(ending)
}

/// Reads up to `end`, or to the end of the text, with ls(1)'s escapes; with what is left from `end` on. A key without its
/// end is none.
fn unescaped(text: &[u8], end: u8) -> Option<(Vec<u8>, &[u8])> {
    let mut value = Vec::new();
    let mut rest = text;
    while let Some((&byte, after)) = rest.split_first() {
        rest = match byte {
            _ if byte == end => return Some((value, rest)),
            b'\\' => escape(after, &mut value)?,
            b'^' => match after.split_first()? {
                (letter @ b'@'..=b'~', after) => {
                    value.push(letter & 0x1f);
                    after
                }
                // What it stands for is DEL, but to ls(1) the question mark follows it.
                (b'?', _) => {
                    value.push(0x7f);
                    after
                }
                _ => return None,
            },
            b':' if end == b'=' => return None,
            _ => {
                value.push(byte);
                after
            }
        };
    }
    (end == b':').then_some((value, rest))
}

fn escape<'a>(whole: &'a [u8], value: &mut Vec<u8>) -> Option<&'a [u8]> {
    let (&letter, after) = whole.split_first()?;
    // However many digits there are, they belong to the number; its low eight bits count.
    let digits = |text: &'a [u8], radix: u32| {
        let count = text.iter().take_while(|byte| char::from(**byte).is_digit(radix)).count();
        let digit = |byte: &u8| char::from(*byte).to_digit(radix).unwrap_or(0);
        let number = text[..count].iter().fold(0, |sum: u32, byte| (sum * radix + digit(byte)) & 0xff);
        (number as u8, &text[count..])
    };
    let (byte, rest) = match letter {
        b'0'..=b'7' => digits(whole, 8),
        b'x' | b'X' => digits(after, 16),
        b'a' => (0x07, after),
        b'b' => (0x08, after),
        b'e' => (0x1b, after),
        b'f' => (0x0c, after),
        b'n' => (b'\n', after),
        b'r' => (b'\r', after),
        b't' => (b'\t', after),
        b'v' => (0x0b, after),
        b'?' => (0x7f, after),
        b'_' => (b' ', after),
        other => (other, after),
    };
    value.push(byte);
    Some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str, name: &str, look: Look) -> String {
        let colours = Colours::parse(text.as_bytes()).unwrap();
        String::from_utf8(colours.of(name.as_bytes(), &look).to_vec()).unwrap()
    }

    #[test]
    fn names_have_the_colours_of_ls() {
        let file = Look { kind: Some(Kind::Regular), nlink: 1, ..Look::default() };
        let dir = |mode| Look { kind: Some(Kind::Directory), mode, ..Look::default() };
        assert_eq!(shown("", "a.c", file), "");
        assert_eq!(shown("*.c=33:*.C=34", "a.c", file), "34");
        assert_eq!(shown("*.c=33:*x.c=34:*.c=35", "ax.c", file), "35");
        assert_eq!(shown("*.c=33", "a.c", Look { mode: 0o755, ..file }), "01;32");
        assert_eq!(shown("*.c=33:ex=0", "a.c", Look { mode: 0o4755, ..file }), "37;41");
        assert_eq!(shown("ex=0:su=00:mh=7", "a", Look { mode: 0o4755, nlink: 2, ..file }), "7");
        assert_eq!(shown("", "d", dir(0o1777)), "30;42");
        assert_eq!(shown("tw=", "d", dir(0o1777)), "34;42");
        assert_eq!(shown("tw=:ow=0", "d", dir(0o1777)), "37;44");
        let link = Look { kind: Some(Kind::Symlink), orphan: true, ..Look::default() };
        assert_eq!(shown("", "l", link), "01;36");
        assert_eq!(shown("or=40", "l", link), "40");
    }

    #[test]
    fn only_what_is_coloured_is_asked() {
        let needs = |text: &[u8]| Colours::parse(text).unwrap().needs();
        assert_eq!(needs(b""), Fields::KIND | Fields::MODE);
        assert_eq!(needs(b"ex=0:su=0:sg=0:st=0:ow=0:tw=0"), Fields::KIND);
        assert_eq!(needs(b"ex=:su=:sg=:st=:ow=:tw=:or=31:mh=1"), Fields::KIND | Fields::NLINK | Fields::TARGET_KIND);
        assert!(Colours::parse(b"ln=target").unwrap().follows_links());
    }

    #[test]
    fn escapes_are_read() {
        let colours = Colours::parse(b"lc=\\e[:rc=\\155:ec=^[x:*\\x41g=\\_\\?:fi=1::").unwrap();
        assert_eq!(colours.code(Slot::Left), b"\x1b[");
        assert_eq!(colours.code(Slot::Right), b"m");
        assert_eq!(colours.code(Slot::End), b"\x1bx");
        assert_eq!(colours.endings, [(b"Ag".to_vec(), b" \x7f".to_vec())]);
        for wrong in [&b"di"[..], b"zz=1", b"di:=1", b"di=\\"] {
            assert!(Colours::parse(wrong).is_err());
        }
    }
}
