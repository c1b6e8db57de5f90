//! Rules: what may end, shorten or lengthen the search of a node. One function each.
//!
//! Every rule is a function of the [`Facts`](super::facts::Facts) of a node, has a switch in a
//! tuning build, and says when it is unsound and what it was worth when it was last taken out
//! (`docs/ablation.md` has the table with errors and conditions).

pub(super) mod bounds;
pub(super) mod depth;
pub(super) mod learn;
pub(super) mod prune;
pub(super) mod skip;
pub(super) mod syzygy;
pub(super) mod verify;
