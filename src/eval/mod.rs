//! Evaluation: the expression against an entry. It implements the engine's `Visit`; it holds no tree and no order.
//!
//! - `program`: the expression as the plan gives it.
//! - `sieve`: what name and type alone decide, in three-valued logic.
//! - `visit`: the whole expression, in the written order; `answer` its tests, `act` its actions.
//! - `contents`: what files hold, as output.
//! - `lane`: where actions run one entry at a time.
//! - `task`: a command of the expression and the paths that wait for it; `run`: how it is run.
//! - `look`: what a path's colour depends on; `places`: absolute paths, for links.
//! - `attributes`: tests that ask more than a stat; `mounts`: types of file systems.
//! - `gate`: what keeps entries from it.
//! - `record`: what is gathered of an entry and written.
//! - `own`: what a worker has to itself: its ends of the outputs, and what it remembers, such as the time `zone`.
//! - `owners`: the names of users and groups.

mod act;
mod answer;
mod attributes;
mod contents;
pub mod du;
mod gate;
mod lane;
mod look;
pub mod ls;
mod mounts;
mod own;
mod owners;
mod places;
mod program;
mod record;
mod run;
mod sieve;
mod task;
mod visit;
mod zone;

pub use program::{Action, Countdown, Gate, Node, Program, Right, Silence, Stamp, Test, What, Window, Write};
pub use task::Task;

use crate::base::{Charset, Counts, Dirent, Entry, Flow, Operation, Problem};
use crate::engine::{Eval, Visit};
use crate::output::{Output, Outputs, Place};
use crate::report::Reporter;
use crate::sys::write;
use gate::Seen;
use lane::Lane;
use own::{Own, Writers};
use owners::Owners;
use std::sync::{Arc, Mutex};

/// What all workers evaluate with.
pub struct Setting {
    program: Program,
    outputs: Outputs,
    reporter: Arc<Reporter>,
    charset: Charset,
    /// Standard output is a terminal, so names are printed safely.
    terminal: bool,
    /// The same of the files.
    terminals: Vec<bool>,
    /// Device and inode number of standard output, if it is a regular file and contents of files go there.
    stdout_id: Option<(u64, u64)>,
    owners: Owners,
    seen: Seen,
    lane: Option<Lane>,
    /// Held while a command runs.
    children: Mutex<()>,
    /// Ends the process where the thread that would does not come back.
    abandon: fn(&Outputs, &Reporter),
}

impl Setting {
    /// For one run. `abandon` ends the process when a hanging worker keeps the walk from ending.
    #[must_use]
    pub fn new(
        program: Program,
        outputs: Outputs,
        reporter: Arc<Reporter>,
        charset: Charset,
        abandon: fn(&Outputs, &Reporter),
    ) -> Arc<Self> {
        let lane = program.lane.then(|| Lane::new(Writers::new(&outputs)));
        let terminal = outputs.stdout().is_terminal();
        let terminals = outputs.files().map(Output::is_terminal).collect();
        let stdout_id = if program.cats > 0 { contents::regular_id(write::stdout()) } else { None };
        Arc::new(Self {
            program,
            outputs,
            reporter,
            charset,
            terminal,
            terminals,
            stdout_id,
            owners: Owners::default(),
            seen: Seen::default(),
            lane,
            children: Mutex::new(()),
            abandon,
        })
    }

    /// Whether a file, or standard output, is a terminal.
    fn is_terminal(&self, stream: Option<usize>) -> bool {
        stream.map_or(self.terminal, |at| self.terminals.get(at).copied().unwrap_or(false))
    }
}

/// One worker's evaluator.
pub struct Evaluator {
    setting: Arc<Setting>,
    own: Own,
}

impl Evaluator {
    /// For the calling worker.
    #[must_use]
    pub fn new(setting: &Arc<Setting>) -> Self {
        Self { setting: Arc::clone(setting), own: Own::new(&setting.outputs) }
    }
}

impl Visit for Evaluator {
    type Dir = Place;

    fn top(&mut self) -> Place {
        self.own.writers.stdout.top()
    }

    #[inline]
    fn sieve(&mut self, found: &Dirent<'_>, dir_path: &[u8]) -> Eval {
        sieve::sieve(&self.setting.program, found, dir_path)
    }

    fn admit(&mut self, entry: &Entry<'_>, dir: &Place) -> bool {
        gate::admits(&self.setting, &mut self.own, entry, dir)
    }

    #[inline]
    fn visit(&mut self, entry: &Entry<'_>, dir: &Place) -> Flow {
        visit::visit(&self.setting, &mut self.own, entry, dir)
    }

    fn enter(&mut self, _entry: &Entry<'_>, parent: &Place) -> Place {
        self.own.writers.stdout.enter(parent)
    }

    fn listed(&mut self, dir: &Place) {
        self.own.writers.stdout.end(dir);
    }

    fn leave(&mut self, entry: &Entry<'_>, dir: &Place) -> Flow {
        visit::visit(&self.setting, &mut self.own, entry, dir)
    }

    fn problem(&mut self, problem: Problem, _dir: &Place) {
        let silent = self.setting.program.silence.errors
            && matches!(problem.operation, Operation::Stat | Operation::Open | Operation::Read | Operation::Loop);
        if !silent {
            self.setting.reporter.problem(&problem);
        }
    }

    fn pause(&mut self) {
        self.own.writers.pause();
        if let Some(lane) = &self.setting.lane {
            lane.pause();
        }
    }

    fn publish(&mut self) {
        self.own.writers.publish();
    }

    fn crowded(&self) -> bool {
        self.own.writers.stdout.is_crowded()
    }

    fn drain(&mut self) {
        self.own.writers.stdout.drain();
    }

    fn unheard(&self) -> bool {
        let setting = &self.setting;
        match setting.program.is_for_reader() {
            true => setting.outputs.stdout().error().is_some(),
            false => setting.reader_is_gone(),
        }
    }

    fn before_another(&mut self) {
        self.setting.outputs.stdout().start_printer();
    }

    fn abandoned(&mut self) {
        (self.setting.abandon)(&self.setting.outputs, &self.setting.reporter);
    }

    fn part_done(&mut self) {
        run::run_pending(&self.setting, &mut self.own);
    }

    fn finish(&mut self, counts: &Counts) {
        self.setting.reporter.count(counts);
        self.setting.reporter.count(&self.own.counts);
        self.own.writers.publish();
        self.part_done();
        if let Some(lane) = &self.setting.lane {
            lane.publish();
        }
    }
}
