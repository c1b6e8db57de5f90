//! Prune: rules that end a node by its evaluation alone.

use crate::position::Position;
use crate::search::facts::{Facts, NonPv};
use crate::search::params as p;
use crate::search::quiesce::quiesce;
use crate::search::worker::{Answer, Worker};
use crate::types::{Score, Window};

/// Razoring: so far below alpha at a low depth that only captures can help; quiescence decides.
///
/// Unsound where a quiet move saves the node.
pub(in crate::search) fn razoring(
    w: &mut Worker,
    position: &Position,
    facts: &Facts,
) -> Answer<Option<Score>> {
    let alpha = facts.window.alpha;
    let margin = p::razor_base() + p::razor_slope() * (facts.depth - 1);
    if !p::use_razoring()
        || facts.depth > p::razor_depth()
        || alpha.is_decisive()
        || facts.estimate + margin > alpha
    {
        return Ok(None);
    }
    let score = quiesce::<NonPv>(w, position, Window::above(alpha), facts.ply)?;
    Ok((score <= alpha).then_some(score))
}

/// Reverse futility pruning: so far above beta at a low depth that a quiet move of the other side
/// will not bring it back.
///
/// Unsound in zugzwang and where a threat hangs. Returns a score between beta and the estimate.
pub(in crate::search) fn reverse_futility(facts: &Facts) -> Option<Score> {
    let beta = facts.window.beta;
    let margin = p::reverse_futility_slope() * facts.depth
        - p::reverse_futility_improving() * i32::from(facts.improving);
    let applies = p::use_reverse_futility()
        && facts.depth <= p::reverse_futility_depth()
        && !facts.table_pv
        && !beta.is_loss()
        && !facts.estimate.is_win()
        && facts.estimate - margin.max(20) >= beta;
    applies.then(|| beta + (facts.estimate - beta) / 3)
}
