//! Walks of a slow file system: the answers are those of find, problems are told one by one, whoever hangs is let go, and no
//! more operations reach the file system than the question needs.

// A test ends at the first thing that is not as it must be.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod harness;

use harness::answer::assert_same;
use harness::cases::Bench;
use harness::du::lines::messages;
use harness::kernel;
use harness::lab::{Lab, PATIENCE};
use harness::run::{Call, Ran, Variant, gather, is_uwalk, oracle_of_du, signal, under_test};
use harness::slow::{Op, Tree, Trouble, Which};
use rustix::process::{Pid, Resource, Signal, kill_process};
use std::collections::BTreeSet;
use std::io::Read;
use std::process::Child;
use std::time::{Duration, Instant};

const BUSHY: Tree = Tree { dirs: 6, depth: 2, files: 9, links: 4, sizes: 7777, seconds: 1_600_000_000 };
const WIDE: Tree = Tree { dirs: 60, depth: 1, files: 30, links: 0, sizes: 7777, seconds: 1_600_000_000 };

/// What an interrupted walk may take to be gone.
const LETS_GO: Duration = Duration::from_secs(1);

fn everywhere() -> Vec<Variant> {
    Variant::all().into_iter().chain(Variant::all_sorted()).collect()
}

#[test]
fn the_answers_are_those_of_find() {
    let Some(lab) = Lab::new("walks of a slow file system", BUSHY) else { return };
    let lab = lab.warm();
    lab.set_delays(Duration::from_micros(60));
    lab.set_jitter(100);
    let bench = Bench { dir: lab.path(), ordinary: false, variants: everywhere() };
    bench.check(&[
        ". -name *1*",
        ". -size +2",
        ". -type f -size -9 -newermt 2020-09-13T12:30:00Z",
        "-L . -type f,l -size +4",
        ". -depth -printf $'%p %s %b %i %n %T@ %l\\n'",
    ]);
    // Nothing is remembered: each name is looked up each time.
    lab.set_memory(Duration::ZERO, Duration::ZERO);
    Bench { dir: lab.path(), ordinary: false, variants: Variant::few() }.check(&[". -size +2", "-L . -links 1"]);
}

/// How often operations came in a run that must end well.
fn cost(lab: &Lab, call: Call) -> [u64; 4] {
    lab.take_counts();
    call.run().assert_clean();
    let counts = lab.take_counts();
    [Op::Lookup, Op::Getattr, Op::Opendir, Op::Readdir].map(|op| counts.of(op))
}

/// A starting point is stat'ed, since nothing tells its type; a directory is opened once and read to the empty buffer that ends it.
#[test]
fn no_operation_is_made_in_vain() {
    if !is_uwalk("the cost of a walk") {
        return;
    }
    let Some(lab) = Lab::new("the cost of a walk", BUSHY) else { return };
    let lab = lab.warm();
    let (directories, files, all) = (BUSHY.directories(), BUSHY.all_files(), BUSHY.entries());
    for variant in everywhere() {
        let cost = |words: &[&str]| cost(&lab, Call::subject(variant, lab.path()).words(words.iter().copied()));
        let reads = 2 * directories;
        assert_eq!(cost(&["."]), [0, 1, directories, reads], "{variant:?}");
        assert_eq!(cost(&[".", "-name", "f*", "-o", "-type", "d"]), [0, 1, directories, reads], "{variant:?}");
        assert_eq!(cost(&[".", "-size", "+1"]), [0, all, directories, reads], "{variant:?}");
        assert_eq!(cost(&[".", "-type", "f", "-size", "+1"]), [0, files + 1, directories, reads], "{variant:?}");
        assert_eq!(cost(&[".", "-name", "f3", "-size", "+1"]), [0, files / 9 + 1, directories, reads], "{variant:?}");
        assert_eq!(cost(&[".", "-maxdepth", "0"]), [0, 1, 0, 0], "{variant:?}");
        assert_eq!(cost(&[".", "-maxdepth", "1", "-type", "d"]), [0, 1, 1, 2], "{variant:?}");
        assert_eq!(cost(&[".", "-name", "d1", "-prune", "-o", "-name", "d5", "-print"])[2..], [31, 62], "{variant:?}");
    }
    for variant in Variant::all() {
        // The look-up: whether there is a path of that name as well.
        let cost = cost(&lab, Call::du(variant, lab.path()).words(["-s", "."]));
        assert_eq!(cost, [1, all, directories, 2 * directories], "{variant:?}");
    }
}

/// A name that the kernel does not remember is looked up each time it is used, and files are not used.
#[test]
fn names_alone_cost_no_look_up_of_files() {
    if !is_uwalk("the cost of a walk") {
        return;
    }
    let Some(lab) = Lab::new("the cost of a walk", BUSHY) else { return };
    let directories = BUSHY.directories();
    lab.set_memory(Duration::ZERO, Duration::ZERO);
    for variant in everywhere() {
        assert_eq!(cost(&lab, Call::subject(variant, lab.path()).words(["."]))[..3], [directories - 1, 1, directories], "{variant:?}");
    }
}

/// What each variant tells and prints, against find in the same trouble: a line for each of `told` places.
#[track_caller]
fn assert_told(lab: &Lab, words: &[&str], trouble: &dyn Fn(&Lab), told: usize) {
    let run = |call: Call| {
        lab.calm();
        trouble(lab);
        lab.take_counts();
        let ran = call.words(words.iter().copied()).run();
        assert!(lab.take_counts().failed as usize >= told, "{}", ran.command);
        ran
    };
    let asked = run(Call::oracle(lab.path()));
    let fixed = everywhere().into_iter().map(|variant| Call::subject(variant, lab.path()));
    // With a depth that is climbed.
    let deep = [&[][..], &["-s"]].map(|words| Call::bare(lab.path()).words(words.iter().copied()));
    for call in fixed.chain(if under_test().foreign { Vec::new() } else { deep.into() }) {
        let ran = run(call);
        assert_same(&ran, &asked);
        assert_eq!(ran.errors().lines().count(), told, "{}\n{}", ran.command, ran.errors());
        ran.assert_code(i32::from(told > 0));
    }
}

#[test]
fn stats_that_fail_are_told_and_the_rest_is_found() {
    let Some(lab) = Lab::new("stats that fail", BUSHY) else { return };
    let lab = lab.warm();
    lab.set_delays(Duration::from_micros(50));
    let files = ["d0/d0/f0", "d0/d3/f8", "d1/f4", "d5/d5/f8", "d4/d2/l1"];
    for errno in [libc::EIO, libc::ESTALE, libc::EACCES, libc::ENOENT] {
        let trouble = |lab: &Lab| files.iter().for_each(|file| lab.trouble(Op::Getattr, Which::path(file), Trouble::Fails(errno)));
        assert_told(&lab, &[".", "-size", "-20"], &trouble, files.len());
    }
}

/// The directory named them and they are gone when they are looked at.
#[test]
fn names_that_vanish() {
    let Some(lab) = Lab::new("names that vanish", BUSHY) else { return };
    lab.set_memory(Duration::ZERO, Duration::ZERO);
    lab.set_delays(Duration::from_micros(50));
    // find tells of a directory that is gone also where it shall not.
    let files = |lab: &Lab| lab.trouble(Op::Lookup, Which::path("d1/f4"), Trouble::Fails(libc::ENOENT));
    let names = ["d0/d0/f0", "d2/d3", "d1/f4", "d5"];
    let trouble = |lab: &Lab| names.iter().for_each(|name| lab.trouble(Op::Lookup, Which::path(name), Trouble::Fails(libc::ENOENT)));
    assert_told(&lab, &[".", "-size", "-20"], &trouble, names.len());
    assert_told(&lab, &[".", "-ignore_readdir_race", "-size", "-20"], &files, 0);
}

#[test]
fn directories_that_cannot_be_opened() {
    let Some(lab) = Lab::new("directories that cannot be opened", BUSHY) else { return };
    let lab = lab.warm();
    lab.set_delays(Duration::from_micros(50));
    for errno in [libc::EIO, libc::ESTALE, libc::EACCES, libc::ENOENT] {
        for dirs in [&["d0", "d3/d1", "d5/d5"][..], &[""]] {
            let trouble = |lab: &Lab| dirs.iter().for_each(|dir| lab.trouble(Op::Opendir, Which::path(dir), Trouble::Fails(errno)));
            assert_told(&lab, &["."], &trouble, dirs.len());
        }
    }
}

/// The same lines as du's, the same words about what fails.
#[test]
fn sums_are_those_of_du() {
    if !is_uwalk("du") {
        return;
    }
    let Some(lab) = Lab::new("du of a slow file system", BUSHY) else { return };
    let lab = lab.warm();
    lab.set_delays(Duration::from_micros(50));
    lab.set_jitter(100);
    let files = ["d0/f1", "d3/d4/f8"].map(|path| (Op::Getattr, path));
    let dirs = ["d1", "d5/d0"].map(|path| (Op::Opendir, path));
    check_sums(&lab, &[], 0);
    for errno in [libc::EIO, libc::ESTALE, libc::EACCES, libc::ENOENT] {
        check_sums(&lab, &files, errno);
        check_sums(&lab, &dirs, errno);
    }
}

/// Sums in which some operations fail: each is told once.
#[track_caller]
fn check_sums(lab: &Lab, fails: &[(Op, &str)], errno: i32) {
    let sorted = |ran: &Ran| ran.lines().into_iter().map(|line| String::from_utf8_lossy(line).into_owned()).collect::<BTreeSet<_>>();
    for words in [&["-s", "."][..], &["."], &["-c", "-S", "-B1"], &["-a", "d3", "d5", "d0", "d1"]] {
        let run = |call: Call| {
            lab.calm();
            fails.iter().for_each(|(op, path)| lab.trouble(*op, Which::path(path), Trouble::Fails(errno)));
            call.words(words.iter().copied()).run()
        };
        let asked = run(Call::oracle_of_du(lab.path()));
        let fixed = Variant::few().into_iter().map(|variant| Call::du(variant, lab.path()));
        for call in fixed.chain([Call::bare(lab.path()).words(["du"])]) {
            let ran = run(call);
            assert_eq!(sorted(&ran), sorted(&asked), "{}", ran.command);
            ran.assert_code(i32::from(!fails.is_empty()));
            let told = messages(&ran, &under_test().name);
            assert_eq!(told, messages(&asked, &oracle_of_du().name), "{}", ran.command);
            assert_eq!(told.len(), fails.len(), "{}: {told:?}", ran.command);
        }
    }
}

/// At once, in the middle, and where only the empty buffer at the end is missing.
#[test]
fn directories_that_cannot_be_read_to_their_end() {
    let Some(lab) = Lab::new("directories that cannot be read", Tree { dirs: 3, files: 3000, ..Tree::default() }) else { return };
    for errno in [libc::EIO, libc::ESTALE] {
        for turn in [1, 2, 4] {
            let trouble = |lab: &Lab| lab.trouble(Op::Readdir, Which::path("d1").since_turn(turn), Trouble::Fails(errno));
            assert_told(&lab, &["."], &trouble, 1);
        }
    }
}

fn interrupt(child: &Child) {
    kill_process(Pid::from_child(child), Signal::INT).expect("a signal");
}

/// Fails unless the run ends by SIGINT, soon after it is sent.
#[track_caller]
fn assert_lets_go(child: Child, command: String) -> Ran {
    let start = Instant::now();
    interrupt(&child);
    let ran = gather(child, command);
    let took = start.elapsed();
    assert_eq!(signal(&ran), Some(libc::SIGINT), "{}\n{}\n{}", ran.command, ran.status, ran.errors());
    assert!(took < LETS_GO, "{}: {took:?}", ran.command);
    ran
}

#[test]
fn an_interrupted_walk_is_gone_whatever_hangs() {
    if !is_uwalk("SIGINT") {
        return;
    }
    let Some(lab) = Lab::new("operations that hang", WIDE) else { return };
    let lab = lab.warm();
    // One in the middle; all from some point on, so that every worker hangs; the very first.
    let places = [Which::all().turn(40), Which::all().since_turn(45), Which::all()];
    for (op, words) in [(Op::Getattr, &[".", "-size", "+1"][..]), (Op::Opendir, &["."]), (Op::Readdir, &["."])] {
        for which in places {
            for variant in Variant::few().into_iter().chain(Variant::few().into_iter().map(Variant::sorted)) {
                lab.trouble(op, which, Trouble::Hangs);
                let call = Call::subject(variant, lab.path()).words(words.iter().copied());
                let command = call.described();
                let child = call.spawn().expect("a child");
                assert!(lab.wait_for_hanging(1, PATIENCE), "{command}");
                assert_lets_go(child, command);
                lab.calm();
            }
        }
    }
}

/// Everything else is done and printed; nothing is left to write when the reader leaves. A walk of one thread has nobody to notice.
#[test]
fn a_reader_that_leaves_ends_a_walk_that_hangs() {
    if !is_uwalk("a closed pipe") {
        return;
    }
    let Some(lab) = Lab::new("operations that hang", WIDE) else { return };
    for variant in Variant::all().into_iter().filter(|variant| variant.threads > 1) {
        lab.trouble(Op::Opendir, Which::all().turn(50), Trouble::Hangs);
        let call = Call::subject(variant, lab.path()).words(["."]);
        let command = call.described();
        let mut child = call.spawn().expect("a child");
        assert!(lab.wait_for_hanging(1, PATIENCE), "{command}");
        let mut pipe = child.stdout.take().expect("a pipe");
        pipe.read_exact(&mut [0; 100]).expect("output");
        drop(pipe);
        let start = Instant::now();
        let ran = gather(child, command);
        assert_eq!(signal(&ran), Some(libc::SIGPIPE), "{}\n{}", ran.command, ran.status);
        assert!(start.elapsed() < LETS_GO, "{}: {:?}", ran.command, start.elapsed());
        lab.calm();
    }
}

/// What hung is answered at last: nothing is lost.
#[test]
fn a_walk_goes_on_where_it_hung() {
    let Some(lab) = Lab::new("operations that hang", WIDE) else { return };
    let asked = Call::oracle(lab.path()).words([".", "-size", "+1"]).run();
    for variant in everywhere() {
        for op in [Op::Getattr, Op::Opendir, Op::Readdir] {
            lab.trouble(op, Which::all().turn(40), Trouble::Hangs);
            let call = Call::subject(variant, lab.path()).words([".", "-size", "+1"]);
            let command = call.described();
            let child = call.spawn().expect("a child");
            assert!(lab.wait_for_hanging(1, PATIENCE), "{command}");
            lab.calm();
            lab.release();
            assert_same(&gather(child, command), &asked);
        }
    }
}

/// One directory of many files is stat'ed in depth from soon after its start, in each order: not in the first buffer alone, and
/// not only from the second on.
#[test]
fn a_single_directory_is_asked_in_depth() {
    if !is_uwalk("depth") || !kernel::has_ring() {
        return;
    }
    let Some(lab) = Lab::new("depth", Tree { dirs: 1, files: 3000, ..Tree::default() }) else { return };
    let lab = lab.warm();
    lab.set_delays(Duration::from_millis(4));
    for words in [&["-size", "+1"][..], &["-s", "-size", "+1"], &["du", "-s"], &["du", "-a"]] {
        lab.take_counts();
        let ran = Call::bare(lab.path()).words(words.iter().copied()).words(["--stats"]).run();
        ran.assert_code(0);
        let most = lab.take_counts().most_in_flight;
        let errors = ran.errors();
        let plain = errors.lines().find_map(|line| line.strip_prefix("stats ")?.split_whitespace().next()?.parse::<u64>().ok());
        assert!(plain.is_some_and(|plain| plain < 500) && most > 16, "{}: {most} at once\n{errors}", ran.command);
    }
}

/// Threads that only a cold tree has need descriptors too: with few of them there are fewer such threads, and nothing is lost.
#[test]
fn few_descriptors_bound_the_threads_of_a_cold_walk() {
    let Some(lab) = Lab::new("cold walks with few descriptors", Tree { dirs: 1000, depth: 1, files: 1, ..Tree::default() }) else { return };
    let lab = lab.warm();
    let expected = Call::oracle(lab.path()).words(["."]).run();
    lab.set_delays(Duration::from_millis(1));
    for limit in [24, 64] {
        for io in ["auto", "sync", "ring"] {
            if io == "ring" && !kernel::has_ring() {
                continue;
            }
            let call = Call::bare(lab.path()).words([".", "--io", io]);
            assert_same(&call.step(kernel::limit(Resource::Nofile, limit)).run(), &expected);
        }
    }
}

#[test]
fn threads_bound_the_operations_in_flight() {
    if !is_uwalk("--threads") {
        return;
    }
    let Some(lab) = Lab::new("--threads", WIDE) else { return };
    let lab = lab.warm();
    lab.set_delays(Duration::from_micros(300));
    for threads in [1, 3, 8] {
        for words in [&["."][..], &[".", "-size", "+1"]] {
            lab.take_counts();
            let ran = Call::subject(Variant::new("sync", threads), lab.path()).words(words.iter().copied()).run();
            ran.assert_clean();
            let most = lab.take_counts().most_in_flight;
            assert!((1..=threads as u64).contains(&most), "{}: {most} at once", ran.command);
        }
    }
}

/// Threads of a process, the kernel's workers for its rings among them.
fn tasks(child: &Child) -> usize {
    std::fs::read_dir(format!("/proc/{}/task", child.id())).expect("a process").count()
}

/// Besides its workers it has a thread that prints and one that waits for SIGINT. A worker's ring may bring four kernel workers
/// a processor and one more.
#[test]
fn a_walk_that_hangs_has_no_more_threads_than_it_was_given() {
    if !is_uwalk("--threads") {
        return;
    }
    let Some(lab) = Lab::new("operations that hang", WIDE) else { return };
    let lab = lab.warm();
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    for (io, threads) in [("sync", 1), ("sync", 2), ("sync", 8), ("ring", 2)] {
        if io == "ring" && !kernel::has_ring() {
            continue;
        }
        // Worker 0 has walked alone for a while by then and got company.
        lab.set_delays(Duration::from_micros(200));
        lab.trouble(Op::Getattr, Which::all().since_turn(1200), Trouble::Hangs);
        let call = Call::subject(Variant::new(io, threads), lab.path()).words([".", "-size", "+1"]);
        let command = call.described();
        let child = call.spawn().expect("a child");
        assert!(lab.wait_for_hanging(threads.min(2), PATIENCE), "{command}: {} hang", lab.hanging());
        let most = if io == "ring" { threads * (2 + 4 * processors) } else { threads } + 2;
        let (hanging, tasks) = (lab.hanging(), tasks(&child));
        assert!((hanging..=most).contains(&tasks), "{command}: {tasks} threads");
        assert_lets_go(child, command);
        lab.calm();
    }
}
