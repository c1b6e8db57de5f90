//! Info: the lines that a worker reports.

use super::report::Info;
use super::root::RootMove;
use super::worker::Worker;
use super::{mate_line, syzygy_line};
use crate::eval::wdl::Curve;
use crate::position::Position;
use crate::types::{Bound, Line, Score};

/// Reports a bound on the best line, once the search takes long.
pub(super) fn report_bound(w: &mut Worker, position: &Position) {
    if w.polling.is_main() && w.reporting.is_bound_due(w.elapsed()) {
        let elapsed = w.elapsed();
        w.reporting.note_bound(elapsed);
        report_rank(w, position, w.root.first_open(), false);
    }
}

/// Reports the best lines: of a finished iteration, or when the search ends.
pub(super) fn report_lines(w: &mut Worker, position: &Position, is_finished: bool) {
    for rank in 0..w.shared.settings.multi_pv.min(w.root.len()) {
        report_rank(w, position, rank, is_finished);
    }
}

fn report_rank(w: &mut Worker, position: &Position, rank: usize, is_finished: bool) {
    let info = Info { is_finished, ..info(w, position, rank) };
    w.reporting.info(&info);
}

/// Returns the line at `rank`, from 0, as it is reported.
pub(super) fn info(w: &mut Worker, position: &Position, rank: usize) -> Info {
    let nodes = w.polling.all_nodes(w.shared);
    let iteration = w.root.iteration();
    let root_move = w.root.all()[rank].clone();
    let (score, bound, depth) = if root_move.score > -Score::INFINITE {
        (root_move.score, root_move.bound, iteration)
    } else {
        // This iteration has not reached the move: the score of the last one stands, if there was one.
        let is_known = root_move.previous_score.is_some() || rank == 0;
        let bound = if is_known { Bound::Exact } else { Bound::Upper };
        let score = root_move.previous_score.unwrap_or(w.root.static_eval());
        (score, bound, (iteration - 1).max(1))
    };
    let (score, bound, line) = displayed(w, position, &root_move, score, bound);
    Info {
        depth,
        seldepth: root_move.seldepth.max(depth as usize),
        multi_pv: rank + 1,
        score,
        curve: Curve::of(position),
        bound,
        is_finished: false,
        nodes,
        elapsed: w.elapsed(),
        hashfull: w.shared.tt.hashfull(),
        tb_hits: w.shared.all_tb_hits(),
        line,
    }
}

/// Returns score, bound and line of a root move as they are reported: those of the Syzygy tables, or of a
/// mate with its complete line, or those that the search found.
fn displayed(
    w: &mut Worker,
    root: &Position,
    root_move: &RootMove,
    score: Score,
    bound: Bound,
) -> (Score, Bound, Line) {
    let tb_score = root_move.tb_score;
    if tb_score.is_none_or(|tb_score| is_mate_of_result(score, tb_score)) {
        let (bound, line) = mate_line::complete(w, root, root_move, score, bound);
        if bound == Bound::Exact && score.is_tb() {
            return (score, bound, syzygy_line::complete(w, root, root_move, score));
        }
        if bound == Bound::Exact || tb_score.is_none() {
            return (score, bound, line);
        }
    }
    let score = tb_score.unwrap_or(score);
    (score, Bound::Exact, syzygy_line::complete(w, root, root_move, score))
}

/// Reports whether a score is a mate with the result of the Syzygy tables, and thus says more than they do.
fn is_mate_of_result(score: Score, tb_score: Score) -> bool {
    score.is_mate() && tb_score.is_decisive() && score.is_win() == tb_score.is_win()
}
