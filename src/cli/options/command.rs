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
