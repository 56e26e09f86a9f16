//! Which characters can be shown and how wide they are, by the C library's own tables of `C.UTF-8`, which GNU's ls asks.
#![allow(unsafe_code)]

use crate::base::Glyphs;
use std::cell::Cell;
use std::ptr::null_mut;

// SAFETY: the declaration is that of <wchar.h>; the function takes any number and reads tables alone.
unsafe extern "C" {
    safe fn wcwidth(character: libc::wchar_t) -> libc::c_int;
}

/// The tables, as the thread that asks them sees them. They are read when the first character beyond ASCII is asked for.
#[derive(Debug, Default)]
pub struct Tables {
    /// The locale of this thread was set, or cannot be.
    asked: Cell<Option<bool>>,
}

impl Glyphs for Tables {
    fn columns(&self, character: char) -> Option<usize> {
        let known = self.asked.get().unwrap_or_else(|| {
            let known = use_utf8();
            self.asked.set(Some(known));
            known
        });
        if !known {
            // Without tables all that is no control is one column.
            return (!character.is_control()).then_some(1);
        }
        usize::try_from(wcwidth(character as libc::wchar_t)).ok()
    }
}

/// Makes this thread see characters as `C.UTF-8` has them; false where the C library has no such locale.
fn use_utf8() -> bool {
    // SAFETY: the name is a C string, and there is no locale to start from.
    let locale = unsafe { libc::newlocale(libc::LC_CTYPE_MASK, c"C.UTF-8".as_ptr(), null_mut()) };
    if locale.is_null() {
        return false;
    }
    // SAFETY: the locale was just made and is never freed.
    unsafe { libc::uselocale(locale) };
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_of_characters() {
        let tables = Tables::default();
        let columns = |character| tables.columns(character);
        assert_eq!([columns('e'), columns('\u{e9}'), columns('\u{1f600}'), columns('\u{4e2d}')], [Some(1), Some(1), Some(2), Some(2)]);
        assert_eq!([columns('\u{301}'), columns('\u{85}')], [Some(0), None]);
    }
}
