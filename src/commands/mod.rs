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

use std::path::Path;
use std::time::Duration;

use crate::error::Error;
use crate::files::{self, StandardInput};

/// Formats a time in seconds.
fn seconds(time: Duration) -> String {
    format!("{:.3} s", time.as_secs_f64())
}

/// Returns the standard input.
///
/// # Errors
/// [`Error::File`] if it is a folder, or a device but a terminal or the null device.
pub fn standard_input() -> Result<StandardInput, Error> {
    files::stdin().map_err(|error| Error::unreadable(Path::new("-"), error))
}
