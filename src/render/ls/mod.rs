//! Listings as ls(1) has them: names and what is shown with them, in lines or columns.
//!
//! - `style`: how a listing looks, as the plan decided it.
//! - `widths`: how wide the columns of numbers and names must be.
//! - `sheet`: names with their marks and colours; `paint` is the colours, `long` the long line, `columns` the many in a line.
//! - `times`: the forms of times.

mod columns;
mod long;
mod paint;
mod sheet;
mod style;
mod times;
mod widths;

pub use sheet::{Row, Sheet};
pub use style::{Format, Indicator, Spots, Style};
pub use times::Times;
pub use widths::{Names, Widths};
