//! Thread pool: the threads of a search over one transposition table, and the vote for the best move.
//!
//! Lazy SMP: every thread searches the same root by itself; they share the TT. Each thread votes for its best
//! move, with a weight by its depth and score.

use std::sync::OnceLock;
use std::thread;

use shakmaty::Move;

use super::iterate::{Reached, iterate};
use super::lines::report_end;
use super::report::{Info, Reporter, SearchStats};
use super::shared::Shared;
use super::threads;
use super::worker::{ThreadData, Worker};
use crate::position::Game;
use crate::types::{Bound, Depth, Line, Score};

/// The result of a search.
pub(super) struct Searched {
    pub best: Info,
    pub others: Vec<Info>,
    /// Statistics of the main thread.
    pub stats: SearchStats,
    pub threads: usize,
    /// The last iteration that the main thread completed.
    pub completed: Depth,
}

/// The result of one thread.
struct ThreadResult {
    best: Move,
    score: Score,
    bound: Bound,
    /// The last iteration that the thread completed.
    depth: Depth,
    line: Line,
}

impl ThreadResult {
    /// Reports whether the score is a proven win, by mate or by the Syzygy tables.
    fn is_win(&self) -> bool {
        self.score.is_win() && self.bound != Bound::Upper
    }

    /// Reports whether this result says more than `own`, that of the main thread: it has another move, or proves a win that
    /// is nearer.
    fn is_news(&self, own: &ThreadResult) -> bool {
        self.best != own.best || self.is_win() && (!own.is_win() || self.score > own.score)
    }
}

/// Searches on this thread with `main`, and on one more thread for each of `helpers`, if the system allows
/// them.
pub(super) fn run(
    shared: &Shared,
    main: &mut ThreadData,
    helpers: &mut [ThreadData],
    game: &Game,
    reporter: &mut dyn Reporter,
) -> Searched {
    let gate = OnceLock::new();
    thread::scope(|scope| {
        // A panic, such as that of the reporter, must not leave the helpers searching.
        let end = EndOnDrop(shared);
        let works =
            helpers.iter_mut().enumerate().map(|(index, data)| move || help(shared, index + 1, data, game));
        // With fewer threads the search is slower, which is not a reason to end it.
        let (handles, refusal) = threads::spawn_helpers(scope, &gate, works);
        if let Some(error) = refusal {
            log::warn!("searching with {} threads: {error}", 1 + handles.len());
        }
        let mut w = Worker::new(shared, 0, main, game, reporter);
        let reached = iterate(&mut w, game.position());
        // A hard limit may have ended it.
        shared.control.wait_for_release(shared.limits.infinite);
        drop(end);
        let threads = 1 + handles.len();
        let results = handles.into_iter().filter_map(|handle| handle.join().ok().flatten()).collect();
        let (best, others) = conclude(&mut w, game, reached, results);
        Searched { best, others, stats: w.stats, threads, completed: reached.depth }
    })
}

/// Searches on helper thread `id`. With more threads than processors the search may be over before the thread begins: then it
/// does not clear its histories, which takes milliseconds.
fn help(shared: &Shared, id: usize, data: &mut ThreadData, game: &Game) -> Option<ThreadResult> {
    if shared.is_over() || shared.is_due() {
        return None;
    }
    let mut silent = ();
    let mut w = Worker::new(shared, id, data, game, &mut silent);
    let reached = iterate(&mut w, game.position());
    result(&w, reached.depth)
}

/// Ends the search of all threads when it is dropped.
struct EndOnDrop<'a>(&'a Shared<'a>);

impl Drop for EndOnDrop<'_> {
    fn drop(&mut self) {
        self.0.end();
    }
}

fn result(w: &Worker, depth: Depth) -> Option<ThreadResult> {
    let best = w.root.all().first()?;
    let (score, bound) = if best.score > -Score::INFINITE {
        (best.score, best.bound)
    } else {
        best.previous.map(|previous| (previous.score, previous.bound))?
    };
    Some(ThreadResult { best: best.m, score, bound, depth, line: best.line.clone() })
}

/// Takes the vote and reports the line that won it, unless it has been reported. Returns the best line and the others.
fn conclude(w: &mut Worker, game: &Game, reached: Reached, results: Vec<ThreadResult>) -> (Info, Vec<Info>) {
    // A stopped search is still inside a line.
    w.stack.unwind(game);
    let multi_pv = w.shared.multi_pv();
    if multi_pv == 1 {
        let own = result(w, reached.depth);
        if let Some(winner) = vote(&results, own.as_ref())
            && own.as_ref().is_none_or(|own| winner.is_news(own))
        {
            accept(w, winner);
        }
    }
    if let Some(chosen) = &w.shared.chosen {
        w.root.play(chosen);
    }
    report_end(w, game, reached.lines.min(multi_pv))
}

/// Puts the move of another thread first: as the last iteration has reported it, unless the other thread searched deeper or
/// proves a win.
fn accept(w: &mut Worker, winner: &ThreadResult) {
    let &ThreadResult { best, score, bound, depth, ref line } = winner;
    let is_known = w.reporting.finished(best).is_some_and(|finished| finished.depth >= depth);
    if is_known && !winner.is_win() {
        w.root.put_first(best);
    } else {
        w.root.accept(best, (score, bound, depth.max(1)), line);
        w.reporting.forget_finished(best);
    }
}

/// Returns the result of the move with the most votes, of the main thread's `own` result and of those of the other
/// threads. A proven win, by mate or by the Syzygy tables, beats all other scores, the nearest mate first; of equal ones, that
/// whose distance is exact.
fn vote<'a>(results: &'a [ThreadResult], own: Option<&'a ThreadResult>) -> Option<&'a ThreadResult> {
    let results = || results.iter().chain(own);
    let worst = results().map(|result| result.score).min()?;
    let weight =
        |result: &ThreadResult| i64::from(result.score - worst + 16) * i64::from(result.depth.max(1));
    let votes = |best: Move| results().filter(|r| r.best == best).map(weight).sum::<i64>();
    results().max_by_key(|result| {
        let win = if result.is_win() { result.score.units() } else { 0 };
        (win, result.is_win() && result.bound == Bound::Exact, votes(result.best), weight(result))
    })
}

#[cfg(test)]
mod tests {
    use shakmaty::{Role, Square};

    use super::*;
    use crate::eval::Evaluator;
    use crate::search::lines::report_iteration;
    use crate::search::shared::with_shared;
    use crate::search::worker::with_worker;

    /// A queen move from a1 that is identified by its target.
    fn to(to: Square) -> Move {
        Move::Normal { role: Role::Queen, from: Square::A1, capture: None, to, promotion: None }
    }

    fn found(square: Square, score: Score, bound: Bound, depth: Depth) -> ThreadResult {
        ThreadResult { best: to(square), score, bound, depth, line: Line::new() }
    }

    fn winner(results: &[(Square, Score, Bound)]) -> Option<Move> {
        let found = |&(square, score, bound): &(Square, Score, Bound)| found(square, score, bound, 5);
        vote(&results.iter().map(found).collect::<Vec<_>>(), None).map(|result| result.best)
    }

    #[test]
    fn a_helper_that_comes_too_late_does_nothing() {
        let game = Game::default();
        for is_stopped in [true, false] {
            with_shared(&game, 2, |shared| {
                let mut data = ThreadData::new(Evaluator::default()).expect("memory");
                data.clear();
                if is_stopped {
                    shared.control.stop();
                } else {
                    shared.end();
                }
                assert!(help(shared, 1, &mut data, &game).is_none());
                assert!(data.is_stale(), "the next search clears the histories");
            });
        }
    }

    #[test]
    fn nearest_proven_mate_wins_the_vote() {
        let mate = Score::mate_in;
        let (b1, c1, d1) = (Square::B1, Square::C1, Square::D1);
        assert_eq!(winner(&[]), None);
        let no_mate = [(b1, Score::new(40), Bound::Exact), (c1, Score::DRAW, Bound::Exact)];
        assert_eq!(winner(&no_mate), Some(to(b1)));
        let nearer = [(b1, mate(7), Bound::Exact), (c1, mate(5), Bound::Lower), (b1, mate(7), Bound::Exact)];
        assert_eq!(winner(&nearer), Some(to(c1)));
        // An upper bound proves no mate.
        let at_most = [(b1, mate(5), Bound::Exact), (c1, mate(1), Bound::Upper), (d1, mate(9), Bound::Exact)];
        assert_eq!(winner(&at_most), Some(to(b1)));
        let at_least =
            [(b1, mate(5), Bound::Lower), (c1, mate(5), Bound::Exact), (b1, mate(5), Bound::Lower)];
        assert_eq!(winner(&at_least), Some(to(c1)));
    }

    /// A helper's result counts with the main thread's move too, if it proves a win.
    #[test]
    fn a_proven_win_by_the_same_move_is_news() {
        let (b1, mate) = (Square::B1, Score::mate_in);
        let own = found(b1, Score::new(400), Bound::Lower, 7);
        assert!(found(b1, mate(9), Bound::Exact, 6).is_news(&own));
        assert!(!found(b1, mate(9), Bound::Upper, 6).is_news(&own));
        assert!(!found(b1, Score::new(500), Bound::Exact, 6).is_news(&own));
        assert!(found(Square::C1, Score::new(500), Bound::Exact, 6).is_news(&own));
        let own = found(b1, mate(5), Bound::Exact, 7);
        let [nearer, farther] =
            [mate(3), mate(7)].map(|score| found(b1, score, Bound::Exact, 6).is_news(&own));
        assert!(nearer && !farther);
    }

    /// The main thread has reported the same move with another score.
    #[test]
    fn a_proven_win_of_another_thread_is_reported_with_its_depth() {
        let game = Game::default();
        with_worker(&game, |w| {
            w.root.begin_iteration(1);
            let best = w.root.all()[0].m;
            w.root.set_first(Score::new(40), Bound::Exact);
            report_iteration(w, game.position(), 1);
            w.root.begin_iteration(2);
            let mut line = Line::new();
            line.push(best);
            let other = ThreadResult { best, score: Score::mate_in(9), bound: Bound::Exact, depth: 7, line };
            let reached = Reached { depth: 1, lines: 1, is_interrupted: true };
            let (info, _) = conclude(w, &game, reached, vec![other]);
            assert!(info.score.is_win() && info.line.first() == Some(best), "{info:?}");
            assert_eq!(info.depth, 7);
        });
    }

    #[test]
    fn the_votes_of_a_move_are_added_and_depth_counts() {
        let (b1, c1) = (Square::B1, Square::C1);
        let of_two = |units: i32| {
            let of_other = (c1, Score::new(30), Bound::Exact);
            winner(&[of_other, (b1, Score::new(units), Bound::Exact), of_other])
        };
        assert_eq!((of_two(40), of_two(100)), (Some(to(c1)), Some(to(b1))));
        let by_depth = |depths: [Depth; 2]| {
            let [b1, c1] = [(b1, depths[0]), (c1, depths[1])]
                .map(|(square, depth)| found(square, Score::new(20), Bound::Exact, depth));
            vote(&[b1, c1], None).map(|result| result.best)
        };
        assert_eq!((by_depth([9, 8]), by_depth([8, 9])), (Some(to(b1)), Some(to(c1))));
    }
}
