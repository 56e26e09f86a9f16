//! Tests of the parser: what joins what. Its messages are tested where they are shown, in `cli`.

use super::*;

fn parse(line: &str) -> Result<Option<Ast>, SyntaxError> {
    let argv: Vec<OsString> = std::iter::once("uwalk").chain(line.split_whitespace()).map(OsString::from).collect();
    let (mut words, mut parser) = (Words::new(&argv), Parser::default());
    while words.peek().is_some() {
        parser.take(&mut words)?;
    }
    parser.finish()
}

/// A tree on one line: names of tests are their patterns.
fn show(ast: &Ast) -> String {
    let list = |sign: &str, members: &[Ast]| format!("({})", members.iter().map(show).collect::<Vec<_>>().join(sign));
    match ast {
        Ast::Leaf(leaf) if leaf.row.name() == "-name" => String::from_utf8_lossy(&leaf.operand).into_owned(),
        Ast::Leaf(leaf) => leaf.row.name().to_owned(),
        Ast::Not(inner) => format!("!{}", show(inner)),
        Ast::And(members) => list("&", members),
        Ast::Or(members) => list("|", members),
        Ast::Comma(members) => list(" , ", members),
        Ast::Exclude(inner) => format!("exclude {}", show(inner)),
    }
}

/// `a` stands for `-name a`.
fn shown(line: &str) -> String {
    let words =
        line.split_whitespace().map(|word| if word.as_bytes()[0].is_ascii_lowercase() { format!("-name {word}") } else { word.into() });
    parse(&words.collect::<Vec<_>>().join(" ")).unwrap().map_or_else(String::new, |ast| show(&ast))
}

#[test]
fn operators_bind_as_tightly_as_they_should() {
    for (line, tree) in [
        ("", ""),
        ("a", "a"),
        ("a b", "(a&b)"),
        ("a -a b -and c", "(a&b&c)"),
        ("a -o b c -or d", "(a|(b&c)|d)"),
        ("a , b -o c , d e", "(a , (b|c) , (d&e))"),
        ("! a b", "(!a&b)"),
        ("! a -o -not b", "(!a|!b)"),
        ("! ! a", "a"),
        ("! ! ! a", "!a"),
        ("! ( ! a )", "a"),
        ("a -a ! b", "(a&!b)"),
        ("( a -o b ) c", "((a|b)&c)"),
        ("a ( b , c ) d", "(a&(b , c)&d)"),
        ("! ( a b )", "!(a&b)"),
        ("-( a -) -, -! b", "(a , !b)"),
        ("-exclude a b", "(exclude a&b)"),
        ("-exclude ! a -o b", "(exclude !a|b)"),
        ("a -exclude ( a -o b )", "(a&exclude (a|b))"),
    ] {
        assert_eq!(shown(line), tree, "{line}");
    }
}

#[test]
fn lists_of_one_kind_are_one_list() {
    assert_eq!(shown("( a b ) ( c d )"), "(a&b&c&d)");
    assert_eq!(shown("a -o ( b -o ( c -o d ) )"), "(a|b|c|d)");
    assert_eq!(shown("( a , b ) , c"), "(a , b , c)");
    assert_eq!(shown("( ( ( a ) ) )"), "a");
    assert_eq!(shown("! ( a b ) c"), "(!(a&b)&c)");
}

#[test]
fn leaves_know_their_words() {
    let ast = parse("-name x -o ( -print -size 3 )").unwrap().unwrap();
    let words: Vec<_> = ast.leaves().iter().map(|leaf| (leaf.row.name(), leaf.words.clone())).collect();
    assert_eq!(words, [("-name", 1..3), ("-print", 5..6), ("-size", 6..8)]);
}

#[test]
fn nesting_has_a_bound_and_negation_none() {
    let nested = |depth| format!("{} -true {}", "( ".repeat(depth), ") ".repeat(depth));
    assert!(parse(&nested(NESTING_MAX)).is_ok());
    let error = parse(&nested(NESTING_MAX + 1)).unwrap_err();
    assert_eq!(error, SyntaxError::at(NESTING_MAX + 1, Message::text("too many parentheses within each other")));
    assert!(parse(&format!("{} -true", "! ".repeat(100_000))).is_ok());
}
