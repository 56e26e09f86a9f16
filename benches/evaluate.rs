//! What an entry costs once it is read: the sieve and the visit, with the records going to /dev/null.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::ffi::{CString, OsString};
use std::fs::{File, OpenOptions};
use std::hint::black_box;
use std::os::fd::{AsFd, BorrowedFd};
use std::sync::Arc;
use uwalk::base::{Charset, Counts, Dirent, Entry, Fields, Flow, Kind, Stat};
use uwalk::cli::{self, Command};
use uwalk::engine::{Eval, Visit};
use uwalk::eval::{Evaluator, Program, Setting};
use uwalk::output::Output;
use uwalk::report::Reporter;
use uwalk::{plan, sys};

const DIR: &[u8] = b"/srv/projects/frontend/src/components/";

/// Names as a source tree has them: one in eight a match of `*.json`, one in eight a directory.
fn names() -> Vec<(CString, Kind)> {
    const STEMS: [&str; 8] = ["index", "package", "README", "main_window", "test-0042", "lib", "user_settings_controller", "x"];
    const ENDS: [&str; 8] = [".json", ".rs", ".c", ".h", "", ".txt", ".tar.gz", ".md"];
    let kind = |end: &str| if end.is_empty() { Kind::Directory } else { Kind::Regular };
    let name = |text: String| CString::new(text).unwrap_or_default();
    STEMS.iter().flat_map(|stem| ENDS.iter().map(move |end| (name(format!("{stem}{end}")), kind(end)))).collect()
}

/// The program that the command line would run.
fn program(words: &str) -> Program {
    let argv: Vec<OsString> = std::iter::once("uwalk").chain(words.split_whitespace()).map(OsString::from).collect();
    let Ok(Command::Walk(request)) = cli::parse(&argv) else { panic!("{words}: is no walk") };
    plan::plan(*request, Charset::Utf8).unwrap_or_else(|error| panic!("{words}: {error:?}")).program
}

/// /dev/null for the rest of the process.
fn null() -> BorrowedFd<'static> {
    let file = OpenOptions::new().write(true).open("/dev/null").unwrap_or_else(|error| panic!("/dev/null: {error}"));
    let file: &'static File = Box::leak(Box::new(file));
    file.as_fd()
}

fn evaluator(words: &str) -> Evaluator {
    let reporter = Arc::new(Reporter::new("uwalk", Charset::Utf8));
    Evaluator::new(&Setting::new(program(words), Output::new(null(), false).into(), reporter, Charset::Utf8, |_, _| std::process::abort()))
}

/// Takes one entry through both passes, with a stat where the sieve asks for one, as the engine does.
fn evaluate<V: Visit>(visitor: &mut V, found: Dirent<'_>, stat: &Stat, dir: &V::Dir) -> Flow {
    let stat = match visitor.sieve(&found, DIR) {
        Eval::Skip | Eval::Omit => return Flow::Continue,
        Eval::Visit => None,
        Eval::Stat => Some(stat),
    };
    visitor.visit(&Entry { found, dir_path: DIR, dir_fd: sys::stat::cwd(), root_len: 4, follow: false, stat }, dir)
}

fn expressions(bench: &mut Criterion) {
    let names = names();
    let mut group = bench.benchmark_group("64 entries");
    group.throughput(Throughput::Elements(64));
    for words in [
        "",
        "-name *.json",
        "-name *.json -o -name *.rs -o -name *.md",
        "-path */src/*.json",
        "-type f -size +8k",
        "-name *.json -type f -size +8k",
        "-type d -name lib -prune -o -type f -mtime -7 -print",
    ] {
        let mut visitor = evaluator(words);
        let top = visitor.top();
        group.bench_function(if words.is_empty() { "print everything" } else { words }, |bench| {
            bench.iter(|| {
                for (number, (name, kind)) in names.iter().enumerate() {
                    let found = Dirent { name: black_box(name), kind: *kind, ino: 1, depth: 5 };
                    // One file in four is larger than 8 KiB.
                    let size = (number as u64 % 4) * 4096 + 1;
                    let stat = Stat { known: Fields::KIND | Fields::SIZE | Fields::MTIME, mode: 0o100_644, size, ..Stat::default() };
                    black_box(evaluate(&mut visitor, found, &stat, &top));
                }
            });
        });
        visitor.finish(&Counts::default());
    }
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(30).warm_up_time(std::time::Duration::from_millis(300)).measurement_time(std::time::Duration::from_millis(800));
    targets = expressions
}
criterion_main!(benches);
