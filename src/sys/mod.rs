//! Stand-ins for the kernel's doors, only so that the language can be built and tried by itself.

pub mod clock;
pub mod limits;
pub mod stat;
pub mod users;
