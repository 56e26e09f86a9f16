//! What the options and actions of an expression say about the walk as a whole.

use super::{PlanError, Request, When, records};
use crate::engine::{Follow, Mounts};
use crate::eval::Silence;
use crate::expr::{Ast, Hint, Leaf, Message, Primary, Role, SyntaxError};
use std::ffi::CString;

/// The walk as the expression wants it.
#[derive(Debug)]
pub(super) struct Settings {
    pub(super) follow: Follow,
    pub(super) min_depth: u32,
    pub(super) max_depth: u32,
    pub(super) post_order: bool,
    pub(super) sorted: bool,
    pub(super) mounts: Mounts,
    pub(super) prunes: bool,
    /// It can end the walk.
    pub(super) quits: bool,
    /// It runs commands.
    pub(super) runs: bool,
    /// It runs commands for one entry at a time.
    pub(super) runs_each: bool,
    /// It runs commands in the entries' directories.
    pub(super) runs_there: bool,
    pub(super) deletes: bool,
    /// It outputs what files hold.
    pub(super) cats: bool,
    pub(super) unique: bool,
    pub(super) no_hidden: bool,
    pub(super) xargs_safe: bool,
    pub(super) silence: Silence,
    /// No action takes the place of the implied `-print`.
    pub(super) prints: bool,
    /// When paths are coloured.
    pub(super) color: When,
    /// The files that actions write to, in the order of their first mention.
    pub(super) files: Vec<CString>,
}

impl Settings {
    /// Folds the leaves of an expression; the last of equal options wins.
    pub(super) fn gather(request: &Request) -> Result<Self, PlanError> {
        let mut all = Self {
            follow: request.follow,
            min_depth: 0,
            max_depth: u32::MAX,
            post_order: false,
            sorted: false,
            mounts: Mounts::Cross,
            prunes: false,
            quits: false,
            runs: false,
            runs_each: false,
            runs_there: false,
            deletes: false,
            cats: false,
            unique: false,
            no_hidden: false,
            xargs_safe: false,
            silence: Silence::default(),
            prints: true,
            color: request.color,
            files: Vec::new(),
        };
        let leaves = request.expression.as_ref().map(Ast::leaves).unwrap_or_default();
        leaves.iter().for_each(|leaf| all.note(leaf));
        if request.json.is_some() {
            records::check_json(&leaves)?;
        }
        if all.deletes && !all.post_order {
            forbid_prune(&leaves)?;
            all.post_order = true;
        }
        Ok(all)
    }

    /// Whether it may end the walk, or what an entry outputs must be written before something is done to it: then actions run
    /// one entry at a time.
    pub(super) fn in_lane(&self) -> bool {
        self.quits || self.runs_each || self.cats_before_changes()
    }

    /// Whether the contents of files are output before files are deleted or commands run.
    pub(super) fn cats_before_changes(&self) -> bool {
        self.cats && (self.deletes || self.runs)
    }

    fn note(&mut self, leaf: &Leaf) {
        match &leaf.primary {
            Primary::MinDepth(depth) => self.min_depth = *depth,
            Primary::MaxDepth(depth) => self.max_depth = *depth,
            Primary::Depth => self.post_order = true,
            Primary::Follow => self.follow = Follow::Always,
            Primary::Sorted => self.sorted = true,
            Primary::Mount => self.mounts = Mounts::Hide,
            Primary::Xdev if self.mounts == Mounts::Cross => self.mounts = Mounts::Stay,
            Primary::Unique => self.unique = true,
            Primary::NoHidden => self.no_hidden = true,
            Primary::XargsSafe => self.xargs_safe = true,
            Primary::NoError => self.silence.errors = true,
            Primary::IgnoreRaces(ignore) => self.silence.races = *ignore,
            Primary::Prune => self.prunes = true,
            Primary::Quit | Primary::Exit(_) | Primary::Limit(_) => self.quits = true,
            Primary::Cat => self.cats = true,
            Primary::Delete => self.deletes = true,
            Primary::Run(command) => {
                self.runs = true;
                self.runs_each |= !command.gathers;
                self.runs_there |= command.manner.in_directory;
            }
            Primary::Color(when) => self.color = if *when { When::Always } else { When::Never },
            Primary::Write { file: Some(file), .. } if !self.files.contains(file) => self.files.push(file.clone()),
            _ => {}
        }
        if leaf.row.role == (Role::Action { replaces_print: true }) {
            self.prints = false;
        }
    }
}

/// `-delete` implies `-depth`, and then `-prune` keeps nothing from being deleted: whoever wrote both expects it to.
fn forbid_prune(leaves: &[&Leaf]) -> Result<(), PlanError> {
    let Some(prune) = leaves.iter().find(|leaf| leaf.primary == Primary::Prune) else { return Ok(()) };
    let message = Message::word(b"-prune").then(" keeps nothing from ").quote(b"-delete").then(", which implies ").quote(b"-depth");
    let hint = Some(Hint::Say("if that is meant, add -depth"));
    Err(PlanError::Syntax(SyntaxError { words: prune.words.clone(), message, hint }))
}
