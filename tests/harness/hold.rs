//! Stops a program at a system call: each call of one kind waits in the kernel until the test lets it go on. So a program can
//! be interrupted at a point that is known, without sleeping.

use super::kernel::Step;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, PidfdFlags, PidfdGetfdFlags, pidfd_getfd, pidfd_open};
use std::io;
use std::os::fd::{AsRawFd, OwnedFd};
use std::process::Child;

/// The number of the descriptor that the program is born with. High, so that it is in nobody's way.
const DESCRIPTOR: i32 = 250;

/// A call that is not held by then will not come.
const PATIENCE: Timespec = Timespec { tv_sec: 30, tv_nsec: 0 };

/// From `linux/seccomp.h`: `_IOWR('!', 0, struct seccomp_notif)` and `_IOWR('!', 1, struct seccomp_notif_resp)`.
const RECEIVE: libc::c_ulong = 0xc050_2100;
const SEND: libc::c_ulong = 0xc018_2101;

/// Has the calls of this number held, all but those of before the program.
pub(crate) fn calls(number: libc::c_long) -> Step {
    let statement = |code: u32, k: u32| libc::sock_filter { code: code as u16, jt: 0, jf: 0, k };
    let filter = [
        statement(libc::BPF_LD | libc::BPF_W | libc::BPF_ABS, 0),
        libc::sock_filter { code: (libc::BPF_JMP | libc::BPF_JEQ | libc::BPF_K) as u16, jt: 0, jf: 1, k: number as u32 },
        statement(libc::BPF_RET | libc::BPF_K, libc::SECCOMP_RET_USER_NOTIF),
        statement(libc::BPF_RET | libc::BPF_K, libc::SECCOMP_RET_ALLOW),
    ];
    Box::new(move || {
        let program = libc::sock_fprog { len: filter.len() as u16, filter: filter.as_ptr().cast_mut() };
        // SAFETY: the kernel reads the filter during the call only; dup2 makes a descriptor that no one else has in this child.
        #[allow(unsafe_code)]
        let done = unsafe {
            let listener = if libc::prctl(libc::PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 {
                let flags = libc::SECCOMP_FILTER_FLAG_NEW_LISTENER;
                libc::syscall(libc::SYS_seccomp, libc::SECCOMP_SET_MODE_FILTER, flags, &raw const program) as i32
            } else {
                -1
            };
            listener >= 0 && libc::dup2(listener, DESCRIPTOR) == DESCRIPTOR
        };
        if done { Ok(()) } else { Err(io::Error::last_os_error()) }
    })
}

/// The test's end: it sees the calls that wait.
pub(crate) struct Listener(OwnedFd);

/// A call that waits.
pub(crate) struct Held {
    id: u64,
    /// Its arguments.
    pub(crate) args: [u64; 6],
}

impl Listener {
    /// Takes it from a child that was started with the step.
    pub(crate) fn of(child: &Child) -> io::Result<Self> {
        let child = pidfd_open(Pid::from_child(child), PidfdFlags::empty())?;
        Ok(Self(pidfd_getfd(&child, DESCRIPTOR, PidfdGetfdFlags::empty())?))
    }

    /// Waits for a call to be held. None when the program has ended, or makes no such call any more.
    pub(crate) fn next(&self) -> Option<Held> {
        let mut files = [PollFd::new(&self.0, PollFlags::IN)];
        poll(&mut files, Some(&PATIENCE)).expect("poll");
        if !files[0].revents().contains(PollFlags::IN) {
            return None;
        }
        // SAFETY: the structure is plain data, and must be zero; the kernel fills it in.
        #[allow(unsafe_code)]
        let (received, call) = unsafe {
            let mut call: libc::seccomp_notif = std::mem::zeroed();
            (libc::ioctl(self.0.as_raw_fd(), RECEIVE, &raw mut call), call)
        };
        (received == 0).then_some(Held { id: call.id, args: call.data.args })
    }

    /// Lets a call go on as if nothing had been.
    pub(crate) fn release(&self, held: Held) {
        let answer = libc::seccomp_notif_resp { id: held.id, val: 0, error: 0, flags: libc::SECCOMP_USER_NOTIF_FLAG_CONTINUE as u32 };
        // SAFETY: the kernel reads the structure during the call only. A program that has ended makes it fail, which is well.
        #[allow(unsafe_code)]
        let _ = unsafe { libc::ioctl(self.0.as_raw_fd(), SEND, &raw const answer) };
    }

    /// Lets go on as many as come, up to `count`. How many came.
    pub(crate) fn pass(&self, count: usize) -> usize {
        (0..count).map_while(|_| self.next().map(|held| self.release(held))).count()
    }
}
