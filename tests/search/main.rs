//! The search: draws, mates, strength limits, and the transposition table.
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
mod draws;
mod mates;
mod reproducible;
mod strength;
mod time_plan;
mod tt;
