//! What the manual of `uwalk ls` says beside the tables, in the form of `prose`.

/// After the command's name.
pub(super) const NAME: &str = "list what is in directories";

pub(super) const DESCRIPTION: &str = "\
`uwalk ls` lists every PATH that is no directory, then for each that is one what is in it; without a PATH, what is in the \
current directory. Options, environment and bytes are those of GNU ls. Called by the name ls, as through a link, the program \
takes the same command line without the word `ls`, and uses that name in its messages. A path of the name `ls` is written \
`./ls`.

Names on a terminal::
They are quoted for a shell where they must be, and in columns by their width. No byte of a name can move the cursor, change \
colours or turn the direction of text, whatever the options say but for --zero: on a terminal such characters are escaped, or a `?` stands \
for them. Elsewhere names are written as they are, unless an option or QUOTING_STYLE says otherwise.

What is asked::
Only what is shown costs a system call for every entry: plain names, also in columns or with -R, none. Large directories are \
asked by several threads.

Errors::
If something cannot be looked at or read, a line on standard error says so, and the rest is listed; the exit status tells \
whether that was a PATH. If the command line is wrong, it is shown with the wrong word underlined, and nothing is listed.";

pub(super) const EXIT_STATUS: &str = "\
`0`::
Everything was listed.

`1`::
Something below a PATH could not be looked at or read; or a word that an option takes is none of those it knows.

`2`::
The command line is wrong in another way, a PATH cannot be listed, a directory is within itself, or nothing can be written.

A listing that is ended by a signal dies by that signal.";

pub(super) const ENVIRONMENT: &str = "\
`COLUMNS`::
Columns of a line where neither an option nor the terminal says how many; without it 80.

`LS_COLORS`::
The colours: what dircolors(1) writes. Without it they are those that GNU ls has built in, and only where TERM names a terminal \
that shows colours or COLORTERM is set.

`LS_BLOCK_SIZE`, `BLOCK_SIZE`, `BLOCKSIZE`::
The first one that is set is the unit of disk usage where no option says another: what --block-size takes. The first two count \
for lengths, too. A wrong value is the same as none.

`POSIXLY_CORRECT`::
If it is set, the unit of disk usage is 512 bytes instead of 1024, and options end at the first path.

`QUOTING_STYLE`::
How names are quoted where no option says it: what --quoting-style takes.

`TABSIZE`::
Columns between tab stops where no option says how many; without it 8.

`TIME_STYLE`::
The form of times where --time-style is not given: what it takes.

`TZ`::
The time zone of times.

`LC_ALL`, `LC_CTYPE`, `LANG`::
The first one that is set and not empty names the locale. If its codeset is UTF-8, names are characters, else bytes.";

pub(super) const EXAMPLES: &str = "\
Everything in the current directory, with sizes that people read:

    uwalk ls -lah

The latest first:

    uwalk ls -lt /var/log

Names for a program, whatever they hold:

    uwalk ls --zero /srv | xargs -0 -n1 echo

The largest files here, directories apart:

    uwalk ls -lSh --group-directories-first

Versions in their order:

    uwalk ls -v /boot";

pub(super) const DIFFERENCES: &str = "\
Bytes are those of GNU ls 9.1, in the order of the C locale; names of months are English, and there is no separator of \
thousands. On a terminal names never act on it, not even with --show-control-chars; with --zero, which is for \
programs, they are written as they are.

The file `tests/differences.md` of the sources shows each one by a command.";

pub(super) const SEE_ALSO: &str = "uwalk(1), ls(1), dircolors(1), date(1), statx(2), io_uring(7)";
