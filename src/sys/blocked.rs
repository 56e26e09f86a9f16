//! What the threads of this process wait for in the kernel. The kernel itself is asked, by /proc: nothing is noted down
//! beforehand, so nobody pays for it. A ring alone says what it waits for, since its threads are the kernel's own.
//!
//! Where /proc is not mounted, nobody knows.

use super::process;
use rustix::fs::{Mode, OFlags};
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::ErrorKind;
use std::os::fd::RawFd;
use std::os::unix::ffi::OsStringExt;
use std::os::unix::fs::FileExt;
use std::sync::atomic::{AtomicI32, AtomicU8, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

/// A string is read in pieces that end within a page: the next one may be nobody's.
const PIECE: usize = 256;

/// What a system call is about.
#[derive(Clone, Copy)]
enum About {
    /// A name in a directory: its first two arguments.
    Name,
    /// A path: its first argument.
    Path,
    /// A descriptor: its first argument.
    Descriptor,
}

/// The calls that ask a file system something, in a word, by their numbers.
const CALLS: &[(libc::c_long, &str, About)] = &[
    (libc::SYS_statx, STAT, About::Name),
    #[cfg(target_pointer_width = "64")]
    (libc::SYS_newfstatat, STAT, About::Name),
    (libc::SYS_openat, OPEN, About::Name),
    (libc::SYS_getdents64, READ, About::Descriptor),
    (libc::SYS_readlinkat, "readlink", About::Name),
    (libc::SYS_faccessat, "access", About::Name),
    (libc::SYS_unlinkat, "unlink", About::Name),
    (libc::SYS_getxattr, "getxattr", About::Path),
    (libc::SYS_lgetxattr, "getxattr", About::Path),
    (libc::SYS_listxattr, "listxattr", About::Path),
    (libc::SYS_llistxattr, "listxattr", About::Path),
    (libc::SYS_fstatfs, "statfs", About::Descriptor),
];

const STAT: &str = "stat";
const OPEN: &str = "open";
const READ: &str = "read";

/// Something that is waited for.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Wait {
    /// The system call, in a word.
    pub call: &'static str,
    /// What it is about.
    pub path: Vec<u8>,
    /// It may be one of so many others instead.
    pub others: usize,
    /// Tells a call from the next one of the same kind and path.
    pub turn: u64,
}

/// What all threads wait for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sight {
    /// What is waited for, in no particular order.
    pub waits: Vec<Wait>,
    /// Operations that rings have done.
    pub done: u64,
    /// The time that processors worked for this process so far.
    pub worked: Duration,
}

/// Looks at all threads but the calling one, with one descriptor at a time. `None` where /proc does not tell.
#[must_use]
pub fn look() -> Option<Sight> {
    let own = rustix::thread::gettid().as_raw_nonzero().get().to_string();
    let mut sight = Sight { worked: process::worked(), ..Sight::default() };
    let tasks: Vec<OsString> = match std::fs::read_dir("/proc/self/task") {
        Ok(tasks) => tasks.flatten().map(|task| task.file_name()).filter(|task| task != OsStr::new(&own)).collect(),
        Err(error) if error.kind() == ErrorKind::NotFound => return None,
        // Descriptors may be short for a moment.
        Err(_) => Vec::new(),
    };
    for task in tasks {
        sight.waits.extend(wait_of(&task));
    }
    let mut flights = FLIGHTS.lock().unwrap_or_else(PoisonError::into_inner).clone();
    for flight in flights.drain(..).filter_map(|flight| flight.upgrade()) {
        sight.done += flight.done.load(Ordering::Relaxed);
        sight.waits.extend(flight.wait());
    }
    Some(sight)
}

/// What a thread waits for, if that is a file system.
fn wait_of(task: &OsStr) -> Option<Wait> {
    let tell = |what: &str| std::fs::read_to_string(format!("/proc/self/task/{}/{what}", task.display()));
    let (call, about, first, second) = parse(&tell("syscall").ok()?)?;
    let path = match about {
        About::Name => full_path(first, second),
        About::Path => string_at(first).map(|path| without_proc(&path)),
        About::Descriptor => Some(directory(descriptor(first))),
    }?;
    // One read of a directory is as the other.
    let turn = match call {
        READ => tell("status").ok().and_then(|status| switches(&status)).unwrap_or(0),
        _ => 0,
    };
    Some(Wait { call, path, others: 0, turn })
}

/// The call of a line of /proc/PID/syscall with its first two arguments, if it is one of `CALLS`.
fn parse(line: &str) -> Option<(&'static str, About, u64, u64)> {
    let mut words = line.split_ascii_whitespace();
    let number: libc::c_long = words.next()?.parse().ok()?;
    let (_, call, about) = CALLS.iter().find(|(known, _, _)| *known == number)?;
    let mut argument = || u64::from_str_radix(words.next()?.strip_prefix("0x")?, 16).ok();
    Some((*call, *about, argument()?, argument()?))
}

/// How often a thread went to sleep, by its /proc/PID/status.
fn switches(status: &str) -> Option<u64> {
    status.lines().find_map(|line| line.strip_prefix("voluntary_ctxt_switches:")?.trim().parse().ok())
}

/// The low half of an argument.
fn descriptor(argument: u64) -> RawFd {
    (argument as u32).cast_signed()
}

/// The path of an open descriptor, as the kernel has it; nothing is asked of its file system.
fn directory(fd: RawFd) -> Vec<u8> {
    std::fs::read_link(format!("/proc/self/fd/{fd}")).map_or_else(|_| Vec::new(), |path| path.into_os_string().into_vec())
}

/// The path of a name in a directory: the name alone where it is not relative to an open one.
fn full_path(at: u64, name: u64) -> Option<Vec<u8>> {
    let name = string_at(name)?;
    let at = descriptor(at);
    if at == libc::AT_FDCWD || name.first() == Some(&b'/') {
        return Some(name);
    }
    Some(joined(directory(at), &name))
}

fn joined(mut path: Vec<u8>, name: &[u8]) -> Vec<u8> {
    if !path.is_empty() && !path.ends_with(b"/") && !name.is_empty() {
        path.push(b'/');
    }
    path.extend_from_slice(name);
    path
}

/// Calls that know no directories are given paths by way of /proc/self/fd.
fn without_proc(path: &[u8]) -> Vec<u8> {
    let parts = path.strip_prefix(b"/proc/self/fd/").and_then(|rest| {
        let end = rest.iter().position(|&byte| byte == b'/')?;
        Some((std::str::from_utf8(&rest[..end]).ok()?.parse().ok()?, &rest[end + 1..]))
    });
    parts.map_or_else(|| path.to_vec(), |(fd, name)| joined(directory(fd), name))
}

/// The string at an address of this process. Another thread may free it any time, so the kernel reads it.
fn string_at(address: u64) -> Option<Vec<u8>> {
    let flags = OFlags::RDONLY | OFlags::CLOEXEC;
    let memory = File::from(rustix::fs::open(c"/proc/self/mem", flags, Mode::empty()).ok()?);
    let mut string = Vec::new();
    while string.len() < libc::PATH_MAX as usize {
        let mut piece = [0; PIECE];
        let at = address + string.len() as u64;
        let length = PIECE - (at as usize % PIECE);
        memory.read_exact_at(&mut piece[..length], at).ok()?;
        let end = piece[..length].iter().position(|&byte| byte == 0);
        string.extend_from_slice(&piece[..end.unwrap_or(length)]);
        if end.is_some() {
            return Some(string);
        }
    }
    None
}

/// The rings of this process.
static FLIGHTS: Mutex<Vec<Weak<Flight>>> = Mutex::new(Vec::new());

/// What a ring waits for: its thread says it, `look` reads it.
#[derive(Debug, Default)]
pub(super) struct Flight {
    /// 0 for nothing, 1 for a stat, 2 for an open.
    call: AtomicU8,
    at: AtomicI32,
    name: AtomicUsize,
    others: AtomicUsize,
    done: AtomicU64,
}

impl Flight {
    pub(super) fn new() -> Arc<Self> {
        let flight = Arc::new(Self::default());
        let mut flights = FLIGHTS.lock().unwrap_or_else(PoisonError::into_inner);
        flights.retain(|flight| flight.strong_count() > 0);
        flights.push(Arc::downgrade(&flight));
        flight
    }

    /// The ring is about to wait for an open, else a stat, of the string at `name` relative to `at`, or for one of `others`.
    pub(super) fn waits_for(&self, open: bool, at: RawFd, name: *const u8, others: usize) {
        self.others.store(others, Ordering::Relaxed);
        self.at.store(at, Ordering::Relaxed);
        self.name.store(name.expose_provenance(), Ordering::Relaxed);
        self.call.store(if open { 2 } else { 1 }, Ordering::Release);
    }

    /// The ring waits no longer; so many operations are done.
    pub(super) fn landed(&self, done: usize) {
        self.call.store(0, Ordering::Relaxed);
        self.done.fetch_add(done as u64, Ordering::Relaxed);
    }

    fn wait(&self) -> Option<Wait> {
        let call = match self.call.load(Ordering::Acquire) {
            0 => return None,
            1 => STAT,
            _ => OPEN,
        };
        let at = u64::from(self.at.load(Ordering::Relaxed).cast_unsigned());
        let path = full_path(at, self.name.load(Ordering::Relaxed) as u64)?;
        Some(Wait { call, path, others: self.others.load(Ordering::Relaxed), turn: 0 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::ffi::CString;
    use std::os::unix::ffi::OsStrExt;
    use std::sync::mpsc::channel;

    #[test]
    fn a_line_of_proc_is_read() {
        let line = format!("{} 0xffffff9c 0x7ffd10 0x100 0x1 0x7ffd20 0x0 0x7ffd00 0x7f0001\n", libc::SYS_statx);
        assert!(matches!(parse(&line), Some(("stat", About::Name, 0xffff_ff9c, 0x7f_fd10))));
        assert!(parse("running\n").is_none() && parse("-1 0x0 0x0\n").is_none() && parse("").is_none());
        assert_eq!(descriptor(0xffff_ff9c), libc::AT_FDCWD);
        assert_eq!(switches("Name:\tx\nvoluntary_ctxt_switches:\t12\nnonvoluntary_ctxt_switches:\t3\n"), Some(12));
    }

    #[test]
    fn strings_are_read_from_any_address() {
        let long = CString::new("x".repeat(1000)).unwrap();
        assert_eq!(string_at(long.as_ptr().addr() as u64).as_deref(), Some(long.as_bytes()));
        assert_eq!(string_at(0), None);
    }

    #[test]
    fn paths_are_those_of_descriptors() {
        let etc = File::open("/etc").unwrap();
        let fd = std::os::fd::AsRawFd::as_raw_fd(&etc);
        assert_eq!(full_path(u64::from(fd.cast_unsigned()), c"passwd".as_ptr().addr() as u64).unwrap(), b"/etc/passwd");
        assert_eq!(without_proc(format!("/proc/self/fd/{fd}/a/b").as_bytes()), b"/etc/a/b");
        assert_eq!(without_proc(b"/proc/self/fd"), b"/proc/self/fd");
        assert_eq!(joined(b"/".to_vec(), b"x"), b"/x");
    }

    /// Opening a pipe by its name waits for the other end.
    #[test]
    fn a_thread_that_hangs_is_seen() {
        let name = format!("uwalk-blocked-{}", std::process::id());
        let path = std::env::temp_dir().join(name);
        let fifo = CString::new(path.as_os_str().as_bytes()).unwrap();
        rustix::fs::mkfifoat(rustix::fs::CWD, &fifo, Mode::RWXU).unwrap();
        let (began, begin) = channel();
        let theirs = path.clone();
        let hanging = std::thread::spawn(move || {
            began.send(()).unwrap();
            File::open(theirs).map(drop)
        });
        begin.recv().unwrap();
        let sees = || look().unwrap().waits.iter().any(|wait| wait.call == "open" && wait.path == path.as_os_str().as_bytes());
        while !sees() && !hanging.is_finished() {
            std::thread::yield_now();
        }
        assert!(!hanging.is_finished(), "it did not wait");
        drop(File::options().write(true).open(&path).unwrap());
        hanging.join().unwrap().unwrap();
        std::fs::remove_file(path).unwrap();
    }

    #[test]
    fn a_ring_tells_what_it_waits_for() {
        let flight = Flight::new();
        assert_eq!(flight.wait(), None);
        flight.waits_for(true, libc::AT_FDCWD, c"of a ring".as_ptr().cast(), 3);
        let wait = Wait { call: "open", path: b"of a ring".to_vec(), others: 3, turn: 0 };
        assert_eq!(flight.wait().as_ref(), Some(&wait));
        assert!(look().unwrap().waits.contains(&wait));
        flight.landed(3);
        assert!(look().unwrap().done >= 3 && !look().unwrap().waits.contains(&wait));
    }
}
