//! The program: what it does is in `uwalk::run`.
#![no_main]

uwalk::main!(uwalk::run::run);
