//! What all games of a command share, whether it plays matches or tunes parameters.

use std::path::PathBuf;
use std::sync::Arc;

use lancet::eval::nnue::Model;
use lancet::tt::Tt;

use crate::adjudication::Adjudication;
use crate::engine_config::EngineConfig;
use crate::error::ArenaError;
use crate::openings::Openings;
use crate::runner::Match;
use crate::time_control::TimeControl;

/// What all games of a command share.
#[derive(Clone, Debug)]
pub struct GameSettings {
    /// What ends the search of a move.
    pub time_control: TimeControl,
    /// An EPD or PGN file with openings, in place of random ones.
    pub openings: Option<PathBuf>,
    /// The RNG seed.
    pub seed: u64,
    /// The number of pairs that are played in parallel.
    pub threads: usize,
    /// When a game is adjudicated.
    pub adjudication: Adjudication,
    /// MiB of hash of each engine.
    pub hash_mb: usize,
    /// The network of the players that have none of their own.
    pub model: Arc<Model>,
    /// Reports whether the command was interrupted, as by Ctrl-C.
    pub interrupted: fn() -> bool,
}

impl GameSettings {
    /// Settings with the built-in network, random openings and one thread, never interrupted.
    #[must_use]
    pub fn new(time_control: TimeControl) -> GameSettings {
        GameSettings {
            time_control,
            openings: None,
            seed: 1,
            threads: 1,
            adjudication: Adjudication::STANDARD,
            hash_mb: Tt::DEFAULT_MB,
            model: Model::built_in(),
            interrupted: || false,
        }
    }

    /// Reports whether scores may end a game.
    pub(crate) fn is_adjudicated(&self) -> bool {
        self.adjudication != Adjudication::BY_RULES
    }

    /// Reads the openings; `random` stands for those without a file.
    ///
    /// # Errors
    /// The file cannot be read or has a bad opening.
    pub fn read_openings(&self, random: Openings) -> Result<Openings, ArenaError> {
        Openings::read_or(self.openings.as_deref(), self.seed, random)
    }

    /// Returns a match of `pairs` pairs between two engines.
    #[must_use]
    pub fn match_between(&self, engines: [EngineConfig; 2], openings: Openings, pairs: u64) -> Match {
        Match {
            openings,
            adjudication: self.adjudication,
            hash_mb: self.hash_mb,
            seed: self.seed,
            threads: self.threads,
            interrupted: self.interrupted,
            ..Match::new(engines, self.time_control, pairs)
        }
    }
}
