//! The general matcher: everything fnmatch(3) can do without flags, answered as glibc answers it.
//!
//! A pattern is walked by position. What stands at a position (a character, `?`, `*`, a bracket) is looked up once when
//! the pattern is built; only a bracket whose end depends on the character it meets is read again for each character.
//! A mismatch goes back to the last `*` only, so a name costs at most its length times the pattern's.
//!
//! In UTF-8, what does not match by characters may still match by bytes, pattern and name alike: glibc 2.36 tries both,
//! not only where a name or a pattern is no text. So `??` matches `é`.

use super::ctype::{self, Class};
use crate::base::Charset;

/// glibc's CHARCLASS_NAME_MAX: a longer name of a class matches nothing.
const CLASS_NAME_MAX: usize = 2048;
/// A pattern longer than this is read at match time: tables for each of its brackets would cost more than they save.
const TABLES_UP_TO: usize = 1024;

/// A compiled pattern for one charset.
#[derive(Debug)]
pub(super) struct Fnmatch {
    bytes: Program,
    /// Over characters; absent in the C locale and for a pattern that is not UTF-8.
    wide: Option<Program>,
    /// The bytes that a match may end in, where few names do.
    last: Option<Bytes>,
    /// The pattern is.
    ascii: bool,
}

impl Fnmatch {
    pub(super) fn new(text: &[u8], charset: Charset, rules: Rules) -> Self {
        let codes = (charset == Charset::Utf8).then(|| decode(text)).flatten();
        let wide = codes.map(|codes| Program::new(codes, Rules { wide: true, ..rules }));
        let bytes = Program::of_bytes(text, rules);
        let last = bytes.last_bytes(wide.is_some());
        Self { bytes, wide, last, ascii: text.is_ascii() }
    }

    pub(super) fn matches(&self, name: &[u8]) -> bool {
        if self.last.as_ref().is_some_and(|last| !name.last().is_some_and(|&byte| last.has(byte))) {
            return false;
        }
        let by_characters = self.wide.as_ref().is_some_and(|wide| {
            // Where all is ASCII, bytes are the characters.
            !(self.ascii && name.is_ascii()) && is_text(name) && wide.run(name, |name| next_char(name).unwrap_or((0, 1)))
        });
        by_characters || self.bytes.run(name, next_byte)
    }

    /// The bytes one of which every name that matches ends in, if that is known.
    pub(super) fn last_bytes(&self) -> Option<Vec<u8>> {
        self.last.as_ref().map(|last| (0..=255).filter(|&byte| last.has(byte)).collect())
    }
}

/// A set of bytes.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Bytes([u64; 4]);

impl Bytes {
    #[inline]
    pub(super) const fn has(&self, byte: u8) -> bool {
        self.0[byte as usize / 64] >> (byte % 64) & 1 == 1
    }

    pub(super) const fn add(&mut self, byte: u8) {
        self.0[byte as usize / 64] |= 1 << (byte % 64);
    }
}

/// How characters compare.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rules {
    /// Upper and lower case are the same.
    pub(super) fold: bool,
    /// Units are code points, not bytes.
    pub(super) wide: bool,
    /// `[^` negates as `[!` does; not so where POSIXLY_CORRECT is set.
    pub(super) caret: bool,
}

impl Rules {
    /// As this process's environment has them, over bytes.
    pub(super) fn of_process(fold: bool) -> Self {
        Self { fold, wide: false, caret: std::env::var_os("POSIXLY_CORRECT").is_none() }
    }

    #[inline]
    fn folded(self, code: u32) -> u32 {
        match code {
            _ if !self.fold => code,
            0x41..=0x5a => code + 0x20,
            0..0x80 => code,
            _ if self.wide => ctype::to_lower(code),
            _ => code,
        }
    }
}

/// What stands at a position of the pattern.
#[derive(Clone, Copy, Debug)]
enum Unit {
    /// This character, folded.
    Literal(u32),
    /// A backslash and this character, folded; 0 if the pattern ends: nothing matches then.
    Escaped(u32),
    /// `?`
    Any,
    /// `*`
    Star,
    /// `[`, read at match time.
    Bracket,
    /// `[` whose answers for small codes are in a table.
    Table(usize),
}

/// A bracket that ends at one place whatever it meets.
#[derive(Debug)]
struct Table {
    members: Bytes,
    /// The position behind it.
    end: usize,
}

/// What an item of a bracket says to a character, and the position behind the item.
enum Item {
    Member(usize),
    Other(usize),
    /// The whole pattern cannot match.
    Never,
    /// The pattern ended before the bracket did.
    Open,
}

/// What a pattern over bytes consists of, for those that build something else from it.
#[derive(Clone, Copy, Debug)]
pub(super) enum Part {
    /// A byte, folded.
    Byte(u8),
    Any,
    Star,
    OneOf(Bytes),
}

/// A pattern over units of one kind.
#[derive(Debug)]
pub(super) struct Program {
    codes: Vec<u32>,
    units: Vec<Unit>,
    tables: Vec<Table>,
    rules: Rules,
}

impl Program {
    fn new(codes: Vec<u32>, rules: Rules) -> Self {
        let at = |index: usize| rules.folded(codes.get(index).copied().unwrap_or(0));
        let unit = |index: usize| match at(index) {
            0x3f => Unit::Any,
            0x2a => Unit::Star,
            0x5c => Unit::Escaped(at(index + 1)),
            0x5b => Unit::Bracket,
            code => Unit::Literal(code),
        };
        let units = (0..codes.len()).map(unit).collect();
        let mut program = Self { codes, units, tables: Vec::new(), rules };
        if program.codes.len() <= TABLES_UP_TO {
            program.tabulate();
        }
        program
    }

    /// Over bytes.
    pub(super) fn of_bytes(text: &[u8], rules: Rules) -> Self {
        Self::new(text.iter().map(|&byte| u32::from(byte)).collect(), Rules { wide: false, ..rules })
    }

    /// Follows the pattern from its start and replaces brackets by tables, up to the first that cannot be one.
    fn tabulate(&mut self) {
        let mut at = 0;
        while let Some(&unit) = self.units.get(at) {
            at = match unit {
                Unit::Escaped(_) => at + 2,
                Unit::Bracket => {
                    let Some(table) = self.table(at) else { return };
                    let end = table.end;
                    self.units[at] = Unit::Table(self.tables.len());
                    self.tables.push(table);
                    end
                }
                _ => at + 1,
            };
        }
    }

    fn table(&self, at: usize) -> Option<Table> {
        let mut table = Table { members: Bytes::default(), end: 0 };
        for byte in 1..=self.tabulated() {
            let Some(end) = self.bracket(at + 1, u32::from(byte)) else { continue };
            if table.end != 0 && table.end != end {
                return None;
            }
            table.end = end;
            table.members.add(byte);
        }
        (table.end != 0).then_some(table)
    }

    /// The greatest code that tables answer.
    const fn tabulated(&self) -> u8 {
        if self.rules.wide { 0x7f } else { 0xff }
    }

    /// The bytes that a match may end in; `None` where that is unknown or says little. `wide` if the pattern is matched
    /// by characters too.
    fn last_bytes(&self, wide: bool) -> Option<Bytes> {
        let parts = self.parts()?;
        // Where characters beyond ASCII are matched as such, all brackets must end where they do for bytes: these do.
        let brackets = parts.iter().filter(|part| matches!(part, Part::OneOf(_))).count();
        let simple = self.codes.iter().filter(|&&code| code == u32::from(b'[')).count() == brackets;
        if wide && !(simple && self.codes.iter().all(|&code| code < 0x80 && code != u32::from(b'\\'))) {
            return None;
        }
        let mut last = match *parts.last()? {
            Part::OneOf(members) => members,
            Part::Byte(byte) => {
                let mut alone = Bytes::default();
                (0..=255).filter(|&other| self.rules.folded(u32::from(other)) == u32::from(byte)).for_each(|other| alone.add(other));
                alone
            }
            Part::Any | Part::Star => return None,
        };
        // Any character beyond ASCII may be a member, or fold to one.
        if wide {
            (0x80..=0xff).for_each(|byte| last.add(byte));
        }
        Some(last)
    }

    /// The pattern part by part, where each has one end whatever it matches.
    pub(super) fn parts(&self) -> Option<Vec<Part>> {
        let mut parts = Vec::new();
        let mut at = 0;
        while let Some(&unit) = self.units.get(at) {
            at += 1;
            parts.push(match unit {
                Unit::Literal(code) => Part::Byte(u8::try_from(code).ok()?),
                Unit::Escaped(code) => {
                    at += 1;
                    Part::Byte(u8::try_from(code).ok().filter(|&byte| byte != 0)?)
                }
                Unit::Any => Part::Any,
                Unit::Star => Part::Star,
                Unit::Table(index) => {
                    at = self.tables[index].end;
                    Part::OneOf(self.tables[index].members)
                }
                Unit::Bracket => return None,
            });
        }
        Some(parts)
    }

    /// Matches a whole name; `next` takes the first character off what is left of it.
    #[inline]
    fn run(&self, name: &[u8], next: impl Fn(&[u8]) -> (u32, usize)) -> bool {
        let (mut at, mut seen) = (0, 0);
        let mut star = None;
        loop {
            match self.units.get(at) {
                Some(Unit::Star) => {
                    at += 1;
                    star = Some((at, seen));
                    continue;
                }
                Some(&unit) if seen < name.len() => {
                    let (code, width) = next(&name[seen..]);
                    if let Some(end) = self.step(unit, at, code) {
                        (at, seen) = (end, seen + width);
                        continue;
                    }
                }
                None if seen == name.len() => return true,
                None if star.is_some_and(|(behind, _)| behind == self.units.len()) => return true,
                _ => {}
            }
            // Let the last star take one more character.
            let Some((behind, taken)) = star.filter(|&(_, taken)| taken < name.len()) else { return false };
            let (_, width) = next(&name[taken..]);
            star = Some((behind, taken + width));
            (at, seen) = (behind, taken + width);
        }
    }

    /// The position behind a unit that matches a character.
    #[inline]
    fn step(&self, unit: Unit, at: usize, code: u32) -> Option<usize> {
        match unit {
            Unit::Literal(literal) => (self.rules.folded(code) == literal).then_some(at + 1),
            Unit::Escaped(literal) => (self.rules.folded(code) == literal).then_some(at + 2),
            Unit::Any => Some(at + 1),
            Unit::Table(index) => match u8::try_from(code) {
                Ok(byte) if byte <= self.tabulated() => self.tables[index].members.has(byte).then_some(self.tables[index].end),
                _ => self.bracket(at + 1, code),
            },
            Unit::Bracket => self.bracket(at + 1, code),
            Unit::Star => None,
        }
    }

    /// The code at a position, 0 behind the end.
    fn at(&self, index: usize) -> u32 {
        self.codes.get(index).copied().unwrap_or(0)
    }

    /// Whether an ASCII character stands at a position.
    fn is(&self, index: usize, byte: u8) -> bool {
        self.at(index) == u32::from(byte)
    }

    /// Reads the bracket whose content starts at `start`: the position behind it if the character matches.
    fn bracket(&self, start: usize, code: u32) -> Option<usize> {
        let negated = self.is(start, b'!') || self.rules.caret && self.is(start, b'^');
        let mut at = start + usize::from(negated);
        loop {
            match self.item(at, code) {
                Item::Member(behind) => match self.closing(behind) {
                    Item::Member(end) => return (!negated).then_some(end),
                    Item::Open => return self.open(start, code),
                    _ => return None,
                },
                Item::Other(behind) if self.is(behind, b']') => return negated.then_some(behind + 1),
                Item::Other(behind) => at = behind,
                Item::Never => return None,
                Item::Open => return self.open(start, code),
            }
        }
    }

    /// A bracket that nothing closes is a plain `[`.
    fn open(&self, start: usize, code: u32) -> Option<usize> {
        (code == u32::from(b'[')).then_some(start)
    }

    /// One item: a character, a range, a class, an equivalence class or a collating symbol.
    fn item(&self, at: usize, code: u32) -> Item {
        let behind = at + 1;
        if self.is(at, b'\\') {
            return match self.at(behind) {
                0 => Item::Never,
                escaped => self.single(self.rules.folded(escaped), behind + 1, code),
            };
        }
        if self.is(at, b'[') && self.is(behind, b':') {
            return self.class(behind, code);
        }
        if self.is(at, b'[') && self.is(behind, b'=') {
            return match self.equivalence(behind) {
                Some((member, behind)) if member == code => Item::Member(behind),
                Some((_, behind)) => Item::Other(behind),
                None => self.single(u32::from(b'['), behind, code),
            };
        }
        if self.is(at, b'[') && self.is(behind, b'.') {
            let Some((symbol, behind)) = self.symbol(behind) else { return Item::Never };
            let ranged = self.is(behind, b'-') && self.at(behind + 1) != 0;
            return if !ranged && symbol == code { Item::Member(behind) } else { self.range(symbol, behind, code) };
        }
        match self.at(at) {
            0 => Item::Open,
            member => self.single(self.rules.folded(member), behind, code),
        }
    }

    /// A character that may begin a range; `behind` is the position behind it.
    fn single(&self, member: u32, behind: usize, code: u32) -> Item {
        let ranged = self.is(behind, b'-') && self.at(behind + 1) != 0 && !self.is(behind + 1, b']');
        if !ranged && member == self.rules.folded(code) { Item::Member(behind) } else { self.range(member, behind, code) }
    }

    /// The rest of a range from `low`, if one follows. The order is that of the codes.
    fn range(&self, low: u32, behind: usize, code: u32) -> Item {
        if !self.is(behind, b'-') || self.is(behind + 1, b']') {
            return Item::Other(behind);
        }
        let (first, second) = (behind + 1, behind + 2);
        let (high, behind) = if self.is(first, b'[') && self.is(second, b'.') {
            let Some(symbol) = self.symbol(second) else { return Item::Never };
            symbol
        } else if self.is(first, b'\\') {
            (self.rules.folded(self.at(second)), second + 1)
        } else {
            (self.rules.folded(self.at(first)), second)
        };
        match self.rules.folded(code) {
            _ if high == 0 => Item::Never,
            code if (low..=high).contains(&code) => Item::Member(behind),
            _ => Item::Other(behind),
        }
    }

    /// A class; `colon` is the position of its first colon. What cannot be a name makes the `[` a plain character.
    fn class(&self, colon: usize, code: u32) -> Item {
        let mut name = Vec::new();
        let mut at = colon + 1;
        while !(self.is(at, b':') && self.is(at + 1, b']')) {
            match u8::try_from(self.at(at)) {
                // glibc's test leaves out z; no class has one.
                Ok(letter @ b'a'..=b'y') => name.push(letter),
                _ => return self.single(u32::from(b'['), colon, code),
            }
            if name.len() == CLASS_NAME_MAX {
                return Item::Never;
            }
            at += 1;
        }
        match Class::named(&name) {
            Some(class) if class.holds(code) && (self.rules.wide || code < 0x80) => Item::Member(at + 2),
            Some(_) => Item::Other(at + 2),
            None => Item::Never,
        }
    }

    /// The only member of an equivalence class, whose first `=` is at `sign`, and the position behind it.
    fn equivalence(&self, sign: usize) -> Option<(u32, usize)> {
        let member = self.at(sign + 1);
        (member != 0 && self.is(sign + 2, b'=') && self.is(sign + 3, b']')).then_some((member, sign + 4))
    }

    /// A collating symbol, whose first dot is at `dot`, and the position behind it. Only single characters have one.
    fn symbol(&self, dot: usize) -> Option<(u32, usize)> {
        let end = self.dotted_end(dot)?;
        (end == dot + 2).then(|| (self.at(dot + 1), end + 2))
    }

    /// The position of the dot that closes a collating symbol.
    fn dotted_end(&self, dot: usize) -> Option<usize> {
        let mut at = dot + 1;
        while !(self.is(at, b'.') && self.is(at + 1, b']')) {
            if self.at(at) == 0 {
                return None;
            }
            at += 1;
        }
        Some(at)
    }

    /// Where a bracket ends one of whose items matched. What is left of it is read more strictly than in search of a
    /// match: a malformed rest fails.
    fn closing(&self, mut at: usize) -> Item {
        loop {
            let behind = at + 1;
            let next = match u8::try_from(self.at(at)) {
                Ok(b']') => return Item::Member(behind),
                Ok(0) => return Item::Open,
                Ok(b'\\') => (self.at(behind) != 0).then_some(behind + 1),
                Ok(b'[') if self.is(behind, b':') => self.closing_class(behind),
                Ok(b'[') if self.is(behind, b'=') => self.equivalence(behind).map(|(_, behind)| behind),
                Ok(b'[') if self.is(behind, b'.') => self.dotted_end(behind).map(|end| end + 2),
                _ => Some(behind),
            };
            let Some(next) = next else { return Item::Never };
            at = next;
        }
    }

    /// The position behind a class, or its colon if it is none.
    fn closing_class(&self, colon: usize) -> Option<usize> {
        for at in colon + 1..colon + CLASS_NAME_MAX {
            if self.is(at, b':') && self.is(at + 1, b']') {
                return Some(at + 2);
            }
            if !matches!(u8::try_from(self.at(at)), Ok(b'a'..=b'y')) {
                return Some(colon);
            }
        }
        None
    }
}

#[inline]
fn next_byte(name: &[u8]) -> (u32, usize) {
    (u32::from(name[0]), 1)
}

/// The first character of a text and its length in bytes. As in glibc, a sequence may have six bytes and lie beyond
/// U+10FFFF, but no surrogate and no longer form than needed is allowed.
fn next_char(text: &[u8]) -> Option<(u32, usize)> {
    let first = u32::from(*text.first()?);
    let (width, bits, least) = match first {
        0..0x80 => return Some((first, 1)),
        0xc2..0xe0 => (2, first & 0x1f, 0x80),
        0xe0..0xf0 => (3, first & 0x0f, 0x800),
        0xf0..0xf8 => (4, first & 0x07, 0x1_0000),
        0xf8..0xfc => (5, first & 0x03, 0x20_0000),
        0xfc..0xfe => (6, first & 0x01, 0x400_0000),
        _ => return None,
    };
    let mut code = bits;
    for &byte in text.get(1..width)? {
        if byte & 0xc0 != 0x80 {
            return None;
        }
        code = code << 6 | u32::from(byte & 0x3f);
    }
    (code >= least && !(0xd800..0xe000).contains(&code)).then_some((code, width))
}

fn decode(text: &[u8]) -> Option<Vec<u32>> {
    let mut codes = Vec::with_capacity(text.len());
    let mut rest = text;
    while !rest.is_empty() {
        let (code, width) = next_char(rest)?;
        codes.push(code);
        rest = &rest[width..];
    }
    Some(codes)
}

/// Whether a name is a sequence of characters.
fn is_text(name: &[u8]) -> bool {
    let Err(error) = std::str::from_utf8(name) else { return true };
    let mut rest = &name[error.valid_up_to()..];
    while !rest.is_empty() {
        let Some((_, width)) = next_char(rest) else { return false };
        rest = &rest[width..];
    }
    true
}
