//! Facts: what is known of a node before its moves are searched.

use shakmaty::Move;

use super::args::{NodeArgs, NodeType};
use super::history::Context;
use super::params::Parameters;
use super::stack::{SearchStack, StaticEval};
use super::worker::Worker;
use crate::position::Position;
use crate::tt::TtEntry;
use crate::types::{Bound, Depth, Score};

/// The limit of [`Facts::improvement`].
const IMPROVEMENT_MAX: i32 = 200;

/// What is known of a node: computed once, never changed.
pub(super) struct Facts {
    pub ply: usize,
    /// The node is on the principal variation.
    pub pv: bool,
    /// A beta cutoff is expected.
    pub cut_node: bool,
    pub in_check: bool,
    pub tt_entry: Option<TtEntry>,
    /// The move of the TT entry, or the best move so far at the root; legal here.
    pub tt_move: Option<Move>,
    /// The node is on a principal variation, or was when its TT entry was written.
    pub tt_pv: bool,
    /// The static evaluation before the halfmove clock and correction; `None` in check and in a singular search.
    pub unfaded_eval: Option<Score>,
    /// The corrected static evaluation; below all scores in check.
    pub eval: Score,
    /// The size of the correction; 0 where `unfaded_eval` is `None`.
    pub correction: i32,
    /// The best estimate of the value: the TT score if it bounds the value more tightly than `eval`.
    pub estimate: Score,
    /// `eval` is higher than two plies ago (four, after a check), or neither is known.
    pub improving: bool,
    /// How much higher, within [`IMPROVEMENT_MAX`]; 0 if that is not known.
    pub improvement: i32,
    /// The opponent's last move lowered the evaluation from its own point of view.
    pub opponent_worsening: bool,
    /// The move that a singular search excludes.
    pub excluded: Option<Move>,
    /// The moves before this node, for continuation history.
    pub contexts: [Context; 3],
}

impl Facts {
    /// Gathers the facts of the node at `ply`.
    pub fn gather<T: NodeType>(
        w: &mut Worker,
        position: &Position,
        args: NodeArgs,
        tt_entry: Option<TtEntry>,
    ) -> Facts {
        let ply = args.ply;
        let excluded = w.stack[ply].excluded;
        let tt_move =
            if T::ROOT { w.root.first() } else { tt_entry.and_then(|entry| position.unpack(entry.best)) };
        let in_check = position.in_check();
        let StaticEval { unfaded, eval, correction } =
            w.static_eval(position, ply, tt_entry, excluded.is_some());
        let improvement = if in_check { Some(0) } else { improvement(w.stack, ply, eval) };
        Facts {
            ply,
            pv: T::PV,
            cut_node: args.cut_node,
            in_check,
            tt_entry,
            tt_move,
            tt_pv: T::PV || tt_entry.is_some_and(|entry| entry.pv),
            unfaded_eval: unfaded,
            eval,
            correction,
            estimate: better_estimate(w.params, eval, tt_entry, ply, in_check),
            improving: !in_check && improvement.is_none_or(|units| units > 0),
            improvement: improvement.unwrap_or(0).clamp(-IMPROVEMENT_MAX, IMPROVEMENT_MAX),
            opponent_worsening: !in_check && opponent_worsening(w.stack, ply, eval),
            excluded,
            contexts: w.stack.contexts(ply),
        }
    }

    /// The TT score as a score from the root, with its bound and depth.
    pub fn tt_score(&self) -> Option<(Score, Bound, Depth)> {
        self.tt_entry.map(|entry| (Score::from_tt(entry.score, self.ply), entry.bound, entry.depth))
    }

    /// Reports whether the TT move is a capture.
    pub fn tt_move_captures(&self) -> bool {
        self.tt_move.is_some_and(Move::is_capture)
    }
}

/// Returns the TT score if it bounds the value more tightly than the static evaluation, else `eval`.
///
/// `docs/ablation.md`: TT score as evaluation.
pub(super) fn better_estimate(
    params: &Parameters,
    eval: Score,
    tt_entry: Option<TtEntry>,
    ply: usize,
    in_check: bool,
) -> Score {
    let Some(entry) = tt_entry.filter(|_| !in_check && params.use_tt_eval()) else { return eval };
    let score = Score::from_tt(entry.score, ply);
    let tighter = if score > eval { entry.bound.is_lower() } else { entry.bound.is_upper() };
    if tighter && !score.is_decisive() { score } else { eval }
}

fn opponent_worsening(stack: &SearchStack, ply: usize, eval: Score) -> bool {
    ply > 0 && stack.back(ply, 1).eval.is_some_and(|previous| eval > -previous)
}

/// By how much `eval` is higher than two plies ago, or four if there was none.
fn improvement(stack: &SearchStack, ply: usize, eval: Score) -> Option<i32> {
    let earlier = stack.back(ply, 2).eval.or(stack.back(ply, 4).eval)?;
    Some(eval - earlier)
}
