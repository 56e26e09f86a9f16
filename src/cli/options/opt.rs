//! What there is to say about an option of a command, and what it may do.

use crate::cli::items::Item;
use crate::expr::{Refusal, Shape};

/// What an option does to a draft `D` of a request. It only notes something; nothing happens while the command line is read.
#[derive(Debug)]
pub(in crate::cli) enum Effect<D> {
    /// Shows a text instead of doing anything.
    Show(fn() -> String),
    /// Notes something.
    Set(fn(&mut D)),
    /// Notes its argument: what follows it in its word, or the next word.
    SetTo(&'static Shape, fn(&mut D, &[u8]) -> Result<(), Refusal>),
    /// Notes its argument, which may be missing: what follows a `=`.
    SetMaybe(&'static Shape, fn(&mut D, Option<&[u8]>) -> Result<(), Refusal>),
    /// Takes the rest of the command line for an expression.
    Filter(&'static Shape),
}

/// An option.
#[derive(Debug)]
pub(in crate::cli) struct Opt<D> {
    /// Its names, a dash and a letter or two dashes and a word; letters first.
    pub(in crate::cli) names: &'static [&'static str],
    /// What it does.
    pub(in crate::cli) effect: Effect<D>,
    /// GNU's program has it. What abbreviates such an option is taken for it, whatever other options begin alike.
    pub(in crate::cli) standard: bool,
    /// What is wrong with its argument is told when everything is read: a later --help wins.
    pub(in crate::cli) patient: bool,
    /// Its heading in the help.
    pub(in crate::cli) group: &'static str,
    /// Its line in the help.
    pub(in crate::cli) doc: &'static str,
    /// What the manual says beyond that line: whole sentences, literal text in backquotes.
    pub(in crate::cli) detail: &'static str,
}

impl<D> Opt<D> {
    /// One that GNU's program has too.
    pub(in crate::cli) const fn standard(
        group: &'static str,
        names: &'static [&'static str],
        effect: Effect<D>,
        doc: &'static str,
    ) -> Self {
        Self { names, effect, standard: true, patient: false, group, doc, detail: "" }
    }

    /// One of uwalk's own.
    pub(in crate::cli) const fn own(group: &'static str, names: &'static [&'static str], effect: Effect<D>, doc: &'static str) -> Self {
        Self { names, effect, standard: false, patient: false, group, doc, detail: "" }
    }

    pub(in crate::cli) const fn detail(mut self, detail: &'static str) -> Self {
        self.detail = detail;
        self
    }

    pub(in crate::cli) const fn patient(mut self) -> Self {
        self.patient = true;
        self
    }

    /// The words behind two dashes.
    pub(in crate::cli) fn long_names(&self) -> impl Iterator<Item = &'static str> + use<D> {
        self.names.iter().filter_map(|name| name.strip_prefix("--"))
    }

    /// The letters behind one dash.
    pub(in crate::cli) fn letters(&self) -> impl Iterator<Item = u8> + use<D> {
        self.names.iter().filter_map(|name| match name.as_bytes() {
            [b'-', letter] => Some(*letter),
            _ => None,
        })
    }

    /// Its argument, if it has one.
    pub(in crate::cli) const fn shape(&self) -> Option<&'static Shape> {
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
