//! The local time zone as a worker remembers it: the C library takes a lock for every answer, and a tree's times lie close
//! together.

use crate::render::{Local, Zones};
use crate::sys::localtime;

/// Seconds of a stretch that is looked up at once, as a power of two: some four hours. Where both its ends show the same
/// offset and abbreviation, so does all between: no zone ever changed and changed back within it.
const STRETCH: u32 = 14;
/// Stretches that are remembered.
const SLOTS: usize = 256;
/// Times beyond are looked up one by one: their stretches may not have two ends.
const USUAL: std::ops::Range<i64> = -(1 << 50)..1 << 50;

#[derive(Clone, Copy)]
struct Slot {
    stretch: i64,
    offset: i32,
    /// Into `names`.
    name: usize,
}

#[derive(Default)]
pub(super) struct Zone {
    /// By the lowest bits of the stretch's number; empty before the first question.
    slots: Vec<Option<Slot>>,
    names: Vec<Vec<u8>>,
}

impl Zones for Zone {
    fn local(&mut self, secs: i64) -> Option<Local<'_>> {
        let stretch = secs >> STRETCH;
        let at = stretch.rem_euclid(SLOTS as i64) as usize;
        let known = self.slots.get(at).copied().flatten().filter(|slot| slot.stretch == stretch);
        let slot = match known {
            Some(slot) => slot,
            None => self.look_up(secs, stretch, at)?,
        };
        Some(Local { offset: slot.offset, name: self.names.get(slot.name).map(Vec::as_slice).unwrap_or_default() })
    }
}

impl Zone {
    fn look_up(&mut self, secs: i64, stretch: i64, at: usize) -> Option<Slot> {
        let (offset, name) = asked(secs)?;
        let start = stretch << STRETCH;
        let constant = USUAL.contains(&secs) && asked(start) == asked(start + (1 << STRETCH) - 1);
        let name = self.names.iter().position(|known| *known == name).unwrap_or_else(|| {
            self.names.push(name);
            self.names.len() - 1
        });
        let slot = Slot { stretch, offset, name };
        if constant {
            self.slots.resize(SLOTS, None);
            self.slots[at] = Some(slot);
        }
        Some(slot)
    }
}

/// Seconds east of Greenwich and the zone's name, by the C library.
fn asked(secs: i64) -> Option<(i32, Vec<u8>)> {
    // An offset is below two days.
    localtime::local(secs).map(|local| (i32::try_from(local.east).unwrap_or(0), local.zone))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_remembered_is_what_the_library_says() {
        let mut zones = Zone::default();
        for secs in (-3_000_000_000..5_000_000_000_i64).step_by(999_983).chain([i64::MIN, i64::MAX, 0, -1]) {
            for near in [secs, secs.saturating_add(7)] {
                let remembered = zones.local(near).map(|local| (local.offset, local.name.to_vec()));
                assert_eq!(remembered, asked(near), "{near}");
            }
        }
    }
}
