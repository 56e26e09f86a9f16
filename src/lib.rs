//! x
pub mod base; pub mod sys; pub mod engine; pub mod output;
