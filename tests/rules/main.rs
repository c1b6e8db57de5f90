//! The rules of chess: move generation, exchanges, and the parsers of FEN and moves.
#![allow(clippy::expect_used, clippy::panic, clippy::print_stderr, clippy::unreachable, clippy::unwrap_used)]

#[path = "../common/mod.rs"]
mod common;
mod differential;
mod exchange;
mod perft;
mod property;
