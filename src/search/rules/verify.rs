//! Verification: rules that act on the result of a smaller search.

use shakmaty::Move;

use crate::position::Position;
use crate::search::args::{NodeArgs, NonPv};
use crate::search::experiment;
use crate::search::facts::Facts;
use crate::search::node::node;
use crate::search::order::{Candidate, MovePicker};
use crate::search::policy::Policy;
use crate::search::quiesce::quiesce;
use crate::search::rules::{depth as depths, learn};
use crate::search::shared::SearchResult;
use crate::search::state::NodeState;
use crate::search::worker::Worker;
use crate::types::{Score, Window};

/// Razoring: at low depth the evaluation is so far below alpha that only captures help. If quiescence does
/// not reach alpha either, the node ends with its value.
///
/// Unsound if a quiet move has a strong threat. Source: J. Birmingham and P. Kent, "Tree-searching and tree-pruning
/// techniques", Advances in Computer Chess 1, 1977, as CPW describes later forms. `docs/ablation.md`: razoring, in a bundle.
pub(in crate::search) fn razoring(
    w: &mut Worker,
    position: &Position,
    facts: &Facts,
    args: NodeArgs,
) -> SearchResult<Option<Score>> {
    let alpha = args.window.alpha;
    let margin = w.params.razoring_base() + w.params.razoring_slope() * args.depth * args.depth;
    let applies = w.params.use_razoring()
        && args.depth <= w.params.razoring_depth()
        && !alpha.is_decisive()
        && facts.eval + margin <= alpha;
    if !applies {
        return Ok(None);
    }
    let score = quiesce::<NonPv>(w, position, args.window, facts.ply)?;
    Ok((score <= alpha && !score.is_decisive()).then_some(score))
}

/// Null-move pruning: if a null move keeps the score above beta, some move will.
///
/// Unsound in zugzwang: not tried with king and pawns only, and at high depth a cutoff is verified by a search of the
/// same reduced depth, without null moves in the first three quarters of its plies. Source: C. Donninger, ICCA Journal
/// 16(3), 1993; verification after E. Heinz. `docs/ablation.md`: null move.
pub(in crate::search) fn null_move<P: Policy>(
    w: &mut Worker,
    position: &Position,
    facts: &Facts,
    args: NodeArgs,
) -> SearchResult<Option<Score>> {
    let beta = args.window.beta;
    let ply = args.ply;
    let margin = w.params.null_eval_base() + if facts.cut_node { 0 } else { w.params.null_all_node() };
    let applies = w.params.use_null_move()
        && args.depth >= 3
        && facts.estimate >= beta
        && facts.eval + w.params.null_eval_margin() * args.depth >= beta + margin
        && !beta.is_loss()
        && position.has_pieces()
        && w.stack.allows_null_move(ply);
    let Some(child) = applies.then(|| position.null_move()).flatten() else { return Ok(None) };
    let above_beta = ((facts.estimate - beta) / w.params.null_eval_divisor()).min(3);
    let reduction = w.params.null_base() + args.depth / w.params.null_depth_divisor() + above_beta;
    let depth = args.depth - reduction;
    w.enter_null_move(&child, ply);
    let child_args =
        NodeArgs { window: -Window::below(beta), depth, ply: ply + 1, cut_node: !facts.cut_node };
    let score = -node::<P, NonPv>(w, &child, child_args)?;
    w.leave_null_move();
    if score < beta {
        return Ok(None);
    }
    // A mate after a null move proves nothing.
    let score = if score.is_win() { beta } else { score };
    if args.depth < w.params.null_verify_depth() || w.stack.is_verifying() {
        return Ok(Some(score));
    }
    w.stack.set_null_move_min_ply(ply + 1 + (3 * depth.max(1) / 4) as usize);
    let verify_args = NodeArgs { window: Window::below(beta), depth, ply, cut_node: false };
    let verified = node::<P, NonPv>(w, position, verify_args);
    w.stack.set_null_move_min_ply(0);
    Ok((verified? >= beta).then_some(score))
}

/// ProbCut: a capture that is far above beta in a shallower search will be above beta in this one.
///
/// Unsound by design. Source: M. Buro, ICCA Journal 18(2), 1995; restricted to captures as in other engines.
/// `docs/ablation.md`: ProbCut, in one bundle with hindsight.
pub(in crate::search) fn probcut<P: Policy>(
    w: &mut Worker,
    position: &Position,
    facts: &Facts,
    args: NodeArgs,
) -> SearchResult<Option<Score>> {
    let (beta, ply) = (args.window.beta, args.ply);
    let raised_beta = beta + w.params.probcut_margin();
    let depth = args.depth - w.params.probcut_reduction();
    let is_refuted =
        facts.tt_score().is_some_and(|(score, _, tt_depth)| tt_depth > depth && score < raised_beta);
    if !w.params.use_probcut() || depth < 1 || beta.is_decisive() || is_refuted {
        return Ok(None);
    }
    let threshold = (raised_beta - facts.eval).max(0);
    let window = -Window::below(raised_beta);
    let mut picker = MovePicker::quiescence(position, facts.tt_move, facts.contexts, threshold);
    while let Some(Candidate { m, least_exchange, .. }) = picker.next(w, position) {
        // The picker does not apply the threshold to the TT move.
        if least_exchange < threshold && !position.wins_exchange(m, threshold) {
            continue;
        }
        let child = w.enter(position, m, ply);
        let mut score = -quiesce::<NonPv>(w, &child, window, ply + 1)?;
        if score >= raised_beta && depth > 1 {
            let child_args = NodeArgs { window, depth, ply: ply + 1, cut_node: !facts.cut_node };
            score = -node::<P, NonPv>(w, &child, child_args)?;
        }
        w.leave();
        if score >= raised_beta {
            learn::shallow_cutoff(w, position, facts, m, (score, depth + 1));
            return Ok(Some(if score.is_decisive() { score } else { score - (raised_beta - beta) }));
        }
    }
    Ok(None)
}

/// The result of a singular search.
pub(in crate::search) enum Singular {
    /// Extends the TT move by this many plies; negative values reduce it.
    Extend(i32),
    /// Other moves fail high too: the node ends with this score.
    MultiCut(Score),
}

/// Singular extension: if every other move is clearly worse than the TT move, that move is extended. If
/// another move fails high too, the node is cut off (multi-cut). If neither holds but the TT move is expected
/// to fail high, it is reduced (negative extension).
///
/// Multi-cut is unsound by design. Source: T. Anantharaman, M. Campbell, F. Hsu, 1988; Y. Björnsson, T.
/// Marsland, 2001 (multi-cut). `docs/ablation.md`: singular, double and negative extension, multi-cut.
pub(in crate::search) fn singular<P: Policy>(
    w: &mut Worker,
    position: &Position,
    facts: &Facts,
    state: &NodeState,
    m: Move,
) -> SearchResult<Singular> {
    let Some((tt_score, bound, tt_depth)) = facts.tt_score() else { return Ok(Singular::Extend(0)) };
    let ply = facts.ply;
    let applies = w.params.use_singular()
        && depths::may_extend_tt_move(facts, m, w.root.iteration())
        && state.depth >= depths::singular_depth(w.params, facts)
        && bound.is_lower()
        && tt_depth >= state.depth - 3;
    if !applies {
        return Ok(Singular::Extend(0));
    }
    let singular_beta =
        experiment::at_most(w.params, tt_score - w.params.singular_margin() * state.depth / 16);
    w.stack[ply].excluded = Some(m);
    let args = NodeArgs {
        window: Window::below(singular_beta),
        depth: (state.depth - 1) / 2,
        ply,
        cut_node: facts.cut_node,
    };
    let score = node::<P, NonPv>(w, position, args);
    w.stack[ply].excluded = None;
    let score = score?;
    if score < singular_beta {
        let is_double = w.params.use_double_extension()
            && !facts.pv
            && score < singular_beta - w.params.double_margin()
            && w.stack[ply].double_extensions < w.params.double_limit();
        return Ok(Singular::Extend(1 + i32::from(is_double)));
    }
    let beta = state.window.beta;
    if singular_beta >= beta && w.params.use_multicut() {
        return Ok(Singular::MultiCut(singular_beta));
    }
    let is_negative = w.params.use_negative_extension() && (tt_score >= beta || facts.cut_node);
    Ok(Singular::Extend(if is_negative { -1 - i32::from(tt_score >= beta && !facts.pv) } else { 0 }))
}
