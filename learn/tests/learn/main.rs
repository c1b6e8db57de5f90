//! The tests of self-play, records, training and generations.
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
mod command;
mod common;
mod cycle;
#[cfg(unix)]
mod files;
#[cfg(unix)]
#[path = "../../../tests/common/interrupt.rs"]
mod interrupt;
mod manifest;
mod parts;
mod play;
mod records;
mod rescore;
mod samples;
mod tools;
mod train;
mod train_command;
mod wdl;
