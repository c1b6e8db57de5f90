//! The tests of the experiments, the paper and the binary.
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "a test may panic")]

mod command;
mod common;
mod drivers;
mod experiments;
mod paper;
mod properties;
