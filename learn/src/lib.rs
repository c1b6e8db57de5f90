//! Training of Lancet's evaluation from its own games only: self-play, game records, training, matches.
//!
//! | module | content |
//! |---|---|
//! | [`cli`] | the command line |
//! | [`cycle`] | the whole process, generation after generation |
//! | [`export`] | conversion of records to the formats of other programs |
//! | [`info`] | statistics of record files |
//! | [`manifest`] | the list of all files of games, and their verification |
//! | [`matches`](mod@matches) | matches between evaluations |
//! | [`merge`] | merging of record files |
//! | [`play`] | self-play |
//! | [`records`] | games in compressed, checksummed blocks |
//! | [`rescore`] | new scores for old games by a stronger network |
//! | [`samples`] | training samples of 32 bytes |
//! | [`train`] | training of models |
//! | [`wdl`] | the fit of the win-draw-loss model |
//!
//! The binary `lancet-learn` offers these on the command line.

pub mod cli;
pub mod cycle;
mod duration;
mod error;
pub mod export;
pub mod info;
pub mod manifest;
pub mod matches;
pub mod merge;
mod parts;
pub mod play;
pub mod records;
pub mod rescore;
pub mod samples;
pub mod train;
pub mod wdl;

use std::path::Path;

use lancet::eval::nnue::Model;

pub use error::LearnError;

/// Loads a network file.
///
/// # Errors
/// [`LearnError::Network`].
fn load_network(path: &Path) -> Result<Model, LearnError> {
    Model::load(path).map_err(|source| LearnError::Network { path: path.into(), source })
}
