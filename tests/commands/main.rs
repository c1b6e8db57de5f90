//! The commands, as a user runs them.
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::print_stderr,
    clippy::unreachable,
    clippy::unwrap_used,
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    reason = "a test may panic"
)]

mod analyse;
mod bench;
mod book;
#[cfg(unix)]
mod broken_output;
mod cli;
#[path = "../common/mod.rs"]
mod common;
#[cfg(unix)]
mod editing;
#[cfg(unix)]
mod files;
#[cfg(unix)]
mod first_minute;
mod output_page;
mod pgn_mutations;
mod play;
#[cfg(unix)]
mod streams;
#[cfg(unix)]
mod terminal;
