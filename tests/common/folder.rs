//! Folder: a place for files that goes with its owner.

use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

/// An empty folder.
pub struct Folder(TempDir);

impl Folder {
    pub fn new() -> Folder {
        Folder(tempfile::tempdir().expect("a folder"))
    }

    pub fn path(&self) -> &Path {
        self.0.path()
    }

    /// Where a file of this name is, or would be.
    pub fn file(&self, name: &str) -> PathBuf {
        self.path().join(name)
    }

    /// The same as text, for the command line.
    pub fn name(&self, name: &str) -> String {
        self.file(name).to_str().expect("UTF-8").to_owned()
    }

    /// Writes a file; what it is called on the command line.
    pub fn write(&self, name: &str, contents: impl AsRef<[u8]>) -> String {
        fs::write(self.file(name), contents).expect("a file can be written");
        self.name(name)
    }

    /// What a file says.
    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.file(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }
}
