//! Evaluation: the expression against an entry. It implements the engine's `Visit`; it holds no tree and no order.
//!
//! - `program`: the expression as the plan gives it.
//! - `sieve`: what name and type alone decide, in three-valued logic.
//! - `visit`: the whole expression, in the written order; `answer` its tests, `act` its actions.
//! - `lane`: where actions run one entry at a time.
//! - `attributes`: tests that ask more than a stat; `mounts`: types of file systems.
//! - `gate`: what keeps entries from it.
//! - `owners`: whether users and groups have names.

mod act;
mod answer;
mod attributes;
mod gate;
mod lane;
mod mounts;
mod owners;
mod program;
mod sieve;
mod visit;

pub use program::{Action, Gate, Node, Program, Right, Silence, Stamp, Test, Window};

use crate::base::{Charset, Dirent, Entry, Flow, Operation, Problem};
use crate::engine::{Eval, Visit};
use crate::output::{Output, Place, Writer};
use crate::report::Reporter;
use gate::Seen;
use lane::Lane;
use mounts::Mounts;
use owners::Owners;
use std::sync::Arc;

/// What all workers evaluate with.
pub struct Setting {
    program: Program,
    output: Output,
    reporter: Arc<Reporter>,
    charset: Charset,
    /// Paths go to a terminal, so they are printed safely.
    terminal: bool,
    owners: Owners,
    mounts: Mounts,
    seen: Seen,
    lane: Option<Lane>,
    /// Ends the process where the thread that would does not come back.
    abandon: fn(&Output, &Reporter),
}

impl Setting {
    /// For one run. `abandon` ends the process when a hanging worker keeps the walk from ending.
    #[must_use]
    pub fn new(program: Program, output: Output, reporter: Arc<Reporter>, charset: Charset, abandon: fn(&Output, &Reporter)) -> Arc<Self> {
        let lane = program.quits.then(|| Lane::new(output.writer()));
        let terminal = output.is_terminal();
        Arc::new(Self {
            program,
            output,
            reporter,
            charset,
            terminal,
            owners: Owners::default(),
            mounts: Mounts::default(),
            seen: Seen::default(),
            lane,
            abandon,
        })
    }
}

/// One worker's evaluator.
pub struct Evaluator {
    setting: Arc<Setting>,
    writer: Writer,
}

impl Evaluator {
    /// For the calling worker.
    #[must_use]
    pub fn new(setting: &Arc<Setting>) -> Self {
        Self { setting: Arc::clone(setting), writer: setting.output.writer() }
    }
}

impl Visit for Evaluator {
    type Dir = Place;

    fn top(&mut self) -> Place {
        self.writer.top()
    }

    #[inline]
    fn sieve(&mut self, found: &Dirent<'_>, dir_path: &[u8]) -> Eval {
        sieve::sieve(&self.setting.program, found, dir_path)
    }

    fn admit(&mut self, entry: &Entry<'_>, dir: &Place) -> bool {
        gate::admits(&self.setting, &mut self.writer, entry, dir)
    }

    #[inline]
    fn visit(&mut self, entry: &Entry<'_>, dir: &Place) -> Flow {
        visit::visit(&self.setting, &mut self.writer, entry, dir)
    }

    fn enter(&mut self, parent: &Place) -> Place {
        self.writer.enter(parent)
    }

    fn listed(&mut self, dir: &Place) {
        self.writer.end(dir);
    }

    fn leave(&mut self, entry: &Entry<'_>, dir: &Place) -> Flow {
        visit::visit(&self.setting, &mut self.writer, entry, dir)
    }

    fn problem(&mut self, problem: Problem, _dir: &Place) {
        let silent = self.setting.program.silence.errors
            && matches!(problem.operation, Operation::Stat | Operation::Open | Operation::Read | Operation::Loop);
        if !silent {
            self.setting.reporter.problem(&problem);
        }
    }

    fn pause(&mut self) {
        self.writer.pause();
        if let Some(lane) = &self.setting.lane {
            lane.pause();
        }
    }

    fn publish(&mut self) {
        self.writer.publish();
    }

    fn crowded(&self) -> bool {
        self.writer.is_crowded()
    }

    fn drain(&mut self, dir: &Place) {
        self.writer.drain(dir);
    }

    fn unheard(&self) -> bool {
        !self.setting.program.deletes && self.setting.output.is_closed()
    }

    fn before_another(&mut self) {
        self.setting.output.start_printer();
    }

    fn abandoned(&mut self) {
        (self.setting.abandon)(&self.setting.output, &self.setting.reporter);
    }

    fn finish(&mut self) {
        self.writer.publish();
        if let Some(lane) = &self.setting.lane {
            lane.publish();
        }
    }
}
