//! Verify: rules that ask a smaller search before they act.

use shakmaty::Move;

use crate::position::Position;
use crate::search::driver::Driver;
use crate::search::facts::{Facts, NonPv};
use crate::search::grain;
use crate::search::node::node;
use crate::search::order::{Candidate, Picker};
use crate::search::params as p;
use crate::search::quiesce::quiesce;
use crate::search::rules::learn;
use crate::search::worker::{Answer, Worker};
use crate::types::{Score, Window};

/// Razoring: so far below alpha at a low depth that captures must do it; where they do not, the node
/// ends with what they come to.
///
/// Unsound where a quiet move threatens much. Worth 58 ± 19 Elo together with what was taken up with it.
pub(in crate::search) fn razoring(
    w: &mut Worker,
    position: &Position,
    facts: &Facts,
) -> Answer<Option<Score>> {
    let alpha = facts.window.alpha;
    let margin = p::razoring_base() + p::razoring_slope() * facts.depth * facts.depth;
    let applies = p::use_razoring()
        && facts.depth <= p::razoring_depth()
        && !alpha.is_decisive()
        && facts.eval + margin <= alpha;
    if !applies {
        return Ok(None);
    }
    let score = quiesce::<NonPv>(w, position, facts.window, facts.ply)?;
    Ok((score <= alpha && !score.is_decisive()).then_some(score))
}

/// Null-move pruning: if even passing keeps the score above beta, a move will.
///
/// Unsound in zugzwang: not without pieces, and at high depth the cut-off is verified by a search
/// of the same reduced depth in which this side may not pass. Source: C. Donninger, ICCA Journal
/// 16(3), 1993; verification after E. Heinz. Worth 41 ± 36 Elo.
pub(in crate::search) fn null_move<D: Driver>(
    w: &mut Worker,
    position: &Position,
    facts: &Facts,
) -> Answer<Option<Score>> {
    let beta = facts.window.beta;
    let ply = facts.ply;
    let applies = p::use_null_move()
        && facts.depth >= 3
        && facts.estimate >= beta
        && facts.eval + p::null_eval_margin() * facts.depth >= beta
        && !beta.is_loss()
        && position.has_pieces()
        && (ply == 0 || w.frames.back(ply, 1).current.is_some())
        && ply >= w.verify_until;
    let Some(child) = applies.then(|| position.null_move()).flatten() else { return Ok(None) };
    let above = ((facts.estimate - beta) / p::null_eval_divisor()).min(3);
    let reduction = p::null_base() + facts.depth / p::null_depth_divisor() + above;
    let depth = facts.depth - reduction;
    w.enter_pass(&child, ply);
    let score = -node::<D, NonPv>(w, &child, -Window::below(beta), depth, ply + 1, !facts.cut)?;
    w.leave_pass();
    if score < beta {
        return Ok(None);
    }
    // A mate after a pass proves nothing.
    let score = if score.is_win() { beta } else { score };
    if facts.depth < p::null_verify_depth() || w.verify_until > 0 {
        return Ok(Some(score));
    }
    w.verify_until = ply + 1 + (3 * depth.max(1) / 4) as usize;
    let verified = node::<D, NonPv>(w, position, Window::below(beta), depth, ply, false);
    w.verify_until = 0;
    Ok((verified? >= beta).then_some(score))
}

/// ProbCut: a capture that stays far above beta in a shallower search will be above beta in this one.
///
/// Unsound by design. Source: M. Buro, ICCA Journal 18(2), 1995; by captures alone as in
/// other engines. Worth 6 ± 19 Elo together with hindsight; at 20,000 nodes 11 ± 17.
pub(in crate::search) fn probcut<D: Driver>(
    w: &mut Worker,
    position: &Position,
    facts: &Facts,
) -> Answer<Option<Score>> {
    let (beta, ply) = (facts.window.beta, facts.ply);
    let goal = beta + p::probcut_margin();
    let shallow = facts.depth - p::probcut_reduction();
    let is_hopeless = facts.table_score().is_some_and(|(score, _, depth)| depth > shallow && score < goal);
    if !p::use_probcut() || shallow < 1 || beta.is_decisive() || is_hopeless {
        return Ok(None);
    }
    let threshold = (goal - facts.eval).max(0);
    let mut picker = Picker::quiescence(position, facts.table_move, facts.before, threshold);
    while let Some(Candidate { m, .. }) = picker.next(position, w.histories) {
        if !position.wins_exchange(m, threshold) {
            continue; // the table's move, which the picker does not weigh
        }
        let child = w.enter(position, m, ply);
        let mut score = -quiesce::<NonPv>(w, &child, -Window::below(goal), ply + 1)?;
        if score >= goal && shallow > 1 {
            score = -node::<D, NonPv>(w, &child, -Window::below(goal), shallow, ply + 1, !facts.cut)?;
        }
        w.leave();
        if score >= goal {
            learn::shallow_cutoff(w, position, facts, m, score, shallow + 1);
            return Ok(Some(if score.is_decisive() { score } else { score - (goal - beta) }));
        }
    }
    Ok(None)
}

/// What a singular search found out about the table's move.
pub(in crate::search) enum Singular {
    /// Search it so many plies deeper (or shallower).
    Extend(i32),
    /// Other moves cut off too: the node is cut off.
    MultiCut(Score),
}

/// Singular extension: where every other move is clearly worse than the table's, that move is
/// searched deeper; where another cuts off too, the node ends (multi-cut); where neither holds but
/// the table's move is expected to cut off, it is searched less deep.
///
/// Source: Anantharaman, Campbell and Hsu, 1988; Y. Björnsson and T. Marsland, 2001 (multi-cut).
/// Worth 34 ± 24 Elo at 12,000 nodes a move; at 6,000 it costs.
pub(in crate::search) fn singular<D: Driver>(
    w: &mut Worker,
    position: &Position,
    facts: &Facts,
    m: Move,
) -> Answer<Singular> {
    let Some((table_score, bound, table_depth)) = facts.table_score() else { return Ok(Singular::Extend(0)) };
    let applies = p::use_singular()
        && facts.table_move == Some(m)
        && facts.ply > 0
        && facts.excluded.is_none()
        && facts.depth >= p::singular_depth() + i32::from(facts.table_pv)
        && bound.is_lower()
        && table_depth >= facts.depth - 3
        && !table_score.is_decisive()
        && facts.ply < 2 * w.iteration as usize;
    if !applies {
        return Ok(Singular::Extend(0));
    }
    let ply = facts.ply;
    let beta = grain::at_most(table_score - p::singular_margin() * facts.depth / 16);
    w.frames[ply].excluded = Some(m);
    let score = node::<D, NonPv>(w, position, Window::below(beta), (facts.depth - 1) / 2, ply, facts.cut);
    w.frames[ply].excluded = None;
    let score = score?;
    if score < beta {
        let far = p::use_double_extension()
            && !facts.pv
            && score < beta - p::double_margin()
            && w.frames[ply].doubles < p::double_limit();
        return Ok(Singular::Extend(1 + i32::from(far)));
    }
    if beta >= facts.window.beta && p::use_multicut() {
        return Ok(Singular::MultiCut(beta));
    }
    let less = p::use_negative_extension() && (table_score >= facts.window.beta || facts.cut);
    Ok(Singular::Extend(if less { -1 - i32::from(table_score >= facts.window.beta && !facts.pv) } else { 0 }))
}
