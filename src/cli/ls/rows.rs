//! The options of GNU's ls, one row each: which entries are listed, in which order, and how they share lines.

use super::{Opt, group, words};
use crate::cli::options::Effect;
use crate::plan::ls::{Deref, Format, Hidden, SortBy, TimeOf};

pub(super) static ROWS: &[Opt] = &[
    Opt::standard(
        group::WHICH,
        &["-a", "--all"],
        Effect::Set(|draft| draft.request.hidden = Hidden::Shown),
        "those whose names begin with a dot, too",
    ),
    Opt::standard(
        group::WHICH,
        &["-A", "--almost-all"],
        Effect::Set(|draft| draft.request.hidden = Hidden::ButEntries),
        "as -a, but not . and .. themselves",
    ),
    Opt::standard(
        group::WHICH,
        &["-B", "--ignore-backups"],
        Effect::Set(|draft| draft.request.ignore.extend([b"*~".to_vec(), b".*~".to_vec()])),
        "none whose name ends in ~",
    ),
    Opt::standard(
        group::WHICH,
        &["-I", "--ignore"],
        Effect::SetTo(&words::PATTERN, |draft, word| {
            draft.request.ignore.push(word.to_vec());
            Ok(())
        }),
        "none whose name matches PATTERN",
    )
    .detail("A wildcard does not match a dot at the beginning. It may be repeated. Arguments are listed in any case."),
    Opt::standard(
        group::WHICH,
        &["--hide"],
        Effect::SetTo(&words::PATTERN, |draft, word| {
            draft.request.hide.push(word.to_vec());
            Ok(())
        }),
        "the same, unless -a or -A is given",
    ),
    Opt::standard(
        group::WHICH,
        &["-d", "--directory"],
        Effect::Set(|draft| draft.request.itself = true),
        "directories themselves, not what is in them",
    ),
    Opt::standard(
        group::WHICH,
        &["-R", "--recursive"],
        Effect::Set(|draft| draft.request.recursive = true),
        "what is in subdirectories, too, each under its name",
    )
    .detail("With -L a directory within itself is listed once, and the exit status is 2."),
    Opt::standard(
        group::WHICH,
        &["-H", "--dereference-command-line"],
        Effect::Set(|draft| draft.request.deref = Some(Deref::Arguments)),
        "what links among the arguments lead to",
    ),
    Opt::standard(
        group::WHICH,
        &["--dereference-command-line-symlink-to-dir"],
        Effect::Set(|draft| draft.request.deref = Some(Deref::ArgumentsToDirectories)),
        "the same of links to directories alone",
    )
    .detail("It is the default without -d, -F and -l."),
    Opt::standard(
        group::WHICH,
        &["-L", "--dereference"],
        Effect::Set(|draft| draft.request.deref = Some(Deref::Always)),
        "what links lead to, everywhere",
    ),
    Opt::standard(group::ORDER, &["-t"], Effect::Set(|draft| draft.request.sort = Some(SortBy::Time)), "the latest first"),
    Opt::standard(group::ORDER, &["-S"], Effect::Set(|draft| draft.request.sort = Some(SortBy::Size)), "the largest first"),
    Opt::standard(
        group::ORDER,
        &["-v"],
        Effect::Set(|draft| draft.request.sort = Some(SortBy::Version)),
        "with the numbers in names as numbers: a9 before a10",
    ),
    Opt::standard(
        group::ORDER,
        &["-X"],
        Effect::Set(|draft| draft.request.sort = Some(SortBy::Extension)),
        "by what follows the last dot of a name",
    ),
    Opt::standard(group::ORDER, &["-U"], Effect::Set(|draft| draft.request.sort = Some(SortBy::Nothing)), "as the directory has them")
        .detail("With -1 they are written as they are read, in constant memory."),
    Opt::standard(group::ORDER, &["-f"], Effect::Set(super::draft::Draft::as_it_is), "as -a -U, without -l, -s and --color before it"),
    Opt::standard(group::ORDER, &["--sort"], Effect::SetTo(&words::SORT, words::sort), "in the order of WORD"),
    Opt::standard(group::ORDER, &["-r", "--reverse"], Effect::Set(|draft| draft.request.reverse = true), "the other way round"),
    Opt::standard(
        group::ORDER,
        &["--group-directories-first"],
        Effect::Set(|draft| draft.request.directories_first = true),
        "directories and links to them first; not with -U",
    ),
    Opt::standard(
        group::ORDER,
        &["-c"],
        Effect::Set(|draft| draft.request.time = TimeOf::Change),
        "with the time of the last change of the inode",
    )
    .detail("That time is shown with -l. With -t, or without -l and another order, it is also what is sorted by."),
    Opt::standard(
        group::ORDER,
        &["-u"],
        Effect::Set(|draft| draft.request.time = TimeOf::Access),
        "with the time of the last access, likewise",
    ),
    Opt::standard(group::ORDER, &["--time"], Effect::SetTo(&words::TIME, words::time), "with the time that WORD names, likewise"),
    Opt::standard(group::FORMAT, &["-1"], Effect::Set(super::draft::Draft::lines), "a line each; the default where no terminal is"),
    Opt::standard(
        group::FORMAT,
        &["-C"],
        Effect::Set(|draft| draft.request.format = Some(Format::Columns)),
        "in columns, downwards; the default on a terminal",
    ),
    Opt::standard(group::FORMAT, &["-x"], Effect::Set(|draft| draft.request.format = Some(Format::Across)), "in columns, line by line"),
    Opt::standard(
        group::FORMAT,
        &["-m"],
        Effect::Set(|draft| draft.request.format = Some(Format::Commas)),
        "one after the other, with commas between",
    ),
    Opt::standard(group::FORMAT, &["-l"], Effect::Set(super::draft::Draft::long), "a long line each: permissions, owners, length, time")
        .detail(
            "Behind the permissions a `+` tells of an access control list and a `.` of a security context. The first line of a directory \
             is the disk usage of what is listed of it.",
        ),
    Opt::standard(group::FORMAT, &["--format"], Effect::SetTo(&words::FORMAT, words::format), "in the form that WORD names"),
    Opt::standard(group::FORMAT, &["-w", "--width"], Effect::SetTo(&words::COLUMNS, words::width), "in lines of COLUMNS; 0 is without end"),
    Opt::standard(
        group::FORMAT,
        &["-T", "--tabsize"],
        Effect::SetTo(&words::COLUMNS, words::tab),
        "with tab stops every COLUMNS, not 8; 0: with blanks",
    ),
    Opt::standard(group::FORMAT, &["--zero"], Effect::Set(super::draft::Draft::zero), "a line each, ended by NUL, with names as they are"),
    Opt::standard(
        group::FORMAT,
        &["-D", "--dired"],
        Effect::Set(|draft| {
            draft.request.dired = true;
            draft.dired_at = draft.places.at;
        }),
        "with -l, for Emacs: with the places of the names at the end",
    )
    .detail("It is an error together with --zero, and has no effect with --hyperlink."),
];
