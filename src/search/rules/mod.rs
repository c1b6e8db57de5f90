//! Rules: what ends, shortens or extends the search of a node; one function each.
//!
//! A rule that prunes, reduces or extends is a function of the [`Facts`](super::facts::Facts) of a node or of a few
//! numbers, has in a tuning build a switch of its own or that of the reduction that it corrects, and says when it is
//! unsound and where it was described first. `docs/ablation.md` has its gain in Elo, or that of the bundle in which it was
//! measured, with the error and the conditions. CPW is the Chess Programming Wiki.

pub(super) mod bounds;
pub(super) mod depth;
pub(super) mod learn;
mod logarithms;
pub(super) mod prune;
pub(super) mod skip;
pub(super) mod syzygy;
pub(super) mod verify;
