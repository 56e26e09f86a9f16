//! The long line: type and permissions, links, owners, length, time, name, and where a link leads.

use super::sheet::{Row, Sheet, Worn, mark, push_number, push_text_right};
use super::{Indicator, widths::Name};
use crate::base::{Details, Glyphs, Kind, Time};
use crate::render::civil::Zones;
use crate::render::kind_letter;
use crate::render::mode::letters;
use std::cell::OnceCell;

impl<G: Glyphs> Sheet<'_, G> {
    /// Appends a line without its end. `unknown` remembers the columns of times that are not known.
    pub(super) fn push_long(&mut self, to: &mut Vec<u8>, row: &Row<'_>, unknown: &OnceCell<usize>, zones: &mut impl Zones) {
        self.push_normal(to);
        self.style.push_indent(to);
        let details = row.details;
        // Where the text begins that the columns of the name are counted from: behind the owners, if there are any.
        let mut start = to.len();
        self.push_numbers(to, details, false);
        self.push_mode(to, details);
        match details.is_told() {
            true => push_number(to, details.nlink.into(), self.widths.links),
            false => {
                push_text_right(to, b"?", self.widths.links);
                to.push(b' ');
            }
        }
        let style = self.style;
        if style.owner || style.group || style.author || style.context {
            self.push_owners(to, details);
            start = to.len();
        }
        self.push_size(to, details);
        self.push_time(to, details.time.filter(|_| details.is_told()), unknown, zones);
        let column = to.len() - start;
        let width = self.push_name(to, row, column);
        match details.target.as_ref().filter(|_| details.kind == Kind::Symlink) {
            Some(target) => {
                to.extend_from_slice(b" -> ");
                let code = style.colours.as_ref().and_then(|colours| colours.of_target(&target.path, target.mode, details));
                self.push_worn(to, &Worn { text: &target.path, code, place: row.place, counts: false }, column + width + 4, 0);
                if style.indicator != Indicator::None {
                    let mode = target.mode.unwrap_or(0);
                    to.extend(mark(style.indicator, Kind::from_mode(mode), Some(mode)));
                }
            }
            // A link that could not be read has no mark either.
            None if details.kind == Kind::Symlink => {}
            None => to.extend(self.mark(details)),
        }
    }

    fn push_mode(&self, to: &mut Vec<u8>, details: &Details) {
        if details.is_told() {
            to.extend_from_slice(&letters(details.mode));
        } else {
            to.push(match details.kind {
                Kind::Regular => b'-',
                Kind::Unknown => b'?',
                kind => kind_letter(kind),
            });
            to.extend_from_slice(b"?????????");
        }
        if self.widths.marks {
            to.push(match (details.acl, details.labelled) {
                _ if !details.is_told() => b'?',
                (true, _) => b'+',
                (false, true) => b'.',
                (false, false) => b' ',
            });
        }
        to.push(b' ');
    }

    fn push_owners(&self, to: &mut Vec<u8>, details: &Details) {
        let told = details.is_told();
        let mut push = |shown: bool, name: Option<&Name>, id: u32, width: usize| match name {
            _ if !shown => {}
            _ if !told => push_left(to, b"?", 1, width),
            Some(name) => push_left(to, &name.text, name.columns, width),
            None => push_number(to, id.into(), width),
        };
        let user = self.names.user(details.uid);
        push(self.style.owner, user, details.uid, self.widths.owner);
        push(self.style.group, self.names.group(details.gid), details.gid, self.widths.group);
        push(self.style.author, user, details.uid, self.widths.owner);
        if self.style.context {
            let context = details.context.as_deref().unwrap_or(b"?");
            push_left(to, context, context.len(), self.widths.context);
        }
    }

    fn push_size(&self, to: &mut Vec<u8>, details: &Details) {
        let widths = &self.widths;
        if !details.is_told() {
            push_text_right(to, b"?", widths.size);
        } else if matches!(details.kind, Kind::CharDevice | Kind::BlockDevice) {
            let more = widths.size.saturating_sub(widths.major + 2 + widths.minor);
            push_number(to, details.rdev_major.into(), widths.major + more);
            to.pop();
            to.extend_from_slice(b", ");
            return push_number(to, details.rdev_minor.into(), widths.minor);
        } else {
            self.style.sizes.push_right(to, details.size, widths.size);
        }
        to.push(b' ');
    }

    fn push_time(&self, to: &mut Vec<u8>, time: Option<Time>, unknown: &OnceCell<usize>, zones: &mut impl Zones) {
        let start = to.len();
        let times = &self.style.times;
        let written = match time {
            Some(time) => times.push(to, time, self.style.now, zones),
            None => {
                to.push(b'?');
                false
            }
        };
        if !written {
            let width = *unknown.get_or_init(|| times.columns(zones));
            let text = to.split_off(start);
            push_text_right(to, &text, width);
        }
        to.push(b' ');
    }
}

fn push_left(to: &mut Vec<u8>, text: &[u8], columns: usize, width: usize) {
    to.extend_from_slice(text);
    to.resize(to.len() + width.saturating_sub(columns) + 1, b' ');
}
