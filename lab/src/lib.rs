//! The laboratory of the minimal-window search family.
//!
//! Alpha-beta in its forms, Scout, NegaScout, PVS, PNS, INS, SSS*, DUAL*, memory tests, MTD(f) and C*, each a
//! function over a [`GameTree`] in a file that reads beside its paper; trees to search; what the papers prove, as
//! programs; and the experiments.
//!
//! ```
//! use lancet_lab::algorithm::{Options, negascout, rec_sss_star};
//! use lancet_lab::tree::{Order, TopDown};
//! use lancet_lab::{Counters, GameTree, INFINITY};
//!
//! // Width 5, the first son best 60 % of the time, values up to a million, tree number 17.
//! let tree = TopDown::new(5, Order::STRONG, 1_000_000, 17);
//! let mut counters = Counters::default();
//! let window = (-INFINITY, INFINITY);
//! let value = negascout(&tree, &mut counters, &tree.root(), window, 6, Options::FIGURE_1);
//! assert_eq!((value, counters.leaves, counters.researches), (0, 1813, 18));
//!
//! // Whoever wants the value alone gives no observer, which costs nothing.
//! assert_eq!(rec_sss_star(&tree, &mut (), 6), 0);
//! ```
//!
//! | module | contents | feature |
//! |---|---|---|
//! | [`algorithm`] | the searches | |
//! | [`tree`] | artificial game trees | |
//! | [`theory`] | minimal trees, critical positions, expected values, the model of source 002, theorem 2 | |
//! | [`golden`] | leaf counts that must be the same on every machine | |
//! | `chess` | chess positions as game trees, and a search with a transposition table and move ordering | `chess` |
//! | `verify` | properties that must hold on every tree | `cli` |
//! | `experiment` | the figures and tables of the papers | `cli` |
//! | `report` | all experiments on one HTML page | `cli` |
//! | `paper` | the comparison of the engine's drivers | `cli` |
//! | `cli` | the command line of the binary `lancet-lab` | `cli` |
//!
//! Without features the crate has no dependencies.

pub mod algorithm;
#[cfg(feature = "chess")]
pub mod chess;
#[cfg(feature = "cli")]
pub mod cli;
#[cfg(feature = "cli")]
pub mod drivers;
#[cfg(feature = "cli")]
pub mod experiment;
mod game_tree;
pub mod golden;
#[cfg(feature = "cli")]
mod limit;
mod observer;
#[cfg(feature = "cli")]
pub mod paper;
#[cfg(feature = "cli")]
pub mod progress;
#[cfg(feature = "cli")]
pub mod report;
#[cfg(feature = "cli")]
pub mod section;
#[cfg(feature = "cli")]
pub mod store;
pub mod theory;
pub mod tree;
#[cfg(feature = "cli")]
pub mod verify;

pub use game_tree::{GameTree, INFINITY, Value, expand};
pub use observer::{Counters, LeafTrace, Observer, Window, leaf};
