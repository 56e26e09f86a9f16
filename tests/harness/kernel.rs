//! What a child gives up before it becomes the program under test: descriptors, locked memory, threads, the ring.
//! Each function is called between fork and exec, so it makes system calls and nothing else.

use rustix::process::{Resource, Rlimit, setrlimit};
use std::io;

/// A step between fork and exec.
pub(crate) type Step = Box<dyn FnMut() -> io::Result<()> + Send + Sync>;

/// Lowers a resource limit, soft and hard.
pub(crate) fn limit(resource: Resource, to: u64) -> Step {
    Box::new(move || Ok(setrlimit(resource, Rlimit { current: Some(to), maximum: Some(to) })?))
}

/// Which of the three system calls of io_uring a filter refuses.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Refuse {
    All,
    Enter,
    Register,
}

/// Refuses io_uring's system calls with an errno, as a container's seccomp profile does.
pub(crate) fn refuse_ring(which: Refuse, errno: i32) -> Step {
    let calls: &[libc::c_long] = match which {
        Refuse::All => &[libc::SYS_io_uring_setup, libc::SYS_io_uring_enter, libc::SYS_io_uring_register],
        Refuse::Enter => &[libc::SYS_io_uring_enter],
        Refuse::Register => &[libc::SYS_io_uring_register],
    };
    let filter = filter(calls, errno);
    Box::new(move || install(&filter))
}

/// Refuses every thread and every child.
pub(crate) fn refuse_threads() -> Step {
    #[cfg(target_arch = "x86_64")]
    let calls = [libc::SYS_clone, libc::SYS_clone3, libc::SYS_fork, libc::SYS_vfork];
    #[cfg(not(target_arch = "x86_64"))]
    let calls = [libc::SYS_clone, libc::SYS_clone3];
    let filter = filter(&calls, libc::EAGAIN);
    Box::new(move || install(&filter))
}

/// Load the number of the call; for each refused one compare and return; allow the rest.
fn filter(calls: &[libc::c_long], errno: i32) -> Vec<libc::sock_filter> {
    let statement = |code: u32, k: u32| libc::sock_filter { code: code as u16, jt: 0, jf: 0, k };
    let mut filter = vec![statement(libc::BPF_LD | libc::BPF_W | libc::BPF_ABS, 0)];
    for &call in calls {
        let code = (libc::BPF_JMP | libc::BPF_JEQ | libc::BPF_K) as u16;
        filter.push(libc::sock_filter { code, jt: 0, jf: 1, k: call as u32 });
        filter.push(statement(libc::BPF_RET | libc::BPF_K, libc::SECCOMP_RET_ERRNO | errno as u32));
    }
    filter.push(statement(libc::BPF_RET | libc::BPF_K, libc::SECCOMP_RET_ALLOW));
    filter
}

fn install(filter: &[libc::sock_filter]) -> io::Result<()> {
    let program = libc::sock_fprog { len: filter.len() as u16, filter: filter.as_ptr().cast_mut() };
    // SAFETY: prctl reads the program and the filter during the call only; both outlive it. The kernel writes to neither.
    #[allow(unsafe_code)]
    let done = unsafe {
        libc::prctl(libc::PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0
            && libc::prctl(libc::PR_SET_SECCOMP, libc::SECCOMP_MODE_FILTER, &raw const program) == 0
    };
    if done { Ok(()) } else { Err(io::Error::last_os_error()) }
}

/// The signals that end a walk.
const ENDING: [i32; 3] = [libc::SIGINT, libc::SIGHUP, libc::SIGTERM];

/// Where this process ignores signals that end a walk, as one of nohup(1) or in the background of a script does: starts the
/// program without that.
pub(crate) fn heed_signals() -> Option<Step> {
    let is_ignored = |signal| {
        // SAFETY: zeros are a valid value to be overwritten, and a null new action only reads the old one.
        #[allow(unsafe_code)]
        unsafe {
            let mut old: libc::sigaction = std::mem::zeroed();
            libc::sigaction(signal, std::ptr::null(), &raw mut old);
            old.sa_sigaction == libc::SIG_IGN
        }
    };
    ENDING.into_iter().any(is_ignored).then(|| -> Step {
        Box::new(|| {
            for signal in ENDING {
                // SAFETY: SIG_DFL is a valid disposition and no handler is involved.
                #[allow(unsafe_code)]
                unsafe {
                    libc::signal(signal, libc::SIG_DFL)
                };
            }
            Ok(())
        })
    })
}

/// Starts the program with SIGPIPE ignored, as a child of nohup-like programs has it.
pub(crate) fn ignore_sigpipe() -> Step {
    ignore(libc::SIGPIPE)
}

/// Starts the program with a signal ignored.
pub(crate) fn ignore(signal: i32) -> Step {
    Box::new(move || {
        // SAFETY: SIG_IGN is a valid disposition and no handler is involved.
        #[allow(unsafe_code)]
        let before = unsafe { libc::signal(signal, libc::SIG_IGN) };
        if before == libc::SIG_ERR { Err(io::Error::last_os_error()) } else { Ok(()) }
    })
}

/// Starts the program with a signal blocked: it waits until somebody unblocks it.
pub(crate) fn block(signal: i32) -> Step {
    Box::new(move || {
        // SAFETY: zeros are a valid value for sigemptyset to initialise, and a null old set is not written to.
        #[allow(unsafe_code)]
        let errno = unsafe {
            let mut set: libc::sigset_t = std::mem::zeroed();
            libc::sigemptyset(&raw mut set);
            libc::sigaddset(&raw mut set, signal);
            libc::pthread_sigmask(libc::SIG_BLOCK, &raw const set, std::ptr::null_mut())
        };
        if errno == 0 { Ok(()) } else { Err(io::Error::from_raw_os_error(errno)) }
    })
}

/// Starts the program without one of the three standard descriptors.
pub(crate) fn close(descriptor: i32) -> Step {
    Box::new(move || {
        // SAFETY: in the child, between fork and exec, nobody uses the standard descriptors any more.
        #[allow(unsafe_code)]
        let closed = unsafe { libc::close(descriptor) };
        if closed == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
    })
}

/// Gives the child mounts of its own with a tmpfs at `path` (relative to its directory) that holds the directory `in`.
pub(crate) fn mount_tmpfs(path: &'static std::ffi::CStr) -> Step {
    Box::new(move || {
        // SAFETY: the child has one thread, so it shares nothing with anybody; every pointer is a literal with its NUL.
        #[allow(unsafe_code)]
        let mounted = unsafe {
            let (none, private) = (c"none".as_ptr(), libc::MS_REC | libc::MS_PRIVATE);
            libc::unshare(libc::CLONE_NEWNS) == 0
                && libc::mount(none, c"/".as_ptr(), std::ptr::null(), private, std::ptr::null()) == 0
                && libc::mount(none, path.as_ptr(), c"tmpfs".as_ptr(), 0, c"size=1m".as_ptr().cast()) == 0
        };
        if !mounted {
            return Err(io::Error::last_os_error());
        }
        let inside = rustix::fs::open(path, rustix::fs::OFlags::DIRECTORY | rustix::fs::OFlags::CLOEXEC, rustix::fs::Mode::empty())?;
        Ok(rustix::fs::mkdirat(&inside, c"in", rustix::fs::Mode::RWXU)?)
    })
}

/// Whether this process may have a ring at all.
pub(crate) fn has_ring() -> bool {
    static HAS: std::sync::LazyLock<bool> = std::sync::LazyLock::new(|| {
        let ring = io_uring::IoUring::new(8);
        if let Err(error) = &ring {
            super::skipped("--io=ring", &format!("this machine refuses it: {error}"));
        }
        ring.is_ok()
    });
    *HAS
}
