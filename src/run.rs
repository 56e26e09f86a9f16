//! The stages of a run, one after the other.

use crate::base::{Charset, Operation, Problem};
use crate::cli::{self, Command, Mistake};
use crate::engine::{self, End};
use crate::eval::du::{self, Summer};
use crate::eval::ls::{self, Fatal};
use crate::eval::{Evaluator, Setting};
use crate::expr::SyntaxError;
use crate::output::{Output, Outputs};
use crate::plan::du::DuPlan;
use crate::plan::ls::LsPlan;
use crate::plan::{self, Io, Plan, PlanError};
use crate::report::{Reporter, Voice, reason};
use crate::sys::{mounts, process, recall, write};
use crate::watch::Watch;
use std::cell::LazyCell;
use std::ffi::OsString;
use std::sync::Arc;
use std::time::Instant;

/// The exit status of ls where nothing can be written.
const SERIOUS: u8 = 2;

/// Runs a command line. The exit status.
#[must_use]
pub fn run(argv: &[OsString]) -> u8 {
    let began = Instant::now();
    let charset = Charset::from_env();
    let reporter = Arc::new(Reporter::new(cli::program_name(argv), charset));
    match cli::parse(argv) {
        Ok(Command::Show(text)) => show(text.as_bytes(), &reporter),
        Ok(Command::Walk(request)) => {
            let watch = Watch::start(&reporter);
            reporter.began(began, request.stats);
            match plan::plan(*request, charset) {
                Ok(plan) => perform(plan, charset, &reporter, &watch),
                Err(error) => refuse_plan(error, argv, charset, &reporter),
            }
        }
        Ok(Command::Du(request)) => {
            reporter.speak_as(Voice::Du);
            let watch = Watch::start(&reporter);
            reporter.began(began, request.stats);
            match plan::du::plan(*request, charset) {
                Ok(plan) => perform_du(plan, charset, &reporter, &watch),
                Err(error) => refuse_plan(error, argv, charset, &reporter),
            }
        }
        Ok(Command::Ls(request)) => {
            reporter.speak_as(Voice::Ls);
            list(&plan::ls::plan(*request, charset), &reporter)
        }
        Err(Mistake { error, status }) => refuse(&error, status, argv, charset, &reporter),
    }
}

/// Explains the plan, or walks by it. The exit status.
fn perform(plan: Plan, charset: Charset, reporter: &Arc<Reporter>, watch: &Watch) -> u8 {
    plan.problems.iter().for_each(|problem| reporter.problem(problem));
    plan.notes.iter().for_each(|note| reporter.message(note.as_bytes()));
    if let Some(text) = plan.explanation {
        return show(&text, reporter);
    }
    let outputs = match Outputs::open(Output::stdout(plan.spec.sorted && !plan.spec.serial), &plan.program.files) {
        Ok(outputs) => outputs,
        Err(problem) => {
            reporter.problem(&problem);
            return reporter.status();
        }
    };
    watch.guard(outputs.stdout().clone());
    if plan.program.is_for_reader() {
        let (theirs, reporter) = (outputs.clone(), Arc::clone(reporter));
        outputs.stdout().ends_with_reader(move || forsake(&theirs, &reporter));
    }
    if plan.program.cats > 0 {
        let told = Arc::clone(reporter);
        let changes = plan.program.deletes || plan.program.runs;
        outputs.stdout().takes_contents(changes, plan.program.cats, move |problem| told.problem(problem));
    }
    if plan.program.runs {
        process::await_children();
    }
    let setting = Setting::new(plan.program, outputs.clone(), Arc::clone(reporter), charset, abandon);
    let theirs = Arc::clone(&setting);
    let end = engine::run(plan.spec, move || Evaluator::new(&theirs));
    finish(end, || setting.run_waiting(), &outputs, reporter)
}

/// Sums up disk usage by a plan. The exit status.
fn perform_du(plan: DuPlan, charset: Charset, reporter: &Arc<Reporter>, watch: &Watch) -> u8 {
    plan.problems.iter().for_each(|problem| reporter.problem(problem));
    plan.notes.iter().for_each(|note| reporter.message(note.as_bytes()));
    let output = Output::stdout(true);
    let outputs = Outputs::from(output.clone());
    watch.guard(output.clone());
    let (theirs, told) = (outputs.clone(), Arc::clone(reporter));
    output.ends_with_reader(move || forsake(&theirs, &told));
    let setting = du::Setting::new(plan.fold, plan.names, output, Arc::clone(reporter), charset, abandon);
    du::tell_when_interrupted(reporter.program());
    let theirs = Arc::clone(&setting);
    let end = engine::run(plan.spec, move || Summer::new(&theirs));
    finish(end, || setting.conclude(), &outputs, reporter)
}

/// Lists by a plan. The exit status. Without a ring no thread watches: every call ends with the process, and so does SIGINT it.
fn list(plan: &LsPlan, reporter: &Arc<Reporter>) -> u8 {
    let _watch = (plan.program.spec.io == Io::Ring).then(|| Watch::start(reporter));
    plan.notes.iter().for_each(|note| reporter.message(note));
    match ls::run(&plan.program, reporter) {
        Ok(()) => {}
        Err(Fatal::Ring(errno)) => refuse_ring(errno, reporter),
        Err(Fatal::Write(errno)) => {
            tell_end(errno, reporter);
            reporter.raise(SERIOUS);
        }
    }
    reporter.status()
}

/// What is done when a walk has ended, with `rest` first if it was complete. The exit status.
fn finish(end: Result<End, i32>, rest: impl FnOnce(), outputs: &Outputs, reporter: &Reporter) -> u8 {
    match end {
        Ok(End::Complete) => {
            rest();
            conclude(outputs, reporter);
        }
        Ok(End::Abandoned) => abandon(outputs, reporter),
        Err(errno) => refuse_ring(errno, reporter),
    }
    reporter.status()
}

/// Writes what is left.
fn conclude(outputs: &Outputs, reporter: &Reporter) {
    outputs.finish_files().for_each(|problem| reporter.problem(&problem));
    let written = outputs.stdout().finish();
    let mounts = LazyCell::new(|| mounts::list().unwrap_or_default());
    reporter.conclude(|id| mounts.iter().find(|mount| mount.id == id).map(|mount| mount.point.clone()));
    if let Err(errno) = written {
        tell_end(errno, reporter);
    }
}

/// What ended standard output. A reader that is gone is told to whoever waits for us in the usual way.
fn tell_end(errno: i32, reporter: &Reporter) {
    match errno {
        // The thread that waits for signals ended it, and is about to do this itself.
        libc::EINTR => {
            recall::all();
            process::die_by_ending();
        }
        libc::EPIPE if !process::sigpipe_was_ignored() => {
            recall::all();
            process::die_by(libc::SIGPIPE);
        }
        _ => reporter.problem(&Problem::new(Operation::Write, Vec::new(), errno)),
    }
}

/// Ends the process although a worker hangs in the kernel: whatever else it would do could hang too.
fn abandon(outputs: &Outputs, reporter: &Reporter) {
    conclude(outputs, reporter);
    recall::all();
    process::exit_now(i32::from(reporter.status()));
}

/// `abandon` where nobody reads any more, on the printer's own thread: nothing is left to write, and to wait for the
/// printer would be for ever.
fn forsake(outputs: &Outputs, reporter: &Reporter) {
    if let Some(errno) = outputs.stdout().error() {
        tell_end(errno, reporter);
    }
    recall::all();
    process::exit_now(i32::from(reporter.status()));
}

fn show(text: &[u8], reporter: &Reporter) -> u8 {
    if let Err(errno) = write::all(write::stdout(), text) {
        reporter.problem(&Problem::new(Operation::Write, Vec::new(), errno));
    }
    reporter.status()
}

fn refuse(error: &SyntaxError, status: u8, argv: &[OsString], charset: Charset, reporter: &Reporter) -> u8 {
    reporter.text(&error.render(reporter.program(), argv, charset));
    status
}

fn refuse_plan(error: PlanError, argv: &[OsString], charset: Charset, reporter: &Reporter) -> u8 {
    match error {
        PlanError::Syntax(error) => refuse(&error, 1, argv, charset, reporter),
        PlanError::File(problem) => {
            reporter.problem(&problem);
            reporter.status()
        }
    }
}

/// `--io=ring` where there is no ring: why, and what to do.
fn refuse_ring(errno: i32, reporter: &Reporter) {
    let cure = match errno {
        libc::ENOSYS => "io_uring is not in this kernel, or hidden by a seccomp filter",
        libc::EPERM | libc::EACCES => {
            "io_uring is forbidden: allow it (sysctl kernel.io_uring_disabled=0, or the container's seccomp filter)"
        }
        libc::ENOMEM => "io_uring needs locked memory: raise its limit (ulimit -l)",
        libc::EMFILE | libc::ENFILE => "io_uring needs a descriptor a worker: raise the limit of open files (ulimit -n)",
        _ => "io_uring is refused here",
    };
    reporter.message(format!("--io=ring: {}: {cure}, or walk with --io=auto", reason(errno)).as_bytes());
    reporter.raise(1);
}
