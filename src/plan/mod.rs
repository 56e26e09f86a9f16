//! Request to `WalkSpec` and `Program`: names and times resolved, tests ordered, what must be asked of the kernel added up.

mod colours;
mod command;
mod date;
mod dress;
pub mod du;
mod explain;
mod gate;
pub mod ls;
mod places;
mod records;
mod request;
mod resolve;
mod roots;
mod settings;
mod tree;
mod window;

pub use crate::engine::{Follow, Io};
pub use crate::render::{Amount, DateFormat, Json, KEYS as JSON_KEYS};
pub use request::{Request, When};

use crate::base::{Charset, Fields, Problem, bounds};
use crate::engine::WalkSpec;
use crate::eval::{Gate, Program, Silence};
use crate::expr::{Ast, Leaf, Primary, Record, SyntaxError, rows};
use crate::sys::{clock, limits, stat};
use dress::Wanted;
use places::Places;
use resolve::Resolver;
use settings::Settings;

/// What is to be done.
#[derive(Debug)]
pub struct Plan {
    /// For the engine.
    pub spec: WalkSpec,
    /// For the evaluator.
    pub program: Program,
    /// What was wrong with names of starting points; the others are walked.
    pub problems: Vec<Problem>,
    /// Lines for standard error, without the program's name.
    pub notes: Vec<String>,
    /// What `--explain` prints instead of the walk, where it was given.
    pub explanation: Option<Vec<u8>>,
}

/// Why there is no plan. Nothing is walked.
#[derive(Debug, PartialEq, Eq)]
pub enum PlanError {
    /// The command line is wrong after all: it names somebody or something that is not known.
    Syntax(SyntaxError),
    /// A reference file or a look-up.
    File(Problem),
}

/// Plans a walk.
///
/// # Errors
/// An operand names what does not exist, a look-up fails, or the expression contradicts itself.
pub fn plan(mut request: Request, charset: Charset) -> Result<Plan, PlanError> {
    let settings = Settings::gather(&request)?;
    let mut notes: Vec<String> = request.command_word.as_deref().filter(|word| exists(word)).map(note_on_command).into_iter().collect();
    let resolver = Resolver {
        charset,
        now: clock::now(),
        follow: request.follow,
        files: &settings.files,
        dress: dress::dress(Wanted { colours: settings.color, links: request.hyperlink, icons: request.icons }, charset, &mut notes),
        json: request.json.clone().unwrap_or_default(),
        followed_from: followed_from(request.expression.as_ref()),
        places: Places::gather(request.expression.as_ref()),
    };
    let (optimise, explain) = (request.optimise, request.explain);
    let listed = roots::listed(request.expression.as_ref())?;
    let (expression, excluded) = gate::take(request.expression.take(), &settings)?;
    let exclude = gate::tree(excluded, &resolver, charset, optimise)?;
    let mut tree = resolver.tree(with_print(expression, settings.prints, request.json.is_some()))?;
    if optimise {
        tree.order(charset);
    }
    notes.extend(records::warnings(&tree));
    let mut problems = Vec::new();
    if let Some(listed) = listed {
        (request.roots, problems) = listed;
    }
    let needs = tree.needs | gate::needs(exclude.as_ref(), &settings);
    let spec = spec(request, &settings, needs);
    let explanation = explain.then(|| explain::explain(&spec, &settings, (&tree, exclude.as_ref()), charset));
    let program = Program {
        gate: gate::gate(exclude, &settings),
        silence: settings.silence,
        needs,
        root: tree.into_node(),
        prunes: settings.prunes,
        lane: settings.in_lane(),
        deletes: settings.deletes,
        cats: if settings.cats { contents_waiting() } else { 0 },
        runs: settings.runs,
        files: settings.files,
        follow: settings.follow,
    };
    Ok(Plan { spec: WalkSpec { gated: program.gate.is_closed(), ..spec }, program, problems, notes, explanation })
}

fn spec(request: Request, settings: &Settings, needs: Fields) -> WalkSpec {
    let unlinks = settings.deletes || settings.runs;
    let threads = request.threads.unwrap_or_else(limits::processors);
    WalkSpec {
        roots: request.roots,
        follow: settings.follow,
        max_depth: settings.max_depth,
        min_depth: settings.min_depth,
        post_order: settings.post_order,
        sorted: settings.sorted,
        serial: settings.sorted && (settings.quits || unlinks || !settings.files.is_empty()),
        mounts: settings.mounts,
        fields: needs.in_stat(),
        unlinks,
        gated: false,
        omits: false,
        files_first: false,
        mount_loops: false,
        each_once: settings.unique,
        ignores_races: settings.silence.races,
        // A directory's type is known when it is left; all else is asked relative to the directory it is in.
        leave_uses_fd: settings.post_order && (settings.deletes || settings.runs_there || !needs.without(Fields::KIND).is_empty()),
        one_root_at_a_time: settings.quits,
        patient: settings.runs,
        io: request.io,
        cached: request.cached,
        tally: request.stats,
        max_ops: request.max_ops,
        // Removing one link changes the count and the ctime of the others: who comes first must not depend on luck.
        solo: settings.deletes && needs.meets(Fields::NLINK | Fields::CTIME),
        // Those that wait, and the one that each worker opens.
        descriptors: if settings.cats { contents_waiting() as u64 } else { 0 },
        descriptors_each: u64::from(settings.cats),
        threads,
        queue_depth: queue_depth(request.queue_depth, request.threads, request.max_ops),
        punt_opens: false,
    }
}

/// Files of `-cat` that may wait for the printer: where descriptors are short, the walk gets three of four.
fn contents_waiting() -> usize {
    usize::try_from(limits::open_files() / 4).unwrap_or(usize::MAX).clamp(1, bounds::CONTENTS_WAITING)
}

/// Operations that may wait at once: whoever says how many threads there shall be means that. Whoever bounds the rate wants
/// no more of them either, and a thread that waits for its turn looks as if it waited for a server.
fn queue_depth(depth: Option<usize>, threads: Option<usize>, max_ops: Option<u32>) -> usize {
    depth.or(threads).unwrap_or(if max_ops.is_some() { 1 } else { bounds::QUEUE_DEPTH })
}

/// A program of an expression that holds tests alone.
fn tests(expression: Ast, follow: Follow, charset: Charset) -> Result<Program, PlanError> {
    let resolver = Resolver {
        charset,
        now: clock::now(),
        follow,
        files: &[],
        dress: None,
        json: Json::default(),
        followed_from: None,
        places: Places::gather(Some(&expression)),
    };
    let mut tree = resolver.tree(expression)?;
    tree.order(charset);
    let needs = tree.needs;
    Ok(Program {
        gate: Gate::default(),
        silence: Silence::default(),
        needs,
        root: tree.into_node(),
        prunes: false,
        lane: false,
        deletes: false,
        cats: 0,
        runs: false,
        files: Vec::new(),
        follow,
    })
}

/// The expression with the `-print` that is implied where no action takes its place.
fn with_print(expression: Option<Ast>, prints: bool, json: bool) -> Ast {
    let (row, primary) = match json {
        true => (rows::JSON, Primary::Write { file: None, record: Record::Json }),
        false => (rows::IMPLIED, Primary::Print),
    };
    let print = || Ast::Leaf(Leaf { row, primary: primary.clone(), operand: Vec::new(), words: 0..0 });
    match expression {
        None => print(),
        Some(ast) if !prints => ast,
        Some(Ast::And(mut members)) => {
            members.push(print());
            Ast::And(members)
        }
        Some(ast) => Ast::And(vec![ast, print()]),
    }
}

fn followed_from(expression: Option<&Ast>) -> Option<usize> {
    let leaves = expression.map(Ast::leaves).unwrap_or_default();
    leaves.iter().find(|leaf| leaf.primary == Primary::Follow).map(|leaf| leaf.words.start)
}

fn exists(path: &std::ffi::CStr) -> bool {
    stat::stat(stat::cwd(), path, false, Fields::KIND).is_ok()
}

fn note_on_command(word: &std::ffi::CStr) -> String {
    let word = word.to_string_lossy();
    format!("the first word is the command {word}; the path of that name is ./{word}")
}
