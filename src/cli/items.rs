//! Options and primaries alike, as the texts about them list them: help, manual, completions.

use super::globals;
use super::options::command::About;
use super::{du, ls};
use crate::expr::{Category, Shape, rows};

/// What there is to say about an option or primary.
#[derive(Clone, Copy, Debug)]
pub(super) struct Item {
    /// Its names, the first one being its own.
    pub(super) names: &'static [&'static str],
    /// Its operand.
    pub(super) shape: Option<&'static Shape>,
    /// What stands between its name and the operand.
    pub(super) between: &'static str,
    /// Its line in the help.
    pub(super) doc: &'static str,
    /// What the manual says beyond that line.
    pub(super) detail: &'static str,
}

impl Item {
    /// What stands for the operand; empty if there is none.
    pub(super) fn label(&self) -> &'static str {
        self.shape.map_or("", |shape| shape.label)
    }

    /// Whether the operand may be left out, and else follows a `=`.
    pub(super) fn is_optional(&self) -> bool {
        self.between.starts_with('[')
    }

    /// What follows its names: what stands between, the operand, and a bracket if one was opened.
    pub(super) fn tail(&self) -> String {
        let end = if self.is_optional() { "]" } else { "" };
        self.shape.map(|shape| format!("{}{}{end}", self.between, shape.label)).unwrap_or_default()
    }

    /// Its names that begin with a dash.
    pub(super) fn dashed(self) -> impl Iterator<Item = &'static str> {
        self.names.iter().copied().filter(|name| name.starts_with('-'))
    }
}

/// All of find's but what the help does not show: options first, in the order of the tables.
pub(super) fn all() -> impl Iterator<Item = Item> {
    listed().map(|(_, item)| item)
}

/// Those of one heading.
pub(super) fn of(category: Category) -> impl Iterator<Item = Item> {
    listed().filter(move |(heading, _)| *heading == category).map(|(_, item)| item)
}

fn listed() -> impl Iterator<Item = (Category, Item)> {
    let globals = globals::shown().filter_map(|global| {
        let item = Item { names: global.names, shape: global.shape(), between: global.between(), doc: global.doc, detail: global.detail };
        Some((global.category?, item))
    });
    globals.chain(rows::all().map(|row| {
        let item = Item { names: row.names, shape: row.shape(), between: " ", doc: row.doc, detail: row.detail };
        (row.category, item)
    }))
}

/// All options of du.
pub(super) fn of_du() -> impl Iterator<Item = Item> {
    du::all().map(|opt| opt.item())
}

/// All options of ls.
pub(super) fn of_ls() -> impl Iterator<Item = Item> {
    ls::all().map(|opt| opt.item())
}

/// Those of a command under one heading.
pub(super) fn of_group<D>(about: &About<D>, group: &'static str) -> impl Iterator<Item = Item> {
    (about.rows)().filter(move |opt| opt.group == group).map(|opt| opt.item())
}
