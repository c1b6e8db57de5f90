//! Whole: files that are there entirely or not at all.

use std::fs::File;
use std::io;
use std::path::Path;

/// Writes a file by [`lancet::console::write_atomic`].
///
/// # Errors
/// A sentence where it cannot be written; what was there before is still there then.
pub fn write(path: &Path, fill: impl FnOnce(&mut File) -> io::Result<()>) -> Result<(), String> {
    lancet::console::write_atomic(path, fill).map_err(|error| error.to_string())
}
