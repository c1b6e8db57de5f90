//! Quiescence: captures, promotions and evasions until the static evaluation can be trusted.

use shakmaty::Move;

use super::args::NodeType;
use super::facts::better_estimate;
use super::order::{Candidate, MovePicker, noisy_gain};
use super::params::Parameters;
use super::rules::{bounds, skip};
use super::shared::SearchResult;
use super::stack::StaticEval;
use super::worker::Worker;
use crate::position::Position;
use crate::tt::TtEntry;
use crate::types::{Bound, PackedMove, Score, Window};

/// Searches captures, and in check evasions, and returns the score (fail-soft).
///
/// The side to move may stand pat; in check it must find an evasion.
pub(super) fn quiesce<T: NodeType>(
    w: &mut Worker,
    position: &Position,
    window: Window,
    ply: usize,
) -> SearchResult {
    w.check_stop()?;
    w.stack.clear_line(ply);
    if T::PV {
        w.stack.reach(ply);
    }
    if let Some(score) = bounds::game_over(w.params, w.stack.path(), position, ply) {
        return Ok(score);
    }
    if Worker::is_max_ply(ply) {
        return Ok(w.stack.max_ply_eval(w.params, position));
    }
    // Deeper stalemates are found once the search gets there, but none is played as if it were a win.
    if ply == 1 && !position.in_check() && !position.has_legal_move() {
        return Ok(Score::DRAW);
    }
    let original = bounds::upcoming_repetition(w.params, w.stack.path(), position, window);
    if original.alpha >= original.beta {
        return Ok(original.alpha);
    }
    let tt_entry = w.probe_tt(position, original, ply);
    if !T::PV
        && let Some(score) = bounds::quiescence_tt_cutoff(w.params, position, tt_entry, original, ply)
    {
        return Ok(score);
    }
    let in_check = position.in_check();
    let StaticEval { unfaded, eval, .. } = w.static_eval(position, ply, tt_entry, false);
    let node = QuiescenceNode {
        window: original,
        floor: bounds::proven_floor(window, original),
        ply,
        in_check,
        tt_entry,
        tt_pv: T::PV || tt_entry.is_some_and(|entry| entry.pv),
        unfaded_eval: unfaded,
        stand_pat: better_estimate(w.params, eval, tt_entry, ply, in_check),
    };
    if !in_check && node.stand_pat >= original.beta {
        let score = bounds::interpolate_to_beta(
            w.params,
            node.stand_pat,
            original.beta,
            (w.params.stand_pat_fraction(), 64),
        );
        if tt_entry.is_none() {
            w.store_tt(position, node.entry(PackedMove::NONE, score, Bound::Lower));
        }
        return Ok(score);
    }
    search_captures::<T>(w, position, &node)
}

/// What is known of a quiescence node.
struct QuiescenceNode {
    window: Window,
    /// A proven lower bound of the value.
    floor: Score,
    ply: usize,
    in_check: bool,
    tt_entry: Option<TtEntry>,
    tt_pv: bool,
    /// Before the halfmove clock and correction; `None` in check.
    unfaded_eval: Option<Score>,
    /// The best estimate of the value without a move; not used in check.
    stand_pat: Score,
}

impl QuiescenceNode {
    /// The TT entry of the node.
    #[inline]
    fn entry(&self, best: PackedMove, score: Score, bound: Bound) -> TtEntry {
        TtEntry {
            best,
            score: score.to_tt(self.ply),
            eval: TtEntry::stored_eval(self.unfaded_eval),
            depth: 0,
            bound,
            pv: self.tt_pv,
        }
    }
}

/// Searches the captures of a node, or in check the evasions.
#[inline]
fn search_captures<T: NodeType>(w: &mut Worker, position: &Position, node: &QuiescenceNode) -> SearchResult {
    let &QuiescenceNode { window: original, ply, in_check, tt_entry, stand_pat, .. } = node;
    // The TT move may come from a deeper search and be one that quiescence would not search.
    let tt_move =
        tt_entry.filter(|_| w.params.use_deeper_tt_entries()).and_then(|entry| position.unpack(entry.best));
    let threshold = exchange_threshold(w.params, original.alpha - stand_pat);
    let mut picker = MovePicker::quiescence(position, tt_move, w.stack.contexts(ply), threshold);
    let mut moves = Moves { in_check, stand_pat, last: w.stack.last_move(ply), count: 0 };
    // In check the best score is that of an evasion, so that it does not begin at the floor.
    let mut best_score = if in_check { -Score::INFINITE } else { stand_pat };
    let mut best_move = PackedMove::NONE;
    let mut window = Window { alpha: original.alpha.max(best_score), ..original };
    while let Some(m) = moves.next(&mut picker, w, position, window.alpha, &mut best_score) {
        let child = w.enter(position, m, ply);
        let score = -quiesce::<T>(w, &child, -window, ply + 1)?;
        w.leave();
        if score > best_score {
            best_score = score;
            if score > window.alpha {
                best_move = PackedMove::new(m);
                if !original.is_zero() {
                    w.stack.extend_line(ply, m);
                }
                if score >= window.beta {
                    break;
                }
                window.alpha = score;
            }
        }
    }
    if in_check && moves.count == 0 {
        return Ok(Score::mated_in(ply));
    }
    best_score = bounds::interpolate_to_beta(
        w.params,
        best_score.max(node.floor),
        original.beta,
        (w.params.quiescence_fraction(), 64),
    );
    let bound = if best_score >= original.beta { Bound::Lower } else { Bound::Upper };
    w.store_tt(position, node.entry(best_move, best_score, bound));
    Ok(best_score)
}

/// The SEE that a capture needs where the evaluation is `gap` below alpha.
fn exchange_threshold(params: &Parameters, gap: i32) -> i32 {
    if params.use_quiescence_exchange() {
        params.quiescence_exchange() + params.quiescence_exchange_alpha() * gap.clamp(0, 1000) / 64
    } else {
        -20_000
    }
}

/// What decides which moves of a quiescence node are searched.
struct Moves {
    in_check: bool,
    stand_pat: Score,
    last: Option<Move>,
    /// Moves so far, also those that were pruned.
    count: i32,
}

impl Moves {
    /// The next move that no rule prunes. The bound of moves pruned by futility raises `best_score`.
    #[inline]
    fn next(
        &mut self,
        picker: &mut MovePicker,
        w: &Worker,
        position: &Position,
        alpha: Score,
        best_score: &mut Score,
    ) -> Option<Move> {
        while let Some(Candidate { m, quiet, .. }) = picker.next(w, position) {
            self.count += 1;
            if self.in_check {
                // After one evasion that does not lose, other quiet ones are seldom better.
                if quiet && !best_score.is_loss() && w.params.use_evasion_pruning() {
                    picker.skip_quiets();
                    continue;
                }
                return Some(m);
            }
            if let Some(bound) = skip::quiescence_futility(w.params, alpha, self.stand_pat, noisy_gain(m)) {
                *best_score = (*best_score).max(bound);
                continue;
            }
            if best_score.is_loss() || !skip::quiescence_late_move(w.params, m, self.last, self.count) {
                return Some(m);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::args::Pv;
    use crate::search::worker::with_line;

    /// Black is a queen for a rook up, in check, and can repeat a position of the line; only quiet evasions win.
    #[test]
    fn a_possible_repetition_is_no_evasion() {
        let moves = ["d4d3", "a7a6", "g8g7", "a6a7"];
        with_line("6k1/R7/8/8/3q4/8/7P/7K b - - 0 1", &moves, |w, position, ply| {
            let window = Window { alpha: -Score::INFINITE, beta: Score::INFINITE };
            let score = quiesce::<Pv>(w, position, window, ply).ok().unwrap();
            assert!(score > Score::new(200), "{score:?}");
        });
    }
}
