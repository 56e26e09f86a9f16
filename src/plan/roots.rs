//! Starting points from a list (`-files0-from`).

use super::PlanError;
use crate::base::{Operation, Problem};
use crate::expr::{Ast, Primary};
use crate::sys::files;
use std::ffi::{CStr, CString};

/// What standard input is called in messages.
const STDIN: &[u8] = b"(standard input)";

/// The names of a list, and what was wrong with others.
type Names = (Vec<CString>, Vec<Problem>);

/// Reads the last list that the expression names.
///
/// # Errors
/// The list cannot be read.
pub(super) fn listed(expression: Option<&Ast>) -> Result<Option<Names>, PlanError> {
    let leaves = expression.map(Ast::leaves).unwrap_or_default();
    let list = leaves.iter().rev().find_map(|leaf| match &leaf.primary {
        Primary::Files0From(list) => Some(list.as_c_str()),
        _ => None,
    });
    list.map(read).transpose()
}

fn read(list: &CStr) -> Result<Names, PlanError> {
    let stdin = list == c"-";
    let shown = if stdin { STDIN } else { list.to_bytes() };
    let text = files::read(if stdin { None } else { Some(list) });
    let text = text.map_err(|errno| PlanError::File(Problem::new(Operation::Read, shown.to_vec(), errno)))?;
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
