//! A `DuRequest` to a `WalkSpec` and a `Fold`.

mod exclude;
mod overlap;
mod request;

pub use crate::eval::du::{Measure, Sort, Stamp, Threshold};
pub use exclude::exclude;
pub use request::{Arguments, DuRequest};

use super::{PlanError, note_on_command, queue_depth, tests};
use crate::base::{Charset, Fields, Operation, Problem};
use crate::engine::{Follow, Mounts, WalkSpec};
use crate::eval::du::{Fold, Once, trim_slashes};
use crate::sys::limits;
use crate::sys::names::Names;
use std::ffi::CString;

/// What is to be done.
#[derive(Debug)]
pub struct DuPlan {
    /// For the engine.
    pub spec: WalkSpec,
    /// For the evaluator.
    pub fold: Fold,
    /// Arguments besides those of the walk.
    pub names: Option<Names>,
    /// What was wrong with arguments; the others are summed up.
    pub problems: Vec<Problem>,
    /// Lines for standard error, without the program's name.
    pub notes: Vec<String>,
}

/// Plans a sum of disk usage.
///
/// # Errors
/// A list cannot be opened, or an operand of `--where` names what does not exist.
pub fn plan(mut request: DuRequest, charset: Charset) -> Result<DuPlan, PlanError> {
    let filter = request.filter.take().map(|filter| tests(filter, request.follow, charset)).transpose()?;
    let exclude = exclude(&request, charset)?;
    let (mut roots, names) = match std::mem::replace(&mut request.arguments, Arguments::Given(Vec::new())) {
        Arguments::Given(paths) => (paths, None),
        Arguments::Listed(list) => (Vec::new(), Some(names(&list)?)),
    };
    let mut problems = Vec::new();
    let empty = roots.iter().filter(|root| root.is_empty());
    problems.extend(empty.map(|_| Problem::new(Operation::EmptyName, Vec::new(), 0)));
    roots.iter_mut().for_each(trim_slashes);
    roots.retain(|root| !root.is_empty() && !exclude.matches(root.to_bytes()));
    let once = once(&request, &roots, names.is_some());
    let fields = fields(&request, once) | filter.as_ref().map_or(Fields::NONE, |filter| filter.needs.in_stat());
    let fold = Fold {
        measure: request.measure,
        amount: request.amount,
        all: request.all || request.top.is_some(),
        max_depth: request.max_depth,
        fold_depth: if request.separate { u32::MAX } else { request.max_depth },
        separate: request.separate,
        total: request.total,
        once,
        sole: roots.len() == 1 && request.max_depth == 0 && !request.separate,
        threshold: request.threshold,
        time: request.time,
        nul: request.nul,
        exclude,
        filter,
        top: request.top,
        sort: request.sort,
        in_order: request.all && request.sort.is_some(),
        json: request.json,
        fields,
    };
    let mut notes = request.notes;
    notes.extend(request.command_word.as_deref().filter(|word| super::exists(word)).map(note_on_command));
    let spec = WalkSpec {
        roots,
        follow: request.follow,
        max_depth: u32::MAX,
        // Where the arguments alone have lines nothing below them has an order.
        sorted: fold.fold_depth > 0 || once == Once::All || names.is_some(),
        files_first: !fold.in_order,
        serial: once == Once::All,
        mounts: match (request.one_mount, request.one_file_system) {
            (true, _) => Mounts::HideAll,
            (false, true) => Mounts::Hide,
            (false, false) => Mounts::Cross,
        },
        fields,
        omits: !fold.exclude.is_empty(),
        each_once: once == Once::All,
        mount_loops: true,
        io: request.io,
        cached: request.cached,
        tally: request.stats,
        max_ops: request.max_ops,
        threads: request.threads.unwrap_or_else(limits::processors),
        queue_depth: queue_depth(request.queue_depth, request.threads, request.max_ops),
        ..WalkSpec::default()
    };
    Ok(DuPlan { spec, fold, names, problems, notes })
}

fn names(list: &CString) -> Result<Names, PlanError> {
    Names::open(list).map_err(|errno| PlanError::File(Problem::new(Operation::OpenList, list.to_bytes().to_vec(), errno)))
}

/// GNU's du counts every inode once where a path may lead to one a second time: from a list, by links, by overlapping
/// arguments. Where it takes several arguments for overlapping, we look.
fn once(request: &DuRequest, roots: &[CString], listed: bool) -> Once {
    if request.count_links {
        return Once::Nobody;
    }
    let alone = request.one_file_system || request.one_mount;
    let all = listed || request.follow == Follow::Always || overlap::may_meet(roots, request.follow, alone);
    if all { Once::All } else { Once::Linked }
}

fn fields(request: &DuRequest, once: Once) -> Fields {
    let size = match request.measure {
        Measure::Usage => Fields::BLOCKS,
        Measure::Apparent => Fields::SIZE,
        Measure::Inodes if request.json => Fields::BLOCKS,
        Measure::Inodes => Fields::NONE,
    };
    // The inode number also tells a directory that contains itself.
    let links = if once == Once::Linked { Fields::NLINK } else { Fields::NONE };
    let time = request.time.as_ref().map_or(Fields::NONE, |shown| shown.field);
    Fields::KIND | Fields::INO | size | links | time
}
