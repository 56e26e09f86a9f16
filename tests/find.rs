//! Differential tests: every command line here gives what GNU find gives, with both backends, with 1, 2 and 8 threads, in
//! bytes and in UTF-8; with `-s` it gives the same records, and the same bytes twice.

// A test ends at the first thing that is not as it must be.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod harness;

use harness::cases::Bench;
use harness::run::{Call, Variant, can_be_ordinary, is_root, is_uwalk};
use harness::{kernel, skipped, trees};

#[test]
fn operators() {
    let tree = trees::basic();
    Bench::new(tree.path()).check(&[
        "",
        ".",
        "-print",
        ". -print -print",
        ". -true",
        ". -false",
        ". -not -false",
        ". ! -true",
        ". ! ! -name *.c",
        ". -not ! -not -name *.c",
        ". ! ( ! -name *.c )",
        ". ( -name *.c )",
        ". ( ( -name *.c ) )",
        ". -name *.c -o -name *.h",
        ". -name *.c -or -name *.h -print",
        ". ( -name *.c -o -name *.h ) -print",
        ". -name *.c -print -o -name *.h",
        ". -name *.c -print -o -name *.h -print",
        ". -name *.c -a -name m*",
        ". -name *.c -and -type f",
        ". -type f -name *.c -o -type d -name a",
        ". ! -type f -o -name *.c",
        ". ! ( -type f -o -name *.c )",
        ". -false -o -true",
        ". -true -o -print",
        ". -false , -true",
        ". -print , -print",
        ". -false -print , -name a",
        ". ( -name a -print , -name b -print )",
        ". -name a , -name b -o -name x.c",
        ". ( -false , -true ) -print",
        ". ( -true , -false ) -print",
        ". -print0",
        ". -name a -print0 -o -print",
        ". -name a -print -o -name b -print0",
        ". ! -print",
        ". ! -print0 -o -print",
        ". -print -o -print0",
        ". -print -false -o -print0",
        ". -type d -a ( -name a -o -name b ) -a -print",
        ". -name x.c -o -name x.h -o -name a -o -name *.json -o -name Makefile",
        ". -true -true -true -name a -true",
        ". -false -o -false -o -false -o -name a",
    ]);
}

#[test]
fn pruning_and_depth() {
    let tree = trees::basic();
    Bench::new(tree.path()).check(&[
        ". -prune",
        ". -name a -prune",
        ". -name a -prune -o -print",
        ". -name prune -prune -o -name *.c -print",
        ". -path ./src -prune -o -path ./a -prune -o -print",
        ". -type d -prune -false -o -name *.c",
        ". -name . -o -prune",
        ". ! -name . -prune",
        ". -name b -prune , -print",
        ". ( -name a -o -name src ) -prune -o -type f",
        ". -prune -prune -o -print",
        ". -maxdepth 0",
        ". -maxdepth 1",
        ". -maxdepth 2 -name *.c",
        ". -maxdepth 00002",
        ". -maxdepth 100000",
        ". -mindepth 0",
        ". -mindepth 1",
        ". -mindepth 3",
        ". -mindepth 50",
        ". -mindepth 2 -maxdepth 3",
        ". -mindepth 3 -maxdepth 2",
        ". -mindepth 1 -maxdepth 1 -type d",
        ". -mindepth 2 -name a -prune",
        ". -mindepth 1 -name a -prune -o -print",
        ". -mindepth 2 -path ./a/b -prune -o -print",
        ". -maxdepth 1 -maxdepth 3",
        ". -depth",
        ". -d",
        ". -depth -name a",
        ". -depth -prune",
        ". -depth -name a -prune -o -print",
        ". -depth -maxdepth 2",
        ". -depth -mindepth 2 -type d",
        ". -depth -depth -d",
        ". -name a -depth",
        ". -name a -maxdepth 2",
        ". ( -maxdepth 1 ) -o -print",
        ". -depth -print0",
        ". -xdev",
        ". -mount -name *.c",
        ". -xdev -depth -type f",
        ". -follow -type d",
        "a/b -depth -mindepth 1",
        "a src -maxdepth 0",
        "a/a src/main.c -maxdepth 0",
        "a/a -depth",
    ]);
}

#[test]
fn starting_points() {
    let tree = trees::basic();
    Bench::new(tree.path()).check(&[
        "a",
        "a src",
        "a a",
        "a a/b",
        "a/b a",
        "a/",
        "a//",
        "a///b",
        "./a",
        "./",
        ".//",
        "././a",
        "a/.",
        "a/..",
        "a/../src",
        "a/b/../b/c",
        "{root}",
        "{root}/",
        "{root}/a/../src -name *.c",
        ". -name .",
        "./ -name .",
        ".// -name . -maxdepth 0",
        "a/ -name a",
        "a/ -name a/",
        "a// -name a -maxdepth 0",
        "a/b/ -path a/b/",
        "a/b/ -path a/b",
        "a/b/ -path a/b/c",
        "a/b/ -path 'a/b/*'",
        "a/b// -path a/b/*",
        "a/. -name . -maxdepth 0",
        "a/.. -name .. -maxdepth 0",
        ".. -maxdepth 0",
        "/ -maxdepth 0",
        "/ -maxdepth 0 -name /",
        "// -maxdepth 0",
        "// -maxdepth 0 -name /",
        "/ -maxdepth 0 -path /",
        "/.. -maxdepth 0",
        "/dev -maxdepth 0 -type d",
        "/dev/null",
        "/dev/null -type c",
        "Makefile",
        "Makefile a/a README.md -name *a*",
        "Makefile/",
        "Makefile/x",
        "missing",
        "missing a",
        "a missing src",
        "a missing also/missing src -type f",
        "missing -depth",
        "missing -maxdepth 0",
        "missing -mindepth 1",
        "missing -false",
        "missing missing",
        "''",
        "'' a",
        "a '' -maxdepth 0",
        ". -",
        ". )",
        ". , -name x",
        ") , -",
        "-- a",
        "-- . -name a",
        "-P a -name *.c",
        "-H a -name *.c",
        "-L a -name *.c",
        "-L -P -H a",
        "-P",
    ]);
}

#[test]
fn names() {
    let tree = trees::patterns();
    Bench::new(tree.path()).check(&[
        ". -name *",
        ". -name ?",
        ". -name ??",
        ". -name ???",
        ". -name ''",
        ". -name a",
        ". -name a*",
        ". -name *a",
        ". -name *a*",
        ". -name a*b",
        ". -name *foo*",
        ". -name foo*",
        ". -name *foo",
        ". -name **",
        ". -name a**b",
        ". -name *?*",
        ". -name ?*?",
        ". -name *a*b*c*",
        ". -name *.gz",
        ". -name *.tar.*",
        ". -name .*",
        ". -name *.*",
        ". -name ..*",
        ". -name ...",
        ". -name [abc]",
        ". -name [a-c]",
        ". -name [a-c]*",
        ". -name [!a-c]",
        ". -name [^a-c]",
        ". -name [A-Z]*",
        ". -name [a-zA-Z]",
        ". -name [0-9]",
        ". -name [z-a]",
        ". -name []]",
        ". -name []a]",
        ". -name [!]]",
        ". -name [!]a]",
        ". -name [a-]",
        ". -name [-a]",
        ". -name [--a]",
        ". -name [!-]",
        ". -name [^]",
        ". -name [!]",
        ". -name [^^]",
        ". -name [a^]",
        ". -name [",
        ". -name [a",
        ". -name [a-",
        ". -name [[]",
        ". -name [[]a",
        ". -name [[]*",
        ". -name []",
        ". -name []*",
        ". -name [*]",
        ". -name [?]",
        ". -name [*?]",
        r". -name [\]]",
        r". -name [\a]",
        r". -name [\\]",
        r". -name [a\-z]",
        r". -name \a",
        r". -name \*",
        r". -name \**",
        r". -name \\",
        r". -name \\\*",
        r". -name \",
        r". -name a\",
        r". -name *\",
        r". -name a\*b",
        r". -name a\\b",
        r". -name a\[b\]c",
        ". -name a[[]b[]]c",
        ". -name [[:alpha:]]",
        ". -name [[:upper:]]",
        ". -name [[:lower:]]*",
        ". -name [[:digit:]]",
        ". -name [[:alnum:]_]",
        ". -name [[:punct:]]",
        ". -name [[:space:]]*",
        ". -name *[[:blank:]]*",
        ". -name [[:print:]]",
        ". -name *[[:cntrl:]]*",
        ". -name [[:graph:]]",
        ". -name [[:xdigit:]]",
        ". -name [![:alpha:]]",
        ". -name [[:upper:][:digit:]]",
        ". -name [[:upper:]a-c]",
        ". -name [[:nosuch:]]",
        ". -name [[:alpha:]",
        ". -name [[:alpha]",
        ". -name [:alpha:]",
        ". -name [[=a=]]",
        ". -name [[=a=]b]",
        ". -name [[.-.]]",
        ". -name [[.a.]-c]",
        ". -name a[[:space:]]b",
        "'.' -name 'a b'",
        "'.' -name ' '",
        "'.' -name '* *'",
        ". -name ~",
        ". -name $a",
        ". -name '{a,b}'",
        ". -name a,b",
        ". -name a/b",
        ". -name ./a",
        ". -name sub/",
        ". -name a -name a",
        ". -name a* -name *b",
        ". -name a -o -name b -o -name c -o -name *.gz -o -name foo* -o -name *bar",
        ". ! ( -name a -o -name b* -o -name *c )",
    ]);
}

#[test]
fn names_with_characters() {
    let tree = trees::patterns();
    Bench::new(tree.path()).check(&[
        ". -name é",
        ". -name É",
        ". -name ?b*",
        ". -name a?b",
        ". -name a??b",
        ". -name [é]",
        ". -name [éü]*",
        ". -name a[é]b",
        ". -name [!é]",
        ". -name [à-ü]",
        ". -name [à-ü]*",
        ". -name [a-é]",
        ". -name [[:alpha:]][[:alpha:]]",
        ". -name 中?",
        ". -name ??文",
        ". -name *文",
        ". -name 😀",
        r". -name \é",
        r". -name \😀",
        ". -name [😀]",
        ". -name $'\\xc3\\xa9'",
        ". -name $'\\xc3'",
        ". -name $'\\xc3*'",
        ". -name $'*\\xa9'",
        ". -name $'a\\xc3?b'",
        ". -name $'[\\xc3]*'",
        ". -name $'[\\xe9]'",
        ". -iname a",
        ". -iname A*",
        ". -iname *FOO*",
        ". -iname fOo",
        ". -iname [a-c]",
        ". -iname [A-C]",
        ". -iname [!a]",
        ". -iname [[:upper:]]",
        ". -iname [[:lower:]]",
        ". -iname é",
        ". -iname É",
        ". -iname üBER",
        ". -iname [É]",
        ". -iname STRASSE",
        ". -iname STRAßE",
        ". -iname Σ",
        ". -iname ς",
        ". -iname i",
        ". -iname İ",
        ". -iname ı",
        ". -iname K",
        ". -iname K",
        r". -iname \A",
        r". -iname a\*B",
        ". -iname foo -o -iname *BAR -o -iname b*",
    ]);
}

#[test]
fn paths() {
    let tree = trees::basic();
    Bench::new(tree.path()).check(&[
        ". -path ./a",
        ". -path a",
        ". -path ./a/*",
        ". -path ./a*",
        ". -path */b/*",
        ". -path *b*",
        ". -path *",
        ". -path ?",
        ". -path ./?",
        ". -path ./a?b",
        ". -path ./a/[b]",
        ". -path ./a[/]b",
        ". -path ./a[!b]b",
        ". -path *.c",
        ". -path *.hidden*",
        ". -path */.*",
        ". -path ./a/",
        ". -path ./src/*/er",
        ". -path ./src/*.json",
        ". -path ./src/deep/er/file.json",
        ". -path ./*/*/*",
        ". -path .",
        r". -path \./a",
        ". -wholename ./a/*",
        ". -ipath ./SRC/MAIN.c",
        ". -ipath */FILE.json",
        ". -iwholename ./A/*",
        "a -path a/b*",
        "./a -path ./a/b",
        "{root} -path {root}/a",
        "{root} -path */a/b",
        ". -path ./a -prune -o -path *.json -print",
        ". -path ./a -o -path ./src -o -path */er",
        ". ! -path */deep/*",
        ". -path */deep -name deep -type d",
    ]);
}

#[test]
fn kinds() {
    let tree = trees::kinds();
    let all = [
        ". -type f",
        ". -type d",
        ". -type l",
        ". -type p",
        ". -type s",
        ". -type c",
        ". -type b",
        ". -type f,d",
        ". -type l,p,s",
        ". -type b,c,d,p,f,l,s",
        ". ! -type f",
        ". -xtype f",
        ". -xtype d",
        ". -xtype l",
        ". -xtype p",
        ". -xtype s",
        ". -xtype c",
        ". -xtype f,l",
        ". ! -xtype d",
        ". -type l -xtype l",
        ". -type l -xtype d",
        ". -type l ! -xtype f",
        ". -empty",
        ". -empty -type d",
        ". -links 1",
        ". -links 3",
        ". -links +1",
        ". -links -2",
        ". -links +0",
        ". -links 2",
        ". -samefile file",
        ". -samefile hard1",
        ". -samefile to_file",
        ". -samefile to_dir",
        ". -samefile dir",
        ". -samefile broken",
        ". ! -samefile file",
        ". -inum {ino:file}",
        ". -inum {ino:to_dir}",
        ". -inum +{ino:file}",
        ". -inum -{ino:file}",
        ". -inum {ino:dir}",
        ". -inum {ino:.}",
        ". -inum 0",
        ". -size 0",
        ". -size -1k",
        ". -newer dir",
        ". -newer to_file",
        "to_dir",
        "to_dir/",
        "to_dir/.",
        "to_dir -type l",
        "to_dir/ -type d",
        "to_dir -xtype d",
        "to_file",
        "to_file/",
        "broken",
        "broken -type l",
        "broken/",
        "to_dirlink",
        "to_dirlink to_dir dir",
        "to_brokenlink -xtype l",
        "to_null",
        "to_null -xtype c",
        "fifo socket -type p,s",
        "dir/up_file -xtype f",
        "to_dir to_file broken -maxdepth 0 -type l",
        ". -depth -type l",
        "to_dir -depth",
        "to_dir -empty",
        "to_empty -empty",
    ];
    let bench = Bench::new(tree.path());
    bench.check(&all);
    let bench_of_options = Bench { variants: Variant::few(), ..Bench::new(tree.path()) };
    for option in ["-H", "-L", "-P"] {
        let cases: Vec<String> = all.iter().map(|case| format!("{option} {case}")).collect();
        bench_of_options.check(&cases.iter().map(String::as_str).collect::<Vec<_>>());
    }
    bench.check(&[
        "-L -H to_dir",
        "-H -L .",
        "-L -P to_dir",
        ". -follow",
        "to_dir -follow -type d",
        "-P . -follow -type f",
        ". -type l -follow",
        ". -follow -xtype l",
        "-L . -type l",
        "-H . -samefile to_dir",
    ]);
}

#[test]
fn link_loops() {
    let tree = trees::loops();
    Bench::new(tree.path()).check(&[
        ".",
        ". -type l",
        ". -xtype l",
        ". -xtype d",
        "-H .",
        "-H a/b/c/up",
        "-H a/b/here",
        "-H twice1 twice2",
        "-H self",
        "-H ping",
        "-L .",
        "-L . -type d",
        "-L . -type l",
        "-L . -xtype l",
        "-L . -depth",
        "-L . -name file",
        "-L a",
        "-L a/b",
        "-L a/b/c/up",
        "-L a/b/here",
        "-L self",
        "-L self ping",
        "-L twice1",
        "-L twice1 twice2 other",
        "-L other -maxdepth 2",
        "-L . -maxdepth 1",
        "-L . -mindepth 2 -type f",
        "-L . -path ./a -prune -o -print",
        "-L . -name self",
        ". -follow",
        "self -type l",
        "self/",
    ]);
}

#[test]
fn sizes() {
    let tree = trees::sizes();
    let mut cases = Vec::new();
    for unit in ["c", "w", "b", "", "k", "M", "G"] {
        for sign in ["", "+", "-"] {
            cases.extend(["0", "1", "2", "3", "1024"].map(|count| format!(". -type f -size {sign}{count}{unit}")));
        }
    }
    let bench = Bench { variants: vec![Variant::new("auto", 2)], ..Bench::new(tree.path()) };
    bench.check(&cases.iter().map(String::as_str).collect::<Vec<_>>());
    Bench::new(tree.path()).check(&[
        ". -size 1",
        ". -size -1M",
        ". -size +1M",
        ". -size +8k",
        ". -size 600c",
        ". -size +511c -size -513c",
        ". -type l -size 9c",
        "-L . -size 1M",
        ". -size +1G -o -size 0",
        ". ! -size -2k -type f",
        ". -size 5G",
        ". -size 5368709120c",
        ". -size +18446744073709551615c",
        ". -size -18446744073709551615c",
        ". -size 007c",
        ". -empty",
        ". -empty -type f",
        ". ! -empty",
        ". -type d -empty",
        ". -empty -size 0",
    ]);
}

#[test]
fn permissions() {
    let tree = trees::modes();
    let mut cases = Vec::new();
    for mode in "0 000 644 0644 755 4755 1777 7777 111 222 6000 u=r u+rwx g=u u=rw,go=r a+x +x o-w".split(' ') {
        cases.extend(["", "-", "/"].map(|kind| format!(". -perm {kind}{mode}")));
    }
    for mode in "u+s g+s +t u=s o+t ug+s a= u=,g=,o=r u+X a+X u=rwx,g=u,o=g u=rw,u-w =r g+w,o+w ugo=rwx,o-w".split(' ') {
        cases.extend(["", "-", "/"].map(|kind| format!(". -perm {kind}{mode}")));
    }
    let bench = Bench { variants: vec![Variant::new("auto", 2)], ..Bench::new(tree.path()) };
    bench.check(&cases.iter().map(String::as_str).collect::<Vec<_>>());
    Bench::new(tree.path()).check(&[
        ". -perm 644",
        ". -perm -u+w -type f",
        ". -perm /222",
        ". -perm -4000 -o -perm -2000",
        ". ! -perm -o+r",
        ". -type d -perm -1000",
        ". -type l -perm 777",
        "-L . -perm 644",
        ". -perm -+w",
        ". -perm -g+r,o+r",
        ". -perm /u=x,g=x",
        ". -perm u+",
        ". -perm -u+",
    ]);
}

#[test]
fn ages() {
    let tree = trees::times();
    let mut cases = Vec::new();
    for test in ["-mmin", "-amin", "-mtime", "-atime"] {
        for sign in ["", "+", "-"] {
            let counts = ["0", "1", "2", "3", "5", "1000", "1.25", "0.75"];
            // Directories were made or read within the second that `-0` is about.
            cases.extend(counts.map(|count| format!(". ! -type d {test} {sign}{count}")));
        }
    }
    let bench = Bench { variants: vec![Variant::new("auto", 2)], ..Bench::new(tree.path()) };
    bench.check(&cases.iter().map(String::as_str).collect::<Vec<_>>());
    Bench::new(tree.path()).check(&[
        ". -mtime -1",
        ". -mtime +1",
        ". -mtime 0",
        ". -mmin -3",
        ". -mmin +60 -mmin -120",
        ". -atime 1 -type f",
        ". -amin +2",
        ". -amin --1",
        ". -mtime -+1",
        ". -cmin -600",
        ". -cmin +600",
        ". -ctime 0",
        ". -ctime -1",
        ". -ctime +0",
        ". ! -mtime +3",
        ". -mtime +300",
        ". -mtime +10000",
        ". ! -type d -mtime -0",
        ". ! -type d -mmin -0",
        ". -newer dir/2d",
        ". -newer dir/link2d",
        "-L . -newer dir/link2d",
        "-H . -newer dir/link2d",
        ". -newer nano0",
        ". -newer nano1",
        ". -newer nano_same",
        ". -newer nano999",
        ". -newer epoch",
        ". -newer before_epoch",
        ". -newer dir/future",
        ". ! -newer nano1",
        ". -newer nano0 ! -newer nano999",
        "-L . -mtime +2",
        "-L . -type d -mtime -3",
        "dir/1d -mtime 2",
    ]);
}

#[test]
fn owners() {
    let (tree, top) = trees::Tree::new();
    trees::plant(&top, &["mine", "dir/", "dir/inner", "stranger", "other", "dir/theirs"]);
    top.link("link", "stranger");
    if is_root() {
        for (name, id) in [("stranger", 123_456_789), ("other", 1), ("dir/theirs", 65534), ("link", 4_000_000_000)] {
            std::os::unix::fs::lchown(tree.path().join(name), Some(id), Some(id)).expect("lchown");
        }
    } else {
        skipped("foreign owners", "only root can give files away");
    }
    Bench::new(tree.path()).check(&[
        ". -user {user}",
        ". -group {group}",
        ". -user {uid}",
        ". -group {gid}",
        ". -uid {uid}",
        ". -gid {gid}",
        ". -uid +{uid}",
        ". -uid -{uid}",
        ". -gid +{gid}",
        ". -gid -{gid}",
        ". -uid 0",
        ". -uid +0",
        ". -gid +100",
        ". -uid 123456789",
        ". -user 123456789",
        ". -user 1",
        ". -uid 4000000000",
        ". -user root",
        ". -group root",
        ". ! -user root",
        ". -nouser",
        ". -nogroup",
        ". ! -nouser",
        ". -nouser -nogroup -type f",
        "-L . -nouser",
        "-L . -uid 123456789",
        ". -user root -group root -type d",
        ". -nouser -o -user {user}",
    ]);
}

#[test]
fn odd_names() {
    let tree = trees::odd();
    Bench::new(tree.path()).check(&[
        ".",
        ". -print0",
        ". -depth -print0",
        ". -name ? -print0",
        ". -name * -print0",
        ". -name ?? -print0",
        ". -name ??? -print0",
        ". -name ????? -print0",
        ". -name *?line -print0",
        ". -name $'new\\nline' -print0",
        ". -name $'\\n' -print0",
        ". -name $'*\\n*' -print0",
        ". -name $'\\xff*' -print0",
        ". -name $'*\\xff' -print0",
        ". -name $'\\xff\\xfe' -print0",
        ". -name $'[\\xff]?' -print0",
        ". -name [!a]* -print0",
        ". -name ?dir -print0",
        ". -name *[[:cntrl:]]* -print0",
        ". -name [[:print:]]* -print0",
        ". -iname *LINE -print0",
        ". -iname $'A\\xc3' -print0",
        ". -iname $'\\xc3\\x89\\xff' -print0",
        ". -name -* -print0",
        ". -name n* -size 1c -print0",
        ". -path $'*\\n*' -print0",
        ". -path $'*\\x80*' -print0",
        ". -path */*line/* -print0",
        ". -path ./?dir/* -print0",
        ". -type d -print0",
        "./-name ./-delete -print0",
        "$'dir\\nline' -print0",
        "$'\\x80dir' -name * -print0",
        "( -print0",
    ]);
}

#[test]
fn beyond_path_max() {
    let tree = trees::chain(100, 250, 7);
    Bench::new(tree.path()).check(&[
        ".",
        ". -name leaf",
        ". -depth -type f",
        ". -type d -links 2",
        ". -size +50c -type f",
        ". -depth -empty",
        ". -path */leaf",
        ". -mindepth 90",
        ". -maxdepth 30 -type f",
        ". -mindepth 60 -newer .",
        "{root} -type f -print0",
        ". -samefile .",
    ]);
}

/// find gives up with "File name too long" there.
#[test]
fn links_are_followed_beyond_path_max() {
    if !is_uwalk("-L beyond PATH_MAX") {
        return;
    }
    let tree = trees::chain(100, 250, 7);
    let expected = Call::oracle(tree.path()).words([".", "-name", "leaf"]).run();
    for variant in Variant::all() {
        let ran = Call::subject(variant, tree.path()).words(["-L", ".", "-name", "leaf"]).run();
        harness::answer::assert_same(&ran, &expected);
    }
}

#[test]
fn wide_directories() {
    let tree = trees::wide(5_000);
    Bench::new(tree.path()).check(&[
        ".",
        ". -depth -type d",
        ". -name seventh",
        ". -type f -links 1 -name *99*",
        "wide -maxdepth 1 -name dir1*",
        "-L wide -name inner -size 0",
    ]);
}

#[test]
fn unreadable_directories() {
    if !can_be_ordinary("unreadable directories") {
        return;
    }
    let tree = trees::unreadable();
    let bench = Bench { ordinary: true, ..Bench::new(tree.path()) };
    bench.check(&[
        ".",
        ". -type f",
        ". -type d",
        ". -size 0",
        ". -size -5",
        ". -links 1",
        ". -name file",
        ". -name sub",
        ". -depth",
        ". -depth -type d",
        ". -maxdepth 1",
        ". -maxdepth 2",
        ". -mindepth 1",
        ". -mindepth 2",
        ". -name none -prune -o -print",
        ". -type d -prune",
        ". -empty",
        ". -type d -empty",
        ". -perm 0",
        ". -perm 300 -o -perm 111",
        ". -name none -perm 0",
        ". -xtype f",
        ". -xtype d",
        ". -xtype l",
        ". -uid +0 -type d",
        "none",
        "none -maxdepth 0",
        "none -prune",
        "none -name x",
        "search",
        "search/file",
        "search/sub",
        "none/file",
        "none all search",
        "to_none",
        "-H to_none",
        "-H into_none",
        "-H into_search",
        "-L .",
        "-L . -type l",
        "-L . -type d",
        "-L to_none into_search",
        ". -samefile none/file",
        ". -newer none/file",
        ". -depth -name none -prune -o -type d -print",
        ". -print0",
    ]);
}

/// find asks everything of every entry and tells of each that it may not; uwalk asks only what the expression needs to know.
#[test]
fn unsearchable_directories() {
    if !can_be_ordinary("unsearchable directories") {
        return;
    }
    let tree = trees::unsearchable();
    let bench = Bench { ordinary: true, ..Bench::new(tree.path()) };
    bench.check(&[
        "read -size 0",
        "read -links 1",
        "read/file",
        "read -maxdepth 0",
        "read -prune",
        "read -name x -size 0",
        ". -samefile read/file",
    ]);
    if !is_uwalk("types without a stat") {
        return;
    }
    for (case, lines, problem) in [
        ("read", &["read", "read/file", "read/link", "read/sub"][..], Some("read/sub")),
        ("read -type d", &["read", "read/sub"], Some("read/sub")),
        ("read -type f", &["read/file"], Some("read/sub")),
        ("read -name sub -prune", &["read/sub"], None),
        ("read -maxdepth 1", &["read", "read/file", "read/link", "read/sub"], None),
        ("read -maxdepth 1 -type l", &["read/link"], None),
    ] {
        for variant in Variant::all().into_iter().chain(Variant::all_sorted()) {
            let ran = Call::subject(variant, tree.path()).words(harness::words::words(case, tree.path())).ordinary().run();
            let mut found = ran.lines();
            found.sort_unstable();
            assert_eq!(found, lines.iter().map(|line| line.as_bytes()).collect::<Vec<_>>(), "{}", ran.command);
            let told = problem.map_or(String::new(), |path| format!("uwalk: '{path}': Permission denied\n"));
            assert_eq!(ran.errors(), told, "{}", ran.command);
            assert_eq!(ran.status.code(), Some(i32::from(problem.is_some())), "{}", ran.command);
        }
    }
}

#[test]
fn mount_points() {
    let (tree, top) = trees::Tree::new();
    trees::plant(&top, &["mnt/", "mnt/covered", "other/", "other/file"]);
    let mount = || kernel::mount_tmpfs(c"mnt");
    let trial = Call::oracle(tree.path()).words(["."]).step(mount()).try_run();
    if let Err(error) = trial {
        return skipped("mount points", &format!("cannot mount: {error}"));
    }
    for case in [
        ". -print",
        ". -xdev",
        ". -xdev -depth",
        ". -inum {ino:mnt}",
        ". -inum 1",
        ". -xdev -inum {ino:mnt}",
        "mnt -xdev",
        ". mnt -xdev -type d",
        ". -empty",
    ] {
        let words = harness::words::words(case, tree.path());
        let expected = Call::oracle(tree.path()).words(&words).step(mount()).run();
        for variant in Variant::all() {
            let ran = Call::subject(variant, tree.path()).words(&words).step(mount()).run();
            harness::answer::assert_same(&ran, &expected);
        }
    }
    if is_uwalk("-mount leaves mount points out") {
        for variant in Variant::all() {
            let ran = Call::subject(variant, tree.path()).words([".", "-mount"]).step(mount()).run();
            ran.assert_clean();
            let mut lines = ran.lines();
            lines.sort_unstable();
            assert_eq!(lines, [&b"."[..], b"./other", b"./other/file"], "{}", ran.command);
        }
    }
}

/// What `tests/differences.md` lists: uwalk's answer is find's answer to the second command line.
#[test]
fn differences_from_find() {
    check_differences(&[
        (". -uid root", ". -user root"),
        (". -gid root", ". -group root"),
        (". -type f,f", ". -type f"),
        (". -xtype l,l,d", ". -xtype l,d"),
        (". -perm +222", ". -perm /222"),
        ("-HL .", "-L ."),
        ("-LH to_dir", "-H to_dir"),
        // A comma below an -a: find 4.9 takes it for an -a where its optimiser moves a test.
        (". ( -type l , -true ) -print", "."),
        (". -type l , -true", "."),
        (". ( -perm 0 , -name *dir* ) -print", ". -name *dir*"),
        (". ( -links 2 , -false ) -o -print", "."),
        // Nothing is moved across an action, also not across three alternatives with one among them.
        (". ( -print -o -type f -o -path x ) -name x", ". -print"),
        (". ( -print0 -o -true -o -true ) -name x", ". -print0"),
        (". -print -samefile . -path x -o -type f", ". -print"),
    ]);
}

/// -depth takes a number where one follows.
#[test]
fn depth_takes_a_number() {
    check_differences(&[(". -depth 1", ". -mindepth 1 -maxdepth 1"), (". -depth +1", ". -mindepth 2"), (". -depth -2", ". -maxdepth 1")]);
}

#[track_caller]
fn check_differences(cases: &[(&str, &str)]) {
    if !is_uwalk("differences from find") {
        return;
    }
    let tree = trees::kinds();
    let mut failures = Vec::new();
    for (ours, theirs) in cases {
        let expected = Call::oracle(tree.path()).words(harness::words::words(theirs, tree.path())).run();
        for variant in Variant::all() {
            let ran = Call::subject(variant, tree.path()).words(harness::words::words(ours, tree.path())).run();
            if !harness::answer::same(&ran, &expected) {
                failures.push(format!("{}\nis not\n{}\nstderr: {}", ran.command, expected.command, ran.errors()));
                break;
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}

/// Under -L a link whose target runs through a file is a broken link, without an error; find tells of it.
#[test]
fn links_through_files_are_broken_links() {
    if !is_uwalk("links through files") {
        return;
    }
    let (tree, top) = trees::Tree::new();
    top.file("file", 0);
    top.link("through", "file/below");
    for variant in Variant::all() {
        let ran = Call::subject(variant, tree.path()).words(["-L", ".", "-type", "l"]).run();
        ran.assert_clean();
        assert_eq!(ran.lines(), [b"./through"]);
    }
}
