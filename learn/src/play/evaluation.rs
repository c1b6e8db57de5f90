//! Evaluation: what the players judge positions by.

use std::path::Path;

use lancet::search::Searcher;

/// The evaluation of a run.
#[derive(Clone, Debug, Default)]
pub struct Evaluation {
    /// Its identity; zero for the one built in.
    pub id: u64,
}

impl Evaluation {
    /// The one that is built into the engine.
    #[must_use]
    pub fn built_in() -> Evaluation {
        Evaluation::default()
    }

    /// Pieces have their value and nothing else counts.
    ///
    /// # Errors
    /// A sentence where it cannot be made.
    pub fn material() -> Result<Evaluation, String> {
        Err("material alone is not yet an evaluation of the engine".into())
    }

    /// A network from a file.
    ///
    /// # Errors
    /// A sentence where it cannot be read.
    pub fn open(path: &Path) -> Result<Evaluation, String> {
        Err(format!("the network {} cannot be read yet", path.display()))
    }

    /// Makes `searcher` judge by it.
    pub fn give_to(&self, _searcher: &mut Searcher) {}
}
