//! Book: opening books looked at, checked and made.

mod build;
mod check;
mod lines;
mod show;
mod weigh;

pub use build::Build;
pub use check::check;
pub use show::show;

use std::path::Path;

use crate::book::Book;
use crate::error::Error;

/// Reads a book, or takes the one that comes with the engine.
fn load(path: Option<&Path>) -> Result<Book, Error> {
    let Some(path) = path else { return Ok(Book::built_in()) };
    Book::load(path)
        .map_err(|error| Error::Sentence(format!("the book {} is refused: {error}", path.display())))
}
