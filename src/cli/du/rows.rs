//! The options of GNU's du, one row each. Those of uwalk's own are in `extras`.

use super::draft::Draft;
use super::{Opt, group};
use crate::base::{Fields, Misfit, Scaled, abbreviated};
use crate::cli::options::{Effect, path};
use crate::expr::{Fill, Refusal, Shape};
use crate::plan::du::Threshold;
use crate::plan::{Amount, Follow};

const SIZE: Shape = Shape { label: "SIZE", expected: "a size such as 512, 10K, 1MB or -2G", fill: Fill::Nothing };
const BLOCK: Shape = Shape { label: "SIZE", expected: "a size such as 512, 1K or MB, human-readable or si", fill: Fill::Nothing };
const LEVELS: Shape = Shape { label: "N", expected: "a number of levels", fill: Fill::Nothing };
const PATTERN: Shape = Shape { label: "PATTERN", expected: "a pattern", fill: Fill::Nothing };
const FILE: Shape = Shape { label: "FILE", expected: "a file", fill: Fill::Files };
const TIME: Shape = Shape {
    label: "WORD",
    expected: "one of atime access use ctime status",
    fill: Fill::Choice(&[
        ("atime", "of the last access"),
        ("access", "the same"),
        ("use", "the same"),
        ("ctime", "of the last change of the inode"),
        ("status", "the same"),
    ]),
};
pub(super) const STYLE: Shape = Shape {
    label: "STYLE",
    expected: "one of full-iso long-iso iso, or + and a format",
    fill: Fill::Choice(&[
        ("full-iso", "with nanoseconds and the offset from UTC"),
        ("long-iso", "up to the minute, the default"),
        ("iso", "the day"),
    ]),
};

pub(super) static ROWS: &[Opt] = &[
    Opt::standard(
        group::COUNTED,
        &["-A", "--apparent-size"],
        Effect::Set(|draft| draft.apparent = true),
        "the lengths of files, not the blocks that they take up",
    )
    .detail(
        "Only regular files and symbolic links have a length: directories and all else count nothing, as in du 9.2 and later. \
         Of a sparse file the holes count too.",
    ),
    Opt::standard(
        group::COUNTED,
        &["-b", "--bytes"],
        Effect::Set(|draft| {
            draft.apparent = true;
            draft.amount = Some(Amount::in_units(1));
        }),
        "as --apparent-size --block-size=1",
    )
    .detail("Where -h, -k or another unit follows, the lengths stay and the unit is that."),
    Opt::standard(group::COUNTED, &["--inodes"], Effect::Set(|draft| draft.inodes = true), "inodes, not bytes")
        .detail("They have no unit, but with -h or --si a letter where there are many."),
    Opt::standard(
        group::COUNTED,
        &["-l", "--count-links"],
        Effect::Set(|draft| draft.count_links = true),
        "a file with several links as often as it is met, not once",
    ),
    Opt::standard(
        group::COUNTED,
        &["--exclude"],
        Effect::SetTo(&PATTERN, |draft, word| {
            draft.exclude.push(word.to_vec());
            Ok(())
        }),
        "leave out what matches PATTERN, with all below it",
    )
    .detail(
        "It is matched with the whole path and with each part of it behind a slash; `*` and `?` match slashes too. \
         `--exclude=.git` leaves out everything of that name, `--exclude='*.o'` every file with that ending, and \
         `--exclude=a/b` whatever path ends in `/a/b`. Arguments can be left out as well. It may be repeated.",
    ),
    Opt::standard(
        group::COUNTED,
        &["-X", "--exclude-from"],
        Effect::SetTo(&FILE, |draft, word| {
            draft.exclude_from.push(path(word)?);
            Ok(())
        }),
        "leave out what matches a pattern of FILE, which has one a line",
    )
    .detail("Blanks at the end of a line are no part of the pattern, and empty lines are passed over. `-` is standard input."),
    Opt::standard(
        group::WALK,
        &["-x", "--one-file-system"],
        Effect::Set(|draft| draft.one_file_system = true),
        "leave out directories on other file systems than their argument's",
    )
    .detail("File systems are told apart by their device numbers, so a bind mount of the same file system is entered; see --one-mount."),
    Opt::standard(
        group::WALK,
        &["-D", "-H", "--dereference-args"],
        Effect::Set(|draft| draft.follow = Follow::Roots),
        "follow symbolic links that are arguments",
    )
    .detail("The last of -D, -H, -L and -P counts."),
    Opt::standard(group::WALK, &["-L", "--dereference"], Effect::Set(|draft| draft.follow = Follow::Always), "follow all symbolic links"),
    Opt::standard(
        group::WALK,
        &["-P", "--no-dereference"],
        Effect::Set(|draft| draft.follow = Follow::Never),
        "follow no symbolic links; the default",
    ),
    Opt::standard(
        group::WALK,
        &["--files0-from"],
        Effect::SetTo(&FILE, |draft, word| {
            draft.list = Some(path(word)?);
            Ok(())
        }),
        "take the arguments from FILE, each ended by a NUL; - is standard input",
    )
    .detail("An argument is summed up as soon as its name is read. Arguments on the command line beside it are an error."),
    Opt::standard(
        group::LINES,
        &["-a", "--all"],
        Effect::Set(|draft| draft.all = Some(draft.places.at)),
        "a line for every file, not only for directories",
    ),
    Opt::standard(
        group::LINES,
        &["-d", "--max-depth"],
        Effect::SetTo(&LEVELS, depth),
        "no line for what is more than N levels below its argument",
    )
    .detail("It counts all the same. `-d 0` is -s.")
    .patient(),
    Opt::standard(
        group::LINES,
        &["-s", "--summarize"],
        Effect::Set(|draft| draft.summarize = Some(draft.places.at)),
        "one line for each argument",
    ),
    Opt::standard(
        group::LINES,
        &["-S", "--separate-dirs"],
        Effect::Set(|draft| draft.separate = true),
        "the line of a directory does not include its subdirectories",
    ),
    Opt::standard(group::LINES, &["-c", "--total"], Effect::Set(|draft| draft.total = true), "a last line with the sum of all arguments"),
    Opt::standard(
        group::LINES,
        &["-t", "--threshold"],
        Effect::SetTo(&SIZE, threshold),
        "no line with less than SIZE, or if it is negative, with more",
    )
    .detail("With --inodes it is a number of inodes."),
    Opt::standard(group::FORM, &["-B", "--block-size"], Effect::SetTo(&BLOCK, block), "in units of SIZE").detail(
        "`-B 1M` prints `4`, `-B M` prints `4M`, `-B MB` counts millions and prints `5MB`. Sums are rounded up. The last of \
             -B, -b, -h, -k, -m and --si counts.",
    ),
    Opt::standard(
        group::FORM,
        &["-h", "--human-readable"],
        Effect::Set(|draft| draft.amount = Some(Amount::HUMAN)),
        "with the letter that suits: 1.5K, 234M, 2.0G; powers of 1024",
    ),
    Opt::standard(group::FORM, &["--si"], Effect::Set(|draft| draft.amount = Some(Amount::SI)), "as -h, in powers of 1000"),
    Opt::standard(group::FORM, &["-k"], Effect::Set(|draft| draft.amount = Some(Amount::in_units(1024))), "as --block-size=1K"),
    Opt::standard(group::FORM, &["-m"], Effect::Set(|draft| draft.amount = Some(Amount::in_units(1 << 20))), "as --block-size=1M"),
    Opt::standard(group::FORM, &["--time"], Effect::SetMaybe(&TIME, time), "with the latest time of all that is summed up")
        .detail("It is that of the last change of the contents, or the one that WORD names. WORD must follow a `=`."),
    Opt::standard(
        group::FORM,
        &["--time-style"],
        Effect::SetTo(&STYLE, |draft, word| {
            draft.style = Some((draft.places.value_at, word.to_vec()));
            Ok(())
        }),
        "times of --time in this form; STYLE may be + and a format of date(1)",
    ),
    Opt::standard(
        group::FORM,
        &["-0", "--null"],
        Effect::Set(|draft| draft.nul = Some(draft.places.at)),
        "end lines with NUL, not newline",
    ),
];

fn depth(draft: &mut Draft, word: &[u8]) -> Result<(), Refusal> {
    let levels = Scaled::read(word, b"").unsigned().map_err(|_| Refusal("is none"))?;
    // No tree is deeper.
    draft.depth = Some((draft.places.at, u32::try_from(levels).unwrap_or(u32::MAX)));
    Ok(())
}

fn threshold(draft: &mut Draft, word: &[u8]) -> Result<(), Refusal> {
    let size = Scaled::read(word, b"kKmMGTPEZY").signed().map_err(refusal)?;
    draft.threshold = Some(match size {
        0 if word.starts_with(b"-") => return Err(Refusal("would leave out all but nothing")),
        0.. => Threshold::AtLeast(size.unsigned_abs()),
        _ => Threshold::AtMost(size.unsigned_abs()),
    });
    Ok(())
}

fn block(draft: &mut Draft, word: &[u8]) -> Result<(), Refusal> {
    draft.amount = Some(Amount::parse(word).map_err(refusal)?);
    Ok(())
}

const fn refusal(misfit: Misfit) -> Refusal {
    Refusal(misfit.reason())
}

fn time(draft: &mut Draft, word: Option<&[u8]>) -> Result<(), Refusal> {
    let fields =
        [("atime", Fields::ATIME), ("access", Fields::ATIME), ("use", Fields::ATIME), ("ctime", Fields::CTIME), ("status", Fields::CTIME)];
    let field = word.map_or(Ok(Fields::MTIME), |word| abbreviated(word, fields));
    draft.time = Some((draft.places.at, field.map_err(|unmatched| Refusal(unmatched.reason()))?));
    Ok(())
}
