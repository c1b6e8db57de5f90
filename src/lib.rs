//! Lancet, a chess engine of the narrow-window search family.
//!
//! A lancet is a tall, narrow window. This crate is the engine: alpha-beta, NegaScout and
//! principal variation search over a shared transposition table, with [`shakmaty`] for the rules.
//! The binary `lancet` speaks UCI; a program that already speaks shakmaty embeds the engine
//! directly:
//!
//! ```
//! use lancet::search::{Limits, Settings};
//! use lancet::{Engine, Report};
//! use shakmaty::{Chess, Position};
//!
//! let mut engine = Engine::new(16)?; // MiB of hash
//! let position = Chess::default();
//! let limits = Limits { depth: Some(6), ..Limits::default() };
//! let search = engine.search(position.clone(), limits, Settings::default());
//!
//! for report in search.reports() {
//!     match report {
//!         Report::Info(info) => println!("depth {}: {}", info.depth, info.display_score()),
//!         Report::CurrentMove { .. } => {}
//!         Report::Done(outcome) => {
//!             let best = outcome.best.expect("the start position has moves");
//!             assert!(position.is_legal(best));
//!             break;
//!         }
//!     }
//! }
//! # Ok::<(), lancet::EngineError>(())
//! ```
//!
//! To play by a clock, think on the opponent's time or stop early, see
//! [`search::Limits`] and [`Search`]. To give the moves that led to a position, so that
//! repetitions are seen, build a [`position::Game`].
//!
//! # Features
//!
//! The feature `cli`, on by default, adds what the binary needs: the command line, the commands of `commands` other than
//! `bench` and `perft`, and `pgn`. A program that embeds the engine does without:
//! `lancet = { version = "0.2", default-features = false }`. [`uci`] is there in both cases.
//!
//! # The floors
//!
//! | module | knows | imports |
//! |---|---|---|
//! | [`types`] | scores, windows, depths, lines | nothing of ours |
//! | [`position`] | the rules, by shakmaty | `types` |
//! | [`book`] | opening books | `position`, `types` |
//! | [`pgn`] | files of games | `position`, `types` |
//! | [`syzygy`] | endgames that are known to the end | `position`, `types` |
//! | [`tt`] | what was found out about positions | `types` |
//! | [`time`] | clock arithmetic | `types` |
//! | [`eval`] | what a position is worth | `position`, `types` |
//! | [`search`] | the value of a position | all above |
//! | [`Engine`] | the search on a thread | all above |

pub mod book;
pub mod commands;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod console;
pub mod cpu;
mod engine;
pub mod epd;
mod error;
pub mod eval;
mod memory;
pub mod openings;
#[cfg(feature = "cli")]
pub mod pgn;
pub mod position;
pub mod rng;
pub mod search;
pub mod syzygy;
pub mod time;
pub mod tt;
pub mod types;
pub mod uci;
pub mod workers;

pub use engine::{Engine, EngineError, Report, Search};
pub use error::Error;
