//! Output: files that are made once.

use std::fs::{File, OpenOptions};
use std::path::Path;

/// Makes a file that is not there yet.
///
/// # Errors
/// A sentence where it is there or cannot be made.
pub fn create_new(path: &Path) -> Result<File, String> {
    OpenOptions::new().write(true).create_new(true).open(path).map_err(|error| {
        let name = path.display();
        match error.kind() {
            std::io::ErrorKind::AlreadyExists => format!("{name} is there already; name another file"),
            _ => format!("{name} cannot be written: {error}"),
        }
    })
}
