//! Fuzz targets: what must hold for every input of Lancet's parsers.
//!
//! A [`Target`] is a plain function of bytes that panics when a property fails. The programs in `fuzz/fuzz_targets` call
//! it from libFuzzer; the test `mutations` calls it with seeded mutations of the project's own files ([`mutator`]).
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a target panics when a property fails"
)]

mod book;
mod epd;
mod fen;
pub mod mutator;
mod network;
mod pgn;
mod records;
mod seeds;
mod syzygy;
mod uci;

/// A parser under test.
#[derive(Debug)]
pub struct Target {
    /// The name, as of the program in `fuzz/fuzz_targets`.
    pub name: &'static str,
    /// Checks one input.
    pub check: fn(&[u8]),
    /// Returns inputs to begin with, made from the project's own files.
    pub seeds: fn() -> Vec<Vec<u8>>,
    /// Words of the format, which a mutation may insert.
    pub tokens: &'static [&'static str],
    /// The maximum length of an input in bytes.
    pub max_len: usize,
    /// The inputs of the test `mutations` by default: a few seconds of work.
    pub inputs: u64,
    /// The memory in bytes that an input of [`Target::max_len`] may need.
    pub max_memory: usize,
}

/// All targets.
pub const TARGETS: [Target; 8] = [
    fen::TARGET,
    pgn::TARGET,
    epd::TARGET,
    book::TARGET,
    network::TARGET,
    records::TARGET,
    syzygy::TARGET,
    uci::TARGET,
];

/// Returns the target with this name.
///
/// # Panics
/// If there is none.
#[must_use]
pub fn target(name: &str) -> &'static Target {
    TARGETS.iter().find(|target| target.name == name).expect("the name of a target")
}
