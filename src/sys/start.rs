//! How the process begins: C's `main`, without the start-up of Rust's standard library. That reads /proc/self/maps and maps
//! a second stack, to tell of an overflow of the first: a tenth of the time of a small run. What else it does is done here:
//! standard descriptors are open, and a closed pipe is an error and no signal.
#![allow(unsafe_code)]

use super::process;
use std::ffi::{CStr, OsStr, OsString, c_char};
use std::os::unix::ffi::OsStrExt;

/// Defines the `main` of an executable that is also `#![no_main]`: `$run` gets the words of the command line, and gives the
/// exit status.
#[macro_export]
macro_rules! main {
    ($run:path) => {
        #[allow(unsafe_code)]
        // SAFETY: this is the only `main`, and has the signature that the C library calls.
        #[unsafe(no_mangle)]
        extern "C" fn main(count: i32, words: *const *const std::ffi::c_char) -> i32 {
            let run: fn(&[std::ffi::OsString]) -> u8 = $run;
            // SAFETY: these are the arguments of `main`, before anything else runs.
            run(&unsafe { $crate::sys::start::begin(count, words) }).into()
        }
    };
}

/// Puts the process into order. The words of its command line.
///
/// # Safety
/// `words` has `count` pointers to strings that end in NUL and live as long as the process, as the arguments of `main` do.
/// Nothing else was done before, and there is one thread.
#[must_use]
pub unsafe fn begin(count: i32, words: *const *const c_char) -> Vec<OsString> {
    process::note_start();
    open_standard_descriptors();
    // SAFETY: SIG_IGN is a valid disposition and no handler is involved.
    unsafe { libc::signal(libc::SIGPIPE, libc::SIG_IGN) };
    // SAFETY: the caller's promise.
    let word = |index| unsafe { CStr::from_ptr(*words.add(index)) };
    (0..usize::try_from(count).unwrap_or(0)).map(|index| OsStr::from_bytes(word(index).to_bytes()).to_os_string()).collect()
}

/// Opens /dev/null where a standard descriptor came in closed: else the next file that is opened got its number, and what is
/// written to standard output or error went there. Where there is no /dev/null, as in a bare chroot(2), the root directory
/// takes the number: opened with O_PATH it can be neither read nor written.
fn open_standard_descriptors() {
    for fd in [libc::STDIN_FILENO, libc::STDOUT_FILENO, libc::STDERR_FILENO] {
        if process::is_open(fd) {
            continue;
        }
        let open = |path: &CStr, flags| {
            // SAFETY: the path is a string that ends in NUL. The lowest number that is free is given, which is `fd`.
            unsafe { libc::open(path.as_ptr(), flags) == fd }
        };
        if !open(c"/dev/null", libc::O_RDWR) && !open(c"/", libc::O_PATH) {
            std::process::abort();
        }
    }
}
