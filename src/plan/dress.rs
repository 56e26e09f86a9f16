//! What paths wear on standard output: `--color`, `--hyperlink`, `--icons`.

use super::colours;
use super::request::When;
use crate::base::Charset;
use crate::render::{Dress, Links};
use crate::sys::{place, write};
use std::sync::Arc;

/// When paths wear what.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wanted {
    pub(super) colours: When,
    pub(super) links: When,
    pub(super) icons: When,
}

/// What paths wear; `None` if that is nothing.
pub(super) fn dress(wanted: Wanted, charset: Charset, notes: &mut Vec<String>) -> Option<Arc<Dress>> {
    let on_terminal = || write::is_terminal(write::stdout()) && !colours::is_dumb();
    let is_wanted = |when, suits: bool| match when {
        When::Always => true,
        When::Never => false,
        When::Auto => suits && on_terminal(),
    };
    let dress = Dress {
        colours: colours::colours(wanted.colours, notes),
        links: is_wanted(wanted.links, true).then(|| Links::new(&place::host())),
        icons: is_wanted(wanted.icons, charset == Charset::Utf8),
    };
    let wears = dress.colours.is_some() || dress.links.is_some() || dress.icons;
    wears.then(|| Arc::new(dress))
}
