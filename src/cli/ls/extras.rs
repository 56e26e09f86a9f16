//! The options of ls that are uwalk's own, and those that every program has; one row each.

use super::draft::Draft;
use super::{Opt, group};
use crate::cli::options::Effect;
use crate::cli::{globals, help};
use crate::expr::Refusal;

pub(super) static ROWS: &[Opt] = &[
    Opt::own(
        group::GENERAL,
        &["--threads"],
        Effect::SetTo(&globals::THREADS, threads),
        "list with N threads; the default is one a processor",
    )
    .detail("N is a number from 1 to 512. Small directories are listed by one thread in any case."),
    Opt::own(group::GENERAL, &["--io"], Effect::SetTo(&globals::IO, io), globals::BY_IO).detail(globals::ANY_IO),
    Opt::own(group::GENERAL, &["--cached"], Effect::Set(|draft| draft.request.cached = true), globals::CACHED).detail(globals::MAY_BE_OLD),
    Opt::own(group::GENERAL, &["--max-ops"], Effect::SetTo(&globals::OPERATIONS, max_ops), globals::FEW_OPERATIONS)
        .detail(globals::WHAT_COUNTS),
    Opt::standard(group::GENERAL, &["--help"], Effect::Show(|| super::ABOUT.text()), "print these lines"),
    Opt::standard(group::GENERAL, &["--version"], Effect::Show(help::version), globals::VERSION),
];

fn threads(draft: &mut Draft, word: &[u8]) -> Result<(), Refusal> {
    draft.request.threads = Some(globals::read_threads(word)?);
    Ok(())
}

fn max_ops(draft: &mut Draft, word: &[u8]) -> Result<(), Refusal> {
    draft.request.max_ops = Some(globals::read_max_ops(word)?);
    Ok(())
}

fn io(draft: &mut Draft, word: &[u8]) -> Result<(), Refusal> {
    draft.request.io = globals::read_io(word)?;
    Ok(())
}
