//! Bounds: what the rules of the game and the TT say about a node before it is searched.

use std::ops::ControlFlow;

use crate::position::{Path, Position};
use crate::search::args::NodeArgs;
use crate::search::experiment;
use crate::search::params::Parameters;
use crate::search::worker::Worker;
use crate::tt::TtEntry;
use crate::types::{Bound, Score, Window};

/// Returns the score of a drawn position, or of mate on the hundredth ply of the fifty-move rule.
pub(in crate::search) fn game_over(
    params: &Parameters,
    path: &Path,
    position: &Position,
    ply: usize,
) -> Option<Score> {
    if position.halfmoves() >= 100 && params.use_draw_rules() {
        let is_mated = position.is_checkmate();
        return Some(if is_mated { Score::mated_in(ply) } else { Score::DRAW });
    }
    (position.is_dead() || params.use_draw_rules() && path.is_repetition()).then_some(Score::DRAW)
}

/// Returns the window that the node is searched with, narrowed by upcoming repetition and mate distance; or
/// its score if it is drawn, at the maximum ply, or decided by these bounds.
#[inline]
pub(in crate::search) fn before_search(
    w: &mut Worker,
    position: &Position,
    args: NodeArgs,
) -> ControlFlow<Score, Window> {
    if let Some(score) = game_over(w.params, w.stack.path(), position, args.ply) {
        return ControlFlow::Break(score);
    }
    if Worker::is_max_ply(args.ply) {
        return ControlFlow::Break(w.stack.max_ply_eval(w.params, position));
    }
    let window = upcoming_repetition(w.params, w.stack.path(), position, args.window);
    let window = mate_distance(w.params, window, args.ply);
    if window.alpha >= window.beta { ControlFlow::Break(window.alpha) } else { ControlFlow::Continue(window) }
}

/// Returns what is proven of a node's value from below: the alpha of its window `narrowed` by upcoming repetition or mate
/// distance, if that was raised.
#[inline]
pub(in crate::search) fn proven_floor(window: Window, narrowed: Window) -> Score {
    if narrowed.alpha > window.alpha { narrowed.alpha } else { -Score::INFINITE }
}

/// Mate distance pruning: no score is worse than being mated now or better than giving mate next move.
///
/// Sound: it changes no value at the root. Source: mate distance pruning on CPW. `docs/ablation.md`: mate distance pruning;
/// kept for shorter mates.
fn mate_distance(params: &Parameters, window: Window, ply: usize) -> Window {
    if !params.use_mate_distance() {
        return window;
    }
    Window { alpha: window.alpha.max(Score::mated_in(ply)), beta: window.beta.min(Score::mate_in(ply + 1)) }
}

/// Upcoming repetition: a side that can repeat a position of the line has at least a draw.
///
/// Sound, given that the first repetition counts as a draw. Source: M. van Kervinck, as described on CPW.
/// `docs/ablation.md`: upcoming repetition; kept for accurate draw scores.
pub(in crate::search) fn upcoming_repetition(
    params: &Parameters,
    path: &Path,
    position: &Position,
    window: Window,
) -> Window {
    let may_raise_alpha = window.alpha < Score::DRAW && params.use_upcoming_repetition();
    if may_raise_alpha && path.has_upcoming_repetition(position) {
        return Window { alpha: Score::DRAW, ..window };
    }
    window
}

/// TT cutoff: returns the TT score if its depth suffices and it is a cutoff with this window.
///
/// Sound as far as the search behind the entry was. Source: R. Greenblatt, D. Eastlake, S. Crocker, "The Greenblatt chess
/// program", 1967. `docs/ablation.md`: TT cutoff.
pub(in crate::search) fn tt_cutoff(
    params: &Parameters,
    position: &Position,
    tt_entry: Option<TtEntry>,
    args: NodeArgs,
) -> Option<Score> {
    let entry = tt_entry.filter(|entry| {
        experiment::is_deep_enough(params, entry.depth, args.depth) && params.use_tt_cutoff()
    })?;
    tt_cutoff_score(position, entry, args.window, args.ply)
}

/// TT cutoff in quiescence. `docs/ablation.md`: quiescence TT.
pub(in crate::search) fn quiescence_tt_cutoff(
    params: &Parameters,
    position: &Position,
    tt_entry: Option<TtEntry>,
    window: Window,
    ply: usize,
) -> Option<Score> {
    let entry = tt_entry.filter(|entry| {
        params.use_quiescence_tt_cutoff() && experiment::is_deep_enough(params, entry.depth, 0)
    })?;
    tt_cutoff_score(position, entry, window, ply)
}

/// Returns the score of a TT entry if it ends a search with `window`.
///
/// The TT does not know the path. So entries are not trusted near the fifty-move rule, nor for a mate or
/// Syzygy win that this rule would prevent.
fn tt_cutoff_score(position: &Position, entry: TtEntry, window: Window, ply: usize) -> Option<Score> {
    let score = Score::from_tt(entry.score, ply);
    let clock = position.halfmoves() as usize;
    let is_in_time = score
        .decisive_plies()
        .is_none_or(|plies| plies.unsigned_abs() as usize <= ply + 100 - clock.min(100));
    (clock < 90 && is_in_time && causes_cutoff(score, entry.bound, window)).then_some(score)
}

/// Reports whether a score with this bound ends a search with `window`.
pub(in crate::search) fn causes_cutoff(score: Score, bound: Bound, window: Window) -> bool {
    match bound {
        Bound::Exact => true,
        Bound::Lower => score >= window.beta,
        Bound::Upper => score <= window.alpha,
    }
}

/// Fail-high interpolation: moves a value above beta towards beta, since how far it lies above says little.
/// `part` of `whole` is the weight of the value, the rest that of beta.
///
/// Unsound: the result is a weaker bound. Source: Stockfish. `docs/ablation.md`: measured in the bundle with razoring.
pub(in crate::search) fn interpolate_to_beta(
    params: &Parameters,
    score: Score,
    beta: Score,
    (part, whole): (i32, i32),
) -> Score {
    if !params.use_fail_high_interpolation() || score < beta || score.is_decisive() || beta.is_decisive() {
        return score;
    }
    Score::new((score.units() * part + beta.units() * (whole - part)) / whole)
}
