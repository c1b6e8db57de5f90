//! A temporary folder, removed when it is dropped.

use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

/// An empty temporary folder.
pub struct Folder(TempDir);

impl Folder {
    pub fn new() -> Folder {
        Folder(tempfile::tempdir().expect("a folder"))
    }

    pub fn path(&self) -> &Path {
        self.0.path()
    }

    /// The path of a file in the folder, whether or not it exists.
    pub fn file(&self, name: &str) -> PathBuf {
        self.path().join(name)
    }

    /// The same path as text, for a command line.
    pub fn name(&self, name: &str) -> String {
        self.file(name).to_str().expect("UTF-8").to_owned()
    }

    /// Writes a file and returns its path as text.
    pub fn write(&self, name: &str, contents: impl AsRef<[u8]>) -> String {
        fs::write(self.file(name), contents).expect("a file can be written");
        self.name(name)
    }

    /// The contents of a file.
    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.file(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }
}
