//! A cache of partial results, so that an interrupted command can be resumed.

use std::io::Write;
use std::path::{Path, PathBuf};

use lancet::Error;
use lancet::console::write_atomic;
use lancet::files::{MAX_TEXT, create_folder, read};

use serde::Serialize;
use serde::de::DeserializeOwned;
use xxhash_rust::xxh3::xxh3_64;

use crate::error::LabError;

/// A directory of partial results, or none.
#[derive(Clone, Default, Debug)]
pub struct Cache(Option<PathBuf>);

impl Cache {
    /// A cache that stores nothing.
    #[must_use]
    pub fn disabled() -> Cache {
        Cache(None)
    }

    /// A cache with one file per result in a directory, which is created if necessary.
    ///
    /// # Errors
    /// If the directory cannot be created.
    pub fn in_directory(directory: &Path) -> Result<Cache, LabError> {
        let created = create_folder(directory);
        created.map_err(|error| Error::file("create directory", directory, error))?;
        Ok(Cache(Some(directory.into())))
    }

    /// Returns the cached result of this name, or computes and stores it. The name must contain everything that the
    /// result depends on.
    ///
    /// # Errors
    /// Those of `compute`, and if the result cannot be stored.
    pub fn get_or_compute<R: Serialize + DeserializeOwned>(
        &self,
        name: &str,
        compute: impl FnOnce() -> Result<R, LabError>,
    ) -> Result<R, LabError> {
        let Some(directory) = &self.0 else { return compute() };
        let path = directory.join(format!("{}.json", file_stem(name)));
        // A file that cannot be read is computed again.
        let cached = read(&path, MAX_TEXT).ok().and_then(|bytes| serde_json::from_slice(&bytes).ok());
        if let Some(cached) = cached {
            return Ok(cached);
        }
        let computed = compute()?;
        let text = serde_json::to_vec(&computed).map_err(|error| LabError::Cache(name.to_owned(), error))?;
        write_atomic(&path, |file| file.write_all(&text))?;
        Ok(computed)
    }
}

/// The maximum length of a name that is the name of a file as it is.
const MAX_NAME: usize = 150;

/// Returns a name short enough for a file: the hash of a long one stands for its end.
fn file_stem(name: &str) -> String {
    if name.len() <= MAX_NAME {
        return name.to_owned();
    }
    let start = &name[..name.floor_char_boundary(MAX_NAME)];
    format!("{start}-{:016x}", xxh3_64(name.as_bytes()))
}
