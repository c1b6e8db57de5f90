//! The commands, as a user runs them.

mod analyse;
mod bench;
mod book;
mod cli;
#[path = "../common/mod.rs"]
mod common;
