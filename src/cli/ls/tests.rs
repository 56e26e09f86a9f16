//! Tests of ls's command line: what is read, and the table itself.

use super::*;
use crate::plan::When;
use crate::plan::ls::{Format, Hidden, QuotingStyle, SortBy};

fn request(line: &str) -> LsRequest {
    let words: Vec<OsString> = std::iter::once("uwalk").chain(line.split_whitespace()).map(OsString::from).collect();
    match parse(Words::new(&words), Some(CString::from(c"ls")), |_| None) {
        Ok(Asked::Listing(request)) => *request,
        other => panic!("{line}: {other:?}"),
    }
}

#[test]
fn the_last_of_options_wins_as_in_ls() {
    assert_eq!(request("-l -1").format, Some(Format::Long));
    assert_eq!(request("-l -C -1").format, Some(Format::Lines));
    assert_eq!(request("-l -f").format, None);
    assert_eq!(request("-f -l").format, Some(Format::Long));
    let fast = request("-sA --color -tf");
    assert_eq!((fast.hidden, fast.sort, fast.blocks, fast.color), (Hidden::Shown, Some(SortBy::Nothing), false, When::Never));
    assert_eq!(request("-ft").sort, Some(SortBy::Time));
    assert_eq!(request("-Q --zero").quoting, Some(QuotingStyle::Literal));
    assert_eq!(request("--zero -Q").quoting, Some(QuotingStyle::C));
    assert_eq!(request("--sort=v --format=acr").format, Some(Format::Across));
    assert_eq!(request("a -a b").arguments.len(), 2);
}

#[test]
fn the_table_holds_together() {
    ABOUT.check();
}
