//! What statx(2) is asked for: no field that is not used, by each primary, directive, key and mode. On network file systems each
//! field can cost another client a flush, or a message to the server.
//!
//! The program's calls are held one by one and their arguments read. A ring is asked for the same, by one function.

// A test ends at the first thing that is not as it must be.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod harness;

use harness::hold::{self, Listener};
use harness::run::{Call, gather, is_uwalk};
use harness::temp::TempDir;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::os::unix::fs::{FileExt, symlink};

/// The fields of statx(2), a letter each.
const FIELDS: &[(u32, char)] = &[
    (libc::STATX_TYPE, 'T'),
    (libc::STATX_MODE, 'M'),
    (libc::STATX_SIZE, 'S'),
    (libc::STATX_BLOCKS, 'B'),
    (libc::STATX_NLINK, 'N'),
    (libc::STATX_UID, 'U'),
    (libc::STATX_GID, 'G'),
    (libc::STATX_INO, 'I'),
    (libc::STATX_ATIME, 'a'),
    (libc::STATX_MTIME, 'm'),
    (libc::STATX_CTIME, 'c'),
    (libc::STATX_BTIME, 'b'),
];

/// Command lines with what is asked of the file `f`, the directory `d`, the file `g` in it, the link `l` and the reference `r`:
/// their letters, and the fields. Where a link is followed `>` stands before the fields, and between two calls `+`. Nothing else
/// may be asked. A starting point is asked for what is asked of anything, and for its inode number; `t` says otherwise.
///
/// The type is left out where other fields are asked: no inode ever changes it, so it costs nothing anywhere.
const FIND: &[(&str, &str)] = &[
    // What the directory tells.
    ("top", ""),
    ("top -name f", ""),
    ("top -iname f", ""),
    ("top -path top/f", ""),
    ("top -wholename top/f", ""),
    ("top -ipath top/f", ""),
    ("top -iwholename top/f", ""),
    ("top -regex .*f", ""),
    ("top -iregex .*f", ""),
    ("top -type f", ""),
    ("top -hidden", ""),
    ("top -true", ""),
    ("top -false", ""),
    // What other calls tell.
    ("top -lname f", ""),
    ("top -ilname f", ""),
    ("top -executable", ""),
    ("top -readable", ""),
    ("top -writable", ""),
    ("top -acl", ""),
    ("top -xattr", ""),
    ("top -xattrname user.x", ""),
    ("top -capable", ""),
    ("top -empty", "fg:S"),
    ("top -xtype f", "l:>T"),
    ("-L top -xtype f", "l:>I+T fg:T d:>I+T t:>I+T"),
    // The device is answered with any mask.
    ("top -fstype ext4", "fdgl:"),
    // What is in an inode.
    ("top -size +1", "fdgl:S"),
    ("top -sparse", "fdgl:SB"),
    ("top -perm 600", "fdgl:M"),
    ("top -user 0", "fdgl:U"),
    ("top -group 0", "fdgl:G"),
    ("top -uid 0", "fdgl:U"),
    ("top -gid 0", "fdgl:G"),
    ("top -nouser", "fdgl:U"),
    ("top -nogroup", "fdgl:G"),
    ("top -links 1", "fdgl:N"),
    ("top -inum 1", "fdgl:I"),
    ("top -samefile ref", "fdgl:I r:I"),
    ("top -mtime 1", "fdgl:m"),
    ("top -mmin 1", "fdgl:m"),
    ("top -atime 1", "fdgl:a"),
    ("top -amin 1", "fdgl:a"),
    ("top -ctime 1", "fdgl:c"),
    ("top -cmin 1", "fdgl:c"),
    ("top -Btime 1", "fdgl:b"),
    ("top -Bmin 1", "fdgl:b"),
    ("top -used 1", "fdgl:ac"),
    ("top -newer ref", "fdgl:m r:m"),
    ("top -newermm ref", "fdgl:m r:m"),
    ("top -mnewer ref", "fdgl:m r:m"),
    ("top -newerma ref", "fdgl:m r:a"),
    ("top -newermB ref", "fdgl:m r:b"),
    ("top -newermc ref", "fdgl:m r:c"),
    ("top -anewer ref", "fdgl:a r:m"),
    ("top -neweram ref", "fdgl:a r:m"),
    ("top -neweraa ref", "fdgl:a r:a"),
    ("top -neweraB ref", "fdgl:a r:b"),
    ("top -newerac ref", "fdgl:a r:c"),
    ("top -cnewer ref", "fdgl:c r:m"),
    ("top -newercm ref", "fdgl:c r:m"),
    ("top -newerca ref", "fdgl:c r:a"),
    ("top -newercB ref", "fdgl:c r:b"),
    ("top -newercc ref", "fdgl:c r:c"),
    ("top -Bnewer ref", "fdgl:b r:m"),
    ("top -newerBm ref", "fdgl:b r:m"),
    ("top -newerBa ref", "fdgl:b r:a"),
    ("top -newerBB ref", "fdgl:b r:b"),
    ("top -newerBc ref", "fdgl:b r:c"),
    ("top -newermt 2020-01-01", "fdgl:m"),
    ("top -since 2020-01-01", "fdgl:m"),
    ("top -msince 2020-01-01", "fdgl:m"),
    ("top -newerat 2020-01-01", "fdgl:a"),
    ("top -asince 2020-01-01", "fdgl:a"),
    ("top -newerct 2020-01-01", "fdgl:c"),
    ("top -csince 2020-01-01", "fdgl:c"),
    ("top -newerBt 2020-01-01", "fdgl:b"),
    ("top -Bsince 2020-01-01", "fdgl:b"),
    // Several at once are asked once, and only where the answer is open.
    ("top -size +1 -newermt 2020-01-01", "fdgl:Sm"),
    ("top -type f -size +1", "fg:S"),
    ("top -size +1 -name f", "f:S"),
    ("top -name f -o -size +1", "dgl:S"),
    ("top ! -name g -perm 600 -uid 0", "fdl:MU"),
    // Actions.
    ("top -print", ""),
    ("top -print0", ""),
    ("top -printx", ""),
    ("top -fprint out", ""),
    ("top -fprint0 out", ""),
    ("top -prune", ""),
    ("top -quit", ""),
    ("top -exit 0", ""),
    ("top -limit 1", ""),
    ("top -delete", ""),
    ("top -rm", ""),
    ("top -exec true {} ;", ""),
    ("top -exec true {} +", ""),
    ("top -execdir true {} ;", ""),
    ("top -ok true {} ;", ""),
    ("top -okdir true {} ;", ""),
    ("top -ls", "fdgl:MSBNUGIm"),
    ("top -fls out", "fdgl:MSBNUGIm"),
    ("top -printf %s", "fdgl:S"),
    ("top -fprintf out %s", "fdgl:S"),
    ("top -type d -printf %s", "d:S"),
    // The walk.
    ("top -mindepth 1", ""),
    ("top -maxdepth 1", ""),
    ("top -depth", ""),
    ("top -d", ""),
    ("top -depth -size +1", "fdgl:S"),
    ("top -s", ""),
    ("top -s -size +1", "fdgl:S"),
    ("top -xdev", "d:T"),
    ("top -x", "d:T"),
    ("top -mount", "fdgl:T"),
    ("top -unique", "fdgl:I"),
    ("top -nohidden", ""),
    ("top -exclude -size +99", "fdgl:S"),
    ("top -X", ""),
    ("top -noerror", ""),
    ("top -ignore_readdir_race", ""),
    ("top -noignore_readdir_race", ""),
    ("top -noleaf", ""),
    ("top -warn", ""),
    ("top -nowarn", ""),
    ("top -daystart", ""),
    ("top -regextype sed", ""),
    ("top -E", ""),
    ("top -type f -cat", ""),
    ("top -nocolor", ""),
    ("top -color", "fdg:M"),
    ("-files0-from list", ""),
    ("-P top -size +1", "fdgl:S"),
    ("-H top -size +1", "fdgl:S t:>SI"),
    ("-L top", "dl:>I t:>I"),
    ("top -follow", "dl:>I t:>I"),
    ("-L top -size +1", "fg:>S dl:>SI t:>SI"),
    // Objects.
    ("top --json", "fdgl:MSBNUGIamcb"),
    ("top --fields path,type,depth", ""),
    ("top --fields size", "fdgl:S"),
    ("top --fields blocks", "fdgl:B"),
    ("top --fields mode", "fdgl:M"),
    ("top --fields nlink", "fdgl:N"),
    ("top --fields uid", "fdgl:U"),
    ("top --fields gid", "fdgl:G"),
    ("top --fields user", "fdgl:U"),
    ("top --fields group", "fdgl:G"),
    ("top --fields ino", "fdgl:I"),
    ("top --fields dev", "fdgl:"),
    ("top --fields atime", "fdgl:a"),
    ("top --fields mtime", "fdgl:m"),
    ("top --fields ctime", "fdgl:c"),
    ("top --fields btime", "fdgl:b"),
    ("top --fields target", ""),
];

/// Directives of -printf, a letter or two each, and what they ask of every entry.
const DIRECTIVES: &[(&str, &str)] = &[
    ("d f h H p P y", ""),
    // A readlink of links.
    ("l", ""),
    ("Y", "l:>T"),
    ("D F", "fdgl:"),
    ("s", "fdgl:S"),
    ("b k", "fdgl:B"),
    ("S", "fdgl:SB"),
    ("m M", "fdgl:M"),
    ("n", "fdgl:N"),
    ("u U", "fdgl:U"),
    ("g G", "fdgl:G"),
    ("i", "fdgl:I"),
    ("a A@ Ak AY", "fdgl:a"),
    ("t T@ T+ TH", "fdgl:m"),
    ("c C@ CT Cd", "fdgl:c"),
    ("B@ B+ Bj", "fdgl:b"),
];

/// Modes of du. The inode number also tells a directory that contains itself.
const DU: &[(&str, &str)] = &[
    ("top", "fdgl:BNI"),
    ("-s top", "fdgl:BNI"),
    ("-a top", "fdgl:BNI"),
    ("-S top", "fdgl:BNI"),
    ("-c top", "fdgl:BNI"),
    ("-h top", "fdgl:BNI"),
    ("-l top", "fdgl:BI"),
    ("-A top", "fdgl:SNI"),
    ("-b top", "fdgl:SNI"),
    ("--inodes top", "fdgl:NI"),
    ("--json top", "fdgl:BNI"),
    ("--json --inodes top", "fdgl:BNI"),
    ("--time top", "fdgl:BNIm"),
    ("--time=ctime top", "fdgl:BNIc"),
    ("--time=atime top", "fdgl:BNIa"),
    ("-x top", "fdgl:BNI"),
    ("--one-mount top", "fdgl:BNI"),
    ("-D top", "fdgl:BNI t:>BNI"),
    ("-L top", "fdgl:>BI t:>BI"),
    ("--top 3 top", "fdgl:BNI"),
    ("--sort size top", "fdgl:BNI"),
    ("--exclude=f top", "dgl:BNI"),
    ("--files0-from=list", "fdgl:BI"),
    ("-s top --where -name f", "fdgl:BNI"),
    ("-s top --where -mtime +1", "fdgl:BNIm"),
    ("-s top --where -perm 600", "fdgl:MBNI"),
];

/// Options of ls. An argument is asked for its type, which says whether it is listed, and for what would be shown of it.
const LS: &[(&str, &str)] = &[
    ("top", "t:>T"),
    ("-1 top", "t:>T"),
    ("-C top", "t:>T"),
    ("-x top", "t:>T"),
    ("-m top", "t:>T"),
    ("--zero top", "t:>T"),
    ("-a top", "t:>T"),
    ("-A top", "t:>T"),
    ("-B top", "t:>T"),
    ("-I x top", "t:>T"),
    ("--hide=x top", "t:>T"),
    ("-r top", "t:>T"),
    ("-v top", "t:>T"),
    ("-X top", "t:>T"),
    ("-U top", "t:>T"),
    ("-f top", "t:>T"),
    ("--sort=width top", "t:>T"),
    ("-Q top", "t:>T"),
    ("-b top", "t:>T"),
    ("-R top", "t:>T"),
    // These say nothing without a long format.
    ("-h top", "t:>T"),
    ("--author top", "t:>T"),
    ("--time-style=iso top", "t:>T"),
    ("--hyperlink=always top", "t:>T"),
    // The directory tells the type.
    ("-p top", "t:>T"),
    ("--file-type top", "t:>T"),
    ("-F top", "f:M t:M"),
    ("-FR top", "fg:M t:M"),
    // At a mount point the directory has another number.
    ("-i top", "fdl:I t:>I"),
    ("-s top", "fdl:B t:>B"),
    ("-S top", "fdl:S t:>S"),
    ("-t top", "fdl:m t:>m"),
    ("-u top", "fdl:a t:>a"),
    ("-c top", "fdl:c t:>c"),
    ("-t --time=birth top", "fdl:b t:>b"),
    ("-tr --time=atime top", "fdl:a t:>a"),
    ("-sS top", "fdl:SB t:>SB"),
    ("-Ss -t top", "fdl:Bm t:>Bm"),
    ("-l top", "fdl:MSBNUGm t:MSBNUGm"),
    ("-n -1 top", "fdl:MSBNUGm t:MSBNUGm"),
    ("-lu top", "fdl:MSBNUGa t:MSBNUGa"),
    ("-lc top", "fdl:MSBNUGc t:MSBNUGc"),
    ("-l --time=birth top", "fdl:MSBNUGb t:MSBNUGb"),
    ("-lt top", "fdl:MSBNUGm t:MSBNUGm"),
    ("-n top", "fdl:MSBNUGm t:MSBNUGm"),
    ("-g top", "fdl:MSBNGm t:MSBNGm"),
    ("-o top", "fdl:MSBNUm t:MSBNUm"),
    ("-lG top", "fdl:MSBNUm t:MSBNUm"),
    ("-go top", "fdl:MSBNm t:MSBNm"),
    ("-g --author top", "fdl:MSBNUGm t:MSBNUGm"),
    ("-lR top", "fdgl:MSBNUGm t:MSBNUGm"),
    ("-sL top", "fdl:>B t:>B"),
    ("-lL top", "fdl:>MSBNUGm t:>MSBNUGm"),
    ("-d top", "t:T"),
    ("-dF top", "t:M"),
    ("-di top", "t:I"),
    ("-ds top", "t:B"),
    ("-ld top", "t:MSBNUGm"),
    ("-ldH top", "t:>MSBNUGm"),
];

/// Primaries that are not in `FIND`: they are errors where there is no such thing.
const ELSEWHERE: &[&str] = &["-context", "-flags"];

/// A call: what is asked.
fn asked(flags: u64, mask: u64) -> String {
    let mask = u32::try_from(mask).unwrap();
    let known = FIELDS.iter().fold(0, |known, (bit, _)| known | bit);
    assert_eq!(mask & !known, 0, "fields without a letter");
    let mask = if mask == libc::STATX_TYPE { mask } else { mask & !libc::STATX_TYPE };
    let follows = flags & libc::AT_SYMLINK_NOFOLLOW as u64 == 0;
    follows.then_some('>').into_iter().chain(FIELDS.iter().filter(|(bit, _)| mask & bit != 0).map(|(_, letter)| *letter)).collect()
}

/// What was asked of each name, with the flags.
type Asked = BTreeMap<String, Vec<(String, u64)>>;

/// `top` with the file `f`, the link `l` to it, and the directory `d` with the empty file `g`; beside it `ref`.
fn tree() -> TempDir {
    let dir = TempDir::new();
    let at = |name: &str| dir.path().join(name);
    std::fs::create_dir_all(at("top/d")).unwrap();
    std::fs::write(at("top/f"), "12345").unwrap();
    std::fs::write(at("top/d/g"), "").unwrap();
    std::fs::write(at("ref"), "").unwrap();
    std::fs::write(at("list"), "top\0").unwrap();
    symlink("f", at("top/l")).unwrap();
    dir
}

/// Runs a command line in a tree of its own. `None` where calls cannot be held and looked at.
fn watch(words: &[&str]) -> Option<Asked> {
    let tree = tree();
    let call = Call::bare(tree.path()).words(words.iter().copied()).env("LS_COLORS", "").step(hold::calls(libc::SYS_statx));
    let command = call.described();
    let child = call.spawn().ok()?;
    let listener = Listener::of(&child).ok()?;
    let memory = File::open(format!("/proc/{}/mem", child.id())).ok()?;
    let mut all = Asked::new();
    while let Some(held) = listener.next() {
        let [_, address, flags, mask, ..] = held.args;
        let mut name = [0; 16];
        // A library that asks whether there is such a call at all gives no name.
        if address != 0 {
            let length = memory.read_at(&mut name, address).ok()?;
            let name = name[..length].split(|byte| *byte == 0).next().unwrap_or_default();
            // Without a name it is a descriptor: a file that is read or written to.
            if !name.is_empty() {
                all.entry(String::from_utf8_lossy(name).into_owned()).or_default().push((asked(flags, mask), flags));
            }
        }
        listener.release(held);
    }
    let ran = gather(child, command);
    assert!(ran.status.success(), "{}: {}", ran.command, ran.errors());
    // Whether the command's name is a file is asked too.
    all.remove("du");
    all.remove("ls");
    Some(all)
}

fn is_skipped(what: &str) -> bool {
    if !is_uwalk(what) {
        return true;
    }
    let skipped = watch(&["top"]).is_none();
    if skipped {
        harness::skipped(what, "system calls cannot be held here");
    }
    skipped
}

/// What a row says, a name each.
fn expected(row: &str) -> BTreeMap<String, String> {
    let mut all = BTreeMap::new();
    let mut root: BTreeSet<char> = BTreeSet::from(['I']);
    for part in row.split_ascii_whitespace() {
        let (names, fields) = part.split_once(':').unwrap();
        for name in names.chars() {
            let name = match name {
                't' => "top".to_owned(),
                'r' => "ref".to_owned(),
                name => name.to_string(),
            };
            if !fields.contains('>') && name != "ref" && fields != "T" {
                root.extend(fields.chars());
            }
            all.insert(name, fields.to_owned());
        }
    }
    let root = FIELDS.iter().map(|(_, letter)| *letter).filter(|letter| root.contains(letter)).collect();
    all.entry("top".to_owned()).or_insert(root);
    all
}

/// Compares; the faults.
fn faults(words: &[&str], row: &str) -> Vec<String> {
    let Some(asked) = watch(words) else { return vec![format!("{words:?}: cannot be watched")] };
    let joined = |calls: Vec<(String, u64)>| calls.into_iter().map(|(mask, _)| mask).collect::<Vec<_>>().join("+");
    let asked: BTreeMap<String, String> = asked.into_iter().map(|(name, calls)| (name, joined(calls))).collect();
    let expected = expected(row);
    if asked == expected { Vec::new() } else { vec![format!("{words:?}: asked {asked:?}, expected {expected:?}")] }
}

#[track_caller]
fn assert_none(faults: Vec<String>) {
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

fn split(line: &str) -> Vec<&str> {
    line.split(' ').collect()
}

#[test]
fn primaries_and_options_ask_for_what_they_use() {
    if is_skipped("what is asked") {
        return;
    }
    let faults_of = |(line, row): &(&str, &str)| faults(&[split(line), vec!["--io=sync"]].concat(), row);
    assert_none(FIND.iter().flat_map(faults_of).collect());
}

#[test]
fn directives_ask_for_what_they_show() {
    if is_skipped("what is asked") {
        return;
    }
    let mut all = Vec::new();
    for (letters, row) in DIRECTIVES {
        for letters in letters.split(' ') {
            all.extend(faults(&["top", "-printf", &format!("%{letters}\\n"), "--io=sync"], row));
        }
    }
    assert_none(all);
}

#[test]
fn du_asks_for_what_it_sums_up() {
    if is_skipped("what is asked") {
        return;
    }
    let faults_of = |(line, row): &(&str, &str)| faults(&[vec!["du", "--io=sync"], split(line)].concat(), row);
    assert_none(DU.iter().flat_map(faults_of).collect());
}

#[test]
fn ls_asks_for_what_it_shows() {
    if is_skipped("what is asked") {
        return;
    }
    let faults_of = |(line, row): &(&str, &str)| faults(&[vec!["ls", "--io=sync"], split(line)].concat(), row);
    assert_none(LS.iter().flat_map(faults_of).collect());
}

/// Whoever adds a primary, a directive or a key says here what it asks for.
#[test]
fn nothing_is_missing_in_the_tables() {
    if !is_uwalk("what is asked") {
        return;
    }
    let tree = tree();
    let run = |words: &[&str]| Call::bare(tree.path()).words(words.iter().copied()).run();
    let known: BTreeSet<&str> = FIND.iter().flat_map(|(line, _)| line.split([' ', ','])).chain(ELSEWHERE.iter().copied()).collect();
    let mut missing = Vec::new();
    for topic in ["links", "tests", "actions", "walk"] {
        let help = String::from_utf8(run(&["--help", topic]).stdout).unwrap();
        let rows = help.lines().filter_map(|line| line.strip_prefix("  ")).filter(|line| line.starts_with('-'));
        let names = rows.flat_map(|row| row.split_ascii_whitespace().take_while(|word| word.starts_with('-')));
        missing.extend(names.map(|name| name.trim_end_matches(',').to_owned()).filter(|name| !known.contains(name.as_str())));
    }
    for letter in ('a'..='z').chain('A'..='Z') {
        let known = DIRECTIVES.iter().any(|(letters, _)| letters.split(' ').any(|known| known.starts_with(letter)));
        // What is no directive stands for itself. That of the context is an error without SELinux.
        let shown = run(&["top", "-printf", &format!("%{letter}")]);
        if !known && letter != 'Z' && shown.status.success() && !shown.stdout.starts_with(b"%") {
            missing.push(format!("%{letter}"));
        }
    }
    let keys = run(&["--fields", "?"]).errors();
    let keys = keys.split_once("some of ").and_then(|(_, rest)| rest.split_once(", with")).expect("the keys").0;
    missing.extend(keys.split(' ').filter(|key| !known.contains(key)).map(str::to_owned));
    assert!(missing.is_empty(), "{missing:?}");
}

/// With `--cached` no call makes the client of a network file system ask its server for what it remembers, and no call ever
/// triggers an automount.
#[test]
fn cached_is_said_with_every_call() {
    if is_skipped("--cached") {
        return;
    }
    for words in [
        &["top", "-size", "+1"][..],
        &["top", "-xtype", "f"],
        &["-L", "top", "-xtype", "f"],
        &["top", "-empty", "-newermt", "2020-01-01"],
        &["top", "-s", "-ls"],
        &["top", "-fstype", "ext4"],
        &["top", "-depth", "-printf", "%Y %F %s\\n"],
        &["du", "top"],
        &["du", "-aL", "top"],
    ] {
        for cached in [false, true] {
            let words = [words, if cached { &["--io=sync", "--cached"] } else { &["--io=sync"] }].concat();
            let asked = watch(&words).expect("calls are held");
            assert!(asked.values().flatten().count() > 1, "{words:?}");
            for (name, (mask, flags)) in asked.iter().flat_map(|(name, calls)| calls.iter().map(move |call| (name, call))) {
                assert_eq!(flags & libc::AT_STATX_DONT_SYNC as u64 != 0, cached, "{words:?}: {mask} of {name}");
                assert!(flags & libc::AT_NO_AUTOMOUNT as u64 != 0, "{words:?}: {mask} of {name}");
            }
        }
    }
}
