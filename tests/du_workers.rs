//! Two workers of du at one directory, driven by hand: in a real walk it is luck which of them goes on with it, and when.

#![allow(clippy::unwrap_used, clippy::expect_used)]

mod harness;

use harness::temp::TempDir;
use std::ffi::{CStr, CString, OsString};
use std::fs::{self, File};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::sync::Arc;
use uwalk::base::{Charset, Dirent, Entry, Fields, Stat};
use uwalk::cli::{self, Command};
use uwalk::engine::Visit;
use uwalk::eval::du::{Setting, Summer};
use uwalk::output::Output;
use uwalk::plan;
use uwalk::report::Reporter;
use uwalk::sys::stat;

/// What is found at `name` in the open directory `at`.
fn stat_of(at: BorrowedFd<'_>, name: &CStr) -> Stat {
    let fields = Fields::KIND | Fields::INO | Fields::NLINK | Fields::BLOCKS;
    stat::stat(at, name, false, fields).expect("a stat")
}

fn entry<'a>(at: BorrowedFd<'a>, name: &'a CStr, dir_path: &'a [u8], stat: &'a Stat) -> Entry<'a> {
    let depth = u32::from(!dir_path.is_empty());
    let found = Dirent { name, kind: stat.kind(), ino: 0, depth };
    Entry { found, dir_path, dir_fd: at, root_len: 0, follow: false, stat: Some(stat) }
}

/// What workers of du share, and their output, which goes to `to`.
fn du(options: &str, dir: &Path, to: &Path) -> (Arc<Setting>, Output) {
    let argv = ["uwalk", "du", options].map(OsString::from).into_iter().chain([dir.into()]).collect::<Vec<_>>();
    let Ok(Command::Du(request)) = cli::parse(&argv) else { panic!("no command line of du") };
    let plan = plan::du::plan(*request, Charset::Bytes).expect("a plan");
    // An output is the process's: it lives as long.
    let file: &'static OwnedFd = Box::leak(Box::new(OwnedFd::from(File::create(to).unwrap())));
    let output = Output::new(file.as_fd(), true);
    let reporter = Arc::new(Reporter::new("uwalk", Charset::Bytes));
    let setting = Setting::new(plan.fold, plan.names, output.clone(), reporter, Charset::Bytes, |_, _| panic!("a worker hangs"));
    (setting, output)
}

#[test]
fn what_one_counted_is_in_the_line_that_the_other_ends() {
    let temp = TempDir::new();
    let (dir, lines) = (temp.path().join("d"), temp.path().join("lines"));
    fs::create_dir(&dir).unwrap();
    fs::write(dir.join("f"), [b'x'; 5000]).unwrap();
    let (setting, output) = du("-B1", &dir, &lines);
    let (mut one, mut two) = (Summer::new(&setting), Summer::new(&setting));
    let path = CString::new(dir.as_os_str().as_bytes()).unwrap();
    let (above, open) = (File::open(temp.path()).unwrap(), File::open(&dir).unwrap());
    let (whole, part) = (stat_of(above.as_fd(), &path), stat_of(open.as_fd(), c"f"));

    let top = one.top();
    let node = one.enter(&entry(above.as_fd(), &path, b"", &whole), &top);
    let dir_path = [path.to_bytes(), b"/"].concat();
    one.visit(&entry(open.as_fd(), c"f", &dir_path, &part), &node);
    // From here on others may go on with the directory.
    one.publish();
    two.listed(&node);
    two.listed(&top);
    output.finish().expect("writing");

    let expected = format!("{}\t{}\n", (whole.blocks + part.blocks) * 512, dir.display());
    assert_eq!(fs::read_to_string(&lines).unwrap(), expected);
}

#[test]
fn links_that_wait_for_their_turn_are_counted_as_output() {
    let temp = TempDir::new();
    let (setting, output) = du("-d1", temp.path(), &temp.path().join("lines"));
    let mut one = Summer::new(&setting);
    let path = CString::new(temp.path().as_os_str().as_bytes()).unwrap();
    let above = File::open(temp.path()).unwrap();
    let whole = stat_of(above.as_fd(), &path);

    let top = one.top();
    let argument = one.enter(&entry(above.as_fd(), &path, b"", &whole), &top);
    let dir_path = [path.to_bytes(), b"/"].concat();
    // Its line comes first, and is not due before it is listed.
    let _first = one.enter(&entry(above.as_fd(), c"a", &dir_path, &whole), &argument);
    let second = one.enter(&entry(above.as_fd(), c"b", &dir_path, &whole), &argument);
    for ino in 0..1_000_000 {
        let link = Stat { ino, mode: 0o100_644, nlink: 2, ..whole };
        one.visit(&entry(above.as_fd(), c"f", b"b/", &link), &second);
    }
    assert!(!one.crowded());
    one.listed(&second);
    assert!(one.crowded());
    output.finish().expect("writing");
}
