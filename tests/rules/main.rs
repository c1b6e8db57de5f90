//! The rules of chess: move generation, exchanges, and the parsers of FEN and moves.
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

#[path = "../common/mod.rs"]
mod common;
mod differential;
mod exchange;
#[cfg(feature = "cli")]
mod perft;
mod property;
