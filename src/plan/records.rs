//! Records of actions: formats read, and what is wrong with one told with its words.

use super::PlanError;
use super::resolve::Resolver;
use super::tree::Tree;
use crate::eval::{Action, Node, What, Write};
use crate::expr::{Leaf, Message, Record, Role, SyntaxError};
use crate::render::{Fault, Long, Template};
use std::io::IsTerminal;
use std::sync::Arc;

impl Resolver<'_> {
    /// `-print`: dressed for a terminal where that is wanted.
    pub(super) fn print(&self) -> Action {
        match &self.dress {
            Some(dress) => Action::Write(Box::new(Write::new(None, What::Dressed(Arc::clone(dress))))),
            None => Action::Print,
        }
    }

    /// What an action writes; `to_file`: not to standard output.
    pub(super) fn what(&self, record: &Record, leaf: &Leaf, to_file: bool) -> Result<What, PlanError> {
        Ok(match record {
            Record::Path(end) => What::Path(*end),
            Record::ForXargs => What::ForXargs,
            Record::Long => {
                let long = Long { now: self.now.secs, small_blocks: std::env::var_os("POSIXLY_CORRECT").is_some() };
                What::Long(long, self.dress.clone().filter(|_| !to_file))
            }
            Record::Json => What::Json(self.json.clone()),
            Record::Format(format) => What::Format(Template::parse(format).map_err(|fault| wrong(fault, format, leaf))?),
        })
    }
}

/// `--json` takes the place of the implied `-print`, so there must be one.
pub(super) fn check_json(leaves: &[&Leaf]) -> Result<(), PlanError> {
    let replaces = |leaf: &&&Leaf| leaf.row.role == (Role::Action { replaces_print: true });
    let Some(action) = leaves.iter().find(replaces) else { return Ok(()) };
    let message = Message::word(b"--json").then(" prints in the place of an action, and here is ").quote(action.row.name().as_bytes());
    Err(PlanError::Syntax(SyntaxError { words: action.words.clone(), message, hint: None }))
}

/// A format that is refused. It is the last word of its action.
fn wrong(fault: Fault, format: &[u8], leaf: &Leaf) -> PlanError {
    let message = Message::word(leaf.row.name().as_bytes()).then(": ").quote(format);
    let message = match fault {
        Fault::Ends => message.then(" ends in the middle of a directive: a percent sign is ").quote(b"%%"),
        Fault::Reserved(letter) => message.then(" has ").quote(&[b'%', letter]).then(", which is reserved for future use"),
        Fault::TooWide => message.then(" has a width or precision that is too large"),
    };
    PlanError::Syntax(SyntaxError::at(leaf.words.end - 1, message))
}

/// What GNU find warns of, where it is likely that somebody reads it.
pub(super) fn warnings(tree: &Tree) -> Vec<String> {
    if !std::io::stdin().is_terminal() || std::env::var_os("POSIXLY_CORRECT").is_some() {
        return Vec::new();
    }
    let formats = tree.steps().into_iter().filter_map(|step| match &step.node {
        Node::Action(Action::Write(write)) => match &write.what {
            What::Format(template) => Some(template),
            _ => None,
        },
        _ => None,
    });
    formats.flat_map(Template::oddities).map(|oddity| format!("warning: {oddity}")).collect()
}
