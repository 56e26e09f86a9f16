//! The headings of ls's options.

/// Which entries are listed.
pub(super) const WHICH: &str = "Which entries are listed";
/// In which order.
pub(super) const ORDER: &str = "In which order";
/// How entries share lines.
pub(super) const FORMAT: &str = "How they share lines";
/// What is shown of them.
pub(super) const SHOWN: &str = "What is shown of them";
/// How names look.
pub(super) const NAMES: &str = "How names look";
/// Options of the program itself.
pub(super) const GENERAL: &str = "General options";

/// All of them in the order of the help.
pub(super) const ALL: &[&str] = &[WHICH, ORDER, FORMAT, SHOWN, NAMES, GENERAL];
