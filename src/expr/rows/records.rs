//! Actions that write records: formats, long lines, and paths to files.

use crate::expr::operands::file;
use crate::expr::row::{Fill, Refusal, Shape};
use crate::expr::{Primary, Record, Row, Takes};

const FORMAT: Shape = Shape { label: "FORMAT", expected: "a format such as '%p %s\\n'", fill: Fill::Nothing };
const FILE: Shape = Shape { label: "FILE", expected: "the path of a file to write to", fill: Fill::Files };
const FILE_AND_FORMAT: Shape = Shape { label: "FILE FORMAT", expected: "the path of a file to write to", fill: Fill::Files };

fn here(record: Record) -> Primary {
    Primary::Write { file: None, record }
}

fn there(path: &[u8], record: Record) -> Result<Primary, Refusal> {
    Ok(Primary::Write { file: Some(file(path)?), record })
}

pub(super) static ROWS: &[Row] = &[
    Row::option(&["-color"], Takes::Nothing(Primary::Color(true)), "print paths in colours, as --color=always"),
    Row::option(&["-nocolor"], Takes::Nothing(Primary::Color(false)), "print paths without colours, as --color=never"),
    Row::writer(
        &["-printf"],
        Takes::Word(&FORMAT, |word| Ok(here(Record::Format(word.to_vec())))),
        "print by FORMAT, as '%p %s\\n' for path, size and newline",
    )
    .detail(FORMATS),
    Row::writer(&["-ls"], Takes::Nothing(Primary::Write { file: None, record: Record::Long }), "print a line as ls -dils does").detail(
        "Inode number, blocks of 1024 bytes (of 512 if POSIXLY_CORRECT is set), permissions, links, owner, group, size, \
         time of the last change, path. A time more than 180 days ago, or more than an hour ahead, is shown with the year \
         instead of the hour. In the path, blanks, quotes, backslashes and whatever is not printable ASCII are escaped. \
         The columns do not grow with what was printed before, as those of GNU find do.",
    ),
    Row::writer(
        &["-printx"],
        Takes::Nothing(Primary::Write { file: None, record: Record::ForXargs }),
        "print the path with backslashes for xargs, and a newline",
    )
    .detail("Blanks, tabs, newlines, quotes and backslashes get a backslash before them. -print0 with `xargs -0` is safer."),
    Row::writer(
        &["-fprint"],
        Takes::Word(&FILE, |word| there(word, Record::Path(b'\n'))),
        "-print, but to FILE, which is emptied at the start",
    )
    .detail(
        "FILE is made even if nothing is written to it. `/dev/stdout` and `/dev/stderr` are the streams of the program \
         itself. A file that is named several times, by whatever paths, is one file: what is written of an entry stays \
         together.",
    ),
    Row::writer(&["-fprint0"], Takes::Word(&FILE, |word| there(word, Record::Path(b'\0'))), "-print0, but to FILE"),
    Row::writer(
        &["-fprintf"],
        Takes::Words([&FILE_AND_FORMAT, &FORMAT], |path, format| there(path, Record::Format(format.to_vec()))),
        "-printf, but to FILE",
    ),
    Row::writer(&["-fls"], Takes::Word(&FILE, |word| there(word, Record::Long)), "-ls, but to FILE"),
];

/// What `--json` puts in the place of the implied `-print`. No word of an expression means it.
pub static JSON: &Row =
    &Row::writer(&["--json"], Takes::Nothing(Primary::Write { file: None, record: Record::Json }), "print an object of JSON a line");

const FORMATS: &str = "No newline is added. Escapes: `\\a` `\\b` `\\f` `\\n` `\\r` `\\t` `\\v` `\\\\`, `\\NNN` the byte of that octal \
     number, `\\c` the end: nothing behind it counts, and what was printed is seen at once.\n\nA directive is `%`, flags \
     (`-` left, `0` zeros, `+` and blank signs, `#` the other form), width, `.` and precision, and a letter. Widths count \
     bytes. The path: `%p` all of it, `%f` its last component, `%h` what is before that, `%P` what is below the starting \
     point, `%H` the starting point, `%d` the depth. The entry: `%s` size in bytes, `%b` blocks of 512 bytes and `%k` of \
     1024 on the disk, `%S` those divided by the size, `%m` permissions in octal and `%M` in letters, `%u` `%g` owner and \
     group by name, `%U` `%G` by number, `%n` links, `%i` inode number, `%D` device, `%F` type of the file system, `%y` \
     type, `%Y` type of what a link leads to (`N` nothing, `L` a loop, `?` unknown), `%l` what a link says, `%Z` security \
     context. `%%` is a percent sign. Only what is printed is asked for: `%p` needs no stat.\n\nTimes: `%a` last access, \
     `%c` last change of the inode, `%t` last change of the contents; and `%A`, `%C`, `%T`, or `%B` for the birth, each \
     with one more letter: `@` seconds since 1970 with a fraction, `+` date and time with a fraction, or any that \
     strftime(3) has, in the C locale: `Y m d H M S F T D R r c x X j a A b B h p P I k l e C y G g V U W u w Z z n t s`. \
     Seconds have a fraction of ten digits. The zone is that of TZ.";
