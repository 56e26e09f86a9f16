//! What joins primaries. The parser knows how tightly each one binds.

use crate::expr::{Operator, Row};

pub(super) static ROWS: &[Row] = &[
    Row::operator(&["("], Operator::Open, "begin a group").detail("A shell wants it quoted: `\\(`. `( EXPR )` is true if EXPR is."),
    Row::operator(&[")"], Operator::Close, "end a group").detail("A shell wants it quoted: `\\)`."),
    Row::operator(&["!", "-not"], Operator::Not, "true if what follows is false")
        .detail("`! EXPR`. It binds to the one primary or group that follows."),
    Row::operator(&["-exclude"], Operator::Exclude, "leave what the next test or group is true of out of the walk").detail(
        "`-exclude EXPR`, wherever it stands: entries of which EXPR is true are not seen by the rest of the expression, and \
         directories among them are not entered. EXPR may hold no action. `-exclude -name .git`, or `-exclude \\( -name .git \
         -o -name target \\)`. By itself it is true.",
    ),
    Row::operator(&["-a", "-and"], Operator::And, "true if both sides are; may be left out").detail(
        "`EXPR1 EXPR2` is the same as `EXPR1 -a EXPR2`. The right side is skipped if the left side is false. Tests side \
         by side may be asked in another order, the cheap ones first; nothing is moved across an action.",
    ),
    Row::operator(&["-o", "-or"], Operator::Or, "true if either side is; the right one is skipped if the left one is true").detail(
        "It binds less tightly than -a, and the implied -print applies to the whole expression. Once an action is \
         written, it belongs to its own side only: `-name a -o -name b -print` prints b alone, `\\( -name a -o -name b \\) \
         -print` prints both.",
    ),
    Row::operator(&[","], Operator::Comma, "evaluate both sides; the right one counts")
        .detail("Both sides are always evaluated, so one walk can do two things."),
];
