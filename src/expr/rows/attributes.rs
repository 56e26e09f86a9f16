//! Tests of where links lead, of permission in effect, of extended attributes, and others that most systems' finds have.

use crate::base::Fields;
use crate::expr::count::Cmp;
use crate::expr::operands::{NUMBER, PATTERN, count, file};
use crate::expr::row::{Fill, Refusal, Shape};
use crate::expr::{Cost, Primary, Right, Row, Takes};

const TYPE: Shape = Shape { label: "TYPE", expected: "the type of a file system such as ext4", fill: Fill::Nothing };
const ATTRIBUTE: Shape = Shape { label: "NAME", expected: "the name of an extended attribute such as user.mime", fill: Fill::Nothing };
const FLAGS: Shape = Shape { label: "FLAGS", expected: "something else", fill: Fill::Nothing };

/// `-depth` with a number; not in the tables, since its name is an option's.
pub(super) static DEPTH: Row = Row::test(
    &["-depth N"],
    Takes::Word(&NUMBER, |word| count(word).map(Primary::DepthIs)),
    Cost::Free,
    Fields::NONE,
    "N directories are between it and its starting point, itself counted",
);

/// Whether a word behind `-depth` is its operand.
pub(super) fn is_depth(word: &[u8]) -> bool {
    let (_, digits) = Cmp::split(word);
    !digits.is_empty() && digits.iter().all(u8::is_ascii_digit)
}

pub(super) static ROWS: &[Row] = &[
    Row::test(
        &["-lname"],
        Takes::Word(&PATTERN, |word| Ok(Primary::LinkTarget { pattern: word.to_vec(), fold_case: false })),
        Cost::Call,
        Fields::KIND.with(Fields::LINK_TARGET),
        "a symbolic link whose text matches; * and ? match / too",
    )
    .detail("The text is compared as it is; nothing is looked up. With -L only links that lead nowhere are links."),
    Row::test(
        &["-ilname"],
        Takes::Word(&PATTERN, |word| Ok(Primary::LinkTarget { pattern: word.to_vec(), fold_case: true })),
        Cost::Call,
        Fields::KIND.with(Fields::LINK_TARGET),
        "-lname, but upper and lower case are the same",
    ),
    Row::test(
        &["-fstype"],
        Takes::Word(&TYPE, |word| Ok(Primary::FileSystem(word.to_vec()))),
        Cost::Stat,
        Fields::DEV.with(Fields::FSTYPE),
        "is on a file system of TYPE",
    )
    .detail("The types are those of `/proc/self/mountinfo`; `unknown` is one that is not there."),
    Row::test(&["-executable"], Takes::Nothing(Primary::May(Right::Execute)), Cost::Call, Fields::ACCESS, "may be executed, or searched")
        .detail(
            "By the user who runs the program, as access(2) answers: access control lists and file systems mounted read-only \
             count, links are followed.",
        ),
    Row::test(&["-readable"], Takes::Nothing(Primary::May(Right::Read)), Cost::Call, Fields::ACCESS, "may be read"),
    Row::test(&["-writable"], Takes::Nothing(Primary::May(Right::Write)), Cost::Call, Fields::ACCESS, "may be written"),
    Row::test(
        &["-context"],
        Takes::Word(&PATTERN, |word| Ok(Primary::Context(word.to_vec()))),
        Cost::Call,
        Fields::CONTEXT,
        "the SELinux context matches",
    )
    .detail("An error where SELinux is not enabled."),
    Row::test(
        &["-acl"],
        Takes::Nothing(Primary::Acl),
        Cost::Call,
        Fields::KIND.with(Fields::XATTRS),
        "has an access control list that says more than the permission bits",
    ),
    Row::test(&["-xattr"], Takes::Nothing(Primary::AnyXattr), Cost::Call, Fields::XATTRS, "has extended attributes"),
    Row::test(
        &["-xattrname"],
        Takes::Word(&ATTRIBUTE, |word| file(word).map(Primary::Xattr)),
        Cost::Call,
        Fields::XATTRS,
        "has an extended attribute of that name",
    )
    .detail("The name is whole, with its name space: `user.mime_type`."),
    Row::test(
        &["-capable"],
        Takes::Nothing(Primary::Capable),
        Cost::Call,
        Fields::KIND.with(Fields::XATTRS),
        "a file that has capabilities, as setcap(8) gives them",
    ),
    Row::test(
        &["-sparse"],
        Takes::Nothing(Primary::Sparse),
        Cost::Stat,
        Fields::SIZE.with(Fields::BLOCKS),
        "takes less space than its length needs",
    ),
    Row::test(&["-hidden"], Takes::Nothing(Primary::Hidden), Cost::Name, Fields::NONE, "the name begins with a dot")
        .detail("Starting points that are `.` or `..` are not hidden."),
    Row::test(
        &["-flags"],
        Takes::Word(&FLAGS, |_| Err(Refusal("asks for BSD's file flags, which Linux does not have"))),
        Cost::Stat,
        Fields::MODE,
        "BSD's file flags: an error on Linux",
    ),
];
