//! Starting a program and waiting for its end. It gets what this process was started with: the standard descriptors, the
//! signals as they came in, the old limit of open files, and a working directory of its own where that is asked.
//!
//! The child shares the parent's memory until it runs the program (`CLONE_VM | CLONE_VFORK`, as posix_spawn(3) does it),
//! so that a start costs the same whatever the walk holds. posix_spawn itself cannot give a limit back.
#![allow(unsafe_code)]

use super::{limits, process};
use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::os::fd::{AsRawFd, BorrowedFd};
use std::os::unix::ffi::OsStrExt;
use std::ptr;

/// Sixteen-byte words of the child's stack until it runs the program: 64 KiB.
const STACK_WORDS: usize = 4 << 10;

/// Where programs are looked for if there is no PATH, as the C library has it.
const DEFAULT_PATH: &[u8] = b"/bin:/usr/bin";

/// What runs a file that is a program but no format that the kernel knows, as execvp(3) has it.
const SHELL: &CStr = c"/bin/sh";

/// The words of a command, back to back.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Arguments {
    bytes: Vec<u8>,
    /// Where each word starts.
    starts: Vec<usize>,
}

impl Arguments {
    /// Appends a word. It holds no NUL: it came from a command line or is a path.
    pub fn push(&mut self, word: &[u8]) {
        self.starts.push(self.bytes.len());
        self.bytes.extend_from_slice(word);
        self.bytes.push(0);
    }

    /// Appends the words of another list from the `from`th up to, but not including, the `to`th.
    pub fn extend(&mut self, other: &Self, from: usize, to: usize) {
        (from..to).for_each(|at| self.push(other.word(at)));
    }

    /// The number of words.
    #[must_use]
    pub fn len(&self) -> usize {
        self.starts.len()
    }

    /// Whether there is no word.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.starts.is_empty()
    }

    /// What execve(2) charges for the words: their bytes, NULs and pointers.
    #[must_use]
    pub fn charge(&self) -> usize {
        self.bytes.len() + self.starts.len() * size_of::<*const c_char>()
    }

    /// What it charges for one more word.
    #[must_use]
    pub fn charge_of(word: &[u8]) -> usize {
        word.len() + 1 + size_of::<*const c_char>()
    }

    /// The word at `at`; empty if there is none.
    #[must_use]
    pub fn word(&self, at: usize) -> &[u8] {
        let Some(&start) = self.starts.get(at) else { return &[] };
        let end = self.starts.get(at + 1).copied().unwrap_or(self.bytes.len());
        &self.bytes[start..end - 1]
    }

    /// Pointers to the words for execve(2), after one free place and with a null at the end.
    fn pointers(&self) -> Vec<*const c_char> {
        let mut pointers = Vec::with_capacity(self.starts.len() + 2);
        pointers.push(ptr::null());
        pointers.extend(self.starts.iter().map(|start| self.bytes[*start..].as_ptr().cast::<c_char>()));
        pointers.push(ptr::null());
        pointers
    }
}

/// How a program ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// By itself, with this status.
    Exit(i32),
    /// By this signal.
    Signal(i32),
}

/// Why there was no program to end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotRun {
    /// The child cannot work in the directory.
    Directory(i32),
    /// It could not be started. E2BIG: the arguments are too many or one is too long.
    Start(i32),
    /// It was started, but how it ended cannot be known.
    Wait(i32),
}

/// Runs the command `arguments` in the directory `at` (`None`: the current one) and waits for its end. A name without a
/// slash is looked for in PATH.
///
/// # Errors
/// The errno of what went wrong, and with what.
pub fn run(arguments: &Arguments, at: Option<BorrowedFd<'_>>) -> Result<Ended, NotRun> {
    let files = candidates(arguments.word(0), std::env::var_os("PATH").as_deref().map(OsStrExt::as_bytes));
    let mut files: Vec<*const c_char> = files.iter().map(|file| file.as_ptr()).chain([ptr::null()]).collect();
    let mut words = arguments.pointers();
    let mut order = Order {
        files: files.as_mut_ptr(),
        words: words.as_mut_ptr(),
        directory: at.map_or(-1, |fd| fd.as_raw_fd()),
        mask: process::mask_at_start(),
        default_pipe: !process::sigpipe_was_ignored(),
        ignore_child: process::sigchld_was_ignored(),
        open_files: limits::open_files_at_start().map(|limit| libc::rlimit {
            rlim_cur: limit.current.unwrap_or(libc::RLIM_INFINITY),
            rlim_max: limit.maximum.unwrap_or(libc::RLIM_INFINITY),
        }),
        failure: Failure { in_directory: false, errno: 0 },
    };
    let child = start(&mut order).map_err(NotRun::Start)?;
    let ended = wait(child);
    match order.failure {
        Failure { errno: 0, .. } => ended.map_err(NotRun::Wait),
        Failure { in_directory: true, errno } => Err(NotRun::Directory(errno)),
        Failure { in_directory: false, errno } => Err(NotRun::Start(errno)),
    }
}

/// The files that a command's name may mean, in the order in which they are tried.
fn candidates(name: &[u8], path: Option<&[u8]>) -> Vec<CString> {
    let file = |bytes: Vec<u8>| CString::new(bytes).ok();
    if name.is_empty() {
        return Vec::new();
    }
    if name.contains(&b'/') {
        return file(name.to_vec()).into_iter().collect();
    }
    let dirs = path.unwrap_or(DEFAULT_PATH).split(|byte| *byte == b':');
    dirs.filter_map(|dir| file(if dir.is_empty() { name.to_vec() } else { [dir, b"/", name].concat() })).collect()
}

/// What the child is to do, and what it says if it cannot.
struct Order {
    /// The files to try, with a null at the end.
    files: *const *const c_char,
    /// A free place, the words, a null.
    words: *mut *const c_char,
    /// -1: where the parent is.
    directory: c_int,
    mask: libc::sigset_t,
    default_pipe: bool,
    ignore_child: bool,
    open_files: Option<libc::rlimit>,
    failure: Failure,
}

#[derive(Clone, Copy)]
struct Failure {
    in_directory: bool,
    /// 0: none.
    errno: c_int,
}

/// Starts the child. It has become another program, or is about to end with its failure noted, when this returns.
fn start(order: &mut Order) -> Result<libc::pid_t, i32> {
    let mut stack: Vec<u128> = Vec::with_capacity(STACK_WORDS);
    // SAFETY: the sets are plain data that the calls fill in. The child runs on a stack of its own, which grows down from
    // the end of `stack`'s capacity, sixteen bytes aligned; this thread is suspended until the child has left its memory,
    // so stack and order outlive the child's use of them and nobody else touches them. All signals are blocked
    // meanwhile, so that no handler runs in the child on the parent's memory.
    unsafe {
        let mut all: libc::sigset_t = std::mem::zeroed();
        let mut old: libc::sigset_t = std::mem::zeroed();
        libc::sigfillset(&raw mut all);
        libc::pthread_sigmask(libc::SIG_SETMASK, &raw const all, &raw mut old);
        let top = stack.as_mut_ptr().add(STACK_WORDS).cast::<c_void>();
        let flags = libc::CLONE_VM | libc::CLONE_VFORK | libc::SIGCHLD;
        let child = libc::clone(become_program, top, flags, ptr::from_mut(order).cast());
        let errno = std::io::Error::last_os_error().raw_os_error().unwrap_or(libc::EAGAIN);
        libc::pthread_sigmask(libc::SIG_SETMASK, &raw const old, ptr::null_mut());
        if child < 0 { Err(errno) } else { Ok(child) }
    }
}

/// The child. It makes system calls and nothing else: no allocation, no lock, no panic. Its errno is the place of the
/// parent's thread, which is suspended.
extern "C" fn become_program(order: *mut c_void) -> c_int {
    // SAFETY: `order` is the Order that `start` holds; the parent's thread does not touch it before this process is gone
    // from its memory. Every pointer in it leads to memory of the parent that lives as long. The libc functions called
    // are async-signal-safe and change this process alone.
    unsafe {
        let order = order.cast::<Order>();
        if (*order).default_pipe {
            libc::signal(libc::SIGPIPE, libc::SIG_DFL);
        }
        if (*order).ignore_child {
            libc::signal(libc::SIGCHLD, libc::SIG_IGN);
        }
        if let Some(limit) = &(*order).open_files {
            libc::setrlimit(libc::RLIMIT_NOFILE, limit);
        }
        if (*order).directory >= 0 && libc::fchdir((*order).directory) != 0 {
            (*order).failure = Failure { in_directory: true, errno: *libc::__errno_location() };
            libc::_exit(127);
        }
        libc::pthread_sigmask(libc::SIG_SETMASK, &raw const (*order).mask, ptr::null_mut());
        (*order).failure.errno = exec(order);
        libc::_exit(127)
    }
}

/// Tries the files in their order, as execvp(3) does. Returns only with the errno of a failure.
///
/// # Safety
/// `order` and all that it points to must be valid, and nobody else may use it.
unsafe fn exec(order: *mut Order) -> c_int {
    let mut denied = false;
    // SAFETY: by this function's contract; the lists end with nulls, and `environ` is the process's environment, which
    // nothing in this program changes.
    unsafe {
        let words = (*order).words;
        let mut file = (*order).files;
        let mut errno = libc::ENOENT;
        while !(*file).is_null() {
            libc::execve(*file, words.add(1), environ);
            errno = *libc::__errno_location();
            if errno == libc::ENOEXEC {
                *words = SHELL.as_ptr();
                *words.add(1) = *file;
                libc::execve(SHELL.as_ptr(), words, environ);
                return *libc::__errno_location();
            }
            match errno {
                libc::EACCES => denied = true,
                libc::ENOENT | libc::ESTALE | libc::ENOTDIR | libc::ENODEV | libc::ETIMEDOUT => {}
                _ => return errno,
            }
            file = file.add(1);
        }
        if denied { libc::EACCES } else { errno }
    }
}

unsafe extern "C" {
    /// The environment, as this process was started with it.
    static environ: *const *const c_char;
}

/// What execve(2) charges for the environment: bytes, NULs and pointers, with the null at the end.
#[must_use]
pub fn environment_charge() -> usize {
    let mut charge = size_of::<*const c_char>();
    // SAFETY: `environ` is null or a list of C strings with a null at its end, and nothing in this program changes it.
    unsafe {
        let mut variable = environ;
        while !variable.is_null() && !(*variable).is_null() {
            charge += Arguments::charge_of(CStr::from_ptr(*variable).to_bytes());
            variable = variable.add(1);
        }
    }
    charge
}

/// Waits for the end of a child.
fn wait(child: libc::pid_t) -> Result<Ended, i32> {
    let mut status = 0;
    // SAFETY: `status` is a place for the answer.
    while unsafe { libc::waitpid(child, &raw mut status, 0) } < 0 {
        match std::io::Error::last_os_error().raw_os_error() {
            Some(libc::EINTR) => {}
            errno => return Err(errno.unwrap_or(libc::ECHILD)),
        }
    }
    if libc::WIFSIGNALED(status) { Ok(Ended::Signal(libc::WTERMSIG(status))) } else { Ok(Ended::Exit(libc::WEXITSTATUS(status))) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::fd::AsFd;

    fn words(words: &[&str]) -> Arguments {
        let mut arguments = Arguments::default();
        words.iter().for_each(|word| arguments.push(word.as_bytes()));
        arguments
    }

    #[test]
    fn a_program_ends_as_it_wants() {
        assert_eq!(run(&words(&["sh", "-c", "exit 7"]), None), Ok(Ended::Exit(7)));
        assert_eq!(run(&words(&["sh", "-c", "kill -9 $$"]), None), Ok(Ended::Signal(9)));
        assert_eq!(run(&words(&["no-such-program"]), None), Err(NotRun::Start(libc::ENOENT)));
        assert_eq!(run(&words(&["/etc"]), None), Err(NotRun::Start(libc::EACCES)));
        assert_eq!(run(&words(&[""]), None), Err(NotRun::Start(libc::ENOENT)));
        assert_eq!(run(&words(&["true", &"x".repeat(200_000)]), None), Err(NotRun::Start(libc::E2BIG)));
    }

    #[test]
    fn the_directory_is_the_childs_alone() {
        let before = std::env::current_dir().unwrap();
        let proc = std::fs::File::open("/proc").unwrap();
        assert_eq!(run(&words(&["sh", "-c", "test -e ./version"]), Some(proc.as_fd())), Ok(Ended::Exit(0)));
        let file = std::fs::File::open("/proc/version").unwrap();
        assert_eq!(run(&words(&["true"]), Some(file.as_fd())), Err(NotRun::Directory(libc::ENOTDIR)));
        assert_eq!(std::env::current_dir().unwrap(), before);
    }

    #[test]
    fn the_path_is_searched_as_execvp_does() {
        let files = |name: &str, path: Option<&str>| {
            let files = candidates(name.as_bytes(), path.map(str::as_bytes));
            files.iter().map(|file| file.to_string_lossy().into_owned()).collect::<Vec<_>>()
        };
        assert_eq!(files("a", Some("/x::y:")), ["/x/a", "a", "y/a", "a"]);
        assert_eq!(files("./a", Some("/x")), ["./a"]);
        assert_eq!(files("a", None), ["/bin/a", "/usr/bin/a"]);
        assert!(files("", Some("/x")).is_empty());
    }

    #[test]
    fn words_are_charged_as_the_kernel_does() {
        let arguments = words(&["ab", "", "c"]);
        assert_eq!((arguments.len(), arguments.word(0), arguments.word(1), arguments.word(2)), (3, &b"ab"[..], &b""[..], &b"c"[..]));
        assert_eq!(arguments.charge(), 3 + 1 + 2 + 3 * size_of::<usize>());
        let mut part = Arguments::default();
        part.extend(&arguments, 1, 3);
        assert_eq!(part, words(&["", "c"]));
        assert!(environment_charge() > 8);
    }
}
