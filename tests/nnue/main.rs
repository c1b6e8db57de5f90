//! Models: file format, symmetry, kernels, accumulators and searches.
#![allow(clippy::expect_used, clippy::panic, clippy::print_stderr, clippy::unreachable, clippy::unwrap_used)]

#[path = "../common/mod.rs"]
mod common;
mod evaluation;
mod file;
mod line;
mod samples;
mod search;
mod symmetry;
