//! Mate line: completes the principal variation of a mate score.
//!
//! A mate score may come from the TT, and the line then ends before the mate. A score reported as exact is to
//! be shown to the end, so the rest is searched for: the mate and its distance are known.

use shakmaty::Move;

use super::mate_finder::{MateFinder, Refuted};
use super::root::RootMove;
use super::worker::Worker;
use crate::position::Position;
use crate::types::{Bound, Line, Score};

/// The node budget for the rest of a line, by the nodes of the search.
fn node_budget(nodes: u64) -> u64 {
    (nodes / 20).clamp(2_000, 400_000)
}

/// Returns the bound and line of a root move as they are reported. If the score is an exact mate, the line is
/// complete; the same mate keeps its line. If the rest is not found, the score becomes a bound.
pub(super) fn complete(
    w: &mut Worker,
    root: &Position,
    root_move: &RootMove,
    score: Score,
    bound: Bound,
) -> (Bound, Line) {
    let Some(plies) = score.mate_plies().filter(|_| bound == Bound::Exact) else {
        return (bound, root_move.line.clone());
    };
    if root_move.completed.0 == score {
        return (bound, root_move.completed.1.clone());
    }
    let mut refuted = Refuted::default();
    let mut finder = MateFinder::new(w, &mut refuted, node_budget(w.polling.nodes()));
    let Some(line) = completed(&mut finder, root, root_move.line.moves(), plies) else {
        return (if plies > 0 { Bound::Lower } else { Bound::Upper }, root_move.line.clone());
    };
    if let Some(root_move) = w.root.get_mut(root_move.m) {
        root_move.completed = (score, line.clone());
    }
    (Bound::Exact, line)
}

/// Returns a line to a mate after `plies` (negative: by the opponent) that keeps as many of `moves` as possible.
fn completed(finder: &mut MateFinder, root: &Position, moves: &[Move], plies: i32) -> Option<Line> {
    let (mate, plies) = (plies > 0, plies.unsigned_abs() as usize);
    (1..=moves.len().min(plies)).rev().find_map(|kept| {
        let mut line = Line::new();
        moves[..kept].iter().for_each(|m| line.push(*m));
        let found = finder.play(root, &moves[..kept], |finder, position| {
            if mate == kept.is_multiple_of(2) {
                finder.mate(position, plies - kept, &mut line)
            } else {
                finder.mated(position, plies - kept, &mut line)
            }
        });
        (found && line.moves().len() == plies).then_some(line)
    })
}
