//! du: a fold over the walk. It implements the engine's `Visit`; sums live in the nodes of directories, and nothing is
//! kept of a file but of inodes that count once.
//!
//! - `program`: what is to be done, as the plan gives it.
//! - `node`: sums and directories that have them; `named`: links in them.
//! - `front`: what happens in the order of the tree: charging inodes that count once, and the lines.
//! - `seen`: sets of inodes.
//! - `top`: the largest of many lines.
//! - `progress`: what was counted so far, for SIGINT.
//!
//! Entries are summed up by whichever worker finds them, in any order. An inode that counts once counts where it comes
//! first in the order of the tree, so workers only note it; it is charged when the output comes by there, which happens in
//! that order in every run.

mod front;
mod named;
mod node;
mod program;
mod progress;
mod seen;
mod top;

pub use program::{Fold, Measure, Once, Sort, Stamp, Threshold};
pub use progress::tell_when_interrupted;

use super::gate::passes;
use super::own::Own;
use super::zone::Zone;
use crate::base::{Charset, Counts, Dirent, Entry, Fields, Flow, Kind, Operation, Problem, Stat};
use crate::engine::{Eval, Visit};
use crate::output::{Output, Outputs, Writer};
use crate::report::Reporter;
use crate::sys::names::Names;
use crate::sys::stat;
use front::Front;
use named::NamedLinks;
use node::{Link, Node, Sums};
use std::ffi::CString;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use top::Top;

/// Links that a worker gathers before it takes a lock for them.
const LINKS_GATHERED: usize = 1024;

/// What all workers sum up with.
pub struct Setting {
    fold: Fold,
    filter: Option<Arc<super::Setting>>,
    output: Output,
    reporter: Arc<Reporter>,
    charset: Charset,
    /// Standard output is a terminal, so names are printed safely.
    terminal: bool,
    top: OnceLock<Arc<Node>>,
    front: Mutex<Front>,
    /// Where further arguments come from.
    names: Mutex<Option<Names>>,
    abandon: fn(&Outputs, &Reporter),
}

impl Setting {
    /// For one run. `names` are arguments besides those of the walk. `abandon` ends the process when a hanging worker keeps
    /// the walk from ending.
    #[must_use]
    pub fn new(
        mut fold: Fold,
        names: Option<Names>,
        output: Output,
        reporter: Arc<Reporter>,
        charset: Charset,
        abandon: fn(&Outputs, &Reporter),
    ) -> Arc<Self> {
        let outputs = Outputs::from(output.clone());
        let filter = fold.filter.take().map(|filter| super::Setting::new(filter, outputs, Arc::clone(&reporter), charset, abandon));
        Arc::new(Self {
            terminal: output.is_terminal(),
            front: Mutex::new(Front::new(fold.top)),
            fold,
            filter,
            output,
            reporter,
            charset,
            top: OnceLock::new(),
            names: Mutex::new(names),
            abandon,
        })
    }

    fn front(&self) -> MutexGuard<'_, Front> {
        self.front.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What all arguments add up to.
    fn top_sums(&self) -> Sums {
        self.top.get().map_or_else(Sums::default, |top| {
            let inner = top.lock();
            let mut sums = inner.own;
            sums.add(&inner.below);
            sums
        })
    }

    /// Whether entries directly in `node` have lines.
    const fn shows_entries_of(&self, node: &Node) -> bool {
        node.level == 0 || (self.fold.all && node.level <= self.fold.max_depth)
    }

    /// Writes what could not be written before everything was summed up. Every worker is done.
    pub fn conclude(&self) {
        if self.fold.top.is_none() {
            return;
        }
        let mut writer = self.output.writer();
        // What is due earlier comes to the front on its way.
        writer.catch_up();
        let lines = self.top_lines();
        writer.record(&None).extend_from_slice(&lines);
        writer.end_record();
        writer.publish();
    }

    fn top_lines(&self) -> Vec<u8> {
        let mut lines = Vec::new();
        let mut front = self.front();
        let Some(mut top) = front.top.take() else { return lines };
        for candidate in top.take() {
            self.push_line(&mut front.zone, &candidate.sums, |to| to.extend_from_slice(&candidate.path), &mut lines);
        }
        self.push_total(&mut front, &mut lines);
        lines
    }
}

/// One worker's part.
pub struct Summer {
    setting: Arc<Setting>,
    writer: Writer,
    /// With a filter, what evaluates it.
    own: Option<Own>,
    zone: Zone,
    top: Option<Top>,
    /// The node that `sums` and `links` belong to.
    node: Option<Arc<Node>>,
    sums: Sums,
    links: Vec<Link>,
    counts: Counts,
}

impl Summer {
    /// For the calling worker.
    #[must_use]
    pub fn new(setting: &Arc<Setting>) -> Self {
        Self {
            setting: Arc::clone(setting),
            writer: setting.output.writer(),
            own: setting.filter.as_ref().map(|_| Own::new(&Outputs::from(setting.output.clone()))),
            zone: Zone::default(),
            top: setting.fold.top.map(Top::new),
            node: None,
            sums: Sums::default(),
            links: Vec::new(),
            counts: Counts::default(),
        }
    }

    /// Whether an entry counts at all.
    fn passes(&mut self, entry: &Entry<'_>) -> bool {
        match (&self.setting.filter, &mut self.own) {
            (Some(filter), Some(own)) => passes(filter, own, entry),
            _ => true,
        }
    }

    /// What an entry adds.
    fn weigh(&self, stat: &Stat) -> Sums {
        let fold = &self.setting.fold;
        let bytes = match fold.measure {
            Measure::Usage => stat.blocks.saturating_mul(512),
            Measure::Apparent if matches!(stat.kind(), Kind::Regular | Kind::Symlink) => stat.size,
            Measure::Apparent => 0,
            Measure::Inodes if fold.json => stat.blocks.saturating_mul(512),
            Measure::Inodes => 0,
        };
        let latest = fold.time.as_ref().map(|shown| match shown.field {
            Fields::ATIME => stat.atime,
            Fields::CTIME => stat.ctime,
            _ => stat.mtime,
        });
        Sums { bytes, inodes: 1, latest }
    }

    /// Asks for what the engine did not bring, or what a link leads to that is still there: it leads nowhere. An error is
    /// told, if it was not.
    fn ask(&mut self, entry: &Entry<'_>) -> Option<Stat> {
        if entry.stat.is_none() && entry.found.kind == Kind::Unknown {
            return None;
        }
        self.counts.stats.plain += 1;
        let answer = stat::stat_exactly(entry.dir_fd, entry.found.name, entry.follow, self.setting.fold.fields);
        answer.inspect_err(|errno| self.setting.reporter.problem(&Problem::new(Operation::Stat, entry.path(), *errno))).ok()
    }

    /// Makes `node` the one that is added to.
    fn turn_to(&mut self, node: &Arc<Node>) {
        if !self.node.as_ref().is_some_and(|current| Arc::ptr_eq(current, node)) {
            self.flush();
            self.node = Some(Arc::clone(node));
        }
    }

    /// Adds what was gathered to its node.
    fn flush(&mut self) {
        let Some(node) = &self.node else { return };
        if self.sums == Sums::default() && self.links.is_empty() {
            return;
        }
        let mut inner = node.lock();
        inner.own.add(&self.sums);
        self.links.drain(..).for_each(|link| inner.links.add(&link));
        drop(inner);
        progress::note(&self.sums);
        self.sums = Sums::default();
    }

    /// Counts an entry that is no directory.
    fn count(&mut self, entry: &Entry<'_>, stat: &Stat, node: &Arc<Node>) {
        let sums = self.weigh(stat);
        let once = match self.setting.fold.once {
            Once::Nobody => false,
            Once::Linked => stat.nlink > 1,
            Once::All => true,
        };
        if once {
            self.note_link(entry, Link { id: stat.id(), sums }, node);
            return;
        }
        self.turn_to(node);
        self.sums.add(&sums);
        if self.setting.shows_entries_of(node) {
            self.line(entry, &sums, node);
        }
    }

    /// Notes an entry whose inode counts once.
    fn note_link(&mut self, entry: &Entry<'_>, link: Link, node: &Arc<Node>) {
        let fold = &self.setting.fold;
        if node.level > fold.fold_depth {
            let all = fold.once == Once::All;
            self.turn_to(node);
            if all {
                // What comes before the node is charged, and there is one worker.
                if self.setting.front().seen.insert(link.id) {
                    self.sums.add(&link.sums);
                }
                return;
            }
            self.links.push(link);
            if self.links.len() >= LINKS_GATHERED {
                self.flush();
            }
            return;
        }
        let name = entry.found.name.to_bytes();
        if node.level == 0 || fold.in_order {
            let mut one = NamedLinks::default();
            one.push(name, &link);
            self.charge_later(node, one);
        } else if !self.setting.front().seen.has(link.id) {
            // One that was charged was charged by what comes before.
            let freed = node.lock().named.push(name, &link);
            self.writer.hold(NamedLinks::weight_of(name));
            self.writer.release(freed);
        }
    }

    /// Has links charged at this point of the tree.
    fn charge_later(&mut self, node: &Arc<Node>, mut links: NamedLinks) {
        node.lock().waits = true;
        let weight = links.weight() + LATE_BYTES;
        let (setting, theirs) = (Arc::clone(&self.setting), Arc::clone(node));
        self.writer.late(&node.place, weight, Box::new(move |out| setting.charge_named(&theirs, &mut links, out)));
        if node.level == 0 {
            self.end_argument(node);
        }
    }

    /// Has the links in `node` charged whose names come before `name`; all of them without one.
    fn charge_before(&mut self, node: &Arc<Node>, name: Option<&[u8]>) {
        loop {
            let part = node.lock().named.take_before(name, LINKS_GATHERED);
            if part.is_empty() {
                return;
            }
            self.writer.release(part.held());
            self.charge_later(node, part);
        }
    }

    /// An argument that is no directory is done.
    fn end_argument(&mut self, top: &Arc<Node>) {
        if self.setting.fold.sort == Some(Sort::Size) {
            let setting = Arc::clone(&self.setting);
            self.writer.late(&top.place, LATE_BYTES, Box::new(move |out| setting.end_argument(&mut setting.front(), out)));
        }
    }

    /// The line of an entry that is no directory and counts here whatever else does.
    fn line(&mut self, entry: &Entry<'_>, sums: &Sums, node: &Arc<Node>) {
        let Some(size) = self.setting.size_shown(sums) else { return };
        let name = entry.found.name.to_bytes();
        if let Some(top) = &mut self.top {
            top.offer(size, sums, |to| entry.push_path(to));
        } else if self.setting.fold.sort == Some(Sort::Size) {
            let (setting, theirs, name, sums) = (Arc::clone(&self.setting), Arc::clone(node), name.to_vec(), *sums);
            let weight = LATE_BYTES + name.len();
            let show = move |out: &mut Vec<u8>| {
                setting.show(&mut setting.front(), &sums, |to| theirs.push_entry(&name, to), out);
            };
            self.writer.late(&node.place, weight, Box::new(show));
            if node.level == 0 {
                self.end_argument(node);
            }
        } else {
            let to = self.writer.record(&node.place);
            self.setting.push_line(&mut self.zone, sums, |to| entry.push_path(to), to);
            self.writer.end_record();
        }
    }

    /// Everything of a node is summed up but what is charged on the way to it.
    fn end(&mut self, node: &Arc<Node>) {
        let (setting, theirs) = (Arc::clone(&self.setting), Arc::clone(node));
        if self.ends_at_once(node) {
            // Nothing of it is left for its place.
        } else if node.level > 0 {
            let weight = LATE_BYTES + node.lock().links.weight();
            self.writer.late(&node.place, weight, Box::new(move |out| setting.end(&theirs, out)));
        } else if setting.fold.top.is_none() {
            self.writer.late(&node.place, LATE_BYTES, Box::new(move |out| setting.push_total(&mut setting.front(), out)));
        }
        self.writer.end(&node.place);
    }

    /// With `--top` no line has a place: a directory whose sums are known needs none either. False if it does.
    fn ends_at_once(&mut self, node: &Arc<Node>) -> bool {
        let Some(top) = self.top.as_mut().filter(|_| node.level > 0) else { return false };
        let Some(own) = node.lock().known() else { return false };
        if let Some(line) = self.setting.add_up(node, own, &Sums::default())
            && let Some(size) = self.setting.size_shown(&line)
        {
            top.offer(size, &line, |to| node.push_path(to));
        }
        true
    }
}

/// About what a late piece costs until its turn comes, with the node that it holds.
const LATE_BYTES: usize = 256;

impl Visit for Summer {
    type Dir = Arc<Node>;

    fn top(&mut self) -> Arc<Node> {
        let place = self.writer.top();
        Arc::clone(self.setting.top.get_or_init(|| Node::top(place)))
    }

    #[inline]
    fn sieve(&mut self, found: &Dirent<'_>, dir_path: &[u8]) -> Eval {
        let exclude = &self.setting.fold.exclude;
        if !exclude.is_empty() && exclude.matches(&[dir_path, found.name.to_bytes()].concat()) { Eval::Omit } else { Eval::Stat }
    }

    #[inline]
    fn visit(&mut self, entry: &Entry<'_>, node: &Arc<Node>) -> Flow {
        let asked;
        let stat = match entry.stat {
            Some(stat) if !(entry.follow && stat.kind() == Kind::Symlink) => stat,
            _ => match self.ask(entry) {
                Some(stat) => {
                    asked = stat;
                    &asked
                }
                None => return Flow::Prune,
            },
        };
        if stat.kind() == Kind::Directory {
            // It counts when it is entered. Where all inodes count once the walk has one worker, in the order of the tree.
            let again = self.setting.fold.once == Once::All && !self.setting.front().seen.insert(stat.id());
            return if again { Flow::Prune } else { Flow::Continue };
        }
        if self.passes(entry) {
            self.count(entry, stat, node);
        } else if entry.found.depth == 0 {
            // An argument has its line, whatever counts.
            self.line(entry, &Sums::default(), node);
        }
        Flow::Continue
    }

    fn enter(&mut self, entry: &Entry<'_>, parent: &Arc<Node>) -> Arc<Node> {
        let own = match entry.stat {
            Some(stat) if self.passes(entry) => self.weigh(stat),
            _ => Sums::default(),
        };
        if entry.found.depth <= self.setting.fold.fold_depth {
            parent.lock().waits = true;
            self.charge_before(parent, Some(entry.found.name.to_bytes()));
            let place = self.writer.enter(&parent.place);
            if self.setting.fold.once == Once::All && entry.found.depth == self.setting.fold.fold_depth {
                // Its entries are charged as they are met: after all that comes before it.
                self.writer.make_late();
            }
            progress::note(&own);
            return Node::new(parent, entry.found.name.to_bytes(), place, own);
        }
        self.turn_to(parent);
        self.sums.add(&own);
        parent.open();
        Arc::clone(parent)
    }

    fn listed(&mut self, node: &Arc<Node>) {
        self.flush();
        self.node = None;
        self.charge_before(node, None);
        if node.close() {
            self.end(node);
        }
    }

    fn leave(&mut self, _entry: &Entry<'_>, _node: &Arc<Node>) -> Flow {
        Flow::Continue
    }

    fn problem(&mut self, problem: Problem, _node: &Arc<Node>) {
        // A directory that is met again within itself counts no second time, and GNU's du says nothing.
        if problem.operation != Operation::Loop {
            self.setting.reporter.problem(&problem);
        }
    }

    fn pause(&mut self) {
        self.writer.pause();
    }

    fn publish(&mut self) {
        // Another worker may go on with the directory, and be the one that ends its node.
        self.flush();
        self.writer.publish();
    }

    fn crowded(&self) -> bool {
        self.writer.is_crowded()
    }

    fn drain(&mut self) {
        self.writer.drain();
    }

    fn next_root(&mut self) -> Option<CString> {
        let setting = Arc::clone(&self.setting);
        let mut names = setting.names.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            match names.as_mut()?.next(|| self.writer.catch_up()) {
                Ok(Some(mut name)) => {
                    trim_slashes(&mut name);
                    if !setting.fold.exclude.matches(name.to_bytes()) {
                        return Some(name);
                    }
                }
                Ok(None) => return None,
                Err(problem) => setting.reporter.problem(&problem),
            }
        }
    }

    fn unheard(&self) -> bool {
        self.setting.output.error().is_some()
    }

    fn before_another(&mut self) {
        self.setting.output.start_printer();
    }

    fn finish(&mut self, counts: &Counts) {
        self.setting.reporter.count(counts);
        self.setting.reporter.count(&self.counts);
        self.flush();
        self.writer.publish();
        if let (Some(own), Some(all)) = (self.top.take(), &mut self.setting.front().top) {
            all.merge(own);
        }
    }

    fn abandoned(&mut self) {
        (self.setting.abandon)(&Outputs::from(self.setting.output.clone()), &self.setting.reporter);
    }
}

/// Of slashes at the end of an argument one is kept, as fts(3) has it; `//` is a path of its own.
pub fn trim_slashes(root: &mut CString) {
    let bytes = root.to_bytes();
    let length = bytes.iter().rposition(|&byte| byte != b'/').map_or(0, |last| last + 1);
    let kept = match (length, bytes.len()) {
        (0, 2) => 2,
        (0, _) => 1,
        (length, all) => all.min(length + 1),
    };
    if kept < bytes.len() {
        // A part of it holds no NUL either.
        *root = CString::new(&bytes[..kept]).unwrap_or_default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_slash_is_kept() {
        for (given, kept) in [("a", "a"), ("a/", "a/"), ("a//", "a/"), ("/", "/"), ("//", "//"), ("///", "/"), ("/a///", "/a/"), ("", "")] {
            let mut root = CString::new(given).unwrap();
            trim_slashes(&mut root);
            assert_eq!(root.to_str().unwrap(), kept);
        }
    }
}
