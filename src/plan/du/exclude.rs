//! The patterns of `--exclude` and of the files of `-X`, compiled.

use super::DuRequest;
use crate::base::{Charset, Operation, Problem};
use crate::expr::{Exclude, exclude};
use crate::plan::PlanError;
use crate::sys::files;

/// What a request leaves out.
///
/// # Errors
/// A file of patterns cannot be read.
pub fn exclude(request: &DuRequest, charset: Charset) -> Result<Exclude, PlanError> {
    let mut texts = Vec::new();
    for file in &request.exclude_from {
        let path = Some(file.as_c_str()).filter(|path| *path != c"-");
        let failed = |errno| PlanError::File(Problem::new(Operation::ReadPatterns, file.to_bytes().to_vec(), errno));
        texts.push(files::read(path).map_err(failed)?);
    }
    let given = request.exclude.iter().map(Vec::as_slice);
    let patterns: Vec<&[u8]> = given.chain(texts.iter().flat_map(|text| exclude::lines(text))).collect();
    Ok(Exclude::new(&patterns, charset))
}
