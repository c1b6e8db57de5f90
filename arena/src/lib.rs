//! Games between engines in one process: openings, adjudication, time controls, matches, statistics.
//!
//! | module | what it is |
//! |---|---|
//! | [`adjudication`] | when a game ends by the rules of chess, by scores or by its length |
//! | [`cli`] | the command line |
//! | [`driver_config`] | the configuration of a player: a search driver with options, parameters and a network, by name |
//! | [`driver_match`] | matches between players, such as search drivers |
//! | [`game`] | the loop that plays a game |
//! | [`game_settings`] | what all games of a command share |
//! | [`openings`] | the openings of a match: random ones, or those of an EPD or PGN file |
//! | [`pair_row`] | the rows of results files, and their summaries |
//! | [`engine_config`] | the network and the settings of a player |
//! | [`pgn`] | games of a match in portable game notation |
//! | [`player`] | players with their networks |
//! | [`report`] | progress and results for people |
//! | [`results_file`] | tables of results that grow row by row |
//! | [`runner`] | matches on a worker pool |
//! | [`spsa`] | the tuning of search parameters by games |
//! | [`statistics`] | Elo, pentanomial results, SPRT, means with errors, bootstrap |
//! | [`termination`] | results of games and their reasons |
//! | [`time_control`] | what ends the search of a move |
//!
//! The random number generator ([`rng`]), the drawing of random openings and the worker pool come from
//! `lancet`, whose own commands use them too.
//!
//! The binary `lancet-arena` offers matches and tuning on the command line.

/// The examples of the README, compiled as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

pub mod adjudication;
pub mod cli;
pub mod driver_config;
pub mod driver_match;
pub mod engine_config;
mod error;
pub mod game;
pub mod game_settings;
pub mod openings;
pub mod pair_row;
pub mod pgn;
pub mod player;
pub mod report;
pub mod results_file;
pub mod runner;
pub mod spsa;
pub mod statistics;
pub mod termination;
pub mod time_control;

pub use error::{ArenaError, ParseError};
pub use lancet::rng;
