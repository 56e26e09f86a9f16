//! The plan, from the command line on: what the engine and the evaluator are told, the order of tests, and what `--explain` says.

#![allow(clippy::unwrap_used, missing_docs)]

use std::ffi::OsString;
use uwalk::base::{Charset, Fields, Operation, Problem, Time, bounds};
use uwalk::cli::{self, Command};
use uwalk::engine::{Mounts, WalkSpec};
use uwalk::eval::{Node, Test, Window};
use uwalk::expr::{Cmp, Count, Pattern, PatternSet, Stamp};
use uwalk::plan::{Follow, Plan, PlanError, plan};

fn argv(line: &[&str]) -> Vec<OsString> {
    std::iter::once("uwalk").chain(line.iter().copied()).map(OsString::from).collect()
}

fn planned(line: &[&str]) -> Result<Plan, PlanError> {
    match cli::parse(&argv(line)) {
        Ok(Command::Walk(request)) => plan(*request, Charset::Bytes),
        other => panic!("{other:?}"),
    }
}

fn words(line: &str) -> Vec<&str> {
    line.split_whitespace().collect()
}

fn good(line: &str) -> Plan {
    planned(&words(line)).unwrap_or_else(|error| panic!("{line}: {error:?}"))
}

/// A program on one line.
fn show(node: &Node) -> String {
    let list = |sign: &str, members: &[Node]| format!("({})", members.iter().map(show).collect::<Vec<_>>().join(sign));
    let text = |pattern: &Pattern| String::from_utf8_lossy(pattern.text()).into_owned();
    match node {
        Node::Constant(value) => value.to_string(),
        Node::Test(Test::Name(pattern)) => text(pattern),
        Node::Test(Test::Names(set)) => format!("{}names", set.len()),
        Node::Test(Test::Path(pattern)) => format!("path:{}", text(pattern)),
        Node::Test(test) => format!("{test:?}").split(['(', '{']).next().unwrap_or_default().trim().to_lowercase(),
        Node::Action(action) => format!("{action:?}").to_uppercase(),
        Node::Not(inner) => format!("!{}", show(inner)),
        Node::And(members) => list("&", members),
        Node::Or(members) => list("|", members),
        Node::Comma(members) => list(" , ", members),
    }
}

#[track_caller]
fn runs(line: &str, program: &str) {
    assert_eq!(show(&good(line).program.root), program, "{line}");
}

#[test]
fn print_is_implied_where_nothing_takes_its_place() {
    runs("", "PRINT");
    runs("-maxdepth 1", "PRINT");
    runs("-name a", "(a&PRINT)");
    runs("-name a -o -size 1", "((a|size)&PRINT)");
    runs("-name a , -size 1", "((a , size)&PRINT)");
    runs("-prune", "(PRUNE&PRINT)");
    runs("-quit", "(QUIT&PRINT)");
    runs("-name a -print", "(a&PRINT)");
    runs("-print0 -o -true", "(PRINT0|true)");
    runs("-delete", "DELETE");
    runs("! -print", "!PRINT");
}

#[test]
fn options_are_true_wherever_they_stand() {
    runs("-name a -maxdepth 3 -size 1 -xdev", "(a&size&PRINT)");
    runs("-depth -o -name a", "((true|a)&PRINT)");
    runs("! -s", "(!true&PRINT)");
    let spec = good("-name a -o ( -mindepth 9 -mindepth 2 -maxdepth 7 -s ) -d").spec;
    assert_eq!((spec.min_depth, spec.max_depth, spec.sorted, spec.post_order), (2, 7, true, true));
}

#[test]
fn cheap_tests_come_first_and_nothing_crosses_an_effect() {
    runs("-empty -size 1 -type f -name a", "(a&kind&size&empty&PRINT)");
    runs("-size 1 -name a -mtime 1 -path b", "(a&path:b&size&time&PRINT)");
    runs("-size 1 -false", "(false&size&PRINT)");
    runs("-size 1 -print -name a", "(size&PRINT&a)");
    runs("-size 1 -name a -prune -links 1 -type d", "(a&size&PRUNE&kind&links&PRINT)");
    runs("-size 1 ( -name a -o -print ) -name b", "(size&(a|PRINT)&b)");
    runs("-size 1 ! -print -name b", "(size&!PRINT&b)");
    runs("-size 1 ( -true , -print ) -name b", "(size&(true , PRINT)&b)");
    runs("-empty ( -size 1 -o -name a ) ! -name b -name c", "(!b&c&(size|a)&empty&PRINT)");
    runs("-size 1 -o -name a", "((size|a)&PRINT)");
    runs("-size 1 , -name a", "((size , a)&PRINT)");
}

#[test]
fn neighbouring_names_become_one_set() {
    runs("-name a -o -name b -o -name c", "(3names&PRINT)");
    runs("-name a -o -iname b -o -iname c -o -size 1 -o -name d", "((a|2names|size|d)&PRINT)");
    runs("-name a -o -print -o -name b", "(a|PRINT|b)");
    runs("-size 1 ( -name a -o -name b )", "(2names&size&PRINT)");
    runs("! ( -name a -o -name b ) -name c", "(!2names&c&PRINT)");
}

#[test]
fn an_unplanned_program_is_as_written() {
    runs("--no-plan -empty -size 1 -name a", "(empty&size&a&PRINT)");
    runs("--no-plan -name a -o -name b", "((a|b)&PRINT)");
}

#[test]
fn fields_are_those_of_the_tests() {
    for (line, needs) in [
        ("-name a -path b -true", Fields::NONE),
        ("-type f", Fields::KIND),
        ("-size 1 -links 2", Fields::SIZE | Fields::NLINK),
        ("-empty", Fields::KIND | Fields::SIZE | Fields::CONTENTS),
        ("-xtype l", Fields::KIND | Fields::TARGET_KIND),
        ("-amin 1 -o -cmin 1 , ! -mmin 1", Fields::ATIME | Fields::CTIME | Fields::MTIME),
        ("-samefile . -uid 1 -nogroup", Fields::INO | Fields::DEV | Fields::UID | Fields::GID),
        ("-perm 1 -print -inum 1", Fields::KIND | Fields::MODE | Fields::INO),
    ] {
        let plan = good(line);
        assert_eq!((plan.program.needs, plan.spec.fields), (needs, needs.in_stat()), "{line}");
    }
}

#[test]
fn the_engine_is_told_what_actions_need() {
    let told = |line: &str| {
        let WalkSpec { post_order, serial, unlinks, leave_uses_fd, one_root_at_a_time, .. } = good(line).spec;
        [post_order, serial, unlinks, leave_uses_fd, one_root_at_a_time].map(u8::from)
    };
    for (line, expected) in [
        ("-print", [0, 0, 0, 0, 0]),
        ("-depth -type d", [1, 0, 0, 0, 0]),
        ("-depth -size 1", [1, 0, 0, 1, 0]),
        ("-depth -empty", [1, 0, 0, 1, 0]),
        ("-size 1", [0, 0, 0, 0, 0]),
        ("-delete", [1, 0, 1, 1, 0]),
        ("-s -delete", [1, 1, 1, 1, 0]),
        ("-quit", [0, 0, 0, 0, 1]),
        ("-s -name a -quit", [0, 1, 0, 0, 1]),
        ("-s -prune", [0, 0, 0, 0, 0]),
    ] {
        assert_eq!(told(line), expected, "{line}");
    }
    let flags = |line: &str| good(line).program;
    assert!(flags("-prune").prunes && flags("-quit").lane && flags("-delete").deletes);
}

#[test]
fn mounts_and_links() {
    for (line, mounts) in [
        ("", Mounts::Cross),
        ("-xdev", Mounts::Stay),
        ("-mount", Mounts::Hide),
        ("-mount -xdev", Mounts::Hide),
        ("-xdev -mount", Mounts::Hide),
    ] {
        assert_eq!(good(line).spec.mounts, mounts, "{line}");
    }
    for (line, follow) in [("", Follow::Never), ("-H", Follow::Roots), ("-L", Follow::Always), ("-H . -true -follow", Follow::Always)] {
        let plan = good(line);
        assert_eq!((plan.spec.follow, plan.program.follow), (follow, follow), "{line}");
    }
}

#[test]
fn delete_and_prune_do_not_go_together() {
    let line = ["-name", "x", "-prune", "-o", "-delete"];
    let Err(PlanError::Syntax(error)) = planned(&line) else { panic!("it must be refused") };
    assert_eq!(
        String::from_utf8(error.render("uwalk", &argv(&line), Charset::Bytes)).unwrap(),
        "uwalk: '-prune' keeps nothing from '-delete', which implies '-depth'\n  uwalk -name x -prune -o -delete\n                \
         ^~~~~~\nif that is meant, add -depth\n"
    );
    runs("-d -prune -delete", "(PRUNE&DELETE)");
}

#[test]
fn owners_are_looked_up() {
    let uid = |line: &str| match good(line).program.root {
        Node::And(members) => match members.first() {
            Some(Node::Test(Test::Uid(count) | Test::Gid(count))) => *count,
            other => panic!("{other:?}"),
        },
        other => panic!("{other:?}"),
    };
    for line in ["-user root", "-user 0", "-uid root", "-uid 0", "-group root", "-gid 0"] {
        assert_eq!(uid(line), Count::exactly(0), "{line}");
    }
    assert_eq!(uid("-uid +5"), Count { cmp: Cmp::More, n: 5 });
    assert_eq!(uid("-user 4294967294"), Count::exactly(4_294_967_294));
    for (line, reason) in [
        ("-user no-such", "'no-such' is not the name of a known user"),
        ("-user -1", "'-1' is not the name of a known user"),
        ("-user 4294967295", "'4294967295' is too large for the number of a user"),
        ("-group 99999999999999999999", "'99999999999999999999' is too large for the number of a group"),
        ("-gid no-such", "'no-such' is not the name of an existing group"),
    ] {
        let Err(PlanError::Syntax(error)) = planned(&words(line)) else { panic!("{line}") };
        let (primary, operand) = line.split_once(' ').unwrap();
        let place = format!("{}^{}", " ".repeat(9 + primary.len()), "~".repeat(operand.len() - 1));
        let text = String::from_utf8(error.render("uwalk", &argv(&words(line)), Charset::Bytes)).unwrap();
        assert_eq!(text, format!("uwalk: {reason}\n  uwalk {line}\n{place}\n"));
    }
}

/// A directory of its own for a test, gone afterwards.
struct Scratch(std::path::PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("uwalk-plan-{name}-{}", std::process::id()));
        std::fs::create_dir(&path).unwrap();
        Self(path)
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).into_os_string().into_string().unwrap()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn reference_files_are_followed_as_starting_points_are() {
    let scratch = Scratch::new("reference");
    let [file, link, broken] = ["file", "link", "broken"].map(|name| scratch.path(name));
    let time = |secs| std::time::SystemTime::UNIX_EPOCH + std::time::Duration::new(secs, 7);
    std::fs::File::create(&file).unwrap().set_modified(time(1_000_000)).unwrap();
    std::os::unix::fs::symlink("file", &link).unwrap();
    std::os::unix::fs::symlink("nowhere", &broken).unwrap();

    let bound = |line: &[&str]| match planned(line).unwrap().program.root {
        Node::And(members) => match members.first() {
            Some(Node::Test(Test::Time(Stamp::Modify, Window::After(time)))) => *time,
            other => panic!("{other:?}"),
        },
        other => panic!("{other:?}"),
    };
    let of_file = Time { secs: 1_000_000, nanos: 7 };
    assert_eq!(bound(&["-newer", &file]), of_file);
    assert_ne!(bound(&["-newer", &link]), of_file);
    assert_eq!(bound(&["-H", ".", "-newer", &link]), of_file);
    assert_eq!(bound(&["-L", ".", "-newer", &link]), of_file);
    assert_eq!(bound(&["-follow", "-newer", &link]), of_file);
    assert_ne!(bound(&["-newer", &link, "-follow"]), of_file);
    assert!(planned(&["-L", ".", "-newer", &broken]).is_ok());

    let missing = scratch.path("missing");
    let error = Problem::new(Operation::Stat, missing.clone().into_bytes(), libc::ENOENT);
    assert_eq!(planned(&["-samefile", &missing]).unwrap_err(), PlanError::File(error));
}

#[test]
fn the_deepest_expression_fits_the_stack_of_the_main_thread() {
    const STACK_BYTES: usize = 8 << 20;
    let depth = bounds::NESTING_MAX / 2;
    let mut line = vec![];
    for _ in 0..depth {
        line.extend(["!", "(", "-true", ",", "-false", "-o", "-size", "1", "("]);
    }
    line.push("-print");
    line.extend(std::iter::repeat_n(")", depth * 2));
    let deep = std::thread::Builder::new().stack_size(STACK_BYTES).spawn(move || {
        let plan = planned(&line).unwrap();
        assert!(matches!(plan.program.root, Node::Not(_)));
    });
    deep.unwrap().join().unwrap();
}

#[test]
fn the_plan_is_explained() {
    let line = words(
        "a b*c --explain --threads 2 --io=sync -maxdepth 3 -empty -mtime +1 ( -name x -o -name y ) -type f -print -quit -o ! -path z",
    );
    let text = String::from_utf8(planned(&line).unwrap().explanation.unwrap()).unwrap();
    let strategy = PatternSet::new(&[b"x", b"y"], Charset::Bytes, false).strategy();
    let path = Pattern::new(b"z", Charset::Bytes, false).strategy();
    let expected = format!(
        "\
roots       a 'b*c'
links       never followed
depth       from 0 to 3
order       as found, a directory before what is in it
mounts      crossed
getdents    -name, -type, -path
statx       size (-empty), mtime (-mtime)
beyond      contents (-empty)
serial      an entry's actions, from its first one on: -quit must end all output
io          sync
threads     2
expression
  or
    and
      -name of 2 patterns ({strategy})
      -type f
      -mtime +1
      -empty
      -print
      -quit
    not
      -path z ({path})
"
    );
    assert_eq!(text, expected);
}

#[test]
fn only_what_was_asked_is_explained() {
    assert!(good("-true").explanation.is_none());
}

/// What `--explain` says of a line, with two threads and plain calls.
#[track_caller]
fn explains(line: &[&str], expected: &str) {
    let line = [&["--explain", "--threads=2", "--io=sync"], line].concat();
    let text = String::from_utf8(planned(&line).unwrap().explanation.unwrap()).unwrap();
    assert_eq!(text, expected, "{line:?}");
}

#[test]
fn a_command_is_explained() {
    explains(
        &["-name", "x", "-exec", "rm", "{}", ";"],
        "\
roots       .
links       never followed
depth       from 0
order       as found, a directory before what is in it
mounts      crossed
getdents    -name
statx       nothing
beyond      nothing
serial      an entry's actions, from its first one on: its command belongs to its output
io          sync
threads     2
expression
  and
    -name x (literal)
    -exec rm '{}' \\;
",
    );
}

#[test]
fn a_deletion_is_explained() {
    explains(
        &["a", "-name", "*.o", "-delete"],
        "\
roots       a
links       never followed
depth       from 0
order       as found, a directory after what is in it
mounts      crossed
unlinks     by name, in the directory that is open
getdents    -name
statx       nothing
beyond      nothing
serial      nothing
io          sync
threads     2
expression
  and
    -name '*.o' (suffix)
    -delete
",
    );
}

#[test]
fn a_format_is_explained() {
    explains(
        &["-type", "f", "-printf", "%p %s\\n"],
        "\
roots       .
links       never followed
depth       from 0
order       as found, a directory before what is in it
mounts      crossed
getdents    -type
statx       size (-printf)
beyond      nothing
serial      nothing
io          sync
threads     2
expression
  and
    -type f
    -printf '%p %s\\n'
",
    );
}

#[test]
fn an_order_links_and_mounts_are_explained() {
    explains(
        &["-s", "-L", "/", "-xdev", "-newer", "/dev/null"],
        "\
roots       /
links       followed; each link and each directory costs a stat
depth       from 0
order       sorted by name, a directory before what is in it
mounts      visited, not entered; each directory costs a stat
getdents    nothing
statx       mtime (-newer)
beyond      nothing
serial      nothing
io          sync
threads     2
expression
  and
    -newer /dev/null
    -print
",
    );
}
