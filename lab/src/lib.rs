//! The laboratory of the narrow-window search family.
//!
//! Alpha-beta in several forms, Scout, NegaScout, PVS, PNS, INS, SSS*, DUAL*, memory tests, MTD(f) and C*: each is a
//! function over a [`GameTree`], in a file written to be read beside its paper. Besides the algorithms there are
//! artificial trees to search, programs for the theorems and models of the papers, and experiments that measure their
//! claims again.
//!
//! ```
//! use lancet_lab::algorithm::{Options, negascout, rec_sss_star};
//! use lancet_lab::tree::{Order, TopDown};
//! use lancet_lab::{Counters, GameTree, INFINITY};
//!
//! // Width 5, first child best with probability 0.6, values up to a million, seed 17.
//! let tree = TopDown::new(5, Order::STRONG, 1_000_000, 17);
//! let mut counters = Counters::default();
//! let window = (-INFINITY, INFINITY);
//! let value = negascout(&tree, &mut counters, &tree.root(), window, 6, Options::FIGURE_1);
//! assert_eq!((value, counters.leaves, counters.researches), (0, 1813, 18));
//!
//! // The unit type is an observer that costs nothing.
//! assert_eq!(rec_sss_star(&tree, &mut (), 6), 0);
//! ```
//!
//! | module | contents | feature |
//! |---|---|---|
//! | [`algorithm`] | the searches | |
//! | [`tree`] | artificial game trees | |
//! | [`theory`] | minimal trees, critical positions, expected values, the model of source 002, theorem 2 | |
//! | [`parallel`] | parallel searches with a simulated clock | |
//! | [`trace`] | searches that can be watched: every event, as text and drawings | |
//! | [`printed`] | every example that the sources print, with the leaves, windows and results of its searches | |
//! | [`golden`] | leaf counts that must be the same on every machine | |
//! | `chess` | chess positions as game trees, and a search with a transposition table and move ordering | `chess` |
//! | `verify` | properties that must hold on every tree | `cli` |
//! | `experiment` | the figures and tables of the papers | `cli` |
//! | `report` | all experiments on one HTML page | `cli` |
//! | `drivers` | the comparison of the drivers in the engine | `cli` |
//! | `paper` | the paper on this comparison | `cli` |
//! | `cli` | the command line of the binary `lancet-lab` | `cli` |
//!
//! Without features the crate has no dependencies. The sources are listed in the README.

pub mod algorithm;
#[cfg(feature = "cli")]
pub mod cache;
#[cfg(feature = "chess")]
pub mod chess;
#[cfg(feature = "cli")]
pub mod cli;
#[cfg(feature = "cli")]
pub mod command_line;
#[cfg(feature = "cli")]
pub mod drivers;
#[cfg(feature = "cli")]
mod error;
#[cfg(feature = "cli")]
pub mod experiment;
mod game_tree;
pub mod golden;
mod observer;
#[cfg(feature = "cli")]
pub mod paper;
pub mod parallel;
pub mod printed;
#[cfg(feature = "cli")]
pub mod report;
#[cfg(feature = "cli")]
mod size_limit;
pub mod theory;
pub mod trace;
pub mod tree;
#[cfg(feature = "cli")]
pub mod verify;

#[cfg(feature = "cli")]
pub use error::LabError;
pub use game_tree::{GameTree, INFINITY, Value, expand};
pub use observer::{Counters, End, LeafTrace, Memory, Observer, OpenChange, Visit, Window, leaf};

/// Runs the example of the README as a documentation test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
