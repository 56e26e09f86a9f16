//! du across mounts: ext4, xfs and btrfs in files, tmpfs, bind mounts of a directory, of the whole tree and of a file. Each
//! test has mounts of its own, which need root; what cannot be made here is said to be skipped.

#![allow(clippy::unwrap_used, clippy::expect_used)]

mod harness;

use harness::du::case::{Case, Setting, Verdict};
use harness::du::lines::{Form, Said, path, records};
use harness::du::model::{self, Ask};
use harness::du::mounts::{self, Sort};
use harness::du::options::{Leaning, Options};
use harness::du::plant::{Kind, Planted};
use harness::random::{Random, seed};
use harness::run::{Call, Variant, is_uwalk};
use std::ffi::OsString;

const TREES: usize = 3;
const LINES: usize = 40;

const KIND: Kind = Kind { hard_links: true, loops: true, shut: false };

fn any(random: &mut Random) -> Variant {
    let variants = Variant::all();
    variants[random.below(variants.len())]
}

#[test]
fn random_options_across_mounts() {
    mounts::in_private("random options across mounts", |grounds| {
        let first = seed();
        let mut verdict = Verdict::new();
        for seed in first..first + harness::runs(TREES) as u64 {
            let mut random = Random::new(seed.wrapping_mul(8) + 4);
            let planted = mounts::tree(grounds, &mut random, KIND);
            let leaning = Leaning { one_device: true, follow: false };
            for _ in 0..LINES {
                let case = Case::random(&mut random, &planted, Setting { leaning, ordinary: false });
                verdict.add(seed, case.check(any(&mut random)));
            }
        }
        verdict.end();
    });
}

/// Every way to leave a file system, and every way to come to the same file twice.
#[test]
fn options_that_mounts_matter_to() {
    mounts::in_private("options that mounts matter to", |grounds| {
        let mut verdict = Verdict::new();
        let mut random = Random::new(seed());
        let planted = mounts::tree(grounds, &mut random, KIND);
        for options in
            [&["-x"][..], &["-a", "-x"], &["-a", "-l"], &["-a", "-l", "-x"], &["-s", "-c"], &["--inodes", "-x"], &["-S"], &["-L", "-x"]]
        {
            for arguments in ARGUMENTS {
                let case = Case::of(&planted.root, known(options), arguments);
                verdict.add(seed(), case.check(any(&mut random)));
            }
        }
        verdict.end();
    });
}

const ARGUMENTS: &[&[&str]] = &[
    &[],
    &["tmpfs"],
    &["ext4", "xfs", "btrfs"],
    &["btrfs/volume", "btrfs"],
    &["bind"],
    &["shown", "bind"],
    &["bind", "shown"],
    &["bind/below", "shown"],
    &["shown/below", "bind", "shown"],
    &["bind_all"],
    &["bind_all", "."],
    &[".", "bind_all"],
    &["bind_all/shown/below", "bind"],
    &["bind_file", "tmpfs"],
    &["tmpfs/for_bind", "."],
    &["tmpfs/to_far"],
    &["bind_all/bind_all", "bind_all"],
];

/// Options as the model knows them.
fn known(words: &[&str]) -> Options {
    let mut options = Options::default();
    for word in words {
        let ask = &mut options.ask;
        match *word {
            "-a" => ask.all = true,
            "-c" => ask.total = true,
            "-l" => ask.every_link = true,
            "-x" => ask.one_device = true,
            "-S" => ask.separate = true,
            "-s" => ask.depth = Some(0),
            "-L" => ask.follow = model::Follow::All,
            "--inodes" => ask.inodes = true,
            other => panic!("{other}"),
        }
        options.matter.push(OsString::from(word));
    }
    options
}

#[test]
fn mount_points_are_neither_listed_nor_counted() {
    mounts::in_private("-x", |grounds| {
        let planted = mounts::tree(grounds, &mut Random::new(seed()), Kind::default());
        let mounted: Vec<&str> = Sort::ALL.map(Sort::name).into_iter().filter(|name| mounts::is_mounted(&planted.root, name)).collect();
        assert!(mounted.contains(&"tmpfs"), "{mounted:?}");
        for variant in Variant::all() {
            let call = || Call::du(variant, &planted.root).words(["-a", "-x", "-0"]);
            let ran = call().words(["."]).run();
            ran.assert_clean();
            for record in records(&ran.stdout, true) {
                let path = String::from_utf8_lossy(path(&record, false)).into_owned();
                let on_another = mounted.iter().any(|name| path == format!("./{name}") || path.starts_with(&format!("./{name}/")));
                assert!(!on_another && path != "./bind_file" && !path.contains("hidden"), "{}\nlists {path}", ran.command);
            }
            // An argument may lie on any of them.
            for name in &mounted {
                let ran = call().words([name]).run();
                assert!(records(&ran.stdout, true).len() > 3, "{}", ran.command);
            }
        }
    });
}

/// `--one-mount` stays out of bind mounts, which `-x` goes into where they are of the same device.
#[test]
fn one_mount_is_left_nowhere() {
    if !is_uwalk("--one-mount") {
        return;
    }
    mounts::in_private("--one-mount", |grounds| {
        let planted = mounts::tree(grounds, &mut Random::new(seed()), KIND);
        for arguments in ARGUMENTS {
            let ask = Ask { all: true, one_mount: true, total: true, ..Ask::default() };
            let said = one_mount(&planted, &ask, arguments);
            let is_bound = |record: &Vec<u8>| path(record, false).starts_with(b"./bind/") || path(record, false) == b"./bind_file";
            assert!(!said.groups.concat().iter().any(is_bound), "{said:?}");
        }
        let ask = Ask { all: true, every_link: true, one_mount: true, ..Ask::default() };
        one_mount(&planted, &ask, &["."]);
    });
}

/// Compares with the model in every variant; what the last one said.
fn one_mount(planted: &Planted, ask: &Ask, arguments: &[&str]) -> Said {
    let paths: Vec<Vec<u8>> = arguments.iter().map(|path| path.as_bytes().to_vec()).collect();
    let form = Form { zero: true, total: ask.total, ..Form::default() };
    let answer = model::answer(ask, &planted.root, &paths);
    let theirs = Said::deal(answer.texts(ask), &paths, Form { total: false, ..form });
    let mut last = None;
    for variant in Variant::all() {
        let mut call = Call::du(variant, &planted.root).words(["-0", "-B1", "-a", "--one-mount"]);
        call = if ask.total { call.words(["-c"]) } else { call };
        call = if ask.every_link { call.words(["-l"]) } else { call };
        let ran = call.words(arguments.iter().copied()).run();
        ran.assert_clean();
        let said = Said::of(&ran, &paths, form);
        assert_eq!(said.differs(&theirs.groups, form), None, "{}", ran.command);
        assert_eq!(said.total, answer.total_text(ask), "{}", ran.command);
        last = Some(said);
    }
    last.expect("a variant")
}
