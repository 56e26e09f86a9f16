//! Colours, and links for the terminal.

use crate::harness::ls::check::Bench;
use crate::harness::ls::plant::everything;
use crate::harness::run::{Call, Variant, is_uwalk};
use crate::harness::skipped;
use crate::harness::trees::{Tree, plant};
use rustix::fs::{XattrFlags, lsetxattr};

const CASES: &str = "--color=always kinds; --color=always -l kinds; --color=always -C kinds; --color=always -m kinds; --color=always -F kinds; --color=always -lF kinds; --color=always -lL kinds; --color=always -L kinds; --color=always modes; --color=always -l acl; --color=always file kinds broken to_kinds loop missing; --color=always -R deep; --color=always -d kinds file to_file";

/// One scheme each.
const SCHEMES: &[&str] = &[
    "di=01;35:ex=0:su=0:sg=0",
    "*.c=33:*.gz=31",
    "*.c=33:*.c=34:ex=",
    "*.tar.gz=35:*.gz=31",
    "*.gz=31:*.tar.gz=35",
    "*.C=31:*.c=32",
    "*.c=32:*.C=32",
    "*=5",
    "*x.c=5:*.c=6",
    "*file=1",
    "or=40;31;01:mi=01;05",
    "or=40;31;01",
    "mi=01;05",
    "or=:mi=7",
    "or=0:mi=0",
    "ln=target:or=31",
    "ln=target",
    "ln=target:*.gz=9:mi=3",
    "ln=01:*.c=3",
    "mh=44;37:su=00:sg=:ex=0",
    "mh=44",
    "ca=30;41:ex=32",
    "ca=:ex=32",
    "tw=0:ow=0",
    "tw=:st=5",
    "tw=:ow=:st=",
    "st=37;44:ow=34;42:tw=30;42",
    "di=:ow=7",
    "pi=4:so=7:ln=3:bd=1:cd=2:do=5",
    "di=\\x31:ex=^[:*\\x2ec=\\_",
    "di=\\061:fi=\\e1:ex=\\^A",
    "di=^?:ex=\\?",
    "no=1",
    "no=1:fi=2",
    "fi=2",
    "no=0:fi=0",
    "rs=9",
    "rs=",
    "lc=<:rc=>",
    "lc=<:rc=>:ec=/",
    "ec=!",
    "lc=\\e[:rc=m",
    "cl=CLEAR",
    "rs=0:di=01;34",
    // What cannot be read.
    "nonsense",
    "xx=1",
    "di",
    "di=",
    "di=1:",
    ":di=1",
    "::di=1::",
    "di=1:x",
    "di=1:*",
    "di=1:*.c",
    "=1",
    "d=1",
    "di=\\xg",
    "di=\\",
    "di=^",
    "di=^\u{e9}",
    "*.c=1:zz=1",
    ":",
    "di==1",
    "di=1=2",
    "di=1;2:ex=1,2",
    "*.\u{e9}=1:*\\*=2:*\\:=3",
];

#[test]
fn schemes() {
    let tree = everything();
    for scheme in SCHEMES {
        Bench::new(tree.path()).env("LS_COLORS", *scheme).env("TERM", "xterm").check(CASES);
    }
}

#[test]
fn the_scheme_of_nobody() {
    let tree = everything();
    for (term, colorterm) in [
        ("xterm", None),
        ("xterm-256color", None),
        ("dumb", None),
        ("dumb", Some("")),
        ("dumb", Some("truecolor")),
        ("", None),
        ("nonsense", None),
        ("linux", None),
        ("screen.xterm", None),
        ("tmux-256color", None),
        ("vt100", None),
        ("vt220", None),
        ("xtermx", None),
        ("foot", None),
        ("alacritty", None),
    ] {
        let mut bench = Bench::new(tree.path()).env("TERM", term);
        if let Some(value) = colorterm {
            bench = bench.env("COLORTERM", value);
        }
        bench.check("--color=always kinds; --color=auto kinds; -l --color=always kinds; --color=always modes");
        bench.env("LS_COLORS", "").check("--color=always kinds");
    }
    let bench = Bench::new(tree.path()).env("TERM", "xterm");
    bench.clone().check(CASES);
    bench.clone().check(
        "--color=always names; -C --color=always names; -C --color=always many; -x --color=always -w40 kinds; -m --color=always kinds; -m --color=always -w30 kinds; -C --color=always -w0 kinds; --color=always extensions; --color=always backups; --color=always -s kinds; --color=always -i kinds; --color=always -Q kinds; --color=always -b names;
         --color=always --zero kinds; --zero --color=always kinds; --color=auto --zero kinds; --color=always --color=never kinds; --color=never --color kinds; --color=always -f kinds; -f --color=always kinds; --color=always -U kinds; --color=yes kinds; --color=force kinds; --color=no kinds; --color=none kinds; --color=never kinds; --color=auto kinds; --color=tty kinds; --color=if-tty kinds;
         --colour kinds; --colour=always kinds; --color=always empty; -l --color=always empty; --color=always missing; --color=always -H to_kinds; -lH --color=always to_kinds; -l --color=always to_kinds to_file broken loop; -d --color=always kinds to_kinds; -dF --color=always to_kinds to_file; -ld --color=always .; -lR --color=always deep; -LR --color=always deep; --color=always -S kinds; --color=always -v versions; --color=always --group-directories-first kinds; --color=always -T0 -C kinds; -n --color=always acl",
    );
}

/// Wherever GNU says nothing of a host, there is one in the link: it is that of this machine for both.
#[test]
fn hyperlinks() {
    let tree = everything();
    Bench::new(tree.path()).env("TERM", "xterm").check(
        "--hyperlink kinds; --hyperlink=always kinds; --hyperlink=never kinds; --hyperlink=auto kinds; --hyperlink=yes kinds; --hyperlink=no kinds; --hyperlink=a kinds; --hyperlink=al kinds; -l --hyperlink kinds; -C --hyperlink kinds; -x --hyperlink kinds; -m --hyperlink kinds; --hyperlink names; -C --hyperlink names; -b --hyperlink names; -Q --hyperlink names; --quoting-style=shell-escape --hyperlink names;
         -C --quoting-style=shell-escape --hyperlink names; -F --hyperlink kinds; -lF --hyperlink kinds; --color=always --hyperlink kinds; -l --color=always --hyperlink kinds; -lF --color=always --hyperlink kinds; -lL --hyperlink kinds; -R --hyperlink deep; -R --hyperlink -Q deep; -R --color=always --hyperlink deep; --hyperlink file to_file broken loop to_kinds; -l --hyperlink file to_file broken loop; -d --hyperlink kinds to_kinds . ..; --hyperlink kinds file;
         --zero --hyperlink kinds; --hyperlink --zero kinds; --hyperlink . ; --hyperlink ..; --hyperlink ./kinds; --hyperlink kinds/; --hyperlink to_kinds; --hyperlink to_kinds/; --hyperlink kinds/dir/..; -a --hyperlink kinds; -d --hyperlink /; --hyperlink /dev/null; -l --hyperlink /dev/null; -s --hyperlink kinds; -i --hyperlink kinds; -1 --hyperlink versions; --hyperlink missing; --hyperlink empty; -f --hyperlink kinds; -q --hyperlink names; -N --hyperlink names; -m -w20 --hyperlink kinds; -C -w30 --hyperlink kinds",
    );
}

/// Not every GNU ls knows of capabilities: where it does not, it shows the colour of a program.
#[test]
fn capabilities() {
    if !is_uwalk("capabilities") {
        return;
    }
    let (tree, top) = Tree::new();
    plant(&top, &["capable", "program", "plain"]);
    top.mode("capable", 0o755);
    top.mode("program", 0o755);
    // Version 2, CAP_NET_BIND_SERVICE permitted and effective.
    let capable = [0x0200_0001_u32, 1 << 10, 0, 0, 0].map(u32::to_le_bytes).concat();
    if let Err(error) = lsetxattr(tree.path().join("capable"), "security.capability", &capable, XattrFlags::empty()) {
        return skipped("ls and capabilities", &error.to_string());
    }
    let shown = |scheme: &str| {
        let call = Call::ls(Variant::all()[0], tree.path()).words(["-1", "--color=always"]).env("LS_COLORS", scheme);
        String::from_utf8(call.run().stdout).unwrap()
    };
    assert_eq!(shown("ca=7:ex=3"), "\x1b[0m\x1b[7mcapable\x1b[0m\nplain\n\x1b[3mprogram\x1b[0m\n");
    for scheme in ["ca=0:ex=3", "ca=:ex=3"] {
        assert_eq!(shown(scheme), "\x1b[0m\x1b[3mcapable\x1b[0m\nplain\n\x1b[3mprogram\x1b[0m\n", "{scheme}");
    }
}
