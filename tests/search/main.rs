//! The search: draws, mates, strength limits, and the transposition table.
#![allow(clippy::expect_used, clippy::panic, clippy::print_stderr, clippy::unreachable, clippy::unwrap_used)]

#[path = "../common/mod.rs"]
mod common;
mod draws;
mod mates;
mod strength;
mod tt;
