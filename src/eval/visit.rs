//! The second pass: the whole expression against one entry, in the order of the plan, with its effects.

use super::lane::Traffic;
use super::own::Own;
use super::program::Node;
use super::{Setting, run};
use crate::base::{Entry, Flow, Kind, Operation, Problem, Stat};
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
    /// What is due when the entry's records are whole.
    pub due: Due,
}

/// What is due when an entry's records are whole: not before, so that they stay together.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Due {
    /// Nothing: it has none.
    Nothing,
    /// Full blocks go.
    End,
    /// What was written shall be seen at once.
    Flush,
}

/// Evaluates the program against `entry`.
#[inline(always)]
pub(super) fn visit(setting: &Setting, own: &mut Own, entry: &Entry<'_>, place: &Place) -> Flow {
    if !own.pending.is_empty() {
        run::run_elsewhere(setting, own, entry.dir_path);
    }
    let mut visitor = visitor(setting, own, entry, place);
    let answer = visitor.node(&setting.program.root);
    if visitor.due != Due::Nothing {
        visitor.end_entry();
    }
    match answer {
        Err(Over) => Flow::Stop,
        Ok(_) if visitor.prunes => Flow::Prune,
        Ok(_) => Flow::Continue,
    }
}

/// An evaluation that has not begun.
#[inline]
pub(super) fn visitor<'a, 'e>(setting: &'a Setting, own: &'a mut Own, entry: &'a Entry<'e>, place: &'a Place) -> Visitor<'a, 'e> {
    let stat = match (entry.stat, entry.found.kind) {
        (Some(stat), _) => Some(Ok(*stat)),
        (None, Kind::Unknown) => Some(Err(())),
        (None, _) => None,
    };
    Visitor { setting, own, entry, place, stat, lane: None, prunes: false, due: Due::Nothing }
}

impl Visitor<'_, '_> {
    /// Does what is due.
    #[inline]
    fn end_entry(&mut self) {
        let writers = match &mut self.lane {
            Some(lane) => &mut lane.writers,
            None => &mut self.own.writers,
        };
        writers.end_entry();
        if self.due == Due::Flush {
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

    /// The entry may wait in the kernel: what others wrote shall not wait with it.
    pub(super) fn pause(&mut self) {
        match &mut self.lane {
            Some(lane) => lane.writers.pause(),
            None => self.own.writers.pause(),
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
