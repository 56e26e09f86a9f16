//! The calendar: seconds since 1970 to year, month, day and the time of day. Proleptic Gregorian, no leap seconds, any
//! number of seconds.

/// What the clocks on the wall show at an instant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Local<'a> {
    /// Seconds east of UTC.
    pub offset: i32,
    /// The zone's abbreviation, such as `CET`.
    pub name: &'a [u8],
}

/// Who knows the time zone.
pub trait Zones {
    /// What is shown `secs` seconds after 1970 began in UTC; `None` if its year is beyond an `int`, as localtime(3) has it.
    fn local(&mut self, secs: i64) -> Option<Local<'_>>;
}

const DAY: i64 = 86_400;
/// Days of 400 years, after which the calendar repeats.
const ERA: i64 = 146_097;

/// A day and a time of day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Civil {
    /// As an `int` holds it: beyond its ends it goes on at the other one, as GNU find prints it.
    pub(super) year: i32,
    /// The last two digits of the year that an `int` may not hold.
    pub(super) of_century: u32,
    /// 1 to 12.
    pub(super) month: u32,
    /// 1 to 31.
    pub(super) day: u32,
    pub(super) hour: u32,
    pub(super) minute: u32,
    pub(super) second: u32,
    /// 0 is Sunday.
    pub(super) weekday: u32,
    /// 0 to 365.
    pub(super) day_of_year: u32,
}

impl Civil {
    /// Of an instant, for clocks that are `offset` seconds ahead of UTC.
    pub(super) fn new(secs: i64, offset: i32) -> Self {
        let secs = i128::from(secs) + i128::from(offset);
        // The quotient of a 64-bit number by 86,400, and the rest below it.
        let (days, rest) = (secs.div_euclid(DAY.into()) as i64, secs.rem_euclid(DAY.into()) as u32);
        // Years begin in March here, so that a leap day is the last of its year.
        let march = days + 719_468;
        let (era, day_of_era) = (march.div_euclid(ERA), march.rem_euclid(ERA));
        let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / (ERA - 1)) / 365;
        let day_of_march_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let march_month = (5 * day_of_march_year + 2) / 153;
        let day = day_of_march_year - (153 * march_month + 2) / 5 + 1;
        let month = if march_month < 10 { march_month + 3 } else { march_month - 9 };
        let year = year_of_era + era * 400 + i64::from(month <= 2);
        let leap = i64::from(is_leap(year));
        let day_of_year = if month <= 2 { day_of_march_year - 306 } else { day_of_march_year + 59 + leap };
        Self {
            year: year as i32,
            of_century: year.rem_euclid(100) as u32,
            month: month as u32,
            day: day as u32,
            hour: rest / 3600,
            minute: rest / 60 % 60,
            second: rest % 60,
            weekday: (days + 4).rem_euclid(7) as u32,
            day_of_year: day_of_year as u32,
        }
    }

    /// The hour of a clock with twelve.
    pub(super) const fn twelve(&self) -> u32 {
        match self.hour % 12 {
            0 => 12,
            hour => hour,
        }
    }

    /// The week of the year, where the first `first` (0: Sunday, 1: Monday) begins week 1.
    pub(super) const fn week(&self, first: u32) -> u32 {
        (self.day_of_year + 7 - (self.weekday + 7 - first) % 7) / 7
    }

    /// ISO 8601's year and week: weeks begin on Monday and belong to the year that has their Thursday.
    pub(super) fn iso_week(&self) -> (i32, u32) {
        let thursday = i64::from(self.day_of_year) + 3 - i64::from((self.weekday + 6) % 7);
        let length = |year: i32| 365 + i64::from(is_leap(year.into()));
        let (year, day) = match thursday {
            ..0 => (self.year.wrapping_sub(1), thursday + length(self.year.wrapping_sub(1))),
            day if day >= length(self.year) => (self.year.wrapping_add(1), day - length(self.year)),
            day => (self.year, day),
        };
        (year, (day / 7 + 1) as u32)
    }
}

const fn is_leap(year: i64) -> bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_follow_each_other() {
        let mut before = Civil::new(-4_000_000 * DAY, 0);
        for day in -3_999_999_i64..0 {
            let civil = Civil::new(day * DAY + 86_399, 0);
            assert_eq!(civil.weekday, (before.weekday + 1) % 7);
            match (civil.year == before.year, civil.month == before.month) {
                (true, true) => assert_eq!((civil.day, civil.day_of_year), (before.day + 1, before.day_of_year + 1)),
                (true, false) => assert_eq!((civil.day, civil.day_of_year), (1, before.day_of_year + 1)),
                (false, _) => assert_eq!((civil.year, civil.month, civil.day, civil.day_of_year), (before.year + 1, 1, 1, 0)),
            }
            before = civil;
        }
        assert_eq!((before.year, before.month, before.day, before.weekday), (1969, 12, 31, 3));
    }

    #[test]
    fn the_ends_of_time() {
        assert_eq!(Civil::new(67_767_976_233_532_799, 0).year, i32::MAX);
        assert_eq!(Civil::new(67_767_976_233_532_800, 0).year, i32::MIN);
        assert_eq!(Civil::new(i64::MAX, i32::MAX).second, Civil::new(i64::MAX, i32::MAX).second);
    }
}
