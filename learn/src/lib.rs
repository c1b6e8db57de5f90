//! Lancet learns: self-play, game records and training, from nothing but the engine's own games.
//!
//! | module | what it is |
//! |---|---|
//! | [`cli`] | the command line |
//! | [`cycle`] | all of it, generation after generation |
//! | [`export`] | positions in the forms of other programs |
//! | [`info`] | what record files hold |
//! | [`matches`](mod@matches) | evaluations against each other |
//! | [`merge`] | several files of games as one |
//! | [`play`] | games of the engine against itself |
//! | [`records`] | games in compressed, checksummed blocks |
//! | [`rescore`] | games judged again by a stronger network |
//! | [`samples`] | positions to learn from, 32 bytes each |
//! | [`train`] | models from samples |
//! | [`wdl`] | what scores mean, from the results of games |
//!
//! The binary `lancet-learn` is the same on the command line.

pub mod cli;
pub mod cycle;
pub mod export;
pub mod info;
mod interrupt;
pub mod matches;
pub mod merge;
mod model;
mod output;
pub mod play;
pub mod records;
pub mod rescore;
pub mod samples;
pub mod train;
pub mod wdl;
mod whole;
