//! ls: arguments, directories and what is in them, in the order of ls(1), to standard output.
//!
//! - `program`: what it is to do.
//! - `places`: absolute paths, where names are links.
//! - `order`: the order of entries, with `version`: by the numbers in their names.

mod order;
mod places;
mod program;
mod version;

use super::zone::Zone;
use crate::base::{Details, Fields, Kind, Operation, Problem, Stat, bounds};
use crate::engine::list::{Lister, Listing};
use crate::render::ls::{Format, Names, Row, Sheet, Spots, Widths};
use crate::report::Reporter;
use crate::sys::glyphs::Tables;
use crate::sys::{dirs, stat, users, write};
use places::Places;
pub use program::{Deref, Glob, Hidden, Ignored, Program, SortBy};
use std::collections::BTreeSet;
use std::ffi::{CStr, CString};
use std::os::fd::{AsFd, OwnedFd};
use std::sync::Arc;

/// The exit status where an argument cannot be listed.
const SERIOUS: u8 = 2;

/// Rows that are rendered before the block of output is looked at.
const ROWS: usize = 256;

/// Lists what a program says. Problems with files are told, and the exit status is the reporter's.
///
/// # Errors
/// The errno of a ring that was asked for and refused, or of writing.
pub fn run(program: &Program, reporter: &Reporter) -> Result<(), Fatal> {
    let lister = Lister::new(program.spec.clone()).map_err(Fatal::Ring)?;
    let mut list = List {
        program,
        reporter,
        lister,
        out: Vec::new(),
        glyphs: Tables::default(),
        zone: Zone::default(),
        names: Names::default(),
        queue: Vec::new(),
        active: BTreeSet::new(),
        begun: false,
        titled: true,
        coloured: false,
        places: Places::new(program.style.links.is_some()),
        spots: Spots::default(),
    };
    list.run().map_err(Fatal::Write)
}

/// What ends a listing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fatal {
    /// There is no ring.
    Ring(i32),
    /// Nothing more can be written.
    Write(i32),
}

/// What is still to be done; the last one first.
enum Pending {
    /// A directory, and whether it is an argument.
    Directory(CString, bool),
    /// All below a directory was listed.
    Left((u64, u64)),
}

struct List<'a> {
    program: &'a Program,
    reporter: &'a Reporter,
    lister: Lister,
    out: Vec<u8>,
    glyphs: Tables,
    zone: Zone,
    names: Names,
    queue: Vec<Pending>,
    /// The directories around the one that is listed.
    active: BTreeSet<(u64, u64)>,
    /// A directory was listed before.
    begun: bool,
    /// Directories have their names above them.
    titled: bool,
    coloured: bool,
    places: Places,
    spots: Spots,
}

impl List<'_> {
    fn run(&mut self) -> Result<(), i32> {
        let given = &self.program.arguments;
        if given.is_empty() && !self.program.itself {
            self.titled = self.program.recursive;
            self.queue.push(Pending::Directory(CString::from(c"."), true));
        } else {
            let here = [CString::from(c".")];
            let listed = self.arguments(if given.is_empty() { &here } else { given })?;
            if listed && !self.queue.is_empty() {
                self.out.push(b'\n');
            }
            self.titled = self.program.recursive || listed || given.len() > 1 || self.queue.len() > 1;
        }
        while let Some(next) = self.queue.pop() {
            match next {
                Pending::Directory(path, argument) => {
                    self.directory(&path, argument)?;
                    self.titled = true;
                }
                Pending::Left(id) => {
                    self.active.remove(&id);
                }
            }
        }
        if let Some(text) = self.program.style.colours.as_ref().filter(|_| self.coloured).and_then(|colours| colours.farewell()) {
            self.out.extend_from_slice(&text);
        }
        if self.program.style.dired {
            self.spots.push(&mut self.out, self.program.quoting);
        }
        self.flush()
    }

    /// Looks at the arguments and lists those that are no directories. Whether there were any.
    fn arguments(&mut self, paths: &[CString]) -> Result<bool, i32> {
        let mut listing = Listing::default();
        for path in paths {
            match self.argument(path) {
                Ok((stat, followed)) => {
                    self.lister.add_argument(&mut listing, path, &stat, followed);
                    let faults = listing.blocks.last_mut().map(|block| std::mem::take(&mut block.faults)).unwrap_or_default();
                    for fault in faults {
                        self.tell(true, fault.operation, path.to_bytes(), fault.errno)?;
                    }
                }
                Err(errno) => self.tell(true, Operation::Stat, path.to_bytes(), errno)?,
            }
        }
        let shown = self.prepare(&listing);
        let (dirs, files): (Vec<u32>, Vec<u32>) =
            shown.numbers.iter().partition(|number| !self.program.itself && listing.get(**number).1.kind == Kind::Directory);
        for number in dirs.into_iter().rev() {
            self.queue.push(Pending::Directory(owned(listing.get(number).0), true));
        }
        let listed = !files.is_empty();
        if listed {
            self.show(&listing, &Shown { numbers: files, ..shown })?;
        }
        Ok(listed)
    }

    /// The stat of an argument, and whether that is what a link leads to.
    fn argument(&self, path: &CStr) -> Result<(Stat, bool), i32> {
        let spec = &self.program.spec;
        let fields = spec.fields | Fields::KIND;
        let ask = |follow: bool| stat::stat_exactly(stat::cwd(), path, follow, fields).map(|stat| (stat, follow));
        match self.program.deref {
            Deref::Never => ask(false),
            Deref::Arguments | Deref::Always => ask(true),
            Deref::ArgumentsToDirectories => match ask(true) {
                Ok((stat, _)) if stat.kind() != Kind::Directory => ask(false),
                Err(libc::ENOENT) => ask(false),
                answer => answer,
            },
        }
    }

    fn directory(&mut self, path: &CStr, argument: bool) -> Result<(), i32> {
        let dir = match dirs::open(stat::cwd(), path, true) {
            Ok(dir) => Arc::new(dir),
            Err(libc::EMFILE) if self.lister.give_up_ring() => return self.directory(path, argument),
            Err(errno) => return self.tell(argument, Operation::Open, path.to_bytes(), errno),
        };
        if self.program.recursive {
            match stat::identity(dir.as_fd()) {
                Ok(id) if self.active.insert(id) => self.queue.push(Pending::Left(id)),
                Ok(_) => return self.tell(true, Operation::Listed, path.to_bytes(), 0),
                Err(errno) => return self.tell(argument, Operation::Identity, path.to_bytes(), errno),
            }
        }
        self.places.enter(path.to_bytes());
        if self.titled {
            if std::mem::replace(&mut self.begun, true) {
                self.out.push(b'\n');
            }
            let List { out, glyphs, program, places, spots, .. } = self;
            program.style.push_heading(out, path.to_bytes(), places.directory(), spots, glyphs);
        }
        let program = self.program;
        let keep = |name: &[u8]| program.ignored.keeps(name);
        if program.shows_at_once() {
            return self.pieces(path, &dir, argument, &keep);
        }
        let (mut listing, errno) = self.lister.read(&dir, &keep);
        drop(dir);
        self.tell_faults(path.to_bytes(), &mut listing)?;
        if let Some(errno) = errno {
            self.tell(argument, Operation::Read, path.to_bytes(), errno)?;
        }
        let shown = self.prepare(&listing);
        if program.recursive {
            for number in shown.numbers.iter().rev() {
                let (name, details) = listing.get(*number);
                if Program::enters(details.kind, name) {
                    self.queue.push(Pending::Directory(below(trimmed(path.to_bytes()), name), false));
                }
            }
        }
        if program.style.format == Format::Long || program.style.blocks {
            program.style.push_total(&mut self.out, shown.widths.total());
        }
        self.show(&listing, &shown)
    }

    /// Lists a directory as it is read.
    fn pieces(&mut self, path: &CStr, dir: &Arc<OwnedFd>, argument: bool, keep: &impl Fn(&[u8]) -> bool) -> Result<(), i32> {
        loop {
            let mut piece = match self.lister.piece(dir, keep) {
                Ok(Some(piece)) => piece,
                Ok(None) => return Ok(()),
                Err(errno) => return self.tell(argument, Operation::Read, path.to_bytes(), errno),
            };
            self.tell_faults(path.to_bytes(), &mut piece)?;
            for number in piece.numbers() {
                let mut widths = Widths::default();
                widths.measure(&self.program.style, piece.get(number).1, &self.names);
                self.show(&piece, &Shown { numbers: vec![number], widths, some_quoted: false })?;
            }
        }
    }

    /// Measures a listing and brings it into order.
    fn prepare(&mut self, listing: &Listing) -> Shown {
        let program = self.program;
        let style = &program.style;
        let numbers: Vec<u32> = listing.numbers().collect();
        let mut shown = Shown { numbers: Vec::new(), widths: Widths::default(), some_quoted: false };
        for number in &numbers {
            let (name, details) = listing.get(*number);
            if style.format == Format::Long && !style.numeric && details.is_told() {
                self.learn(details);
            }
            shown.widths.measure(style, details, &self.names);
            shown.some_quoted |= style.aligned && !shown.some_quoted && style.quoting.changes(name, &self.glyphs);
        }
        let mut scratch = Vec::new();
        let width = |name: &[u8]| style.name_width(name, shown.some_quoted, &mut scratch, &self.glyphs);
        shown.numbers = order::sort(program, listing, numbers, width);
        shown
    }

    fn learn(&mut self, details: &Details) {
        let List { names, glyphs, program, .. } = self;
        // A database that cannot be asked leaves the number, as ls(1) has it.
        if program.style.owner || program.style.author {
            names.learn_user(details.uid, glyphs, || users::user_name(details.uid).ok().flatten());
        }
        if program.style.group {
            names.learn_group(details.gid, glyphs, || users::group_name(details.gid).ok().flatten());
        }
    }

    /// Writes entries.
    fn show(&mut self, listing: &Listing, shown: &Shown) -> Result<(), i32> {
        let lines = matches!(self.program.style.format, Format::Long | Format::Lines);
        let piece = if lines { ROWS } else { shown.numbers.len().max(1) };
        for numbers in shown.numbers.chunks(piece) {
            let List { out, glyphs, zone, names, program, coloured, places, spots, .. } = &mut *self;
            places.find(numbers.iter().map(|number| listing.get(*number)));
            let row = |(at, number): (usize, &u32)| {
                let (name, details) = listing.get(*number);
                Row { name, details, place: places.get(at) }
            };
            let rows: Vec<Row<'_>> = numbers.iter().enumerate().map(row).collect();
            let mut sheet = Sheet {
                style: &program.style,
                glyphs: &*glyphs,
                widths: shown.widths,
                names,
                some_quoted: shown.some_quoted,
                coloured: *coloured,
                spots,
            };
            sheet.push(out, &rows, zone);
            *coloured = sheet.coloured;
            if self.out.len() >= bounds::BLOCK_BYTES {
                self.flush()?;
            }
        }
        Ok(())
    }

    fn tell_faults(&mut self, path: &[u8], listing: &mut Listing) -> Result<(), i32> {
        for block in &mut listing.blocks {
            for fault in std::mem::take(&mut block.faults) {
                let name = block.name(&block.files[fault.at]);
                // What is in the current directory is told by its name alone.
                let path = if path == b"." { owned(name) } else { below(path, name) };
                self.tell(false, fault.operation, path.to_bytes(), fault.errno)?;
            }
        }
        Ok(())
    }

    /// Tells of a problem, after all that was written before.
    fn tell(&mut self, serious: bool, operation: Operation, path: &[u8], errno: i32) -> Result<(), i32> {
        self.flush()?;
        if operation == Operation::Attributes {
            // As ls(1) has it, what is shown is right but for a mark.
            self.reporter.remark(&Problem::new(operation, path.to_vec(), errno));
            return Ok(());
        }
        self.reporter.problem(&Problem::new(operation, path.to_vec(), errno));
        if serious {
            self.reporter.raise(SERIOUS);
        }
        Ok(())
    }

    fn flush(&mut self) -> Result<(), i32> {
        let written = write::all(write::stdout(), &self.out);
        self.spots.before = self.spots.before.wrapping_add(self.out.len());
        self.out.clear();
        written
    }
}

/// Entries in their order, and what their columns depend on.
struct Shown {
    numbers: Vec<u32>,
    widths: Widths,
    some_quoted: bool,
}

/// A name below a directory, with one slash between.
fn below(dir: &[u8], name: &[u8]) -> CString {
    let slash: &[u8] = if dir.ends_with(b"/") { b"" } else { b"/" };
    owned(&[dir, slash, name].concat())
}

/// A path without the slashes at its end, but for those of a path of slashes alone.
fn trimmed(path: &[u8]) -> &[u8] {
    path.iter().rposition(|byte| *byte != b'/').map_or(path, |end| &path[..=end])
}

/// Names hold no NUL.
fn owned(name: &[u8]) -> CString {
    CString::new(name).unwrap_or_default()
}
