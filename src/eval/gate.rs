//! What keeps entries out of the walk before the expression sees them: `-unique`, `-exclude`, `-nohidden`, `-X`.

use super::Setting;
use super::own::Own;
use super::visit::{Visitor, visitor};
use crate::base::{Entry, Operation, Stat};
use crate::output::Place;
use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};

/// The devices and inode numbers of all files that were seen.
#[derive(Default)]
pub(super) struct Seen(Mutex<HashSet<(u64, u64)>>);

impl Seen {
    fn is_new(&self, id: (u64, u64)) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(id)
    }
}

/// Whether an entry is part of the walk.
pub(super) fn admits(setting: &Setting, own: &mut Own, entry: &Entry<'_>, place: &Place) -> bool {
    let gate = &setting.program.gate;
    let mut visitor = visitor(setting, own, entry, place);
    if gate.unique && !visitor.with_stat(Stat::id).is_none_or(|id| setting.seen.is_new(id)) {
        return false;
    }
    // The expression holds no action: nothing in it ends the walk.
    if gate.exclude.as_ref().is_some_and(|exclude| visitor.node(exclude).unwrap_or(true)) {
        return false;
    }
    !gate.xargs_safe || visitor.is_safe_for_xargs()
}

/// Whether an entry passes a program that holds tests alone.
pub(super) fn passes(setting: &Setting, own: &mut Own, entry: &Entry<'_>) -> bool {
    // Nothing in it ends the walk.
    visitor(setting, own, entry, &None).node(&setting.program.root).unwrap_or(true)
}

impl Visitor<'_, '_> {
    fn is_safe_for_xargs(&self) -> bool {
        let path = self.entry.path();
        let safe = !path.iter().any(|byte| b" \t\n'\"\\".contains(byte));
        if !safe {
            self.problem(Operation::Xargs, 0);
        }
        safe
    }
}
