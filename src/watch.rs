//! One thread besides a run: it waits for the signals that end one, and now and then looks whether the walk still gets answers. When none has come for
//! a while, a line says what is waited for. It is there from the start: the very first operation may hang, and its thread
//! could not tell. It costs 40 us, and the walk nothing.
//!
//! SIGINT, SIGTERM and SIGHUP: the record being written is not torn. The write in progress may end, for a bounded time since the
//! reader may have stopped too, and rings are called back; then the signal is raised again. One that came in ignored, as in a
//! shell's background, stays so.

use crate::base::bounds;
use crate::output::Output;
use crate::report::Reporter;
use crate::sys::blocked::{self, Sight, Wait};
use crate::sys::{process, recall};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

const TICK: Duration = Duration::from_millis(bounds::STALL_TICK_MS);
const BUSY: Duration = Duration::from_millis(bounds::STALL_BUSY_MS);

/// What the thread must know of the run.
#[derive(Default)]
pub struct Watch {
    output: OnceLock<Output>,
}

impl Watch {
    /// Watches from now on. Called before any other thread starts: threads inherit the blocked signals.
    #[must_use]
    pub fn start(reporter: &Arc<Reporter>) -> Arc<Self> {
        let watch = Arc::new(Self::default());
        process::block_endings();
        let (theirs, reporter) = (Arc::clone(&watch), Arc::clone(reporter));
        let started = std::thread::Builder::new().name("uwalk-watch".into()).spawn(move || theirs.watch(&reporter));
        if started.is_err() {
            process::unblock_endings();
        }
        watch
    }

    /// Records of this output are not torn by a signal.
    pub fn guard(&self, output: Output) {
        // Said once, before the walk.
        let _ = self.output.set(output);
    }

    fn watch(&self, reporter: &Reporter) {
        let mut stall = Stall::default();
        let mut sees = true;
        loop {
            if process::wait_for_ending(sees.then_some(TICK)) {
                self.end();
            }
            let Some(sight) = sees.then(blocked::look).flatten() else {
                sees = false;
                continue;
            };
            if let Some((wait, ticks)) = stall.look(sight) {
                let seconds = u64::from(ticks) * bounds::STALL_TICK_MS / 1000;
                // Standard error may be as stuck as the walk: a signal ends that too.
                process::unblock_endings();
                reporter.waiting(wait.call, &wait.path, wait.others, seconds);
                process::block_endings();
            }
        }
    }

    /// Ends the process by the signal that came.
    fn end(&self) -> ! {
        if let Some(output) = self.output.get() {
            output.end();
        }
        recall::all();
        process::tell_words();
        process::die_by_ending()
    }
}

/// Whether nothing goes on, by looking again and again. It counts looks, not seconds: while the process itself was stopped
/// nobody kept it waiting.
#[derive(Default)]
struct Stall {
    /// What was waited for at the last look, each with the number of looks it was there before.
    waits: Vec<(Wait, u32)>,
    done: u64,
    worked: Duration,
    /// Looks since something went on.
    quiet: u32,
    /// Looks after which something is said; 0: as at first.
    due: u32,
}

impl Stall {
    /// What has been waited for longest, and for how many looks, when it is time to say so.
    fn look(&mut self, sight: Sight) -> Option<(&Wait, u32)> {
        let mut waits: Vec<(Wait, u32)> = sight.waits.into_iter().map(|wait| (wait, 0)).collect();
        waits.sort_unstable();
        let same = waits.len() == self.waits.len() && waits.iter().zip(&self.waits).all(|((new, _), (old, _))| new == old);
        for (wait, looks) in &mut waits {
            let before = self.waits.iter().find(|(old, _)| old == wait);
            *looks = before.map_or(0, |(_, looks)| looks.saturating_add(1));
        }
        // A ring that is given up takes what it has done with it.
        let busy = sight.worked.saturating_sub(self.worked) >= BUSY;
        let goes_on = busy || sight.done > self.done || !same || waits.is_empty();
        self.waits = waits;
        (self.done, self.worked) = (sight.done, sight.worked);
        if goes_on {
            (self.quiet, self.due) = (0, bounds::STALL_TICKS);
            return None;
        }
        self.quiet = self.quiet.saturating_add(1);
        if self.quiet < self.due {
            return None;
        }
        self.due = self.quiet.saturating_mul(2);
        self.waits.iter().max_by_key(|(_, looks)| *looks).map(|(wait, _)| (wait, self.quiet))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wait(call: &'static str, path: &str, turn: u64) -> Wait {
        Wait { call, path: path.into(), others: 0, turn }
    }

    fn sight(waits: &[Wait]) -> Sight {
        Sight { waits: waits.to_vec(), ..Sight::default() }
    }

    /// The looks at which something is said, with its path and what it says of their number.
    fn said(stall: &mut Stall, looks: u32, at: impl Fn(u32) -> Sight) -> Vec<(u32, String, u32)> {
        let say = |look| {
            let (wait, ticks) = stall.look(at(look))?;
            Some((look, String::from_utf8_lossy(&wait.path).into_owned(), ticks))
        };
        (0..looks).filter_map(say).collect()
    }

    #[test]
    fn what_hangs_is_named_with_growing_pauses() {
        let hangs = |_| sight(&[wait("stat", "/a", 0)]);
        let named = |look: u32| (look, "/a".to_owned(), look);
        let mut stall = Stall::default();
        assert_eq!(said(&mut stall, 100, hangs), [named(10), named(20), named(40), named(80)]);
        assert_eq!(said(&mut stall, 100, |_| sight(&[])), []);
        assert_eq!(said(&mut stall, 30, hangs), [named(10), named(20)]);
    }

    #[test]
    fn nothing_is_said_while_something_goes_on() {
        let one = wait("open", "/a", 0);
        let path = |look| sight(&[one.clone(), wait("stat", &format!("/{look}"), 0)]);
        let turn = |look| sight(&[one.clone(), wait("read", "/b", u64::from(look))]);
        let busy = |look| Sight { worked: BUSY * look, ..sight(std::slice::from_ref(&one)) };
        let ring = |look| Sight { done: u64::from(look), ..sight(std::slice::from_ref(&one)) };
        let fewer = |look| sight(&vec![one.clone(); look as usize % 2 + 1]);
        let looks: [&dyn Fn(u32) -> Sight; 5] = [&path, &turn, &busy, &ring, &fewer];
        for at in looks {
            assert_eq!(said(&mut Stall::default(), 100, at), []);
        }
    }

    #[test]
    fn of_several_the_oldest_is_named() {
        let later = |look| if look < 5 { sight(&[wait("stat", "/z", 0)]) } else { sight(&[wait("stat", "/a", 0), wait("stat", "/z", 0)]) };
        assert_eq!(said(&mut Stall::default(), 20, later), [(15, "/z".to_owned(), 10)]);
    }
}
