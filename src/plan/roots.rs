//! Starting points from a list (`-files0-from`).

use super::PlanError;
use crate::base::{Fields, Operation, Problem};
use crate::expr::{Ast, Message, Primary, SyntaxError};
use crate::sys::{files, stat};
use std::ffi::{CStr, CString};
use std::os::fd::AsFd;

/// What standard input is called in messages.
const STDIN: &[u8] = b"(standard input)";

/// The names of a list, and what was wrong with others.
type Names = (Vec<CString>, Vec<Problem>);

/// Reads the last list that the expression names.
///
/// # Errors
/// The list cannot be read, or answers would be read from it.
pub(super) fn listed(expression: Option<&Ast>) -> Result<Option<Names>, PlanError> {
    let leaves = expression.map(Ast::leaves).unwrap_or_default();
    let Some((leaf, list)) = leaves.iter().rev().find_map(|leaf| match &leaf.primary {
        Primary::Files0From(list) => Some((leaf, list.as_c_str())),
        _ => None,
    }) else {
        return Ok(None);
    };
    let asking = leaves.iter().find(|leaf| matches!(&leaf.primary, Primary::Run(command) if command.manner.asks));
    if let Some(asking) = asking.filter(|_| is_stdin(list)) {
        let message = Message::word(leaf.row.name().as_bytes()).then(" cannot read standard input beside ");
        let message = message.quote(asking.row.name().as_bytes()).then(", which reads the answers there");
        return Err(PlanError::Syntax(SyntaxError { words: leaf.words.clone(), message, hint: None }));
    }
    read(list).map(Some)
}

/// Whether a list is what standard input is, under whatever name.
fn is_stdin(list: &CStr) -> bool {
    let file = || stat::stat(stat::cwd(), list, true, Fields::DEV.with(Fields::INO)).map(|stat| stat.id());
    list == c"-" || matches!((file(), stat::identity(std::io::stdin().as_fd())), (Ok(file), Ok(stdin)) if file == stdin)
}

fn read(list: &CStr) -> Result<Names, PlanError> {
    let stdin = list == c"-";
    let shown = if stdin { STDIN } else { list.to_bytes() };
    let text = files::read(if stdin { None } else { Some(list) });
    let text = text.map_err(|errno| PlanError::File(Problem::new(Operation::ReadFile, shown.to_vec(), errno)))?;
    let (mut roots, mut problems) = (Vec::new(), Vec::new());
    for (number, name) in (1..).zip(text.split_inclusive(|&byte| byte == 0)) {
        let name = name.strip_suffix(b"\0").unwrap_or(name);
        match CString::new(name) {
            Ok(name) if !name.is_empty() => roots.push(name),
            _ => {
                let other = format!("{number}").into_bytes();
                problems.push(Problem { operation: Operation::EmptyName, path: shown.to_vec(), errno: 0, other });
            }
        }
    }
    Ok((roots, problems))
}
