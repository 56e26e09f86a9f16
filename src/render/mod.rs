//! Rendering: what is known of an entry to bytes. Pure: it asks nobody and keeps nothing; whoever calls brings the facts.
//!
//! - `facts`: what an entry is rendered from.
//! - `template`: formats of `-printf`, read into pieces; `directive` renders one of them.
//! - `field`: width, precision and flags, as printf(3) has them; `float` is its `%g`.
//! - `number`: plain numbers, fast.
//! - `time`: instants by strftime(3)'s letters, in the C locale; `civil` is the calendar.
//! - `date`: instants by date(1)'s formats; `strftime` renders one conversion.
//! - `amount`: sums in units or with letters.
//! - `path`: parts of an entry's path.
//! - `json`: objects of `--json`.
//! - `dress`: paths on a terminal: `colour`: in the colours of LS_COLORS; `link`: within hyperlinks; `icon`: behind icons.
//! - `ls`: listings, as ls(1) has them.
//! - `long`: the line of `-ls`; `mode` its permissions, `escape` its names.

mod amount;
mod civil;
mod colour;
mod date;
mod directive;
mod dress;
mod escape;
mod facts;
mod field;
mod float;
mod icon;
pub mod json;
mod link;
mod long;
pub mod ls;
mod mode;
mod number;
mod path;
mod strftime;
mod template;
mod time;

pub use amount::Amount;
pub use civil::{Local, Zones};
pub use colour::{Colours, Look, Unreadable};
pub use date::DateFormat;
pub use directive::{Clock, kind_letter};
pub use dress::{Dress, Dressed};
pub use escape::push_for_xargs;
pub use facts::Facts;
pub use icon::{ICON_CELLS, icon, push_icon};
pub use json::{Json, KEYS};
pub use link::Links;
pub use long::{LONG_NEEDS, Long};
pub use template::{Fault, Template};

#[cfg(test)]
mod tests {
    /// What `push` appends, which must be text.
    pub(super) fn written(push: impl FnOnce(&mut Vec<u8>)) -> String {
        let mut to = Vec::new();
        push(&mut to);
        String::from_utf8(to).unwrap()
    }
}
