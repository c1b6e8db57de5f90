//! Rules: what ends, shortens or extends the search of a node; one function each.
//!
//! A rule that prunes, reduces or extends reads the [`Facts`](super::facts::Facts) of a node, has a switch in a tuning
//! build, and says when it is unsound. `docs/ablation.md` has its gain in Elo, or that of the bundle in which it was
//! measured, with the error and the conditions.

pub(super) mod bounds;
pub(super) mod depth;
pub(super) mod learn;
mod logarithms;
pub(super) mod prune;
pub(super) mod skip;
pub(super) mod syzygy;
pub(super) mod verify;
