//! What the colour of an entry depends on: no more than the colours in force distinguish.

use super::visit::Visitor;
use crate::base::{Entry, Fields, Kind, Stat};
use crate::render::{Colours, Look};
use crate::sys::{file, stat};

impl Visitor<'_, '_> {
    /// Learns what `colours` need of the entry. What cannot be known leaves it uncoloured; a path is shown in any case, and
    /// nothing is told: nobody asked for more than the path.
    pub(super) fn look(&mut self, colours: &Colours) -> Look {
        let Entry { dir_fd, found, follow, .. } = *self.entry;
        let mut look = Look { kind: Some(found.kind), ..Look::default() };
        let asked = match found.kind {
            Kind::Regular => !colours.of_file().is_empty(),
            Kind::Directory => !colours.of_directory().is_empty(),
            Kind::Unknown => true,
            _ => false,
        };
        if asked && let Some(stat) = self.quiet_stat() {
            see(&mut look, &stat);
        }
        if look.kind == Some(Kind::Symlink) && colours.follows_links() {
            self.own.counts.stats.plain += 1;
            let fields = colours.of_file() | colours.of_directory() | Fields::KIND;
            match stat::stat_exactly(dir_fd, found.name, true, fields) {
                Ok(target) if colours.shows_targets() => see(&mut look, &target),
                Ok(_) => {}
                Err(_) => look.orphan = true,
            }
        }
        if look.kind == Some(Kind::Regular) && colours.tells_capable() {
            look.capable = file::attribute(dir_fd, found.name, follow, c"security.capability").is_ok();
        }
        look
    }

    /// The stat, without a word if there is none.
    fn quiet_stat(&mut self) -> Option<Stat> {
        if self.stat.is_none() {
            let Entry { dir_fd, found, follow, .. } = *self.entry;
            self.pause();
            self.own.counts.stats.plain += 1;
            // An error is left to whoever needs the stat for more than a colour.
            self.stat = stat::stat(dir_fd, found.name, follow, self.fields()).ok().map(Ok);
        }
        self.stat.as_ref().and_then(|stat| stat.as_ref().ok()).copied()
    }
}

fn see(look: &mut Look, stat: &Stat) {
    look.kind = Some(stat.kind());
    look.mode = stat.mode;
    look.nlink = stat.nlink;
}
