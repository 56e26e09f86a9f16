//! Standard output and the files of an expression: each file is one output, however often and by whatever path it is named.

use super::Output;
use crate::base::{Operation, Problem};
use crate::sys::{file, stat, write};
use std::ffi::CString;
use std::os::fd::AsFd;

/// A file that is written to.
#[derive(Clone)]
struct File {
    path: Vec<u8>,
    output: Output,
}

/// Everything that a run writes to.
#[derive(Clone)]
pub struct Outputs {
    stdout: Output,
    files: Vec<File>,
    /// For each path that was given, the file; `None` is standard output.
    streams: Vec<Option<usize>>,
}

impl From<Output> for Outputs {
    /// One output and no files.
    fn from(stdout: Output) -> Self {
        Self { stdout, files: Vec::new(), streams: Vec::new() }
    }
}

impl Outputs {
    /// Opens files, which empties them. `/dev/stdout` and `/dev/stderr` are the descriptors of this process, and so is
    /// whatever turns out to be the same file as standard output.
    ///
    /// # Errors
    /// A file that cannot be opened; those before it are empty by now.
    pub fn open(stdout: Output, paths: &[CString]) -> Result<Self, Problem> {
        let mut all = Self::from(stdout);
        // Device and inode number of what is open; of a closed descriptor none.
        let mut open = vec![stat::identity(write::stdout()).ok()];
        for path in paths {
            let (output, id) = match path.to_bytes() {
                b"/dev/stdout" => {
                    all.streams.push(None);
                    continue;
                }
                b"/dev/stderr" => (Output::stderr(), stat::identity(write::stderr()).ok()),
                _ => {
                    let failed = |errno| Problem::new(Operation::Open, path.to_bytes().to_vec(), errno);
                    let fd = file::create(path).map_err(failed)?;
                    let id = stat::identity(fd.as_fd()).map_err(failed)?;
                    (Output::file(fd), Some(id))
                }
            };
            let known = open.iter().position(|known| id.is_some() && *known == id);
            let at = known.unwrap_or_else(|| {
                open.push(id);
                all.files.push(File { path: path.to_bytes().to_vec(), output });
                open.len() - 1
            });
            all.streams.push(at.checked_sub(1));
        }
        Ok(all)
    }

    /// Standard output.
    #[must_use]
    pub const fn stdout(&self) -> &Output {
        &self.stdout
    }

    /// The files.
    pub fn files(&self) -> impl Iterator<Item = &Output> {
        self.files.iter().map(|file| &file.output)
    }

    /// Which of `files` the given path number `at` is; `None` is standard output.
    #[must_use]
    pub fn stream(&self, at: usize) -> Option<usize> {
        self.streams.get(at).copied().flatten()
    }

    /// Writes everything that waits; the files that could not be written. Standard output is not among them.
    pub fn finish_files(&self) -> impl Iterator<Item = Problem> {
        self.files.iter().filter_map(|file| {
            let errno = file.output.finish().err()?;
            Some(Problem::new(Operation::Write, file.path.clone(), errno))
        })
    }
}
