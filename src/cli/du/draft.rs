//! A request as far as its options are read, and what must not stand together.

use super::{filter, rows};
use crate::base::Fields;
use crate::cli::options::{self, Places};
use crate::expr::{Ast, Message, Refusal, Shape, SyntaxError, Words, refused};
use crate::plan::du::{Arguments, DuRequest, Measure, Sort, Stamp, Threshold};
use crate::plan::{Amount, DateFormat, Follow, Io};
use std::ffi::{CString, OsString};

/// What the options said so far. A place is the index of a word of the command line.
#[derive(Debug, Default)]
pub(in crate::cli) struct Draft {
    pub(super) places: Places,
    pub(super) operands: Vec<(usize, CString)>,
    pub(super) list: Option<CString>,
    pub(super) follow: Follow,
    pub(super) apparent: bool,
    pub(super) inodes: bool,
    pub(super) amount: Option<Amount>,
    pub(super) all: Option<usize>,
    pub(super) summarize: Option<usize>,
    /// With the place.
    pub(super) depth: Option<(usize, u32)>,
    pub(super) separate: bool,
    pub(super) total: bool,
    pub(super) count_links: bool,
    pub(super) threshold: Option<Threshold>,
    pub(super) time: Option<(usize, Fields)>,
    pub(super) style: Option<(usize, Vec<u8>)>,
    pub(super) nul: Option<usize>,
    pub(super) one_file_system: bool,
    pub(super) one_mount: bool,
    pub(super) exclude: Vec<Vec<u8>>,
    pub(super) exclude_from: Vec<CString>,
    pub(super) filter: Option<Ast>,
    pub(super) top: Option<(usize, usize)>,
    pub(super) sort: Option<Sort>,
    pub(super) json: Option<usize>,
    pub(super) cached: bool,
    pub(super) max_ops: Option<u32>,
    pub(super) threads: Option<usize>,
    pub(super) queue_depth: Option<usize>,
    pub(super) io: Io,
    pub(super) stats: bool,
}

impl options::Draft for Draft {
    fn places(&mut self) -> &mut Places {
        &mut self.places
    }

    fn operand(&mut self, at: usize, path: CString) {
        self.operands.push((at, path));
    }

    fn expression(&mut self, words: &mut Words<'_>, name: &[u8], shape: &'static Shape) -> Result<(), SyntaxError> {
        self.filter = Some(filter::read(words, name, shape)?);
        Ok(())
    }
}

impl Draft {
    /// The request, if all goes together. `variable` is a variable of the environment.
    pub(super) fn finish(
        mut self,
        command_word: Option<CString>,
        variable: impl Fn(&str) -> Option<OsString>,
    ) -> Result<DuRequest, SyntaxError> {
        if let Some(wrong) = self.places.wrong.take() {
            return Err(wrong);
        }
        self.check()?;
        let format = self.format(&variable)?;
        let notes = self.notes();
        let amount = self.amount.unwrap_or_else(|| Amount::from_env("DU_BLOCK_SIZE", &variable));
        let depth = self.depth.map_or(u32::MAX, |(_, depth)| depth);
        Ok(DuRequest {
            arguments: self.list.map_or_else(|| given(self.operands), Arguments::Listed),
            follow: self.follow,
            measure: match (self.inodes, self.apparent) {
                (true, _) => Measure::Inodes,
                (false, true) => Measure::Apparent,
                (false, false) => Measure::Usage,
            },
            amount: if self.inodes { amount.counting() } else { amount },
            all: self.all.is_some(),
            max_depth: if self.summarize.is_some() { 0 } else { depth },
            separate: self.separate,
            total: self.total,
            count_links: self.count_links,
            threshold: self.threshold,
            time: self.time.zip(format).map(|((_, field), format)| Stamp { field, format }),
            nul: self.nul.is_some(),
            one_file_system: self.one_file_system,
            one_mount: self.one_mount,
            exclude: self.exclude,
            exclude_from: self.exclude_from,
            filter: self.filter,
            top: self.top.map(|(_, count)| count),
            sort: self.sort,
            json: self.json.is_some(),
            cached: self.cached,
            max_ops: self.max_ops,
            threads: self.threads,
            queue_depth: self.queue_depth,
            io: self.io,
            stats: self.stats,
            notes,
            command_word,
        })
    }

    /// What contradicts something else.
    fn check(&self) -> Result<(), SyntaxError> {
        let clash = |one: usize, other: usize, message: Message| Err(SyntaxError::at(one.max(other), message));
        if let (Some(sums), Some(all)) = (self.summarize, self.all) {
            return clash(sums, all, Message::word(b"-s").then(" shows the arguments alone, ").quote(b"-a").then(" every file"));
        }
        if let (Some(sums), Some((depth, 1..))) = (self.summarize, self.depth) {
            return clash(sums, depth, Message::word(b"-s").then(" shows the arguments alone, ").quote(b"-d").then(" what is below them"));
        }
        if let (Some(sums), Some((top, _))) = (self.summarize, self.top) {
            return clash(sums, top, Message::word(b"-s").then(" shows the arguments alone, ").quote(b"--top").then(" the largest files"));
        }
        if let (Some(nul), Some(json)) = (self.nul, self.json) {
            return clash(nul, json, Message::word(b"--json").then(" ends its lines with newlines, ").quote(b"-0").then(" with NULs"));
        }
        match (&self.list, self.operands.first()) {
            (Some(_), Some((at, path))) => {
                let message = Message::text("paths cannot stand beside ").quote(b"--files0-from").then(": ").quote(path.as_bytes());
                Err(SyntaxError::at(*at, message))
            }
            _ => Ok(()),
        }
    }

    /// How times are written, if they are: by the option, else by the environment.
    fn format(&self, variable: impl Fn(&str) -> Option<OsString>) -> Result<Option<DateFormat>, SyntaxError> {
        let Some((time, _)) = self.time else { return Ok(None) };
        let value = variable("TIME_STYLE");
        let value = value.as_ref().map(|value| value.as_encoded_bytes());
        let (at, name, word, format) = match &self.style {
            Some((at, word)) => (*at, &b"--time-style"[..], word.as_slice(), DateFormat::parse(word)),
            None => (time, &b"TIME_STYLE"[..], value.unwrap_or_default(), DateFormat::from_env(value)),
        };
        format.map(Some).map_err(|unmatched| refused(at, name, word, Refusal(unmatched.reason()), &rows::STYLE))
    }

    /// What has no effect, in GNU's words.
    fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        if self.summarize.is_some() && self.depth.is_some_and(|(_, depth)| depth == 0) {
            notes.push("warning: summarizing is the same as using --max-depth=0".to_owned());
        }
        if self.inodes && self.apparent {
            notes.push("warning: options --apparent-size and -b are ineffective with --inodes".to_owned());
        }
        notes
    }
}

fn given(operands: Vec<(usize, CString)>) -> Arguments {
    if operands.is_empty() {
        return Arguments::Given(vec![CString::from(c".")]);
    }
    Arguments::Given(operands.into_iter().map(|(_, path)| path).collect())
}
