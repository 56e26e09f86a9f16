//! Syntax to tree: names of users become numbers, reference files what they are, ages instants, patterns matchers.

use super::PlanError;
use super::places::Places;
use super::tree::{Form, Step, Tree};
use super::window::{used, window};
use super::{command, date, date::midnight};
use crate::base::{Charset, Fields, Operation, Problem, Stat, Time};
use crate::engine::Follow;
use crate::eval::{Action, Countdown, Node, Test, Window, Write};
use crate::expr::{Ast, Count, Leaf, Message, Owner, Pattern, Primary, Record, Regex, Role, Stamp, SyntaxError};
use crate::render::{Dress, Json};
use crate::sys::{mounts, stat, users};
use std::ffi::{CStr, CString};
use std::sync::Arc;

/// What the leaves are resolved by.
pub(super) struct Resolver<'a> {
    pub(super) charset: Charset,
    pub(super) now: Time,
    /// Which links the flags before the paths follow, for reference files.
    pub(super) follow: Follow,
    /// The files that actions write to, by number.
    pub(super) files: &'a [CString],
    /// What paths wear on standard output.
    pub(super) dress: Option<Arc<Dress>>,
    /// What an object of JSON shows.
    pub(super) json: Json,
    /// The first `-follow`: it works on reference files after it only.
    pub(super) followed_from: Option<usize>,
    pub(super) places: Places,
}

impl Resolver<'_> {
    /// The tree of a syntax tree. Options have done their part already: they are true, and left out of conjunctions.
    pub(super) fn tree(&self, ast: Ast) -> Result<Tree, PlanError> {
        Ok(match ast {
            Ast::Leaf(leaf) => self.step(leaf)?,
            // Taken out before.
            Ast::Exclude(inner) => self.tree(*inner)?,
            Ast::Not(inner) => Tree::not(self.tree(*inner)?),
            Ast::And(mut members) => {
                members.retain(|member| !matches!(member, Ast::Leaf(Leaf { row, .. }) if row.role == Role::Option));
                Tree::list(self.trees(members)?, Form::And)
            }
            Ast::Or(members) => Tree::list(self.trees(members)?, Form::Or),
            Ast::Comma(members) => Tree::list(self.trees(members)?, Form::Comma),
        })
    }

    fn trees(&self, members: Vec<Ast>) -> Result<Vec<Tree>, PlanError> {
        // A loop, not an iterator: what recurses should have a small frame.
        let mut trees = Vec::with_capacity(members.len());
        for member in members {
            trees.push(self.tree(member)?);
        }
        Ok(trees)
    }

    fn step(&self, leaf: Leaf) -> Result<Tree, PlanError> {
        Ok(Tree::step(Step::new(leaf.row, leaf.operand.clone(), self.node(&leaf)?)))
    }

    fn node(&self, leaf: &Leaf) -> Result<Node, PlanError> {
        Ok(Node::Test(match &leaf.primary {
            Primary::MaxDepth(_)
            | Primary::MinDepth(_)
            | Primary::Depth
            | Primary::Follow
            | Primary::Xdev
            | Primary::Mount
            | Primary::RegexType(_)
            | Primary::DayStart
            | Primary::Color(_)
            | Primary::XargsSafe
            | Primary::Unique
            | Primary::NoHidden
            | Primary::NoError
            | Primary::IgnoreRaces(_)
            | Primary::Files0From(_)
            | Primary::NoEffect
            | Primary::Sorted => return Ok(Node::Constant(true)),
            Primary::Constant(value) => return Ok(Node::Constant(*value)),
            Primary::Print => return Ok(Node::Action(self.print())),
            Primary::Print0 => return Ok(Node::Action(Action::Print0)),
            Primary::Write { file, record } => return Ok(Node::Action(self.write(file.as_deref(), record, leaf)?)),
            Primary::Cat => return Ok(Node::Action(Action::Cat)),
            Primary::Prune => return Ok(Node::Action(Action::Prune)),
            Primary::Quit => return Ok(Node::Action(Action::Quit)),
            Primary::Delete => return Ok(Node::Action(Action::Delete)),
            Primary::Run(command) => return Ok(Node::Action(Action::Run(command::task(command, leaf)?))),
            Primary::Exit(status) => return Ok(Node::Action(Action::Exit(*status))),
            Primary::Limit(times) => return Ok(Node::Action(Action::Limit(Arc::new(Countdown::new(*times))))),
            Primary::Name { pattern, fold_case } => Test::Name(Pattern::new(pattern, self.charset, *fold_case)),
            Primary::Path { pattern, fold_case } => Test::Path(Pattern::new(pattern, self.charset, *fold_case)),
            Primary::Regex { pattern, fold_case } => Test::Regex(self.regex(pattern, *fold_case, leaf)?),
            Primary::Kind(kinds) => Test::Kind(*kinds),
            Primary::TargetKind(kinds) => Test::TargetKind(*kinds),
            Primary::Size(size) => Test::Size(*size),
            Primary::Empty => Test::Empty,
            Primary::Newer(file) => Test::Time(Stamp::Modify, Window::After(self.reference(file, leaf, Fields::MTIME)?.mtime)),
            Primary::Age(stamp, unit, age) => Test::Time(*stamp, window(*age, *unit, self.now, self.midnight(leaf)?)),
            Primary::LinkTarget { pattern, fold_case } => Test::LinkTarget(Pattern::new(pattern, self.charset, *fold_case)),
            Primary::FileSystem(kind) => {
                mounts::list().map_err(no_mounts)?;
                Test::FileSystem(kind.clone())
            }
            Primary::May(right) => Test::May(*right),
            Primary::Acl => Test::Acl,
            Primary::AnyXattr => Test::AnyXattr,
            Primary::Xattr(name) => Test::Xattr(name.clone()),
            Primary::Capable => Test::Capable,
            Primary::Context(pattern) => Test::Context(self.context(pattern, leaf)?),
            Primary::Sparse => Test::Sparse,
            Primary::Hidden => Test::Hidden,
            Primary::DepthIs(count) => Test::Depth(*count),
            Primary::NewerThan(stamp, of, file) => Test::Time(*stamp, Window::After(self.time_of(file, *of, leaf)?)),
            Primary::NewerDate(stamp, date) => Test::Time(*stamp, Window::After(self.date(date, leaf)?)),
            Primary::Used(age) => Test::Used(used(*age)),
            Primary::Perm(perm) => Test::Perm(*perm),
            Primary::User(Owner::Number(count)) => Test::Uid(*count),
            Primary::User(Owner::Name(name)) => Test::Uid(number(name, leaf, &USERS)?),
            Primary::Group(Owner::Number(count)) => Test::Gid(*count),
            Primary::Group(Owner::Name(name)) => Test::Gid(number(name, leaf, &GROUPS)?),
            Primary::NoUser => Test::NoUser,
            Primary::NoGroup => Test::NoGroup,
            Primary::Links(count) => Test::Links(*count),
            Primary::Inode(count) => Test::Inode(*count),
            Primary::SameFile(file) => self.same_file(file, leaf)?,
        }))
    }

    fn write(&self, file: Option<&CStr>, record: &Record, leaf: &Leaf) -> Result<Action, PlanError> {
        let to = file.and_then(|file| self.files.iter().position(|known| known.as_c_str() == file));
        Ok(Action::Write(Box::new(Write::new(to, self.what(record, leaf, file.is_some())?))))
    }

    fn same_file(&self, file: &CStr, leaf: &Leaf) -> Result<Test, PlanError> {
        let (dev, ino) = self.reference(file, leaf, Fields::DEV.with(Fields::INO))?.id();
        Ok(Test::SameFile(dev, ino))
    }

    /// A pattern of contexts, where there are any.
    fn context(&self, pattern: &[u8], leaf: &Leaf) -> Result<Pattern, PlanError> {
        if stat::stat(stat::cwd(), c"/sys/fs/selinux/enforce", true, Fields::KIND).is_err() {
            let message = Message::word(leaf.row.name().as_bytes()).then(": SELinux is not enabled here");
            return Err(PlanError::Syntax(SyntaxError { words: leaf.words.clone(), message, hint: None }));
        }
        Ok(Pattern::new(pattern, self.charset, false))
    }

    /// Today's midnight, where ages are counted from there.
    fn midnight(&self, leaf: &Leaf) -> Result<Option<Time>, PlanError> {
        if !self.places.counts_from_midnight(leaf.words.start) {
            return Ok(None);
        }
        let beyond = || PlanError::Syntax(SyntaxError::at(leaf.words.start, Message::text("the clock is beyond all years")));
        midnight(self.now).map(Some).ok_or_else(beyond)
    }

    fn date(&self, text: &[u8], leaf: &Leaf) -> Result<Time, PlanError> {
        let expected = leaf.row.shape().map_or("", |shape| shape.expected);
        date::instant_of(text, self.now).ok_or_else(|| {
            let message = Message::word(leaf.row.name().as_bytes()).then(": ").quote(text).then(" is no date: expected ").then(expected);
            PlanError::Syntax(SyntaxError::at(leaf.words.end - 1, message))
        })
    }

    /// A time of a reference file.
    fn time_of(&self, file: &CStr, stamp: Stamp, leaf: &Leaf) -> Result<Time, PlanError> {
        let stat = self.reference(file, leaf, stamp.field())?;
        match stamp {
            Stamp::Access => Ok(stat.atime),
            Stamp::Modify => Ok(stat.mtime),
            Stamp::Change => Ok(stat.ctime),
            Stamp::Birth if stat.known.has(Fields::BTIME) => Ok(stat.btime),
            Stamp::Birth => {
                let message = Message::text("the file system keeps no time of birth of ").quote(file.to_bytes());
                Err(PlanError::Syntax(SyntaxError::at(leaf.words.end - 1, message)))
            }
        }
    }

    fn regex(&self, pattern: &[u8], fold_case: bool, leaf: &Leaf) -> Result<Regex, PlanError> {
        let kind = self.places.regex_type(leaf.words.start);
        Regex::new(pattern, kind, self.charset, fold_case).map_err(|reason| {
            let message = Message::word(leaf.row.name().as_bytes()).then(": ").quote(pattern).then(" ").then(reason);
            let place = SyntaxError::at(leaf.words.end - 1, message.then(", as type ").then(kind.name()));
            PlanError::Syntax(place)
        })
    }

    /// What a reference file is. Links are followed as starting points are; one that leads nowhere is itself meant.
    fn reference(&self, path: &CStr, leaf: &Leaf, fields: Fields) -> Result<Stat, PlanError> {
        let follow = self.follow != Follow::Never || self.followed_from.is_some_and(|from| from < leaf.words.start);
        let answer = match stat::stat(stat::cwd(), path, follow, fields) {
            Err(libc::ENOENT | libc::ENOTDIR) if follow => stat::stat(stat::cwd(), path, false, fields),
            answer => answer,
        };
        answer.map_err(|errno| PlanError::File(Problem::new(Operation::Stat, path.to_bytes().to_vec(), errno)))
    }
}

fn no_mounts(errno: i32) -> PlanError {
    PlanError::File(Problem::new(Operation::ReadFile, b"/proc/self/mountinfo".to_vec(), errno))
}

/// A database of owners and what is said of it.
struct Database {
    look_up: fn(&CStr) -> Result<Option<u32>, i32>,
    unknown: &'static str,
    too_large: &'static str,
}

const USERS: Database =
    Database { look_up: users::user, unknown: " is not the name of a known user", too_large: " is too large for the number of a user" };

const GROUPS: Database = Database {
    look_up: users::group,
    unknown: " is not the name of an existing group",
    too_large: " is too large for the number of a group",
};

/// The number of an owner: that of its name, and else the one that the name itself is.
fn number(name: &CStr, leaf: &Leaf, database: &Database) -> Result<Count, PlanError> {
    let text = name.to_bytes();
    let wrong = |message| PlanError::Syntax(SyntaxError::at(leaf.words.end - 1, message));
    match (database.look_up)(name) {
        Ok(Some(id)) => return Ok(Count::exactly(id.into())),
        Ok(None) => {}
        // A server that is down must not make a known user an unknown one.
        Err(errno) => return Err(PlanError::File(Problem::new(Operation::LookUp, text.to_vec(), errno))),
    }
    if !text.iter().all(u8::is_ascii_digit) {
        return Err(wrong(Message::word(text).then(database.unknown)));
    }
    // The highest number means "no owner" to the kernel.
    let id = Count::parse(text).map(|count| count.n).filter(|id| *id < u64::from(u32::MAX));
    id.map(Count::exactly).ok_or_else(|| wrong(Message::word(text).then(database.too_large)))
}
