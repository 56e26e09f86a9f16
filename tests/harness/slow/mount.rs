//! Mounting a file system in user space: by mount(2) where that is allowed, else by `fusermount3`, which is on machines that
//! let ordinary users do so.

use rustix::fs::{Mode, OFlags};
use rustix::io::Errno;
use rustix::mount::{MountFlags, UnmountFlags, mount, unmount};
use rustix::net::{AddressFamily, RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SocketFlags, SocketType, recvmsg, socketpair};
use std::ffi::CString;
use std::io::{self, IoSliceMut};
use std::mem::MaybeUninit;
use std::os::fd::{AsRawFd, OwnedFd};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The type that stat -f and -fstype show.
const TYPE: &str = "slow";

/// A mount, gone when it is dropped.
pub(super) struct Mounted {
    path: PathBuf,
    by_helper: bool,
}

impl Mounted {
    /// Mounts at a directory; the descriptor is the kernel's side of the file system.
    ///
    /// # Errors
    /// What keeps this process from mounting, in words.
    pub(super) fn new(path: &Path) -> Result<(Self, OwnedFd), String> {
        match directly(path) {
            Ok(device) => Ok((Self { path: path.to_owned(), by_helper: false }, device)),
            Err(why) => match by_helper(path) {
                Ok(device) => Ok((Self { path: path.to_owned(), by_helper: true }, device)),
                Err(error) => Err(format!("{why}; fusermount3: {error}")),
            },
        }
    }

    /// Whether unmounting ends the file system, also where somebody uses it.
    pub(super) fn ends_all(&self) -> bool {
        !self.by_helper
    }
}

impl Drop for Mounted {
    fn drop(&mut self) {
        if self.by_helper {
            let _ = Command::new("fusermount3").args(["-u", "-z", "-q", "--"]).arg(&self.path).status();
        } else {
            // By force: whatever waits for an answer gets an error, whoever still uses the mount keeps a dead one.
            let _ = unmount(&self.path, UnmountFlags::FORCE | UnmountFlags::DETACH);
        }
    }
}

/// Gives the calling thread, and the threads and processes that it starts, mounts of their own: they end with the last of
/// these, however it ends. Without the right to do so everything stays as it is.
pub(super) fn keep_mounts_apart() {
    // SAFETY: other threads share neither mounts nor a working directory with this one any more; none here relies on it.
    #[allow(unsafe_code)]
    let apart = unsafe { rustix::thread::unshare_unsafe(rustix::thread::UnshareFlags::NEWNS) };
    if apart.is_ok() {
        let _ = rustix::mount::mount_change("/", rustix::mount::MountPropagationFlags::PRIVATE | rustix::mount::MountPropagationFlags::REC);
    }
}

/// Gives the calling thread, and the threads that it starts, descriptors of their own: the standard ones and no other.
///
/// A thread that waits in the file system cannot end before it is answered. If it held the device as well, a process that
/// is killed while a thread of its own waits so would never end: nobody is there to answer, and the device stays open.
///
/// # Errors
/// What close_range(2) says; it came with Linux 5.9.
pub(super) fn keep_descriptors_apart() -> io::Result<()> {
    let (first, last) = (3, u32::MAX);
    // SAFETY: what is closed is this thread's copy of the table, and this thread has no descriptor yet.
    #[allow(unsafe_code)]
    let result = unsafe { libc::close_range(first, last, libc::CLOSE_RANGE_UNSHARE.cast_signed()) };
    if result == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}

fn directly(path: &Path) -> Result<OwnedFd, String> {
    let device =
        rustix::fs::open("/dev/fuse", OFlags::RDWR | OFlags::CLOEXEC, Mode::empty()).map_err(|error| format!("/dev/fuse: {error}"))?;
    let (user, group) = (rustix::process::getuid().as_raw(), rustix::process::getgid().as_raw());
    let options = format!("fd={},rootmode=40000,user_id={user},group_id={group},allow_other", device.as_raw_fd());
    let options = CString::new(options).map_err(|error| error.to_string())?;
    let flags = MountFlags::NODEV | MountFlags::NOSUID | MountFlags::RDONLY;
    mount("slow", path, format!("fuse.{TYPE}"), flags, options.as_c_str()).map_err(|error| format!("mount: {error}"))?;
    Ok(device)
}

/// `fusermount3` mounts and sends the descriptor through a socket.
fn by_helper(path: &Path) -> io::Result<OwnedFd> {
    let (ours, theirs) = socketpair(AddressFamily::UNIX, SocketType::STREAM, SocketFlags::CLOEXEC, None)?;
    let inherited = rustix::io::dup(&theirs)?;
    drop(theirs);
    let done = Command::new("fusermount3")
        .args(["-o", &format!("ro,nodev,nosuid,fsname=slow,subtype={TYPE}"), "--"])
        .arg(path)
        .env("_FUSE_COMMFD", inherited.as_raw_fd().to_string())
        .stdin(Stdio::null())
        .output()?;
    drop(inherited);
    if !done.status.success() {
        let said = String::from_utf8_lossy(&done.stderr);
        return Err(io::Error::other(said.lines().last().unwrap_or_default().to_owned()));
    }
    receive(&ours)?.ok_or_else(|| io::Error::other("it sent no descriptor"))
}

fn receive(socket: &OwnedFd) -> Result<Option<OwnedFd>, Errno> {
    let mut byte = [0];
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(1))];
    let mut messages = RecvAncillaryBuffer::new(&mut space);
    recvmsg(socket, &mut [IoSliceMut::new(&mut byte)], &mut messages, RecvFlags::CMSG_CLOEXEC)?;
    let rights = messages.drain().find_map(|message| match message {
        RecvAncillaryMessage::ScmRights(mut descriptors) => descriptors.next(),
        _ => None,
    });
    Ok(rights)
}
