//! Skip: rules that leave a move out of a node.

use shakmaty::Move;

use crate::position::Position;
use crate::search::facts::Facts;
use crate::search::grain;
use crate::search::order::{Candidate, Picker};
use crate::search::params as p;
use crate::types::{Depth, Score};

/// A rule of this file leaves the move out, and perhaps all quiet moves after it.
///
/// The caller asks only once a move that does not lose was found, so that mates are seen. `count` is
/// the move's number at the node, from 1; `depth` what would remain after reduction.
pub(in crate::search) fn skips(
    picker: &mut Picker,
    position: &Position,
    facts: &Facts,
    candidate: &Candidate,
    gives_check: bool,
    (count, depth): (usize, Depth),
) -> bool {
    if late_move(facts, count) {
        picker.skip_quiets();
    }
    if candidate.quiet {
        return history(facts, candidate, depth)
            || !gives_check && futility(facts, candidate, depth)
            || losing_exchange(position, candidate.m, facts, -p::exchange_quiet() * depth * depth);
    }
    let margin = -p::exchange_noisy() * facts.depth - candidate.history.clamp(-8000, 8000) / 128;
    losing_exchange(position, candidate.m, facts, margin)
}

/// Late-move pruning: after many quiet moves at a low depth, the rest are left out.
///
/// Unsound by design. Worth 96 ± 36 Elo.
fn late_move(facts: &Facts, count: usize) -> bool {
    let limit = (p::late_move_base() + facts.depth * facts.depth) >> i32::from(!facts.improving);
    p::use_late_move_pruning() && facts.depth <= p::late_move_depth() && count as i32 >= limit
}

/// Futility pruning: the evaluation is so far below alpha that a quiet move will not reach it.
///
/// Unsound by design; checks are excepted by the caller. Worth 27 ± 32 Elo.
fn futility(facts: &Facts, candidate: &Candidate, depth: Depth) -> bool {
    let margin = p::futility_base() + p::futility_slope() * depth + candidate.history / 128;
    p::use_futility()
        && !facts.in_check
        && depth <= p::futility_depth()
        && facts.eval + margin <= facts.window.alpha
}

/// Exchange pruning: the move loses more by exchange than the depth can win back.
///
/// Unsound by design. Worth 62 ± 34 Elo.
fn losing_exchange(position: &Position, m: Move, facts: &Facts, margin: i32) -> bool {
    p::use_exchange_pruning() && facts.depth <= p::exchange_depth() && !position.wins_exchange(m, margin)
}

/// History pruning: the quiet move has failed nearly everywhere.
///
/// Unsound by design. Worth -12 ± 29 Elo: to be measured on time.
fn history(facts: &Facts, candidate: &Candidate, depth: Depth) -> bool {
    p::use_history_pruning()
        && depth <= p::history_depth()
        && !facts.pv
        && candidate.history < -p::history_margin() * depth.max(1)
}

/// Futility pruning in quiescence: the capture cannot bring the score up to alpha.
///
/// Unsound by design. Worth 16 ± 32 Elo.
pub(in crate::search) fn quiescence_futility(alpha: Score, stand_pat: Score, gain: i32) -> Option<Score> {
    let best = grain::at_most(stand_pat + gain + p::quiescence_margin());
    (p::use_quiescence_futility() && best <= alpha).then_some(best)
}

/// Late-move pruning in quiescence: after the best captures only those of the piece that just
/// moved are tried; the move is the one numbered `count`.
///
/// Without it boards full of queens never come to rest; elsewhere it is worth -16 ± 32 Elo.
pub(in crate::search) fn quiescence_late_move(m: Move, last: Option<Move>, count: i32) -> bool {
    let recaptures = last.is_some_and(|last| last.to() == m.to());
    p::use_quiescence_late_move() && count > p::quiescence_moves() && !recaptures
}
