//! The manifest: the list of all files of games ever used, and the check of a block by playing it again.
//!
//! The repository has room for some of the files only. The manifest says for each, wherever it is, which
//! commit, network, limits and seed gave its games, and has a checksum of each block: enough to make the same
//! bytes again, and to find out whether a file is the one that networks were trained on.

mod again;
mod contents;
mod error;
mod file;
mod hex;
mod list;
mod verify;

pub use contents::{BlockEntry, Difference};
pub use error::ManifestError;
pub use file::{FileEntry, Manifest};
pub use list::ListGames;
pub use verify::Verify;

use std::path::Path;

use lancet::files::display;

/// Returns a path as a text.
fn unicode(path: &Path) -> Result<String, ManifestError> {
    path.to_str().map(Into::into).ok_or_else(|| ManifestError::NotUnicode(display(path)))
}

/// Returns the name of a file without its folder.
fn name_of(path: &Path) -> Result<String, ManifestError> {
    unicode(path.file_name().map_or(path, Path::new))
}
