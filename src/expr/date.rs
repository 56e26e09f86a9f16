//! Dates as GNU's programs read them: `2026-01-15 10:20`, `@1700000000`, `2 days ago`, `next monday`, `10:20 +0100`.
//!
//! The result is what was written, number by number. Which instant that is depends on the clock and the local time zone;
//! the plan works it out. Where this stops: a time zone in the text itself (`TZ="Europe/Paris" 10:20`) is refused.

mod lexer;
mod parse;
mod words;

pub use words::LocalZones;

/// A number with the count of its digits, which tells years of two digits from others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Digits {
    /// Its value, with its sign.
    pub value: i64,
    /// Its digits.
    pub count: usize,
    /// It was written with a minus sign; `-0` keeps it.
    pub negative: bool,
}

/// Before or after noon.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Half {
    /// Hours from 0 to 23.
    #[default]
    Whole,
    /// `am`
    Morning,
    /// `pm`
    Afternoon,
}

/// A time that is to be added.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Offset {
    /// Years.
    pub years: i64,
    /// Months.
    pub months: i64,
    /// Days.
    pub days: i64,
    /// Hours.
    pub hours: i64,
    /// Minutes.
    pub minutes: i64,
    /// Seconds.
    pub seconds: i64,
    /// Nanoseconds.
    pub nanos: i64,
}

/// What a text says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Date {
    /// `@N`: seconds since 1970 and nanoseconds above them. Nothing else counts then.
    pub epoch: Option<(i64, i64)>,
    /// Year, month from 1, day. A part that was not written is `None`.
    pub year: Option<Digits>,
    /// The month, from 1, and the day.
    pub day: Option<(i64, i64)>,
    /// Hour, minute, second, nanosecond.
    pub time: Option<(i64, i64, i64, i64)>,
    /// How the hour is counted.
    pub half: Half,
    /// Which of the next days of that name, and its number from Sunday, 0.
    pub weekday: Option<(i64, i64)>,
    /// Seconds east of Greenwich.
    pub zone: Option<i64>,
    /// A local zone was named: whether it is summer time; below zero if its name does not tell.
    pub local_zone: Option<i32>,
    /// What is added, if anything.
    pub offset: Option<Offset>,
}

impl Date {
    /// Reads a text. `zones` are the names of the local time zone. `None`: it is no date.
    #[must_use]
    pub fn parse(text: &[u8], zones: &LocalZones) -> Option<Self> {
        parse::parse(&lexer::tokens(text, zones)?)
    }
}
