//! SSS*: zero windows from above, each at the upper bound of the last.
//!
//! Source: G. Stockman, "A Minimax Algorithm Better than Alpha-Beta?", Artificial Intelligence 12, 1979; A.
//! Plaat and others, 1996, showed that these passes visit its nodes in its order.

use super::passes::converge;
use crate::position::Position;
use crate::search::shared::SearchResult;
use crate::search::worker::Worker;
use crate::types::{Depth, Score};

/// Searches the root by SSS*.
pub(super) fn search_root(w: &mut Worker, position: &Position, depth: Depth) -> SearchResult<()> {
    converge(w, position, depth, |known| {
        // One pass decides whether there is a win, instead of one per distance to mate.
        let may_win = known.upper.is_win() && !known.lower.is_win();
        if may_win { Score::WIN_BOUND } else { known.upper }
    })
}
