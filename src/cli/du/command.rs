//! The options as clap takes them, and the text of `uwalk du --help` that it makes of them.

use super::opt::{Effect, Group, Opt};
use super::{SYNOPSIS, all};
use clap::{Arg, ArgAction, Command, value_parser};
use std::ffi::OsString;

/// What the help says before the options and after them.
const ABOUT: &str = "\
Sums up what every PATH, or the current directory, takes up on the disk, directory by directory: the
numbers, options and lines of GNU du, by several threads.";
const AFTER: &str = "\
SIZE is a number and a unit, or a unit alone: K, M, G, T, P, E are powers of 1024, as are KiB and the
like, and KB, MB and so on are powers of 1000. Without an option, the first of DU_BLOCK_SIZE,
BLOCK_SIZE and BLOCKSIZE that is set is the unit; else it is 1024 bytes, with POSIXLY_CORRECT 512.
Long options may be shortened. The manual uwalk-du(1) has the details.";

/// The command with every option.
pub(super) fn command() -> Command {
    let plain = Command::new("uwalk du").disable_help_flag(true).disable_version_flag(true).args_override_self(true);
    let grouped = Group::ALL.iter().flat_map(|(group, _)| all().filter(|opt| opt.group == *group));
    let command = grouped.fold(plain, |command, opt| command.arg(arg(opt)));
    command.arg(Arg::new("PATH").num_args(0..).value_parser(value_parser!(OsString)).hide(true))
}

/// An option as clap has it.
fn arg(opt: &Opt) -> Arg {
    let name = opt.long_names().next().or_else(|| opt.names.first().copied()).unwrap_or_default();
    let heading = Group::ALL.iter().find(|(group, _)| *group == opt.group).map(|(_, heading)| *heading);
    let mut letters = opt.letters().map(char::from);
    let mut arg = Arg::new(name).help(opt.doc).help_heading(heading);
    if let Some(long) = opt.long_names().next() {
        arg = arg.long(long);
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

/// The text of `--help`.
pub(super) fn text() -> String {
    let help = command().help_template("{all-args}").render_help().to_string();
    format!("Usage: {SYNOPSIS}\n\n{ABOUT}\n\n{help}\n{AFTER}\n")
}
