//! What the manual says beside the tables. Nothing here describes a single option or primary: that is said in its row.
//!
//! Blank lines separate blocks. A block whose lines begin with four blanks is an example; one whose first line ends in
//! `::` is an item of a list with that line as its term; all else is a paragraph. Literal text stands in backquotes, names
//! of options and primaries are known without.

/// After the program's name.
pub(super) const NAME: &str = "walk directory trees in parallel, with find's language";

pub(super) const DESCRIPTION: &str = "\
`uwalk` looks at every file at and below each PATH, evaluates the expression for it, and prints the paths for which it is \
true. It takes the language of GNU find and gives the same answers; it walks with several threads and, where the kernel \
has it, through io_uring. Without a PATH it walks the current directory; without an expression it prints everything.

A word that begins with a dash, or is `(` or `!`, begins the expression; the words before it are the starting points. \
`--` ends the options, but not even after it may a starting point begin with a dash: write `./-x`. A lone `-` is a path. \
General options may stand wherever a path or a primary could begin. A first word that is exactly `find` is taken for a \
command and means nothing more, so that `alias find=\"uwalk find\"` works; a directory of that name is written `./find`. \
Called by the name find, as through a link, the program uses that name in its messages. A first word that is exactly `du` \
makes it sum up what files take up: see uwalk-du(1); one that is exactly `ls` lists directories: see uwalk-ls(1).

Order::
The lines come as they are found, and another run may print them in another order. But the starting points themselves \
come in the order in which they were written, and the line of a directory always comes before those of its contents \
(with -depth, after them). With -s the order is that of the tree, the same in every run.

Links::
Symbolic links are not followed unless -H or -L says so.

Changes during the walk::
Every directory is opened relative to the one it was found in, and a name that became a link meanwhile is not followed. \
An entry that was read and is gone when it is looked at is told as an error.

Errors::
If a file cannot be looked at or a directory cannot be read, a line on standard error says so, the walk goes on, and the \
exit status is 1 at the end. The line ends in the system's reason: `uwalk: 'PATH': Permission denied`. A directory that \
cannot be read is still tested and printed. If the command line is wrong, it is shown with the wrong word underlined, the \
exit status is 1 and nothing is walked.

What hangs::
If a file system gives no answer for 5 seconds and nothing else goes on, a line on standard error names what is waited \
for, and again after 10, 20 and so on: `uwalk: waiting for 'PATH' (stat) for 5 s`. SIGINT ends the program at once then, too.

Closed pipes::
When whoever reads the output has gone, as head(1) does, the walk ends even if nothing is left to print, and the program \
dies by SIGPIPE as others do. Where SIGPIPE is ignored it says `write error: Broken pipe` and exits with 1. An expression \
with -delete goes on to its end instead.

Locale::
In a UTF-8 locale patterns match characters, else bytes. A byte that belongs to no character is matched by `?` and `*`. \
Names are any bytes and are printed as they are, but on a terminal those that would control it are shown in octal. Names \
are sorted by their bytes, and messages are English, in every locale.";

pub(super) const WALK: &str = "These are always true, and it does not matter where in the expression they stand. If one \
is given twice, the last one counts. Those of one letter may also stand before the paths, joined with each other and with \
-H, -L and -P: `uwalk -Ls dir`.";

pub(super) const TESTS: &str = "Where an operand is a number N, `+N` means more than N, `-N` less, and `N` exactly that. A \
test of a file that cannot be looked at is false, and the error is told.

What the directory itself tells, the name and the type, is tested first if nothing with an effect stands between; the \
kernel is asked for more only if that leaves the answer open, and only for the fields that the tests need. --explain \
shows which.";

pub(super) const ACTIONS: &str = "If the expression has neither -print, -print0 nor -delete, it is taken as \
`\\( EXPR \\) -print`.";

pub(super) const OPERATORS: &str = "In the order of precedence, the tightest first.";

pub(super) const EXIT_STATUS: &str = "\
`0`::
Everything was walked.

`1`::
The command line is wrong, or something could not be looked at, read, deleted or written; standard error says what.

A walk that is ended by SIGPIPE, SIGINT, SIGTERM or SIGHUP dies by that signal.";

pub(super) const ENVIRONMENT: &str = "\
`LC_ALL`, `LC_CTYPE`, `LANG`::
The first one that is set and not empty names the locale. If its codeset is UTF-8 (`C.UTF-8`, `de_DE.UTF-8`), names are \
characters and messages quote paths in typographic quotes; in every other locale names are bytes.";

pub(super) const EXAMPLES: &str = "\
All JSON files below /usr:

    uwalk /usr -name '*.json'

What fills the disk: files above a gigabyte, on this file system only:

    uwalk / -xdev -type f -size +1G

Feed xargs(1), whatever the names hold:

    uwalk src -name '*.c' -print0 | xargs -0 grep -l main

Delete what was not changed in the last 31 days: first print it, then repeat the same command with the last word changed.

    uwalk cache -depth -type f -mtime +30 -print
    uwalk cache -depth -type f -mtime +30 -delete

Remove empty directories, whole chains of them:

    uwalk build -mindepth 1 -depth -type d -empty -delete

Permission audit: set-user-id and set-group-id files, then what everybody may write but is no link, then files that \
belong to nobody.

    uwalk / -xdev -type f -perm /6000
    uwalk / -xdev ! -type l -perm -o=w
    uwalk / -xdev \\( -nouser -o -nogroup \\)

Links that lead nowhere:

    uwalk . -xtype l

Go around .git:

    uwalk . -name .git -prune -o -type f -print

Is there such a file at all? The walk ends at the first one.

    uwalk . -name '*.core' -print -quit

The same lines in the same order every time, to compare with yesterday's:

    uwalk /etc -s >today

How it would be done:

    uwalk . -type f -size +1M -name '*.log' --explain";

pub(super) const DIFFERENCES: &str = "\
Answers are those of GNU find 4.9. Words that find refuses although they have one clear meaning are taken: general \
options, -s, flags in one word (`-HL`), names for -uid and -gid, a type twice in -type, `+OCTAL` for -perm.

-mount leaves out mount points as POSIX.1-2024 has it. With -L a link whose target runs through a file is a broken link \
and no error. An expression means what is written even where find's optimiser changes it: in a list with `,` the right \
side counts, and no test moves across an action.

Not taken are infinite and hexadecimal ages, and parentheses that do not match.

What a directory tells is not asked again: where a directory may be read but not searched, -type is answered although \
a stat would fail.

The file `tests/differences.md` of the sources shows each one by a command.";

pub(super) const SEE_ALSO: &str =
    "uwalk-du(1), uwalk-ls(1), find(1), xargs(1), chmod(1), glob(7), symlink(7), io_uring(7), statx(2), getdents64(2)";

/// How commands of GNU's form take options, with examples of one: letters that share a dash, an argument at once, and as the
/// next word.
pub(super) fn getopt([shared, at_once, next]: [&str; 3]) -> String {
    format!(
        "Options may stand before, between and after the paths; `--` ends them. Where the environment has POSIXLY_CORRECT they end \
         at the first path. Letters may share a dash (`{shared}`), and an argument may follow its letter at once or as the next \
         word (`{at_once}`, `{next}`). A long option may be shortened as long as it is clear which one of GNU's is meant, or else \
         which one of the others."
    )
}
