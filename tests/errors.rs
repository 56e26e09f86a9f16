//! Command lines that are wrong: exit status 1, nothing on stdout, the wrong word underlined in the command line on stderr,
//! nothing walked and nothing deleted. The words of the messages are pinned beside the code that makes them.

#![allow(clippy::unwrap_used, clippy::expect_used)]

mod harness;

use harness::cases::LOCALES;
use harness::run::{Call, Ran, Variant, is_uwalk, under_test};
use harness::trees;
use harness::words::words;

/// A command line and the words of it that may be the wrong one; none where it is a file that is missing, not a word.
const WRONG: &[(&str, &[&str])] = &[
    (". -nmae x", &["-nmae"]),
    (". -delete -nmae x", &["-nmae"]),
    (". -delete -name", &["-name"]),
    (". -name x -typ f", &["-typ"]),
    (". -bogus", &["-bogus"]),
    (". -name", &["-name"]),
    (". -path", &["-path"]),
    (". -size", &["-size"]),
    (". -maxdepth", &["-maxdepth"]),
    (". -newer", &["-newer"]),
    (". -maxdepth x", &["x"]),
    (". -maxdepth -1", &["-1"]),
    (". -maxdepth +1", &["+1"]),
    (". -maxdepth 1x", &["1x"]),
    (". -maxdepth ''", &["''", "-maxdepth"]),
    (". -mindepth 1.5", &["1.5"]),
    (". -mindepth 99999999999999999999", &["99999999999999999999"]),
    (". -type x", &["x"]),
    (". -type fd", &["fd"]),
    (". -type f,", &["f,"]),
    (". -type ,f", &[",f"]),
    (". -type ''", &["''", "-type"]),
    (". -type D", &["D"]),
    (". -xtype f,q", &["f,q"]),
    (". -size x", &["x"]),
    (". -size 1x", &["1x"]),
    (". -size 1kb", &["1kb"]),
    (". -size +", &["+"]),
    (". -size 1.5k", &["1.5k"]),
    (". -size 18446744073709551616", &["18446744073709551616"]),
    (". -size ''", &["''", "-size"]),
    (". -mtime x", &["x"]),
    (". -mtime", &["-mtime"]),
    (". -mmin 1x", &["1x"]),
    (". -ctime ''", &["''", "-ctime"]),
    (". -perm x", &["x"]),
    (". -perm 8", &["8"]),
    (". -perm 77777", &["77777"]),
    (". -perm u+z", &["u+z"]),
    (". -perm -", &["-"]),
    (". -perm /q", &["/q"]),
    (". -perm ''", &["''", "-perm"]),
    (". -links x", &["x"]),
    (". -links", &["-links"]),
    (". -inum 1k", &["1k"]),
    (". -uid x1y", &["x1y"]),
    (". -gid 1.5", &["1.5"]),
    (". -user no-such-user-here", &["no-such-user-here"]),
    (". -user 4294967296", &["4294967296"]),
    (". -user -1", &["-1"]),
    (". -user ''", &["''", "-user"]),
    (". -group no-such-group-here", &["no-such-group-here"]),
    (". -group +1", &["+1"]),
    (". -samefile missing", &[]),
    (". -newer missing", &[]),
    (". (", &["("]),
    (". ( -name x", &["("]),
    (". -name x )", &[")"]),
    (". ( )", &["(", ")", "( )"]),
    (". -print ( ( -name x )", &["("]),
    (". !", &["!"]),
    (". ! -o -name x", &["!", "-o"]),
    (". -not", &["-not"]),
    (". -o -name x", &["-o"]),
    (". -name x -o", &["-o"]),
    (". -name x -o -o -name y", &["-o"]),
    (". -a -name x", &["-a"]),
    (". -name x -a", &["-a"]),
    (". -name x ,", &[","]),
    (". -name x -and -or -name y", &["-or", "-and"]),
    (". ( -o )", &["-o", "("]),
    (". -name a b", &["b"]),
    (". -name a.c b.c -print", &["b.c"]),
    (". -print src", &["src"]),
    (". -delete src", &["src"]),
    (". ( -name x ) y", &["y"]),
    (". -name keep -prune -o -delete", &["-delete", "-prune"]),
    (". -prune -delete", &["-delete", "-prune"]),
    (". -name a -o -delete -o -name b -prune", &["-delete", "-prune"]),
];

/// Long options that are wrong.
const WRONG_OPTIONS: &[(&str, &[&str])] = &[
    ("--io=fast .", &["--io=fast", "fast"]),
    ("--io= .", &["--io="]),
    ("--threads 0 .", &["0"]),
    ("--threads x .", &["x"]),
    ("--threads -1 .", &["-1"]),
    ("--threads=many .", &["--threads=many", "many"]),
    (". --threads", &["--threads"]),
    ("--no-such-option .", &["--no-such-option"]),
    (". --treads 2", &["--treads"]),
];

#[test]
fn find_refuses_them_too() {
    let tree = trees::basic();
    for (case, _) in WRONG {
        let ran = Call::oracle(tree.path()).words(words(case, tree.path())).run();
        assert_eq!((ran.status.code(), ran.stdout.len()), (Some(1), 0), "find accepts {case}");
    }
}

#[test]
fn a_wrong_expression_does_nothing_and_is_underlined() {
    let cases = if under_test().foreign { vec![WRONG] } else { vec![WRONG, WRONG_OPTIONS] };
    let tree = trees::basic();
    let before = everything(tree.path());
    let mut failures = Vec::new();
    for (case, wrong) in cases.into_iter().flatten() {
        for locale in LOCALES {
            let ran = Call::bare(tree.path()).words(words(case, tree.path())).locale(locale).run();
            failures.extend(fault(&ran, wrong).map(|fault| format!("{}\n  {fault}\n  stderr: {}", ran.command, ran.errors())));
        }
        assert_eq!(everything(tree.path()), before, "{case}: the tree is not what it was");
    }
    assert!(failures.is_empty(), "{} wrong answers:\n\n{}", failures.len(), failures.join("\n"));
}

/// A wrong word is told whatever stands before it: options, paths, a ring that cannot be had.
#[test]
fn wrong_words_are_found_behind_options() {
    if !is_uwalk("options of its own") {
        return;
    }
    let tree = trees::basic();
    for variant in Variant::all().into_iter().chain(Variant::all_sorted()) {
        let ran = Call::subject(variant, tree.path()).words(["a", "missing", "-type", "f", "-nmae", "x"]).run();
        let fault = fault(&ran, &["-nmae"]);
        assert_eq!(fault, None, "{}\nstderr: {}", ran.command, ran.errors());
        assert!(!ran.errors().contains("No such file"), "{}\nwalked before it was understood", ran.command);
    }
}

/// What is wrong with the answer to a wrong command line.
fn fault(ran: &Ran, wrong: &[&str]) -> Option<String> {
    if ran.late || ran.status.code() != Some(1) {
        return Some(format!("ended with {}", ran.status));
    }
    if !ran.stdout.is_empty() {
        return Some("printed something".into());
    }
    let errors = ran.errors();
    if !errors.starts_with(&format!("{}: ", under_test().name)) && !under_test().foreign {
        return Some("does not begin with the program's name".into());
    }
    if under_test().foreign || wrong.is_empty() {
        return None;
    }
    // Parentheses may be shown as a shell needs them.
    match underlined(&errors).map(|word| word.replace('\\', "")) {
        None => Some("nothing is underlined".into()),
        Some(word) if wrong.iter().any(|wrong| word == *wrong) => None,
        Some(word) => Some(format!("{word:?} is underlined, not {wrong:?}")),
    }
}

/// The text over the first line that is all blanks and one run of `^` or `~`.
fn underlined(errors: &str) -> Option<String> {
    let lines: Vec<&str> = errors.lines().collect();
    let at = lines.iter().position(|line| {
        let mark = line.trim();
        !mark.is_empty() && mark.chars().all(|char| matches!(char, '^' | '~'))
    })?;
    let above: Vec<char> = lines.get(at.checked_sub(1)?)?.chars().collect();
    let start = lines[at].chars().position(|char| char != ' ')?;
    let end = lines[at].trim_end().chars().count().min(above.len());
    Some(above.get(start..end)?.iter().collect())
}

fn everything(path: &std::path::Path) -> Vec<u8> {
    let mut lines: Vec<Vec<u8>> = Call::oracle(path).run().lines().into_iter().map(<[u8]>::to_vec).collect();
    lines.sort_unstable();
    lines.join(&b'\n')
}
