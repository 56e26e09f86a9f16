//! The options of GNU's ls, one row each: what is shown of entries, and how their names look.

use super::{Opt, group, words};
use crate::cli::options::Effect;
use crate::plan::Amount;
use crate::plan::ls::{ByTerminal, Indicator, QuotingStyle};

pub(super) static ROWS: &[Opt] = &[
    Opt::standard(
        group::SHOWN,
        &["-g"],
        Effect::Set(|draft| {
            draft.long();
            draft.request.no_owner = true;
        }),
        "as -l, without the owner",
    ),
    Opt::standard(
        group::SHOWN,
        &["-o"],
        Effect::Set(|draft| {
            draft.long();
            draft.request.no_group = true;
        }),
        "as -l, without the group",
    ),
    Opt::standard(group::SHOWN, &["-G", "--no-group"], Effect::Set(|draft| draft.request.no_group = true), "with -l, no group"),
    Opt::standard(
        group::SHOWN,
        &["-n", "--numeric-uid-gid"],
        Effect::Set(|draft| {
            draft.long();
            draft.request.numeric = true;
        }),
        "as -l, with the numbers of users and groups",
    ),
    Opt::standard(group::SHOWN, &["--author"], Effect::Set(|draft| draft.request.author = true), "with -l, the author: the owner again"),
    Opt::standard(group::SHOWN, &["-i", "--inode"], Effect::Set(|draft| draft.request.inode = true), "the inode number"),
    Opt::standard(group::SHOWN, &["-s", "--size"], Effect::Set(|draft| draft.request.blocks = true), "the disk usage"),
    Opt::standard(
        group::SHOWN,
        &["-Z", "--context"],
        Effect::Set(|draft| draft.request.context = true),
        "the security context; ? where there is none",
    ),
    Opt::standard(
        group::SHOWN,
        &["-h", "--human-readable"],
        Effect::Set(|draft| draft.request.amount = Some(Amount::HUMAN)),
        "lengths and disk usage with the letter that suits: 1.5K, 234M, 2.0G",
    ),
    Opt::standard(group::SHOWN, &["--si"], Effect::Set(|draft| draft.request.amount = Some(Amount::SI)), "as -h, in powers of 1000"),
    Opt::standard(group::SHOWN, &["--block-size"], Effect::SetTo(&words::BLOCK, words::block), "lengths and disk usage in units of SIZE")
        .detail("The last of --block-size, -h and --si counts."),
    Opt::standard(
        group::SHOWN,
        &["-k", "--kibibytes"],
        Effect::Set(|draft| draft.request.kibibytes = true),
        "disk usage in units of 1024 bytes, whatever the environment says",
    ),
    Opt::standard(
        group::SHOWN,
        &["--time-style"],
        Effect::SetTo(&words::STYLE, |draft, word| {
            draft.style = Some((draft.places.value_at, word.to_vec()));
            Ok(())
        }),
        "times in this form; STYLE may be + and a format of date(1)",
    )
    .detail(
        "A format may be followed by a newline and another one, which is for times of the last half year. `posix-` before a name means \
         that it counts in other locales than POSIX's alone.",
    ),
    Opt::standard(
        group::SHOWN,
        &["--full-time"],
        Effect::Set(|draft| {
            draft.long();
            draft.style = Some((draft.places.at, b"full-iso".to_vec()));
        }),
        "as -l --time-style=full-iso",
    ),
    Opt::standard(
        group::NAMES,
        &["-F", "--classify"],
        Effect::SetMaybe(&words::WHEN, words::classify),
        "with a mark by type: one of */=>@|",
    ),
    Opt::standard(
        group::NAMES,
        &["--file-type"],
        Effect::Set(|draft| draft.request.indicator = ByTerminal::both(Indicator::Type)),
        "the same without *",
    ),
    Opt::standard(
        group::NAMES,
        &["-p"],
        Effect::Set(|draft| draft.request.indicator = ByTerminal::both(Indicator::Slash)),
        "with a slash behind directories",
    ),
    Opt::standard(
        group::NAMES,
        &["--indicator-style"],
        Effect::SetTo(&words::INDICATOR, words::indicator),
        "with the marks that WORD names",
    ),
    Opt::standard(group::NAMES, &["--color"], Effect::SetMaybe(&words::WHEN, words::color), "in the colours of LS_COLORS"),
    Opt::standard(
        group::NAMES,
        &["--hyperlink"],
        Effect::SetMaybe(&words::WHEN, |draft, word| {
            draft.request.hyperlink = words::when(word)?;
            Ok(())
        }),
        "as links to the files, for terminals that know them",
    ),
    Opt::own(
        group::NAMES,
        &["--icons"],
        Effect::SetMaybe(&words::WHEN, |draft, word| {
            draft.request.icons = words::when(word)?;
            Ok(())
        }),
        "with icons before them, for fonts that have Nerd Fonts' glyphs",
    ),
    Opt::standard(
        group::NAMES,
        &["-b", "--escape"],
        Effect::Set(|draft| draft.request.quoting = Some(QuotingStyle::Escape)),
        "with the escapes of C for what cannot be shown",
    ),
    Opt::standard(
        group::NAMES,
        &["-N", "--literal"],
        Effect::Set(|draft| draft.request.quoting = Some(QuotingStyle::Literal)),
        "as they are",
    ),
    Opt::standard(
        group::NAMES,
        &["-Q", "--quote-name"],
        Effect::Set(|draft| draft.request.quoting = Some(QuotingStyle::C)),
        "in double quotation marks, with the escapes of C",
    ),
    Opt::standard(group::NAMES, &["--quoting-style"], Effect::SetTo(&words::QUOTING, words::quoting), "quoted as WORD says")
        .detail("Without an option, QUOTING_STYLE says it; else it is shell-escape on a terminal and literal elsewhere."),
    Opt::standard(
        group::NAMES,
        &["-q", "--hide-control-chars"],
        Effect::Set(|draft| draft.request.hides = Some(true)),
        "with ? for what cannot be shown; the default on a terminal",
    ),
    Opt::standard(
        group::NAMES,
        &["--show-control-chars"],
        Effect::Set(|draft| draft.request.hides = Some(false)),
        "with all bytes as they are, unless that is a terminal",
    ),
];
