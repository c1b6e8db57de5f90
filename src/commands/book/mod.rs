//! Book: showing, checking and building opening books.

mod build;
mod check;
pub(super) mod lines;
mod show;
mod weights;

pub use build::Build;
pub use check::check;
pub use show::show;

use std::path::Path;

use crate::book::Book;
use crate::error::Error;

/// Loads a book, or returns the built-in one without a path.
///
/// # Errors
/// [`Error::File`] if the file is not a book or cannot be read.
pub fn load(path: Option<&Path>) -> Result<Book, Error> {
    let Some(path) = path else { return Ok(Book::built_in()) };
    Book::load(path).map_err(|error| Error::file("open book", path, error))
}
