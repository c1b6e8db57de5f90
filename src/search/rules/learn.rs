//! Learn: what a finished node teaches the histories and the table.

use arrayvec::ArrayVec;
use shakmaty::Move;

use crate::position::Position;
use crate::search::facts::Facts;
use crate::search::frame::Frame;
use crate::search::order::is_noisy;
use crate::search::params as p;
use crate::search::worker::Worker;
use crate::tt::TtEntry;
use crate::types::{Bound, Depth, PackedMove, Score, Window};

/// The moves of a node that were searched, as far as they are remembered.
#[derive(Default)]
pub(in crate::search) struct Tried {
    quiets: ArrayVec<Move, 64>,
    noisy: ArrayVec<Move, 32>,
}

impl Tried {
    /// Remembers `m` while there is room.
    pub fn add(&mut self, m: Move) {
        let _ = if is_noisy(m) { self.noisy.try_push(m) } else { self.quiets.try_push(m) };
    }

    /// How many are remembered.
    fn len(&self) -> usize {
        self.quiets.len() + self.noisy.len()
    }
}

fn bonus(depth: Depth) -> i32 {
    (p::bonus_slope() * depth - p::bonus_base()).clamp(0, p::bonus_limit())
}

fn malus(depth: Depth) -> i32 {
    -(p::malus_slope() * depth - p::malus_base()).clamp(0, p::malus_limit())
}

/// The move `best` cut off: it gains, what was tried before it loses.
pub(in crate::search) fn cutoff(
    w: &mut Worker,
    position: &Position,
    facts: &Facts,
    best: Move,
    tried: &Tried,
) {
    w.stats.note_cutoff(tried.len());
    let (good, bad) = (bonus(facts.depth), malus(facts.depth));
    if is_noisy(best) {
        w.histories.learn_capture(position, best, good);
    } else {
        w.frames[facts.ply].killer = PackedMove::new(best);
        w.histories.learn_quiet(position, best, facts.threats.attacked, &facts.before, good);
        for m in tried.quiets.iter().filter(|m| **m != best) {
            w.histories.learn_quiet(position, *m, facts.threats.attacked, &facts.before, bad);
        }
    }
    for m in tried.noisy.iter().filter(|m| **m != best) {
        w.histories.learn_capture(position, *m, bad);
    }
}

/// The table's score cuts off without a search: its quiet move was good.
pub(in crate::search) fn table_cutoff(
    w: &mut Worker,
    position: &Position,
    hit: Option<TtEntry>,
    (window, depth, ply): (Window, Depth, usize),
) {
    let Some(hit) = hit.filter(|hit| Score::from_tt(hit.score, ply) >= window.beta) else { return };
    if let Some(m) = position.unpack(hit.best).filter(|m| !is_noisy(*m)) {
        let attacked = position.threats(!position.turn()).attacked;
        let before = w.frames.contexts(ply);
        w.histories.learn_quiet(position, m, attacked, &before, bonus(depth));
    }
}

/// No move of the node was good enough: the quiet move that led here was.
pub(in crate::search) fn all_failed(w: &mut Worker, position: &Position, facts: &Facts) {
    if let Some((m, frame)) = last_quiet(w, facts) {
        let (this, attacked) = (frame.context, frame.attacked);
        let before = w.frames.contexts(facts.ply - 1);
        w.histories.learn_continuation(this, &before, bonus(facts.depth));
        w.histories.learn_butterfly(!position.turn(), m, attacked, bonus(facts.depth) / 2);
    }
}

/// The quiet move that led here was as good as the evaluation has become better by it. Worth 58 ± 19
/// Elo together with what was taken up with it.
pub(in crate::search) fn eval_change(w: &mut Worker, position: &Position, facts: &Facts) {
    if facts.in_check || facts.excluded.is_some() || !p::use_eval_history() {
        return;
    }
    if let Some((m, frame)) = last_quiet(w, facts)
        && let Some(before) = frame.eval
    {
        let attacked = frame.attacked;
        let gain = -(before.units() + facts.eval.units());
        let limit = p::eval_history_limit();
        let bonus = (p::eval_history_slope() * gain).clamp(-limit, limit);
        w.histories.learn_butterfly(!position.turn(), m, attacked, bonus);
    }
}

/// The move that led here and the frame it was made in, where it was quiet.
fn last_quiet<'a>(w: &'a Worker, facts: &Facts) -> Option<(Move, &'a Frame)> {
    let frame = w.frames.back(facts.ply, 1);
    let m = frame.current.filter(|m| facts.ply > 0 && !is_noisy(*m))?;
    Some((m, frame))
}

/// Writes the result into the table and the evaluation's error into the correction histories, unless
/// moves were left out.
pub(in crate::search) fn result(
    w: &mut Worker,
    position: &Position,
    facts: &Facts,
    best: Option<Move>,
    score: Score,
    bound: Bound,
) {
    if facts.excluded.is_some() || facts.ply == 0 && !w.root.is_whole() {
        return;
    }
    w.remember(position, record(facts, best, score, bound, facts.depth));
    let says_more = if score > facts.eval { bound.is_lower() } else { bound.is_upper() };
    if !facts.in_check && best.is_none_or(|m| !is_noisy(m)) && says_more && !score.is_decisive() {
        let last = w.frames.last_two(facts.ply);
        w.histories.learn_correction(position, last, facts.depth, score - facts.eval);
    }
}

/// Writes what a search of less depth found into the table: `m` takes the score above beta.
pub(in crate::search) fn shallow_cutoff(
    w: &mut Worker,
    position: &Position,
    facts: &Facts,
    m: Move,
    score: Score,
    depth: Depth,
) {
    w.remember(position, record(facts, Some(m), score, Bound::Lower, depth));
}

fn record(facts: &Facts, best: Option<Move>, score: Score, bound: Bound, depth: Depth) -> TtEntry {
    TtEntry {
        best: best.map_or(PackedMove::NONE, PackedMove::new),
        score: score.to_tt(facts.ply),
        eval: facts.raw.map_or(TtEntry::NO_EVAL, |raw| raw.units() as i16),
        depth,
        bound,
        pv: facts.table_pv,
    }
}
