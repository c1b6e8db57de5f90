//! Lines: the principal variations that a worker reports.

use shakmaty::Move;

use super::experiment::probe_tt;
use super::params::Parameters;
use super::report::Info;
use super::root::RootMove;
use super::rules::bounds;
use super::worker::Worker;
use super::{mate_line, syzygy_line};
use crate::position::{Game, Position};
use crate::tt::Tt;
use crate::types::{Bound, Line, Score, Window};

/// Reports a bound on the best line, once the search takes long.
pub(super) fn report_bound(w: &mut Worker, position: &Position) {
    if w.polling.is_main() && w.reporting.is_bound_due(w.elapsed()) {
        let elapsed = w.elapsed();
        w.reporting.note_bound(elapsed);
        let info = info(w, position, w.root.first_open());
        // The Syzygy tables know the score of a move whatever its bounds are.
        if info.bound != Bound::Exact {
            w.reporting.info(info);
        }
    }
}

/// Reports the first `lines` lines, which the iteration has finished, but no more than are requested now.
pub(super) fn report_iteration(w: &mut Worker, position: &Position, lines: usize) {
    let lines = lines.min(w.shared.multi_pv());
    let lines = (0..lines).map(|rank| Info { is_finished: true, ..info(w, position, rank) }).collect();
    w.reporting.iteration(lines);
}

/// Reports, at the end of the search, those of the first `lines` lines that differ from their last report. Returns the
/// best one and the others.
///
/// The best line is exact, or has the expected reply.
pub(super) fn report_end(w: &mut Worker, game: &Game, lines: usize) -> (Info, Vec<Info>) {
    let position = game.position();
    let mut best = end_info(w, position, 0);
    let is_final = best.bound == Bound::Exact && w.reporting.has_reported(&best);
    if !is_final
        && best.line.moves().len() == 1
        && let Some(reply) = expected_reply(w.params, w.shared.tt, game, &best.line)
    {
        best.line.push(reply);
    }
    report_news(w, best.clone());
    let others: Vec<Info> = (1..lines).map(|rank| end_info(w, position, rank)).collect();
    for info in &others {
        report_news(w, info.clone());
    }
    (best, others)
}

/// Reports a line unless its rank has reported the same last.
fn report_news(w: &mut Worker, info: Info) {
    if !w.reporting.has_reported(&info) {
        w.reporting.info(info);
    }
}

/// Returns the second move of a line, or the reply to its only move by the transposition table; `None` if that move ends
/// the game.
pub(super) fn expected_reply(params: &Parameters, tt: &Tt, game: &Game, line: &Line) -> Option<Move> {
    if let Some(reply) = line.moves().get(1) {
        return Some(*reply);
    }
    let mut after = game.clone();
    after.play_unchecked(line.first()?);
    let position = after.position();
    if bounds::game_over(params, after.path(), position, 1).is_some() {
        return None;
    }
    probe_tt(params, tt, position, Window::FULL, 0).and_then(|entry| position.unpack(entry.best))
}

/// Returns the line at `rank`, from 0, at the end of the search: as it was reported, unless the iteration under way has
/// a newer result.
fn end_info(w: &mut Worker, position: &Position, rank: usize) -> Info {
    let (root_move, iteration) = (&w.root.all()[rank], w.root.iteration());
    let finished = w.reporting.finished(root_move.m).filter(|finished| {
        let is_first_again = rank > 0 || finished.multi_pv == 1;
        finished.depth == iteration || is_first_again && !root_move.is_scored_in(iteration)
    });
    match finished.cloned() {
        Some(finished) => with_totals(w, Info { multi_pv: rank + 1, is_finished: false, ..finished }),
        None => info(w, position, rank),
    }
}

/// Returns the line at `rank`, from 0, as it is reported.
fn info(w: &mut Worker, position: &Position, rank: usize) -> Info {
    let root_move = w.root.all()[rank].clone();
    let (score, bound, depth) = match root_move.previous {
        _ if root_move.score > -Score::INFINITE => (root_move.score, root_move.bound, root_move.scored_in),
        // This iteration has not reached the move: its last score stands, if it has one.
        Some(previous) => (previous.score, previous.bound, previous.iteration),
        // No search has scored the move.
        None => (w.root.static_eval(), Bound::Exact, 0),
    };
    let (score, bound, line) = displayed(w, position, &root_move, score, bound);
    let seldepth = root_move.seldepth.max(depth as usize);
    let info = Info::without_totals(position, (score, bound), line);
    let is_drawn = info.is_drawn || root_move.tb_score.is_some_and(|score| !score.is_decisive());
    with_totals(w, Info { depth, seldepth, multi_pv: rank + 1, is_drawn, ..info })
}

/// Returns `info` with the totals of the search so far.
fn with_totals(w: &Worker, info: Info) -> Info {
    Info {
        nodes: w.polling.all_nodes(w.shared),
        elapsed: w.elapsed(),
        hashfull: w.shared.tt.hashfull(),
        tb_hits: w.shared.all_tb_hits(),
        ..info
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::parse_move;
    use crate::search::experiment::store_tt;
    use crate::search::worker::with_worker;
    use crate::tt::TtEntry;
    use crate::types::PackedMove;

    #[test]
    fn the_reply_to_a_single_move_is_the_tt_move() {
        let (params, game, tt) = (Parameters::default(), Game::default(), Tt::new(1, 1).unwrap());
        let first = parse_move(game.position(), "e2e4").unwrap();
        let after = game.position().play(first);
        let [stored, second] = ["e7e5", "c7c5"].map(|text| parse_move(&after, text).unwrap());
        let mut line = Line::new();
        line.push(first);
        assert_eq!(expected_reply(&params, &tt, &game, &line), None);
        let best = PackedMove::new(stored);
        let entry = TtEntry { best, score: 0, eval: 0, depth: 5, bound: Bound::Exact, pv: true };
        store_tt(&params, &tt, &after, entry);
        assert_eq!(expected_reply(&params, &tt, &game, &line), Some(stored));
        line.push(second);
        assert_eq!(expected_reply(&params, &tt, &game, &line), Some(second));
    }

    #[test]
    fn the_static_evaluation_has_depth_0() {
        let game = Game::default();
        with_worker(&game, |w| {
            for iteration in [1, 2] {
                w.root.begin_iteration(iteration);
                let (Info { depth, seldepth, score, ref line, .. }, _) = report_end(w, &game, 1);
                assert_eq!((depth, seldepth, score), (0, 0, w.root.static_eval()), "{iteration}");
                assert_eq!(line.first(), Some(w.root.all()[0].m));
            }
        });
    }

    #[test]
    fn a_score_of_the_last_iteration_has_its_depth() {
        let game = Game::default();
        with_worker(&game, |w| {
            let m = w.root.all()[1].m;
            w.root.begin_iteration(1);
            w.root.set_best(m, Score::new(80));
            w.root.begin_iteration(2);
            let Info { depth, line, .. } = info(w, game.position(), 0);
            assert_eq!((depth, line.first()), (1, Some(m)));
        });
    }
}
