//! What the colour of an entry depends on: no more than the colours in force distinguish.

use super::visit::Visitor;
use crate::base::{Entry, Fields, Kind, Stat};
use crate::render::{Colours, Dress, Look};
use crate::sys::{file, stat};

impl Visitor<'_, '_> {
    /// Learns what `dress` needs of the entry, and of what a link leads to, where that `shows`. What cannot be known leaves it
    /// uncoloured; a path is shown in any case, and nothing is told: nobody asked for more than the path.
    pub(super) fn look(&mut self, dress: &Dress, shows: bool) -> (Look, Look) {
        let (look, target) = match &dress.colours {
            Some(colours) => self.colour(colours, shows),
            None => (Look { kind: self.quiet_kind(), ..Look::default() }, Look::default()),
        };
        if dress.links.is_some() {
            // A link that is shown as what it leads to is one all the same.
            let is_link = matches!(self.quiet_kind(), Some(Kind::Symlink) | None);
            self.own.memory.places.find(self.entry, self.setting.program.follow, is_link);
        }
        (look, target)
    }

    fn quiet_kind(&mut self) -> Option<Kind> {
        match self.entry.found.kind {
            Kind::Unknown => self.quiet_stat().map(|stat| stat.kind()),
            kind => Some(kind),
        }
    }

    fn colour(&mut self, colours: &Colours, shows: bool) -> (Look, Look) {
        let Entry { dir_fd, found, follow, .. } = *self.entry;
        let (mut look, mut target) = (Look { kind: Some(found.kind), ..Look::default() }, Look { orphan: true, ..Look::default() });
        let asked = match found.kind {
            Kind::Regular => !colours.of_file().is_empty(),
            Kind::Directory => !colours.of_directory().is_empty(),
            Kind::Unknown => true,
            _ => false,
        };
        if asked && let Some(stat) = self.quiet_stat() {
            see(&mut look, &stat);
        }
        if look.kind == Some(Kind::Symlink) && (if shows { colours.follows_shown_links() } else { colours.follows_links() }) {
            self.own.counts.stats.plain += 1;
            let fields = colours.of_file() | colours.of_directory() | Fields::KIND;
            match stat::stat_exactly(dir_fd, found.name, true, fields) {
                Ok(stat) => {
                    see(&mut target, &stat);
                    target.orphan = false;
                    if colours.shows_targets() {
                        see(&mut look, &stat);
                    }
                }
                Err(_) => look.orphan = true,
            }
            // ls(1) looks at the names of the link itself.
            target.nlink = self.stat.as_ref().and_then(|stat| stat.as_ref().ok()).map_or(1, |stat| stat.nlink);
        }
        if look.kind == Some(Kind::Regular) && colours.tells_capable() {
            look.capable = file::attribute(dir_fd, found.name, follow, c"security.capability").is_ok();
        }
        (look, target)
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
