//! What a directory costs: the kernel's part, and cutting its buffer into records.

mod scratch;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use scratch::Scratch;
use std::hint::black_box;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use uwalk::base::bounds::GETDENTS_BYTES;
use uwalk::sys::dirs::{open, read, records};
use uwalk::sys::stat::cwd;

fn open_scratch(scratch: &Scratch) -> OwnedFd {
    open(cwd(), &scratch.path(), false).unwrap_or_else(|errno| panic!("open: errno {errno}"))
}

/// Reads a whole directory into `buffer`, as the walk does: until there is nothing more.
fn read_all(fd: BorrowedFd<'_>, buffer: &mut Vec<u8>) {
    buffer.clear();
    while read(fd, buffer, GETDENTS_BYTES).unwrap_or_else(|errno| panic!("getdents64: errno {errno}")) > 0 {}
}

/// Directories of 1,000 files with names of one length each; parsing finds the end of every name.
fn directories(bench: &mut Criterion) {
    let mut group = bench.benchmark_group("1,000 entries");
    group.throughput(Throughput::Elements(1000));
    for length in [4, 16, 64, 255] {
        let scratch = Scratch::new("getdents");
        (0..1000).for_each(|number| scratch.file(&format!("{number:0length$}")));
        let mut buffer = Vec::new();
        read_all(open_scratch(&scratch).as_fd(), &mut buffer);
        assert_eq!(records(&buffer).count(), 1000);
        group.bench_function(format!("parsed, names of {length} bytes"), |bench| {
            bench.iter(|| records(black_box(&buffer)).map(|record| record.name.count_bytes() + usize::from(record.d_type)).sum::<usize>());
        });
        group.bench_function(format!("opened and read, names of {length} bytes"), |bench| {
            bench.iter(|| read_all(open_scratch(&scratch).as_fd(), &mut buffer));
        });
    }
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(30).warm_up_time(std::time::Duration::from_millis(300)).measurement_time(std::time::Duration::from_millis(800));
    targets = directories
}
criterion_main!(benches);
