//! The order of entries. What is compared first is a number of sixteen bytes beside each entry's own number: names are looked
//! at only where those are equal, and nothing is allocated for a comparison.

use super::program::{Program, SortBy};
use super::version;
use crate::base::{Details, Kind, Time};
use crate::engine::list::Listing;
use std::cmp::Ordering;

/// Brings the numbers of entries into order. `width` tells the columns of a name.
pub(super) fn sort(program: &Program, listing: &Listing, numbers: Vec<u32>, mut width: impl FnMut(&[u8]) -> usize) -> Vec<u32> {
    if program.sort == SortBy::Nothing {
        return numbers;
    }
    let mut keyed: Vec<(u128, u32)> = numbers
        .into_iter()
        .map(|number| {
            let (name, details) = listing.get(number);
            let key = match program.sort {
                SortBy::Name => leading(name),
                SortBy::Extension => leading(extension(name)),
                SortBy::Time => !time(details.time),
                SortBy::Size => !u128::from(details.size),
                SortBy::Width => width(name) as u128,
                SortBy::Version => version::key(name),
                SortBy::Nothing => 0,
            };
            (key, number)
        })
        .collect();
    let name = |number: u32| listing.get(number).0;
    let compare = |one: &(u128, u32), other: &(u128, u32)| {
        let (a, b) = (one.1, other.1);
        let order = one.0.cmp(&other.0).then_with(|| match program.sort {
            SortBy::Version => version::compare(name(a), name(b)).then_with(|| name(a).cmp(name(b))),
            SortBy::Extension => extension(name(a)).cmp(extension(name(b))).then_with(|| name(a).cmp(name(b))),
            _ => name(a).cmp(name(b)),
        });
        let order = if program.reverse { order.reverse() } else { order };
        // What is equal stays as it was met.
        if order == Ordering::Equal { a.cmp(&b) } else { order }
    };
    if program.directories_first {
        let is_directory = |number: u32| leads_to_directory(listing.get(number).1);
        let mut ranked: Vec<(bool, (u128, u32))> = keyed.into_iter().map(|entry| (!is_directory(entry.1), entry)).collect();
        ranked.sort_unstable_by(|(late, one), (later, other)| late.cmp(later).then_with(|| compare(one, other)));
        return ranked.into_iter().map(|(_, (_, number))| number).collect();
    }
    keyed.sort_unstable_by(compare);
    keyed.into_iter().map(|(_, number)| number).collect()
}

/// Whether it is a directory or a link to one.
fn leads_to_directory(details: &Details) -> bool {
    let target = details.target.as_ref().and_then(|target| target.mode);
    details.kind == Kind::Directory || target.is_some_and(|mode| Kind::from_mode(mode) == Kind::Directory)
}

/// The first sixteen bytes of a name as a number that orders alike.
fn leading(name: &[u8]) -> u128 {
    let mut bytes = [0; 16];
    let length = name.len().min(16);
    bytes[..length].copy_from_slice(&name[..length]);
    u128::from_be_bytes(bytes)
}

/// What follows the last dot, with it.
fn extension(name: &[u8]) -> &[u8] {
    name.iter().rposition(|byte| *byte == b'.').map_or(b"", |dot| &name[dot..])
}

/// A number that orders as times do; what has none comes before all.
fn time(time: Option<Time>) -> u128 {
    let Some(time) = time else { return u128::from((-1_i64).cast_unsigned() ^ 1 << 63) << 32 };
    u128::from(time.secs.cast_unsigned() ^ 1 << 63) << 32 | u128::from(time.nanos)
}
