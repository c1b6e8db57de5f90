//! Rules: what ends, shortens or extends the search of a node; one function each.
//!
//! Every rule reads the [`Facts`](super::facts::Facts) of a node, has a switch in a tuning build, and says
//! when it is unsound. `docs/ablation.md` has a row for each with its gain in Elo, the error and the
//! conditions.

pub(super) mod bounds;
pub(super) mod depth;
pub(super) mod learn;
mod logarithms;
pub(super) mod prune;
pub(super) mod skip;
pub(super) mod syzygy;
pub(super) mod verify;
