//! What there is to say about an option of du, and what it may do.

use super::draft::Draft;
use crate::cli::items::Item;
use crate::expr::{Refusal, Shape};

/// Under which heading the help lists an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::cli) enum Group {
    /// What adds to the sums.
    Counted,
    /// Which files are looked at.
    Walk,
    /// Which sums are shown.
    Lines,
    /// How they are shown.
    Form,
    /// Options of the program itself.
    General,
}

impl Group {
    /// All of them in the order of the help, with their headings.
    pub(in crate::cli) const ALL: [(Self, &str); 5] = [
        (Self::Counted, "What is counted"),
        (Self::Walk, "Where it is looked for"),
        (Self::Lines, "Which lines are printed"),
        (Self::Form, "How they are written"),
        (Self::General, "General options"),
    ];
}

/// What an option does. It only notes something; nothing happens while the command line is read.
#[derive(Debug)]
pub(super) enum Effect {
    /// Shows a text instead of walking.
    Show(fn() -> String),
    /// Notes something.
    Set(fn(&mut Draft)),
    /// Notes its argument: what follows it in its word, or the next word.
    SetTo(&'static Shape, fn(&mut Draft, &[u8]) -> Result<(), Refusal>),
    /// Notes its argument, which may be missing: what follows a `=`.
    SetMaybe(&'static Shape, fn(&mut Draft, Option<&[u8]>) -> Result<(), Refusal>),
    /// Takes the rest of the command line for an expression.
    Filter(&'static Shape),
}

/// An option.
#[derive(Debug)]
pub(in crate::cli) struct Opt {
    /// Its names, a dash and a letter or two dashes and a word; letters first.
    pub(super) names: &'static [&'static str],
    /// What it does.
    pub(super) effect: Effect,
    /// GNU's du has it. What abbreviates such an option is taken for it, whatever other options begin alike.
    pub(super) standard: bool,
    /// What is wrong with its argument is told when everything is read: a later --help wins.
    pub(super) patient: bool,
    /// Its heading in the help.
    pub(in crate::cli) group: Group,
    /// Its line in the help.
    pub(super) doc: &'static str,
    /// What the manual says beyond that line: whole sentences, literal text in backquotes.
    pub(super) detail: &'static str,
}

impl Opt {
    /// One that GNU's du has too.
    pub(super) const fn standard(group: Group, names: &'static [&'static str], effect: Effect, doc: &'static str) -> Self {
        Self { names, effect, standard: true, patient: false, group, doc, detail: "" }
    }

    /// One of uwalk's own.
    pub(super) const fn own(group: Group, names: &'static [&'static str], effect: Effect, doc: &'static str) -> Self {
        Self { standard: false, ..Self::standard(group, names, effect, doc) }
    }

    pub(super) const fn detail(self, detail: &'static str) -> Self {
        Self { detail, ..self }
    }

    pub(super) const fn patient(self) -> Self {
        Self { patient: true, ..self }
    }

    /// The words behind two dashes.
    pub(super) fn long_names(&self) -> impl Iterator<Item = &'static str> {
        self.names.iter().filter_map(|name| name.strip_prefix("--"))
    }

    /// The letters behind one dash.
    pub(super) fn letters(&self) -> impl Iterator<Item = u8> {
        self.names.iter().filter_map(|name| match name.as_bytes() {
            [b'-', letter] => Some(*letter),
            _ => None,
        })
    }

    /// Its argument, if it has one.
    pub(super) const fn shape(&self) -> Option<&'static Shape> {
        match self.effect {
            Effect::SetTo(shape, _) | Effect::SetMaybe(shape, _) | Effect::Filter(shape) => Some(shape),
            Effect::Show(_) | Effect::Set(_) => None,
        }
    }

    /// As the texts about options list it.
    pub(in crate::cli) fn item(&self) -> Item {
        let long = self.long_names().next().is_some();
        let between = match self.effect {
            Effect::SetTo(..) if long => "=",
            Effect::SetMaybe(..) => "[=",
            _ => " ",
        };
        Item { names: self.names, shape: self.shape(), between, doc: self.doc, detail: self.detail }
    }
}
