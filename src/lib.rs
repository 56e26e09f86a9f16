//! `uwalk` walks directory trees in parallel on Linux: find's language, near the floor of what the kernel can do.

pub mod base; pub mod sys; pub mod engine; pub mod output; pub mod report; pub mod eval; pub mod expr; pub mod plan; pub mod cli; pub mod run;
