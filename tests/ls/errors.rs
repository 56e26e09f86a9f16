//! What is wrong: words, operands, permissions, links that lead nowhere.

use crate::harness::ls::check::Bench;
use crate::harness::ls::plant;
use crate::harness::run::can_be_ordinary;
use crate::harness::trees::{self, Tree, plant};

#[test]
fn words_and_their_abbreviations() {
    let tree = plant::everything();
    Bench::new(tree.path()).check(
        "--nonsense; -y; -lJ; -P; -j; -K; -V; -W; -z; -0; -E; -O; -M; -e; --all=yes; --al; --alm; --a; --au -l; --aut; --b; --bl=1 -s; --block=1 -s; --c; --co=never; --con; --cl; --cla kinds; --col=never; --d; --di; --dir; --directory; --dire; --dired; --e; --es names; --f; --fi kinds; --file kinds; --fo=long; --format; --fu;
         --full; --g; --group kinds; --h; --hi=a; --hid=a; --hide; --hide-c names; --hum -l; --hy; --hyp; --i; --ig=a; --igno; --ignore; --ignore-b backups; --in; --ind=slash; --ino; --k -s; --l; --li names; --lit names; --n; --nu; --no -l; --num; --o; --q; --quote- names; --quote names; --quoti=c names; --r; --rec deep; --rev; --reverse; --s; --sh names;
         --show names; --si -l sizes; --siz; --size; --so=size sizes; --sort; --t; --ta=4; --ti=atime -l times; --time -l; --time-=iso -l times; --time-s=iso -l times; --u; --w=40; --w 40; --wid=40; --width; --x; --z; --zer; --zero=1; --; -; -- -; --- ; -- --help; kinds -l; kinds -l -- -a; -- kinds -l; -l -- kinds; --sort=si sizes; --sort=ext extensions; --color=sometimes; --color=; --color=alw kinds; --color=nev kinds;
         --color=au kinds; --color=n kinds; --color=a kinds; --color=ye kinds; --hyperlink=x; --hyperlink=; --hyperlink=nev kinds; --format=x -l; --time=x --sort=x; -w x --sort=x; --sort=x kinds missing; -I; --inode=1; --classify always; -1 -y kinds; kinds --nonsense; --dereference=1; -H=1; --block-size; --quoting-style; --indicator-style; --time-style; --si=1; -T4x; -lw; --group-directories-first=1; --full-time=1",
    );
}

#[test]
fn posixly_correct_ends_options_at_the_first_operand() {
    let tree = plant::everything();
    Bench::new(tree.path())
        .env("POSIXLY_CORRECT", "1")
        .check("kinds -l; -l kinds -a; kinds -- -l; -- kinds -l; file --nonsense; -l file --; -s kinds; -C kinds; -1 -a kinds -r; missing -l; -l --time-style=posix-iso times; -l times; -sk kinds");
}

#[test]
fn operands() {
    let tree = plant::everything();
    Bench::new(tree.path()).check(
        "missing; missing file; file missing; missing kinds; kinds missing other; missing other; -l missing; -l missing file; -d missing; -R missing; '' ; '' file; -d ''; missing/; file/; file/x; kinds/missing; broken; broken/; broken/x; loop; loop/; loop/x; -L loop; -H loop; -l loop; -d loop; -dL loop; -lL loop file;
         $'miss\\ning'; $'\\x1b[31m'; 'with space'; $'\\xff'; $'it\\x27s'; 'dq\"'; $'tab\\t'; é; 中; -- -x; -- --; ---; . ..; .; ..; ./; ./.; // ; / ; kinds/..; -d .; -d ..; -d ./; -a . ; -d -- names/-dash; -- names/-dash names/--help; names/plain names/plain; kinds kinds; file file; file ./file; -1 file file kinds kinds; -i file file; -U missing file kinds;
         -f missing kinds file; -r missing kinds file; -C file to_file broken loop; -m file to_file broken loop; -x file to_file broken loop; --zero file to_file missing; -l file to_file broken loop; -lF file to_file broken loop; -s file to_file broken; -Q file 'names/with space'; -b file 'names/with space'; names/*; -1 kinds/file kinds/dir; -l kinds/file kinds/dir; kinds/dir; -d kinds/dir/../file;
         /dev/null; -l /dev/null; /dev/null file; missing missing; -R missing deep; -l kinds/fifo kinds/socket; -L kinds/to_null; -lL kinds/to_null; -H kinds/to_null",
    );
    let long = format!("{} file", "x".repeat(300));
    let path = format!("{}file file", "kinds/../".repeat(500));
    Bench::new(tree.path()).check(&format!("{long}; -l {long}; {path}; -R {long}; -L {long}; -d {path}"));
}

#[test]
fn without_permission() {
    if !can_be_ordinary("ls without permission") {
        return;
    }
    let tree = trees::unreadable();
    plant::settle(tree.path());
    let cases = "; -l; -R; -lR; none; -l none; search; -l search; write; -l write; all; none all; none file; -d none; -ld none; none/file; -l none/file; search/file; -l search/file; -R none; -R all none search write; -lR none all; to_none; to_none/; -l to_none; -L to_none; -lL to_none; -lH to_none; into_none; -l into_none; -L into_none; -lL into_none;
        -lH into_none; -F into_none; -lF into_none; into_search; -L into_search; -l into_search; -L; -lL; -LR; -F; -lF; -1F; -C; -Cs; -i; -s; --color=always; -l --color=always; -lL --color=always; -S; -t; -X; -v; -U; -f; -a none; empty_none; -l empty_none; -RU; -Rr; -RL; -Q none; -m none all; missing none; none missing; -dF none search; --group-directories-first; -L --group-directories-first; --zero -R; -1 none search write all";
    Bench::new(tree.path()).ordinary().check(cases);
    Bench::new(tree.path()).ordinary().terminal(80).check(cases);
}

/// The directory tells the names, and nothing can be asked of them.
#[test]
fn entries_that_cannot_be_asked() {
    if !can_be_ordinary("ls without permission") {
        return;
    }
    let (tree, top) = Tree::new();
    let dir = top.dir("read");
    plant(&dir, &["file", "sub/", "sub/below", "program", "longer name", "z.c", ".hidden"]);
    dir.link("link", "file");
    dir.link("to_sub", "sub");
    dir.link("broken", "nowhere");
    dir.node("fifo", rustix::fs::FileType::Fifo);
    dir.mode("program", 0o755);
    tree.give_away();
    top.mode("read", 0o444);
    let cases = "read; -1 read; -l read; -la read; -lA read; -ln read; -lg read; -lo read; -lG read; -g read; -l --author read; -li read; -i read; -is read; -s read; -ls read; -lh read; -C read; -Cs read; -Ci read; -CF read; -F read; -p read; --file-type read; -lF read; -lL read; -L read; -LF read; -R read; -lR read; -aR read; -S read; -t read; -lt read; -lS read; -X read;
        -v read; -U read; -1U read; -f read; -lu read; --full-time read; -l --time-style=+%s read; -l --time-style=+ read; -l --time-style=iso read; -l --time-style=long-iso read; -m read; -x read; -Q read; -lQ read; --zero read; --zero -l read; --color=always read; -l --color=always read; -lF --color=always read; --color=always -L read; --group-directories-first read; -l --group-directories-first read;
        read/file; -l read/file; -d read/file; read/sub; -d read/sub; -ld read; -a read; -A read; -B read; -I 'f*' read; -l -Z read; -lZ read; --sort=width read; -n read; -o read; -r read; -lr read; -k -s read; --block-size=1 -s read; -l --si read";
    Bench::new(tree.path()).ordinary().check(cases);
    Bench::new(tree.path()).ordinary().terminal(60).check(cases);
}
