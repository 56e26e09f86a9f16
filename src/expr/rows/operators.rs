//! What joins primaries. The parser knows how tightly each one binds.

use crate::expr::{Operator, Row};

pub(super) static ROWS: &[Row] = &[
    Row::operator(&["("], Operator::Open, "begin a group"),
    Row::operator(&[")"], Operator::Close, "end a group"),
    Row::operator(&["!", "-not"], Operator::Not, "true if what follows is false"),
    Row::operator(&["-a", "-and"], Operator::And, "true if both sides are; may be left out"),
    Row::operator(&["-o", "-or"], Operator::Or, "true if either side is; the right one is skipped if the left one is true"),
    Row::operator(&[","], Operator::Comma, "evaluate both sides; the right one counts"),
];
