//! The directives of `-printf`: what each needs, and its bytes. They are GNU find 4.9's.

use super::civil::Zones;
use super::field::Field;
use super::number::{push_decimal, push_octal};
use super::{Facts, float, mode, path, time};
use crate::base::{Fields, Kind, Time, push_safe};

/// One of an entry's timestamps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clock {
    /// Of last access.
    Access,
    /// Of birth.
    Birth,
    /// Of last change of the inode.
    Change,
    /// Of last change of the contents.
    Modify,
}

impl Clock {
    const fn needs(self) -> Fields {
        match self {
            Self::Access => Fields::ATIME,
            Self::Birth => Fields::BTIME,
            Self::Change => Fields::CTIME,
            Self::Modify => Fields::MTIME,
        }
    }

    /// `None`: the file system does not keep it.
    fn of(self, facts: &Facts<'_>) -> Option<Time> {
        match self {
            Self::Access => Some(facts.stat.atime),
            Self::Birth => facts.stat.known.has(Fields::BTIME).then_some(facts.stat.btime),
            Self::Change => Some(facts.stat.ctime),
            Self::Modify => Some(facts.stat.mtime),
        }
    }
}

/// What a directive shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Directive {
    Path,
    Below,
    Root,
    Dir,
    Base,
    Depth,
    Size,
    Blocks,
    Kilobytes,
    Sparseness,
    Mode,
    ModeLetters,
    Kind,
    TargetKind,
    Link,
    Inode,
    Links,
    Device,
    User,
    Uid,
    Group,
    Gid,
    FsType,
    Context,
    /// `%t` and its like.
    Ctime(Clock),
    /// `%Tk` and its like.
    Time(Clock, u8),
    /// `%Tq`, where strftime knows no `q`: it stands for itself.
    Unknown(u8),
}

impl Directive {
    /// The directive of one letter.
    pub(super) const fn from_letter(letter: u8) -> Option<Self> {
        Some(match letter {
            b'a' => Self::Ctime(Clock::Access),
            b'b' => Self::Blocks,
            b'c' => Self::Ctime(Clock::Change),
            b'd' => Self::Depth,
            b'D' => Self::Device,
            b'f' => Self::Base,
            b'F' => Self::FsType,
            b'g' => Self::Group,
            b'G' => Self::Gid,
            b'h' => Self::Dir,
            b'H' => Self::Root,
            b'i' => Self::Inode,
            b'k' => Self::Kilobytes,
            b'l' => Self::Link,
            b'm' => Self::Mode,
            b'M' => Self::ModeLetters,
            b'n' => Self::Links,
            b'p' => Self::Path,
            b'P' => Self::Below,
            b's' => Self::Size,
            b'S' => Self::Sparseness,
            b't' => Self::Ctime(Clock::Modify),
            b'u' => Self::User,
            b'U' => Self::Uid,
            b'y' => Self::Kind,
            b'Y' => Self::TargetKind,
            b'Z' => Self::Context,
            _ => return None,
        })
    }

    /// The timestamp of a letter that is followed by one of strftime's.
    pub(super) const fn clock(letter: u8) -> Option<Clock> {
        Some(match letter {
            b'A' => Clock::Access,
            b'B' => Clock::Birth,
            b'C' => Clock::Change,
            b'T' => Clock::Modify,
            _ => return None,
        })
    }

    /// The directive of a timestamp and a letter of strftime's.
    pub(super) fn time(clock: Clock, letter: u8) -> Self {
        if time::LETTERS.contains(&letter) { Self::Time(clock, letter) } else { Self::Unknown(letter) }
    }

    /// What it asks of an entry.
    pub(super) const fn needs(self) -> Fields {
        match self {
            Self::Path | Self::Below | Self::Root | Self::Dir | Self::Base | Self::Depth | Self::Unknown(_) => Fields::NONE,
            Self::Size => Fields::SIZE,
            Self::Blocks | Self::Kilobytes => Fields::BLOCKS,
            Self::Sparseness => Fields::SIZE.with(Fields::BLOCKS),
            Self::Mode => Fields::MODE,
            Self::ModeLetters => Fields::KIND.with(Fields::MODE),
            Self::Kind => Fields::KIND,
            Self::TargetKind => Fields::KIND.with(Fields::TARGET_KIND),
            Self::Link => Fields::KIND.with(Fields::LINK_TARGET),
            Self::Inode => Fields::INO,
            Self::Links => Fields::NLINK,
            Self::Device => Fields::DEV,
            Self::User => Fields::UID.with(Fields::USER),
            Self::Uid => Fields::UID,
            Self::Group => Fields::GID.with(Fields::GROUP),
            Self::Gid => Fields::GID,
            Self::FsType => Fields::DEV.with(Fields::FSTYPE),
            Self::Context => Fields::CONTEXT,
            Self::Ctime(clock) | Self::Time(clock, _) => clock.needs(),
        }
    }

    /// Appends it.
    #[inline]
    pub(super) fn push(self, to: &mut Vec<u8>, field: &Field, facts: &Facts<'_>, zones: &mut impl Zones) {
        let start = to.len();
        match self {
            Self::Path => facts.entry.push_path(to),
            Self::Size => push_decimal(to, facts.stat.size),
            _ => self.push_rest(to, facts, zones),
        }
        if let Some(charset) = facts.safe
            && self.is_name()
        {
            let name = to.split_off(start);
            push_safe(to, &name, charset);
        }
        if !field.is_plain() || self == Self::Sparseness {
            self.fit(to, start, field, facts);
        }
    }

    fn push_rest(self, to: &mut Vec<u8>, facts: &Facts<'_>, zones: &mut impl Zones) {
        let stat = facts.stat;
        match self {
            Self::Path | Self::Size | Self::Sparseness => {}
            Self::Below => path::push_below(to, facts.entry),
            Self::Root => path::push_root(to, facts.entry),
            Self::Dir => path::push_dir(to, facts.entry),
            Self::Base => path::push_base(to, facts.entry),
            Self::Depth => push_decimal(to, facts.entry.found.depth.into()),
            Self::Blocks => push_decimal(to, stat.blocks),
            Self::Kilobytes => push_decimal(to, stat.blocks.div_ceil(2)),
            Self::Mode => push_octal(to, stat.mode & 0o7777),
            Self::ModeLetters => to.extend_from_slice(&mode::letters(stat.mode)),
            Self::Kind => to.push(kind_letter(facts.kind)),
            Self::TargetKind => to.push(facts.target),
            Self::Link => to.extend_from_slice(facts.link),
            Self::Inode => push_decimal(to, stat.ino),
            Self::Links => push_decimal(to, stat.nlink.into()),
            Self::Device => push_decimal(to, stat.dev),
            Self::User => to.extend_from_slice(facts.user),
            Self::Uid => push_decimal(to, stat.uid.into()),
            Self::Group => to.extend_from_slice(facts.group),
            Self::Gid => push_decimal(to, stat.gid.into()),
            Self::FsType => to.extend_from_slice(facts.fstype),
            Self::Context => to.extend_from_slice(facts.context),
            Self::Ctime(clock) => {
                if let Some(at) = clock.of(facts) {
                    time::push_ctime(to, at, zones);
                }
            }
            Self::Time(clock, letter) => {
                if let Some(at) = clock.of(facts) {
                    time::push(to, at, letter, zones);
                }
            }
            Self::Unknown(letter) => push_unknown(to, letter),
        }
    }

    /// Whether somebody else chose its bytes.
    const fn is_name(self) -> bool {
        matches!(self, Self::Path | Self::Below | Self::Root | Self::Dir | Self::Base | Self::Link)
    }

    /// Applies the field to what was appended after `start`: to printf most directives are strings.
    fn fit(self, to: &mut Vec<u8>, start: usize, field: &Field, facts: &Facts<'_>) {
        match self {
            Self::Depth => field.decimal(to, start),
            Self::Mode => field.octal(to, start),
            Self::Sparseness => float::push(to, sparseness(facts), field),
            _ => field.text(to, start),
        }
    }
}

/// The letter of `%y`: `U` where the type is not known.
#[must_use]
pub const fn kind_letter(kind: Kind) -> u8 {
    match kind {
        Kind::Unknown => b'U',
        // ASCII.
        kind => kind.letter() as u8,
    }
}

/// Bytes on the disk to bytes of the contents.
fn sparseness(facts: &Facts<'_>) -> f64 {
    let (bytes, disk) = (facts.stat.size as f64, 512.0 * facts.stat.blocks as f64);
    match (facts.stat.size, facts.stat.blocks) {
        (0, 0) => 1.0,
        (0, _) => f64::INFINITY,
        _ => disk / bytes,
    }
}

/// What strftime makes of a letter that it does not know: itself. A digit is a width without a letter, so `%5` is shown in
/// five columns.
fn push_unknown(to: &mut Vec<u8>, letter: u8) {
    if letter.is_ascii_digit() {
        to.resize(to.len() + usize::from(letter - b'0').saturating_sub(2), b' ');
    }
    if letter != b'%' {
        to.push(b'%');
    }
    to.push(letter);
}
