//! Depth: rules that extend or reduce a node or a move.

use shakmaty::Move;

use super::logarithms::LOGARITHMS;
use crate::search::facts::Facts;
use crate::search::order::Candidate;
use crate::search::params::Parameters;
use crate::search::stack::SearchStack;
use crate::search::state::NodeState;
use crate::types::{Bound, Depth, Score};

/// Reductions are computed in 1/1024 of a ply.
const PLY: i32 = 1024;

/// Hindsight: corrects the depth by the result of the previous move's reduction. A move that was reduced much
/// and did not lower the evaluation for its side gains a ply; one that was reduced and lowered it loses one.
///
/// Unsound by design. Source: Stockfish. `docs/ablation.md`: hindsight reduction, in one bundle with ProbCut.
pub(in crate::search) fn hindsight(
    params: &Parameters,
    stack: &SearchStack,
    facts: &Facts,
    depth: Depth,
) -> Depth {
    let applies = params.use_hindsight() && facts.ply > 0 && !facts.in_check && facts.excluded.is_none();
    let last = stack.back(facts.ply, 1);
    let Some(previous) = last.eval.filter(|_| applies) else { return 0 };
    let loss = previous.units() + facts.eval.units();
    let deeper = last.reduction >= 3 && loss <= 0;
    let shallower = last.reduction >= 2 && depth >= 2 && loss > params.hindsight_margin();
    Depth::from(deeper) - Depth::from(shallower)
}

/// Internal iterative reduction: without a TT move, or with one from a much shallower search, move ordering
/// is poor; a shallower search finds a move for the next iteration. The move of the root is that of the last iteration.
///
/// Unsound by design. Source: E. Schröder, Rebel, 2020, as described on CPW. `docs/ablation.md`: internal iterative
/// reduction.
pub(in crate::search) fn internal_reduction(params: &Parameters, facts: &Facts, depth: Depth) -> Depth {
    let is_shallow =
        facts.tt_entry.is_some_and(|entry| entry.depth + params.internal_reduction_gap() < depth);
    let applies = params.use_internal_reduction()
        && (facts.tt_move.is_none() || is_shallow)
        && facts.excluded.is_none()
        && facts.ply > 0
        && depth >= params.internal_reduction_depth()
        && (facts.pv || facts.cut_node);
    Depth::from(applies)
}

/// Check extension: the first move of a PV node is searched a ply deeper if it gives check.
///
/// Changes what a depth means, not what a search of it proves. Source: check extensions on CPW. `docs/ablation.md`: check
/// extension.
pub(in crate::search) fn check_extension(
    params: &Parameters,
    facts: &Facts,
    gives_check: bool,
    move_count: usize,
) -> Depth {
    Depth::from(params.use_check_extension() && gives_check && facts.pv && move_count == 1)
}

/// Low extension: at a node too shallow for a singular search, the TT move is extended if it failed high before although
/// the static evaluation is well below alpha: then it is likely the only good move.
///
/// Changes what a depth means, not what a search of it proves. Source: Stockfish. `docs/ablation.md`: extension of the TT move
/// at low evaluations.
pub(in crate::search) fn low_extension(
    params: &Parameters,
    facts: &Facts,
    state: &NodeState,
    m: Move,
    iteration: Depth,
) -> Depth {
    let applies = params.use_low_extension()
        && may_extend_tt_move(facts, m, iteration)
        && facts.tt_entry.is_some_and(|entry| entry.bound == Bound::Lower)
        && !facts.in_check
        && state.depth < singular_depth(params, facts)
        && facts.eval <= state.window.alpha - params.low_extension_margin();
    Depth::from(applies)
}

/// The least depth of a node with a singular search.
pub(in crate::search) fn singular_depth(params: &Parameters, facts: &Facts) -> Depth {
    params.singular_depth() + Depth::from(facts.tt_pv)
}

/// Reports whether `m` is the TT move of a node whose score is not decisive, below the root and in a line shorter than twice
/// the iteration, so that it may be extended.
pub(in crate::search) fn may_extend_tt_move(facts: &Facts, m: Move, iteration: Depth) -> bool {
    facts.tt_move == Some(m)
        && facts.ply > 0
        && facts.excluded.is_none()
        && facts.ply < 2 * iteration as usize
        && facts.tt_score().is_some_and(|(score, ..)| !score.is_decisive())
}

/// Late-move reduction: the plies by which a late move is searched shallower at first.
///
/// Unsound by design; a reduced search above alpha is repeated at full depth. Source: T. Romstad and F. Letouzey, as
/// described on CPW; most of the terms as in other engines. `docs/ablation.md`: late move reduction.
pub(in crate::search) fn late_move_reduction(
    params: &Parameters,
    stack: &SearchStack,
    facts: &Facts,
    state: &NodeState,
    candidate: &Candidate,
    gives_check: bool,
) -> Depth {
    let (depth, move_count) = (state.depth, state.move_count);
    if !params.use_late_move_reduction() || depth < 2 || move_count < 2 + usize::from(facts.pv) {
        return 0;
    }
    let when = |applies: bool, term: i32| if applies { term } else { 0 };
    let logs = LOGARITHMS[depth.min(255) as usize] * LOGARITHMS[move_count.min(255)] / PLY;
    let mut reduction = params.reduction_base() + logs * params.reduction_slope() / PLY;
    reduction -= when(!candidate.quiet, params.reduction_noisy());
    // One good move suffices for a beta cutoff.
    reduction += when(facts.cut_node, params.reduction_cut_node());
    reduction += when(facts.cut_node && facts.tt_move.is_none(), params.reduction_no_tt_move());
    reduction += when(!facts.improving, params.reduction_not_improving());
    reduction -= when(facts.pv, params.reduction_pv());
    reduction -= when(facts.tt_pv, params.reduction_tt_pv());
    if facts.tt_pv
        && let Some((score, _, tt_depth)) = facts.tt_score()
    {
        reduction += when(score <= state.window.alpha, params.reduction_tt_low());
        reduction -= when(tt_depth >= depth, params.reduction_tt_deep());
    }
    reduction -= when(gives_check, params.reduction_check());
    // A move that refuted a sibling may refute this node too.
    reduction -= when(candidate.killer, params.reduction_killer());
    // If a capture is best, quiet moves seldom are.
    reduction += when(candidate.quiet && facts.tt_move_captures(), params.reduction_tt_capture());
    // Children that often fail high refute most moves.
    let children_fail_high = stack[facts.ply + 1].cutoffs > 2;
    reduction += when(children_fail_high, params.reduction_cutoffs());
    reduction += when(children_fail_high && !facts.cut_node && !facts.pv, params.reduction_all_cutoffs());
    reduction += stack.back(facts.ply, 1).reduction * params.reduction_parent();
    reduction -= facts.improvement * params.reduction_improvement();
    // The evaluation of such positions is often wrong.
    reduction -= facts.correction * params.reduction_correction();
    reduction -= if candidate.quiet {
        candidate.history * 8 / params.reduction_history()
    } else {
        candidate.history * params.reduction_noisy_history() / 128
    };
    (reduction / PLY).max(0)
}

/// The change of depth for the re-search after a reduced search above alpha: a ply deeper if it beat the best
/// score by far, a ply shallower if barely.
///
/// Unsound where it is shallower. Source: Stockfish. Part of late-move reduction, and measured with it.
pub(in crate::search) fn research_adjustment(
    params: &Parameters,
    score: Score,
    best: Score,
    depth: Depth,
) -> Depth {
    if best.is_decisive() {
        return 0;
    }
    let deeper = score > best + params.deeper_margin() + 2 * depth;
    let shallower = score < best + depth;
    Depth::from(deeper) - Depth::from(shallower)
}

/// The reduction of the remaining moves after one raised alpha to `score`: they have to be better still.
///
/// Unsound by design. Source: Stockfish. `docs/ablation.md`: reduced depth after alpha was raised, in one bundle with
/// razoring.
pub(in crate::search) fn alpha_raise_reduction(params: &Parameters, depth: Depth, score: Score) -> Depth {
    let applies = params.use_alpha_raise_reduction()
        && (3..=params.alpha_raise_depth()).contains(&depth)
        && !score.is_decisive();
    Depth::from(applies)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::args::NodeArgs;
    use crate::search::history::NO_CONTEXT;
    use crate::tt::TtEntry;
    use crate::types::{PackedMove, Window};
    use shakmaty::{Role, Square};

    fn facts(ply: usize) -> Facts {
        Facts {
            ply,
            pv: true,
            cut_node: false,
            in_check: false,
            tt_entry: None,
            tt_move: None,
            tt_pv: true,
            unfaded_eval: None,
            eval: Score::DRAW,
            correction: 0,
            estimate: Score::DRAW,
            improving: false,
            improvement: 0,
            opponent_worsening: false,
            excluded: None,
            contexts: [NO_CONTEXT; 3],
        }
    }

    #[test]
    fn internal_reduction_leaves_the_root_alone() {
        let params = Parameters::default();
        assert_eq!([0, 1].map(|ply| internal_reduction(&params, &facts(ply), 12)), [0, 1]);
    }

    /// Black to move is 100 below alpha, but a move failed high before.
    #[test]
    fn only_a_tt_move_that_failed_high_over_a_low_evaluation_is_extended() {
        let m = Move::Normal {
            role: Role::Knight,
            from: Square::G8,
            capture: None,
            to: Square::F6,
            promotion: None,
        };
        let best = PackedMove::new(m);
        let entry = TtEntry { best, score: 120, eval: 0, depth: 2, bound: Bound::Lower, pv: false };
        let usual = || Facts { tt_entry: Some(entry), tt_move: Some(m), tt_pv: false, ..facts(3) };
        let extension = |facts: &Facts, depth: Depth, iteration: Depth| {
            let window = Window { alpha: Score::new(100), beta: Score::new(101) };
            let args = NodeArgs { window, depth, ply: facts.ply, cut_node: false };
            low_extension(
                &Parameters::default(),
                facts,
                &NodeState::new(args, -Score::INFINITE),
                m,
                iteration,
            )
        };
        assert_eq!([1, 6, 7].map(|depth| extension(&usual(), depth, 8)), [1, 1, 0]);
        assert_eq!([1, 2].map(|iteration| extension(&usual(), 4, iteration)), [0, 1]);
        let bound = |bound| Some(TtEntry { bound, ..entry });
        let others = [
            Facts { eval: Score::new(90), ..usual() },
            Facts { in_check: true, ..usual() },
            Facts { ply: 0, ..usual() },
            Facts { excluded: Some(m), ..usual() },
            Facts { tt_move: None, ..usual() },
            Facts { tt_entry: bound(Bound::Exact), ..usual() },
            Facts { tt_entry: bound(Bound::Upper), ..usual() },
            Facts { tt_entry: Some(TtEntry { score: Score::mate_in(9).to_tt(3), ..entry }), ..usual() },
        ];
        assert_eq!(others.map(|facts| extension(&facts, 4, 8)), [0; 8]);
    }
}
