//! A pattern's text to tokens, as glibc's `peek_token` cuts it.

use super::parse::Rules;
use super::syntax::Syntax;
use crate::base::Charset;
use regex_syntax::hir::Look;

/// A token.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Token<'a> {
    /// The pattern ends.
    End,
    /// It ends after a backslash.
    Backslash,
    /// A character, or a byte that is none. `escaped` one of ASCII is not folded, so that without case it matches only
    /// as an upper case letter; that is glibc's.
    Char {
        unit: &'a [u8],
        escaped: bool,
    },
    /// `\1` to `\9`.
    BackReference,
    Open,
    Close,
    Alternative,
    Star,
    Plus,
    Question,
    OpenInterval,
    CloseInterval,
    Bracket,
    Dot,
    Look(Look),
    /// `\w`, `\W`.
    Word {
        negated: bool,
    },
    /// `\s`, `\S`.
    Space {
        negated: bool,
    },
}

/// Reads tokens off a pattern.
#[derive(Debug)]
pub(super) struct Lexer<'a> {
    pub(super) text: &'a [u8],
    /// Where the next token begins.
    pub(super) at: usize,
    syntax: Syntax,
    charset: Charset,
}

impl<'a> Lexer<'a> {
    pub(super) fn new(text: &'a [u8], rules: &Rules) -> Self {
        Self { text, at: 0, syntax: rules.syntax, charset: rules.charset }
    }

    pub(super) fn peek_byte(&self, ahead: usize) -> Option<u8> {
        self.text.get(self.at + ahead).copied()
    }

    /// Takes the next token. `caret`: a `^` here is an anchor in any syntax.
    pub(super) fn take(&mut self, caret: bool) -> Token<'a> {
        let (token, length) = self.peek(caret);
        self.at += length;
        token
    }

    /// The character at `from`, or the byte there that is none.
    pub(super) fn unit(&self, from: usize) -> &'a [u8] {
        let rest = self.text.get(from..).unwrap_or_default();
        let length = match (self.charset, rest.first()) {
            (Charset::Bytes, _) | (_, None) => 1,
            (Charset::Utf8, Some(_)) => rest[..rest.len().min(4)].utf8_chunks().next().map_or(1, |chunk| {
                let first = chunk.valid().chars().next();
                first.map_or(1, char::len_utf8)
            }),
        };
        &rest[..length.min(rest.len())]
    }

    fn peek(&self, caret: bool) -> (Token<'a>, usize) {
        let Some(byte) = self.peek_byte(0) else { return (Token::End, 0) };
        if byte == b'\\' {
            return self.escape();
        }
        let (unit, has) = (self.unit(self.at), |bit| self.syntax.has(bit));
        let token = match byte {
            b'\n' if has(Syntax::NEWLINE_ALT) => Token::Alternative,
            b'|' if !has(Syntax::LIMITED_OPS) && has(Syntax::NO_BK_VBAR) => Token::Alternative,
            b'*' => Token::Star,
            b'+' if !has(Syntax::LIMITED_OPS) && !has(Syntax::BK_PLUS_QM) => Token::Plus,
            b'?' if !has(Syntax::LIMITED_OPS) && !has(Syntax::BK_PLUS_QM) => Token::Question,
            b'{' if has(Syntax::INTERVALS) && has(Syntax::NO_BK_BRACES) => Token::OpenInterval,
            b'}' if has(Syntax::INTERVALS) && has(Syntax::NO_BK_BRACES) => Token::CloseInterval,
            b'(' if has(Syntax::NO_BK_PARENS) => Token::Open,
            b')' if has(Syntax::NO_BK_PARENS) => Token::Close,
            b'[' => Token::Bracket,
            b'.' => Token::Dot,
            b'^' if caret || self.is_caret() => Token::Look(Look::StartLF),
            b'$' if self.is_dollar() => Token::Look(Look::EndLF),
            _ => Token::Char { unit, escaped: false },
        };
        (token, unit.len())
    }

    /// Whether a `^` at an unmarked place is an anchor.
    fn is_caret(&self) -> bool {
        let after_newline = self.at > 0 && self.text[self.at - 1] == b'\n';
        self.at == 0 || self.syntax.has(Syntax::CONTEXT_INDEP_ANCHORS) || (self.syntax.has(Syntax::NEWLINE_ALT) && after_newline)
    }

    /// Whether a `$` is an anchor: what follows ends an alternative.
    fn is_dollar(&self) -> bool {
        if self.syntax.has(Syntax::CONTEXT_INDEP_ANCHORS) || self.at + 1 == self.text.len() {
            return true;
        }
        let behind = Lexer { at: self.at + 1, ..*self };
        matches!(behind.peek(false).0, Token::Alternative | Token::Close)
    }

    fn escape(&self) -> (Token<'a>, usize) {
        let Some(byte) = self.peek_byte(1) else { return (Token::Backslash, 1) };
        let (has, gnu) = (|bit| self.syntax.has(bit), !self.syntax.has(Syntax::NO_GNU_OPS));
        let unit = self.unit(self.at + 1);
        let wide = self.charset == Charset::Utf8;
        let look = |ascii: Look, unicode: Look| Token::Look(if wide { unicode } else { ascii });
        let token = match byte {
            b'|' if !has(Syntax::LIMITED_OPS) && !has(Syntax::NO_BK_VBAR) => Token::Alternative,
            b'1'..=b'9' if !has(Syntax::NO_BK_REFS) => Token::BackReference,
            b'<' if gnu => look(Look::WordStartAscii, Look::WordStartUnicode),
            b'>' if gnu => look(Look::WordEndAscii, Look::WordEndUnicode),
            b'b' if gnu => look(Look::WordAscii, Look::WordUnicode),
            b'B' if gnu => look(Look::WordAsciiNegate, Look::WordUnicodeNegate),
            b'w' | b'W' if gnu => Token::Word { negated: byte == b'W' },
            b's' | b'S' if gnu => Token::Space { negated: byte == b'S' },
            b'`' if gnu => Token::Look(Look::Start),
            b'\'' if gnu => Token::Look(Look::End),
            b'(' if !has(Syntax::NO_BK_PARENS) => Token::Open,
            b')' if !has(Syntax::NO_BK_PARENS) => Token::Close,
            b'+' if !has(Syntax::LIMITED_OPS) && has(Syntax::BK_PLUS_QM) => Token::Plus,
            b'?' if !has(Syntax::LIMITED_OPS) && has(Syntax::BK_PLUS_QM) => Token::Question,
            b'{' if has(Syntax::INTERVALS) && !has(Syntax::NO_BK_BRACES) => Token::OpenInterval,
            b'}' if has(Syntax::INTERVALS) && !has(Syntax::NO_BK_BRACES) => Token::CloseInterval,
            _ => Token::Char { unit, escaped: byte.is_ascii() },
        };
        (token, 1 + unit.len())
    }
}
