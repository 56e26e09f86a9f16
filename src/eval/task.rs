//! A command of the expression, with the paths that wait for it where it ends in `{} +`. How it is run is in `run`.

use crate::expr::{Command, Manner, push_replaced};
use crate::sys::limits;
use crate::sys::spawn::{Arguments, environment_charge};
use std::sync::{Mutex, PoisonError};

/// Bytes that POSIX wants left over of what a command may be given, for the command to add to; twice as many.
const HEADROOM: usize = 4 << 10;

/// A command as all workers share it.
#[derive(Debug)]
pub struct Task {
    command: Command,
    /// The words of the command as they were written, for one that gathers.
    words: Arguments,
    /// The paths that wait, for one that gathers from the whole walk.
    waiting: Mutex<Batch>,
}

/// Paths for one call.
#[derive(Debug, Default)]
pub(super) struct Batch {
    pub paths: Arguments,
    /// What execve(2) may charge for all of them; less where the kernel found that too much.
    room: usize,
}

impl Task {
    /// For one run of the walk.
    #[must_use]
    pub fn new(command: Command) -> Self {
        let mut words = Arguments::default();
        command.words.iter().for_each(|word| words.push(word));
        let room = limits::argument_bytes().saturating_sub(environment_charge() + HEADROOM + words.charge());
        Self { command, words, waiting: Mutex::new(Batch { paths: Arguments::default(), room }) }
    }

    /// The words as they were written, for `--explain`.
    pub fn written(&self) -> impl Iterator<Item = &[u8]> {
        let end: [&[u8]; 2] = if self.command.gathers { [b"{}", b"+"] } else { [b";", b""] };
        self.command.words.iter().map(Vec::as_slice).chain(end.into_iter().filter(|word| !word.is_empty()))
    }

    /// The first word of the command, before anything is replaced.
    pub(super) fn name(&self) -> &[u8] {
        self.command.words.first().map(Vec::as_slice).unwrap_or_default()
    }

    pub(super) fn manner(&self) -> Manner {
        self.command.manner
    }

    /// Whether it gets many paths at once.
    pub(super) fn gathers(&self) -> bool {
        self.command.gathers
    }

    /// The call for one path.
    pub(super) fn call(&self, path: &[u8]) -> Arguments {
        let mut call = Arguments::default();
        let mut word = Vec::new();
        for written in &self.command.words {
            word.clear();
            push_replaced(&mut word, written, path);
            call.push(&word);
        }
        call
    }

    /// The call for many paths, some of a batch.
    pub(super) fn call_for(&self, paths: &Arguments, from: usize, to: usize) -> Arguments {
        let mut call = self.words.clone();
        call.extend(paths, from, to);
        call
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Batch> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Has a path wait; the paths before it if there is no room for them all.
    pub(super) fn add(&self, path: &[u8]) -> Option<Arguments> {
        self.lock().add(path)
    }

    /// Takes what waits.
    pub(super) fn take(&self) -> Arguments {
        std::mem::take(&mut self.lock().paths)
    }

    /// An empty batch, for one directory.
    pub(super) fn batch(&self) -> Batch {
        Batch { paths: Arguments::default(), room: self.lock().room }
    }

    /// The kernel did not take a call for `paths`: from now on there is less room.
    pub(super) fn shrink(&self, paths: usize) {
        let mut batch = self.lock();
        batch.room = batch.room.min(paths / 2);
    }
}

impl Batch {
    /// As `Task::add`.
    pub(super) fn add(&mut self, path: &[u8]) -> Option<Arguments> {
        let full = !self.paths.is_empty() && self.paths.charge() + Arguments::charge_of(path) > self.room;
        let before = full.then(|| std::mem::take(&mut self.paths));
        self.paths.push(path);
        before
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn task(words: &[&str], gathers: bool) -> Task {
        let words = words.iter().map(|word| word.as_bytes().to_vec()).collect();
        Task::new(Command { words, gathers, manner: Manner { in_directory: false, asks: false } })
    }

    #[test]
    fn braces_are_replaced_in_every_word() {
        let call = task(&["{}x", "a{}b{}", "c"], false).call(b"p");
        assert_eq!((call.word(0), call.word(1), call.word(2)), (&b"px"[..], &b"apbp"[..], &b"c"[..]));
    }

    #[test]
    fn a_batch_is_full_when_the_next_path_does_not_fit() {
        let task = task(&["echo"], true);
        task.shrink(2 * 3 * Arguments::charge_of(b"abc"));
        let mut batches = Vec::new();
        for _ in 0..7 {
            batches.extend(task.add(b"abc"));
        }
        batches.push(task.take());
        assert_eq!(batches.iter().map(Arguments::len).collect::<Vec<_>>(), [3, 3, 1]);
        assert!(task.take().is_empty());
        let call = task.call_for(&batches[0], 1, 3);
        assert_eq!((call.len(), call.word(0), call.word(1)), (3, &b"echo"[..], &b"abc"[..]));
    }

    #[test]
    fn a_path_that_never_fits_goes_alone() {
        let task = task(&["echo"], true);
        task.shrink(0);
        assert_eq!(task.add(b"a"), None);
        assert_eq!(task.add(b"b").map(|paths| paths.len()), Some(1));
    }
}
