//! Syzygy probes in the tree.

use std::ops::ControlFlow;

use super::bounds;
use crate::position::Position;
use crate::search::args::{NodeArgs, NodeType};
use crate::search::worker::Worker;
use crate::tt::TtEntry;
use crate::types::{Bound, Depth, MAX_DEPTH, PackedMove, Score, Window};

/// Plies added to the depth of the TT entry of a Syzygy result.
const DEPTH_BONUS: Depth = 6;

/// Probes the Syzygy tables: returns the node's score if that decides the search, else the range that it
/// limits the value to.
///
/// Only after a capture or pawn move, since the tables assume a fifty-move clock of zero. A win is a lower
/// bound and a loss an upper one, since the distance to mate is unknown. Sound.
pub(in crate::search) fn probe<T: NodeType>(
    w: &mut Worker,
    position: &Position,
    args: NodeArgs,
) -> ControlFlow<Score, Window> {
    let syzygy = &w.shared.syzygy;
    let should_probe = syzygy.should_probe(position, args.depth)
        && !T::ROOT
        && w.stack[args.ply].excluded.is_none()
        && w.params.use_syzygy();
    let found = if should_probe { syzygy.outcome(position) } else { None };
    let Some(outcome) = found else { return ControlFlow::Continue(Window::FULL) };
    w.polling.count_tb_hit();
    let score = syzygy.score(outcome, args.ply);
    let (bound, range) = if score.is_win() {
        (Bound::Lower, Window { alpha: score, ..Window::FULL })
    } else if score.is_loss() {
        (Bound::Upper, Window { beta: score, ..Window::FULL })
    } else {
        (Bound::Exact, Window::FULL)
    };
    if !bounds::causes_cutoff(score, bound, args.window) {
        return ControlFlow::Continue(range);
    }
    let entry = TtEntry {
        best: PackedMove::NONE,
        score: score.to_tt(args.ply),
        eval: TtEntry::NO_EVAL,
        depth: (args.depth + DEPTH_BONUS).min(MAX_DEPTH),
        bound,
        pv: T::PV,
    };
    w.store_tt(position, entry);
    ControlFlow::Break(score)
}
