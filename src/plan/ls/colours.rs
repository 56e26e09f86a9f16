//! Whether a listing is coloured, and how: `--color`, TERM, COLORTERM, LS_COLORS.

use super::{Planner, variable};
use crate::base::quoted;
use crate::expr::Pattern;
use crate::render::{Colours, Unreadable};
use std::os::unix::ffi::OsStrExt;

/// Terminals that show colours, as dircolors(1) knows them: patterns of TERM.
const TERMINALS: &[&[u8]] = &[
    b"Eterm",
    b"ansi",
    b"*color*",
    b"con[0-9]*x[0-9]*",
    b"cons25",
    b"console",
    b"cygwin",
    b"*direct*",
    b"dtterm",
    b"gnome",
    b"hurd",
    b"jfbterm",
    b"konsole",
    b"kterm",
    b"linux",
    b"linux-c",
    b"mlterm",
    b"putty",
    b"rxvt*",
    b"screen*",
    b"st",
    b"terminator",
    b"tmux*",
    b"vt100",
    b"xterm*",
];

impl Planner {
    /// The colours; `None` if there are none. An LS_COLORS that cannot be read colours nothing, which is noted.
    pub(super) fn colours(&mut self) -> Option<Colours> {
        if !self.shows(self.request.color) {
            return None;
        }
        let text = variable("LS_COLORS").filter(|text| !text.is_empty());
        if text.is_none() && !self.shows_colours() {
            return None;
        }
        match Colours::parse(text.unwrap_or_default().as_bytes()) {
            Ok(colours) => Some(colours),
            Err(unreadable) => {
                if let Unreadable::Letters(letters) = unreadable {
                    self.notes.push([&b"unrecognized prefix: "[..], &quoted(&letters, self.charset, true)].concat());
                }
                self.notes.push(b"unparsable value for LS_COLORS environment variable".to_vec());
                None
            }
        }
    }

    /// Whether the environment speaks of a terminal with colours.
    fn shows_colours(&self) -> bool {
        let term = variable("TERM").unwrap_or_default();
        let known = || TERMINALS.iter().any(|pattern| Pattern::new(pattern, self.charset, false).matches(term.as_bytes()));
        variable("COLORTERM").is_some_and(|value| !value.is_empty()) || !term.is_empty() && known()
    }
}
