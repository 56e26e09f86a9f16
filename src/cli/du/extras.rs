//! The options of du that are uwalk's own, and those that every program has; one row each.

use super::draft::Draft;
use super::{Opt, group};
use crate::base::abbreviated;
use crate::cli::options::Effect;
use crate::cli::{globals, help};
use crate::expr::{Fill, Refusal, Shape};
use crate::plan::du::Sort;

const COUNT: Shape = Shape { label: "N", expected: "a number from 1 on", fill: Fill::Nothing };
const EXPRESSION: Shape = Shape { label: "EXPRESSION", expected: "an expression of find's tests", fill: Fill::Nothing };
const ORDER: Shape = Shape {
    label: "ORDER",
    expected: "one of name size",
    fill: Fill::Choice(&[("name", "by the bytes of the names"), ("size", "the largest last")]),
};

pub(super) static ROWS: &[Opt] = &[
    Opt::own(
        group::COUNTED,
        &["--where"],
        Effect::Filter(&EXPRESSION),
        "only what find's EXPRESSION is true of; it is the rest of the line",
    )
    .detail(
        "EXPRESSION has tests and the operators `!`, `( )`, -a, -o and `,` of uwalk(1): `uwalk du -h /srv --where -name \
         '*.log' -mtime +30` tells how much old logs take up. A directory of which it is not true counts nothing itself, but \
         what is below it is looked at. Options and actions of find are errors.",
    ),
    Opt::own(
        group::WALK,
        &["--one-mount"],
        Effect::Set(|draft| draft.one_mount = true),
        "leave out whatever is mounted below an argument, bind mounts too",
    ),
    Opt::own(group::WALK, &["--cached"], Effect::Set(|draft| draft.cached = true), globals::CACHED).detail(globals::MAY_BE_OLD),
    Opt::own(group::LINES, &["--top"], Effect::SetTo(&COUNT, top), "only the N largest files and directories")
        .detail("The largest is printed first, whatever it is found in. It is an error together with -s."),
    Opt::own(group::LINES, &["--sort"], Effect::SetTo(&ORDER, sort), "sort the lines of each argument")
        .detail("In both orders the arguments stay as they are given."),
    Opt::own(group::FORM, &["--json"], Effect::Set(|draft| draft.json = Some(draft.places.at)), "print an object of JSON a line").detail(
        "Its keys are path, bytes and inodes, and with --time `time`, which is RFC 3339 in UTC. A path that is not UTF-8 \
             stands in base64 under `path_base64`. The grand total of -c has `\"total\":true` in the place of a path. It is an \
             error together with -0.",
    ),
    Opt::own(group::GENERAL, &["-j", "--threads"], Effect::SetTo(&globals::THREADS, threads), globals::WITH_THREADS)
        .detail(globals::FEW_THREADS),
    Opt::own(group::GENERAL, &["--queue-depth"], Effect::SetTo(&globals::DEPTH, queue_depth), globals::IN_DEPTH).detail(globals::ONLY_COLD),
    Opt::own(group::GENERAL, &["--io"], Effect::SetTo(&globals::IO, io), globals::BY_IO).detail(globals::ANY_IO),
    Opt::own(group::GENERAL, &["--max-ops"], Effect::SetTo(&globals::OPERATIONS, max_ops), globals::FEW_OPERATIONS)
        .detail(globals::WHAT_COUNTS),
    Opt::own(group::GENERAL, &["--stats"], Effect::Set(|draft| draft.stats = true), globals::STATS).detail(globals::STATS_LINES),
    Opt::standard(group::GENERAL, &["--help"], Effect::Show(|| super::ABOUT.text()), "print these lines"),
    Opt::standard(group::GENERAL, &["--version"], Effect::Show(help::version), globals::VERSION),
];

fn top(draft: &mut Draft, word: &[u8]) -> Result<(), Refusal> {
    let number = std::str::from_utf8(word).ok().filter(|text| text.bytes().all(|byte| byte.is_ascii_digit()));
    let count = number.and_then(|text| text.parse().ok()).filter(|&count| count > 0);
    draft.top = Some((draft.places.at, count.ok_or(Refusal("is no number of lines"))?));
    Ok(())
}

fn sort(draft: &mut Draft, word: &[u8]) -> Result<(), Refusal> {
    let order = abbreviated(word, [("name", Sort::Name), ("size", Sort::Size)]);
    draft.sort = Some(order.map_err(|unmatched| Refusal(unmatched.reason()))?);
    Ok(())
}

fn threads(draft: &mut Draft, word: &[u8]) -> Result<(), Refusal> {
    draft.threads = Some(globals::read_threads(word)?);
    Ok(())
}

fn queue_depth(draft: &mut Draft, word: &[u8]) -> Result<(), Refusal> {
    draft.queue_depth = Some(globals::read_depth(word)?);
    Ok(())
}

fn max_ops(draft: &mut Draft, word: &[u8]) -> Result<(), Refusal> {
    draft.max_ops = Some(globals::read_max_ops(word)?);
    Ok(())
}

fn io(draft: &mut Draft, word: &[u8]) -> Result<(), Refusal> {
    draft.io = globals::read_io(word)?;
    Ok(())
}
