//! Models: file format, symmetry, kernels, accumulators and searches.
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
mod evaluation;
mod file;
mod line;
mod middle;
mod samples;
mod search;
mod symmetry;
