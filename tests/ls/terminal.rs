//! On a terminal: its width, its quotes, and the formats that are only chosen there.

use crate::harness::ls::check::Bench;
use crate::harness::ls::plant;

const CASES: &str = "; kinds; names; many; versions; -a kinds; -l kinds; -l names; -1 kinds; -1 names; -C names; -x names; -m names; --zero kinds; -N names; -b names; -q names; -Q names; -F kinds; -p kinds; --file-type kinds; --classify=auto kinds; --classify=never kinds; -s kinds; -i kinds; -si names; -lQ names; -lb names; -lN names; -R deep; -lR deep; -RF deep; -w0 kinds; -w 40 names; -w20 many; -x -w50 kinds;
    --quoting-style=literal names; --quoting-style=locale names; --quoting-style=shell names; --quoting-style=shell-always names; --quoting-style=shell-escape-always names; --quoting-style=c names; --quoting-style=escape names; -q --quoting-style=shell names; -d names/*; 'names/with space' kinds; -d 'names/with space' names/plain; -l 'names/with space' names/plain; 'deep/d d' kinds; -R 'deep/d d'; -C1 names; -1C names; -f kinds; -U kinds; -t times; -S sizes; -X extensions; -v versions;
    -r kinds; -h sizes; -lh sizes; -sh sizes; -T0 kinds; -T0 names; -T4 many; -g owners; -o owners; -n owners; -G owners; -m many; -x many; file; file broken; to_kinds; -l to_kinds; missing; missing kinds; empty; -a empty; kinds empty file; --full-time times; -L kinds; -LF kinds; -H to_kinds; -A backups; -B backups; -I 'x*' kinds; --hide='x*' kinds; --group-directories-first kinds; --sort=width names; --format=commas names; --format=single-column names; -1 -Q -l acl";

#[test]
fn widths_of_the_terminal() {
    let tree = plant::everything();
    for (at, columns) in [80, 40, 132, 200, 1, 2, 3, 17, 500, 0].into_iter().enumerate() {
        let cases =
            if at < 4 { CASES } else { "; kinds; names; many; -x many; -m kinds; -C names; -x versions; -s kinds; -1 names; -l kinds" };
        let bench = Bench::new(tree.path()).terminal(columns);
        if at == 0 { bench.both().check(cases) } else { bench.check(cases) }
    }
    for (columns, variable) in [(80, "40"), (80, "0"), (80, ""), (80, "x"), (40, "120"), (0, "50")] {
        Bench::new(tree.path()).terminal(columns).env("COLUMNS", variable).check("kinds; names; -x many; -w 30 kinds; -m kinds");
    }
}

#[test]
fn styles_of_the_environment() {
    let tree = plant::everything();
    for style in ["literal", "locale", "shell", "shell-always", "shell-escape", "shell-escape-always", "c", "escape", "", "x"] {
        Bench::new(tree.path())
            .terminal(100)
            .env("QUOTING_STYLE", style)
            .check("names; -l names; -1 names; -N names; -Q names; -m names; -R deep; --quoting-style=shell-escape names; kinds");
    }
    for tab in ["0", "1", "4", "x"] {
        Bench::new(tree.path()).terminal(70).env("TABSIZE", tab).check("kinds; names; many; -T8 kinds; -x kinds");
    }
    Bench::new(tree.path()).terminal(80).env("POSIXLY_CORRECT", "1").check("kinds; kinds -l; -l kinds; -s kinds; names");
}

#[test]
fn colours_and_links() {
    let tree = plant::everything();
    let cases = "--color=auto kinds; --color=auto -l kinds; --color=always names; --color=auto names; --color=tty -l names; --color=never kinds; --color=auto many; --color=auto -x many; --color=auto -m kinds; --color=auto -1 kinds; --color=auto -F kinds; --color=auto -R deep; --color=auto -w20 names; --color=auto versions; --color=auto -lL kinds; --color=auto file missing kinds; --hyperlink=auto kinds; --hyperlink=auto names; --hyperlink=auto -l names; --color --hyperlink names; --color -l --hyperlink kinds; --color --zero kinds; --color=auto modes; --color=auto acl";
    for columns in [80, 30, 200] {
        Bench::new(tree.path()).terminal(columns).env("TERM", "xterm").check(cases);
        Bench::new(tree.path()).terminal(columns).env("TERM", "dumb").check(cases);
        Bench::new(tree.path())
            .terminal(columns)
            .env("TERM", "xterm")
            .env("LS_COLORS", "no=1:fi=2:di=34:ln=target:or=31:mi=7:*.c=5:rs=0:cl=\\e[K")
            .check(cases);
    }
}
