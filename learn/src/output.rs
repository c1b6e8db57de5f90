//! Output: files that are made once.

use std::fs::File;
use std::path::Path;

/// Makes a file that is not there yet, by [`lancet::console::create_new`].
///
/// # Errors
/// A sentence where it is there or cannot be made.
pub fn create_new(path: &Path) -> Result<File, String> {
    lancet::console::create_new(path).map_err(|error| error.to_string())
}
