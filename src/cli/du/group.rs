//! The headings of du's options.

/// What adds to the sums.
pub(super) const COUNTED: &str = "What is counted";
/// Which files are looked at.
pub(super) const WALK: &str = "Where it is looked for";
/// Which sums are shown.
pub(super) const LINES: &str = "Which lines are printed";
/// How they are shown.
pub(super) const FORM: &str = "How they are written";
/// Options of the program itself.
pub(super) const GENERAL: &str = "General options";

/// All of them in the order of the help.
pub(super) const ALL: &[&str] = &[COUNTED, WALK, LINES, FORM, GENERAL];
