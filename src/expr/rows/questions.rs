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
    )
    .detail(
        "PATTERN is a shell pattern and must match the whole name: `*` is any text, `?` any character, `[abc]`, `[a-z]` \
         and `[[:digit:]]` one of a set, `[!abc]` one outside it, and a backslash takes the special meaning from what \
         follows. A leading dot is matched like any character, and so is a slash, which no name holds: a PATTERN with a \
         slash can match only the name of `/` itself. Quote the pattern, or the shell expands it. A starting point's name \
         is its last component without slashes at its end.",
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
    )
    .detail("The path begins with the starting point as it was written: `uwalk . -path './src/*.c'` matches `./src/a/b.c`."),
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
    )
    .detail(
        "Several letters with commas between mean any of these types. With -L a link is what it leads to, so that `-type \
         l` finds broken links only.",
    ),
    Row::test(
        &["-xtype"],
        Takes::Word(&KINDS, |word| kinds(word).map(Primary::TargetKind)),
        Cost::Call,
        Fields::KIND.with(Fields::TARGET_KIND),
        "-type, but of a link's target; under -L of the link itself",
    )
    .detail(
        "Without -L, `-xtype l` finds the links that lead nowhere, and `-xtype f` finds files as well as links to files. \
         With -L, `-xtype l` finds every link.",
    ),
    Row::test(
        &["-size"],
        Takes::Word(&SIZE, size),
        Cost::Stat,
        Fields::SIZE,
        "N units, rounded up: c bytes, w 2 bytes, b 512 (the default), k, M, G, T, P",
    )
    .detail(
        "A unit that is begun counts whole: a file of one byte has the sizes `1c`, `1k` and `1M`. Therefore `-size -1M` \
         finds only empty files, and `-size -1048576c` those below a megabyte; `-size +1M` finds those above one. `k` is \
         1024 bytes, `M` 1024 of these, `G` 1024 of those, and so on with `T` and `P`. The size is the length of the contents, not the space on the \
         disk.",
    ),
    Row::test(&["-empty"], Takes::Nothing(Primary::Empty), Cost::Call, EMPTINESS, "an empty file or directory").detail(
        "A file is empty if it has no contents, a directory if it has no entries. A directory that cannot be read is not \
         empty, and that is told.",
    ),
    Row::test(
        &["-newer"],
        Takes::Word(&FILE, |word| file(word).map(Primary::Newer)),
        Cost::Stat,
        Fields::MTIME,
        "modified later than FILE was",
    )
    .detail(
        "FILE is looked at once, before the walk. If it is a link, the time of the link itself counts, with -H, -L or a \
         -follow before it that of its target.",
    ),
    Row::test(
        &["-mtime"],
        Takes::Word(&DAYS, |word| days(Stamp::Modify, word)),
        Cost::Stat,
        Fields::MTIME,
        "modified N whole days ago; N may have a fraction",
    )
    .detail(
        "The age is counted in days of 24 hours and its fraction is dropped: `-mtime 0` is within the last 24 hours, \
         `-mtime 1` between 24 and 48 hours ago, `-mtime +1` 48 hours ago or more, `-mtime -1` less than 24 hours ago, or \
         in the future. \"Now\" is the moment when the program starts. `-mtime 0.5` is between 12 and 36 hours ago.",
    ),
    Row::test(
        &["-mmin"],
        Takes::Word(&MINUTES, |word| minutes(Stamp::Modify, word)),
        Cost::Stat,
        Fields::MTIME,
        "modified N minutes ago, begun ones counted",
    )
    .detail(
        "A minute that is begun counts whole: `-mmin 1` is within the last 60 seconds, `-mmin +1` more than 60 seconds \
         ago, `-mmin -1` less than 60 seconds ago.",
    ),
    Row::test(&["-atime"], Takes::Word(&DAYS, |word| days(Stamp::Access, word)), Cost::Stat, Fields::ATIME, "-mtime of the last access")
        .detail("Most file systems note accesses rarely (mount option relatime)."),
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
    )
    .detail(
        "The inode changes with the owner, the permissions and the number of links, and whenever the contents do. It is \
         not the time of creation.",
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
    )
    .detail(
        "MODE is octal (`644`) or symbolic as chmod takes it (`u=rw,go=r`), applied to no permissions at all; the umask \
         plays no part.\n\n`-perm MODE`: the permission bits, with set-user-id, set-group-id and sticky, are exactly these. \
         `-perm -MODE`: all of these bits are set, whatever the others are. `-perm /MODE`: at least one of these bits is \
         set; if MODE is 0 everything matches. `+OCTAL` is an older spelling of `/OCTAL`.\n\nSo `-perm 644` is exactly \
         rw-r--r--, `-perm -u=s` finds set-user-id files, `-perm /222` whatever somebody may write, and `! -perm -444` \
         whatever somebody may not read.",
    ),
    Row::test(&["-user"], Takes::Word(&USER, |word| owner_name(word).map(Primary::User)), Cost::Stat, Fields::UID, "belongs to USER")
        .detail(
            "If USER is not the name of a user but a number, that is the user's number. A name that is not known is an error, \
         and nothing is walked. So is a look-up that fails because a directory server does not answer.",
        ),
    Row::test(&["-group"], Takes::Word(&GROUP, |word| owner_name(word).map(Primary::Group)), Cost::Stat, Fields::GID, "belongs to GROUP")
        .detail("What -user says of names holds here too."),
    Row::test(
        &["-uid"],
        Takes::Word(&USER_NUMBER, |word| owner_number(word).map(Primary::User)),
        Cost::Stat,
        Fields::UID,
        "the owner's number is N",
    )
    .detail("The name of a user is taken as well."),
    Row::test(
        &["-gid"],
        Takes::Word(&GROUP_NUMBER, |word| owner_number(word).map(Primary::Group)),
        Cost::Stat,
        Fields::GID,
        "the group's number is N",
    )
    .detail("The name of a group is taken as well."),
    Row::test(&["-nouser"], Takes::Nothing(Primary::NoUser), Cost::Call, Fields::UID, "the owner has no name")
        .detail("Each number is looked up once. A look-up that fails is told and is never taken for \"no such user\"."),
    Row::test(&["-nogroup"], Takes::Nothing(Primary::NoGroup), Cost::Call, Fields::GID, "the group has no name"),
    Row::test(&["-links"], Takes::Word(&NUMBER, |word| count(word).map(Primary::Links)), Cost::Stat, Fields::NLINK, "has N hard links")
        .detail("Directories count their subdirectories on many file systems, so this is for files."),
    Row::test(&["-inum"], Takes::Word(&NUMBER, |word| count(word).map(Primary::Inode)), Cost::Stat, Fields::INO, "the inode number is N"),
    Row::test(&["-samefile"], Takes::Word(&FILE, |word| file(word).map(Primary::SameFile)), Cost::Stat, IDENTITY, "is a hard link to FILE")
        .detail(
            "It is the same device and inode number. FILE itself is found too. If FILE is a link, the link is meant, with -H \
         or -L its target.",
        ),
    Row::test(&["-true"], Takes::Nothing(Primary::Constant(true)), Cost::Free, Fields::NONE, "always true"),
    Row::test(&["-false"], Takes::Nothing(Primary::Constant(false)), Cost::Free, Fields::NONE, "always false"),
];
