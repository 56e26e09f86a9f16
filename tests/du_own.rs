//! What du has in uwalk alone: `--where` against what find prints, `--top`, `--sort` and `--json` against the model, on
//! random trees with random options. The seeds are as in `du_random.rs`.

#![allow(clippy::unwrap_used, clippy::expect_used)]

mod harness;

use harness::du::json::{Value, object};
use harness::du::lines::{Form, Record, Said, records, shown};
use harness::du::model::{self, Answer, Ask, Follow, Line, Measure};
use harness::du::options::{Arguments, Leaning, Options, ordered};
use harness::du::plant::{self, Kind, Planted};
use harness::random::{Random, seed};
use harness::run::{Call, Ran, Variant, is_uwalk};
use harness::trees;
use harness::words::words;
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::path::Path;

const TREES: usize = 15;
const LINES: usize = 6;

/// A random tree, options that the model knows, and arguments.
struct Draw {
    planted: Planted,
    options: Options,
    arguments: Vec<Vec<u8>>,
    variant: Variant,
    seed: u64,
    random: Random,
}

impl Draw {
    /// Calls `test` with so many of them, unless the program under test has none of these options.
    fn each(what: &str, stream: u64, mut test: impl FnMut(&mut Self)) {
        if !is_uwalk(what) {
            return;
        }
        let first = seed();
        for seed in first..first + harness::runs(TREES) as u64 {
            let mut random = Random::new(seed.wrapping_mul(8) + stream);
            let mut planted = plant::random(&mut random, Kind { hard_links: true, loops: true, shut: false });
            for _ in 0..LINES {
                let options = Self::options(&mut random, &planted);
                let arguments = Arguments::random(&mut random, &planted).paths;
                let variants = Variant::all();
                let variant = variants[random.below(variants.len())];
                let mut draw = Self { planted, options, arguments, variant, seed, random };
                test(&mut draw);
                (planted, random) = (draw.planted, draw.random);
            }
        }
    }

    /// Right ones, that do not sum up all.
    fn options(random: &mut Random, planted: &Planted) -> Options {
        loop {
            let options = Options::random(random, Leaning::default(), planted);
            let sums_up = |word: &OsString| word == "-s" || word == "--summarize" || word == "--sum";
            if !options.wrong && !options.matter.iter().any(sums_up) {
                return options;
            }
        }
    }

    fn answer(&self, ask: &Ask) -> Answer {
        model::answer(ask, &self.planted.root, &self.arguments)
    }

    fn run(&self, own: &[OsString]) -> Ran {
        let words = [own, &self.options.words_of_model()[..]].concat();
        Call::du(self.variant, &self.planted.root).words(ordered(words, &self.arguments, false)).run()
    }

    fn is_right(&self, ran: &Ran, answer: &Answer) -> String {
        ran.assert_code(i32::from(answer.failed));
        format!("UWALK_TEST_SEED={}\n{}\nstderr: {}", self.seed, ran.command, ran.errors())
    }

    /// Fails unless it wrote these records, in this order.
    fn assert_records(&self, ran: &Ran, answer: &Answer, expected: &[Record]) {
        let context = self.is_right(ran, answer);
        let found = records(&ran.stdout, self.options.zero);
        assert!(found == expected, "{context}\nsays:\n{}instead of:\n{}", shown(&found), shown(expected));
    }
}

/// Larger ones first, then by the bytes of the paths.
fn largest(lines: &[Line], ask: &Ask, count: usize) -> Vec<Line> {
    let mut lines = lines.to_vec();
    lines.sort_by(|one, other| value(other, ask).cmp(&value(one, ask)).then_with(|| one.path.cmp(&other.path)));
    lines.truncate(count);
    lines
}

fn value(line: &Line, ask: &Ask) -> u64 {
    if ask.inodes { line.sum.inodes } else { line.sum.bytes }
}

#[test]
fn top_is_the_largest_lines_of_all() {
    Draw::each("--top", 5, |draw| {
        draw.options.ask.total = false;
        draw.options.matter.retain(|word| word != "-c" && word != "--total");
        let ask = Ask { all: true, ..draw.options.ask.clone() };
        let count = [1, 2, 5, 20, 100_000][draw.random.below(5)];
        let answer = draw.answer(&ask);
        let expected: Vec<Record> = largest(&answer.lines, &ask, count).iter().map(|line| line.text(&ask)).collect();
        let ran = draw.run(&["--top".into(), count.to_string().into()]);
        draw.assert_records(&ran, &answer, &expected);
    });
}

/// The order is that of the bytes, whatever is written.
#[test]
fn top_goes_by_bytes_not_by_what_is_written() {
    if !is_uwalk("--top") {
        return;
    }
    let (tree, top) = trees::Tree::new();
    for (name, size) in [("a", 1), ("b", 9_000), ("c", 5_000), ("d/x", 700_000), ("d/y", 20_000), ("e", 0)] {
        if let Some((dir, _)) = name.split_once('/') {
            let _ = std::fs::create_dir(tree.path().join(dir));
        }
        std::fs::write(tree.path().join(name), vec![b'x'; size]).unwrap();
    }
    drop(top);
    let ask = Ask { all: true, ..Ask::default() };
    let answer = model::answer(&ask, tree.path(), &[]);
    let expected: Vec<Vec<u8>> = largest(&answer.lines, &ask, 6).into_iter().map(|line| line.path).collect();
    for form in ["-h", "-m", "-BG", "--si", "-k"] {
        for variant in Variant::all() {
            let ran = Call::du(variant, tree.path()).words([form, "--top=6"]).run();
            ran.assert_clean();
            let found: Vec<Vec<u8>> = ran.lines().iter().map(|line| line.split(|byte| *byte == b'\t').nth(1).unwrap().to_vec()).collect();
            assert_eq!(found, expected, "{}", ran.command);
        }
    }
    for wrong in ["--top=0", "--top=-1", "--top=x", "--top="] {
        Call::du(Variant::all()[0], tree.path()).words([wrong]).run().assert_code(1);
    }
}

#[test]
fn sorted_by_name_is_the_order_of_the_tree() {
    Draw::each("--sort=name", 6, |draw| {
        let answer = draw.answer(&draw.options.ask);
        let mut expected = answer.texts(&draw.options.ask);
        expected.extend(answer.total_text(&draw.options.ask));
        draw.assert_records(&draw.run(&["--sort=name".into()]), &answer, &expected);
    });
}

#[test]
fn sorted_by_size_the_largest_of_an_argument_is_last() {
    Draw::each("--sort=size", 7, |draw| {
        let ask = &draw.options.ask;
        let mut answer = draw.answer(ask);
        answer.lines.sort_by_key(|line| (line.argument, value(line, ask)));
        let mut expected = answer.texts(ask);
        expected.extend(answer.total_text(ask));
        draw.assert_records(&draw.run(&["--sort=size".into()]), &answer, &expected);
    });
}

/// What an object says.
fn facts(line: &[u8], timed: bool) -> (Vec<u8>, u64, u64) {
    let mut object: BTreeMap<String, Value> = object(line);
    let shown = line.escape_ascii().to_string();
    let mut number = |key: &str| match object.remove(key) {
        Some(Value::Plain(digits)) => digits.parse().unwrap_or_else(|_| panic!("{key}: {shown}")),
        other => panic!("{key} is {other:?}: {shown}"),
    };
    let (bytes, inodes) = (number("bytes"), number("inodes"));
    assert_eq!(object.remove("time").is_some(), timed, "{shown}");
    let path = match (object.remove("path"), object.remove("total")) {
        (Some(Value::Text(path)), None) => path,
        (None, Some(Value::Plain(word))) if word == "true" => b"the total".to_vec(),
        _ => panic!("neither a path nor a total: {shown}"),
    };
    assert!(object.is_empty(), "more than it should say: {shown}");
    (path, bytes, inodes)
}

#[test]
fn objects_say_what_lines_do() {
    Draw::each("--json", 8, |draw| {
        draw.options.zero = false;
        if draw.options.ask.inodes {
            // GNU says that --apparent-size is ineffective then.
            draw.options.ask.measure = Measure::Blocks;
        }
        let ask = &draw.options.ask;
        let answer = draw.answer(ask);
        let mut expected: Vec<_> = answer.lines.iter().map(|line| (line.path.clone(), line.sum.bytes, line.sum.inodes)).collect();
        expected.extend(ask.total.then_some((b"the total".to_vec(), answer.total.bytes, answer.total.inodes)));
        let ran = draw.run(&["--json".into(), "--sort=name".into()]);
        let context = draw.is_right(&ran, &answer);
        let found: Vec<_> = ran.lines().iter().map(|line| facts(line, ask.time.is_some())).collect();
        let text = |facts: &[(Vec<u8>, u64, u64)]| -> String {
            facts.iter().map(|(path, bytes, inodes)| format!("    {bytes} {inodes} {}\n", path.escape_ascii())).collect()
        };
        assert!(found == expected, "{context}\nsays:\n{}instead of:\n{}", text(&found), text(&expected));
        let mut unsorted: Vec<_> = draw.run(&["--json".into()]).lines().iter().map(|line| facts(line, ask.time.is_some())).collect();
        unsorted.sort_unstable();
        expected.sort_unstable();
        assert!(unsorted == expected, "{context}: another set without --sort");
    });
}

/// find's tests, in the words of a case, with semicolons between them.
const TESTS: &str = r"-name *.c; -name a*; -type f; -type d; -type l; -type f,l; ! -type d; -size +8k; -size 0; -empty; -name a -o -name b;
    ( -type f -o -type p ) -size -20; -links +1; -links 1; -mtime +4000; -mtime -4000; -newermt 2000-01-01; -true; -false;
    -path */b/*; -path ./a*; -user {user}; -nouser; -perm -111; -perm 644; -regex .*o.*; -name $'*\n*'; -name $'*\xff*'; -iname A*;
    -type f -name [a-c]*; -samefile .; ! ( -name a -o -name sub ); -type d -empty; -type d -name chain -o -name leaf; -size +1000k;
    -type s; -inum {ino:.}; -lname *a*; -name .*; -readable";

fn a_test(random: &mut Random, root: &Path) -> Vec<OsString> {
    let cases: Vec<&str> = TESTS.split(';').collect();
    words(&random.pick(&cases).replace('\n', " "), root)
}

/// What find prints of an argument: blocks, device, inode number and path of what the tests are true of.
fn found(draw: &Draw, tests: &[OsString], argument: &[u8]) -> Vec<(u64, (u64, u64), Vec<u8>)> {
    use std::os::unix::ffi::OsStringExt;
    let mut words = vec![OsString::from_vec(argument.to_vec()), "(".into()];
    words.extend_from_slice(tests);
    words.extend([")", "-printf", r"%b %D %i %p\0"].map(OsString::from));
    let ran = Call::oracle(&draw.planted.root).words(words).run();
    ran.stdout.split(|byte| *byte == 0).filter(|record| !record.is_empty()).map(entry).collect()
}

fn entry(record: &[u8]) -> (u64, (u64, u64), Vec<u8>) {
    let mut parts = record.splitn(4, |byte| *byte == b' ');
    let mut number = || std::str::from_utf8(parts.next().unwrap()).unwrap().parse::<u64>().unwrap();
    let (blocks, device, inode) = (number(), number(), number());
    (blocks, (device, inode), parts.next().unwrap().to_vec())
}

#[test]
fn what_tests_are_true_of_is_what_find_finds() {
    let mut counted = 0;
    Draw::each("--where", 9, |draw| {
        let tests = a_test(&mut draw.random, &draw.planted.root);
        draw.options.matter.retain(|word| !follows(word) && !word.as_encoded_bytes().starts_with(b"--time"));
        (draw.options.ask.follow, draw.options.ask.time) = (Follow::None, None);
        let dot = [b".".to_vec()];
        let arguments = if draw.arguments.is_empty() { &dot[..] } else { &draw.arguments };
        let entries: Vec<_> = arguments.iter().map(|argument| found(draw, &tests, &model::as_shown(argument))).collect();
        let only: BTreeSet<Vec<u8>> = entries.concat().into_iter().map(|(_, _, path)| path).collect();
        let ask = Ask { only: Some(only), ..draw.options.ask.clone() };
        let answer = draw.answer(&ask);
        // The words behind --where are its tests, so they come last.
        let words = draw.options.words_of_model();
        let call = Call::du(draw.variant, &draw.planted.root).words(ordered(words, &draw.arguments, false));
        let ran = call.words(["--where"]).words(&tests).run();
        let context = draw.is_right(&ran, &answer);
        let form = Form { zero: draw.options.zero, timed: false, total: ask.total, partial: draw.options.threshold };
        let said = Said::of(&ran, &draw.arguments, form);
        let theirs = Said::deal(answer.texts(&ask), &draw.arguments, Form { total: false, ..form });
        assert_eq!(said.differs(&theirs.groups, form), None, "{context}");
        assert_eq!(said.total, answer.total_text(&ask), "{context}");
        counted += usize::from(answer.total.inodes > 0);
        add_up(&ask, &answer, &entries.concat(), &context);
    });
    assert!(counted > 20 || !is_uwalk("--where"), "only {counted} cases had something to count");
}

fn follows(word: &OsString) -> bool {
    ["-L", "-D", "-H", "--dereference", "--dereference-args"].iter().any(|option| word == option)
}

/// The total is what find's blocks add up to, each inode once: the model has not made it up.
fn add_up(ask: &Ask, answer: &Answer, entries: &[(u64, (u64, u64), Vec<u8>)], context: &str) {
    let plain = ask.exclude.is_empty() && !ask.every_link && ask.measure == Measure::Blocks;
    if plain {
        let blocks: BTreeMap<(u64, u64), u64> = entries.iter().map(|(blocks, id, _)| (*id, *blocks)).collect();
        assert_eq!((answer.total.bytes, answer.total.inodes), (blocks.values().sum::<u64>() * 512, blocks.len() as u64), "{context}");
    }
}

/// Other things may be asked together with tests.
#[test]
fn tests_and_the_other_options() {
    if !is_uwalk("--where") {
        return;
    }
    let tree = trees::basic();
    std::fs::write(tree.path().join("src/main.c"), vec![b'x'; 50_000]).unwrap();
    let run = |words: &[&str]| {
        let ran = Call::du(Variant::all()[0], tree.path()).words(words.iter().copied()).run();
        ran.assert_clean();
        String::from_utf8(ran.stdout).unwrap()
    };
    let size = run(&["-B1", "src/main.c"]).split('\t').next().unwrap().to_owned();
    assert_eq!(run(&["-B1", "--where", "-name", "main.c"]), format!("{size}\t./src\n{size}\t.\n"));
    assert_eq!(run(&["-B1", "-a", "--top", "1", "--where", "-name", "main.c"]), format!("{size}\t.\n"));
    assert_eq!(run(&["-B1", "a", "src", "--where", "-name", "main.c"]), format!("0\ta\n{size}\tsrc\n"));
    let object = run(&["--json", "-s", "--where", "-name", "main.c"]);
    assert_eq!(facts(object.trim_end().as_bytes(), false), (b".".to_vec(), size.parse().unwrap(), 1));
    assert_eq!(run(&["-s", "--inodes", "--where", "-name", "file.json", "-o", "-name", "*.c"]), "5\t.\n");
    assert_eq!(run(&["--cached", "-B1", "src/main.c"]), format!("{size}\tsrc/main.c\n"));
    for wrong in
        [&["--where"][..], &["--where", "-print"], &["--where", "-name"], &["--where", "-name", "a", "src"], &["--where", "-maxdepth", "1"]]
    {
        let ran = Call::du(Variant::all()[0], tree.path()).words(wrong.iter().copied()).run();
        ran.assert_code(1);
        assert!(ran.stdout.is_empty() && !ran.stderr.is_empty(), "{}", ran.command);
    }
}
