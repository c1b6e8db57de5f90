//! The tests of the experiments, the paper and the binary.
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "a test may panic")]

#[cfg(unix)]
#[path = "../../../tests/common/bad_files.rs"]
mod bad_files;
#[cfg(unix)]
#[path = "../../../tests/common/broken_output.rs"]
mod broken_output;
mod command;
mod common;
mod drivers;
mod experiments;
#[cfg(unix)]
mod files;
mod paper;
mod properties;
mod trace;
