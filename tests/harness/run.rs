//! One run of the program under test or of the oracle: what it is given, how long it may take, what came out.

use super::kernel::{self, Step};
use super::skipped;
use super::words::shell_quoted;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use std::ffi::{OsStr, OsString};
use std::fmt::Write as _;
use std::io::Read;
use std::os::fd::{AsFd, AsRawFd};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::LazyLock;
use std::time::{Duration, Instant};

/// A run that takes longer has failed.
const TIME_LIMIT: Duration = Duration::from_secs(60);

/// The user and group that the tests are nobody as.
pub(crate) const NOBODY: u32 = 65534;

/// What the programs listen to and a test says itself where it wants it said.
const VARIABLES: [&str; 11] = [
    "POSIXLY_CORRECT",
    "DU_BLOCK_SIZE",
    "LS_BLOCK_SIZE",
    "BLOCK_SIZE",
    "BLOCKSIZE",
    "TIME_STYLE",
    "QUOTING_STYLE",
    "LS_COLORS",
    "COLORTERM",
    "COLUMNS",
    "TABSIZE",
];

/// How the program under test is asked to work; the oracle knows none of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Variant {
    pub(crate) io: &'static str,
    pub(crate) threads: usize,
    /// `-s`.
    pub(crate) sorted: bool,
    /// `--no-plan`.
    pub(crate) unplanned: bool,
}

impl Variant {
    pub(crate) const fn new(io: &'static str, threads: usize) -> Self {
        Self { io, threads, sorted: false, unplanned: false }
    }

    pub(crate) const fn sorted(self) -> Self {
        Self { sorted: true, ..self }
    }

    /// Both backends with 1, 2 and 8 threads.
    pub(crate) fn all() -> Vec<Self> {
        if under_test().foreign {
            return vec![Self::new("auto", 1)];
        }
        let ring = if kernel::has_ring() { "ring" } else { "auto" };
        [ring, "sync"].into_iter().flat_map(|io| [1, 2, 8].map(|threads| Self::new(io, threads))).collect()
    }

    /// Two of them that differ in everything, for tests that make a large tree for each run.
    pub(crate) fn few() -> Vec<Self> {
        let all = Self::all();
        if all.len() < 6 { all } else { vec![all[2], all[4]] }
    }

    /// All of them, sorted.
    pub(crate) fn all_sorted() -> Vec<Self> {
        Self::all().into_iter().map(Self::sorted).collect()
    }

    fn words(self) -> Vec<OsString> {
        let mut words: Vec<OsString> = Vec::new();
        if self.sorted {
            words.push("-s".into());
        }
        if self.unplanned {
            words.push("--no-plan".into());
        }
        words.push(format!("--io={}", self.io).into());
        words.extend(["--threads".into(), self.threads.to_string().into()]);
        words
    }
}

/// A program that can be run.
pub(crate) struct Program {
    pub(crate) path: PathBuf,
    /// What it calls itself in front of its messages.
    pub(crate) name: String,
    /// It is not uwalk and has none of uwalk's own options.
    pub(crate) foreign: bool,
}

impl Program {
    fn new(path: PathBuf) -> Self {
        let path = if path.components().count() == 1 { which(&path) } else { path };
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let foreign = ["find", "bfs", "du", "ls"].contains(&name.as_str());
        Self { path, name, foreign }
    }

    /// One of the originals, which must be that of this project.
    fn original(name: &str, project: &str) -> Self {
        let program = Self::new(name.into());
        let version = Command::new(&program.path).arg("--version").output().expect("its version");
        let version = String::from_utf8_lossy(&version.stdout).into_owned();
        assert!(version.contains(project), "these tests compare with {project}, but {name} here is: {version}");
        program
    }

    /// It has the options of du or ls, in which `-s` is no option of uwalk.
    fn is_of_coreutils(&self) -> bool {
        self.name == "du" || self.name == "ls"
    }
}

fn which(name: &Path) -> PathBuf {
    let paths = std::env::var_os("PATH").unwrap_or_default();
    let found = std::env::split_paths(&paths).map(|dir| dir.join(name)).find(|path| path.is_file());
    found.unwrap_or_else(|| panic!("{} is not in PATH", name.display()))
}

/// The program under test.
pub(crate) fn under_test() -> &'static Program {
    static PROGRAM: LazyLock<Program> = LazyLock::new(|| {
        let path = std::env::var_os("UWALK_UNDER_TEST").unwrap_or_else(|| env!("CARGO_BIN_EXE_uwalk").into());
        Program::new(path.into())
    });
    &PROGRAM
}

/// GNU find.
pub(crate) fn oracle() -> &'static Program {
    static PROGRAM: LazyLock<Program> = LazyLock::new(|| Program::original("find", "GNU findutils"));
    &PROGRAM
}

/// GNU du.
pub(crate) fn oracle_of_du() -> &'static Program {
    static PROGRAM: LazyLock<Program> = LazyLock::new(|| Program::original("du", "GNU coreutils"));
    &PROGRAM
}

/// GNU ls.
pub(crate) fn oracle_of_ls() -> &'static Program {
    static PROGRAM: LazyLock<Program> = LazyLock::new(|| Program::original("ls", "GNU coreutils"));
    &PROGRAM
}

/// Whether uwalk itself is tested; says so where a test needs it.
pub(crate) fn is_uwalk(what: &str) -> bool {
    if under_test().foreign {
        skipped(what, &format!("{} is not uwalk", under_test().path.display()));
    }
    !under_test().foreign
}

/// Whether this process is root.
pub(crate) fn is_root() -> bool {
    rustix::process::geteuid().is_root()
}

/// Whether the program can be run as an ordinary user: by being one or by becoming one.
pub(crate) fn can_be_ordinary(what: &str) -> bool {
    let can = !is_root() || Command::new("true").uid(NOBODY).gid(NOBODY).status().is_ok_and(|status| status.success());
    if !can {
        skipped(what, "root here cannot become another user");
    }
    can
}

/// A run to be made.
pub(crate) struct Call {
    program: &'static Program,
    words: Vec<OsString>,
    dir: PathBuf,
    locale: &'static str,
    environment: Vec<(&'static str, OsString)>,
    ordinary: bool,
    steps: Vec<Step>,
    out: Option<Stdio>,
    errors: Option<Stdio>,
    input: Option<Stdio>,
}

impl Call {
    fn new(program: &'static Program, dir: &Path) -> Self {
        Self {
            program,
            words: Vec::new(),
            dir: dir.to_owned(),
            locale: "C",
            environment: Vec::new(),
            ordinary: false,
            steps: kernel::heed_signals().into_iter().collect(),
            out: None,
            errors: None,
            input: None,
        }
    }

    /// The program under test, in the directory `dir`.
    pub(crate) fn subject(variant: Variant, dir: &Path) -> Self {
        let call = Self::new(under_test(), dir);
        if call.program.foreign { call } else { call.words(variant.words()) }
    }

    /// The program under test without any option.
    pub(crate) fn bare(dir: &Path) -> Self {
        Self::new(under_test(), dir)
    }

    /// GNU find.
    pub(crate) fn oracle(dir: &Path) -> Self {
        Self::new(oracle(), dir)
    }

    /// The program under test as du, in the directory `dir`.
    pub(crate) fn du(variant: Variant, dir: &Path) -> Self {
        let call = Self::new(under_test(), dir);
        if call.program.foreign { call } else { call.words(["du"]).words(variant.words()) }
    }

    /// GNU du.
    pub(crate) fn oracle_of_du(dir: &Path) -> Self {
        Self::new(oracle_of_du(), dir)
    }

    /// The program under test as ls, in the directory `dir`.
    pub(crate) fn ls(variant: Variant, dir: &Path) -> Self {
        let call = Self::new(under_test(), dir);
        if call.program.foreign { call } else { call.words(["ls"]).words(variant.words()) }
    }

    /// GNU ls.
    pub(crate) fn oracle_of_ls(dir: &Path) -> Self {
        Self::new(oracle_of_ls(), dir)
    }

    /// Adds words; a program that is not uwalk does not get those that only uwalk knows.
    pub(crate) fn words<W: Into<OsString>>(mut self, words: impl IntoIterator<Item = W>) -> Self {
        let own = |word: &OsStr| word == "-s" || word == "--no-plan" || word == "--explain";
        let foreign = self.program.foreign && !self.program.is_of_coreutils();
        self.words.extend(words.into_iter().map(Into::into).filter(|word: &OsString| !foreign || !own(word)));
        self
    }

    pub(crate) fn locale(self, locale: &'static str) -> Self {
        Self { locale, ..self }
    }

    /// Sets a variable of the environment.
    pub(crate) fn env(mut self, name: &'static str, value: impl Into<OsString>) -> Self {
        self.environment.push((name, value.into()));
        self
    }

    /// Runs it as an ordinary user, whoever runs the tests.
    pub(crate) fn ordinary(self) -> Self {
        Self { ordinary: true, ..self }
    }

    /// Adds a step between fork and exec.
    pub(crate) fn step(mut self, step: Step) -> Self {
        self.steps.push(step);
        self
    }

    /// Where stdout goes instead of being gathered.
    pub(crate) fn out(self, out: impl Into<Stdio>) -> Self {
        Self { out: Some(out.into()), ..self }
    }

    /// Where stderr goes instead of being gathered.
    pub(crate) fn errors(self, errors: impl Into<Stdio>) -> Self {
        Self { errors: Some(errors.into()), ..self }
    }

    /// Where stdin comes from instead of being empty.
    pub(crate) fn input(self, input: impl Into<Stdio>) -> Self {
        Self { input: Some(input.into()), ..self }
    }

    /// Runs it to its end, or to the end of its time.
    pub(crate) fn run(self) -> Ran {
        let described = self.described();
        match self.try_run() {
            Ok(ran) => ran,
            Err(error) => panic!("cannot run {described}: {error}"),
        }
    }

    /// The same, with the error of a start that failed.
    pub(crate) fn try_run(self) -> std::io::Result<Ran> {
        let described = self.described();
        let (child, described) = (self.spawn()?, described);
        Ok(gather(child, described))
    }

    /// Starts it; who needs more than its whole output takes it from here.
    pub(crate) fn spawn(self) -> std::io::Result<Child> {
        let becomes = self.ordinary && is_root();
        // An ordinary user may have no way to the program or to the directory: descriptors need none.
        let exe = std::fs::File::open(&self.program.path)?;
        let mut command =
            if becomes { Command::new(format!("/proc/self/fd/{}", exe.as_raw_fd())) } else { Command::new(&self.program.path) };
        command.arg0(&self.program.name).args(&self.words).stdin(self.input.unwrap_or_else(Stdio::null));
        command.stdout(self.out.unwrap_or_else(Stdio::piped)).stderr(self.errors.unwrap_or_else(Stdio::piped));
        command.env("LC_ALL", self.locale);
        for name in VARIABLES {
            command.env_remove(name);
        }
        command.envs(self.environment);
        let mut steps = self.steps;
        if becomes {
            command.uid(NOBODY).gid(NOBODY);
            let dir = std::fs::File::open(&self.dir)?;
            steps.insert(0, Box::new(move || Ok(rustix::process::fchdir(&dir)?)));
        } else {
            command.current_dir(&self.dir);
        }
        if !steps.is_empty() {
            // SAFETY: the steps make system calls only; they neither allocate nor take locks.
            #[allow(unsafe_code)]
            unsafe {
                command.pre_exec(move || steps.iter_mut().try_for_each(|step| step()));
            }
        }
        command.spawn()
    }

    /// The command as a shell would take it.
    pub(crate) fn described(&self) -> String {
        let mut text = String::new();
        let dir = shell_quoted(self.dir.as_os_str().as_encoded_bytes());
        let _ = write!(text, "cd {dir} && LC_ALL={} ", self.locale);
        for (name, value) in &self.environment {
            let _ = write!(text, "{name}={} ", shell_quoted(value.as_encoded_bytes()));
        }
        let _ = write!(text, "{}", shell_quoted(self.program.path.as_os_str().as_encoded_bytes()));
        for word in &self.words {
            let _ = write!(text, " {}", shell_quoted(word.as_encoded_bytes()));
        }
        if self.ordinary && is_root() {
            let _ = write!(text, "   # as user {NOBODY}");
        }
        text
    }
}

/// A run that has ended.
#[derive(Clone, Debug)]
pub(crate) struct Ran {
    pub(crate) stdout: Vec<u8>,
    pub(crate) stderr: Vec<u8>,
    pub(crate) status: ExitStatus,
    /// The command, for messages.
    pub(crate) command: String,
    /// It did not end in time and was killed.
    pub(crate) late: bool,
}

impl Ran {
    /// stdout's lines.
    pub(crate) fn lines(&self) -> Vec<&[u8]> {
        self.stdout.split_inclusive(|&byte| byte == b'\n').map(|line| line.strip_suffix(b"\n").unwrap_or(line)).collect()
    }

    pub(crate) fn errors(&self) -> String {
        String::from_utf8_lossy(&self.stderr).into_owned()
    }

    /// Fails unless it ended by itself with this status.
    #[track_caller]
    pub(crate) fn assert_code(&self, code: i32) {
        assert!(!self.late, "killed after {} s: {}", TIME_LIMIT.as_secs(), self.command);
        let errors = self.errors();
        assert_eq!(self.status.code(), Some(code), "{}\nended with {}\nstderr: {errors}", self.command, self.status);
    }

    /// Fails unless it ended well and told of no problem.
    #[track_caller]
    pub(crate) fn assert_clean(&self) {
        self.assert_code(0);
        assert!(self.stderr.is_empty(), "{}\nstderr: {}", self.command, self.errors());
    }

    /// Fails if it crashed or hung: any exit status from 0 to 1 is well.
    #[track_caller]
    pub(crate) fn assert_ended(&self) {
        assert!(!self.late, "killed after {} s: {}", TIME_LIMIT.as_secs(), self.command);
        assert!(matches!(self.status.code(), Some(0 | 1)), "{}\nended with {}\nstderr: {}", self.command, self.status, self.errors());
    }
}

/// Reads what the child writes until it ends, and kills it if that takes too long.
pub(crate) fn gather(mut child: Child, command: String) -> Ran {
    let (mut out, mut err) = (child.stdout.take(), child.stderr.take());
    let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
    let end = Instant::now() + TIME_LIMIT;
    let pid = rustix::process::Pid::from_child(&child);
    let ending = rustix::process::pidfd_open(pid, rustix::process::PidfdFlags::empty()).expect("pidfd_open");
    let mut late = false;
    let mut ended = false;
    while out.is_some() || err.is_some() || !ended {
        let left = end.saturating_duration_since(Instant::now());
        late = left.is_zero();
        if late {
            let _ = child.kill();
            break;
        }
        let mut files = Vec::with_capacity(3);
        files.extend(out.as_ref().map(|out| PollFd::new(out, PollFlags::IN)));
        files.extend(err.as_ref().map(|err| PollFd::new(err, PollFlags::IN)));
        files.extend((!ended).then(|| PollFd::from_borrowed_fd(ending.as_fd(), PollFlags::IN)));
        let timeout = Timespec { tv_sec: left.as_secs() as i64, tv_nsec: i64::from(left.subsec_nanos()) };
        match poll(&mut files, Some(&timeout)) {
            Ok(_) | Err(rustix::io::Errno::INTR) => {}
            Err(error) => panic!("poll: {error}"),
        }
        let ready: Vec<bool> = files.iter().map(|file| !file.revents().is_empty()).collect();
        let mut ready = ready.into_iter();
        if out.is_some() && ready.next() == Some(true) {
            read_some(&mut out, &mut stdout);
        }
        if err.is_some() && ready.next() == Some(true) {
            read_some(&mut err, &mut stderr);
        }
        if !ended && ready.next() == Some(true) {
            ended = true;
        }
    }
    let status = child.wait().expect("wait for a child");
    Ran { stdout, stderr, status, command, late }
}

/// Reads what is there; at the end of the file the reader goes.
fn read_some(from: &mut Option<impl Read>, to: &mut Vec<u8>) {
    let Some(reader) = from else { return };
    let before = to.len();
    to.resize(before + (64 << 10), 0);
    let count = reader.read(&mut to[before..]).expect("read from a child");
    to.truncate(before + count);
    if count == 0 {
        *from = None;
    }
}

/// The number of the signal that ended a run.
pub(crate) fn signal(ran: &Ran) -> Option<i32> {
    ran.status.signal()
}
