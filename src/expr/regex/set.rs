//! Sets of characters: brackets, the dot, `\w` and `\s`. In UTF-8 a byte that is no character is in none of them.

use super::parse::{Parsed, Rules};
use super::syntax::Syntax;
use super::token::Lexer;
use crate::base::Charset;
use crate::expr::pattern::ctype::{self, Class};
use regex_syntax::hir::{self, ClassBytes, ClassBytesRange, ClassUnicode, ClassUnicodeRange, Hir};

/// What a set is gathered in.
enum Set {
    Bytes(ClassBytes),
    Chars(ClassUnicode),
}

impl Set {
    fn new(rules: &Rules) -> Self {
        match rules.charset {
            Charset::Bytes => Self::Bytes(ClassBytes::empty()),
            Charset::Utf8 => Self::Chars(ClassUnicode::empty()),
        }
    }

    /// Adds the code points from `first` to `last`; nothing if they are in the wrong order.
    fn add(&mut self, first: u32, last: u32) {
        match self {
            Self::Bytes(set) => {
                if let (Ok(first), Ok(last)) = (u8::try_from(first), u8::try_from(last.min(0xff)))
                    && first <= last
                {
                    set.push(ClassBytesRange::new(first, last));
                }
            }
            Self::Chars(set) => {
                // Surrogates are no characters: a bound among them moves beyond them.
                let from = char::from_u32(first).unwrap_or('\u{e000}');
                let to = char::from_u32(last).unwrap_or('\u{d7ff}');
                if from <= to {
                    set.push(ClassUnicodeRange::new(from, to));
                }
            }
        }
    }

    fn add_class(&mut self, class: Class) {
        match self {
            Self::Bytes(_) => (1..0x80).filter(|code| class.holds(*code)).for_each(|code| self.add(code, code)),
            Self::Chars(_) => ctype::ranges(class).into_iter().for_each(|(first, last)| self.add(first, last)),
        }
    }

    fn negate(&mut self) {
        match self {
            Self::Bytes(set) => set.negate(),
            Self::Chars(set) => set.negate(),
        }
    }

    fn into_hir(self) -> Hir {
        Hir::class(match self {
            Self::Bytes(set) => hir::Class::Bytes(set),
            Self::Chars(set) => hir::Class::Unicode(set),
        })
    }
}

/// `.`
pub(super) fn dot(rules: &Rules) -> Hir {
    let mut set = Set::new(rules);
    if !rules.syntax.has(Syntax::DOT_NEWLINE) {
        set.add(u32::from(b'\n'), u32::from(b'\n'));
    }
    set.negate();
    set.into_hir()
}

/// `\w`, `\W`
pub(super) fn word(rules: &Rules, negated: bool) -> Hir {
    let mut set = Set::new(rules);
    set.add_class(Class::Alnum);
    set.add(u32::from(b'_'), u32::from(b'_'));
    if negated {
        set.negate();
    }
    set.into_hir()
}

/// `\s`, `\S`
pub(super) fn space(rules: &Rules, negated: bool) -> Hir {
    let mut set = Set::new(rules);
    set.add_class(Class::Space);
    if negated {
        set.negate();
    }
    set.into_hir()
}

/// A bracket expression; its `[` is taken already.
pub(super) fn bracket(lexer: &mut Lexer<'_>, rules: &Rules) -> Parsed<Hir> {
    let mut set = Set::new(rules);
    let negated = lexer.peek_byte(0) == Some(b'^');
    lexer.at += usize::from(negated);
    let mut reader = Reader { lexer, rules };
    let mut mark = reader.peek()?;
    let mut first = true;
    while first || mark != Mark::Close {
        mark = reader.member(&mut set, mark, first)?;
        first = false;
    }
    reader.lexer.at += 1;
    if negated {
        set.negate();
    }
    Ok(set.into_hir())
}

/// What stands next in a bracket.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    /// A character, or a byte that is none, after that many bytes of escape.
    Char(usize),
    /// `-`
    Dash,
    /// `]`
    Close,
    /// `[.`, `[=`, `[:`
    Symbol(u8),
}

/// A member of a bracket.
enum Member {
    /// A code point; `None`: a byte of UTF-8 that is no character.
    Point(Option<u32>),
    /// `[=a=]`: nothing is equivalent but the character itself.
    Equivalent(u32),
    Class(Class),
}

const OPEN: &str = "has a bracket that is never closed";
const WRONG_RANGE: &str = "has a range that ends before it begins";

struct Reader<'l, 'a> {
    lexer: &'l mut Lexer<'a>,
    rules: &'l Rules,
}

impl Reader<'_, '_> {
    /// What stands next.
    fn peek(&self) -> Parsed<Mark> {
        let byte = self.lexer.peek_byte(0).ok_or(OPEN)?;
        let behind = self.lexer.peek_byte(1);
        Ok(match (byte, behind) {
            (b'\\', Some(_)) if self.rules.syntax.has(Syntax::BACKSLASH_ESCAPE_IN_LISTS) => Mark::Char(1),
            (b'[', Some(b':')) if self.rules.syntax.has(Syntax::CHAR_CLASSES) => Mark::Symbol(b':'),
            (b'[', Some(kind @ (b'.' | b'='))) => Mark::Symbol(kind),
            (b'-', _) => Mark::Dash,
            (b']', _) => Mark::Close,
            _ => Mark::Char(0),
        })
    }

    /// Takes a member; what stands next after it.
    fn member(&mut self, set: &mut Set, mark: Mark, first: bool) -> Parsed<Mark> {
        let from = self.element(mark, first)?;
        let mut next = self.peek()?;
        if next == Mark::Dash && !matches!(from, Member::Class(_) | Member::Equivalent(_)) {
            self.lexer.at += 1;
            match self.peek()? {
                Mark::Close => {
                    // A dash at the end is one.
                    self.lexer.at -= 1;
                    next = Mark::Char(0);
                }
                end => {
                    let to = self.element(end, true)?;
                    self.range(set, &from, &to)?;
                    return self.peek();
                }
            }
        }
        match from {
            Member::Point(None) => {}
            Member::Point(Some(code)) | Member::Equivalent(code) => set.add(code, code),
            Member::Class(class) => set.add_class(class),
        }
        Ok(next)
    }

    fn range(&self, set: &mut Set, from: &Member, to: &Member) -> Parsed<()> {
        match (from, to) {
            (Member::Point(Some(from)), Member::Point(Some(to))) if from <= to => set.add(*from, *to),
            (Member::Point(Some(_)), Member::Point(Some(_))) if !self.rules.syntax.has(Syntax::NO_EMPTY_RANGES) => {}
            (Member::Point(Some(_)), Member::Point(Some(_))) => return Err(WRONG_RANGE),
            (Member::Point(_), Member::Point(_)) => return Err("has a range with a byte that is no character"),
            _ => return Err("has a range of what is no character"),
        }
        Ok(())
    }

    /// Takes an element. A dash is one at the start or the end of a bracket and at the end of a range.
    fn element(&mut self, mark: Mark, dash: bool) -> Parsed<Member> {
        let escape = match mark {
            Mark::Symbol(kind) => return self.symbol(kind),
            Mark::Char(escape) => escape,
            Mark::Dash | Mark::Close => 0,
        };
        let unit = self.lexer.unit(self.lexer.at + escape);
        self.lexer.at += escape + unit.len();
        if mark == Mark::Dash && !dash && self.peek()? != Mark::Close {
            return Err("has a `-` between ranges");
        }
        Ok(Member::Point(self.code(unit)))
    }

    /// The code point of a character, in upper case where case does not count.
    fn code(&self, unit: &[u8]) -> Option<u32> {
        let code = match (unit, self.rules.charset) {
            ([byte], _) if byte.is_ascii() => u32::from(*byte),
            ([byte], Charset::Bytes) => u32::from(*byte),
            _ => std::str::from_utf8(unit).ok().and_then(|text| text.chars().next()).map(u32::from)?,
        };
        let ascii_only = self.rules.charset == Charset::Bytes && code > 0x7f;
        Some(if self.rules.fold_case && !ascii_only { ctype::to_upper(code) } else { code })
    }

    /// `[:alpha:]`, `[.a.]`, `[=a=]`.
    fn symbol(&mut self, kind: u8) -> Parsed<Member> {
        /// glibc's BRACKET_NAME_BUF_SIZE.
        const NAME_MAX: usize = 32;
        let start = self.lexer.at + 2;
        let rest = self.lexer.text.get(start..).unwrap_or_default();
        let length = rest.windows(2).position(|pair| pair == [kind, b']']).filter(|length| *length < NAME_MAX).ok_or(OPEN)?;
        let name = &rest[..length];
        self.lexer.at = start + length + 2;
        if kind == b':' {
            let class = Class::named(name).ok_or("names a class of characters that does not exist")?;
            let cased = matches!(class, Class::Lower | Class::Upper);
            return Ok(Member::Class(if self.rules.fold_case && cased { Class::Alpha } else { class }));
        }
        let [byte] = name else { return Err("names a collating element that does not exist") };
        let code = self.code(&[*byte]);
        Ok(match (kind, code) {
            (b'=', Some(code)) => Member::Equivalent(code),
            _ => Member::Point(code),
        })
    }
}
