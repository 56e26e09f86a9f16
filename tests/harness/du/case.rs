//! One command line on one tree, judged by GNU du and by the model.

use super::super::random::Random;
use super::super::run::{Call, Ran, Variant, oracle_of_du, under_test};
use super::super::trees;
use super::lines::{Form, Said, complains, messages, records, shown};
use super::model::{self, Answer, Ask, Follow, Measure};
use super::options::{Arguments, Leaning, Options, ordered};
use super::plant::Planted;
use std::ffi::OsString;
use std::fmt::Write as _;
use std::path::Path;

/// What a case may be beside random.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Setting {
    pub(crate) leaning: Leaning,
    /// The programs run as the owner of the tree, who is not root.
    pub(crate) ordinary: bool,
}

/// A command line for a tree.
pub(crate) struct Case<'a> {
    dir: &'a Path,
    pub(crate) options: Options,
    pub(crate) arguments: Arguments,
    locale: &'static str,
    ordinary: bool,
    /// The options stand behind the arguments.
    behind: bool,
    /// The list that the arguments are in.
    list: Option<OsString>,
}

/// Which judges a case had.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tally {
    pub(crate) cases: usize,
    /// With arguments that overlap.
    pub(crate) overlapping: usize,
    /// All lines were compared with GNU's.
    pub(crate) by_gnu: usize,
    /// All lines were compared with the model's.
    pub(crate) by_model: usize,
    /// GNU's lines depend on the order of its walk.
    pub(crate) ambiguous: usize,
}

impl Tally {
    pub(crate) fn add(&mut self, other: Self) {
        self.cases += other.cases;
        self.overlapping += other.overlapping;
        self.by_gnu += other.by_gnu;
        self.by_model += other.by_model;
        self.ambiguous += other.ambiguous;
    }
}

impl<'a> Case<'a> {
    pub(crate) fn random(random: &mut Random, planted: &'a Planted, setting: Setting) -> Self {
        let options = Options::random(random, setting.leaning, planted);
        let mut arguments = Arguments::random(random, planted);
        if options.ask.follow == Follow::All {
            arguments.paths.iter_mut().for_each(|path| without_slash(path, &planted.root));
        }
        let posix = options.environment.iter().any(|(name, _)| *name == "POSIXLY_CORRECT");
        let listed = !arguments.paths.is_empty() && random.one_in(10);
        let list = listed.then(|| {
            let contents: Vec<u8> = arguments.paths.iter().flat_map(|path| [&path[..], b"\0"].concat()).collect();
            planted.list("list", &contents);
            "--files0-from=../list".into()
        });
        let locale = if random.one_in(3) { "C.UTF-8" } else { "C" };
        let mut case =
            Self { dir: &planted.root, arguments, locale, ordinary: setting.ordinary, behind: !posix && random.one_in(6), list, options };
        case.options.ask.listed = listed;
        case.options.ask.ordinary = setting.ordinary;
        case
    }

    /// The same with options and arguments that are given.
    pub(crate) fn of(dir: &'a Path, options: Options, paths: &[&str]) -> Self {
        let paths = paths.iter().map(|path| path.as_bytes().to_vec()).collect();
        let arguments = Arguments { paths, overlap: false };
        Self { dir, options, arguments, locale: "C", ordinary: false, behind: false, list: None }
    }

    fn form(&self) -> Form {
        let ask = &self.options.ask;
        Form { zero: self.options.zero, timed: ask.time.is_some(), total: ask.total, partial: self.options.threshold }
    }

    fn call(&self, call: Call, options: Vec<OsString>) -> Ran {
        let mut call = call.locale(self.locale);
        for (name, value) in &self.options.environment {
            call = call.env(name, value);
        }
        call = match &self.list {
            Some(list) => call.words(options).words([list]),
            None => call.words(ordered(options, &self.arguments.paths, self.behind)),
        };
        if self.ordinary { call.ordinary().run() } else { call.run() }
    }

    fn ask_gnu(&self, options: Vec<OsString>) -> Ran {
        self.call(Call::oracle_of_du(self.dir), options)
    }

    fn ask_subject(&self, variant: Variant, options: Vec<OsString>) -> Ran {
        self.call(Call::du(variant, self.dir), options)
    }

    /// Whether the model knows everything that this case holds.
    fn is_modelled(&self) -> bool {
        let ask = &self.options.ask;
        !self.options.wrong && (ask.exclude.is_empty() || self.locale == "C")
    }

    /// Judges the program in one variant. What differs must differ again: file systems may change the blocks of a file that
    /// was just written.
    pub(crate) fn check(&self, variant: Variant) -> Result<Tally, String> {
        self.check_once(variant).or_else(|_| {
            let dir = std::fs::File::open(self.dir).expect("open a directory");
            rustix::fs::syncfs(&dir).expect("syncfs");
            self.check_once(variant)
        })
    }

    fn check_once(&self, variant: Variant) -> Result<Tally, String> {
        let gnu = self.ask_gnu(self.options.words());
        let ours = self.ask_subject(variant, self.options.words());
        let mut tally = Tally { cases: 1, overlapping: usize::from(self.arguments.overlap), ..Tally::default() };
        if self.options.wrong || gnu.errors().contains("--help' for more") {
            judge_ending(&ours, &gnu)?;
            return self.judge_mistake(&ours, &gnu).map(|()| tally);
        }
        let answer = self.answer(self.options.ask.measure);
        if self.same_names(&answer) {
            judge_ending(&ours, &gnu)?;
        }
        // Where a directory is reached in two ways, which of the two is told depends on the order.
        if !answer.ambiguous {
            judge_messages(&ours, &gnu)?;
        }
        tally.ambiguous = usize::from(answer.ambiguous);
        tally.by_gnu = usize::from(self.judge_by_gnu(&ours, &gnu, &answer)?);
        if self.is_modelled() {
            tally.by_model = usize::from(self.judge_by_model(variant, &answer)?);
        }
        Ok(tally)
    }

    fn answer(&self, measure: Measure) -> Answer {
        model::answer(&Ask { measure, ..self.options.ask.clone() }, self.dir, &self.arguments.paths)
    }

    /// Compares what a command line gives that is wrong, or may be.
    fn judge_mistake(&self, ours: &Ran, gnu: &Ran) -> Result<(), String> {
        let sorted = |ran: &Ran| {
            let mut records = records(&ran.stdout, self.options.zero);
            records.sort_unstable();
            records
        };
        let (ours_sorted, theirs) = (sorted(ours), sorted(gnu));
        let says = || format!("says:\n{}instead of:\n{}", shown(&ours_sorted), shown(&theirs));
        if ours_sorted == theirs { Ok(()) } else { Err(fault(ours, gnu, &says())) }
    }

    /// Whether the same entries are met in any order of the walk: what is left out can depend on the way to it.
    fn same_names(&self, answer: &Answer) -> bool {
        !answer.ambiguous || self.options.ask.exclude.is_empty()
    }

    /// Compares with GNU's lines: all of them where they do not depend on the order of its walk, else what each argument has
    /// in all, and the total. True if it was all.
    fn judge_by_gnu(&self, ours: &Ran, gnu: &Ran, answer: &Answer) -> Result<bool, String> {
        let (form, ask) = (self.form(), &self.options.ask);
        let said = Said::of(ours, &self.arguments.paths, form);
        let theirs = Said::of(gnu, &self.arguments.paths, form);
        // Where an argument's own line is missing, those of another one may be taken for its.
        let could_mislead = form.partial && self.arguments.paths.len() > 1 || ask.every_link && !ask.exclude.is_empty();
        if let Some(disorder) = said.disorder(form).filter(|_| !could_mislead) {
            return Err(fault(ours, gnu, &disorder));
        }
        // GNU 9.1 counts the length of directories.
        let same_rule = ask.measure == Measure::Blocks || ask.inodes || !answer.directories && !self.has_special_files();
        if !same_rule && !under_test().foreign {
            return Ok(false);
        }
        if said.total != theirs.total && self.same_names(answer) {
            return Err(fault(ours, gnu, &format!("the total is {:?}, not {:?}", text(said.total.as_ref()), text(theirs.total.as_ref()))));
        }
        if !answer.ambiguous {
            return said.differs(&theirs.groups, form).map_or(Ok(true), |differs| Err(fault(ours, gnu, &differs)));
        }
        if self.same_names(answer) && !ask.separate && !form.partial {
            let dot = [b".".to_vec()];
            let arguments = if self.arguments.paths.is_empty() { &dot[..] } else { &self.arguments.paths };
            for (own, theirs) in said.own(arguments, form).iter().zip(theirs.own(arguments, form)) {
                if *own != theirs {
                    return Err(fault(ours, gnu, &format!("an argument has {:?}, not {:?}", text(*own), text(theirs))));
                }
            }
        }
        Ok(false)
    }

    /// Anything whose length counts in 9.1 alone, which a directory's answer does not tell.
    fn has_special_files(&self) -> bool {
        let metadata = |path: &Vec<u8>| self.dir.join(trees::path(path)).symlink_metadata();
        !self.arguments.paths.iter().all(|path| metadata(path).is_ok_and(|stat| stat.is_file()))
    }

    /// Compares with the model's lines, in bytes. GNU is compared as well, where nothing stands in the way: the model must be right.
    fn judge_by_model(&self, variant: Variant, answer: &Answer) -> Result<bool, String> {
        let words = self.options.words_of_model();
        let form = self.form();
        if !answer.ambiguous {
            let old = self.options.ask.measure == Measure::Length;
            let answer = &self.answer(if old { Measure::AnyLength } else { self.options.ask.measure });
            self.compare(&self.ask_gnu(words.clone()), answer, form).map_err(|fault| format!("the model is wrong:\n{fault}"))?;
        }
        // A du under test has its own rule of lengths and its own order.
        if under_test().foreign {
            return Ok(false);
        }
        self.compare(&self.ask_subject(variant, words), answer, form)?;
        Ok(true)
    }

    fn compare(&self, ran: &Ran, answer: &Answer, form: Form) -> Result<(), String> {
        let ask = &self.options.ask;
        let said = Said::of(ran, &self.arguments.paths, form);
        let fault = |text: String| Err(format!("{}\n{text}\nstderr: {}", ran.command, ran.errors()));
        let theirs = Said::deal(answer.texts(ask), &self.arguments.paths, Form { total: false, ..form });
        if let Some(differs) = said.differs(&theirs.groups, form) {
            return fault(format!("beside the model {differs}"));
        }
        let total = answer.total_text(ask);
        if said.total != total {
            return fault(format!("the total is {:?}, the model's {:?}", text(said.total.as_ref()), text(total.as_ref())));
        }
        if ran.status.code() != Some(i32::from(answer.failed)) {
            return fault(format!("ended with {}, but for the model something failed: {}", ran.status, answer.failed));
        }
        Ok(())
    }
}

/// The exit status, and that there are messages where GNU has some.
fn judge_ending(ours: &Ran, gnu: &Ran) -> Result<(), String> {
    if ours.late || ours.status != gnu.status {
        return Err(fault(ours, gnu, &format!("ended with {}, not with {}", ours.status, gnu.status)));
    }
    if complains(ours, &under_test().name) != complains(gnu, &oracle_of_du().name) {
        return Err(fault(ours, gnu, "one of them complains"));
    }
    Ok(())
}

/// The messages about files with plain names.
fn judge_messages(ours: &Ran, gnu: &Ran) -> Result<(), String> {
    let (told, expected) = (messages(ours, &under_test().name), messages(gnu, &oracle_of_du().name));
    if told != expected {
        return Err(fault(ours, gnu, &format!("messages\n{told:#?}\ninstead of\n{expected:#?}")));
    }
    Ok(())
}

/// An empty directory without a slash at its end: following links, GNU leaves that out of the line.
fn without_slash(path: &mut Vec<u8>, root: &Path) {
    let is_empty = |path: &[u8]| std::fs::read_dir(root.join(trees::path(path))).is_ok_and(|mut entries| entries.next().is_none());
    while path.ends_with(b"/") && is_empty(path) {
        path.pop();
    }
}

fn text(record: Option<&Vec<u8>>) -> Option<String> {
    record.map(|record| record.escape_ascii().to_string())
}

fn fault(ours: &Ran, gnu: &Ran, what: &str) -> String {
    let mut text = String::new();
    let _ = writeln!(text, "{}\n{}\n{what}", ours.command, gnu.command);
    let _ = writeln!(text, "stderr: {}\nstderr of GNU: {}", ours.errors(), gnu.errors());
    text
}

/// Counts failures, and shows the first ones.
pub(crate) struct Verdict {
    pub(crate) tally: Tally,
    failures: Vec<String>,
    count: usize,
}

impl Verdict {
    /// More than these are not shown.
    const SHOWN: usize = 8;

    pub(crate) fn new() -> Self {
        Self { tally: Tally::default(), failures: Vec::new(), count: 0 }
    }

    pub(crate) fn add(&mut self, seed: u64, checked: Result<Tally, String>) {
        match checked {
            Ok(tally) => self.tally.add(tally),
            Err(failure) => {
                self.count += 1;
                if self.failures.len() < Self::SHOWN {
                    self.failures.push(format!("UWALK_TEST_SEED={seed}\n{failure}"));
                }
            }
        }
    }

    #[track_caller]
    pub(crate) fn end(self) {
        eprintln!("{:?}", self.tally);
        assert!(
            self.failures.is_empty(),
            "{} cases of {} failed:\n\n{}",
            self.count,
            self.count + self.tally.cases,
            self.failures.join("\n")
        );
    }
}
