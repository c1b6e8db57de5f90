//! The evaluation of a player: a network, or material values.

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use lancet::eval::nnue::Model;
use lancet::search::Searcher;
use lancet_arena::engine_config::EngineConfig;

use crate::{LearnError, load_network};

/// The evaluation of a player.
#[derive(Clone, Debug)]
pub struct Evaluation {
    model: Arc<Model>,
}

impl Evaluation {
    /// Returns the network that is built into the engine.
    #[must_use]
    pub fn built_in() -> Evaluation {
        Evaluation { model: Model::built_in() }
    }

    /// Returns the evaluation by material values alone.
    #[must_use]
    pub fn material() -> Evaluation {
        Evaluation::of(Model::material())
    }

    /// Loads a network.
    ///
    /// # Errors
    /// [`LearnError::Network`] if the file cannot be loaded.
    pub fn open(path: &Path) -> Result<Evaluation, LearnError> {
        load_network(path).map(Evaluation::of)
    }

    /// Returns the evaluation with this name: `material`, `built-in` or a network file.
    ///
    /// # Errors
    /// As [`Evaluation::open`].
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

    /// Returns the identity of the network.
    #[must_use]
    pub fn id(&self) -> u64 {
        self.model.id()
    }

    /// Returns an engine for matches with this evaluation.
    #[must_use]
    pub fn engine(self) -> EngineConfig {
        EngineConfig { model: self.model, ..EngineConfig::default() }
    }

    /// Returns a searcher with this evaluation and a transposition table of `hash_mb` MiB.
    ///
    /// # Errors
    /// [`LearnError::Tt`] if the memory is missing.
    pub fn searcher(&self, hash_mb: usize) -> Result<Searcher, LearnError> {
        Ok(Searcher::with_model(hash_mb, self.model.clone())?)
    }
}

impl fmt::Display for Evaluation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.model.fmt(f)
    }
}
