//! Depth: how many plies a node or a move is worth.

use crate::search::facts::Facts;
use crate::search::order::Candidate;
use crate::search::params as p;
use crate::search::worker::Worker;
use crate::types::{Depth, Score};

/// Reductions are counted in 1/1024 of a ply.
const PLY: i32 = 1024;

/// Hindsight: a move that was reduced much and has not made things worse for the side that made it
/// deserves a ply more, one that was reduced and has made them worse a ply less. Worth 6 ± 19 Elo
/// together with ProbCut; at 20,000 nodes 11 ± 17.
pub(in crate::search) fn hindsight(w: &Worker, facts: &Facts) -> Depth {
    let applies = p::use_hindsight() && facts.ply > 0 && !facts.in_check && facts.excluded.is_none();
    let last = w.frames.back(facts.ply, 1);
    let Some(before) = last.eval.filter(|_| applies) else { return 0 };
    let lost = before.units() + facts.eval.units();
    let deeper = last.reduction >= 3 && lost <= 0;
    let shallower = last.reduction >= 2 && facts.depth >= 2 && lost > p::hindsight_margin();
    Depth::from(deeper) - Depth::from(shallower)
}

/// Internal iterative reduction: without a move from the table, or with one from a search that was
/// much shallower, a deep search is badly ordered; a shallower one finds a move for the next iteration.
/// Worth -7 ± 34 Elo: to be measured on time.
pub(in crate::search) fn internal_reduction(facts: &Facts) -> Depth {
    let is_shallow = facts.hit.is_some_and(|hit| hit.depth + p::internal_reduction_gap() < facts.depth);
    let applies = p::use_internal_reduction()
        && (facts.table_move.is_none() || is_shallow)
        && facts.excluded.is_none()
        && facts.depth >= p::internal_reduction_depth()
        && (facts.pv || facts.cut);
    Depth::from(applies)
}

/// A check by the first move of a principal variation is worth a ply.
///
/// Worth 3 ± 31 Elo.
pub(in crate::search) fn check_extension(facts: &Facts, gives_check: bool, count: usize) -> Depth {
    Depth::from(p::use_check_extension() && gives_check && facts.pv && count == 1)
}

/// Late-move reduction: the plies by which the move number `count` is searched less deep at first.
///
/// Unsound by design; a reduced search that surprises is made again in full. Each term has its
/// reason; all are in 1/1024 of a ply. Worth 119 ± 33 Elo.
pub(in crate::search) fn late_move_reduction(
    w: &Worker,
    facts: &Facts,
    candidate: &Candidate,
    gives_check: bool,
    count: usize,
) -> Depth {
    if !p::use_late_move_reduction() || facts.depth < 2 || count < 2 + usize::from(facts.pv) {
        return 0;
    }
    let when = |applies: bool, term: i32| if applies { term } else { 0 };
    let logs = w.logarithms[facts.depth.min(255) as usize] * w.logarithms[count.min(255)] / PLY;
    // Late moves of deep nodes are the least likely to matter.
    let mut reduction = p::reduction_base() + logs * p::reduction_slope() / PLY;
    // Captures are few and change much.
    reduction -= when(!candidate.quiet, p::reduction_noisy());
    // One move will do where a cut-off is expected.
    reduction += when(facts.cut, p::reduction_cut_node());
    // A side that is getting worse has fewer moves that matter.
    reduction += when(!facts.improving, p::reduction_not_improving());
    // Values on the principal variation have to be right.
    reduction -= when(facts.pv, p::reduction_pv());
    reduction -= when(facts.table_pv, p::reduction_tt_pv());
    // Checks force.
    reduction -= when(gives_check, p::reduction_check());
    // What refuted a sibling may refute this too.
    reduction -= when(candidate.killer, p::reduction_killer());
    // Where a capture is best, quiet moves seldom are.
    reduction += when(candidate.quiet && facts.table_move_captures(), p::reduction_tt_capture());
    // Children that are cut off easily are easily refuted.
    reduction += when(w.frames[facts.ply + 1].cutoffs > 2, p::reduction_cutoffs());
    // What was good elsewhere may be good here.
    reduction -= when(candidate.quiet, candidate.history * 8 / p::reduction_history());
    (reduction / PLY).max(0)
}

/// After a reduced search that surprised: a ply deeper if it beat the best by far, a ply less if
/// hardly.
pub(in crate::search) fn after_surprise(score: Score, best: Score, depth: Depth) -> Depth {
    if best.is_decisive() {
        return 0;
    }
    let deeper = score > best + p::deeper_margin() + 2 * depth;
    let shallower = score < best + depth;
    Depth::from(deeper) - Depth::from(shallower)
}

/// After a move that raised alpha: how much less deep the other moves are searched, which are to be
/// better still. Worth 58 ± 19 Elo together with what was taken up with it.
pub(in crate::search) fn alpha_raise_reduction(facts: &Facts, score: Score) -> Depth {
    let applies = p::use_alpha_raise_reduction()
        && (3..=p::alpha_raise_depth()).contains(&facts.depth)
        && !score.is_decisive();
    Depth::from(applies)
}
