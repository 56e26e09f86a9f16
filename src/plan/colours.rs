//! Whether paths are coloured, and how: `--color`, `-color`, `-nocolor`, NO_COLOR, TERM, LS_COLORS.

use super::request::When;
use crate::render::Colours;
use crate::sys::write;
use std::env::var_os;
use std::os::unix::ffi::OsStrExt;
use std::sync::Arc;

/// The colours of paths on standard output; `None` if there are none. An LS_COLORS that cannot be read colours nothing, as
/// ls(1) has it, which is noted.
pub(super) fn colours(when: When, notes: &mut Vec<String>) -> Option<Arc<Colours>> {
    let coloured = match when {
        When::Always => true,
        When::Never => false,
        When::Auto => write::is_terminal(write::stdout()) && !refused(),
    };
    if !coloured {
        return None;
    }
    let text = var_os("LS_COLORS").unwrap_or_default();
    let colours = Colours::parse(text.as_bytes());
    if colours.is_err() {
        notes.push("LS_COLORS cannot be read".to_owned());
    }
    colours.ok().map(Arc::new)
}

/// Whether the environment says that nobody wants colours.
fn refused() -> bool {
    var_os("NO_COLOR").is_some_and(|value| !value.is_empty()) || is_dumb()
}

/// Whether the terminal is one that takes text alone.
pub(super) fn is_dumb() -> bool {
    var_os("TERM").is_none_or(|term| term.is_empty() || term == "dumb")
}
