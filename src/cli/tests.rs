//! Tests of the command line: what is read, and every mistake with its whole message.

use super::*;
use crate::base::Charset;
use crate::plan::{Follow, Io};

fn argv(line: &[&str]) -> Vec<OsString> {
    line.iter().map(OsString::from).collect()
}

fn request(line: &str) -> Request {
    let words: Vec<&str> = std::iter::once("uwalk").chain(line.split_whitespace()).collect();
    match parse(&argv(&words)) {
        Ok(Command::Walk(request)) => *request,
        other => panic!("{other:?}"),
    }
}

fn roots(request: &Request) -> Vec<&str> {
    request.roots.iter().map(|root| root.to_str().unwrap()).collect()
}

fn primaries(request: &Request) -> Vec<&str> {
    request.expression.as_ref().map(crate::expr::Ast::leaves).unwrap_or_default().iter().map(|leaf| leaf.row.name()).collect()
}

/// The whole text that a command line ends in.
fn message(line: &[&str]) -> String {
    let argv = argv(line);
    String::from_utf8(parse(&argv).unwrap_err().error.render(program_name(&argv), &argv, Charset::Bytes)).unwrap()
}

#[track_caller]
fn fails(line: &str, expected: &str) {
    let words: Vec<&str> = std::iter::once("uwalk").chain(line.split_whitespace()).collect();
    assert_eq!(message(&words), expected, "{line}");
}

#[test]
fn paths_come_first_and_the_current_directory_is_the_default() {
    assert_eq!(roots(&request("")), ["."]);
    assert_eq!(roots(&request("-true")), ["."]);
    assert_eq!(roots(&request("a - !x (y , ) -true")), ["a", "-", "!x", "(y", ",", ")"]);
    assert_eq!(roots(&request("-- a -- -true")), ["a"]);
    assert_eq!(roots(&request("! -true")), ["."]);
}

#[test]
fn flags_stand_before_the_paths() {
    assert_eq!(request("-H -P -L a").follow, Follow::Always);
    assert_eq!(request("-LH a").follow, Follow::Roots);
    let flags = request("-Ls -d a -true");
    assert_eq!((flags.follow, roots(&flags), primaries(&flags)), (Follow::Always, vec!["a"], vec!["-s", "-depth", "-true"]));
    assert_eq!(primaries(&request("-d -o -true")), ["-depth", "-true"]);
}

#[test]
fn options_of_the_program_stand_anywhere() {
    let all = request("--threads 3 a --io=ring -true --explain -o --no-plan -false");
    assert_eq!((all.threads, all.io, all.explain, all.optimise), (Some(3), Io::Ring, true, false));
    assert_eq!((roots(&all), primaries(&all)), (vec!["a"], vec!["-true", "-false"]));
    assert_eq!(request("--threads=512 --io sync").threads, Some(512));
    assert_eq!((request("--max-ops=1").max_ops, request("a --max-ops 50000").max_ops), (Some(1), Some(50_000)));
}

#[test]
fn an_operand_is_never_an_option() {
    let request = request("-name --explain -path --threads=9");
    assert_eq!((request.explain, request.threads, primaries(&request)), (false, None, vec!["-name", "-path"]));
}

#[test]
fn the_first_word_may_be_the_command() {
    let named = request("find -true");
    assert_eq!((roots(&named), named.command_word.as_deref()), (vec!["."], Some(c"find")));
    assert_eq!(roots(&request("./find")), ["./find"]);
    assert_eq!(roots(&request("a find")), ["a", "find"]);
    let Ok(Command::Walk(linked)) = parse(&argv(&["/usr/bin/find", "find"])) else { panic!("a path called find") };
    assert_eq!((roots(&linked), linked.command_word.as_deref()), (vec!["find"], None));
}

#[test]
fn the_first_word_or_the_name_may_be_du() {
    let command_word = |line: &[&str]| match parse(&argv(line)) {
        Ok(Command::Du(request)) => Some(request.command_word),
        Ok(Command::Walk(_)) => None,
        other => panic!("{other:?}"),
    };
    assert_eq!(command_word(&["uwalk", "du", "-s"]), Some(Some(CString::from(c"du"))));
    assert_eq!(command_word(&["/usr/local/bin/du", "du"]), Some(None));
    for line in [&["uwalk", "./du"][..], &["uwalk", "a", "du"], &["uwalk", "du/"], &["find", "du"]] {
        assert_eq!(command_word(line), None, "{line:?}");
    }
    assert_eq!(program_name(&argv(&["/usr/local/bin/du"])), "du");
}

#[test]
fn texts_are_shown_when_they_are_reached() {
    for line in [
        &["uwalk", "a", "-true", "--help", "-nonsense"][..],
        &["uwalk", "-version"],
        &["uwalk", "-help"],
        &["uwalk", "--version"],
        &["uwalk", "--help", "tests", "-nonsense"],
        &["uwalk", "--help=all", "-nonsense"],
        &["uwalk", "-help", "nonsense"],
        &["uwalk", "--generate", "man", "-nonsense"],
        &["uwalk", "a", "-true", "--generate=complete-zsh"],
    ] {
        assert!(matches!(parse(&argv(line)), Ok(Command::Show(_))), "{line:?}");
    }
    assert!(parse(&argv(&["uwalk", "-nonsense", "--help"])).is_err());
}

#[test]
fn the_help_has_a_line_for_every_row() {
    let text = help::all();
    let names = rows::all().flat_map(|row| row.names).chain(globals::shown().flat_map(|global| global.names));
    for name in names {
        let listed = |line: &str| {
            let is_name = |word: &str| word == *name || word.strip_suffix(',') == Some(name) || word.split('[').next() == Some(name);
            line.strip_prefix("  ").is_some_and(|line| line.split(' ').any(is_name))
        };
        assert!(text.lines().any(listed), "{name}");
    }
    assert!(!text.contains("--no-plan"));
    assert!(text.lines().all(|line| line.len() <= 110), "{text}");
}

#[test]
fn the_short_help_says_where_the_rest_is() {
    let text = help::short();
    assert!(text.lines().count() <= 40 && text.lines().all(|line| line.len() <= 110), "{text}");
    let shown = |begin: &str| text.lines().filter(|line| line.starts_with(begin)).count();
    // The names that are used most, all of them known, stand between the dash or sign and the topics.
    assert_eq!((shown("  -"), shown("  !"), shown("  uwalk ")), (11, 1, 6), "{text}");
    assert!(help::TOPICS.iter().all(|(topic, _)| shown(&format!("  {topic} ")) == 1), "{text}");
}

#[test]
fn the_topics_are_the_whole_help() {
    let (all, mut rest) = (help::all(), String::new());
    for (topic, _) in help::TOPICS.iter().filter(|(topic, _)| *topic != "all") {
        rest.push('\n');
        rest.push_str(&help::topic(topic.as_bytes()).unwrap());
    }
    assert_eq!(all.split_once('\n').unwrap().1, rest);
    assert_eq!(help::topic(b"all"), Ok(all));
    assert!(help::topic(b"").is_err() && help::topic(b"Tests").is_err());
}

#[test]
fn no_word_is_an_option_and_a_primary() {
    for row in rows::all() {
        assert!(row.names.iter().all(|name| globals::find(name.as_bytes()).is_none()), "{}", row.name());
    }
}

#[test]
fn unknown_words() {
    fails("-nmae x", "uwalk: unknown primary '-nmae'\n  uwalk -nmae x\n        ^~~~~\ndid you mean '-name'?\n");
    fails(". --thread 2", "uwalk: unknown option '--thread'\n  uwalk . --thread 2\n          ^~~~~~~~\ndid you mean '--threads'?\n");
    fails(". -frobnicate", "uwalk: unknown primary '-frobnicate'\n  uwalk . -frobnicate\n          ^~~~~~~~~~~\n");
    fails("-HZ", "uwalk: unknown primary '-HZ'\n  uwalk -HZ\n        ^~~\ndid you mean '-H'?\n");
    fails(". -true --", "uwalk: unknown option '--'\n  uwalk . -true --\n                ^~\n");
    assert_eq!(message(&["/usr/bin/find", "-nmae"]), "find: unknown primary '-nmae'\n  find -nmae\n       ^~~~~\ndid you mean '-name'?\n");
}

#[test]
fn misplaced_words() {
    fails(". -L", "uwalk: '-L' must stand before the paths\n  uwalk . -L\n          ^~\n");
    fails(
        ". -name a.c b.c",
        "uwalk: paths must come before the expression: 'b.c'\n  uwalk . -name a.c b.c\n                    ^~~\nif it came out of a pattern, quote that: -name '*.c'\n",
    );
    fails(
        ". -true type f",
        "uwalk: paths must come before the expression: 'type'\n  uwalk . -true type f\n                ^~~~\ndid you mean '-type'?\n",
    );
    assert_eq!(
        message(&["uwalk", "-true", ""]),
        "uwalk: paths must come before the expression: ''\n  uwalk -true ''\n              ^~\nif it came out of a pattern, quote that: -name '*.c'\n"
    );
}

#[test]
fn incomplete_expressions() {
    fails("( )", "uwalk: nothing between the parentheses\n  uwalk \\( \\)\n        ^~~~~\n");
    fails("-true )", "uwalk: ')' closes nothing\n  uwalk -true \\)\n              ^~\n");
    fails("( -true", "uwalk: '(' is never closed\n  uwalk \\( -true\n        ^~\n");
    fails("-true (", "uwalk: '(' is never closed\n  uwalk -true \\(\n              ^~\n");
    fails("-o -true", "uwalk: nothing to join before '-o'\n  uwalk -o -true\n        ^~\n");
    fails("-true -o -o -true", "uwalk: nothing to join before '-o'\n  uwalk -true -o -o -true\n                 ^~\n");
    fails("! -a -true", "uwalk: nothing to join before '-a'\n  uwalk ! -a -true\n          ^~\n");
    fails("( -true , )", "uwalk: expected an expression after ','\n  uwalk \\( -true , \\)\n                 ^\n");
    fails("-true -or", "uwalk: expected an expression after '-or'\n  uwalk -true -or\n              ^~~\n");
    fails("-not", "uwalk: expected an expression after '-not'\n  uwalk -not\n        ^~~~\n");
}

#[test]
fn missing_operands() {
    fails("-iname", "uwalk: missing argument of '-iname': a pattern\n  uwalk -iname\n        ^~~~~~\n");
    fails("--io", "uwalk: missing argument of '--io': one of auto ring sync\n  uwalk --io\n        ^~~~\n");
}

#[test]
fn wrong_operands() {
    for (primary, operand, reason) in [
        ("-size", "12Q", "is no size: expected a number and one of b c w k M G T P"),
        ("-maxdepth", "+1", "is no number of levels: expected a number without sign"),
        ("-mindepth", "-1", "is no number of levels: expected a number without sign"),
        ("-maxdepth", "2147483648", "is too large: expected a number without sign"),
        ("-type", "D", "names a type that Linux does not have: expected one or more of b c d p f l s, with commas between"),
        ("-type", "f,", "is no list of types: expected one or more of b c d p f l s, with commas between"),
        ("-xtype", "fd", "is no list of types: expected one or more of b c d p f l s, with commas between"),
        ("-links", "x", "is no number: expected a number"),
        ("-inum", "18446744073709551616", "is no number: expected a number"),
        ("-mtime", "1x", "is no number: expected a number of days"),
        ("-amin", "1e30", "is beyond all times: expected a number of minutes"),
        ("-perm", "8", "is no mode: expected an octal or symbolic mode as chmod takes it"),
        ("-uid", "-x", "is no number: expected a number or the name of a user"),
        ("--threads", "0", "is no number of threads: expected a number from 1 to 512"),
        ("--io", "foo", "is no way to call the kernel: expected one of auto ring sync"),
        ("--generate", "html", "is no document: expected one of man man-du man-ls complete-bash complete-zsh complete-fish"),
    ] {
        let place = format!("{}^{}", " ".repeat(9 + primary.len()), "~".repeat(operand.len() - 1));
        fails(
            &format!("{primary} {operand}"),
            &format!("uwalk: '{primary}': '{operand}' {reason}\n  uwalk {primary} {operand}\n{place}\n"),
        );
    }
    fails(
        "--io=foo",
        "uwalk: '--io': 'foo' is no way to call the kernel: expected one of auto ring sync\n  uwalk --io=foo\n        ^~~~~~~~\n",
    );
    fails("--version=x", "uwalk: '--version' takes no argument\n  uwalk --version=x\n        ^~~~~~~~~~~\n");
    let topics = "expected one of links walk operators tests actions general all";
    fails("--help=x", &format!("uwalk: '--help': 'x' is no topic: {topics}\n  uwalk --help=x\n        ^~~~~~~~\n"));
    fails("--help x", &format!("uwalk: '--help': 'x' is no topic: {topics}\n  uwalk --help x\n               ^\n"));
    assert_eq!(
        message(&["uwalk", "-user", ""]),
        "uwalk: '-user': '' is no name: expected the name or number of a user\n  uwalk -user ''\n              ^~\n"
    );
}

#[test]
fn lists_of_types_may_repeat() {
    assert_eq!(primaries(&request("-type f,f,d")), ["-type"]);
}
