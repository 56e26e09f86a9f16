//! What one learns from numbers: natural sort and the others with thousands of names, sizes and times of all magnitudes.

use crate::harness::ls::check::Bench;
use crate::harness::random::{Random, seed};
use crate::harness::runs;
use crate::harness::trees::Tree;
use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;

/// Directories, each with its own kind of names.
const DIRECTORIES: usize = 10;

/// Names in each.
const NAMES: usize = 300;

/// What names are made of: few pieces, so that names begin alike.
const PIECES: &[&[&[u8]]] = &[
    &[b"0", b"1", b"2", b"10", b"9", b"00"],
    &[b"a", b"b", b"1", b"01", b"10", b".", b"-"],
    &[b"foo", b"-", b"1", b".", b"10", b"2", b".tar", b".gz", b"~", b".c", b"rc"],
    &[b"~", b"1", b".", b"a", b"~1~"],
    &[b".", b"a", b"Z", b"1", b"7z", b".7", b".b"],
    &[b"A", b"a", b"_", b"+", b"-", b" ", b"0", b"5", b"%", b":", b"^"],
    &[b"\xc3\xa9", b"\xff", b"\x01", b"z", b"3", b"12", b".", b"\xe4\xb8\xad"],
    &[b"0000000000000000000000", b"99999999999999999999", b"1", b"x", b"18446744073709551616"],
    &[b".", b"..", b"c", b".~", b"~", b"9", b"09"],
    &[b"\n", b"\t", b"'", b"\"", b"1", b"2", b".", b"a", b"#"],
];

#[test]
fn thousands_of_names() {
    let first = seed();
    for number in 0..runs(DIRECTORIES) {
        let seed = first + number as u64;
        let mut random = Random::new(seed);
        let pieces = PIECES[number % PIECES.len()];
        let (tree, top) = Tree::new();
        let mut names: BTreeSet<Vec<u8>> = BTreeSet::new();
        // Short pieces do not give as many names as are wanted.
        for _ in 0..3 * NAMES {
            let name = (0..1 + random.below(7)).flat_map(|_| random.pick(pieces).to_vec()).collect::<Vec<_>>();
            if name != b"." && name != b".." && name.len() < 256 && names.len() < NAMES {
                names.insert(name);
            }
        }
        for name in &names {
            top.file(name, random.below(4) as u64);
            let second = 1_000_000_000 + random.below(5) as i64;
            let time = rustix::fs::Timespec { tv_sec: second, tv_nsec: random.below(2) as i64 };
            top.times(name, time, time);
        }
        println!("UWALK_TEST_SEED={seed}");
        let bench = Bench::new(tree.path()).both();
        bench.check(
            "-1v; -av; -Av; -rv; --sort=version -C; -1X; -aX; -rX; -1; -a; -r; -1S; -1Sr; -1t; -1tr; --sort=width; --sort=width -r; -U; -f",
        );
        let operands = names.iter().map(|name| [b"./", &name[..]].concat());
        let words: Vec<_> = ["-dv".into()].into_iter().chain(operands.map(|name| OsStr::from_bytes(&name).to_owned())).collect();
        bench.check_lines([words]);
    }
}

/// Sizes up to what a file may have, and times over five centuries, in many zones.
#[test]
fn hundreds_of_sizes_and_times() {
    const FILES: usize = 300;
    let first = seed();
    println!("UWALK_TEST_SEED={first}");
    let mut random = Random::new(first);
    let (tree, top) = Tree::new();
    for number in 0..FILES {
        let bits = random.below(44);
        let size = random.next() & ((1 << bits) - 1);
        top.file(format!("{number}"), size);
        let century = [-2_147_483_648_i64, 0, 1_700_000_000, 4_000_000_000, 14_000_000_000][random.below(5)];
        let second = century + (random.next() % 1_000_000_000) as i64;
        let time = rustix::fs::Timespec { tv_sec: second, tv_nsec: random.below(1_000_000_000) as i64 };
        top.times(format!("{number}"), time, time);
    }
    Bench::new(tree.path()).check(
        "-l; -lh; -l --si; -lS; -lt; -lut; -lh -S; -l --block-size=K; -l --block-size=MB; -l --block-size=7; -l --block-size=G; -l --block-size=1000; -sh; -l --full-time; -lh --si; -C --sort=size; -lv --block-size=human-readable; -l --block-size=2K",
    );
    for zone in [
        "America/New_York",
        "Europe/Dublin",
        "Africa/Casablanca",
        "Pacific/Apia",
        "EST5EDT,M3.2.0,M11.1.0",
        "<+1245>-12:45<+1345>,M9.5.0/2:45,M4.1.0/3:45",
    ] {
        Bench::new(tree.path()).env("TZ", zone).check("-l; --full-time; -l --time-style='+%c %Z %G-%V %j'");
    }
}

/// The styles of quoting.
const STYLES: [&str; 8] = ["literal", "shell", "shell-always", "shell-escape", "shell-escape-always", "c", "escape", "locale"];

fn in_every_style(tree: &Tree, rest: &str) {
    let lines = STYLES.map(|style| format!("--quoting-style={style} {rest}"));
    Bench::new(tree.path()).both().check(&lines.join(";"));
    Bench::new(tree.path())
        .both()
        .check(&format!("-q {rest}; -q --quoting-style=shell {rest}; -q --quoting-style=escape {rest}; -x {rest}; --zero {rest}"));
}

/// Each byte by itself, and beside those that matter to shells and to C.
#[test]
fn names_of_every_byte() {
    let (tree, top) = Tree::new();
    for byte in (1..=255).filter(|byte| *byte != b'/') {
        for form in [&b"?"[..], b"?a", b"a?", b"'?", b"?'", b"a'? b", b"?\n", b"?1", b"\x01?", b"\"?"] {
            let name: Vec<u8> = form.iter().map(|other| if *other == b'?' { byte } else { *other }).collect();
            if name != b"." && !tree.path().join(OsStr::from_bytes(&name)).exists() {
                top.file(&name, 0);
            }
        }
    }
    in_every_style(&tree, "-a");
    in_every_style(&tree, "-C -w200");
}

/// Characters of all sorts, as many columns wide as the C library says.
#[test]
fn names_of_many_characters() {
    let first = seed();
    println!("UWALK_TEST_SEED={first}");
    let mut random = Random::new(first);
    let (tree, top) = Tree::new();
    let mut made = BTreeSet::new();
    // More of the plane where nearly all is assigned.
    for most in [0x800, 0x3000, 0x1_0000, 0x2_0000, 0x11_0000] {
        for _ in 0..250 {
            let Some(character) = char::from_u32(0x80 + random.below(most - 0x80) as u32) else { continue };
            // Those that reorder text have a rule of their own on terminals, in `safety.rs`.
            if made.insert(character) {
                top.file(format!("{}{character}", if random.one_in(3) { "a b" } else { "u" }), 0);
            }
        }
    }
    in_every_style(&tree, "-C -w150");
    in_every_style(&tree, "-m");
}
