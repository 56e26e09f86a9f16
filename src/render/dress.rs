//! How a path is dressed on a terminal: an icon before it, a link around it, colours in it. Whoever calls has looked at the
//! entry as far as `needs` says, and knows its absolute path where there are links.

use super::colour::{Colours, Look};
use super::icon::push_icon;
use super::link::Links;
use crate::base::{Entry, Fields, Kind};
use std::sync::Arc;

/// What paths wear.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dress {
    /// Their colours.
    pub colours: Option<Arc<Colours>>,
    /// Links to the files.
    pub links: Option<Links>,
    /// Icons.
    pub icons: bool,
}

/// A path in its dress.
#[derive(Clone, Copy, Debug)]
pub struct Dressed<'a> {
    /// What it wears.
    pub dress: &'a Dress,
    /// What is known of the entry.
    pub look: &'a Look,
    /// The same of what a link leads to, where that is shown.
    pub target: &'a Look,
    /// The absolute path of the file, where there are links; empty if it has none.
    pub place: &'a [u8],
}

impl Dress {
    /// What may have to be asked of some entry.
    #[must_use]
    pub fn needs(&self) -> Fields {
        self.colours.as_ref().map_or(Fields::KIND, |colours| colours.needs())
    }
}

impl Dressed<'_> {
    /// Appends the path of an entry; `write` makes its parts such as they are to be seen.
    pub fn push(&self, to: &mut Vec<u8>, entry: &Entry<'_>, write: impl Fn(&mut Vec<u8>, &[u8])) {
        let name = entry.found.name.to_bytes();
        if self.dress.icons {
            push_icon(to, self.look.kind.unwrap_or(Kind::Unknown), name);
        }
        self.linked(to, |to| match &self.dress.colours {
            Some(colours) => colours.push(to, entry, self.look, write),
            None => [entry.dir_path, name].into_iter().for_each(|part| write(to, part)),
        });
    }

    /// Appends what a link says.
    pub(super) fn push_target(&self, to: &mut Vec<u8>, link: &[u8], write: impl Fn(&mut Vec<u8>, &[u8])) {
        self.linked(to, |to| match &self.dress.colours {
            Some(colours) => colours.push_target(to, link, self.target, write),
            None => write(to, link),
        });
    }

    fn linked(&self, to: &mut Vec<u8>, push: impl FnOnce(&mut Vec<u8>)) {
        let links = self.dress.links.as_ref().filter(|_| !self.place.is_empty());
        if let Some(links) = links {
            links.open(to, &[self.place]);
        }
        push(to);
        if links.is_some() {
            Links::close(to);
        }
    }
}
