//! Store: results in pieces, so that a run can be stopped and gone on with.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde::de::DeserializeOwned;

/// Where finished pieces are kept; nowhere, if no folder is named.
#[derive(Clone, Default, Debug)]
pub struct Store(Option<PathBuf>);

impl Store {
    /// Keeps nothing.
    #[must_use]
    pub fn nowhere() -> Store {
        Store(None)
    }

    /// Keeps a file for each piece in a folder, which is made.
    ///
    /// # Errors
    /// A sentence where the folder cannot be made.
    pub fn in_folder(folder: &Path) -> Result<Store, String> {
        let made = fs::create_dir_all(folder);
        made.map_err(|error| format!("the folder {} cannot be made: {error}", folder.display()))?;
        Ok(Store(Some(folder.into())))
    }

    /// The piece of a name, which says all that the piece depends on; made if it is not there yet.
    ///
    /// # Errors
    /// Those of `make`, and a sentence where the piece cannot be written.
    pub fn piece<R: Serialize + DeserializeOwned>(
        &self,
        name: &str,
        make: impl FnOnce() -> Result<R, String>,
    ) -> Result<R, String> {
        let Some(folder) = &self.0 else { return make() };
        let path = folder.join(format!("{name}.json"));
        // A piece that cannot be read is made again.
        let found = fs::read(&path).ok().and_then(|bytes| serde_json::from_slice(&bytes).ok());
        if let Some(found) = found {
            return Ok(found);
        }
        let made = make()?;
        let text = serde_json::to_vec(&made).map_err(|error| format!("{name} cannot be kept: {error}"))?;
        write_whole(&path, &text)?;
        Ok(made)
    }
}

/// Writes a file under another name first, so that it is there entirely or not at all.
///
/// # Errors
/// A sentence where it cannot be written.
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), String> {
    let written = lancet::console::write_atomic(path, |file| file.write_all(bytes));
    written.map_err(|error| error.to_string())
}
