//! Tables: the rule that asks the endgame tables before a node is searched.

use std::ops::ControlFlow;

use super::bounds;
use crate::position::Position;
use crate::search::facts::Kind;
use crate::search::params as p;
use crate::search::worker::Worker;
use crate::tt::TtEntry;
use crate::types::{Bound, Depth, MAX_DEPTH, PackedMove, Score, Window};

/// By how much a result of the tables is deeper than the node.
const BONUS: Depth = 6;

/// The node's score, where the endgame tables settle what the window asks; else the window in which
/// they leave it.
///
/// They are asked right after a capture or pawn move alone, since they know the fifty-move clock at
/// zero only. A win is a lower bound and a loss an upper one: a mate would be better or worse. Sound.
pub(in crate::search) fn probe<K: Kind>(
    w: &mut Worker,
    position: &Position,
    (window, depth, ply): (Window, Depth, usize),
) -> ControlFlow<Score, Window> {
    let shared = w.shared;
    let is_asked = shared.endgame.asks(position, depth)
        && !K::ROOT
        && w.frames[ply].excluded.is_none()
        && p::use_syzygy();
    let found = if is_asked { shared.endgame.outcome(position) } else { None };
    let Some(outcome) = found else { return ControlFlow::Continue(Window::FULL) };
    w.found_in_tables();
    let score = shared.endgame.score(outcome, ply);
    let (bound, range) = if score.is_win() {
        (Bound::Lower, Window { alpha: score, ..Window::FULL })
    } else if score.is_loss() {
        (Bound::Upper, Window { beta: score, ..Window::FULL })
    } else {
        (Bound::Exact, Window::FULL)
    };
    if !bounds::answers(score, bound, window) {
        return ControlFlow::Continue(range);
    }
    let record = TtEntry {
        best: PackedMove::NONE,
        score: score.to_tt(ply),
        eval: TtEntry::NO_EVAL,
        depth: (depth + BONUS).min(MAX_DEPTH),
        bound,
        pv: K::PV,
    };
    w.remember(position, record);
    ControlFlow::Break(score)
}
