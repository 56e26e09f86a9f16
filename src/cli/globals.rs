//! The options of the program itself, one row each: `--threads` and its like, and which links are followed.

use super::help;
use crate::base::bounds::WORKERS_MAX;
use crate::expr::{Category, Refusal, Shape};
use crate::plan::{Follow, Io, Request};

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
    /// Sets something.
    Set(fn(&mut Request)),
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
}

impl Global {
    const fn links(names: &'static [&'static str], set: fn(&mut Request), doc: &'static str) -> Self {
        Self { names, effect: Effect::Set(set), place: Place::BeforePaths, category: Some(Category::Links), doc }
    }

    const fn general(names: &'static [&'static str], effect: Effect, doc: &'static str) -> Self {
        Self { names, effect, place: Place::Anywhere, category: Some(Category::General), doc }
    }

    /// Its own name.
    pub(super) fn name(&self) -> &'static str {
        self.names.first().copied().unwrap_or_default()
    }

    /// What stands for the argument in the help; empty if there is none.
    pub(super) const fn label(&self) -> &'static str {
        match self.effect {
            Effect::SetTo(shape, _) => shape.label,
            Effect::Show(_) | Effect::Set(_) => "",
        }
    }
}

const THREADS: Shape = Shape { label: "N", expected: "a number from 1 to 512" };
const IO: Shape = Shape { label: "HOW", expected: "one of auto ring sync" };
const _: () = assert!(WORKERS_MAX == 512, "the text of THREADS says so");

static GLOBALS: &[Global] = &[
    Global::links(&["-P"], |request| request.follow = Follow::Never, "follow none; the default"),
    Global::links(&["-H"], |request| request.follow = Follow::Roots, "follow those that are among the paths"),
    Global::links(&["-L"], |request| request.follow = Follow::Always, "follow all"),
    Global::general(&["--threads"], Effect::SetTo(&THREADS, threads), "walk with N threads; the default is one a processor"),
    Global::general(&["--io"], Effect::SetTo(&IO, io), "call the kernel by io_uring (ring), plainly (sync), or as is faster (auto)"),
    Global::general(&["--explain"], Effect::Set(|request| request.explain = true), "print how the walk would be done, and walk nothing"),
    Global::general(&["--help", "-help"], Effect::Show(help::usage), "print this text"),
    Global::general(&["--version", "-version"], Effect::Show(help::version), "print the version"),
    Global {
        names: &["--no-plan"],
        effect: Effect::Set(|request| request.optimise = false),
        place: Place::Anywhere,
        category: None,
        doc: "evaluate the expression as it is written, for tests",
    },
];

fn threads(request: &mut Request, word: &[u8]) -> Result<(), Refusal> {
    let number = std::str::from_utf8(word).ok().filter(|text| text.bytes().all(|byte| byte.is_ascii_digit()));
    let threads = number.and_then(|text| text.parse().ok()).filter(|threads| (1..=WORKERS_MAX).contains(threads));
    request.threads = Some(threads.ok_or(Refusal("is no number of threads"))?);
    Ok(())
}

fn io(request: &mut Request, word: &[u8]) -> Result<(), Refusal> {
    request.io = match word {
        b"auto" => Io::Auto,
        b"ring" => Io::Ring,
        b"sync" => Io::Sync,
        _ => return Err(Refusal("is no way to call the kernel")),
    };
    Ok(())
}

/// The options that the help shows.
pub(super) fn shown() -> impl Iterator<Item = &'static Global> {
    GLOBALS.iter().filter(|global| global.category.is_some())
}

/// The option that a word is, with its argument if that follows a `=` in the same word.
pub(super) fn find(word: &[u8]) -> Option<(&'static Global, Option<&[u8]>)> {
    let (name, inline) = match word.iter().position(|&byte| byte == b'=') {
        Some(at) if word.starts_with(b"--") => (&word[..at], Some(&word[at + 1..])),
        _ => (word, None),
    };
    let global = GLOBALS.iter().find(|global| global.names.iter().any(|known| known.as_bytes() == name))?;
    Some((global, inline))
}
