//! What a name costs: compiled patterns of every strategy, and sets against loops.

use criterion::{Criterion, criterion_group, criterion_main};
use globset::{Glob, GlobSet};
use std::ffi::OsStr;
use std::hint::black_box;
use std::os::unix::ffi::OsStrExt;
use uwalk::base::Charset;
use uwalk::expr::{Pattern, PatternSet};

/// Names as a source tree has them, one in eight a match of `*.json`.
fn names() -> Vec<Vec<u8>> {
    const STEMS: [&str; 8] = ["index", "package", "README", "main_window", "test-0042", "lib", "user_settings_controller", "x"];
    const ENDS: [&str; 8] = [".json", ".rs", ".c", ".h", "", ".txt", ".tar.gz", ".md"];
    STEMS.iter().flat_map(|stem| ENDS.iter().map(move |end| format!("{stem}{end}").into_bytes())).collect()
}

fn single(bench: &mut Criterion) {
    let names = names();
    let mut group = bench.benchmark_group("64 names");
    for (text, charset, fold) in [
        ("package.json", Charset::Utf8, false),
        ("*.json", Charset::Utf8, false),
        ("*.json", Charset::Bytes, true),
        ("*.mkv", Charset::Utf8, true),
        ("lib*", Charset::Utf8, false),
        ("lib*.rs", Charset::Utf8, false),
        ("*ettin*", Charset::Utf8, false),
        ("*_*_*.c", Charset::Utf8, false),
        ("*.?", Charset::Utf8, false),
        ("*[0-9]*.[ch]", Charset::Utf8, false),
        ("*[0-9]*.[ch]", Charset::Bytes, true),
    ] {
        let pattern = Pattern::new(text.as_bytes(), charset, fold);
        let fold = if fold { ", folded" } else { "" };
        group.bench_function(format!("{} {text}{fold}", pattern.strategy()), |bench| {
            bench.iter(|| names.iter().filter(|name| pattern.matches(black_box(name))).count());
        });
    }
    group.finish();
}

/// The same patterns as a set, in a loop, and as globset compiles them (which has characters for bytes, no UTF-8).
fn sets(bench: &mut Criterion) {
    let names = names();
    let mut group = bench.benchmark_group("64 names, many patterns");
    for (kind, text) in [("suffixes", "*.@"), ("literals", "index.@"), ("general", "*[0-9]?@*"), ("general with an end", "*[0-9]?.@")] {
        for count in [2, 8, 50] {
            let texts: Vec<_> = (0..count).map(|index| text.replace('@', &ending(index))).collect();
            let texts: Vec<_> = texts.iter().map(|text| text.as_bytes()).collect();
            let set = PatternSet::new(&texts, Charset::Utf8, false);
            let patterns: Vec<_> = texts.iter().map(|text| Pattern::new(text, Charset::Utf8, false)).collect();
            let globs = globs(&texts);
            group.bench_function(format!("set of {count} {kind}"), |bench| {
                bench.iter(|| names.iter().filter(|name| set.matches(black_box(name))).count());
            });
            group.bench_function(format!("loop over {count} {kind}"), |bench| {
                bench.iter(|| names.iter().filter(|name| patterns.iter().any(|pattern| pattern.matches(black_box(name)))).count());
            });
            group.bench_function(format!("globset of {count} {kind}"), |bench| {
                bench.iter(|| names.iter().filter(|name| globs.is_match(OsStr::from_bytes(black_box(name)))).count());
            });
        }
    }
    group.finish();
}

fn globs(texts: &[&[u8]]) -> GlobSet {
    let mut builder = GlobSet::builder();
    for text in texts.iter().filter_map(|text| std::str::from_utf8(text).ok()) {
        if let Ok(glob) = Glob::new(text) {
            builder.add(glob);
        }
    }
    builder.build().unwrap_or_else(|_| GlobSet::empty())
}

/// Endings of files: those of `names`, but the most frequent, then others.
fn ending(index: usize) -> String {
    const ENDINGS: [&str; 8] = ["c", "tar.gz", "toml", "md", "jpg", "html", "so", "mkv"];
    let ending = ENDINGS[index % 8];
    if index < 8 { ending.to_owned() } else { format!("{}{ending}", index / 8) }
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(30).warm_up_time(std::time::Duration::from_millis(300)).measurement_time(std::time::Duration::from_millis(800));
    targets = single, sets
}
criterion_main!(benches);
