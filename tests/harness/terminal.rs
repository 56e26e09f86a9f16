//! A terminal to run programs on: what they write to it comes out unchanged.

use super::run::{Call, Ran};
use std::fs::{File, OpenOptions};
use std::io::Read;
use std::os::fd::AsRawFd;
use std::os::unix::fs::OpenOptionsExt;

/// How large it says it is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Size {
    pub(crate) columns: u16,
    pub(crate) rows: u16,
}

impl Default for Size {
    fn default() -> Self {
        Self { columns: 80, rows: 24 }
    }
}

/// The side that sees what is written, and the one to write to.
#[allow(unsafe_code)]
fn open(size: Size) -> (File, File) {
    let open = |path: &str| OpenOptions::new().read(true).write(true).custom_flags(libc::O_NOCTTY).open(path).expect("a terminal");
    let screen = open("/dev/ptmx");
    let (unlocked, mut number) = (0_i32, 0_u32);
    let shape = libc::winsize { ws_row: size.rows, ws_col: size.columns, ws_xpixel: 0, ws_ypixel: 0 };
    // SAFETY: each request takes a pointer to what is given here, and reads or fills it in during the call only.
    unsafe {
        assert_eq!(libc::ioctl(screen.as_raw_fd(), libc::TIOCSPTLCK, &raw const unlocked), 0);
        assert_eq!(libc::ioctl(screen.as_raw_fd(), libc::TIOCGPTN, &raw mut number), 0);
        assert_eq!(libc::ioctl(screen.as_raw_fd(), libc::TIOCSWINSZ, &raw const shape), 0);
    }
    let line = open(&format!("/dev/pts/{number}"));
    // SAFETY: the structure is plain data; tcgetattr fills it in, tcsetattr reads it.
    unsafe {
        let mut settings: libc::termios = std::mem::zeroed();
        assert_eq!(libc::tcgetattr(line.as_raw_fd(), &raw mut settings), 0);
        settings.c_oflag &= !libc::OPOST;
        assert_eq!(libc::tcsetattr(line.as_raw_fd(), libc::TCSANOW, &raw const settings), 0);
    }
    (screen, line)
}

/// Runs a program with its stdout on a terminal; what the terminal saw takes the place of stdout.
pub(crate) fn run(call: Call, size: Size) -> Ran {
    watched(size, |line| call.out(line).run())
}

/// What is seen of a run on a terminal, which must end well.
pub(crate) fn seen(call: Call) -> String {
    String::from_utf8_lossy(&bytes_seen(call, 0)).into_owned()
}

/// The bytes that reach the terminal.
pub(crate) fn bytes_seen(call: Call, code: i32) -> Vec<u8> {
    let ran = run(call, Size::default());
    ran.assert_code(code);
    ran.stdout
}

/// Runs a program with stdout and stderr on a terminal, which takes the place of stdout.
pub(crate) fn run_with_errors(call: Call, size: Size) -> Ran {
    watched(size, |line| call.out(line.try_clone().expect("dup")).errors(line).run())
}

fn watched(size: Size, run: impl FnOnce(File) -> Ran) -> Ran {
    let (mut screen, line) = open(size);
    let watch = std::thread::spawn(move || {
        let mut seen = Vec::new();
        // The line is hung up when the program is gone: that reads as an error after the last byte.
        let _ = screen.read_to_end(&mut seen);
        seen
    });
    let mut ran = run(line);
    ran.stdout = watch.join().expect("the watch over a terminal");
    ran
}
