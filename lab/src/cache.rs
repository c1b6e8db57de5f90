//! A cache of partial results, so that an interrupted command can be resumed.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use lancet::Error;
use lancet::console::write_atomic;
use lancet::files::{MAX_TEXT, UNLIMITED, create_folder, read};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use crate::error::LabError;

/// A directory of partial results, or none.
///
/// Results depend on the algorithms, the engine and its built-in network. Each is therefore stored with the fingerprint of
/// the program that computed it, and the results of another program count as absent.
#[derive(Clone, Default, Debug)]
pub struct Cache(Option<Store>);

/// The directory of a cache.
#[derive(Clone, Debug)]
struct Store {
    directory: PathBuf,
    /// The fingerprint of this program.
    program: String,
}

/// The contents of a file.
#[derive(Serialize, Deserialize)]
struct Entry<R> {
    /// The fingerprint of the program that computed the result.
    program: String,
    result: R,
}

impl Cache {
    /// A cache that stores nothing.
    #[must_use]
    pub fn disabled() -> Cache {
        Cache(None)
    }

    /// A cache with one file per result in a directory, which is created if necessary.
    ///
    /// # Errors
    /// If the directory cannot be created, or the file of this program cannot be read.
    pub fn in_directory(directory: &Path) -> Result<Cache, LabError> {
        let created = create_folder(directory);
        created.map_err(|error| Error::file("create directory", directory, error))?;
        Ok(Cache(Some(Store { directory: directory.into(), program: fingerprint()? })))
    }

    /// Returns the result of this name that this program has stored, or computes and stores it. The name must contain
    /// everything that the result depends on besides the program.
    ///
    /// # Errors
    /// Those of `compute`, and if the result cannot be stored.
    pub fn get_or_compute<R: Serialize + DeserializeOwned>(
        &self,
        name: &str,
        compute: impl FnOnce() -> Result<R, LabError>,
    ) -> Result<R, LabError> {
        let Some(Store { directory, program }) = &self.0 else { return compute() };
        let path = directory.join(format!("{}.json", file_stem(name)));
        // A file that cannot be read is computed again.
        let entry: Option<Entry<R>> =
            read(&path, MAX_TEXT).ok().and_then(|bytes| serde_json::from_slice(&bytes).ok());
        if let Some(entry) = entry.filter(|entry| entry.program == *program) {
            return Ok(entry.result);
        }
        let entry = Entry { program: program.clone(), result: compute()? };
        let text = serde_json::to_vec(&entry).map_err(|error| LabError::Cache(name.to_owned(), error))?;
        write_atomic(&path, |file| file.write_all(&text))?;
        Ok(entry.result)
    }
}

/// Returns the fingerprint of this program: its version, and the hash of its file.
fn fingerprint() -> Result<String, LabError> {
    static FINGERPRINT: OnceLock<String> = OnceLock::new();
    if let Some(known) = FINGERPRINT.get() {
        return Ok(known.clone());
    }
    let path = std::env::current_exe();
    let path =
        path.map_err(|error| Error::other(format!("cannot find the file of this program: {error}")))?;
    let bytes = read(&path, UNLIMITED).map_err(|error| Error::unreadable(&path, error))?;
    let fingerprint = format!("{} {:016x}", env!("CARGO_PKG_VERSION"), xxh3_64(&bytes));
    Ok(FINGERPRINT.get_or_init(|| fingerprint).clone())
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
