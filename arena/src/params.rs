//! Player: who takes part in a match.

use std::sync::Arc;

use lancet::eval::nnue::Model;
use lancet::search::Settings;

/// What sets a player apart: how it evaluates, and how it searches.
#[derive(Clone, Debug)]
pub struct Player {
    /// What evaluates.
    pub model: Arc<Model>,
    /// How it searches.
    pub settings: Settings,
}

impl Default for Player {
    fn default() -> Player {
        Player { model: Model::built_in(), settings: Settings::default() }
    }
}
