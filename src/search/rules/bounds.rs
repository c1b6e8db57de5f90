//! Bounds: what the rules of the game and the table say of a node before it is searched.

use shakmaty::Move;

use crate::position::Position;
use crate::search::params as p;
use crate::search::worker::Worker;
use crate::tt::TtEntry;
use crate::types::{Bound, Depth, Score, Window};

/// The score of a position where the game is over by draw, or by mate on the hundredth ply.
pub(in crate::search) fn game_over(w: &Worker, position: &Position, ply: usize) -> Option<Score> {
    if position.halfmoves() >= 100 && p::use_draw_rules() {
        let mated = position.in_check() && !position.has_legal_move();
        return Some(if mated { Score::mated_in(ply) } else { Score::DRAW });
    }
    (position.is_dead() || p::use_draw_rules() && w.path.is_repetition()).then_some(Score::DRAW)
}

/// Mate-distance pruning: no score is worse than being mated now or better than mating next move.
///
/// Sound: it changes no value that the root can see. Worth -3 ± 4 Elo: it is kept for shorter mates.
pub(in crate::search) fn mate_distance(window: Window, ply: usize) -> Window {
    if !p::use_mate_distance() {
        return window;
    }
    Window { alpha: window.alpha.max(Score::mated_in(ply)), beta: window.beta.min(Score::mate_in(ply + 1)) }
}

/// Where a move repeats a position of the line, the side to move has at least a draw.
///
/// Source: M. van Kervinck, as described on the Chess Programming Wiki. Sound but for the
/// convention that the first repetition is a draw. Worth -8 ± 30 Elo: it is kept for truer draws.
pub(in crate::search) fn upcoming_repetition(w: &Worker, position: &Position, window: Window) -> Window {
    let helps = window.alpha < Score::DRAW && p::use_upcoming_repetition();
    if helps && w.path.has_upcoming_repetition(position) {
        return Window { alpha: Score::DRAW, ..window };
    }
    window
}

/// The table's score, where it answers what the window asks. Worth 76 ± 33 Elo.
pub(in crate::search) fn table_cutoff(
    position: &Position,
    hit: Option<TtEntry>,
    (window, depth, ply): (Window, Depth, usize),
) -> Option<Score> {
    let hit = hit.filter(|hit| reaches(hit.depth, depth) && p::use_tt_cutoff())?;
    let score = Score::from_tt(hit.score, ply);
    answer(position, score, hit.bound, (window, ply))
}

/// A value that fails high, drawn towards beta: how far it lies above says little. It counts `weight`
/// times what beta counts. Worth 58 ± 19 Elo together with what was taken up with it.
pub(in crate::search) fn drawn_to_beta(score: Score, beta: Score, weight: i32) -> Score {
    if !p::use_fail_high_interpolation() || score < beta || score.is_decisive() || beta.is_decisive() {
        return score;
    }
    Score::new((score.units() * weight + beta.units()) / (weight + 1))
}

/// A result of the depth `found` stands for one of `depth`. Where only the same depth does, the value
/// of a node does not depend on what was searched before it.
pub(in crate::search) fn reaches(found: Depth, depth: Depth) -> bool {
    if p::use_deeper_tt_entries() { found >= depth } else { found == depth }
}

/// The most that `m`, played at `ply`, can be worth by what the table knows of a depth that is
/// `deep` enough; infinite where it knows nothing.
pub(in crate::search) fn at_most(
    w: &Worker,
    position: &Position,
    m: Move,
    ply: usize,
    deep: impl Fn(Depth) -> bool,
) -> Score {
    let child = position.play(m);
    let hit = w.lookup(&child, Window::FULL, ply + 1);
    let hit = hit.filter(|hit| hit.bound.is_lower() && deep(hit.depth) && p::use_tt_cutoff());
    let score = hit.map(|hit| -Score::from_tt(hit.score, ply + 1));
    let is_sure = |score: &Score| !score.is_decisive() && child.halfmoves() < 90;
    score.filter(is_sure).unwrap_or(Score::INFINITE)
}

/// The table's score, if it is all that the window asks for.
///
/// The table does not know the path, so it is not asked near the fifty-move rule, nor believed in
/// a mate, or a capture that wins by the endgame tables, that this rule would come before.
pub(in crate::search) fn answer(
    position: &Position,
    score: Score,
    bound: Bound,
    (window, ply): (Window, usize),
) -> Option<Score> {
    let clock = position.halfmoves() as usize;
    let in_time = score
        .decisive_plies()
        .is_none_or(|plies| plies.unsigned_abs() as usize <= ply + 100 - clock.min(100));
    (clock < 90 && in_time && answers(score, bound, window)).then_some(score)
}

/// A score with this bound is all that the window asks for.
pub(in crate::search) fn answers(score: Score, bound: Bound, window: Window) -> bool {
    match bound {
        Bound::Exact => true,
        Bound::Lower => score >= window.beta,
        Bound::Upper => score <= window.alpha,
    }
}
