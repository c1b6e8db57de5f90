//! Evaluation: what the players judge positions by.

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use lancet::eval::nnue::Model;
use lancet::search::Searcher;
use lancet_arena::params::Player;

use crate::{LearnError, load_network};

/// The evaluation of a player.
#[derive(Clone, Debug)]
pub struct Evaluation {
    model: Arc<Model>,
}

impl Evaluation {
    /// The one that is built into the engine.
    #[must_use]
    pub fn built_in() -> Evaluation {
        Evaluation { model: Model::built_in() }
    }

    /// Pieces have their value and nothing else counts.
    #[must_use]
    pub fn material() -> Evaluation {
        Evaluation::of(Model::material())
    }

    /// A model from a file.
    ///
    /// # Errors
    /// A sentence where it cannot be read.
    pub fn open(path: &Path) -> Result<Evaluation, LearnError> {
        load_network(path).map(Evaluation::of)
    }

    /// The one that is meant by `material`, `built-in` or the name of a file.
    ///
    /// # Errors
    /// A sentence where the file cannot be read.
    pub fn named(name: &Path) -> Result<Evaluation, LearnError> {
        match name.to_str() {
            Some("material") => Ok(Evaluation::material()),
            Some("built-in") => Ok(Evaluation::built_in()),
            _ => Evaluation::open(name),
        }
    }

    fn of(model: Model) -> Evaluation {
        Evaluation { model: Arc::new(model) }
    }

    /// Its identity.
    #[must_use]
    pub fn id(&self) -> u64 {
        self.model.id()
    }

    /// A player of matches who judges by it.
    #[must_use]
    pub fn player(self) -> Player {
        Player { model: self.model, ..Player::default() }
    }

    /// Makes `searcher` judge by it.
    pub fn give_to(&self, searcher: &mut Searcher) {
        searcher.set_model(self.model.clone());
    }
}

impl fmt::Display for Evaluation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.model.fmt(f)
    }
}
