//! `Row`: everything there is to say about a primary, said once.
//!
//! The parser, the help, the suggestions after a mistake, the order of tests and what is asked of the kernel are all
//! read from the rows. How a primary is evaluated is not here.

use super::{Manner, Primary};
use crate::base::Fields;

/// Under which heading the help lists a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Category {
    /// Which symbolic links are followed; before the paths.
    Links,
    /// How the tree is walked; true wherever they stand.
    Walk,
    /// What joins primaries.
    Operators,
    /// Questions about an entry.
    Tests,
    /// What is done with an entry.
    Actions,
    /// Options of the program itself.
    General,
}

impl Category {
    /// All of them in the order of the help, with the word that asks for each and its heading.
    pub const ALL: &'static [(Self, &'static str, &'static str)] = &[
        (Self::Links, "links", "Symbolic links, before the paths"),
        (Self::Walk, "walk", "The walk, true wherever they stand"),
        (Self::Operators, "operators", "Operators, the tightest first"),
        (Self::Tests, "tests", "Tests; N may be +N for more and -N for less"),
        (Self::Actions, "actions", "Actions"),
        (Self::General, "general", "General options, anywhere"),
    ];
}

/// What a question costs to answer, the cheapest first. Pure tests side by side are asked in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cost {
    /// Nothing: it is always the same.
    Free,
    /// A look at the name or path.
    Name,
    /// The type, which the directory mostly tells.
    Kind,
    /// A stat of the entry.
    Stat,
    /// A call of its own, or a look into a database.
    Call,
}

/// What a row is to an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// It joins others.
    Operator,
    /// It sets up the walk and is true.
    Option,
    /// A question without effect, free to be moved among its like.
    Test,
    /// It has an effect: nothing is moved across it.
    Action {
        /// It takes the place of the implied `-print`.
        replaces_print: bool,
    },
}

/// What joins primaries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    /// `(`
    Open,
    /// `)`
    Close,
    /// `!`
    Not,
    /// `-a`
    And,
    /// `-o`
    Or,
    /// `,`
    Comma,
    /// `-exclude`
    Exclude,
}

/// An operand in words.
#[derive(Debug, PartialEq, Eq)]
pub struct Shape {
    /// In the help.
    pub label: &'static str,
    /// After "expected" in messages.
    pub expected: &'static str,
    /// What a shell may fill in.
    pub fill: Fill,
}

/// Words with what each one means.
pub type Choices = &'static [(&'static str, &'static str)];

/// What a shell may fill in for an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fill {
    /// Nothing that a shell knows.
    Nothing,
    /// One of these.
    Choice(Choices),
    /// Some of these, with commas between.
    List(Choices),
    /// The name of a user.
    Users,
    /// The name of a group.
    Groups,
    /// The path of a file.
    Files,
}

/// Why an operand is not taken: what it is not, such as "is no size". The shape says what was expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refusal(pub &'static str);

/// Reads an operand.
pub type Read = fn(&[u8]) -> Result<Primary, Refusal>;

/// Reads two operands.
pub type ReadTwo = fn(&[u8], &[u8]) -> Result<Primary, Refusal>;
/// Reads an operand by the name before it.
pub type ReadNamed = fn(&[u8], &[u8]) -> Result<Primary, Refusal>;

/// What follows the name.
#[derive(Debug)]
pub enum Takes {
    /// Nothing: it is an operator.
    Operator(Operator),
    /// Nothing.
    Nothing(Primary),
    /// Nothing; but where its own name is followed by such a word, it is another row, with that as operand.
    NothingOr(Primary, fn(&[u8]) -> bool, &'static Row),
    /// One word.
    Word(&'static Shape, Read),
    /// Two words; the label and the filling of the first shape stand for both.
    Words([&'static Shape; 2], ReadTwo),
    /// One word, and the name says how it is read.
    Named(&'static Shape, ReadNamed),
    /// One word or none.
    Maybe(&'static Shape, &'static Optional),
    /// A command: words up to the end of it.
    Command(&'static Shape, Manner),
}

/// An operand that may be left out.
#[derive(Debug)]
pub struct Optional {
    /// What the primary is without it.
    pub without: Primary,
    /// Whether the next word is it.
    pub fits: fn(&[u8]) -> bool,
    /// How it is read.
    pub read: Read,
}

/// A primary or operator.
#[derive(Debug)]
pub struct Row {
    /// Its names, the first one being its own.
    pub names: &'static [&'static str],
    /// What follows the name.
    pub takes: Takes,
    /// Its heading in the help.
    pub category: Category,
    /// What it is to an expression.
    pub role: Role,
    /// What it may ask of an entry.
    pub needs: Fields,
    /// What it costs.
    pub cost: Cost,
    /// Its line in the help.
    pub doc: &'static str,
    /// What the manual says beyond that line: whole sentences, literal text in backquotes. Empty if nothing is left to say.
    pub detail: &'static str,
}

impl Row {
    pub(super) const fn operator(names: &'static [&'static str], operator: Operator, doc: &'static str) -> Self {
        let (category, role) = (Category::Operators, Role::Operator);
        Self { names, takes: Takes::Operator(operator), category, role, needs: Fields::NONE, cost: Cost::Free, doc, detail: "" }
    }

    pub(super) const fn option(names: &'static [&'static str], takes: Takes, doc: &'static str) -> Self {
        Self { names, takes, category: Category::Walk, role: Role::Option, needs: Fields::NONE, cost: Cost::Free, doc, detail: "" }
    }

    pub(super) const fn test(names: &'static [&'static str], takes: Takes, cost: Cost, needs: Fields, doc: &'static str) -> Self {
        Self { names, takes, category: Category::Tests, role: Role::Test, needs, cost, doc, detail: "" }
    }

    pub(super) const fn action(names: &'static [&'static str], primary: Primary, replaces_print: bool, doc: &'static str) -> Self {
        Self::action_with(names, Takes::Nothing(primary), replaces_print, doc)
    }

    pub(super) const fn action_with(names: &'static [&'static str], takes: Takes, replaces_print: bool, doc: &'static str) -> Self {
        let role = Role::Action { replaces_print };
        Self { names, takes, category: Category::Actions, role, needs: Fields::NONE, cost: Cost::Free, doc, detail: "" }
    }

    pub(super) const fn writer(names: &'static [&'static str], takes: Takes, doc: &'static str) -> Self {
        let role = Role::Action { replaces_print: true };
        Self { names, takes, category: Category::Actions, role, needs: Fields::NONE, cost: Cost::Free, doc, detail: "" }
    }

    pub(super) const fn detail(mut self, detail: &'static str) -> Self {
        self.detail = detail;
        self
    }

    /// Its operand, if it has one.
    #[must_use]
    pub const fn shape(&self) -> Option<&'static Shape> {
        match self.takes {
            Takes::Word(shape, _)
            | Takes::Words([shape, _], _)
            | Takes::Named(shape, _)
            | Takes::Maybe(shape, _)
            | Takes::Command(shape, _) => Some(shape),
            Takes::Operator(_) | Takes::Nothing(_) | Takes::NothingOr(..) => None,
        }
    }

    /// What stands for the operand in the help; empty if there is none.
    #[must_use]
    pub fn label(&self) -> &'static str {
        self.shape().map_or("", |shape| shape.label)
    }

    /// Its own name.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.names.first().copied().unwrap_or_default()
    }
}
