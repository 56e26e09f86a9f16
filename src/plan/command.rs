//! Commands of the expression before they may run: what PATH must not hold, and their shared state.

use super::PlanError;
use crate::eval::Task;
use crate::expr::{Command, Hint, Leaf, Message, SyntaxError};
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::sync::Arc;

/// A command ready to run. One that runs in the directories of the tree must not find programs there.
pub(super) fn task(command: &Command, leaf: &Leaf) -> Result<Arc<Task>, PlanError> {
    if command.manner.in_directory
        && let Some(path) = std::env::var_os("PATH")
        && let Some(entry) = unsafe_entry(&path)
    {
        let name = Message::word(leaf.row.name().as_bytes());
        let message = match entry {
            b"" | b"." => name.then(": PATH holds the current directory, so a program of any directory might run"),
            _ => name.then(": PATH holds the relative path ").quote(entry).then(", so a program of any directory might run"),
        };
        let hint = Some(Hint::Say("take empty and relative entries out of PATH"));
        return Err(PlanError::Syntax(SyntaxError { words: leaf.words.start..leaf.words.start + 1, message, hint }));
    }
    Ok(Arc::new(Task::new(command.clone())))
}

/// The first entry of PATH that is not absolute.
fn unsafe_entry(path: &OsStr) -> Option<&[u8]> {
    path.as_bytes().split(|byte| *byte == b':').find(|entry| !entry.starts_with(b"/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_absolute_entries_are_safe() {
        for (path, entry) in
            [("/bin:/usr/bin", None), ("", Some("")), ("/bin:", Some("")), ("/bin:x:.", Some("x")), ("~/bin", Some("~/bin"))]
        {
            assert_eq!(unsafe_entry(OsStr::new(path)), entry.map(str::as_bytes), "{path}");
        }
    }
}
