//! A request as far as its options are read.

use super::words;
use crate::base::Unmatched;
use crate::cli::options::{self, Places};
use crate::expr::{Message, Refusal, Shape, SyntaxError, Words, refused};
use crate::plan::When;
use crate::plan::ls::{Format, LsRequest, QuotingStyle, SortBy, Times};
use std::ffi::{CString, OsString};

/// What the options said so far.
#[derive(Debug, Default)]
pub(in crate::cli) struct Draft {
    pub(super) places: Places,
    /// What they say by themselves.
    pub(super) request: LsRequest,
    /// The style of times, with the place of its word.
    pub(super) style: Option<(usize, Vec<u8>)>,
    /// The place of `--dired`.
    pub(super) dired_at: usize,
}

impl options::Draft for Draft {
    fn places(&mut self) -> &mut Places {
        &mut self.places
    }

    fn operand(&mut self, _: usize, path: CString) {
        self.request.arguments.push(path);
    }

    fn expression(&mut self, _: &mut Words<'_>, name: &[u8], _: &'static Shape) -> Result<(), SyntaxError> {
        Err(SyntaxError::at(self.places.at, Message::word(name).then(" takes no expression")))
    }
}

impl Draft {
    /// The request. `variable` is a variable of the environment.
    pub(super) fn finish(
        mut self,
        command_word: Option<CString>,
        variable: impl Fn(&str) -> Option<OsString>,
    ) -> Result<LsRequest, SyntaxError> {
        if let Some(wrong) = self.places.wrong.take() {
            return Err(wrong);
        }
        let LsRequest { dired, zero, format, hyperlink, .. } = self.request;
        if dired && zero && format == Some(Format::Long) && hyperlink == When::Never {
            let message = Message::word(b"--dired").then(" counts bytes of lines, ").quote(b"--zero").then(" has none");
            return Err(SyntaxError::at(self.dired_at, message));
        }
        if self.request.format == Some(Format::Long) {
            self.request.times = self.times(variable)?;
        }
        Ok(LsRequest { command_word, ..self.request })
    }

    /// How times are written: by the option, else by the environment.
    fn times(&self, variable: impl Fn(&str) -> Option<OsString>) -> Result<Times, SyntaxError> {
        let locale = ["LC_ALL", "LC_TIME", "LANG"].into_iter().find_map(|name| variable(name).filter(|value| !value.is_empty()));
        let posix = locale.is_none_or(|name| name == "C" || name == "POSIX");
        let value = variable("TIME_STYLE");
        let (at, name, word) = match (&self.style, &value) {
            (Some((at, word)), _) => (*at, &b"--time-style"[..], word.as_slice()),
            (None, Some(value)) => (self.places.at, &b"TIME_STYLE"[..], value.as_encoded_bytes()),
            (None, None) => return Ok(Times::LOCALE),
        };
        let wrong = |unmatched: Unmatched| refused(at, name, word, Refusal(unmatched.reason()), &words::STYLE);
        Times::parse(word, posix).map_err(wrong)
    }

    /// Long lines.
    pub(super) fn long(&mut self) {
        self.request.format = Some(Format::Long);
    }

    /// A line each, unless those are long already.
    pub(super) fn lines(&mut self) {
        if self.request.format != Some(Format::Long) {
            self.request.format = Some(Format::Lines);
        }
    }

    /// `-f`: everything as the directory has it, and fast.
    pub(super) fn as_it_is(&mut self) {
        let request = &mut self.request;
        request.hidden = crate::plan::ls::Hidden::Shown;
        request.sort = Some(SortBy::Nothing);
        request.format = request.format.filter(|format| *format != Format::Long);
        request.color = When::Never;
        request.hyperlink = When::Never;
        request.blocks = false;
    }

    /// `--zero`: for programs that read it.
    pub(super) fn zero(&mut self) {
        self.lines();
        let request = &mut self.request;
        request.zero = true;
        request.hides = Some(false);
        request.color = When::Never;
        request.quoting = Some(QuotingStyle::Literal);
    }
}
