//! What a line costs: an entry's path put together, as it is and as a terminal may see it.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::ffi::CStr;
use std::hint::black_box;
use uwalk::base::bounds::BLOCK_BYTES;
use uwalk::base::{Charset, Dirent, Entry, Kind, push_safe};
use uwalk::sys::stat::cwd;

const PATHS: [(&str, &[u8], &CStr); 4] = [
    ("short", b"src/", c"main.rs"),
    ("usual", b"/srv/projects/frontend/src/components/settings/", c"UserSettingsController.test.js"),
    ("deep", &[b'/'; 2048], c"package.json"),
    ("odd", b"/srv/m\xc3\xbcnchen\xff/", c"two\nlines \x1b[31m"),
];

fn entry<'a>(dir_path: &'a [u8], name: &'a CStr) -> Entry<'a> {
    let found = Dirent { name, kind: Kind::Regular, ino: 1, depth: 1 };
    Entry { found, dir_path, dir_fd: cwd(), root_len: 0, follow: false, stat: None }
}

/// Fills blocks with the lines that `push` makes of an entry.
fn lines(bench: &mut Criterion, group: &str, push: impl Fn(&Entry<'_>, &mut Vec<u8>)) {
    let mut group = bench.benchmark_group(group);
    group.throughput(Throughput::Elements(1));
    for (kind, dir_path, name) in PATHS {
        let mut block = Vec::with_capacity(2 * BLOCK_BYTES);
        group.bench_function(kind, |bench| {
            bench.iter(|| {
                push(black_box(&entry(dir_path, name)), &mut block);
                block.push(b'\n');
                if block.len() >= BLOCK_BYTES {
                    block.clear();
                }
            });
        });
    }
    group.finish();
}

fn plain(bench: &mut Criterion) {
    lines(bench, "path", |entry, block| entry.push_path(block));
}

fn terminal(bench: &mut Criterion) {
    lines(bench, "path for a terminal", |entry, block| push_safe(block, &entry.path(), Charset::Utf8));
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(30).warm_up_time(std::time::Duration::from_millis(300)).measurement_time(std::time::Duration::from_millis(800));
    targets = plain, terminal
}
criterion_main!(benches);
