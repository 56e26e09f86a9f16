//! A terminal to write to, and what is seen on it.

use super::run::Call;
use std::fs::{File, OpenOptions};
use std::io::Read;
use std::os::fd::AsRawFd;
use std::os::unix::fs::OpenOptionsExt;

/// A terminal: the side that sees what is written, and the one to write to.
#[allow(unsafe_code)]
pub(crate) fn terminal() -> (File, File) {
    let open = |path: &str| OpenOptions::new().read(true).write(true).custom_flags(libc::O_NOCTTY).open(path).expect("a terminal");
    let screen = open("/dev/ptmx");
    let (unlocked, mut number) = (0_i32, 0_u32);
    // SAFETY: both requests take a pointer to an int, which these are.
    unsafe {
        assert_eq!(libc::ioctl(screen.as_raw_fd(), libc::TIOCSPTLCK, &raw const unlocked), 0);
        assert_eq!(libc::ioctl(screen.as_raw_fd(), libc::TIOCGPTN, &raw mut number), 0);
    }
    (screen, open(&format!("/dev/pts/{number}")))
}

/// What is seen of a run on a terminal, which must end well.
pub(crate) fn seen(call: Call) -> String {
    let bytes = bytes_seen(call, 0);
    String::from_utf8_lossy(&bytes).replace("\r\n", "\n")
}

/// The bytes that reach the terminal; the line ends of its own included.
pub(crate) fn bytes_seen(call: Call, code: i32) -> Vec<u8> {
    let (mut screen, line) = terminal();
    let reader = std::thread::spawn(move || {
        let mut seen = Vec::new();
        // The line is hung up when the program is gone: that reads as an error after the last byte.
        let _ = screen.read_to_end(&mut seen);
        seen
    });
    call.out(line).run().assert_code(code);
    reader.join().expect("what was seen")
}
