//! The terminal behind standard output.

use super::write;

/// Its columns; `None` where there is no terminal or it does not say.
#[must_use]
pub fn columns() -> Option<usize> {
    let size = rustix::termios::tcgetwinsize(write::stdout()).ok()?;
    Some(usize::from(size.ws_col)).filter(|columns| *columns > 0)
}
