//! The line of `-ls`: the columns of GNU find, which are those of `ls -dils`.
//!
//! GNU's columns grow with the widest value so far, so a line depends on those before it. Here the columns are what GNU's
//! are at the start, and what is wider is shown whole: a line depends on its entry alone.

use super::civil::Zones;
use super::escape::push_quoted;
use super::number::push_right;
use super::{Dressed, Facts, mode, time};
use crate::base::{Fields, Kind};

/// What a line shows.
pub const LONG_NEEDS: Fields = Fields::KIND
    .with(Fields::MODE)
    .with(Fields::SIZE)
    .with(Fields::BLOCKS)
    .with(Fields::NLINK)
    .with(Fields::UID)
    .with(Fields::GID)
    .with(Fields::INO)
    .with(Fields::MTIME)
    .with(Fields::LINK_TARGET)
    .with(Fields::USER)
    .with(Fields::GROUP);

/// Times within half a year (180 days) are shown with the time of day.
const RECENT: i64 = 180 * 86_400;
/// And those that lie ahead by no more than an hour.
const AHEAD: i64 = 3600;

/// How lines are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Long {
    /// Now, in seconds since 1970.
    pub now: i64,
    /// Blocks are shown in 512 bytes, as POSIX has it, not in 1024.
    pub small_blocks: bool,
}

impl Long {
    /// Appends a line with its newline; the path, and what a link says, as they are `dressed`.
    pub fn push(&self, to: &mut Vec<u8>, facts: &Facts<'_>, zones: &mut impl Zones, dressed: Option<Dressed<'_>>) {
        let stat = facts.stat;
        push_right(to, stat.ino, 9);
        to.push(b' ');
        push_right(to, if self.small_blocks { stat.blocks } else { stat.blocks.div_ceil(2) }, 6);
        to.push(b' ');
        to.extend_from_slice(&mode::letters(stat.mode));
        to.push(b' ');
        push_right(to, stat.nlink.into(), 3);
        to.push(b' ');
        push_left(to, facts.user, 8);
        to.push(b' ');
        push_left(to, facts.group, 8);
        to.push(b' ');
        if matches!(stat.kind(), Kind::CharDevice | Kind::BlockDevice) {
            push_right(to, stat.rdev_major.into(), 3);
            to.extend_from_slice(b", ");
            push_right(to, stat.rdev_minor.into(), 3);
        } else {
            push_right(to, stat.size, 8);
        }
        to.push(b' ');
        let age = self.now.saturating_sub(stat.mtime.secs);
        time::push_short(to, stat.mtime.secs, (-AHEAD..=RECENT).contains(&age), zones);
        to.push(b' ');
        match &dressed {
            Some(dressed) => dressed.push(to, facts.entry, push_quoted),
            None => {
                push_quoted(to, facts.entry.dir_path);
                push_quoted(to, facts.entry.found.name.to_bytes());
            }
        }
        if !facts.link.is_empty() {
            to.extend_from_slice(b" -> ");
            match &dressed {
                Some(dressed) => dressed.push_target(to, facts.link, push_quoted),
                None => push_quoted(to, facts.link),
            }
        }
        to.push(b'\n');
    }
}

fn push_left(to: &mut Vec<u8>, text: &[u8], width: usize) {
    to.extend_from_slice(text);
    to.resize(to.len() + width.saturating_sub(text.len()), b' ');
}
