//! SSS*: zero windows from above, each at the upper bound that the last one found.
//!
//! Source: G. Stockman, "A Minimax Algorithm Better than Alpha-Beta?", Artificial Intelligence 12,
//! 1979; that the passes visit its nodes in its order was found by A. Plaat and others, 1996.

use super::passes::converge;
use crate::position::Position;
use crate::search::worker::{Answer, Worker};
use crate::types::{Depth, Score};

/// Asks the root by SSS*.
pub(super) fn ask_root(w: &mut Worker, position: &Position, depth: Depth) -> Answer<()> {
    converge(w, position, depth, |known| {
        // Each distance to mate is a value of its own: whether there is a mate is one question.
        let unknown = known.most.is_win() && !known.least.is_win();
        if unknown { Score::WIN_BOUND } else { known.most }
    })
}
