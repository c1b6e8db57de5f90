//! Pruning of a node by its static evaluation.

use crate::search::args::NodeArgs;
use crate::search::experiment;
use crate::search::facts::Facts;
use crate::search::order::is_noisy;
use crate::search::params::Parameters;
use crate::types::Score;

/// Reverse futility pruning: at low depth the estimate is so far above beta that no quiet move of the
/// opponent brings it below. Returns a score between beta and the estimate.
///
/// Unsound in zugzwang and against threats. Source: static null move pruning on CPW; its margins grew in many engines.
/// `docs/ablation.md`: reverse futility pruning.
pub(in crate::search) fn reverse_futility(
    params: &Parameters,
    facts: &Facts,
    args: NodeArgs,
) -> Option<Score> {
    let beta = args.window.beta;
    let margin = params.reverse_futility_slope() * args.depth
        - params.reverse_futility_improving() * i32::from(facts.improving)
        - params.reverse_futility_worsening() * i32::from(facts.opponent_worsening)
        + params.reverse_futility_correction() * facts.correction / 64
        - params.reverse_futility_improvement() * facts.improvement / 64
        + params.reverse_futility_tt_quiet() * i32::from(facts.tt_move.is_some_and(|m| !is_noisy(m)));
    let applies = params.use_reverse_futility()
        && args.depth <= params.reverse_futility_depth()
        && !facts.tt_pv
        && !beta.is_loss()
        && facts.estimate - margin.max(20) >= beta;
    applies.then(|| experiment::at_least(params, beta, beta + (facts.estimate - beta) / 3))
}
