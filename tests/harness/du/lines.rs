//! What du wrote: records, the argument that each belongs to, and what holds of their order.

use super::super::run::Ran;
use super::model::as_shown;

/// A line without its end.
pub(crate) type Record = Vec<u8>;

/// The form of the lines.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Form {
    /// They end in NUL.
    pub(crate) zero: bool,
    /// They hold a time.
    pub(crate) timed: bool,
    /// The last one is the total.
    pub(crate) total: bool,
    /// Lines may be missing, even an argument's own.
    pub(crate) partial: bool,
}

/// The records of a run. A line that does not begin with a size continues the one before: names may hold newlines.
pub(crate) fn records(stdout: &[u8], zero: bool) -> Vec<Record> {
    let end = if zero { 0 } else { b'\n' };
    let mut records: Vec<Record> = Vec::new();
    for piece in stdout.split_inclusive(|&byte| byte == end) {
        let text = piece.strip_suffix(&[end]).unwrap_or(piece);
        match records.last_mut() {
            Some(last) if !zero && !begins_with_size(text) => {
                last.push(b'\n');
                last.extend_from_slice(text);
            }
            _ => records.push(text.to_vec()),
        }
    }
    records
}

fn begins_with_size(text: &[u8]) -> bool {
    let size = text.iter().position(|&byte| byte == b'\t').map_or(&text[..0], |at| &text[..at]);
    size == b"Infinity"
        || size.first().is_some_and(u8::is_ascii_digit) && size.iter().all(|&byte| byte == b'.' || byte.is_ascii_alphanumeric())
}

/// The path of a record: what is behind its first tab, or its second where there is a time.
pub(crate) fn path(record: &[u8], timed: bool) -> &[u8] {
    let parts = if timed { 3 } else { 2 };
    record.splitn(parts, |&byte| byte == b'\t').nth(parts - 1).unwrap_or_default()
}

/// Whether a path is a directory's, or of something below it.
fn is_within(path: &[u8], dir: &[u8]) -> bool {
    path == dir || is_below(path, dir)
}

fn is_below(path: &[u8], dir: &[u8]) -> bool {
    path.len() > dir.len() && path.strip_prefix(dir).is_some_and(|rest| dir.ends_with(b"/") || rest[0] == b'/')
}

/// The records of one run, argument by argument.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Said {
    pub(crate) groups: Vec<Vec<Record>>,
    pub(crate) total: Option<Record>,
    /// Records that belong to no argument.
    pub(crate) strays: Vec<Record>,
}

impl Said {
    /// Deals the records of a run to its arguments. An argument's own record is the last of its group, so that what follows
    /// belongs to a later one; an argument that was counted with an earlier one has none.
    pub(crate) fn of(ran: &Ran, arguments: &[Vec<u8>], form: Form) -> Self {
        Self::deal(records(&ran.stdout, form.zero), arguments, form)
    }

    pub(crate) fn deal(mut records: Vec<Record>, arguments: &[Vec<u8>], form: Form) -> Self {
        let dot = [b".".to_vec()];
        let arguments: Vec<Vec<u8>> = if arguments.is_empty() { &dot[..] } else { arguments }.iter().map(|path| as_shown(path)).collect();
        let is_total = |record: &Record| path(record, form.timed) == b"total";
        let total = if form.total && records.last().is_some_and(is_total) { records.pop() } else { None };
        let mut said = Self { groups: vec![Vec::new(); arguments.len()], total, strays: Vec::new() };
        let mut at = 0;
        for record in records {
            let path = path(&record, form.timed);
            while at < arguments.len() && !is_within(path, &arguments[at]) {
                at += 1;
            }
            match said.groups.get_mut(at) {
                None => said.strays.push(record),
                Some(group) => {
                    // Where lines may be missing, the end of a group need not be there.
                    let ends = !form.partial && path == arguments[at];
                    group.push(record);
                    at += usize::from(ends);
                }
            }
        }
        said
    }

    /// The groups with their records sorted; all in one where lines may be missing.
    fn sorted(&self, form: Form) -> Vec<Vec<Record>> {
        let mut groups = if form.partial { vec![self.groups.concat()] } else { self.groups.clone() };
        groups.iter_mut().for_each(|group| group.sort_unstable());
        groups
    }

    /// What differs from the oracle's groups, readable; nothing if they hold the same records in any order.
    pub(crate) fn differs(&self, oracle: &[Vec<Record>], form: Form) -> Option<String> {
        let theirs = Self { groups: oracle.to_vec(), total: None, strays: Vec::new() }.sorted(form);
        let ours = self.sorted(form);
        (ours != theirs).then(|| {
            let says = |groups: &[Vec<Record>]| groups.iter().map(|group| shown(group)).collect::<Vec<_>>().join("   --\n");
            format!("says:\n{}instead of:\n{}", says(&ours), says(&theirs))
        })
    }

    /// The record of each argument itself, where it is there.
    pub(crate) fn own(&self, arguments: &[Vec<u8>], form: Form) -> Vec<Option<&Record>> {
        let is_own = |record: &&Record, argument: &[u8]| path(record, form.timed) == as_shown(argument);
        self.groups.iter().zip(arguments).map(|(group, argument)| group.iter().rev().find(|record| is_own(record, argument))).collect()
    }

    /// What is wrong with the order: a record after the directory that it is in, a record that belongs to nobody.
    pub(crate) fn disorder(&self, form: Form) -> Option<String> {
        if !self.strays.is_empty() {
            return Some(format!("belongs to no argument, or to one that had its line:\n{}", shown(&self.strays)));
        }
        for group in &self.groups {
            for (at, record) in group.iter().enumerate() {
                let dir = path(record, form.timed);
                if let Some(late) = group[at + 1..].iter().find(|late| is_below(path(late, form.timed), dir)) {
                    return Some(format!("{} comes after {}", late.escape_ascii(), record.escape_ascii()));
                }
            }
        }
        None
    }
}

/// Records for people.
pub(crate) fn shown(records: &[Record]) -> String {
    records.iter().map(|record| format!("    {}\n", record.escape_ascii())).collect()
}

/// The messages of a run: without the program's name, without warnings, sorted. Only those that show names as they are; GNU
/// gives no reason where a link leads to nothing.
pub(crate) fn messages(ran: &Ran, name: &str) -> Vec<String> {
    let text = ran.errors();
    let start = format!("{name}: ");
    let mut messages: Vec<String> = text
        .lines()
        .filter_map(|line| line.strip_prefix(&start))
        .filter(|line| {
            !line.starts_with("warning: ") && (line.starts_with("cannot access '") || line.starts_with("cannot read directory '"))
        })
        .filter(|line| !line.contains("'$'") && !line.contains('"'))
        .map(|line| line.trim_end_matches(": No such file or directory").to_owned())
        .collect();
    messages.sort_unstable();
    messages
}

/// Whether the run told of anything that is no mere warning.
pub(crate) fn complains(ran: &Ran, name: &str) -> bool {
    let warning = format!("{name}: warning: ");
    ran.errors().lines().any(|line| !line.starts_with(&warning))
}
