//! `Request`: what the command line asks for, before anything is looked up.

use crate::engine::{Follow, Io};
use crate::expr::Ast;
use crate::render::Json;
use std::ffi::CString;

/// When something is done that suits a terminal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum When {
    /// On a terminal, unless the environment says no.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// A walk as it was asked for.
#[derive(Debug)]
pub struct Request {
    /// The paths; at least one.
    pub roots: Vec<CString>,
    /// Which symbolic links are followed, by the flags before the paths.
    pub follow: Follow,
    /// The expression with the options in it; `None`: print everything.
    pub expression: Option<Ast>,
    /// Operations a second at most (`--max-ops`).
    pub max_ops: Option<u32>,
    /// Workers; `None`: as many as there are processors.
    pub threads: Option<usize>,
    /// Operations that may wait at once; `None`: as many as are usual, or as `threads` says.
    pub queue_depth: Option<usize>,
    /// How the kernel is called.
    pub io: Io,
    /// What the client of a network file system remembers is new enough.
    pub cached: bool,
    /// Objects of JSON take the place of the implied `-print`.
    pub json: Option<Json>,
    /// When paths are coloured.
    pub color: When,
    /// When paths are links.
    pub hyperlink: When,
    /// When icons stand before paths.
    pub icons: When,
    /// Tell at the end what was done.
    pub stats: bool,
    /// Explain instead of walking.
    pub explain: bool,
    /// Tests may be put in the order of their cost.
    pub optimise: bool,
    /// The first word where it was taken as the command: a path of that name may have been meant.
    pub command_word: Option<CString>,
}

impl Default for Request {
    fn default() -> Self {
        Self {
            roots: Vec::new(),
            follow: Follow::default(),
            expression: None,
            max_ops: None,
            threads: None,
            queue_depth: None,
            io: Io::default(),
            cached: false,
            json: None,
            color: When::Auto,
            hyperlink: When::Never,
            icons: When::Never,
            stats: false,
            explain: false,
            optimise: true,
            command_word: None,
        }
    }
}
