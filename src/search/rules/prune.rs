//! Prune: the rule that ends a node by its evaluation alone.

use crate::search::facts::Facts;
use crate::search::grain;
use crate::search::params as p;
use crate::types::Score;

/// Reverse futility pruning: so far above beta at a low depth that a quiet move of the other side
/// will not bring it back.
///
/// Unsound in zugzwang and where a threat hangs. Returns a score between beta and the estimate.
/// Worth 72 ± 30 Elo.
pub(in crate::search) fn reverse_futility(facts: &Facts) -> Option<Score> {
    let beta = facts.window.beta;
    let margin = p::reverse_futility_slope() * facts.depth
        - p::reverse_futility_improving() * i32::from(facts.improving)
        - p::reverse_futility_worsening() * i32::from(facts.gained);
    let applies = p::use_reverse_futility()
        && facts.depth <= p::reverse_futility_depth()
        && !facts.table_pv
        && !beta.is_loss()
        && !facts.estimate.is_win()
        && facts.estimate - margin.max(20) >= beta;
    applies.then(|| grain::at_least(beta, beta + (facts.estimate - beta) / 3))
}
