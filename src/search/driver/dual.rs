//! DUAL*: zero windows from below, each above the lower bound that the last one found.
//!
//! Source: T. Marsland, A. Reinefeld, J. Schaeffer, "Low Overhead Alternatives to SSS*", Artificial
//! Intelligence 31, 1987: SSS* with the sides exchanged.

use super::passes::converge;
use crate::position::Position;
use crate::search::worker::{Answer, Worker};
use crate::types::{Depth, Score};

/// Asks the root by DUAL*.
pub(super) fn ask_root(w: &mut Worker, position: &Position, depth: Depth) -> Answer<()> {
    converge(w, position, depth, |known| {
        // Each distance to mate is a value of its own: whether we are mated is one question.
        let unknown = known.least.is_loss() && !known.most.is_loss();
        if unknown { Score::LOSS_BOUND + 1 } else { known.least + 1 }
    })
}
