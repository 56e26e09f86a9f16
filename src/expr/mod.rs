//! find's language: one row a primary, the parser, the syntax tree, patterns and units.
//!
//! It ends where names of users and files would have to be looked up or times be compared with now: the plan does that.
//! Nothing here knows how a primary is evaluated.

mod age;
mod ast;
mod command;
mod count;
mod date;
mod error;
pub mod exclude;
mod operands;
mod parse;
mod pattern;
mod perm;
mod primary;
mod regex;
mod row;
pub mod rows;
mod size;
mod suggest;

pub use age::{Age, AgeUnit, Stamp};
pub use ast::{Ast, Leaf};
pub use command::{Command, Manner, push_replaced};
pub use count::{Cmp, Count};
pub use date::{Date, Digits, Half, LocalZones, Offset};
pub use error::{Hint, Message, SyntaxError, push_word};
pub use exclude::Exclude;
pub use parse::{Parser, Words, is_expression, refused};
pub use pattern::{Pattern, PatternSet};
pub use perm::PermTest;
pub use primary::{Owner, Primary, Record, Right};
pub use regex::{Regex, RegexType};
pub use row::{Category, Choices, Cost, Fill, Operator, Optional, Read, ReadNamed, ReadTwo, Refusal, Role, Row, Shape, Takes};
pub use size::SizeTest;
pub use suggest::nearest;
