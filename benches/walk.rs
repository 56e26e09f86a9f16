//! What the engine costs by itself: whole walks of small trees with a visitor that only counts. With two threads, what
//! handing over directories brings or costs.

mod scratch;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use scratch::Scratch;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use uwalk::base::{Counts, Dirent, Entry, Flow, Problem};
use uwalk::engine::{End, Eval, Io, Visit, WalkSpec, run};

/// Counts what it is shown.
struct Counter {
    seen: usize,
    total: Arc<AtomicUsize>,
}

impl Visit for Counter {
    type Dir = ();

    fn sieve(&mut self, _found: &Dirent<'_>, _dir_path: &[u8]) -> Eval {
        Eval::Visit
    }
    fn visit(&mut self, _entry: &Entry<'_>, _dir: &()) -> Flow {
        self.seen += 1;
        Flow::Continue
    }
    fn leave(&mut self, _entry: &Entry<'_>, _dir: &()) -> Flow {
        Flow::Continue
    }
    fn finish(&mut self, _: &Counts) {
        self.total.fetch_add(self.seen, Ordering::Relaxed);
    }
    fn problem(&mut self, problem: Problem, _dir: &()) {
        panic!("{problem:?}");
    }
    fn abandoned(&mut self) {
        panic!("a worker hangs");
    }
    fn crowded(&self) -> bool {
        false
    }
    fn unheard(&self) -> bool {
        false
    }
    fn top(&mut self) {}
    fn enter(&mut self, _entry: &Entry<'_>, _parent: &()) {}
    fn listed(&mut self, _dir: &()) {}
    fn pause(&mut self) {}
    fn publish(&mut self) {}
    fn drain(&mut self) {}
    fn before_another(&mut self) {}
}

/// Directories that all have `width` subdirectories and `files` files, `levels` below each other. How many entries.
fn grow(scratch: &Scratch, path: &str, levels: usize, width: usize, files: usize) -> usize {
    scratch.directory(path);
    (0..files).for_each(|number| scratch.file(&format!("{path}file{number}")));
    let below = if levels == 0 { 0 } else { width };
    1 + files + (0..below).map(|number| grow(scratch, &format!("{path}d{number}/"), levels - 1, width, files)).sum::<usize>()
}

/// Walks; how many entries, or the errno that refused the ring.
fn walk(scratch: &Scratch, io: Io, threads: usize) -> Result<usize, i32> {
    let total = Arc::new(AtomicUsize::new(0));
    let spec = WalkSpec { roots: vec![scratch.path()], max_depth: u32::MAX, io, threads, ..WalkSpec::default() };
    let counted = Arc::clone(&total);
    let end = run(spec, move || Counter { seen: 0, total: Arc::clone(&counted) })?;
    assert_eq!(end, End::Complete);
    Ok(total.load(Ordering::Relaxed))
}

/// A chain gives a second worker nothing to do: it shows what its presence costs.
fn trees(bench: &mut Criterion) {
    for (shape, levels, width, files) in [("bushy", 4, 6, 4), ("wide", 1, 1500, 0), ("chain", 500, 1, 8)] {
        let scratch = Scratch::new(shape);
        let entries = grow(&scratch, "", levels, width, files);
        let mut group = bench.benchmark_group(format!("{shape}, {entries} entries"));
        group.throughput(Throughput::Elements(entries as u64));
        for (io, threads) in [(Io::Sync, 1), (Io::Sync, 2), (Io::Ring, 1), (Io::Ring, 2)] {
            match walk(&scratch, io, threads) {
                Ok(seen) => assert_eq!(seen, entries),
                Err(errno) => {
                    eprintln!("{io:?}: refused here, errno {errno}");
                    continue;
                }
            }
            group.bench_function(format!("{io:?}, threads {threads}"), |bench| bench.iter(|| walk(&scratch, io, threads)));
        }
        group.finish();
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20).warm_up_time(std::time::Duration::from_millis(300)).measurement_time(std::time::Duration::from_secs(1));
    targets = trees
}
criterion_main!(benches);
