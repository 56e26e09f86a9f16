//! An `LsRequest` to a `Program`: what the terminal and the environment decide, and what has to be asked of entries.

mod colours;
mod request;

pub use crate::base::QuotingStyle;
pub use crate::eval::ls::{Deref, Hidden, SortBy};
pub use crate::render::ls::{Format, Indicator, Times};
pub use request::{ByTerminal, LsRequest, TimeOf};

use super::{When, note_on_command};
use crate::base::{Charset, Fields, Kind, KindSet, Misfit, Quoting, Scaled, Time, Unmatched, abbreviated, quoted};
use crate::engine::list::ListSpec;
use crate::eval::ls::{Glob, Ignored, Program};
use crate::render::ls::Style;
use crate::render::{Amount, Colours, Links};
use crate::sys::{clock, place, terminal, write};
use std::ffi::OsString;
use std::os::unix::ffi::OsStrExt;

/// Columns of a line where nobody knows.
const LINE: usize = 80;
/// Columns between tab stops.
const TAB: usize = 8;

/// The styles of quoting by their names.
pub const QUOTING_STYLES: [(&str, QuotingStyle); 10] = [
    ("literal", QuotingStyle::Literal),
    ("shell", QuotingStyle::Shell),
    ("shell-always", QuotingStyle::ShellAlways),
    ("shell-escape", QuotingStyle::ShellEscape),
    ("shell-escape-always", QuotingStyle::ShellEscapeAlways),
    ("c", QuotingStyle::C),
    ("c-maybe", QuotingStyle::CMaybe),
    ("escape", QuotingStyle::Escape),
    ("locale", QuotingStyle::Locale),
    ("clocale", QuotingStyle::Clocale),
];

/// What is to be done.
#[derive(Debug)]
pub struct LsPlan {
    /// For the evaluator.
    pub program: Program,
    /// Lines for standard error, without the program's name.
    pub notes: Vec<Vec<u8>>,
}

/// What is asked of the surroundings while a listing is planned.
struct Planner {
    request: LsRequest,
    charset: Charset,
    terminal: bool,
    notes: Vec<Vec<u8>>,
}

fn variable(name: &str) -> Option<OsString> {
    std::env::var_os(name)
}

/// Plans a listing.
#[must_use]
pub fn plan(request: LsRequest, charset: Charset) -> LsPlan {
    let terminal = write::is_terminal(write::stdout());
    let mut planner = Planner { request, charset, terminal, notes: Vec::new() };
    let colours = planner.colours();
    let style = planner.style(colours);
    let Planner { mut request, mut notes, .. } = planner;
    notes.extend(request.command_word.as_deref().filter(|word| super::exists(word)).map(|word| note_on_command(word).into_bytes()));
    let long = style.format == Format::Long;
    let deref = request.deref.unwrap_or(match style.indicator {
        _ if request.itself || long => Deref::Never,
        Indicator::Classify => Deref::Never,
        _ => Deref::ArgumentsToDirectories,
    });
    let sort = request.sort.unwrap_or(match request.time {
        TimeOf::Modification => SortBy::Name,
        _ if long => SortBy::Name,
        _ => SortBy::Time,
    });
    let globs = |patterns: &[Vec<u8>]| patterns.iter().map(|pattern| Glob::new(pattern, charset)).collect();
    let program = Program {
        spec: spec(&request, &style, sort, deref),
        ignored: Ignored { hidden: request.hidden, hide: globs(&request.hide), ignore: globs(&request.ignore) },
        arguments: std::mem::take(&mut request.arguments),
        quoting: QUOTING_STYLES.iter().find(|(_, known)| *known == style.quoting.style).map_or("", |(name, _)| name),
        style,
        deref,
        itself: request.itself,
        recursive: request.recursive,
        sort,
        reverse: request.reverse,
        directories_first: request.directories_first,
    };
    LsPlan { program, notes }
}

/// What is asked of entries: only what is shown, sorted by, or decides a mark or colour.
fn spec(request: &LsRequest, style: &Style, sort: SortBy, deref: Deref) -> ListSpec {
    let long = style.format == Format::Long;
    let colours = style.colours.as_ref();
    let target_modes = request.directories_first || colours.is_some_and(|colours| colours.asks_targets(long));
    let all = matches!(sort, SortBy::Time | SortBy::Size) || long || style.context || style.blocks || style.inode;
    let by_type = request.recursive || colours.is_some() || request.directories_first || style.indicator != Indicator::None;
    let mut stated = KindSet::default();
    for kind in Kind::ALL {
        let stats = match kind {
            _ if all => true,
            // Links to files show what their own links lead to.
            Kind::Unknown | Kind::Symlink if style.links.is_some() && deref == Deref::Always => true,
            Kind::Unknown => by_type,
            Kind::Symlink => by_type && (deref == Deref::Always || target_modes || colours.is_some_and(Colours::shows_targets)),
            Kind::Regular => by_type && (style.indicator == Indicator::Classify || colours.is_some_and(|colours| colours.judges(kind))),
            _ => colours.is_some_and(|colours| colours.judges(kind)),
        };
        if stats {
            stated.insert(kind);
        }
    }
    let time = match request.time {
        TimeOf::Modification => Fields::MTIME,
        TimeOf::Access => Fields::ATIME,
        TimeOf::Change => Fields::CTIME,
        TimeOf::Birth => Fields::BTIME,
    };
    ListSpec {
        stated,
        fields: fields(style, sort, time),
        time,
        follow: deref == Deref::Always,
        targets: long || target_modes,
        target_modes: target_modes || style.indicator >= Indicator::Type,
        marks: long,
        capabilities: colours.is_some_and(Colours::tells_capable),
        contexts: style.context,
        io: request.io,
        threads: request.threads,
        cached: request.cached,
        max_ops: request.max_ops,
    }
}

fn fields(style: &Style, sort: SortBy, time: Fields) -> Fields {
    let long = style.format == Format::Long;
    let coloured = style.colours.as_ref().map_or(Fields::NONE, |colours| colours.of_file() | colours.of_directory());
    [
        (true, coloured),
        (long || style.indicator == Indicator::Classify, Fields::MODE),
        (long, Fields::NLINK),
        (long && (style.owner || style.author), Fields::UID),
        (long && style.group, Fields::GID),
        (long || sort == SortBy::Size, Fields::SIZE),
        (long || style.blocks, Fields::BLOCKS),
        (style.inode, Fields::INO),
        (long || sort == SortBy::Time, time),
    ]
    .into_iter()
    .fold(Fields::NONE, |fields, (wanted, field)| if wanted { fields | field } else { fields })
}

impl Planner {
    fn style(&mut self, colours: Option<Colours>) -> Style {
        let format = self.request.format.unwrap_or(if self.terminal { Format::Columns } else { Format::Lines });
        let shared = matches!(format, Format::Columns | Format::Across | Format::Commas);
        let line = if shared || colours.is_some() { self.line() } else { LINE };
        let tab = match self.request.tab {
            _ if colours.is_some() => 0,
            Some(tab) => tab,
            None if shared => self.tab(),
            None => TAB,
        };
        let quoting_style = self.quoting_style();
        let request = &self.request;
        let indicator = if self.terminal { request.indicator.terminal } else { request.indicator.elsewhere };
        let quoting = Quoting {
            style: quoting_style,
            charset: self.charset,
            special: special(quoting_style, indicator),
            hides: request.hides.unwrap_or(self.terminal),
            // What ends lines with NUL is for programs, wherever it goes.
            safe: self.terminal && !request.zero,
        };
        let (amount, sizes) = self.amounts();
        let now = clock::now();
        Style {
            format,
            indicator,
            heading: Quoting { special: b":", ..quoting.clone() },
            aligned: quoting_style.varies() && (format == Format::Long || matches!(format, Format::Columns | Format::Across) && line > 0),
            quoting,
            inode: request.inode,
            blocks: request.blocks,
            context: request.context,
            owner: !request.no_owner,
            group: !request.no_group,
            author: request.author,
            numeric: request.numeric,
            amount,
            sizes,
            times: request.times.clone(),
            now: Time { secs: now.secs, nanos: now.nanos },
            line,
            tab,
            eol: if request.zero { 0 } else { b'\n' },
            colours,
            links: self.shows(self.request.hyperlink).then(|| Links::new(&place::host())),
            icons: self.shows(self.request.icons),
            dired: request.dired && format == Format::Long && !self.shows(request.hyperlink),
        }
    }

    fn shows(&self, when: When) -> bool {
        match when {
            When::Always => true,
            When::Never => false,
            When::Auto => self.terminal,
        }
    }

    /// How disk usage is written, and how lengths are.
    fn amounts(&self) -> (Amount, Amount) {
        if let Some(amount) = self.request.amount {
            return (amount, amount);
        }
        let amount = Amount::from_env("LS_BLOCK_SIZE", variable);
        let both = variable("LS_BLOCK_SIZE").is_some() || variable("BLOCK_SIZE").is_some();
        let sizes = if both { amount } else { Amount::in_units(1) };
        (if self.request.kibibytes { Amount::in_units(1024) } else { amount }, sizes)
    }

    fn quoting_style(&mut self) -> QuotingStyle {
        let usual = if self.terminal { QuotingStyle::ShellEscape } else { QuotingStyle::Literal };
        if let Some(style) = self.request.quoting {
            return style;
        }
        let Some(value) = variable("QUOTING_STYLE") else { return usual };
        match quoting_style(value.as_bytes()) {
            Ok(style) => style,
            Err(_) => {
                self.ignoring("value of environment variable QUOTING_STYLE", value.as_bytes());
                usual
            }
        }
    }

    fn line(&mut self) -> usize {
        if let Some(width) = self.request.width.or_else(|| terminal::columns().filter(|_| self.terminal)) {
            return width;
        }
        let Some(value) = variable("COLUMNS").filter(|value| !value.is_empty()) else { return LINE };
        read_width(value.as_bytes()).unwrap_or_else(|| {
            self.ignoring("width in environment variable COLUMNS", value.as_bytes());
            LINE
        })
    }

    fn tab(&mut self) -> usize {
        let Some(value) = variable("TABSIZE") else { return TAB };
        let size = Scaled::read(value.as_bytes(), b"").unsigned().ok().and_then(|size| usize::try_from(size).ok());
        size.unwrap_or_else(|| {
            self.ignoring("tab size in environment variable TABSIZE", value.as_bytes());
            TAB
        })
    }

    fn ignoring(&mut self, what: &str, value: &[u8]) {
        let value = quoted(value, self.charset, true);
        self.notes.push([b"ignoring invalid ", what.as_bytes(), b": ", &value].concat());
    }
}

/// Columns of a line as a text says them; what is larger than all numbers is without end. `None`: it is no number.
#[must_use]
pub fn read_width(text: &[u8]) -> Option<usize> {
    let number = Scaled::read(text, b"");
    match (number.unsigned(), number.misfit) {
        (Ok(width), _) => Some(usize::try_from(width).ok().filter(|width| isize::try_from(*width).is_ok()).unwrap_or(0)),
        (Err(_), Some(Misfit::Large)) if !number.negative => Some(0),
        _ => None,
    }
}

/// The style that a name, or the beginning of one, stands for.
///
/// # Errors
/// There is none, or more than one.
pub fn quoting_style(word: &[u8]) -> Result<QuotingStyle, Unmatched> {
    abbreviated(word, QUOTING_STYLES)
}

/// Bytes that could be taken for marks behind names, or for what parts names. That a star is among them with --file-type, which
/// has no such mark, and not with -F, which has, is GNU's.
const fn special(style: QuotingStyle, indicator: Indicator) -> &'static [u8] {
    match (matches!(style, QuotingStyle::Escape), indicator) {
        (false, Indicator::None | Indicator::Slash) => b"",
        (true, Indicator::None | Indicator::Slash) => b" ",
        (false, Indicator::Type) => b"*=>@|",
        (true, Indicator::Type) => b" *=>@|",
        (false, Indicator::Classify) => b"=>@|",
        (true, Indicator::Classify) => b" =>@|",
    }
}
