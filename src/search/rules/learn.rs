//! Learning: what a finished node writes to the histories and the TT.
//!
//! The histories decide the order of moves, and through reductions and pruning how deep and whether they are searched:
//! there they are as unsound as those rules. Sources: J. Schaeffer, "The History Heuristic", ICCA Journal 6(3), 1983; J.
//! Uiterwijk, "The Countermove Heuristic", ICCA Journal 15(1), 1992, for histories of the moves before; S. Akl and M. Newborn,
//! "The principal continuation and the killer heuristic", 1977. Bonuses of other nodes than cutoffs are those of Stockfish.
//! `docs/ablation.md` has a row for each kind of history; the weights of bonuses without a row of their own were tuned
//! together ("Search parameters near the leaves, tuned").

use shakmaty::{Move, Role};

use crate::position::Position;
use crate::search::args::NodeArgs;
use crate::search::facts::Facts;
use crate::search::history::Context;
use crate::search::order::is_noisy;
use crate::search::params::Parameters;
use crate::search::stack::{Frame, SearchStack};
use crate::search::state::NodeState;
use crate::search::worker::Worker;
use crate::tt::TtEntry;
use crate::types::{Bound, Depth, PackedMove, Score, Window};

/// A score this far below the evaluation is a surprise.
const SURPRISE: i32 = 100;

fn bonus(params: &Parameters, depth: Depth) -> i32 {
    (params.bonus_slope() * depth - params.bonus_base()).clamp(0, params.bonus_limit())
}

fn malus(params: &Parameters, depth: Depth) -> i32 {
    -(params.malus_slope() * depth - params.malus_base()).clamp(0, params.malus_limit())
}

/// After a beta cutoff by `best`: a bonus for it, a malus for the moves searched before it.
pub(in crate::search) fn cutoff(
    w: &mut Worker,
    position: &Position,
    facts: &Facts,
    state: &NodeState,
    best: Move,
) {
    w.stats.note_cutoff(state.tried.len());
    let (good, bad) = (cutoff_bonus(w.params, facts, state), malus(w.params, state.depth));
    let decayed = |place: usize| bad * 64 / (64 + w.params.malus_decay() * place as i32);
    if is_noisy(best) {
        w.histories.update_capture(position.turn(), best, good);
    } else {
        let frame = &mut w.stack[facts.ply];
        frame.killer = PackedMove::new(best);
        let attacked = frame.attacked;
        w.histories.update_quiet(position, best, attacked, &facts.contexts, good);
        for (place, m) in state.tried.quiets.iter().enumerate() {
            w.histories.update_quiet(position, *m, attacked, &facts.contexts, decayed(place));
        }
    }
    for (place, m) in state.tried.noisy.iter().enumerate() {
        w.histories.update_capture(position.turn(), *m, decayed(place));
    }
    early_quiet(w, facts, bad);
}

/// The bonus of a move that caused a beta cutoff: more if the evaluation did not promise it, or by far.
fn cutoff_bonus(params: &Parameters, facts: &Facts, state: &NodeState) -> i32 {
    let Window { alpha, beta } = state.window;
    let low_eval = if facts.eval <= alpha && !facts.in_check { params.bonus_low_eval() } else { 0 };
    let excess = (state.best_score - beta).clamp(0, 128) * params.bonus_excess() / 128;
    let is_trivial = state.depth <= 3 && state.move_count == 1;
    let fraction = if is_trivial { params.bonus_trivial() } else { 64 };
    (bonus(params, state.depth) + low_eval + excess).max(0) * fraction / 64
}

/// A malus for the move that led to the node, if it is quiet and one of the first two of its parent.
fn early_quiet(w: &mut Worker, facts: &Facts, malus: i32) {
    let weight = w.params.malus_early();
    if weight != 0
        && let Some((_, frame)) = last_quiet(w.stack, facts).filter(|(_, frame)| frame.move_count <= 2)
    {
        let (context, contexts) = (frame.context, w.stack.contexts(facts.ply - 1));
        w.histories.update_continuation(context, &contexts, malus * weight / 64);
    }
}

/// After the re-search of a reduced move at full depth: a bonus for a quiet move that fails high, a malus for one that
/// does not reach alpha after all.
pub(in crate::search) fn research(
    w: &mut Worker,
    facts: &Facts,
    m: Move,
    (score, depth): (Score, Depth),
    window: Window,
) {
    let weight = w.params.bonus_research();
    if weight == 0 || is_noisy(m) {
        return;
    }
    let change = match score {
        _ if score >= window.beta => bonus(w.params, depth),
        _ if score <= window.alpha => malus(w.params, depth),
        _ => return,
    };
    let context = w.stack[facts.ply].context;
    w.histories.update_continuation(context, &facts.contexts, change * weight / 64);
}

/// After a TT cutoff above beta: a bonus for the quiet TT move.
pub(in crate::search) fn tt_cutoff(
    w: &mut Worker,
    position: &Position,
    tt_entry: Option<TtEntry>,
    args: NodeArgs,
) {
    let fails_high = |entry: &TtEntry| Score::from_tt(entry.score, args.ply) >= args.window.beta;
    let Some(entry) = tt_entry.filter(fails_high) else { return };
    if let Some(m) = position.unpack(entry.best).filter(|m| !is_noisy(*m)) {
        let attacked = position.threats(!position.turn()).attacked;
        let contexts = w.stack.contexts(args.ply);
        w.histories.update_quiet(position, m, attacked, &contexts, bonus(w.params, args.depth));
    }
}

/// After all moves failed low: a bonus for the move that led to the node, more if it came late in the order, or if the
/// score is a surprise.
pub(in crate::search) fn fail_low(
    w: &mut Worker,
    position: &Position,
    facts: &Facts,
    (score, depth): (Score, Depth),
) {
    let bonus = bonus(w.params, depth);
    if let Some((m, frame)) = last_quiet(w.stack, facts) {
        let (context, attacked) = (frame.context, frame.attacked);
        let is_surprise = !facts.in_check && score + SURPRISE < facts.eval;
        let more = i32::from(frame.move_count > 8) * w.params.bonus_prior_late()
            + i32::from(is_surprise) * w.params.bonus_prior_surprise();
        let contexts = w.stack.contexts(facts.ply - 1);
        w.histories.update_continuation(context, &contexts, bonus * (w.params.bonus_prior() + more) / 64);
        let butterfly = bonus * (w.params.bonus_prior_butterfly() + more) / 64;
        w.histories.update_butterfly(!position.turn(), m, attacked, butterfly);
        update_pawn_after(w, position, (m, context), bonus * w.params.bonus_prior_pawn() / 64);
    } else if let Some(m) = w.stack.last_move(facts.ply)
        && w.params.bonus_prior_capture() != 0
    {
        w.histories.update_capture(!position.turn(), m, bonus * w.params.bonus_prior_capture() / 64);
    }
}

/// Evaluation history: a bonus for the quiet move that led to the node, in proportion to the evaluation that
/// its side gained by it.
///
/// `docs/ablation.md`: history from the change of evaluation, in one bundle with razoring.
pub(in crate::search) fn eval_change(w: &mut Worker, position: &Position, facts: &Facts) {
    if facts.in_check || facts.excluded.is_some() || !w.params.use_eval_history() {
        return;
    }
    if let Some((m, frame)) = last_quiet(w.stack, facts)
        && let Some(previous) = frame.eval
    {
        let (context, attacked) = (frame.context, frame.attacked);
        let gain = -(previous.units() + facts.eval.units());
        let limit = w.params.eval_history_limit();
        let bonus = (w.params.eval_history_slope() * gain).clamp(-limit, limit);
        w.histories.update_butterfly(!position.turn(), m, attacked, bonus);
        update_pawn_after(w, position, (m, context), bonus * w.params.eval_history_pawn() / 64);
    }
}

/// Updates the pawn history of the quiet move that led to `position`, unless it changed the pawns.
///
/// `docs/ablation.md`: pawn history of the move before.
fn update_pawn_after(w: &mut Worker, position: &Position, (m, context): (Move, Context), bonus: i32) {
    if m.role() != Role::Pawn {
        w.histories.update_pawn(position, context, bonus);
    }
}

/// The quiet move that led to the node, with its frame.
fn last_quiet<'a>(stack: &'a SearchStack, facts: &Facts) -> Option<(Move, &'a Frame)> {
    let frame = stack.back(facts.ply, 1);
    let m = frame.current.filter(|m| facts.ply > 0 && !is_noisy(*m))?;
    Some((m, frame))
}

/// Writes the result of a search of `depth` to the TT, and the error of the static evaluation to the
/// correction histories, unless moves were excluded.
pub(in crate::search) fn result(
    w: &mut Worker,
    position: &Position,
    facts: &Facts,
    best: Option<Move>,
    (score, bound, depth): (Score, Bound, Depth),
) {
    if facts.excluded.is_some() || facts.ply == 0 && !w.root.is_complete() {
        return;
    }
    w.store_tt(position, entry(facts, best, score, bound, depth));
    let is_error_known = if score > facts.eval { bound.is_lower() } else { bound.is_upper() };
    if !facts.in_check && best.is_none_or(|m| !is_noisy(m)) && is_error_known && !score.is_decisive() {
        let last = w.stack.last_two(facts.ply);
        w.histories.update_correction(w.params, position, last, (depth, score - facts.eval));
    }
}

/// Writes a fail-high of `m` in a search of reduced depth to the TT.
pub(in crate::search) fn shallow_cutoff(
    w: &mut Worker,
    position: &Position,
    facts: &Facts,
    m: Move,
    (score, depth): (Score, Depth),
) {
    w.store_tt(position, entry(facts, Some(m), score, Bound::Lower, depth));
}

fn entry(facts: &Facts, best: Option<Move>, score: Score, bound: Bound, depth: Depth) -> TtEntry {
    TtEntry {
        best: best.map_or(PackedMove::NONE, PackedMove::new),
        score: score.to_tt(facts.ply),
        eval: TtEntry::stored_eval(facts.unfaded_eval),
        depth,
        bound,
        pv: facts.tt_pv,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::{Game, parse_move};
    use crate::search::args::NonPv;
    use crate::search::history::NO_CONTEXT;
    use crate::search::worker::with_worker;
    use shakmaty::{Bitboard, Square};

    /// Returns what the pawn history says of the move to a square by a piece of the side that moved last, after `learn` at
    /// the node after `text`.
    fn pawn_history(text: &str, learn: fn(&mut Worker<'_>, &Position, &Facts)) -> i32 {
        let game = Game::default();
        with_worker(&game, |w| {
            let m = parse_move(game.position(), text).unwrap();
            w.stack[0].eval = Some(Score::DRAW);
            let child = w.enter(game.position(), m, 0);
            let window = Window { alpha: Score::DRAW, beta: Score::new(1) };
            let args = NodeArgs { window, depth: 8, ply: 1, cut_node: true };
            let facts = Facts::gather::<NonPv>(w, &child, args, None);
            let facts = Facts { eval: Score::new(-100), ..facts };
            learn(w, &child, &facts);
            // A move from elsewhere, and after no other moves, has no other history than that.
            let same_side = child.null_move().unwrap();
            let histories = w.histories.of_quiets(&same_side, Bitboard::EMPTY, &[NO_CONTEXT; 3]);
            histories.of_piece(m.role(), Square::A5).score(w.params, m.to(), m.to())
        })
    }

    #[test]
    fn a_piece_move_before_a_node_gets_a_bonus_with_its_pawns() {
        let fail_low: fn(&mut Worker<'_>, &Position, &Facts) =
            |w, position, facts| fail_low(w, position, facts, (Score::new(-20), 8));
        for learn in [fail_low, eval_change] {
            assert!(pawn_history("g1f3", learn) > 0);
            assert_eq!(pawn_history("e2e4", learn), 0);
        }
    }
}
