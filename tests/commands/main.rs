//! The commands, as a user runs them.
#![allow(clippy::expect_used, clippy::panic, clippy::print_stderr, clippy::unreachable, clippy::unwrap_used)]

mod analyse;
mod bench;
mod book;
mod cli;
#[path = "../common/mod.rs"]
mod common;
