//! Syzygy line: completes the line of a root move whose result the Syzygy tables know.
//!
//! A line ends where the tables were probed, and before that its moves are those of a search that does not
//! know the tables. As much of it as keeps the result stays; then both sides play the moves that the tables
//! rank first, which wins in time though not always in the fewest moves.
//!
//! The idea is that of Stockfish, which extends such lines too.

use shakmaty::Move;

use super::root::RootMove;
use super::rules::bounds;
use super::worker::Worker;
use crate::position::{Path, Position};
use crate::syzygy::{RankOptions, Tablebases};
use crate::types::{Line, Score};

/// Returns the line of a root move with a score by the tables; for wins and losses completed to the depth of
/// the iteration, as far as the probe budget allows.
pub(super) fn complete(w: &mut Worker, root: &Position, root_move: &RootMove, score: Score) -> Line {
    let Some(tables) = w.shared.syzygy.tables else { return root_move.line.clone() };
    let line = root_move.line.moves();
    let length = if score.is_decisive() { line.len().max(w.root.iteration() as usize) } else { 0 };
    // The line that was completed before needs no checks.
    let (completed_score, completed) = &root_move.completed;
    let continues = completed.moves().starts_with(line) && result(*completed_score) == result(score);
    let (line, checked) = if continues { (completed.moves(), completed.moves().len()) } else { (line, 1) };
    let result = result(score);
    let mut path = w.stack.path().clone();
    let (mut position, mut shown) = (root.clone(), Line::new());
    for (m, index) in line.iter().zip(0..) {
        let next = position.play(*m);
        let result = if next.turn() == root.turn() { result } else { -result };
        if index >= checked && !keeps_result(w, tables, &next, result) {
            break;
        }
        shown.push(*m);
        path.push(&next);
        position = next;
    }
    while shown.moves().len() < length
        && bounds::game_over(w.params, &path, &position, shown.moves().len()).is_none()
        && let Some(m) = best_by_tables(w, tables, &position, &path)
    {
        shown.push(m);
        position = position.play(m);
        path.push(&position);
    }
    if let Some(root_move) = w.root.get_mut(root_move.m) {
        root_move.completed = (score, shown.clone());
    }
    shown
}

/// 1 for a win, 0 for a draw, -1 for a loss.
fn result(score: Score) -> i32 {
    i32::from(score.is_win()) - i32::from(score.is_loss())
}

/// Takes `count` probes from the budget for lines; false if that is spent.
fn spend_probes(w: &mut Worker, count: usize) -> bool {
    let limit = if w.shared.timing.is_limited() { 50 } else { 5_000 } + w.polling.nodes() / 1_000;
    w.reporting.spend_probes(count, limit)
}

/// Reports whether the side to move still wins (1), draws (0) or loses (-1), as far as the tables know.
fn keeps_result(w: &mut Worker, tables: &Tablebases, position: &Position, result: i32) -> bool {
    let max_pieces = w.shared.syzygy.max_pieces;
    if position.piece_count() > max_pieces {
        return true;
    }
    if !spend_probes(w, 1) {
        return false;
    }
    let Some(outcome) = tables.outcome(position, Tablebases::MAX_LINE_PROBES) else { return true };
    result == self::result(w.shared.syzygy.score(outcome, 0))
}

/// Returns the move that the tables rank first.
fn best_by_tables(w: &mut Worker, tables: &Tablebases, position: &Position, path: &Path) -> Option<Move> {
    let is_known = position.piece_count() <= w.shared.syzygy.max_pieces;
    if !is_known || !spend_probes(w, position.legal_moves().len()) {
        return None;
    }
    let fifty_moves = w.shared.syzygy.fifty_move_rule;
    let max_probes = Tablebases::MAX_LINE_PROBES;
    let options = RankOptions { fifty_moves, by_distance: true, max_probes, ..RankOptions::default() };
    let ranking = tables.rank(position, path, options)?;
    let best = ranking.moves.iter().rev().max_by_key(|ranked| ranked.rank)?;
    ranking.makes_progress.then_some(best.m)
}
