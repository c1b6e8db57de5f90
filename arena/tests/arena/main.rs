//! The tests of matches, driver matches and their statistics.
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

#[cfg(unix)]
#[path = "../../../tests/common/bad_files.rs"]
mod bad_files;
#[cfg(unix)]
#[path = "../../../tests/common/broken_output.rs"]
mod broken_output;
#[path = "../../../tests/common/folder.rs"]
#[allow(dead_code)]
mod folder;

mod cli;
mod driver_matches;
#[cfg(unix)]
mod files;
mod matches;
mod strength;
