//! The configuration of a player: what makes it differ from its opponent.

use std::sync::Arc;

use lancet::eval::nnue::Model;
use lancet::search::Settings;

/// The configuration of an engine that takes part in a match.
#[derive(Clone, Debug)]
pub struct EngineConfig {
    /// The network.
    pub model: Arc<Model>,
    /// The settings of its searches.
    pub settings: Settings,
}

impl Default for EngineConfig {
    fn default() -> EngineConfig {
        EngineConfig { model: Model::built_in(), settings: Settings::default() }
    }
}
