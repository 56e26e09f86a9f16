//! `Facts`: what an entry is rendered from, gathered beforehand, so that nothing can fail once a record is begun.

use crate::base::{Charset, Entry, Kind, Stat};

/// An entry and what was asked about it. What nobody declared a need of is empty.
#[derive(Clone, Copy, Debug)]
pub struct Facts<'a> {
    /// The entry.
    pub entry: &'a Entry<'a>,
    /// Its type; `Unknown` where nobody needed it.
    pub kind: Kind,
    /// Its stat.
    pub stat: &'a Stat,
    /// What it points to, if it is a symbolic link.
    pub link: &'a [u8],
    /// The letter of the type of what it leads to; `N` if that is nothing, `L` for a loop, `?` if it cannot be told.
    pub target: u8,
    /// The owner's name; its number where it has none.
    pub user: &'a [u8],
    /// The group's name; its number where it has none.
    pub group: &'a [u8],
    /// `user` is a name.
    pub user_is_name: bool,
    /// `group` is a name.
    pub group_is_name: bool,
    /// The type of its file system.
    pub fstype: &'a [u8],
    /// Its security context.
    pub context: &'a [u8],
    /// The record goes to a terminal: names must not act on it.
    pub safe: Option<Charset>,
}
