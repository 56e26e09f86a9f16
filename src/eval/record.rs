//! Records: what is gathered of an entry before one is written, and the writing of those that are more than a path.

use super::program::{What, Write};
use super::visit::{Due, Visitor};
use crate::base::{Charset, Entry, Fields, Kind, Operation, Stat, push_safe};
use crate::render::{Dressed, Facts, Look, kind_letter, push_for_xargs};
use crate::sys::{file, stat};

/// Where no stat was needed.
static NO_STAT: Stat = Stat::EMPTY;

/// Appends a part of a path as it is, or `safe` for a terminal.
fn push_shown(to: &mut Vec<u8>, part: &[u8], safe: Option<Charset>) {
    match safe {
        Some(charset) => push_safe(to, part, charset),
        None => to.extend_from_slice(part),
    }
}

/// Appends a path as xargs(1) reads it, and a newline.
fn push_xargs_record(to: &mut Vec<u8>, entry: &Entry<'_>, safe: Option<Charset>) {
    let start = to.len();
    push_for_xargs(to, entry.dir_path);
    push_for_xargs(to, entry.found.name.to_bytes());
    if let Some(charset) = safe {
        let record = to.split_off(start);
        push_safe(to, &record, charset);
    }
    to.push(b'\n');
}

impl Visitor<'_, '_> {
    /// Writes a record. False if what it shows cannot be known, which was told; then nothing is written.
    pub(super) fn write(&mut self, write: &Write) -> bool {
        let Some((kind, target)) = self.gather(write.needs) else { return false };
        let (look, target_look) = match &write.what {
            What::Dressed(dress) => self.look(dress, false),
            What::Long(_, Some(dress)) => self.look(dress, true),
            _ => (Look::default(), Look::default()),
        };
        let (setting, place, entry) = (self.setting, self.place, self.entry);
        let stream = write.to.and_then(|to| setting.outputs.stream(to));
        let safe = setting.is_terminal(stream).then_some(setting.charset);
        let memory = &mut self.own.memory;
        let writers = match &mut self.lane {
            Some(lane) => &mut lane.writers,
            None => &mut self.own.writers,
        };
        let stat = match &self.stat {
            Some(Ok(stat)) => stat,
            _ => &NO_STAT,
        };
        let ((user, user_is_name), (group, group_is_name)) = (memory.users.last(), memory.groups.last());
        let facts = Facts {
            entry,
            kind,
            stat,
            link: &memory.link,
            target,
            user,
            group,
            user_is_name,
            group_is_name,
            fstype: if write.needs.has(Fields::FSTYPE) { memory.mounts.fstype(stat.dev) } else { b"" },
            context: &memory.context,
            safe,
        };
        let to = writers.record(stream, place);
        let mut due = Due::End;
        match &write.what {
            What::Path(end) => {
                match safe {
                    Some(charset) if *end == b'\n' => push_safe(to, &entry.path(), charset),
                    _ => entry.push_path(to),
                }
                to.push(*end);
            }
            What::ForXargs => push_xargs_record(to, entry, safe),
            What::Format(template) => {
                template.push(to, &facts, &mut memory.zone);
                due = if template.flushes() { Due::Flush } else { Due::End };
            }
            What::Dressed(dress) => {
                let dressed = Dressed { dress, look: &look, target: &target_look, place: memory.places.last() };
                dressed.push(to, entry, |to, part| push_shown(to, part, safe));
                to.push(b'\n');
            }
            What::Json(json) => json.push(to, &facts),
            What::Long(long, dress) => {
                let place = memory.places.last();
                let dressed = dress.as_deref().map(|dress| Dressed { dress, look: &look, target: &target_look, place });
                long.push(to, &facts, &mut memory.zone, dressed);
            }
        }
        self.due = self.due.max(due);
        true
    }

    /// Learns what `needs` says; the type and the letter of the target's type. `None` if there is no answer, which was told.
    fn gather(&mut self, needs: Fields) -> Option<(Kind, u8)> {
        let mut kind = Kind::Unknown;
        if !needs.in_stat().without(Fields::KIND).is_empty() {
            self.with_stat(|_| ())?;
        }
        if needs.has(Fields::KIND) {
            kind = self.kind()?;
        }
        if needs == needs.in_stat() {
            return Some((kind, 0));
        }
        if kind == Kind::Symlink || needs.has(Fields::CONTEXT) {
            self.pause();
        }
        let target = if needs.has(Fields::TARGET_KIND) { self.target_letter(kind) } else { 0 };
        let Entry { dir_fd, found, follow, .. } = *self.entry;
        self.own.memory.link.clear();
        if needs.has(Fields::LINK_TARGET)
            && kind == Kind::Symlink
            && let Err(errno) = file::read_link(dir_fd, found.name, &mut self.own.memory.link)
        {
            self.problem(Operation::Stat, errno);
        }
        if needs.meets(Fields::USER | Fields::GROUP) {
            let (uid, gid) = self.with_stat(|stat| (stat.uid, stat.gid))?;
            let owners = &self.setting.owners;
            let user = if needs.has(Fields::USER) { self.own.user(uid, owners) } else { Ok(()) };
            let group = if needs.has(Fields::GROUP) { self.own.group(gid, owners) } else { Ok(()) };
            if let Err(errno) = user.and(group) {
                self.problem(Operation::LookUp, errno);
            }
        }
        if needs.has(Fields::FSTYPE) {
            self.learn_mount()?;
        }
        if needs.has(Fields::CONTEXT) {
            self.own.memory.context = file::context(dir_fd, found.name, follow).unwrap_or_else(|errno| {
                self.problem(Operation::Context, errno);
                Vec::new()
            });
        }
        Some((kind, target))
    }

    /// `%Y`: the type of what a link leads to, and what else may come of it.
    fn target_letter(&mut self, kind: Kind) -> u8 {
        let Entry { dir_fd, found, .. } = *self.entry;
        if kind != Kind::Symlink {
            return kind_letter(kind);
        }
        self.own.counts.stats.plain += 1;
        match stat::target_kind(dir_fd, found.name) {
            Ok(kind) => kind_letter(kind),
            Err(libc::ENOENT | libc::ENOTDIR) => b'N',
            Err(libc::ELOOP) => b'L',
            Err(errno) => {
                self.problem(Operation::Stat, errno);
                b'?'
            }
        }
    }
}
