//! Times beyond `-mtime` and its kin: of birth, of other files, as dates.

use crate::base::Fields;
use crate::expr::operands::{DAYS, FILE, MINUTES, days, minutes, newer, used};
use crate::expr::row::{Fill, Shape};
use crate::expr::{Cost, Primary, Row, Stamp, Takes};

const DATE: Shape = Shape {
    label: "DATE",
    expected: "a date such as 2026-01-15, '2026-01-15 10:20', @1700000000, yesterday, '2 days ago'",
    fill: Fill::Nothing,
};

pub(super) static OPTIONS: &[Row] = &[Row::option(
    &["-daystart"],
    Takes::Nothing(Primary::DayStart),
    "for each -mtime, -mmin and their like after it, count from midnight",
)
.detail(
    "Then `-mtime 0` is today and `-mtime 1` yesterday, in local time, and `-mmin` counts back from the end of today. Tests \
     before it are not affected.",
)];

pub(super) static TESTS: &[Row] = &[
    Row::test(
        &["-newermm", "-mnewer", "-newerma", "-newermB", "-newermc"],
        Takes::Named(&FILE, |name, word| newer(Stamp::Modify, name, word)),
        Cost::Stat,
        Fields::MTIME,
        "modified later than FILE was modified, accessed, born or changed",
    )
    .detail(
        "In `-newerXY`, X is the time of the file that is asked about and Y that of FILE: `a` of the last access, `B` of \
         birth, `c` of the last change of the inode, `m` of the last change of the contents.",
    ),
    Row::test(
        &["-anewer", "-neweram", "-neweraa", "-neweraB", "-newerac"],
        Takes::Named(&FILE, |name, word| newer(Stamp::Access, name, word)),
        Cost::Stat,
        Fields::ATIME,
        "accessed later than FILE was modified, accessed, born or changed",
    ),
    Row::test(
        &["-cnewer", "-newercm", "-newerca", "-newercB", "-newercc"],
        Takes::Named(&FILE, |name, word| newer(Stamp::Change, name, word)),
        Cost::Stat,
        Fields::CTIME,
        "inode changed later than FILE was modified, accessed, born or changed",
    ),
    Row::test(
        &["-Bnewer", "-newerBm", "-newerBa", "-newerBB", "-newerBc"],
        Takes::Named(&FILE, |name, word| newer(Stamp::Birth, name, word)),
        Cost::Stat,
        Fields::BTIME,
        "born later than FILE was modified, accessed, born or changed",
    )
    .detail("False where the file system does not keep the time of birth."),
    Row::test(
        &["-newermt", "-since", "-msince"],
        Takes::Word(&DATE, |word| Ok(Primary::NewerDate(Stamp::Modify, word.to_vec()))),
        Cost::Stat,
        Fields::MTIME,
        "modified later than DATE",
    )
    .detail(
        "DATE is read as date(1) of GNU reads it: a day (`2026-01-15`, `15 Jan 2026`, `1/15/2026`), a time (`10:20`, `10pm`), \
         both (`2026-01-15 10:20:30.5 +0100`), seconds since 1970 (`@1700000000`), or something relative (`yesterday`, `2 \
         days ago`, `last week`, `next monday`). A day without a time is its midnight. Without a zone the time is local.",
    ),
    Row::test(
        &["-newerat", "-asince"],
        Takes::Word(&DATE, |word| Ok(Primary::NewerDate(Stamp::Access, word.to_vec()))),
        Cost::Stat,
        Fields::ATIME,
        "accessed later than DATE",
    ),
    Row::test(
        &["-newerct", "-csince"],
        Takes::Word(&DATE, |word| Ok(Primary::NewerDate(Stamp::Change, word.to_vec()))),
        Cost::Stat,
        Fields::CTIME,
        "inode changed later than DATE",
    ),
    Row::test(
        &["-newerBt", "-Bsince"],
        Takes::Word(&DATE, |word| Ok(Primary::NewerDate(Stamp::Birth, word.to_vec()))),
        Cost::Stat,
        Fields::BTIME,
        "born later than DATE",
    ),
    Row::test(&["-Btime"], Takes::Word(&DAYS, |word| days(Stamp::Birth, word)), Cost::Stat, Fields::BTIME, "-mtime of birth"),
    Row::test(&["-Bmin"], Takes::Word(&MINUTES, |word| minutes(Stamp::Birth, word)), Cost::Stat, Fields::BTIME, "-mmin of birth"),
    Row::test(
        &["-used"],
        Takes::Word(&DAYS, used),
        Cost::Stat,
        Fields::ATIME.with(Fields::CTIME),
        "last accessed N days after the inode's last change, begun ones counted",
    ),
];
