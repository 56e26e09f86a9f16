//! The second pass: the whole expression against one entry, in the order of the plan, with its effects.

use super::Setting;
use super::lane::Traffic;
use super::own::Own;
use super::program::Node;
use crate::base::{Entry, Flow, Operation, Problem, Stat};
use crate::output::Place;
use std::sync::MutexGuard;

/// The walk is over: nothing of the expression is evaluated any more.
pub(super) struct Over;

/// One evaluation.
pub(super) struct Visitor<'a, 'e> {
    pub setting: &'a Setting,
    pub own: &'a mut Own,
    pub entry: &'a Entry<'e>,
    pub place: &'a Place,
    /// The stat: the engine's, or asked for on the way. An error was told and is not asked again.
    pub stat: Option<Result<Stat, ()>>,
    /// The lane, from the first action on.
    pub lane: Option<MutexGuard<'a, Traffic>>,
    pub prunes: bool,
    /// What was written shall be seen at once.
    pub flushes: bool,
}

/// Evaluates the program against `entry`.
#[inline]
pub(super) fn visit(setting: &Setting, own: &mut Own, entry: &Entry<'_>, place: &Place) -> Flow {
    let mut visitor = visitor(setting, own, entry, place);
    let answer = visitor.node(&setting.program.root);
    visitor.end_entry();
    match answer {
        Err(Over) => Flow::Stop,
        Ok(_) if visitor.prunes => Flow::Prune,
        Ok(_) => Flow::Continue,
    }
}

/// An evaluation that has not begun.
#[inline]
pub(super) fn visitor<'a, 'e>(setting: &'a Setting, own: &'a mut Own, entry: &'a Entry<'e>, place: &'a Place) -> Visitor<'a, 'e> {
    let stat = entry.stat.map(|stat| Ok(*stat));
    Visitor { setting, own, entry, place, stat, lane: None, prunes: false, flushes: false }
}

impl Visitor<'_, '_> {
    /// The entry's records are whole.
    #[inline]
    fn end_entry(&mut self) {
        let writers = match &mut self.lane {
            Some(lane) => &mut lane.writers,
            None => &mut self.own.writers,
        };
        writers.end_entry();
        if self.flushes {
            writers.publish();
        }
    }

    pub(super) fn node(&mut self, node: &Node) -> Result<bool, Over> {
        match node {
            Node::Constant(value) => Ok(*value),
            Node::Test(test) => Ok(self.test(test)),
            Node::Action(action) => self.act(action),
            Node::Not(inner) => Ok(!self.node(inner)?),
            Node::And(nodes) => {
                for node in nodes {
                    if !self.node(node)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            Node::Or(nodes) => {
                for node in nodes {
                    if self.node(node)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            Node::Comma(nodes) => {
                let mut last = true;
                for node in nodes {
                    last = self.node(node)?;
                }
                Ok(last)
            }
        }
    }

    /// Tells of a problem with the entry.
    pub(super) fn problem(&self, operation: Operation, errno: i32) {
        let silence = self.setting.program.silence;
        let vanished = silence.races && errno == libc::ENOENT && self.entry.found.depth > 0;
        if (silence.errors || vanished) && matches!(operation, Operation::Stat | Operation::Open | Operation::Read) {
            return;
        }
        self.setting.reporter.problem(&Problem::new(operation, self.entry.path(), errno));
    }
}
