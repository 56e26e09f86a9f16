//! What happens in the order of the tree, one thing at a time: inodes that count once are charged, and directories whose
//! everything is summed up get their lines.

use super::Setting;
use super::named::NamedLinks;
use super::node::{Node, Sums};
use super::program::{Measure, Sort};
use super::progress;
use super::seen::Seen;
use super::top::Top;
use crate::base::{Time, push_safe};
use crate::eval::zone::Zone;
use crate::render::json;
use std::sync::Arc;

/// What was done so far.
pub(super) struct Front {
    pub seen: Seen,
    pub top: Option<Top>,
    pub zone: Zone,
    /// With `Sort::Size` the lines of the argument at hand.
    lines: Lines,
}

/// Lines that wait for their order, back to back.
#[derive(Default)]
struct Lines {
    text: Vec<u8>,
    /// The size of each, and where it begins.
    places: Vec<(u64, usize)>,
}

impl Lines {
    /// Appends the lines by size; equal ones stay as they came.
    fn push_sorted(self, out: &mut Vec<u8>) {
        let Self { text, places } = self;
        let ends = places.iter().skip(1).map(|(_, start)| *start).chain(std::iter::once(text.len()));
        let mut order: Vec<(u64, usize, usize)> = places.iter().zip(ends).map(|((size, start), end)| (*size, *start, end)).collect();
        order.sort_unstable();
        order.iter().for_each(|(_, start, end)| out.extend_from_slice(&text[*start..*end]));
    }
}

impl Front {
    pub(super) fn new(top: Option<usize>) -> Self {
        Self { seen: Seen::default(), top: top.map(Top::new), zone: Zone::default(), lines: Lines::default() }
    }
}

impl Setting {
    /// Charges entries of `node` that stand together in the order of the tree.
    pub(super) fn charge_named(&self, node: &Node, links: &mut NamedLinks, out: &mut Vec<u8>) {
        let mut front = self.front();
        let mut new = Sums::default();
        for (name, link) in links.iter() {
            if front.seen.insert(link.id) {
                new.add(&link.sums);
                if self.shows_entries_of(node) {
                    self.show(&mut front, &link.sums, |to| node.push_entry(name, to), out);
                }
            }
        }
        node.lock().own.add(&new);
        progress::note(&new);
    }

    /// All of a directory is summed up: what counts once is charged, its line is written, and its sums go up.
    pub(super) fn end(&self, node: &Arc<Node>, out: &mut Vec<u8>) {
        let mut front = self.front();
        let (links, mut own, below) = {
            let mut inner = node.lock();
            (std::mem::take(&mut inner.links), inner.own, inner.below)
        };
        let mut new = Sums::default();
        for link in links.drain() {
            if self.fold.sole || front.seen.insert(link.id) {
                new.add(&link.sums);
            }
        }
        own.add(&new);
        progress::note(&new);
        if let Some(line) = self.add_up(node, own, &below) {
            self.show(&mut front, &line, |to| node.push_path(to), out);
        }
        if node.level == 1 {
            self.end_argument(&mut front, out);
        }
    }

    /// Adds the sums of a directory to what it lies in; what its line shows, if it has one.
    pub(super) fn add_up(&self, node: &Node, own: Sums, below: &Sums) -> Option<Sums> {
        let mut all = own;
        all.add(below);
        let parent = node.parent()?;
        parent.lock().below.add(&all);
        let depth = parent.level;
        // Where only some entries count, a directory without any is shown only if it is an argument.
        let counts = self.filter.is_none() || all.inodes > 0 || depth == 0;
        (counts && depth <= self.fold.max_depth).then_some(if self.fold.separate { own } else { all })
    }

    /// An argument is done: in the order of sizes its lines could not be written before.
    pub(super) fn end_argument(&self, front: &mut Front, out: &mut Vec<u8>) {
        std::mem::take(&mut front.lines).push_sorted(out);
    }

    /// Shows a line that is due, or keeps it for its order.
    pub(super) fn show(&self, front: &mut Front, sums: &Sums, path: impl FnOnce(&mut Vec<u8>), out: &mut Vec<u8>) {
        let Some(size) = self.size_shown(sums) else { return };
        if let Some(top) = &mut front.top {
            top.offer(size, sums, path);
        } else if self.fold.sort == Some(Sort::Size) {
            let Front { lines, zone, .. } = front;
            lines.places.push((size, lines.text.len()));
            self.push_line(zone, sums, path, &mut lines.text);
        } else {
            self.push_line(&mut front.zone, sums, path, out);
        }
    }

    /// The size that a line shows; `None` if the threshold hides it.
    pub(super) fn size_shown(&self, sums: &Sums) -> Option<u64> {
        let size = self.size(sums);
        self.fold.threshold.is_none_or(|threshold| threshold.admits(size)).then_some(size)
    }

    fn size(&self, sums: &Sums) -> u64 {
        if self.fold.measure == Measure::Inodes { sums.inodes } else { sums.bytes }
    }

    /// Writes a line.
    pub(super) fn push_line(&self, zone: &mut Zone, sums: &Sums, path: impl FnOnce(&mut Vec<u8>), to: &mut Vec<u8>) {
        if self.fold.json {
            self.push_object(sums, path, to);
            return;
        }
        self.fold.amount.push(to, self.size(sums));
        if let Some(shown) = &self.fold.time {
            to.push(b'\t');
            let time = sums.latest.unwrap_or_default();
            if !shown.format.push(to, time, zone) {
                self.reporter.message(format!("time {} is out of range", time.secs).as_bytes());
            }
        }
        to.push(b'\t');
        let start = to.len();
        path(to);
        if self.terminal {
            let name = to.split_off(start);
            push_safe(to, &name, self.charset);
        }
        to.push(if self.fold.nul { 0 } else { b'\n' });
    }

    fn push_object(&self, sums: &Sums, path: impl FnOnce(&mut Vec<u8>), to: &mut Vec<u8>) {
        let mut name = Vec::new();
        path(&mut name);
        to.push(b'{');
        json::push_text(to, "path", &name);
        self.push_sums(sums, to);
    }

    fn push_sums(&self, sums: &Sums, to: &mut Vec<u8>) {
        to.extend_from_slice(format!(",\"bytes\":{},\"inodes\":{}", sums.bytes, sums.inodes).as_bytes());
        if self.fold.time.is_some() {
            to.extend_from_slice(b",\"time\":");
            json::push_time(to, sums.latest.unwrap_or_default());
        }
        to.extend_from_slice(b"}\n");
    }

    /// The grand total, if it was asked for.
    pub(super) fn push_total(&self, front: &mut Front, out: &mut Vec<u8>) {
        if !self.fold.total {
            return;
        }
        let mut sums = self.top_sums();
        if self.fold.json {
            out.extend_from_slice(b"{\"total\":true");
            self.push_sums(&sums, out);
            return;
        }
        // As GNU's: it begins with no bytes, no inodes and the first second.
        sums.latest = sums.latest.max(Some(Time::EPOCH));
        self.push_line(&mut front.zone, &sums, |to| to.extend_from_slice(b"total"), out);
    }
}
