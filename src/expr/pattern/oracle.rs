//! The C library's fnmatch(3), for tests to compare with.
#![allow(unsafe_code, clippy::unwrap_used)]

use crate::base::Charset;
use std::ffi::{CStr, CString};

/// A thread's locale for as long as it lives.
pub(in crate::expr) struct Locale {
    this: libc::locale_t,
    before: libc::locale_t,
}

impl Locale {
    /// `C.UTF-8`, where the system has it.
    pub(in crate::expr) fn utf8() -> Option<Self> {
        Self::named(c"C.UTF-8")
    }

    /// The locale that stands for a charset.
    pub(in crate::expr) fn of(charset: Charset) -> Option<Self> {
        match charset {
            Charset::Bytes => Self::named(c"C"),
            Charset::Utf8 => Self::utf8(),
        }
    }

    fn named(name: &CStr) -> Option<Self> {
        // SAFETY: the name is a C string; a null base asks for a new locale.
        let this = unsafe { libc::newlocale(libc::LC_ALL_MASK, name.as_ptr(), std::ptr::null_mut()) };
        if this.is_null() {
            return None;
        }
        // SAFETY: `this` is valid until `drop` frees it, after it was taken out of use.
        let before = unsafe { libc::uselocale(this) };
        Some(Self { this, before })
    }
}

impl Drop for Locale {
    fn drop(&mut self) {
        // SAFETY: both came from the C library; the thread uses `before` again when `this` is freed.
        unsafe {
            libc::uselocale(self.before);
            libc::freelocale(self.this);
        }
    }
}

/// What the C library answers in the thread's locale.
pub(super) fn fnmatch(pattern: &[u8], name: &[u8], fold_case: bool) -> bool {
    let (pattern, name) = (CString::new(pattern).unwrap(), CString::new(name).unwrap());
    let flags = if fold_case { libc::FNM_CASEFOLD } else { 0 };
    // SAFETY: both are C strings that outlive the call.
    unsafe { libc::fnmatch(pattern.as_ptr(), name.as_ptr(), flags) == 0 }
}

/// Whether the C library is the one whose tables `ctype` has.
pub(super) fn library_is_described() -> bool {
    // SAFETY: the C library returns a static C string.
    unsafe { CStr::from_ptr(libc::gnu_get_libc_version()) == c"2.36" }
}
