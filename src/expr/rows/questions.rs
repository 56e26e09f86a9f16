//! Tests: questions about an entry, without effect.

use crate::base::Fields;
use crate::expr::operands::{
    DAYS, FILE, GROUP, GROUP_NUMBER, KINDS, MINUTES, MODE, NUMBER, PATTERN, SIZE, USER, USER_NUMBER, count, days, file, kinds, minutes,
    owner_name, owner_number, perm, size,
};
use crate::expr::{Cost, Primary, Row, Stamp, Takes};

const IDENTITY: Fields = Fields::INO.with(Fields::DEV);
const EMPTINESS: Fields = Fields::KIND.with(Fields::SIZE).with(Fields::CONTENTS);

pub(super) static ROWS: &[Row] = &[
    Row::test(
        &["-name"],
        Takes::Word(&PATTERN, |word| Ok(Primary::Name { pattern: word.to_vec(), fold_case: false })),
        Cost::Name,
        Fields::NONE,
        "the name, without the directories before it, matches",
    ),
    Row::test(
        &["-iname"],
        Takes::Word(&PATTERN, |word| Ok(Primary::Name { pattern: word.to_vec(), fold_case: true })),
        Cost::Name,
        Fields::NONE,
        "-name, but upper and lower case are the same",
    ),
    Row::test(
        &["-path", "-wholename"],
        Takes::Word(&PATTERN, |word| Ok(Primary::Path { pattern: word.to_vec(), fold_case: false })),
        Cost::Name,
        Fields::NONE,
        "the whole path matches; * and ? match / too",
    ),
    Row::test(
        &["-ipath", "-iwholename"],
        Takes::Word(&PATTERN, |word| Ok(Primary::Path { pattern: word.to_vec(), fold_case: true })),
        Cost::Name,
        Fields::NONE,
        "-path, but upper and lower case are the same",
    ),
    Row::test(
        &["-type"],
        Takes::Word(&KINDS, |word| kinds(word).map(Primary::Kind)),
        Cost::Kind,
        Fields::KIND,
        "block, char, directory, pipe, file, link or socket, by letter",
    ),
    Row::test(
        &["-xtype"],
        Takes::Word(&KINDS, |word| kinds(word).map(Primary::TargetKind)),
        Cost::Call,
        Fields::KIND.with(Fields::TARGET_KIND),
        "-type, but of a link's target; under -L of the link itself",
    ),
    Row::test(
        &["-size"],
        Takes::Word(&SIZE, size),
        Cost::Stat,
        Fields::SIZE,
        "N units, rounded up: c bytes, w 2 bytes, b 512 (the default), k, M, G",
    ),
    Row::test(&["-empty"], Takes::Nothing(Primary::Empty), Cost::Call, EMPTINESS, "an empty file or directory"),
    Row::test(
        &["-newer"],
        Takes::Word(&FILE, |word| file(word).map(Primary::Newer)),
        Cost::Stat,
        Fields::MTIME,
        "modified later than FILE was",
    ),
    Row::test(
        &["-mtime"],
        Takes::Word(&DAYS, |word| days(Stamp::Modify, word)),
        Cost::Stat,
        Fields::MTIME,
        "modified N whole days ago; N may have a fraction",
    ),
    Row::test(
        &["-mmin"],
        Takes::Word(&MINUTES, |word| minutes(Stamp::Modify, word)),
        Cost::Stat,
        Fields::MTIME,
        "modified N minutes ago, begun ones counted",
    ),
    Row::test(&["-atime"], Takes::Word(&DAYS, |word| days(Stamp::Access, word)), Cost::Stat, Fields::ATIME, "-mtime of the last access"),
    Row::test(
        &["-amin"],
        Takes::Word(&MINUTES, |word| minutes(Stamp::Access, word)),
        Cost::Stat,
        Fields::ATIME,
        "-mmin of the last access",
    ),
    Row::test(
        &["-ctime"],
        Takes::Word(&DAYS, |word| days(Stamp::Change, word)),
        Cost::Stat,
        Fields::CTIME,
        "-mtime of the last change of the inode",
    ),
    Row::test(
        &["-cmin"],
        Takes::Word(&MINUTES, |word| minutes(Stamp::Change, word)),
        Cost::Stat,
        Fields::CTIME,
        "-mmin of the last change of the inode",
    ),
    Row::test(
        &["-perm"],
        Takes::Word(&MODE, perm),
        Cost::Stat,
        Fields::KIND.with(Fields::MODE),
        "these permission bits exactly; -MODE: all of them, /MODE: any of them",
    ),
    Row::test(&["-user"], Takes::Word(&USER, |word| owner_name(word).map(Primary::User)), Cost::Stat, Fields::UID, "belongs to USER"),
    Row::test(&["-group"], Takes::Word(&GROUP, |word| owner_name(word).map(Primary::Group)), Cost::Stat, Fields::GID, "belongs to GROUP"),
    Row::test(
        &["-uid"],
        Takes::Word(&USER_NUMBER, |word| owner_number(word).map(Primary::User)),
        Cost::Stat,
        Fields::UID,
        "the owner's number is N",
    ),
    Row::test(
        &["-gid"],
        Takes::Word(&GROUP_NUMBER, |word| owner_number(word).map(Primary::Group)),
        Cost::Stat,
        Fields::GID,
        "the group's number is N",
    ),
    Row::test(&["-nouser"], Takes::Nothing(Primary::NoUser), Cost::Call, Fields::UID, "the owner has no name"),
    Row::test(&["-nogroup"], Takes::Nothing(Primary::NoGroup), Cost::Call, Fields::GID, "the group has no name"),
    Row::test(&["-links"], Takes::Word(&NUMBER, |word| count(word).map(Primary::Links)), Cost::Stat, Fields::NLINK, "has N hard links"),
    Row::test(&["-inum"], Takes::Word(&NUMBER, |word| count(word).map(Primary::Inode)), Cost::Stat, Fields::INO, "the inode number is N"),
    Row::test(&["-samefile"], Takes::Word(&FILE, |word| file(word).map(Primary::SameFile)), Cost::Stat, IDENTITY, "is a hard link to FILE"),
    Row::test(&["-true"], Takes::Nothing(Primary::Constant(true)), Cost::Free, Fields::NONE, "always true"),
    Row::test(&["-false"], Takes::Nothing(Primary::Constant(false)), Cost::Free, Fields::NONE, "always false"),
];
