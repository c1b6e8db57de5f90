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
//! | module | what it is |
//! |---|---|
//! | [`algorithm`] | the searches |
//! | [`tree`] | artificial trees |
//! | [`chess`] | chess positions as trees, and a search with a table and move ordering |
//! | [`theory`] | minimal trees, critical positions, expectations, the model of source 002, theorem 2 |
//! | [`golden`] | counts that must be the same everywhere |
//! | [`verify`] | what must hold on every tree |
//! | [`experiment`] | the figures and tables |
//! | [`report`] | all of them on one page |
//! | [`paper`] | the comparison of the drivers in the engine, written down |
//!
//! The binary `lancet-lab` is the same on the command line.

pub mod algorithm;
pub mod chess;
pub mod cli;
pub mod experiment;
mod game_tree;
pub mod golden;
mod limit;
mod observer;
pub mod paper;
pub mod progress;
pub mod report;
pub mod section;
pub mod statistics;
pub mod store;
pub mod theory;
pub mod tree;
pub mod verify;

pub use game_tree::{GameTree, INFINITY, Value, expand};
pub use observer::{Counters, LeafTrace, Observer, Window, leaf};
