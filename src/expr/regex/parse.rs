//! Tokens to a tree, by the grammar of glibc's `regcomp` with all that it forgives.

use super::set;
use super::syntax::Syntax;
use super::to_upper;
use super::token::{Lexer, Token};
use crate::base::Charset;
use regex_syntax::hir::{Hir, Look, Repetition};

/// How a pattern is read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rules {
    pub(super) syntax: Syntax,
    pub(super) charset: Charset,
    pub(super) fold_case: bool,
}

/// A wrong pattern, in words that follow its text.
pub(super) type Parsed<T> = Result<T, &'static str>;

/// glibc's RE_DUP_MAX.
const REPEATS_MAX: u32 = 0x7fff;
/// Parentheses within each other; the parser recurses.
const GROUPS_MAX: usize = 200;

/// The tree of a pattern that must match a whole text.
pub(super) fn parse(pattern: &[u8], rules: &Rules) -> Parsed<Hir> {
    let lexer = Lexer::new(pattern, rules);
    let mut parser = Parser { lexer, token: Token::End, rules, depth: 0 };
    parser.token = parser.lexer.take(true);
    let whole = parser.alternatives()?;
    Ok(Hir::concat(vec![Hir::look(Look::Start), whole, Hir::look(Look::End)]))
}

struct Parser<'a> {
    lexer: Lexer<'a>,
    /// The token at hand, taken off the lexer.
    token: Token<'a>,
    rules: &'a Rules,
    /// Groups around the token.
    depth: usize,
}

/// A number in an interval.
enum Number {
    None,
    Of(u32),
    Wrong,
}

impl Parser<'_> {
    fn has(&self, bit: Syntax) -> bool {
        self.rules.syntax.has(bit)
    }

    fn next(&mut self) {
        self.token = self.lexer.take(false);
    }

    fn next_after_anchor(&mut self) {
        self.token = self.lexer.take(true);
    }

    fn at_end_of_branch(&self) -> bool {
        match self.token {
            Token::Alternative | Token::End => true,
            Token::Close => self.depth > 0,
            _ => false,
        }
    }

    fn alternatives(&mut self) -> Parsed<Hir> {
        let mut branches = vec![self.branch()?];
        while self.token == Token::Alternative {
            self.next_after_anchor();
            branches.push(self.branch()?);
        }
        Ok(Hir::alternation(branches))
    }

    fn branch(&mut self) -> Parsed<Hir> {
        let mut parts = Vec::new();
        while !self.at_end_of_branch() {
            parts.push(self.expression()?);
        }
        Ok(Hir::concat(parts))
    }

    fn expression(&mut self) -> Parsed<Hir> {
        while matches!(self.token, Token::Star | Token::Plus | Token::Question | Token::OpenInterval) {
            if self.token == Token::OpenInterval && self.has(Syntax::CONTEXT_INVALID_DUP) || self.has(Syntax::CONTEXT_INVALID_OPS) {
                return Err("has a repetition of nothing");
            }
            if !self.has(Syntax::CONTEXT_INDEP_OPS) {
                break;
            }
            self.next();
            if matches!(self.token, Token::Alternative | Token::End) {
                return Ok(Hir::empty());
            }
        }
        if let Token::Look(look) = self.token {
            // Nothing repeats an anchor: what follows begins anew.
            self.next_after_anchor();
            return Ok(Hir::look(look));
        }
        let atom = self.atom()?;
        self.repeated(atom)
    }

    /// What a repetition applies to; the token after it is at hand then.
    fn atom(&mut self) -> Parsed<Hir> {
        let atom = match self.token {
            Token::Char { unit, escaped } => Hir::literal(self.literal(unit, escaped)),
            Token::Open => self.group()?,
            Token::Close if !self.has(Syntax::UNMATCHED_RIGHT_PAREN_ORD) => return Err("closes a group that is not open"),
            Token::Bracket => set::bracket(&mut self.lexer, self.rules)?,
            Token::BackReference => return Err("has a back-reference, which is not supported"),
            Token::Backslash => return Err("ends in a backslash"),
            Token::Dot => set::dot(self.rules),
            Token::Word { negated } => set::word(self.rules, negated),
            Token::Space { negated } => set::space(self.rules, negated),
            Token::Star | Token::Plus | Token::Question | Token::OpenInterval | Token::CloseInterval | Token::Close => {
                Hir::literal([self.lexer.text[self.lexer.at - 1]])
            }
            Token::Alternative | Token::End | Token::Look(_) => return Ok(Hir::empty()),
        };
        self.next();
        Ok(atom)
    }

    fn literal(&self, unit: &[u8], escaped: bool) -> Vec<u8> {
        if self.rules.fold_case && !escaped { to_upper(unit, self.rules.charset) } else { unit.to_vec() }
    }

    /// A group; its closing parenthesis is at hand at the end.
    fn group(&mut self) -> Parsed<Hir> {
        if self.depth >= GROUPS_MAX {
            return Err("has too many groups within each other");
        }
        self.next_after_anchor();
        if self.token == Token::Close {
            return Ok(Hir::empty());
        }
        self.depth += 1;
        let inner = self.alternatives()?;
        self.depth -= 1;
        if self.token == Token::Close { Ok(inner) } else { Err("has a group that is never closed") }
    }

    /// Applies the repetitions that follow.
    fn repeated(&mut self, mut atom: Hir) -> Parsed<Hir> {
        loop {
            let (min, max) = match self.token {
                Token::Star => (0, None),
                Token::Plus => (1, None),
                Token::Question => (0, Some(1)),
                Token::OpenInterval => match self.interval()? {
                    Some(bounds) => bounds,
                    // It is text after all, and the next thing.
                    None => return Ok(atom),
                },
                _ => return Ok(atom),
            };
            self.next();
            atom = Hir::repetition(Repetition { min, max, greedy: true, sub: Box::new(atom) });
            if self.has(Syntax::CONTEXT_INVALID_DUP) && matches!(self.token, Token::Star | Token::OpenInterval) {
                return Err("repeats a repetition");
            }
        }
    }

    /// The bounds of an interval; its closing brace is at hand then. `None`: it is no interval, and the brace that opens
    /// it is at hand as a character.
    fn interval(&mut self) -> Parsed<Option<(u32, Option<u32>)>> {
        let start = self.lexer.at;
        let min = match self.number() {
            Number::None if self.is_comma() => Number::Of(0),
            Number::None => return Err("has an interval without a number"),
            number => number,
        };
        let max = match (&min, self.token) {
            (Number::Wrong, _) => Number::Wrong,
            (Number::Of(min), Token::CloseInterval) => Number::Of(*min),
            _ if self.is_comma() => self.number(),
            _ => Number::Wrong,
        };
        let (min, max) = match (min, max) {
            (Number::Of(min), Number::Of(max)) => (min, Some(max)),
            (Number::Of(min), Number::None) => (min, None),
            _ if self.has(Syntax::INVALID_INTERVAL_ORD) => {
                self.lexer.at = start;
                self.token = Token::Char { unit: b"{", escaped: false };
                return Ok(None);
            }
            _ if self.token == Token::End => return Err("has an interval that is never closed"),
            _ => return Err("has an interval that is not one"),
        };
        if max.is_some_and(|max| min > max) || self.token != Token::CloseInterval {
            return Err("has an interval that is not one");
        }
        if max.unwrap_or(min) > REPEATS_MAX { Err("repeats too often") } else { Ok(Some((min, max))) }
    }

    fn is_comma(&self) -> bool {
        matches!(self.token, Token::Char { unit: b",", .. })
    }

    /// Reads up to a comma or the closing brace, which is at hand then.
    fn number(&mut self) -> Number {
        let mut number = Number::None;
        loop {
            self.next();
            let digit = match self.token {
                Token::End => return Number::Wrong,
                Token::CloseInterval => return number,
                Token::Char { unit: b",", .. } => return number,
                Token::Char { unit: [digit @ b'0'..=b'9'], .. } => Some(u32::from(digit - b'0')),
                _ => None,
            };
            number = match (number, digit) {
                (Number::None, Some(digit)) => Number::Of(digit),
                (Number::Of(before), Some(digit)) => Number::Of((before * 10 + digit).min(REPEATS_MAX + 1)),
                (Number::Wrong, _) | (_, None) => Number::Wrong,
            };
        }
    }
}
