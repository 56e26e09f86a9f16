//! The words that options of ls take, and how they are read.

use super::draft::Draft;
use crate::base::{Misfit, Scaled, Unmatched, abbreviated};
use crate::expr::{Fill, Refusal, Shape};
use crate::plan::Amount;
use crate::plan::When;
use crate::plan::ls::{ByTerminal, Format, Indicator, SortBy, TimeOf, quoting_style, read_width};

pub(super) const BLOCK: Shape =
    Shape { label: "SIZE", expected: "a size such as 512, 1K or MB, human-readable or si", fill: Fill::Nothing };
pub(super) const PATTERN: Shape = Shape { label: "PATTERN", expected: "a pattern", fill: Fill::Nothing };
pub(super) const COLUMNS: Shape = Shape { label: "COLUMNS", expected: "a number of columns", fill: Fill::Nothing };
pub(super) const WHEN: Shape = Shape {
    label: "WHEN",
    expected: "one of always auto never",
    fill: Fill::Choice(&[("always", "whatever the output is"), ("auto", "on a terminal"), ("never", "not at all")]),
};
pub(super) const STYLE: Shape = Shape {
    label: "STYLE",
    expected: "one of full-iso long-iso iso locale, or + and a format",
    fill: Fill::Choice(&[
        ("full-iso", "with nanoseconds and the offset from UTC"),
        ("long-iso", "up to the minute"),
        ("iso", "the day, and of the last half year the minute"),
        ("locale", "as ls always had it, the default"),
    ]),
};
pub(super) const SORT: Shape = Shape {
    label: "WORD",
    expected: "one of none name time size extension version width",
    fill: Fill::Choice(&[
        ("none", "as the directory has them, as -U"),
        ("name", "by the bytes of their names, the default"),
        ("time", "the latest first, as -t"),
        ("size", "the largest first, as -S"),
        ("extension", "by what follows the last dot, as -X"),
        ("version", "with numbers in the names as numbers, as -v"),
        ("width", "the narrowest first"),
    ]),
};
pub(super) const TIME: Shape = Shape {
    label: "WORD",
    expected: "one of atime access use ctime status birth creation",
    fill: Fill::Choice(&[
        ("atime", "of the last access, as -u"),
        ("access", "the same"),
        ("use", "the same"),
        ("ctime", "of the last change of the inode, as -c"),
        ("status", "the same"),
        ("birth", "of birth"),
        ("creation", "the same"),
    ]),
};
pub(super) const FORMAT: Shape = Shape {
    label: "WORD",
    expected: "one of verbose long commas horizontal across vertical single-column",
    fill: Fill::Choice(&[
        ("long", "as -l"),
        ("verbose", "the same"),
        ("single-column", "as -1"),
        ("vertical", "as -C"),
        ("across", "as -x"),
        ("horizontal", "the same"),
        ("commas", "as -m"),
    ]),
};
pub(super) const INDICATOR: Shape = Shape {
    label: "WORD",
    expected: "one of none slash file-type classify",
    fill: Fill::Choice(&[("none", "no mark, the default"), ("slash", "as -p"), ("file-type", "as --file-type"), ("classify", "as -F")]),
};
pub(super) const QUOTING: Shape = Shape {
    label: "WORD",
    expected: "one of literal shell shell-always shell-escape shell-escape-always c escape locale clocale",
    fill: Fill::Choice(&[
        ("literal", "as they are"),
        ("shell", "as words for a shell, in quotation marks where they need them"),
        ("shell-always", "the same, always in quotation marks"),
        ("shell-escape", "as shell, with escapes for what cannot be shown"),
        ("shell-escape-always", "the same, always in quotation marks"),
        ("c", "as texts of C, as -Q"),
        ("escape", "with the escapes of C, as -b"),
        ("locale", "the same between the quotation marks of the locale"),
        ("clocale", "the same, between those of C in the C locale"),
    ]),
};

fn refusal(unmatched: Unmatched) -> Refusal {
    Refusal(unmatched.reason())
}

pub(super) const fn misfit(misfit: Misfit) -> Refusal {
    Refusal(misfit.reason())
}

pub(super) fn block(draft: &mut Draft, word: &[u8]) -> Result<(), Refusal> {
    draft.request.amount = Some(Amount::parse(word).map_err(misfit)?);
    Ok(())
}

pub(super) fn sort(draft: &mut Draft, word: &[u8]) -> Result<(), Refusal> {
    let orders = [
        ("none", SortBy::Nothing),
        ("time", SortBy::Time),
        ("size", SortBy::Size),
        ("extension", SortBy::Extension),
        ("version", SortBy::Version),
        ("width", SortBy::Width),
    ];
    // GNU's has no word for the usual order: what abbreviates a word is one of its own.
    let order = if word == b"name" { SortBy::Name } else { abbreviated(word, orders).map_err(refusal)? };
    draft.request.sort = Some(order);
    Ok(())
}

pub(super) fn time(draft: &mut Draft, word: &[u8]) -> Result<(), Refusal> {
    let times = [
        ("atime", TimeOf::Access),
        ("access", TimeOf::Access),
        ("use", TimeOf::Access),
        ("ctime", TimeOf::Change),
        ("status", TimeOf::Change),
        ("birth", TimeOf::Birth),
        ("creation", TimeOf::Birth),
    ];
    draft.request.time = abbreviated(word, times).map_err(refusal)?;
    Ok(())
}

pub(super) fn format(draft: &mut Draft, word: &[u8]) -> Result<(), Refusal> {
    let formats = [
        ("verbose", Format::Long),
        ("long", Format::Long),
        ("commas", Format::Commas),
        ("horizontal", Format::Across),
        ("across", Format::Across),
        ("vertical", Format::Columns),
        ("single-column", Format::Lines),
    ];
    draft.request.format = Some(abbreviated(word, formats).map_err(refusal)?);
    Ok(())
}

pub(super) fn indicator(draft: &mut Draft, word: &[u8]) -> Result<(), Refusal> {
    let marks = [("none", Indicator::None), ("slash", Indicator::Slash), ("file-type", Indicator::Type), ("classify", Indicator::Classify)];
    draft.request.indicator = ByTerminal::both(abbreviated(word, marks).map_err(refusal)?);
    Ok(())
}

pub(super) fn quoting(draft: &mut Draft, word: &[u8]) -> Result<(), Refusal> {
    draft.request.quoting = Some(quoting_style(word).map_err(refusal)?);
    Ok(())
}

/// Reads WHEN; without it, always is meant.
pub(super) fn when(word: Option<&[u8]>) -> Result<When, Refusal> {
    let words = [
        ("always", When::Always),
        ("yes", When::Always),
        ("force", When::Always),
        ("never", When::Never),
        ("no", When::Never),
        ("none", When::Never),
        ("auto", When::Auto),
        ("tty", When::Auto),
        ("if-tty", When::Auto),
    ];
    word.map_or(Ok(When::Always), |word| abbreviated(word, words)).map_err(refusal)
}

pub(super) fn classify(draft: &mut Draft, word: Option<&[u8]>) -> Result<(), Refusal> {
    match when(word)? {
        When::Always => draft.request.indicator = ByTerminal::both(Indicator::Classify),
        When::Auto => draft.request.indicator.terminal = Indicator::Classify,
        When::Never => {}
    }
    Ok(())
}

pub(super) fn color(draft: &mut Draft, word: Option<&[u8]>) -> Result<(), Refusal> {
    draft.request.color = when(word)?;
    Ok(())
}

pub(super) fn width(draft: &mut Draft, word: &[u8]) -> Result<(), Refusal> {
    draft.request.width = Some(read_width(word).ok_or(Refusal("is no number of columns"))?);
    Ok(())
}

pub(super) fn tab(draft: &mut Draft, word: &[u8]) -> Result<(), Refusal> {
    let size = Scaled::read(word, b"").unsigned().ok().and_then(|size| isize::try_from(size).ok()?.try_into().ok());
    draft.request.tab = Some(size.ok_or(Refusal("is no number of columns"))?);
    Ok(())
}
