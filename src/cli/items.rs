//! Options and primaries alike, as the texts about them list them: help, manual, completions.

use super::globals;
use crate::expr::{Category, Shape, rows};

/// What there is to say about an option or primary.
#[derive(Clone, Copy, Debug)]
pub(super) struct Item {
    /// Its names, the first one being its own.
    pub(super) names: &'static [&'static str],
    /// Its operand.
    pub(super) shape: Option<&'static Shape>,
    /// Its line in the help.
    pub(super) doc: &'static str,
    /// What the manual says beyond that line.
    pub(super) detail: &'static str,
    /// Its heading.
    pub(super) category: Category,
}

impl Item {
    /// What stands for the operand; empty if there is none.
    pub(super) fn label(&self) -> &'static str {
        self.shape.map_or("", |shape| shape.label)
    }

    /// Its names that begin with a dash.
    pub(super) fn dashed(self) -> impl Iterator<Item = &'static str> {
        self.names.iter().copied().filter(|name| name.starts_with('-'))
    }
}

/// All of them but what the help does not show: options first, in the order of the tables.
pub(super) fn all() -> impl Iterator<Item = Item> {
    let globals = globals::shown().filter_map(|global| {
        let category = global.category?;
        Some(Item { names: global.names, shape: global.shape(), doc: global.doc, detail: global.detail, category })
    });
    globals.chain(rows::all().map(|row| {
        let shape = row.shape();
        Item { names: row.names, shape, doc: row.doc, detail: row.detail, category: row.category }
    }))
}

/// Those of one heading.
pub(super) fn of(category: Category) -> impl Iterator<Item = Item> {
    all().filter(move |item| item.category == category)
}
