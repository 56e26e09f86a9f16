//! A visitor for tests that drive the engine by themselves: each entry goes to a function, and nothing may go wrong.

use uwalk::base::{Counts, Dirent, Entry, Flow, Problem};
use uwalk::engine::{Eval, Visit};

/// Shows each entry to its function, directories in post-order when they are left.
pub(crate) struct Shows<F>(F);

impl<F: FnMut(&Entry<'_>) + Send + 'static> Shows<F> {
    pub(crate) fn to(function: F) -> Self {
        Self(function)
    }
}

impl<F: FnMut(&Entry<'_>) + Send + 'static> Visit for Shows<F> {
    type Dir = ();

    fn top(&mut self) {}
    fn sieve(&mut self, _: &Dirent<'_>, _: &[u8]) -> Eval {
        Eval::Visit
    }
    fn visit(&mut self, entry: &Entry<'_>, (): &()) -> Flow {
        self.0(entry);
        Flow::Continue
    }
    fn enter(&mut self, _entry: &Entry<'_>, (): &()) {}
    fn listed(&mut self, (): &()) {}
    fn leave(&mut self, entry: &Entry<'_>, (): &()) -> Flow {
        self.visit(entry, &())
    }
    fn problem(&mut self, problem: Problem, (): &()) {
        panic!("{problem:?}");
    }
    fn pause(&mut self) {}
    fn publish(&mut self) {}
    fn crowded(&self) -> bool {
        false
    }
    fn drain(&mut self) {}
    fn unheard(&self) -> bool {
        false
    }
    fn before_another(&mut self) {}
    fn finish(&mut self, _: &Counts) {}
    fn abandoned(&mut self) {
        panic!("a worker hangs");
    }
}
