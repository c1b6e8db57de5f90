//! Commands: what the command line offers besides UCI. Without the feature `cli` only [`bench`], [`own_book`] and
//! [`perft`] exist, which UCI offers too.

#[cfg(feature = "cli")]
pub mod analyse;
pub mod bench;
#[cfg(feature = "cli")]
pub mod book;
#[cfg(feature = "cli")]
pub mod genfens;
#[cfg(feature = "cli")]
pub mod go;
#[cfg(feature = "cli")]
pub mod inputs;
#[cfg(feature = "cli")]
pub mod iterations;
pub mod own_book;
pub mod perft;
#[cfg(feature = "cli")]
pub mod play;
#[cfg(feature = "cli")]
pub mod stream;
#[cfg(feature = "cli")]
pub mod suite;
#[cfg(feature = "cli")]
pub mod syzygy;
mod threads;

pub use threads::{cores, on_search_stack};

use std::time::Duration;

/// Formats a time in seconds.
fn seconds(time: Duration) -> String {
    format!("{:.3} s", time.as_secs_f64())
}
