//! What is left out of the walk: excluded expressions and the options that are such.

use super::PlanError;
use super::resolve::Resolver;
use super::settings::Settings;
use super::tree::{Form, Tree};
use crate::base::{Charset, Fields};
use crate::eval::Gate;
use crate::expr::{Ast, Leaf, Message, Primary, Role, SyntaxError, rows};

/// Takes the excluded expressions out of an expression.
///
/// # Errors
/// One of them holds an action.
pub(super) fn take(expression: Option<Ast>, settings: &Settings) -> Result<(Option<Ast>, Vec<Ast>), PlanError> {
    let mut excluded = Vec::new();
    let expression = match (expression, leaf(b"-true", Primary::Constant(true))) {
        (Some(ast), Some(truth)) => Some(ast.without_excluded(&mut excluded, &truth)),
        (expression, _) => expression,
    };
    for leaf in excluded.iter().flat_map(Ast::leaves) {
        if matches!(leaf.row.role, Role::Action { .. }) {
            let message = Message::word(leaf.row.name().as_bytes()).then(" cannot stand in ").quote(b"-exclude");
            return Err(PlanError::Syntax(SyntaxError { words: leaf.words.clone(), message, hint: None }));
        }
    }
    if settings.no_hidden {
        excluded.extend(leaf(b"-hidden", Primary::Hidden).map(Ast::Leaf));
    }
    Ok((expression, excluded))
}

/// The tree of what is excluded; any of the expressions excludes.
pub(super) fn tree(excluded: Vec<Ast>, resolver: &Resolver<'_>, charset: Charset, optimise: bool) -> Result<Option<Tree>, PlanError> {
    let mut trees = Vec::with_capacity(excluded.len());
    for ast in excluded {
        trees.push(resolver.tree(ast)?);
    }
    if trees.is_empty() {
        return Ok(None);
    }
    let mut tree = Tree::list(trees, Form::Or);
    if optimise {
        tree.order(charset);
    }
    Ok(Some(tree))
}

/// What it may ask of an entry.
pub(super) fn needs(exclude: Option<&Tree>, settings: &Settings) -> Fields {
    let identity = if settings.unique { Fields::DEV.with(Fields::INO) } else { Fields::NONE };
    exclude.map_or(Fields::NONE, |tree| tree.needs) | identity
}

/// The evaluator's gate.
pub(super) fn gate(exclude: Option<Tree>, settings: &Settings) -> Gate {
    Gate { exclude: exclude.map(Tree::into_node), unique: settings.unique, xargs_safe: settings.xargs_safe }
}

/// A primary that nobody wrote.
fn leaf(name: &[u8], primary: Primary) -> Option<Leaf> {
    Some(Leaf { row: rows::find(name)?, primary, operand: Vec::new(), words: 0..0 })
}
