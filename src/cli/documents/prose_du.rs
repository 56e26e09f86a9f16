//! What the manual of `uwalk du` says beside the tables, in the form of `prose`.

/// After the command's name.
pub(super) const NAME: &str = "sum up what directory trees take up on the disk";

pub(super) const DESCRIPTION: &str = "\
`uwalk du` walks every PATH, or the current directory, and prints a line for each directory: what it takes up on the disk \
with all that is below it, a tab, and its path. Options, numbers and lines are those of GNU du; the walk is done by several \
threads. Called by the name du, as through a link, the program takes the same command line without the word `du`, and uses \
that name in its messages. A path of the name `du` is written `./du`.

Order::
The lines of a PATH stand together, in the order of the PATHs, and the line of a directory comes after those of its \
subdirectories. Directories side by side come in the order of their names, the same in every run, unless --sort is given.

Hard links::
A file with several links counts once, also if it is met below several PATHs: for the PATH that is written first, and there \
for the directory that comes first by the bytes of the names. So the sums are the same in every run. With -l every link \
counts.

Overlaps::
What is below two PATHs counts for the first of them. `uwalk du a a/b` prints no second line for `a/b`.

Errors::
If a file cannot be looked at or a directory cannot be read, a line on standard error says so, the rest is summed up, and the \
exit status is 1 at the end. If the command line is wrong, it is shown with the wrong word underlined, the exit status is 1 \
and nothing is walked.

What hangs::
If a file system gives no answer for 5 seconds and nothing else goes on, a line on standard error names what is waited \
for, and again after 10, 20 and so on: `uwalk: waiting for 'PATH' (stat) for 5 s`. SIGINT ends the program at once then, too.";

pub(super) const SIZES: &str = "\
A size is a number and a unit. `K`, `M`, `G`, `T`, `P`, `E` are 1024 and its powers, and so are `KiB`, `MiB` and the like; \
`KB`, `MB` and so on are 1000 and its powers. As in C, `0x` begins a hexadecimal number and `0` an octal one. A unit without \
a number is itself the size, and printed behind every sum.

Sums are rounded up to whole units. With -h and --si, those below ten have one decimal.";

pub(super) const EXIT_STATUS: &str = "\
`0`::
Everything was summed up.

`1`::
The command line is wrong, or something could not be looked at, read or written; standard error says what.

A walk that is ended by SIGPIPE, SIGINT, SIGTERM or SIGHUP dies by that signal.";

pub(super) const ENVIRONMENT: &str = "\
`DU_BLOCK_SIZE`, `BLOCK_SIZE`, `BLOCKSIZE`::
The first one that is set is the unit where no option says another: what -B takes. A wrong value is the same as none.

`POSIXLY_CORRECT`::
If it is set, the unit is 512 bytes instead of 1024, and options end at the first path.

`TIME_STYLE`::
The form of times where --time-style is not given: what it takes. `posix-` before a name is passed over, and `locale` means \
`long-iso`.

`TZ`::
The time zone of times.

`LC_ALL`, `LC_CTYPE`, `LANG`::
The first one that is set and not empty names the locale. If its codeset is UTF-8, patterns match characters, else bytes.";

pub(super) const EXAMPLES: &str = "\
What the current directory takes up:

    uwalk du -sh

The directories directly below /var on this file system, the largest last:

    uwalk du -xh -d1 --sort=size /var

The twenty largest files and directories:

    uwalk du -h --top 20 /srv

How much of it are old logs, by directory:

    uwalk du -h /srv --where -name '*.log' -mtime +30

Everything but what can be built again:

    uwalk du -sh --exclude=target --exclude=node_modules src

Which directory has so many files?

    uwalk du --inodes -d2 --sort=size /home";

pub(super) const DIFFERENCES: &str = "\
Numbers and lines are those of GNU du 9.1, with the options that 9.2 and later have; --apparent-size is that of 9.2.

Times and numbers are written as in the C locale: a quotation mark before the size of -B, which asks for a separator of \
thousands, has no effect. A word that abbreviates an option of GNU's and one of the others is taken for GNU's.

The file `tests/differences.md` of the sources shows each one by a command.";

pub(super) const SEE_ALSO: &str = "uwalk(1), du(1), df(1), date(1), statx(2), io_uring(7)";
