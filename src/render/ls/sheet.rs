//! A listing: names with what stands before and behind them.

use super::{Format, Indicator, Names, Spots, Style, Widths};
use crate::base::{Details, Glyphs, Kind};
use crate::render::civil::Zones;
use crate::render::icon::{ICON_CELLS, push_icon};
use crate::render::link::Links;
use crate::render::number::{push_decimal, push_right};

/// An entry of a listing.
#[derive(Clone, Copy, Debug)]
pub struct Row<'a> {
    /// Its name.
    pub name: &'a [u8],
    /// What is known of it.
    pub details: &'a Details,
    /// Its absolute path, where names are links.
    pub place: &'a [u8],
}

/// A text with what it wears.
pub(super) struct Worn<'a> {
    pub(super) text: &'a [u8],
    /// The letters of its colour.
    pub(super) code: Option<&'a [u8]>,
    /// Where its link leads.
    pub(super) place: &'a [u8],
    /// Its place in the output is counted.
    pub(super) counts: bool,
}

/// A listing that is written.
#[derive(Debug)]
pub struct Sheet<'a, G> {
    /// How it looks.
    pub style: &'a Style,
    /// How characters look.
    pub glyphs: &'a G,
    /// Its columns.
    pub widths: Widths,
    /// The names of owners.
    pub names: &'a Names,
    /// Some name has quotation marks, so that others are moved.
    pub some_quoted: bool,
    /// Something was coloured before.
    pub coloured: bool,
    /// Where names are, if that is counted.
    pub spots: &'a mut Spots,
}

impl<G: Glyphs> Sheet<'_, G> {
    /// Appends all rows in their order.
    pub fn push(&mut self, to: &mut Vec<u8>, rows: &[Row<'_>], zones: &mut impl Zones) {
        match self.style.format {
            Format::Lines => {
                for row in rows {
                    self.push_cell(to, row, 0);
                    to.push(self.style.eol);
                }
            }
            Format::Long => {
                let unknown = std::cell::OnceCell::new();
                for row in rows {
                    self.push_long(to, row, &unknown, zones);
                    to.push(self.style.eol);
                }
            }
            Format::Columns | Format::Across if self.style.line == 0 => self.push_run(to, rows, b' '),
            Format::Columns => self.push_columns(to, rows, true),
            Format::Across => self.push_columns(to, rows, false),
            Format::Commas => self.push_run(to, rows, b','),
        }
    }

    /// Appends a name with what is shown before and behind it outside of long lines; it begins at a column.
    pub(super) fn push_cell(&mut self, to: &mut Vec<u8>, row: &Row<'_>, column: usize) {
        self.push_normal(to);
        self.push_numbers(to, row.details, self.style.format == Format::Commas);
        if self.style.context {
            let width = if self.style.format == Format::Commas { 0 } else { self.widths.context };
            push_text_right(to, row.details.context.as_deref().unwrap_or(b"?"), width);
            to.push(b' ');
        }
        self.push_name(to, row, column);
        to.extend(self.mark(row.details));
    }

    /// Appends inode number and disk usage, where they are shown.
    pub(super) fn push_numbers(&self, to: &mut Vec<u8>, details: &Details, narrow: bool) {
        let width = |width| if narrow { 0 } else { width };
        if self.style.inode {
            match details.is_told() && details.ino != 0 {
                true => push_right(to, details.ino, width(self.widths.inode)),
                false => push_text_right(to, b"?", width(self.widths.inode)),
            }
            to.push(b' ');
        }
        if self.style.blocks {
            match details.is_told() {
                true => self.style.amount.push_right(to, details.blocks.saturating_mul(512), width(self.widths.blocks)),
                false => push_text_right(to, b"?", width(self.widths.blocks)),
            }
            to.push(b' ');
        }
    }

    /// Columns that `push_cell` takes.
    pub(super) fn cell_width(&self, row: &Row<'_>, scratch: &mut Vec<u8>) -> usize {
        let narrow = self.style.format == Format::Commas;
        let mut width = 0;
        if narrow {
            scratch.clear();
            self.push_numbers(scratch, row.details, true);
            width += scratch.len();
        } else {
            width += if self.style.inode { self.widths.inode + 1 } else { 0 };
            width += if self.style.blocks { self.widths.blocks + 1 } else { 0 };
        }
        if self.style.context {
            width += 1 + if narrow { row.details.context.as_ref().map_or(1, |context| context.len()) } else { self.widths.context };
        }
        let icon = if self.style.icons { ICON_CELLS } else { 0 };
        width
            + icon
            + self.style.name_width(row.name, self.some_quoted, scratch, self.glyphs)
            + usize::from(self.mark(row.details).is_some())
    }

    /// Appends a name in its colour. Its bytes, without those of the colours.
    pub(super) fn push_name(&mut self, to: &mut Vec<u8>, row: &Row<'_>, column: usize) -> usize {
        if self.style.icons {
            push_icon(to, row.details.kind, row.name);
        }
        let moved = self.style.aligned && self.some_quoted && !self.style.quoting.changes(row.name, self.glyphs);
        if moved {
            to.push(b' ');
        }
        let code = self.style.colours.as_ref().and_then(|colours| colours.of_row(row));
        let name = Worn { text: row.name, code, place: row.place, counts: self.style.dired };
        usize::from(moved) + self.push_worn(to, &name, column, usize::from(moved))
    }

    /// Appends a text in a colour and a link; it begins at a column, with so many more before it.
    pub(super) fn push_worn(&mut self, to: &mut Vec<u8>, worn: &Worn<'_>, column: usize, more: usize) -> usize {
        let style = self.style;
        if let (Some(colours), Some(code)) = (&style.colours, worn.code) {
            self.begin_colours(to, true);
            self.uncounted(to, |to| colours.push_begin(to, code));
        }
        let length = self.push_linked(to, worn);
        if worn.counts {
            let spot = self.spots.note(to, length);
            self.spots.names.extend(spot);
        }
        if let Some(colours) = style.colours.as_ref().filter(|colours| worn.code.is_some() || colours.has_normal()) {
            let (line, end) = (style.line, column + length + more);
            self.uncounted(to, |to| {
                colours.push_end(to);
                if line > 0 && end > 0 && column / line != (end - 1) / line {
                    colours.push_clear(to);
                }
            });
        }
        length
    }

    /// Appends what does not count where places of names are counted.
    pub(super) fn uncounted(&mut self, to: &mut Vec<u8>, push: impl FnOnce(&mut Vec<u8>)) {
        let before = to.len();
        push(to);
        self.spots.before = self.spots.before.wrapping_sub(to.len() - before);
    }

    /// Appends a text in a link, if names are links. Its bytes, without those of the link.
    fn push_linked(&self, to: &mut Vec<u8>, worn: &Worn<'_>) -> usize {
        let start = to.len();
        let shown = self.style.quoting.push(to, worn.text, self.glyphs);
        let length = to.len() - start;
        let Some(links) = self.style.links.as_ref().filter(|_| !worn.place.is_empty()) else { return length };
        let text = to.split_off(start);
        // Quotation marks that stand out to the left stay outside, so that links are aligned.
        let outside = usize::from(self.style.aligned && self.some_quoted && shown.quoted);
        to.extend_from_slice(&text[..outside]);
        links.open(to, &[worn.place]);
        to.extend_from_slice(&text[outside..length - outside]);
        Links::close(to);
        to.extend_from_slice(&text[length - outside..]);
        length
    }

    /// The first colour of a run is set against a terminal that may have one already.
    pub(super) fn begin_colours(&mut self, to: &mut Vec<u8>, begins: bool) {
        let style = self.style;
        if let Some(colours) = style.colours.as_ref().filter(|_| begins && !self.coloured) {
            self.coloured = true;
            self.uncounted(to, |to| colours.push_end(to));
        }
    }

    /// Appends the colour of what is no name, if it has one.
    pub(super) fn push_normal(&mut self, to: &mut Vec<u8>) {
        let style = self.style;
        if let Some(colours) = style.colours.as_ref().filter(|colours| colours.has_normal()) {
            self.begin_colours(to, true);
            self.uncounted(to, |to| colours.push_normal(to));
        }
    }

    /// The mark behind a name.
    pub(super) fn mark(&self, details: &Details) -> Option<u8> {
        mark(self.style.indicator, details.kind, details.is_told().then_some(details.mode))
    }
}

/// The mark of a type, with its permissions if they are known.
pub(super) fn mark(indicator: Indicator, kind: Kind, mode: Option<u32>) -> Option<u8> {
    match kind {
        _ if indicator == Indicator::None => None,
        Kind::Regular => (indicator == Indicator::Classify && mode.is_some_and(|mode| mode & 0o111 != 0)).then_some(b'*'),
        Kind::Directory => Some(b'/'),
        _ if indicator == Indicator::Slash => None,
        Kind::Symlink => Some(b'@'),
        Kind::Fifo => Some(b'|'),
        Kind::Socket => Some(b'='),
        Kind::BlockDevice | Kind::CharDevice | Kind::Unknown => None,
    }
}

/// Appends a text aligned to the right.
pub(super) fn push_text_right(to: &mut Vec<u8>, text: &[u8], width: usize) {
    to.resize(to.len() + width.saturating_sub(text.len()), b' ');
    to.extend_from_slice(text);
}

/// Appends a number aligned to the right, and a blank.
pub(super) fn push_number(to: &mut Vec<u8>, number: u64, width: usize) {
    if width == 0 {
        push_decimal(to, number);
    } else {
        push_right(to, number, width);
    }
    to.push(b' ');
}
