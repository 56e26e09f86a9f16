//! `--json`: the objects against what GNU find prints of the same entries, and that no byte of a path is lost.

// A test ends at the first thing that is not as it must be.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod harness;

use harness::run::{Call, Variant, is_uwalk};
use harness::trees;
use std::collections::BTreeSet;

/// The text of a JSON string, from behind its first quote on.
fn unescaped(text: &str) -> Vec<u8> {
    let mut to = String::new();
    let mut chars = text.chars();
    while let Some(next) = chars.next().filter(|next| *next != '"') {
        match next {
            '\\' => match chars.next().unwrap() {
                'n' => to.push('\n'),
                't' => to.push('\t'),
                'u' => {
                    let digits: String = chars.by_ref().take(4).collect();
                    to.push(char::from_u32(u32::from_str_radix(&digits, 16).unwrap()).unwrap());
                }
                other => to.push(other),
            },
            other => to.push(other),
        }
    }
    to.into_bytes()
}

fn decoded(base64: &str) -> Vec<u8> {
    const DIGITS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let (mut to, mut bits, mut held) = (Vec::new(), 0_u32, 0);
    for digit in base64.chars().take_while(|digit| *digit != '=' && *digit != '"') {
        bits = bits << 6 | DIGITS.find(digit).unwrap() as u32;
        held += 6;
        if held >= 8 {
            held -= 8;
            to.push((bits >> held & 0xff) as u8);
        }
    }
    to
}

/// The value of `key` in a line, from its own quotes or its `_base64`.
fn bytes(line: &str, key: &str) -> Vec<u8> {
    match line.split_once(&format!("\"{key}\":\"")) {
        Some((_, text)) => unescaped(text),
        None => decoded(line.split_once(&format!("\"{key}_base64\":\"")).unwrap().1),
    }
}

#[test]
fn no_byte_of_a_path_is_lost() {
    if !is_uwalk("--json") {
        return;
    }
    for tree in [trees::odd(), trees::patterns()] {
        let find = Call::oracle(tree.path()).words([".", "-printf", "%p\\0%l\\0"]).run();
        let mut fields = find.stdout.split(|byte| *byte == 0);
        let mut expected = BTreeSet::new();
        while let (Some(path), Some(target)) = (fields.next(), fields.next()) {
            expected.insert((path.to_vec(), target.to_vec()));
        }
        for variant in Variant::all() {
            let ran = Call::subject(variant, tree.path()).words([".", "--fields", "path,target,type"]).run();
            ran.assert_clean();
            let found: BTreeSet<_> = ran
                .lines()
                .iter()
                .map(|line| {
                    let line = std::str::from_utf8(line).expect("JSON is UTF-8");
                    let target = if line.contains("\"target\":null") { Vec::new() } else { bytes(line, "target") };
                    (bytes(line, "path"), target)
                })
                .collect();
            assert_eq!(found, expected, "{}", ran.command);
        }
    }
}

/// find's line as it is in JSON: an owner without a name has none, where find prints the number.
fn nameless(line: &str) -> String {
    let key =
        |line: &str, key: &str| line.split_once(&format!("\"{key}\":")).map(|(_, rest)| rest.split(',').next().unwrap_or("").to_owned());
    let mut line = line.to_owned();
    for (number, name) in [("uid", "user"), ("gid", "group")] {
        let id = key(&line, number).expect("a number");
        line = line.replace(&format!("\"{name}\":\"{id}\""), &format!("\"{name}\":null"));
    }
    line
}

#[test]
fn values_are_those_that_find_prints() {
    if !is_uwalk("--json") {
        return;
    }
    let format = concat!(
        r#"{"path":"%p","size":%s,"blocks":%b,"mode":"%04m","nlink":%n,"uid":%U,"gid":%G,"user":"%u","group":"%g","ino":%i,"#,
        r#""dev":%D,"mtime":"%TFT%TTZ","ctime":"%CFT%CTZ","depth":%d}\n"#
    );
    for tree in [trees::basic(), trees::modes(), trees::times()] {
        let find = Call::oracle(tree.path()).words([".", "-printf", format]).env("TZ", "UTC").run();
        // GNU find adds a zero to the nanoseconds.
        let expected: BTreeSet<String> =
            find.lines().iter().map(|line| nameless(&String::from_utf8_lossy(line).replace("0Z\"", "Z\""))).collect();
        for variant in Variant::all() {
            let keys = "path,size,blocks,mode,nlink,uid,gid,user,group,ino,dev,mtime,ctime,depth";
            let ran = Call::subject(variant, tree.path()).words([".", "--json", "--fields", keys]).run();
            ran.assert_clean();
            let found: BTreeSet<String> = ran.lines().iter().map(|line| String::from_utf8_lossy(line).into_owned()).collect();
            assert_eq!(found, expected, "{}", ran.command);
        }
    }
}

#[test]
fn every_key_has_its_type() {
    if !is_uwalk("--json") {
        return;
    }
    let tree = trees::kinds();
    let ran = Call::bare(tree.path()).words([".", "--json"]).run();
    ran.assert_clean();
    let kinds: BTreeSet<Vec<u8>> = ran.lines().iter().map(|line| bytes(std::str::from_utf8(line).unwrap(), "type")).collect();
    for kind in ["directory", "file", "symlink", "fifo", "socket"] {
        assert!(kinds.contains(kind.as_bytes()), "{kind}");
    }
    let sorted = |variant: Variant| Call::subject(variant.sorted(), tree.path()).words([".", "--json"]).run().stdout;
    assert_eq!(sorted(Variant::all()[0]), sorted(Variant::all()[Variant::all().len() - 1]));
}

#[test]
fn it_takes_the_place_of_print_alone() {
    if !is_uwalk("--json") {
        return;
    }
    let tree = trees::basic();
    let fails = [
        (&["--json", ".", "-print"][..], "'--json' prints in the place of an action, and here is '-print'"),
        (&["--json", ".", "-type", "f", "-delete"], "and here is '-delete'"),
        (&["--fields", "path,path", "."], "'path,path' is no list of keys"),
        (&["--fields=path,nonsense", "."], "'path,nonsense' is no list of keys"),
    ];
    for (words, message) in fails {
        let ran = Call::bare(tree.path()).words(words.iter().copied()).run();
        ran.assert_code(1);
        assert!(ran.errors().contains(message) && ran.stdout.is_empty(), "{}\n{}", ran.command, ran.errors());
    }
    let ran = Call::bare(tree.path()).words([".", "--fields", "path", "-name", "a", "-prune"]).run();
    let find = Call::oracle(tree.path()).words([".", "-name", "a", "-prune", "-printf", "{\"path\":\"%p\"}\\n"]).run();
    let sorted = |lines: Vec<&[u8]>| lines.into_iter().map(<[u8]>::to_vec).collect::<BTreeSet<_>>();
    assert_eq!(sorted(ran.lines()), sorted(find.lines()));
    let plan = Call::bare(tree.path()).words([".", "--fields", "path,type,depth", "--explain"]).run();
    assert!(String::from_utf8_lossy(&plan.stdout).contains("statx       nothing\n"), "{}", String::from_utf8_lossy(&plan.stdout));
}
