//! The options of the program itself, one row each: `--threads` and its like, and which links are followed.

use super::{documents, help};
use crate::base::bounds::{QUEUE_DEPTH, QUEUE_DEPTH_MAX, WORKERS_MAX};
use crate::expr::{Category, Choices, Fill, Refusal, Shape};
use crate::plan::{Follow, Io, JSON_KEYS, Json, Request, When};

/// Where an option may stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// Wherever a path or primary could begin.
    Anywhere,
    /// Before the first path.
    BeforePaths,
}

/// What an option does. It only notes something; nothing happens while the command line is read.
#[derive(Debug)]
pub(super) enum Effect {
    /// Shows a text instead of walking.
    Show(fn() -> String),
    /// Shows the text that its argument names.
    ShowOne(&'static Shape, fn(&[u8]) -> Result<String, Refusal>),
    /// Shows a text, or another one if an argument names it.
    ShowAny(fn() -> String, &'static Shape, fn(&[u8]) -> Result<String, Refusal>),
    /// Sets something.
    Set(fn(&mut Request)),
    /// Sets when something is done: to what follows a `=`, or the next word if it says when; else always.
    SetWhen(fn(&mut Request, When)),
    /// Sets something to its argument: the next word, or what follows a `=`.
    SetTo(&'static Shape, fn(&mut Request, &[u8]) -> Result<(), Refusal>),
}

/// An option.
#[derive(Debug)]
pub(super) struct Global {
    /// Its names, the first one being its own.
    pub(super) names: &'static [&'static str],
    /// What it does.
    pub(super) effect: Effect,
    /// Where it may stand.
    pub(super) place: Place,
    /// Its heading in the help; `None`: the help does not show it.
    pub(super) category: Option<Category>,
    /// Its line in the help.
    pub(super) doc: &'static str,
    /// What the manual says beyond that line, as in a `Row`.
    pub(super) detail: &'static str,
}

impl Global {
    const fn links(names: &'static [&'static str], set: fn(&mut Request), doc: &'static str) -> Self {
        Self { names, effect: Effect::Set(set), place: Place::BeforePaths, category: Some(Category::Links), doc, detail: "" }
    }

    const fn general(names: &'static [&'static str], effect: Effect, doc: &'static str) -> Self {
        Self { names, effect, place: Place::Anywhere, category: Some(Category::General), doc, detail: "" }
    }

    /// Its own name.
    pub(super) fn name(&self) -> &'static str {
        self.names.first().copied().unwrap_or_default()
    }

    const fn detail(mut self, detail: &'static str) -> Self {
        self.detail = detail;
        self
    }

    /// What stands between its name and its argument.
    pub(super) const fn between(&self) -> &'static str {
        if matches!(self.effect, Effect::SetWhen(_)) { "[=" } else { " " }
    }

    /// Its argument, if it has one.
    pub(super) const fn shape(&self) -> Option<&'static Shape> {
        match self.effect {
            Effect::SetWhen(_) => Some(&WHEN),
            Effect::SetTo(shape, _) | Effect::ShowOne(shape, _) | Effect::ShowAny(_, shape, _) => Some(shape),
            Effect::Show(_) | Effect::Set(_) => None,
        }
    }
}

pub(super) const THREADS: Shape = Shape { label: "N", expected: "a number from 1 to 512", fill: Fill::Nothing };
pub(super) const DEPTH: Shape = Shape { label: "N", expected: "a number from 1 to 1024", fill: Fill::Nothing };
pub(super) const OPERATIONS: Shape = Shape { label: "N", expected: "a number from 1 to 4294967295", fill: Fill::Nothing };
const PATH: Shape = Shape { label: "PATH", expected: "a path", fill: Fill::Files };
const LEVEL: Shape = Shape { label: "LEVEL", expected: "a number", fill: Fill::Nothing };
const DEBUG: Shape = Shape { label: "FLAGS", expected: "debugging flags of GNU's find", fill: Fill::Nothing };
pub(super) const IO: Shape = Shape { label: "HOW", expected: "one of auto ring sync", fill: Fill::Choice(WAYS) };
const GENERATE: Shape = Shape {
    label: "KIND",
    expected: "one of man man-du man-ls complete-bash complete-zsh complete-fish",
    fill: Fill::Choice(documents::KINDS),
};
const TOPIC: Shape =
    Shape { label: "TOPIC", expected: "one of links walk operators tests actions general all", fill: Fill::Choice(help::TOPICS) };
pub(super) const WHEN: Shape = Shape {
    label: "WHEN",
    expected: "one of auto always never",
    fill: Fill::Choice(&[("auto", "on a terminal"), ("always", "in any case"), ("never", "in no case")]),
};
const KEYS: Shape = Shape {
    label: "KEY,..",
    expected: "some of path type size blocks mode nlink uid gid user group ino dev atime mtime ctime btime target depth, with commas between",
    fill: Fill::List(JSON_KEYS),
};
const _: () = assert!(WORKERS_MAX == 512, "the text of THREADS says so");
const _: () = assert!(QUEUE_DEPTH == 128 && QUEUE_DEPTH_MAX == 1024, "the texts about the depth say so");

/// What du says of the same options.
pub(super) const WITH_THREADS: &str = "walk with N threads; the default is one a processor";
pub(super) const FEW_THREADS: &str = "N is a number from 1 to 512. Small trees are walked by one thread in any case. Without \
    --queue-depth there are no more threads than these, however long operations take.";
pub(super) const IN_DEPTH: &str = "let at most N slow operations wait at once; the default is 128";
pub(super) const ONLY_COLD: &str = "N is a number from 1 to 1024. On a network file system or a disk that nothing is cached of, \
    operations wait for an answer; then more of them are begun at once, by more threads and by io_uring, as long as that \
    is faster. On a tree that is answered from memory N does not matter. Where --threads is given, its number is the default, and with --max-ops there are no more than threads.";
pub(super) const BY_IO: &str = "call the kernel by io_uring (ring), plainly (sync), or as is faster (auto)";
pub(super) const ANY_IO: &str = "With `auto`, the default, a kernel or container that refuses io_uring is no reason to say \
    anything. With `ring` it is an error that names the cure. What is printed is the same in all three.";
pub(super) const STATS: &str = "tell at the end what was done, on standard error";
pub(super) const STATS_LINES: &str = "For every mount a line: entries, operations plainly and by io_uring, how long one took \
    on average, and within which time 99 of 100 ended. Then, if operations had to wait, how many were let wait at once, and \
    how many steps led up and how many back. Then one line each: entries found, directories opened, calls of getdents64(2), \
    opens and stats with how many of them went through io_uring, problems that were told, and seconds.";
pub(super) const VERSION: &str = "print the version";

/// The line of `--cached`.
pub(super) const CACHED: &str = "be content with what the client of a network file system remembers";
/// What the manual says of it.
pub(super) const MAY_BE_OLD: &str = "statx(2) is asked with AT_STATX_DONT_SYNC. On NFS, SMB, Ceph and some FUSE file systems a \
     file that the client knows costs no message to the server then, and its size, times and blocks may be old.";

/// The line of `--max-ops`.
pub(super) const FEW_OPERATIONS: &str = "ask file systems for N operations a second at most, by all threads together";
/// What the manual says of it.
pub(super) const WHAT_COUNTS: &str = "An operation is a stat, an open, one read of a directory, or whatever else a test asks of a \
     file system. They are spread evenly: what was not used before is made up for by 50 ms worth of them at most. A server \
     that others work with can be walked so that they do not notice.";

/// The words of `--io`, as `io` reads them.
const WAYS: Choices = &[("auto", "as is faster"), ("ring", "by io_uring, or not at all"), ("sync", "by plain system calls")];

static GLOBALS: &[Global] = &[
    Global::links(&["-P"], |request| request.follow = Follow::Never, "follow none; the default").detail("The last of these three counts."),
    Global::links(&["-H"], |request| request.follow = Follow::Roots, "follow those that are among the paths")
        .detail("A link that leads nowhere is itself meant. FILE of -newer and -samefile is treated in the same way."),
    Global::links(&["-L"], |request| request.follow = Follow::Always, "follow all").detail(
        "Tests are about what a link leads to; a link that leads nowhere is itself meant. A directory that is reached again \
         from within itself is told as a loop, is not shown, and makes the exit status 1. One that is reached by two ways \
         that are not loops is walked twice.",
    ),
    Global {
        names: &["-f"],
        effect: Effect::SetTo(&PATH, path),
        place: Place::BeforePaths,
        category: Some(Category::General),
        doc: "PATH is a starting point, whatever it begins with",
        detail: "It stands before other paths, and may be repeated.",
    },
    Global {
        names: &["-O"],
        effect: Effect::SetTo(&LEVEL, level),
        place: Place::BeforePaths,
        category: Some(Category::General),
        doc: "taken for compatibility, as -O3; without effect",
        detail: "",
    },
    Global {
        names: &["-D"],
        effect: Effect::SetTo(&DEBUG, debug),
        place: Place::BeforePaths,
        category: Some(Category::General),
        doc: "taken for compatibility, without effect; see --explain",
        detail: "",
    },
    Global::general(&["--threads", "-j"], Effect::SetTo(&THREADS, threads), WITH_THREADS).detail(FEW_THREADS),
    Global::general(&["--queue-depth"], Effect::SetTo(&DEPTH, queue_depth), IN_DEPTH).detail(ONLY_COLD),
    Global::general(&["--io"], Effect::SetTo(&IO, io), BY_IO).detail(ANY_IO),
    Global::general(&["--cached"], Effect::Set(|request| request.cached = true), CACHED).detail(MAY_BE_OLD),
    Global::general(&["--max-ops"], Effect::SetTo(&OPERATIONS, max_ops), FEW_OPERATIONS).detail(WHAT_COUNTS),
    Global::general(
        &["--json"],
        Effect::Set(|request| request.json = request.json.take().or_else(|| Some(Json::default()))),
        "print an object of JSON a line, where -print is implied",
    )
    .detail(
        "Every key of --fields is shown. A path, target or name that is not UTF-8 stands in base64 under its key with \
             `_base64` behind it, such as `path_base64`. Times are RFC 3339 in UTC with nanoseconds; a year of more than four \
             digits has a sign. `mode` is a string of four octal digits. What there is not is null. It is an error if the \
             expression has an action that takes the place of -print.",
    ),
    Global::general(&["--fields"], Effect::SetTo(&KEYS, fields), "--json with these keys only, in this order")
        .detail("Only what is shown is asked for: `--fields path,type` needs no stat."),
    Global::general(&["--explain"], Effect::Set(|request| request.explain = true), "print how the walk would be done, and walk nothing")
        .detail(
            "It tells what is decided from the directories alone, what statx(2) is asked for and by which test, in which order \
         the tests are asked, and what is done one entry at a time.",
        ),
    Global::general(
        &["--color"],
        Effect::SetWhen(|request, when| request.color = when),
        "colour paths of -print and -ls always, never, or on a terminal (auto)",
    )
    .detail(
        "Colours are those of ls(1), by LS_COLORS. With `auto`, the default, there are none where NO_COLOR is set or TERM is \
             `dumb`; without WHEN it is `always`. WHEN may be the next word too. Actions that write something else than a path, or \
             to a file, have neither colours nor links nor icons. Only what the colours distinguish is asked for: where LS_COLORS says `ex=0:su=0:sg=0`, a file needs no \
             stat for its colour.",
    ),
    Global::general(
        &["--hyperlink"],
        Effect::SetWhen(|request, when| request.hyperlink = when),
        "make these paths links to the files, in the same cases; the default is never",
    )
    .detail(
        "The links are those of `ls --hyperlink` (OSC 8): a terminal that knows them opens the file. They name this machine and \
             the absolute path, with links in it followed.",
    ),
    Global::general(
        &["--icons"],
        Effect::SetWhen(|request, when| request.icons = when),
        "print icons before them, in the same cases; the default is never",
    )
    .detail(
        "They tell the type, and of files and directories what their names say. The font must have the glyphs of Nerd Fonts. \
             With `auto` there are none where the locale is not UTF-8.",
    ),
    Global::general(&["--stats"], Effect::Set(|request| request.stats = true), STATS).detail(STATS_LINES),
    Global::general(&["--generate"], Effect::ShowOne(&GENERATE, generate), "print a document of this program, and walk nothing"),
    Global::general(&["--help"], Effect::ShowAny(help::short, &TOPIC, help::topic), "print the words of TOPIC, a line each")
        .detail("Without TOPIC the words that are used most are shown, the topics and examples."),
    Global::general(&["-help"], Effect::Show(help::short), "as --help without TOPIC"),
    Global::general(&["--version", "-version"], Effect::Show(help::version), VERSION),
    Global {
        names: &["--no-plan"],
        effect: Effect::Set(|request| request.optimise = false),
        place: Place::Anywhere,
        category: None,
        doc: "evaluate the expression as it is written, for tests",
        detail: "",
    },
];

fn path(request: &mut Request, word: &[u8]) -> Result<(), Refusal> {
    request.roots.push(std::ffi::CString::new(word).map_err(|_| Refusal("holds a NUL"))?);
    Ok(())
}

fn level(_: &mut Request, word: &[u8]) -> Result<(), Refusal> {
    let digits = !word.is_empty() && word.iter().all(u8::is_ascii_digit);
    if digits { Ok(()) } else { Err(Refusal("is no number")) }
}

fn debug(_: &mut Request, word: &[u8]) -> Result<(), Refusal> {
    if word == b"help" { Err(Refusal("cannot be listed: --explain prints the plan")) } else { Ok(()) }
}

fn threads(request: &mut Request, word: &[u8]) -> Result<(), Refusal> {
    request.threads = Some(read_threads(word)?);
    Ok(())
}

fn queue_depth(request: &mut Request, word: &[u8]) -> Result<(), Refusal> {
    request.queue_depth = Some(read_depth(word)?);
    Ok(())
}

/// Reads a number of threads.
pub(super) fn read_threads(word: &[u8]) -> Result<usize, Refusal> {
    read_number(word, WORKERS_MAX).ok_or(Refusal("is no number of threads"))
}

/// Reads a number of operations.
pub(super) fn read_depth(word: &[u8]) -> Result<usize, Refusal> {
    read_number(word, QUEUE_DEPTH_MAX).ok_or(Refusal("is no number of operations"))
}

fn read_number(word: &[u8], most: usize) -> Option<usize> {
    let number = std::str::from_utf8(word).ok().filter(|text| text.bytes().all(|byte| byte.is_ascii_digit()));
    number.and_then(|text| text.parse().ok()).filter(|number| (1..=most).contains(number))
}

fn max_ops(request: &mut Request, word: &[u8]) -> Result<(), Refusal> {
    request.max_ops = Some(read_max_ops(word)?);
    Ok(())
}

/// Reads a number of operations.
pub(super) fn read_max_ops(word: &[u8]) -> Result<u32, Refusal> {
    let number = std::str::from_utf8(word).ok().filter(|text| text.bytes().all(|byte| byte.is_ascii_digit()));
    let operations = number.and_then(|text| text.parse().ok()).filter(|&operations| operations > 0);
    operations.ok_or(Refusal("is no number of operations"))
}

/// Reads one of `WHEN`.
pub(super) fn when(word: &[u8]) -> Result<When, Refusal> {
    match word {
        b"auto" => Ok(When::Auto),
        b"always" => Ok(When::Always),
        b"never" => Ok(When::Never),
        _ => Err(Refusal("does not say when")),
    }
}

fn fields(request: &mut Request, word: &[u8]) -> Result<(), Refusal> {
    request.json = Some(Json::parse(word).ok_or(Refusal("is no list of keys"))?);
    Ok(())
}

fn io(request: &mut Request, word: &[u8]) -> Result<(), Refusal> {
    request.io = read_io(word)?;
    Ok(())
}

/// Reads one of `WAYS`.
pub(super) fn read_io(word: &[u8]) -> Result<Io, Refusal> {
    match word {
        b"auto" => Ok(Io::Auto),
        b"ring" => Ok(Io::Ring),
        b"sync" => Ok(Io::Sync),
        _ => Err(Refusal("is no way to call the kernel")),
    }
}

fn generate(word: &[u8]) -> Result<String, Refusal> {
    documents::write(word).ok_or(Refusal("is no document"))
}

/// The options that the help shows.
pub(super) fn shown() -> impl Iterator<Item = &'static Global> {
    GLOBALS.iter().filter(|global| global.category.is_some())
}

/// The option that a word is, with its argument if that follows a `=` in the same word.
pub(super) fn find(word: &[u8]) -> Option<(&'static Global, Option<&[u8]>)> {
    let (name, inline) = match word.iter().position(|&byte| byte == b'=') {
        Some(at) if word.starts_with(b"--") => (&word[..at], Some(&word[at + 1..])),
        _ => match word {
            // `-j4`, `-O3`.
            [b'-', b'j' | b'O', digits @ ..] if !digits.is_empty() && digits.iter().all(u8::is_ascii_digit) => (&word[..2], Some(digits)),
            _ => (word, None),
        },
    };
    let global = GLOBALS.iter().find(|global| global.names.iter().any(|known| known.as_bytes() == name))?;
    Some((global, inline))
}
