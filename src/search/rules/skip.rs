//! Skipping: rules that prune a move of a node.

use shakmaty::Move;

use crate::position::Position;
use crate::search::experiment;
use crate::search::facts::Facts;
use crate::search::order::{Candidate, MovePicker};
use crate::search::params::Parameters;
use crate::search::state::NodeState;
use crate::types::{Depth, Score};

/// Reports whether a rule of this file prunes the move. Late-move pruning skips the quiet moves after this one, which is
/// searched unless another rule prunes it.
///
/// For moves after one that does not lose, so that mates are found. `depth` is what remains after reduction.
pub(in crate::search) fn skips(
    params: &Parameters,
    picker: &mut MovePicker,
    position: &Position,
    (facts, state): (&Facts, &NodeState),
    candidate: &Candidate,
    gives_check: bool,
    depth: Depth,
) -> bool {
    if late_move(params, facts, state) {
        picker.skip_quiets();
    }
    if candidate.quiet {
        let margin = quiet_margin(params, candidate, depth);
        let is_safe = margin <= 0 && !picker.is_in_reach(candidate.m);
        return history(params, facts, candidate, depth)
            || !gives_check && futility(params, facts, state, candidate, depth)
            || !is_safe && losing_exchange(params, position, candidate.m, state, margin);
    }
    let order = candidate.order.clamp(-8000, 8000) * params.exchange_noisy_history() / 1024;
    let margin = -params.exchange_noisy() * state.depth - order;
    candidate.least_exchange < margin && losing_exchange(params, position, candidate.m, state, margin)
}

/// Late-move pruning: at low depth, quiet moves late in the order are skipped; true from the last move before them.
///
/// Unsound by design. Source: move count based pruning on CPW. `docs/ablation.md`: late move pruning.
fn late_move(params: &Parameters, facts: &Facts, state: &NodeState) -> bool {
    let square = params.late_move_slope() * state.depth * state.depth / 64;
    let limit = ((params.late_move_base() + square) >> i32::from(!facts.improving))
        + params.late_move_improvement() * facts.improvement / 1024;
    params.use_late_move_pruning()
        && state.depth <= params.late_move_depth()
        && state.move_count as i32 >= limit
}

/// Futility pruning: the evaluation is so far below alpha that a quiet move does not reach it.
///
/// Unsound by design; checks are exempt. Source: E. Heinz, "Extended Futility Pruning", ICCA Journal 21(2), 1998.
/// `docs/ablation.md`: futility pruning.
fn futility(
    params: &Parameters,
    facts: &Facts,
    state: &NodeState,
    candidate: &Candidate,
    depth: Depth,
) -> bool {
    let margin = params.futility_base()
        + params.futility_slope() * depth
        + params.futility_history() * candidate.history / 1024
        + params.futility_correction() * facts.correction / 64;
    params.use_futility()
        && !facts.in_check
        && depth <= params.futility_depth()
        && facts.eval + margin <= state.window.alpha
}

/// The SEE that a quiet move needs.
fn quiet_margin(params: &Parameters, candidate: &Candidate, depth: Depth) -> i32 {
    -params.exchange_quiet() * depth * depth - params.exchange_quiet_history() * candidate.history / 1024
}

/// SEE pruning: the move loses more by static exchange than the depth can win back.
///
/// Unsound by design. Source: static exchange evaluation on CPW, there in quiescence. `docs/ablation.md`: SEE pruning.
fn losing_exchange(
    params: &Parameters,
    position: &Position,
    m: Move,
    state: &NodeState,
    margin: i32,
) -> bool {
    params.use_exchange_pruning()
        && state.depth <= params.exchange_depth()
        && !position.wins_exchange(m, margin)
}

/// History pruning: the quiet move failed nearly everywhere else.
///
/// Unsound by design. Source: history leaf pruning on CPW. `docs/ablation.md`: history pruning.
fn history(params: &Parameters, facts: &Facts, candidate: &Candidate, depth: Depth) -> bool {
    params.use_history_pruning()
        && depth <= params.history_depth()
        && !facts.pv
        && candidate.history < -params.history_margin() * depth.max(1)
}

/// Futility pruning in quiescence: returns a bound if the capture cannot bring the score up to alpha.
///
/// Unsound by design. Source: delta pruning on CPW. `docs/ablation.md`: quiescence futility.
pub(in crate::search) fn quiescence_futility(
    params: &Parameters,
    alpha: Score,
    stand_pat: Score,
    gain: i32,
) -> Option<Score> {
    let bound = experiment::at_most(params, stand_pat + gain + params.quiescence_margin());
    (params.use_quiescence_futility() && bound <= alpha).then_some(bound)
}

/// Late-move pruning in quiescence: after the first captures only recaptures are searched.
///
/// Unsound by design; without it, quiescence takes unreasonably long on boards full of queens.
/// `docs/ablation.md`: quiescence late move pruning.
pub(in crate::search) fn quiescence_late_move(
    params: &Parameters,
    m: Move,
    last: Option<Move>,
    move_count: i32,
) -> bool {
    let recaptures = last.is_some_and(|last| last.to() == m.to());
    params.use_quiescence_late_move() && move_count > params.quiescence_moves() && !recaptures
}
