//! What a machine may refuse: memory for rings, rings, threads, those of the kernel too. Then a walk is slower and says the same,
//! on a tree in memory and on a slow file system.

// A test ends at the first thing that is not as it must be.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod harness;

use harness::answer::assert_same;
use harness::kernel::{self, Refuse, Step};
use harness::lab::Lab;
use harness::run::{Call, Ran, can_be_ordinary, is_uwalk};
use harness::slow::Tree;
use harness::{runs, trees};
use rustix::process::Resource;
use std::path::Path;
use std::time::Duration;

/// Cold long enough for all of a cold tree's threads, and for rings.
const SLOW: Tree = Tree { dirs: 12, depth: 1, files: 80, links: 0, sizes: 7777, seconds: 1_600_000_000 };

/// What is refused, and to whom: to root neither locked memory nor processes.
struct Refusal {
    what: &'static str,
    steps: fn() -> Vec<Step>,
    ordinary: bool,
}

const REFUSALS: [Refusal; 7] = [
    Refusal { what: "locked memory", steps: || vec![kernel::limit(Resource::Memlock, 0)], ordinary: true },
    Refusal { what: "rings, as by a sysctl", steps: || vec![kernel::refuse_ring(Refuse::All, libc::EPERM)], ordinary: false },
    Refusal { what: "rings, as by an old kernel", steps: || vec![kernel::refuse_ring(Refuse::All, libc::ENOSYS)], ordinary: false },
    Refusal { what: "using a ring", steps: || vec![kernel::refuse_ring(Refuse::Enter, libc::EACCES)], ordinary: false },
    Refusal { what: "threads", steps: || vec![kernel::refuse_threads()], ordinary: false },
    Refusal { what: "processes", steps: || vec![kernel::limit(Resource::Nproc, 1)], ordinary: true },
    Refusal {
        what: "threads and rings",
        steps: || vec![kernel::refuse_threads(), kernel::refuse_ring(Refuse::All, libc::EPERM)],
        ordinary: false,
    },
];

impl Refusal {
    fn run(&self, call: Call) -> Ran {
        let call = (self.steps)().into_iter().fold(call, Call::step);
        if self.ordinary { call.ordinary().run() } else { call.run() }
    }
}

fn sorted(ran: &Ran) -> Vec<Vec<u8>> {
    let mut lines: Vec<Vec<u8>> = ran.lines().into_iter().map(<[u8]>::to_vec).collect();
    lines.sort_unstable();
    lines
}

/// Every refusal in turn: find and du in each order, and with a ring that was asked for, which may be refused in words.
fn check(dir: &Path, turns: usize) {
    let find = |words: &[&str]| Call::bare(dir).words(words.iter().copied()).words([".", "-size", "+1"]);
    let du = |words: &[&str]| Call::bare(dir).words(["du"]).words(words.iter().copied());
    let asked = Call::oracle(dir).words([".", "-size", "+1"]).run();
    let sums = |words: &[&str]| Call::oracle_of_du(dir).words(words.iter().copied()).run();
    let (sum, all) = (sums(&["-s"]), sums(&["-a"]));
    for refusal in &REFUSALS {
        if refusal.ordinary && !can_be_ordinary(refusal.what) {
            continue;
        }
        for _ in 0..turns {
            assert_same(&refusal.run(find(&[])), &asked);
            assert_same(&refusal.run(find(&["-s"])), &asked);
            for (words, sums) in [(["-s"], &sum), (["-a"], &all)] {
                let ran = refusal.run(du(&words));
                ran.assert_clean();
                assert_eq!(sorted(&ran), sorted(sums), "{}: {}", refusal.what, ran.command);
            }
            let ran = refusal.run(find(&["--io=ring"]));
            if ran.status.success() {
                assert_same(&ran, &asked);
            } else {
                ran.assert_code(1);
                assert!(ran.stdout.is_empty() && ran.errors().starts_with("uwalk: --io=ring: "), "{}\n{}", ran.command, ran.errors());
            }
        }
    }
}

#[test]
fn a_walk_of_memory_does_without() {
    if !is_uwalk("refused rings and threads") {
        return;
    }
    let tree = trees::bushy(3, 4, 5);
    tree.give_away();
    check(tree.path(), runs(1));
}

#[test]
fn a_walk_of_a_slow_file_system_does_without() {
    if !is_uwalk("refused rings and threads") {
        return;
    }
    let Some(lab) = Lab::new("refused rings and threads", SLOW) else { return };
    let lab = lab.warm();
    lab.set_delays(Duration::from_micros(100));
    check(lab.path(), runs(1));
}
