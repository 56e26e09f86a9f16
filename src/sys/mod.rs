//! Safe doors to the kernel and the C library, the only home of `unsafe`. They know paths, descriptors and errnos,
//! nothing of trees or expressions. Errors come back as plain errnos.

pub mod access;
pub mod blocked;
pub mod clock;
pub mod dirs;
pub mod file;
pub mod files;
pub mod glyphs;
pub mod input;
pub mod limits;
pub mod localtime;
pub mod mounts;
pub mod names;
pub mod pace;
pub mod place;
pub mod pour;
pub mod process;
pub mod recall;
pub mod ring;
pub mod spawn;
pub mod start;
pub mod stat;
pub mod terminal;
pub mod users;
pub mod write;
pub mod xattr;
