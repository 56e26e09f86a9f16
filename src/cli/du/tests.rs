//! Tests of du's command line: what is read, mistakes with their whole messages, and the table itself.

use super::*;
use crate::base::{Charset, Fields};
use crate::cli::options::{AnyFound, AnyMet, Getopt};
use crate::cli::program_name;
use crate::plan::du::{Arguments, Measure, Sort, Threshold};
use crate::plan::{Amount, Follow, Io};
use std::ffi::OsStr;

fn argv(line: &str) -> Vec<OsString> {
    std::iter::once("uwalk").chain(line.split_whitespace()).map(OsString::from).collect()
}

fn read_with(words: &[OsString], variables: &[(&str, &str)]) -> Result<Asked, SyntaxError> {
    let variable = |name: &str| variables.iter().find(|(known, _)| *known == name).map(|(_, value)| OsString::from(value));
    parse(Words::new(words), Some(CString::from(c"du")), variable)
}

fn request_with(line: &str, variables: &[(&str, &str)]) -> DuRequest {
    match read_with(&argv(line), variables) {
        Ok(Asked::Sums(request)) => *request,
        other => panic!("{line}: {other:?}"),
    }
}

fn request(line: &str) -> DuRequest {
    request_with(line, &[])
}

fn paths(request: &DuRequest) -> Vec<&str> {
    match &request.arguments {
        Arguments::Given(paths) => paths.iter().map(|path| path.to_str().unwrap()).collect(),
        Arguments::Listed(list) => panic!("{list:?}"),
    }
}

#[test]
fn options_stand_anywhere_until_two_dashes() {
    assert_eq!(paths(&request("")), ["."]);
    let mixed = request("a -s b -xc --exclude c -");
    assert_eq!((paths(&mixed), mixed.max_depth, mixed.one_file_system, mixed.total), (vec!["a", "b", "-"], 0, true, true));
    assert_eq!(paths(&request("-a -- -s --")), ["-s", "--"]);
    let strict = request_with("-c a -s", &[("POSIXLY_CORRECT", "")]);
    assert_eq!((paths(&strict), strict.total), (vec!["a", "-s"], true));
}

#[test]
fn arguments_follow_in_every_way() {
    for line in ["-d3", "-d 3", "-xd3", "-xd 3", "--max-depth=3", "--max-depth 3", "--max-d=3", "--m 3", "-d 0x3", "-d1 -d3"] {
        assert_eq!(request(line).max_depth, 3, "{line}");
    }
    assert_eq!(request("-d 99999999999").max_depth, u32::MAX);
    assert_eq!(request("").max_depth, u32::MAX);
    assert_eq!(request("-t -10K").threshold, Some(Threshold::AtMost(10240)));
    assert_eq!(request("-t-1").threshold, Some(Threshold::AtMost(1)));
    assert_eq!(request("-t 0").threshold, Some(Threshold::AtLeast(0)));
    assert_eq!(request("--thr=1kB").threshold, Some(Threshold::AtLeast(1000)));
    assert_eq!(request("-t -9223372036854775808").threshold, Some(Threshold::AtMost(1 << 63)));
    let odd = request("-X --where --exclude -x --exclude= -X -");
    assert_eq!((odd.exclude, odd.exclude_from), (vec![b"-x".to_vec(), Vec::new()], vec![CString::from(c"--where"), CString::from(c"-")]));
    let Ok(Asked::Sums(bytes)) = read_with(&[OsString::from("uwalk"), option(b"--exclude=\xff"), option(b"\xfe")], &[]) else { panic!() };
    assert_eq!((&bytes.exclude, &bytes.arguments), (&vec![b"\xff".to_vec()], &Arguments::Given(vec![CString::new(b"\xfe").unwrap()])));
}

fn option(bytes: &[u8]) -> OsString {
    use std::os::unix::ffi::OsStrExt;
    OsStr::from_bytes(bytes).to_owned()
}

#[test]
fn the_last_unit_counts_and_lengths_stay() {
    let form = |line: &str| {
        let request = request(line);
        (request.measure, request.amount)
    };
    assert_eq!(form(""), (Measure::Usage, Amount::in_units(1024)));
    assert_eq!(form("-b"), (Measure::Apparent, Amount::in_units(1)));
    assert_eq!(form("-b -h"), (Measure::Apparent, Amount::HUMAN));
    assert_eq!(form("-hkm"), (Measure::Usage, Amount::in_units(1 << 20)));
    assert_eq!(form("-B7 --si"), (Measure::Usage, Amount::SI));
    assert_eq!(form("--si -B7 -A"), (Measure::Apparent, Amount::in_units(7)));
    assert_eq!(form("--inodes -m"), (Measure::Inodes, Amount::in_units(1)));
    assert_eq!(form("--inodes --human"), (Measure::Inodes, Amount::HUMAN));
    assert_eq!(request_with("", &[("BLOCK_SIZE", "si")]).amount, Amount::SI);
    assert_eq!(request_with("-k", &[("DU_BLOCK_SIZE", "si")]).amount, Amount::in_units(1024));
}

#[test]
fn links_and_times() {
    for (line, follow) in
        [("", Follow::Never), ("-D", Follow::Roots), ("-LH", Follow::Roots), ("-HL", Follow::Always), ("-LDP", Follow::Never)]
    {
        assert_eq!(request(line).follow, follow, "{line}");
    }
    let field = |line: &str| request(line).time.map(|stamp| stamp.field);
    assert_eq!(field("--time-style=x"), None);
    assert_eq!(field("--time"), Some(Fields::MTIME));
    assert_eq!(field("--time=us --time=st"), Some(Fields::CTIME));
    assert_eq!(field("--time=status --time"), Some(Fields::MTIME));
    assert_eq!(paths(&request("--time atime")), ["atime"]);
    let format = |line: &str, style: &str| format!("{:?}", request_with(line, &[("TIME_STYLE", style)]).time.unwrap().format);
    assert_eq!(format("--time --time-style=iso", "x"), format("--time", "posix-iso"));
    assert_eq!(format("--time", "locale"), format("--time --time-style=long-iso", ""));
}

#[test]
fn what_has_no_effect_is_noted() {
    assert_eq!(request("-s -d0").notes, ["warning: summarizing is the same as using --max-depth=0"]);
    assert_eq!(request("-s -d1 -d0").max_depth, 0);
    assert_eq!(request("-b --inodes").notes, ["warning: options --apparent-size and -b are ineffective with --inodes"]);
    assert!(request("-d0 -b").notes.is_empty());
}

#[test]
fn options_of_its_own() {
    let own = request("--top 5 --sort=n --json --cached --one-mount --threads=3 --io sync --stats");
    assert_eq!((own.top, own.sort, own.json, own.cached, own.one_mount), (Some(5), Some(Sort::Name), true, true, true));
    assert_eq!((own.threads, own.io, own.stats), (Some(3), Io::Sync, true));
    assert_eq!((request("--max-ops=7").max_ops, request("--max=7").max_ops, request("--max=7").max_depth), (Some(7), None, 7));
    assert_eq!((request("-j4").threads, request("--sort size").sort), (Some(4), Some(Sort::Size)));
    // What may stand for one of GNU's options does.
    assert_eq!((request("--thre=4").threads, request("--thre=4").threshold), (None, Some(Threshold::AtLeast(4))));
    assert!(request("--to").total && request("--one").one_file_system && request("--c").count_links && request("--sta").stats);
}

#[test]
fn an_expression_ends_the_options() {
    let tests = |line: &str| {
        let request = request(line);
        let leaves = request.filter.as_ref().map(|filter| filter.leaves().iter().map(|leaf| leaf.row.name()).collect::<Vec<_>>());
        (leaves.unwrap_or_default(), request.max_depth)
    };
    assert_eq!(tests("a -s --where ! -name x -o ( -size +1M , -depth 3 )"), (vec!["-name", "-size", "-depth N"], 0));
    assert_eq!(tests("-d2 --wh -type f"), (vec!["-type"], 2));
    assert_eq!(tests("-- --where"), (vec![], u32::MAX));
}

#[test]
fn texts_are_shown_when_they_are_reached() {
    for line in ["--help", "a --vers", "-s -a --help --nonsense", "-d x --help", "--where -true", "--time=c --he"] {
        let shown = matches!(read_with(&argv(line), &[]), Ok(Asked::Show(_)));
        assert_eq!(shown, !line.contains("--where"), "{line}");
    }
    assert!(read_with(&argv("-B x --help"), &[]).is_err());
}

/// The whole text that a command line ends in.
fn message(words: &[&str]) -> String {
    let argv: Vec<OsString> = words.iter().map(OsString::from).collect();
    let error = crate::cli::parse(&argv).unwrap_err().error;
    String::from_utf8(error.render(program_name(&argv), &argv, Charset::Bytes)).unwrap()
}

/// `word` is the wrong one; the last of several.
#[track_caller]
fn fails(line: &str, word: &str, what: &str) {
    let words: Vec<&str> = ["uwalk", "du"].into_iter().chain(line.split(' ')).collect();
    let column = line.rfind(word).unwrap();
    let (space, under) = (" ".repeat(column), "~".repeat(word.len() - 1));
    let picture = format!("  uwalk du {line}\n           {space}^{under}\n");
    assert_eq!(message(&words), format!("uwalk: {what}\n{picture}Try 'uwalk du --help' for more information.\n"));
}

#[test]
fn unknown_options() {
    fails("--foo", "--foo", "unknown option '--foo'");
    fails("a -xQ", "-xQ", "unknown option '-Q'");
    fails("-a-", "-a-", "unknown option '--'");
    fails("--ti a", "--ti", "ambiguous option '--ti', it may be one of --time --time-style");
    fails("--all=1", "--all=1", "'--all' takes no argument");
    fails("--where=-true", "--where=-true", "'--where' takes no '=': the expression is the rest of the line");
    let called = ["/usr/bin/du", "--max-dept", "--summarise"];
    assert_eq!(
        message(&called),
        "du: '--max-depth': '--summarise' is none: expected a number of levels\n  du --max-dept --summarise\n                ^~~~~~~~~~~\nTry 'du --help' for more information.\n"
    );
    assert_eq!(
        message(&["du", "--summarise"]),
        "du: unknown option '--summarise'\n  du --summarise\n     ^~~~~~~~~~~\ndid you mean '--summarize'?\nTry 'du --help' for more information.\n"
    );
}

#[test]
fn wrong_arguments() {
    for (option, word, reason) in [
        ("-d", "-1", "is none: expected a number of levels"),
        ("-d", "1x", "is none: expected a number of levels"),
        ("-t", "x", "is no size: expected a size such as 512, 10K, 1MB or -2G"),
        ("-t", "1g", "does not end in a unit: expected a size such as 512, 10K, 1MB or -2G"),
        ("-t", "8E", "is too large: expected a size such as 512, 10K, 1MB or -2G"),
        ("-t", "-0", "would leave out all but nothing: expected a size such as 512, 10K, 1MB or -2G"),
        ("-B", "0", "is no size: expected a size such as 512, 1K or MB, human-readable or si"),
        ("--top", "0", "is no number of lines: expected a number from 1 on"),
        ("--top", "+1", "is no number of lines: expected a number from 1 on"),
        ("--sort", "time", "is unknown: expected one of name size"),
        ("-j", "0", "is no number of threads: expected a number from 1 to 512"),
        ("--io", "fast", "is no way to call the kernel: expected one of auto ring sync"),
    ] {
        fails(&format!("{option} {word}"), word, &format!("'{option}': '{word}' {reason}"));
    }
    fails("-xd=1", "-xd=1", "'-d': '=1' is none: expected a number of levels");
    fails("--time=x", "--time=x", "'--time': 'x' is unknown: expected one of atime access use ctime status");
    fails("--time=", "--time=", "'--time': '' may mean several: expected one of atime access use ctime status");
    fails("--time --time-style x", "x", "'--time-style': 'x' is unknown: expected one of full-iso long-iso iso, or + and a format");
    fails("-x -d", "-d", "missing argument of '-d': a number of levels");
    fails("--excl", "--excl", "ambiguous option '--excl', it may be one of --exclude --exclude-from");
    fails("--exclude", "--exclude", "missing argument of '--exclude': a pattern");
    let error = read_with(&argv("a --time"), &[("TIME_STYLE", "x")]).unwrap_err();
    let what = "'TIME_STYLE': 'x' is unknown: expected one of full-iso long-iso iso, or + and a format";
    let text = format!("uwalk: {what}\n  uwalk a --time\n          ^~~~~~\nTry 'uwalk du --help' for more information.\n");
    assert_eq!(String::from_utf8(error.render("uwalk", &argv("a --time"), Charset::Bytes)).unwrap(), text);
}

#[test]
fn contradictions() {
    fails("-sa", "-sa", "'-s' shows the arguments alone, '-a' every file");
    fails("-d1 a -s", "-s", "'-s' shows the arguments alone, '-d' what is below them");
    fails("-s --top 3", "--top", "'-s' shows the arguments alone, '--top' the largest files");
    fails("--json -0", "-0", "'--json' ends its lines with newlines, '-0' with NULs");
    fails("a b --files0-from=c", "a", "paths cannot stand beside '--files0-from': 'a'");
}

#[test]
fn wrong_expressions() {
    let alone = "is no test: '--where' takes tests and operators alone";
    for word in ["-print", "-delete", "-prune", "-maxdepth", "-exec", "-exclude", "-s", "-daystart", "-depth"] {
        fails(&format!("--where -true {word}"), word, &format!("'{word}' {alone}"));
    }
    fails("-s --where", "--where", "missing argument of '--where': an expression of find's tests");
    fails("--where -name", "-name", "missing argument of '-name': a pattern");
    fails("--where -true -o", "-o", "expected an expression after '-o'");
    fails("--where -true --json", "--json", "'--json' cannot stand behind '--where': the rest is its expression");
}

#[test]
fn the_table_holds_together() {
    ABOUT.check();
}

#[test]
fn the_help_has_a_line_for_every_option() {
    let Ok(Asked::Show(text)) = read_with(&argv("--help"), &[]) else { panic!() };
    for name in all().flat_map(|opt| opt.names) {
        let listed = |line: &str| line.starts_with("  ") && line.split([' ', ',', '[', ']']).any(|word| word == *name);
        assert!(text.lines().any(listed), "{name}");
    }
    assert!(group::ALL.iter().all(|heading| text.contains(&format!("\n\n{heading}:\n"))), "{text}");
    assert!(text.lines().all(|line| line.len() <= 110 && line.trim_end() == line) && text.ends_with(".\n"), "{text}");
}

/// Where clap has no opinion of its own, it reads what is read here.
#[test]
fn clap_reads_the_same() {
    for line in [
        "",
        "-s",
        "-sh a b",
        "a -xc -d1 b",
        "-d 1 --max-depth=2",
        "--time a",
        "--time=atime --time-style +%Y",
        "-t -10K -B1M",
        "--exclude -x -- -s",
        "-0aAbchklmxDHLPS",
        "--json --top=3 --sort size",
        "-j4 --io ring --stats",
        "-X f --exclude=a --exclude b",
        "--threshold 1 --files0-from -",
        "--inodes --si --cached --one-mount",
    ] {
        let words = argv(line);
        let matches = ABOUT.command().try_get_matches_from(&words).unwrap_or_else(|error| panic!("{line}: {error}"));
        let mut found: Vec<(&'static str, Option<OsString>)> = Vec::new();
        let mut getopt = Getopt::new(Words::new(&words), false, all);
        let mut operands = Vec::new();
        while let Some(next) = getopt.next().unwrap() {
            match next {
                AnyFound::Operand(word) => operands.push(option(word)),
                AnyFound::Option(AnyMet { opt, value, .. }) => found.push((opt.names[0], value.map(|(_, word)| option(word)))),
            }
        }
        let theirs = matches.get_many::<OsString>("PATH").unwrap_or_default().cloned().collect::<Vec<_>>();
        assert_eq!(operands, theirs, "{line}");
        for opt in all() {
            let id = opt.long_names().next().unwrap_or(opt.names[0]);
            let ours: Vec<_> = found.iter().filter(|(name, _)| *name == opt.names[0]).collect();
            if opt.shape().is_none() {
                assert_eq!(matches.get_flag(id), !ours.is_empty(), "{line}: {id}");
            } else {
                let theirs: Vec<OsString> = matches.get_many::<OsString>(id).unwrap_or_default().cloned().collect();
                assert_eq!(ours.iter().filter_map(|(_, value)| value.clone()).collect::<Vec<_>>(), theirs, "{line}: {id}");
            }
        }
    }
}
