//! DUAL*: zero windows from below, each above the lower bound of the last.
//!
//! Source: T. Marsland, A. Reinefeld, J. Schaeffer, "Low Overhead Alternatives to SSS*", Artificial
//! Intelligence 31, 1987: SSS* with the sides exchanged.

use super::passes::converge;
use crate::position::Position;
use crate::search::shared::SearchResult;
use crate::search::worker::Worker;
use crate::types::{Depth, Score};

/// Searches the root by DUAL*.
pub(super) fn search_root(w: &mut Worker, position: &Position, depth: Depth) -> SearchResult<()> {
    converge(w, position, depth, |known| {
        // One pass decides whether there is a loss, instead of one per distance to mate.
        let may_lose = known.lower.is_loss() && !known.upper.is_loss();
        if may_lose { Score::LOSS_BOUND + 1 } else { known.lower + 1 }
    })
}
