//! The forms of times in long lines: one for the last half year, one for the rest.

use crate::base::{Time, Unmatched, abbreviated};
use crate::render::civil::Zones;
use crate::render::{DateFormat, time};

/// Half a year of 365.2425 days, in seconds.
const RECENT: i64 = 31_556_952 / 2;

/// How times are written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Times {
    /// Of times before the last half year or ahead.
    old: Form,
    /// Of the others.
    recent: Form,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Form {
    /// `Jan  1  2025` and `Jan  1 12:00`.
    Locale,
    Format(DateFormat),
}

/// The format of old times and that of recent ones.
type Formats = (&'static [u8], &'static [u8]);

/// The styles by name.
const STYLES: [(&str, Formats); 4] = [
    ("full-iso", (b"%Y-%m-%d %H:%M:%S.%N %z", b"%Y-%m-%d %H:%M:%S.%N %z")),
    ("long-iso", (b"%Y-%m-%d %H:%M", b"%Y-%m-%d %H:%M")),
    ("iso", (b"%Y-%m-%d ", b"%m-%d %H:%M")),
    ("locale", (b"", b"")),
];

impl Times {
    /// As the C locale has them.
    pub const LOCALE: Self = Self { old: Form::Locale, recent: Form::Locale };

    /// From a style: a name or the beginning of one; or `+` and a format, or two of them with a newline between, the second for
    /// recent times. Behind `posix-`, a style is in force only where the locale is another than POSIX's.
    ///
    /// # Errors
    /// It is none of these.
    pub fn parse(style: &[u8], posix: bool) -> Result<Self, Unmatched> {
        let mut style = style;
        while let Some(rest) = style.strip_prefix(b"posix-") {
            if posix {
                return Ok(Self::LOCALE);
            }
            style = rest;
        }
        let (old, recent) = match style {
            [b'+', formats @ ..] => {
                let mut parts = formats.split(|byte| *byte == b'\n');
                let old = parts.next().unwrap_or_default();
                let recent = parts.next().unwrap_or(old);
                if parts.next().is_some() {
                    return Err(Unmatched::Unknown);
                }
                (old, recent)
            }
            _ => match abbreviated(style, STYLES)? {
                (b"", _) => return Ok(Self::LOCALE),
                formats => formats,
            },
        };
        Ok(Self { old: Form::Format(DateFormat::new(old)), recent: Form::Format(DateFormat::new(recent)) })
    }

    /// Columns of a time that cannot be written: those that the first instant of 1970 has.
    pub(super) fn columns(&self, zones: &mut impl Zones) -> usize {
        let mut text = Vec::new();
        self.old.push(&mut text, Time::EPOCH, false, zones);
        String::from_utf8_lossy(&text).chars().count()
    }

    /// Appends a time; false if its year is beyond all clocks, and it is a number of seconds.
    pub(super) fn push(&self, to: &mut Vec<u8>, time: Time, now: Time, zones: &mut impl Zones) -> bool {
        let since = Time { secs: now.secs.saturating_sub(RECENT), ..now };
        let recent = since < time && time < now;
        let form = if recent { &self.recent } else { &self.old };
        form.push(to, time, recent, zones)
    }
}

impl Form {
    fn push(&self, to: &mut Vec<u8>, time: Time, recent: bool, zones: &mut impl Zones) -> bool {
        match self {
            Self::Locale => {
                let known = zones.local(time.secs).is_some();
                time::push_short(to, time.secs, recent, zones);
                known
            }
            Self::Format(format) => format.push(to, time, zones),
        }
    }
}
