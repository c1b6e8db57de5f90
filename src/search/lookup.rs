//! Lookup: what the table knows of a node, by one bound for each position or by two.
//!
//! The table keeps one bound. With two, which is a question for experiments, upper bounds are kept
//! as if they were of another position.

use super::params as p;
use super::worker::Worker;
use crate::position::Position;
use crate::tt::TtEntry;
use crate::types::{Bound, Score, Window};

/// Makes another position of each, for its upper bound.
const UPPER: u64 = 0x5bd1_e995_97f4_a7c1;

/// The key that the table knows a position by.
///
/// The evaluation fades with the fifty-move clock, of which the key knows nothing. Where the value
/// of a node may depend on its position and depth alone, the clock belongs to the position.
#[inline]
fn key_of(position: &Position) -> u64 {
    if p::use_draw_rules() {
        return position.key();
    }
    position.key() ^ u64::from(position.halfmoves()).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

impl Worker<'_> {
    /// What the table knows of `position` at `ply`; of two bounds the one that answers what `window`
    /// asks.
    #[inline]
    pub(super) fn lookup(&self, position: &Position, window: Window, ply: usize) -> Option<TtEntry> {
        let key = key_of(position);
        let hit = self.shared.tt.probe(key);
        if p::tt_bounds() == 1 { hit } else { either(hit, self.shared.tt.probe(key ^ UPPER), window, ply) }
    }

    /// Remembers what was found out about `position`.
    #[inline]
    pub(super) fn remember(&self, position: &Position, record: TtEntry) {
        let apart = p::tt_bounds() == 2 && record.bound == Bound::Upper;
        self.shared.tt.store(key_of(position) ^ if apart { UPPER } else { 0 }, record);
    }
}

/// The one of two hits that says more, with the move of the other if it has none.
fn either(lower: Option<TtEntry>, upper: Option<TtEntry>, window: Window, ply: usize) -> Option<TtEntry> {
    let (Some(lower), Some(upper)) = (lower, upper) else { return lower.or(upper) };
    let upper_answers = Score::from_tt(upper.score, ply) <= window.alpha;
    let lower_answers = lower.bound == Bound::Exact || Score::from_tt(lower.score, ply) >= window.beta;
    let takes_upper = if upper_answers == lower_answers { upper.depth > lower.depth } else { upper_answers };
    let (hit, other) = if takes_upper { (upper, lower) } else { (lower, upper) };
    Some(TtEntry {
        best: if hit.best.is_none() { other.best } else { hit.best },
        pv: hit.pv || other.pv,
        ..hit
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::PackedMove;

    #[test]
    fn the_bound_that_answers_is_taken_with_the_move_that_is_known() {
        let hit = |score, bound, depth, best| TtEntry {
            best: PackedMove::from_bits(best),
            score,
            eval: 0,
            depth,
            bound,
            pv: false,
        };
        let lower = hit(10, Bound::Lower, 5, 77);
        let upper = hit(30, Bound::Upper, 4, 0);
        let ask = |alpha| {
            let found = either(Some(lower), Some(upper), Window::above(Score::new(alpha)), 0);
            found.map(|hit| (hit.score, hit.best.bits()))
        };
        assert_eq!(ask(9), Some((10, 77)));
        assert_eq!(ask(30), Some((30, 77)));
        assert_eq!(ask(20), Some((10, 77)), "neither answers: the deeper one");
        assert_eq!(either(None, Some(upper), Window::FULL, 0), Some(upper));
    }
}
