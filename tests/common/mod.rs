//! What the integration tests share: positions, searches, the engine as a process, temporary folders.
// Each test target uses a part of it.
#![allow(dead_code)]

#[cfg(unix)]
pub mod bad_files;
pub mod boards;
#[cfg(unix)]
pub mod broken_output;
pub mod folder;
#[cfg(unix)]
pub mod interrupt;
pub mod process;
#[cfg(unix)]
pub mod terminal;

use std::path::{Path, PathBuf};

/// A file or folder under `tests/data`.
pub fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name)
}
