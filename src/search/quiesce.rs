//! Quiescence: captures, promotions and evasions until the evaluation can be trusted.

use super::facts::{Kind, better_estimate};
use super::order::{Picker, noisy_gain};
use super::params as p;
use super::rules::{bounds, skip};
use super::worker::{Answer, Worker};
use crate::position::Position;
use crate::tt::TtEntry;
use crate::types::{Bound, PackedMove, Score, Window};

/// The value of `position` after captures, as far as `window` asks for it.
///
/// The side to move may stand on its evaluation; in check it must find an evasion.
pub(super) fn quiesce<K: Kind>(w: &mut Worker, position: &Position, window: Window, ply: usize) -> Answer {
    w.check_stop()?;
    w.frames.clear_line(ply);
    if K::PV {
        w.seldepth = w.seldepth.max(ply + 1);
    }
    if let Some(score) = bounds::game_over(w, position, ply) {
        return Ok(score);
    }
    if Worker::too_deep(ply) {
        return Ok(w.last_resort(position));
    }
    let mut window = bounds::upcoming_repetition(w, position, window);
    if window.alpha >= window.beta {
        return Ok(window.alpha);
    }
    let asked = window;
    let hit = w.lookup(position, window, ply);
    if let Some(score) = table_answer::<K>(position, hit, ply, window) {
        return Ok(score);
    }
    let in_check = position.in_check();
    let (raw, eval) = w.static_eval(position, ply, hit, false);
    let stand_pat = better_estimate(eval, hit, ply, in_check);
    let mut best = if in_check { -Score::INFINITE } else { stand_pat };
    let mut best_move = PackedMove::NONE;
    let record = |best: PackedMove, score: Score, bound: Bound| TtEntry {
        best,
        score: score.to_tt(ply),
        eval: raw.map_or(TtEntry::NO_EVAL, |raw| raw.units() as i16),
        depth: 0,
        bound,
        pv: K::PV || hit.is_some_and(|hit| hit.pv),
    };
    if best >= window.beta {
        best = bounds::drawn_to_beta(best, window.beta, 1);
        if hit.is_none() {
            w.remember(position, record(PackedMove::NONE, best, Bound::Lower));
        }
        return Ok(best);
    }
    window.alpha = window.alpha.max(best);

    // A deeper search may have found a move that quiescence does not look at.
    let table_move = hit.filter(|_| p::use_deeper_tt_entries()).and_then(|hit| position.unpack(hit.best));
    let threshold = if p::use_quiescence_exchange() { 0 } else { -20_000 };
    let before = w.frames.contexts(ply);
    let mut picker = Picker::quiescence(position, table_move, before, threshold);
    let last = if ply == 0 { None } else { w.frames.back(ply, 1).current };
    let mut count = 0;
    while let Some(candidate) = picker.next(position, w.histories) {
        let m = candidate.m;
        count += 1;
        if !in_check && let Some(bound) = skip::quiescence_futility(window.alpha, stand_pat, noisy_gain(m)) {
            best = best.max(bound);
            continue;
        }
        if !in_check && !best.is_loss() && skip::quiescence_late_move(m, last, count) {
            continue;
        }
        if in_check && candidate.quiet && !best.is_loss() && p::use_evasion_pruning() {
            // One evasion without loss was found: other quiet ones seldom do better.
            picker.skip_quiets();
            continue;
        }
        let child = w.enter(position, m, ply);
        let score = -quiesce::<K>(w, &child, -window, ply + 1)?;
        w.leave();
        if score > best {
            best = score;
            if score > window.alpha {
                best_move = PackedMove::new(m);
                if !asked.is_zero() {
                    w.frames.extend_line(ply, m);
                }
                if score >= window.beta {
                    break;
                }
                window.alpha = score;
            }
        }
    }
    if in_check && count == 0 {
        return Ok(Score::mated_in(ply));
    }
    best = bounds::drawn_to_beta(best, asked.beta, 3);
    let bound = if best >= asked.beta { Bound::Lower } else { Bound::Upper };
    w.remember(position, record(best_move, best, bound));
    Ok(best)
}

/// What the table answers, off the principal variation.
fn table_answer<K: Kind>(
    position: &Position,
    hit: Option<TtEntry>,
    ply: usize,
    window: Window,
) -> Option<Score> {
    let hit = hit.filter(|hit| !K::PV && p::use_quiescence_tt_cutoff() && bounds::reaches(hit.depth, 0))?;
    let score = Score::from_tt(hit.score, ply);
    bounds::answer(position, score, hit.bound, (window, ply))
}
