//! Lancet, a chess engine of the narrow-window search family, as a library.
//!
//! The binary `lancet` speaks UCI. A program that uses [`shakmaty`] embeds the engine directly:
//!
//! ```
//! use lancet::search::{Limits, Settings};
//! use lancet::shakmaty::{Chess, Position};
//! use lancet::{Engine, Report};
//!
//! let mut engine = Engine::new(16)?; // MiB of hash
//! let position = Chess::default();
//! let limits = Limits { depth: Some(6), ..Limits::default() };
//! let search = engine.search(position.clone(), limits, Settings::default());
//!
//! for report in search.reports() {
//!     match report {
//!         Report::Info(info) => println!("depth {}: {}", info.depth, info.display_score()),
//!         Report::Done(outcome) => {
//!             let best = outcome.best.expect("the start position has moves");
//!             assert!(position.is_legal(best));
//!             break;
//!         }
//!         _ => {}
//!     }
//! }
//! # Ok::<(), lancet::EngineError>(())
//! ```
//!
//! The crate works with shakmaty 0.30.1 only, which it re-exports: use `lancet::shakmaty` instead of a dependency of your own, or
//! let that be `=0.30.1`, and the types fit.
//! `docs/embedding.md` has a complete program.
//!
//! # Playing by a clock, with repetitions
//!
//! A [`Game`](position::Game) holds the moves that led to a position, so that the search sees repetitions.
//! Times are durations; the engine takes a fraction of the time left.
//!
//! ```
//! use std::time::Duration;
//!
//! use lancet::Engine;
//! use lancet::position::Game;
//! use lancet::search::{Limits, Settings};
//! use lancet::time::Clock;
//!
//! let mut engine = Engine::new(16)?;
//! let mut game = Game::default();
//! let mut left = [Duration::from_secs(1); 2];
//! let increment = Duration::from_millis(10);
//! while game.position().game_ply() < 4 {
//!     let left = &mut left[game.position().turn() as usize];
//!     let clock = Clock { left: *left, increment, moves_to_go: None };
//!     let limits = Limits { clock: Some(clock), ..Limits::default() };
//!     let search = engine.search(game.clone(), limits, Settings::default());
//!     let outcome = search.wait()?;
//!     game.play(outcome.best.expect("the opening has moves"))?;
//!     *left = left.saturating_sub(outcome.info.elapsed) + increment;
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Analysing with several lines until stopped
//!
//! [`Settings::multi_pv`](search::Settings::multi_pv) is the number of lines. An infinite search ends when it
//! is stopped; its [`Outcome`](search::Outcome) still comes, with all lines.
//!
//! ```
//! use lancet::search::{Limits, Settings};
//! use lancet::shakmaty::Chess;
//! use lancet::{Engine, Report};
//!
//! let mut engine = Engine::new(16)?;
//! let settings = Settings { multi_pv: 3, ..Settings::default() };
//! let limits = Limits { infinite: true, ..Limits::default() };
//! let search = engine.search(Chess::default(), limits, settings);
//! for report in search.reports() {
//!     let Report::Info(info) = report else { continue };
//!     println!("depth {}, line {}: {}", info.depth, info.multi_pv, info.display_score());
//!     if (info.depth, info.multi_pv) == (5, 3) {
//!         break;
//!     }
//! }
//! search.stop();
//! let outcome = search.wait().expect("the outcome");
//! assert!(outcome.best.is_some());
//! assert_eq!(outcome.others.len(), 2);
//! # Ok::<(), lancet::EngineError>(())
//! ```
//!
//! # Pondering
//!
//! A ponder search starts on the opponent's time, from the position after the expected move. Its clock starts
//! with [`Search::ponderhit`], from where the program measures the time it has used; if the opponent plays another move,
//! stop it and start a new search.
//!
//! ```
//! use std::time::Duration;
//!
//! use lancet::Engine;
//! use lancet::search::{Limits, Settings};
//! use lancet::shakmaty::Chess;
//!
//! let mut engine = Engine::new(16)?;
//! let limits =
//!     Limits { ponder: true, movetime: Some(Duration::from_millis(20)), ..Limits::default() };
//! let search = engine.search(Chess::default(), limits, Settings::default());
//! // The opponent plays the expected move.
//! search.ponderhit();
//! assert!(search.wait().is_ok_and(|outcome| outcome.best.is_some()));
//! # Ok::<(), lancet::EngineError>(())
//! ```
//!
//! # Opening books
//!
//! The engine looks up no book by itself: look a [`Book`](book::Book) up before you start a search. This one is built in; `Book::load` reads Polyglot files.
//!
//! ```
//! use lancet::book::{Book, BookChoice};
//! use lancet::position::Position;
//!
//! let moves = Book::built_in().moves(&Position::default());
//! let random = 17; // any number; `BookChoice::Weighted` chooses by it
//! let chosen = BookChoice::Weighted.among(&moves, random);
//! assert!(chosen.is_some_and(|book_move| book_move.weight > 0));
//! ```
//!
//! # Syzygy endgame tablebases
//!
//! ```
//! use std::sync::Arc;
//!
//! use lancet::Engine;
//! use lancet::position::{Game, parse_fen};
//! use lancet::search::{Limits, Settings, SyzygyOptions};
//! use lancet::syzygy::{Tablebases, folders};
//!
//! let path = "/path/to/wdl:/path/to/dtz";
//! # let path = "tests/data/syzygy";
//! # // A package has no tables.
//! # if !std::path::Path::new(path).exists() { return Ok(()); }
//! // The handler gets warnings about damaged files, the first time that they are read.
//! let (tables, warnings) = Tablebases::open(&folders(path), Box::new(|warning| eprintln!("{warning}")));
//! assert!(warnings.folders.is_empty(), "{warnings:?}");
//! let syzygy = SyzygyOptions { tables: Some(Arc::new(tables)), ..SyzygyOptions::default() };
//! let settings = Settings { syzygy, ..Settings::default() };
//!
//! let game = Game::from(parse_fen("8/8/8/3k4/8/8/8/KBN5 w - - 0 1")?.chess);
//! let limits = Limits { depth: Some(3), ..Limits::default() };
//! let outcome = Engine::new(16)?.search(game, limits, settings).wait().expect("the outcome");
//! assert!(outcome.info.tb_hits > 0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Limited strength
//!
//! ```
//! use lancet::Engine;
//! use lancet::search::{Limits, Settings, StrengthLimit};
//! use lancet::shakmaty::Chess;
//!
//! // Elo from 1000 to 2800; a seed makes the moves reproducible.
//! let limit = StrengthLimit::from_elo(1500).with_seed(1);
//! let settings = Settings { strength: Some(limit), ..Settings::default() };
//! let limits = Limits { nodes: Some(5_000), ..Limits::default() };
//! let outcome = Engine::new(16)?.search(Chess::default(), limits, settings).wait();
//! assert!(outcome.is_ok_and(|outcome| outcome.best.is_some()));
//! # Ok::<(), lancet::EngineError>(())
//! ```
//!
//! # Features
//!
//! | feature | default | adds |
//! |---|---|---|
//! | `cli` | yes | the binary with its commands; includes `pgn`; embedding programs turn it off: `default-features = false` |
//! | `pgn` | no | the module `pgn`: games in PGN, read and written |
//! | `tune` | no | every search parameter and rule switch as a UCI option; includes `experiment` |
//! | `experiment` | no | what only experiments need: coarse scores, two TT bounds per position |

pub use crossbeam_channel;
pub use shakmaty;

pub mod book;
#[doc(hidden)]
pub mod build_info;
#[doc(hidden)]
pub mod commands;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod console;
#[doc(hidden)]
pub mod cpu;
mod engine;
pub mod epd;
mod error;
pub mod eval;
pub mod files;
mod memory;
#[doc(hidden)]
pub mod openings;
#[cfg(feature = "pgn")]
pub mod pgn;
pub mod position;
#[doc(hidden)]
pub mod rng;
pub mod search;
pub mod syzygy;
pub mod time;
pub mod tt;
pub mod types;
#[doc(hidden)]
pub mod uci;
#[doc(hidden)]
pub mod workers;

pub use engine::{Engine, EngineError, Report, Search, SearchError, StopGuard};
#[doc(hidden)]
pub use error::Error;
