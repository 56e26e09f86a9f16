//! The options as clap takes them, and the text of `--help` that it makes of them.

use super::opt::{Effect, Opt};
use clap::{Arg, ArgAction, Command, value_parser};
use std::ffi::OsString;

/// What a command says about itself.
#[derive(Debug)]
pub(in crate::cli) struct About<D: 'static> {
    /// Its name, with the program's.
    pub(in crate::cli) name: &'static str,
    /// Its command line in short.
    pub(in crate::cli) synopsis: &'static str,
    /// What the help says before the options.
    pub(in crate::cli) before: &'static str,
    /// And after them.
    pub(in crate::cli) after: &'static str,
    /// The headings in their order.
    pub(in crate::cli) groups: &'static [&'static str],
    /// The rows.
    pub(in crate::cli) rows: fn() -> super::Rows<D>,
}

impl<D> About<D> {
    /// The command with every option.
    pub(in crate::cli) fn command(&self) -> Command {
        let plain = Command::new(self.name).disable_help_flag(true).disable_version_flag(true).args_override_self(true);
        let grouped = self.groups.iter().flat_map(|group| (self.rows)().filter(move |opt| opt.group == *group));
        let command = grouped.fold(plain, |command, opt| command.arg(arg(opt)));
        command.arg(Arg::new("PATH").num_args(0..).value_parser(value_parser!(OsString)).hide(true))
    }

    /// The text of `--help`.
    pub(in crate::cli) fn text(&self) -> String {
        let help = self.command().help_template("{all-args}").render_help().to_string();
        format!("Usage: {}\n\n{}\n\n{help}\n{}\n", self.synopsis, self.before, self.after)
    }
}

#[cfg(test)]
impl<D> About<D> {
    /// The table holds together: for the tests of commands.
    #[track_caller]
    pub(in crate::cli) fn check(&self) {
        let mut names = std::collections::HashSet::new();
        for opt in (self.rows)() {
            let name = opt.names[0];
            assert!(opt.names.iter().all(|name| names.insert(*name)), "{name}");
            assert!(opt.names.iter().all(|name| matches!(name.as_bytes(), [b'-', b'-', _, _, ..] | [b'-', b'0'..=b'z'])), "{name}");
            assert!(!opt.doc.is_empty() && !opt.doc.ends_with('.') && opt.doc.len() < 80, "{name}");
            assert!(opt.detail.is_empty() || opt.detail.ends_with('.') && opt.detail.matches('`').count().is_multiple_of(2), "{name}");
            // Else a whole name would be taken for the beginning of one of GNU's.
            let standard = || (self.rows)().filter(|other| other.standard).flat_map(|opt| opt.long_names());
            let hidden = |own: &str| standard().any(|name| name.starts_with(own));
            assert!(opt.standard || !opt.long_names().any(hidden), "{name}");
        }
        self.command().debug_assert();
    }
}

/// An option as clap has it.
fn arg<D>(opt: &'static Opt<D>) -> Arg {
    let name = opt.long_names().next().or_else(|| opt.names.first().copied()).unwrap_or_default();
    let mut letters = opt.letters().map(char::from);
    let mut arg = Arg::new(name).help(opt.doc).help_heading(opt.group);
    let mut words = opt.long_names();
    if let Some(long) = words.next() {
        arg = arg.long(long).visible_aliases(words.collect::<Vec<_>>());
    }
    if let Some(letter) = letters.next() {
        arg = arg.short(letter).visible_short_aliases(letters.collect::<Vec<_>>());
    }
    let Some(shape) = opt.shape() else { return arg.action(ArgAction::SetTrue) };
    let arg = arg.value_name(shape.label).value_parser(value_parser!(OsString)).allow_hyphen_values(true);
    match opt.effect {
        Effect::SetMaybe(..) => arg.num_args(0..=1).require_equals(true),
        Effect::Filter(_) => arg.num_args(1..),
        _ => arg.action(ArgAction::Append),
    }
}
