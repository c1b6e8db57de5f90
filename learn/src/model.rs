//! Model: a network file, read or refused in a sentence.

use std::path::Path;

use lancet::eval::nnue::Model;

/// Reads a network file.
///
/// # Errors
/// A sentence where it cannot be read.
pub fn open(path: &Path) -> Result<Model, String> {
    Model::load(path).map_err(|error| format!("the network {}: {error}", path.display()))
}
