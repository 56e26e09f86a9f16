//! Tokens to a `Date`, by the grammar that GNU's programs share. Where it is ambiguous, the longer reading wins, as
//! theirs does: in `10:20 +2 days` the `+2` is a time zone.

use super::lexer::{Token, Unit};
use super::{Date, Digits, Half, Offset};

/// The date of a text's tokens; `None` if they make none.
pub(super) fn parse(tokens: &[Token]) -> Option<Date> {
    let mut parser = Parser { tokens, date: Date::default(), times: 0, dates: 0, zones: 0, weekdays: 0, summers: 0 };
    if parser.accept(Token::Mark(b'@')) {
        let (seconds, nanos) = match parser.take()? {
            Token::Plain(number) | Token::Signed(number) => (number.value, 0),
            Token::Fraction(seconds, nanos) | Token::SignedFraction(seconds, nanos) => (seconds, nanos),
            _ => return None,
        };
        parser.date.epoch = Some((seconds, nanos));
        return parser.tokens.is_empty().then_some(parser.date);
    }
    while let Some(token) = parser.take() {
        parser.item(token)?;
    }
    let once = [parser.times, parser.dates, parser.zones, parser.weekdays, parser.summers].iter().all(|count| *count < 2);
    once.then_some(parser.date)
}

struct Parser<'a> {
    /// Those that are left.
    tokens: &'a [Token],
    date: Date,
    times: u32,
    dates: u32,
    zones: u32,
    weekdays: u32,
    summers: u32,
}

impl Parser<'_> {
    fn peek(&self) -> Option<Token> {
        self.tokens.first().copied()
    }

    fn take(&mut self) -> Option<Token> {
        let (first, rest) = self.tokens.split_first()?;
        self.tokens = rest;
        Some(*first)
    }

    fn accept(&mut self, token: Token) -> bool {
        let is = self.peek() == Some(token);
        if is {
            self.take();
        }
        is
    }

    fn plain(&mut self) -> Option<Digits> {
        match self.take()? {
            Token::Plain(digits) => Some(digits),
            _ => None,
        }
    }

    fn unit(&mut self) -> Option<Unit> {
        match self.peek() {
            Some(Token::Unit(unit)) => {
                self.take();
                Some(unit)
            }
            _ => None,
        }
    }

    fn item(&mut self, token: Token) -> Option<()> {
        match token {
            Token::Plain(number) => self.plain_number(number),
            Token::Signed(number) => {
                let unit = self.unit()?;
                self.relative(number.value, unit)
            }
            Token::Fraction(seconds, nanos) | Token::SignedFraction(seconds, nanos) => match self.unit()? {
                Unit::Second => self.add_with_ago(Offset { seconds, nanos, ..Offset::default() }),
                _ => None,
            },
            Token::Month(month) => self.month(month),
            Token::Weekday(day) => {
                self.accept(Token::Mark(b','));
                self.weekday(0, day);
                Some(())
            }
            Token::Ordinal(ordinal) => match self.take()? {
                Token::Weekday(day) => {
                    self.weekday(ordinal, day);
                    Some(())
                }
                Token::Unit(unit) => self.relative(ordinal, unit),
                _ => None,
            },
            Token::Unit(unit) => self.relative(1, unit),
            Token::DayShift(days) => self.add(Offset { days, ..Offset::default() }, 1),
            Token::Zone(_) | Token::DayZone(_) | Token::LocalZone(_) | Token::T => self.zone(token),
            Token::Morning | Token::Afternoon | Token::Ago(_) | Token::Summer | Token::Mark(_) => None,
        }
    }

    /// What begins with a number without sign.
    fn plain_number(&mut self, number: Digits) -> Option<()> {
        match self.peek() {
            Some(Token::Morning | Token::Afternoon) => {
                self.time(number.value, 0, 0, 0);
                self.half();
            }
            Some(Token::Mark(b':')) => self.clock(number, true)?,
            Some(Token::Mark(b'/')) => {
                self.take();
                let second = self.plain()?;
                if self.accept(Token::Mark(b'/')) {
                    let third = self.plain()?;
                    // With four digits the year comes first.
                    let (year, month, day) = if number.count >= 4 { (number, second, third) } else { (third, number, second) };
                    self.date(Some(year), month.value, day.value);
                } else {
                    self.date(None, number.value, second.value);
                }
            }
            Some(Token::Month(month)) => {
                self.take();
                let year = match self.peek() {
                    Some(Token::Plain(year)) => Some(year),
                    Some(Token::Signed(year)) => Some(Digits { value: year.value.checked_neg()?, ..year }),
                    _ => None,
                };
                if year.is_some() {
                    self.take();
                }
                self.date(year, month, number.value);
            }
            Some(Token::Weekday(day)) => {
                self.take();
                self.weekday(number.value, day);
            }
            Some(Token::Unit(unit)) => {
                self.take();
                return self.relative(number.value, unit);
            }
            Some(Token::Signed(second)) => {
                self.take();
                return self.number_and_signed(number, second);
            }
            _ => self.digits(number),
        }
        Some(())
    }

    /// `2026-01-15`, `20260115 +2 days`, `10 +0100`.
    fn number_and_signed(&mut self, number: Digits, second: Digits) -> Option<()> {
        match self.peek() {
            Some(Token::Signed(third)) => {
                self.take();
                self.date(Some(number), second.value.checked_neg()?, third.value.checked_neg()?);
                if self.accept(Token::T) {
                    let hour = self.plain()?;
                    return match self.take()? {
                        Token::Mark(b':') => self.minutes(hour, false),
                        Token::Signed(zone) => {
                            self.time(hour.value, 0, 0, 0);
                            self.offset_zone(zone, 0)
                        }
                        _ => None,
                    };
                }
                Some(())
            }
            Some(Token::Unit(unit)) => {
                self.take();
                self.digits(number);
                self.add(scaled(second.value, unit)?, 1)
            }
            _ => {
                self.time(number.value, 0, 0, 0);
                self.offset_zone(second, 0)
            }
        }
    }

    /// `10:20`, from the colon on.
    fn clock(&mut self, hour: Digits, halves: bool) -> Option<()> {
        self.take();
        self.minutes(hour, halves)
    }

    fn minutes(&mut self, hour: Digits, halves: bool) -> Option<()> {
        let minute = self.plain()?;
        let (mut second, mut nanos) = (0, 0);
        if self.accept(Token::Mark(b':')) {
            (second, nanos) = match self.take()? {
                Token::Plain(number) => (number.value, 0),
                Token::Fraction(seconds, nanos) => (seconds, nanos),
                _ => return None,
            };
        }
        self.time(hour.value, minute.value, second, nanos);
        match self.peek() {
            Some(Token::Morning | Token::Afternoon) if halves => self.half(),
            Some(Token::Signed(zone)) => {
                self.take();
                self.offset_zone(zone, 0)?;
            }
            _ => {}
        }
        Some(())
    }

    fn half(&mut self) {
        self.date.half = if self.take() == Some(Token::Morning) { Half::Morning } else { Half::Afternoon };
    }

    fn time(&mut self, hour: i64, minute: i64, second: i64, nanos: i64) {
        self.times += 1;
        self.date.half = Half::Whole;
        self.date.time = Some((hour, minute, second, nanos));
    }

    fn date(&mut self, year: Option<Digits>, month: i64, day: i64) {
        self.dates += 1;
        self.date.year = year.or(self.date.year);
        self.date.day = Some((month, day));
    }

    fn weekday(&mut self, ordinal: i64, day: i64) {
        self.weekdays += 1;
        self.date.weekday = Some((ordinal, day));
    }

    fn month(&mut self, month: i64) -> Option<()> {
        match self.take()? {
            Token::Plain(day) => {
                let year = if self.accept(Token::Mark(b',')) { Some(self.plain()?) } else { None };
                self.date(year, month, day.value);
            }
            Token::Signed(day) => {
                let Token::Signed(year) = self.take()? else { return None };
                self.date(Some(Digits { value: year.value.checked_neg()?, ..year }), month, day.value.checked_neg()?);
            }
            _ => return None,
        }
        Some(())
    }

    /// A number alone: a year after a day and time, a whole date, or a time.
    fn digits(&mut self, number: Digits) {
        let Digits { value, count, .. } = number;
        if self.dates > 0 && self.date.year.is_none() && self.date.offset.is_none() && (self.times > 0 || count > 2) {
            self.date.year = Some(number);
        } else if count > 4 {
            self.date(Some(Digits { value: value / 10_000, count: count - 4, negative: false }), value / 100 % 100, value % 100);
        } else {
            let (hour, minute) = if count <= 2 { (value, 0) } else { (value / 100, value % 100) };
            self.time(hour, minute, 0, 0);
        }
    }

    fn zone(&mut self, token: Token) -> Option<()> {
        if let Token::LocalZone(summer) = token {
            self.zones += 1;
            let named_so = self.accept(Token::Summer);
            self.summers += u32::from(named_so);
            self.date.local_zone = Some(if named_so { 1 } else { summer });
            return Some(());
        }
        let (seconds, plain) = match token {
            Token::Zone(seconds) => (seconds, true),
            Token::DayZone(seconds) => (seconds + 3600, false),
            _ => (-7 * 3600, false),
        };
        self.date.zone = Some(seconds);
        if plain && self.accept(Token::Summer) {
            self.date.zone = Some(seconds + 3600);
        } else if let (Some(Token::Signed(number)), true) = (self.peek(), plain || token == Token::T) {
            self.take();
            match self.unit() {
                Some(unit) => self.add(scaled(number.value, unit)?, 1)?,
                None if plain => return self.offset_zone(number, seconds),
                None => return None,
            }
        }
        self.zones += 1;
        Some(())
    }

    /// A zone by its distance from another: `+01`, `+0100`, `+01:00`.
    fn offset_zone(&mut self, hours: Digits, from: i64) -> Option<()> {
        const DAY_MINUTES: i64 = 24 * 60;
        let minutes = if self.accept(Token::Mark(b':')) {
            let minutes = self.plain()?.value;
            hours.value.checked_mul(60)?.checked_add(if hours.negative { -minutes } else { minutes })?
        } else {
            let value = if hours.count <= 2 { hours.value * 100 } else { hours.value };
            value / 100 * 60 + value % 100
        };
        self.zones += 1;
        self.date.zone = Some(from + minutes * 60);
        (-DAY_MINUTES..=DAY_MINUTES).contains(&minutes).then_some(())
    }

    fn relative(&mut self, count: i64, unit: Unit) -> Option<()> {
        self.add_with_ago(scaled(count, unit)?)
    }

    fn add_with_ago(&mut self, offset: Offset) -> Option<()> {
        match self.peek() {
            Some(Token::Ago(factor)) => {
                self.take();
                self.add(offset, factor)
            }
            _ => self.add(offset, 1),
        }
    }

    fn add(&mut self, offset: Offset, factor: i64) -> Option<()> {
        let sum = self.date.offset.unwrap_or_default();
        let add = |sum: i64, more: i64| sum.checked_add(more.checked_mul(factor)?);
        self.date.offset = Some(Offset {
            years: add(sum.years, offset.years)?,
            months: add(sum.months, offset.months)?,
            days: add(sum.days, offset.days)?,
            hours: add(sum.hours, offset.hours)?,
            minutes: add(sum.minutes, offset.minutes)?,
            seconds: add(sum.seconds, offset.seconds)?,
            nanos: add(sum.nanos, offset.nanos)?,
        });
        Some(())
    }
}

/// So many of a unit.
fn scaled(count: i64, unit: Unit) -> Option<Offset> {
    let none = Offset::default();
    Some(match unit {
        Unit::Year => Offset { years: count, ..none },
        Unit::Month => Offset { months: count, ..none },
        Unit::Days(days) => Offset { days: count.checked_mul(days)?, ..none },
        Unit::Hour => Offset { hours: count, ..none },
        Unit::Minute => Offset { minutes: count, ..none },
        Unit::Second => Offset { seconds: count, ..none },
    })
}
