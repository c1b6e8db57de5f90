//! Pool: the threads of a search, over one table, and the choice of the best among them.
//!
//! Lazy SMP: every thread searches the same root by itself; what they share is the table. The
//! threads vote, each for its move, by how deep it came and how well the move scored there.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;

use shakmaty::Move;

use super::driver;
use super::iterate::iterate;
use super::report::{Info, Reporter, SearchStats};
use super::worker::{Counters, Memory, Shared, Worker};
use crate::position::Game;
use crate::types::{Bound, Depth, Line, Score};

/// What one thread has found.
struct Finding {
    best: Move,
    score: Score,
    bound: Bound,
    depth: Depth,
    line: Line,
}

/// Searches on this thread with the memory `first` and on one more for each of `helpers`; reports,
/// and gives the last report and what the driver did.
pub(super) fn run(
    shared: &Shared,
    first: &mut Memory,
    helpers: &mut [Memory],
    game: &Game,
    reporter: &mut dyn Reporter,
) -> (Info, SearchStats) {
    thread::scope(|scope| {
        let handles: Vec<_> = helpers
            .iter_mut()
            .enumerate()
            .filter_map(|(index, memory)| {
                let work = move || {
                    let mut silent = ();
                    let mut w = Worker::new(shared, index + 1, memory, game, &mut silent);
                    let depth = drive(&mut w, game);
                    finding(&w, depth)
                };
                // A thread that the system does not give is a thread less.
                super::Searcher::thread().spawn_scoped(scope, work).ok()
            })
            .collect();
        let mut w = Worker::new(shared, 0, first, game, reporter);
        let depth = drive(&mut w, game);
        shared.control.wait_for_release(shared.limits.infinite);
        shared.over.store(true, Relaxed);
        let found = handles.into_iter().filter_map(|handle| handle.join().ok().flatten()).collect();
        let info = conclude(&mut w, game, depth, found);
        (info, w.stats)
    })
}

/// Runs the driver that the settings name.
fn drive(w: &mut Worker, game: &Game) -> Depth {
    iterate(w, game.position(), driver::of(w.shared.settings.algorithm))
}

fn finding(w: &Worker, depth: Depth) -> Option<Finding> {
    let best = w.root.all().first()?;
    let is_settled = best.score > -Score::INFINITE;
    let (score, bound) = if is_settled { (best.score, best.bound) } else { (best.expected?, Bound::Exact) };
    Some(Finding { best: best.m, score, bound, depth, line: best.line.clone() })
}

/// Takes the vote and reports the line that won it.
fn conclude(w: &mut Worker, game: &Game, depth: Depth, mut others: Vec<Finding>) -> Info {
    if w.shared.settings.multi_pv == 1 {
        let own = finding(w, depth);
        let own_move = own.as_ref().map(|own| own.best);
        others.extend(own);
        if let Some(winner) = vote(&others)
            && own_move != Some(winner.best)
        {
            w.root.adopt(winner.best, (winner.score, winner.bound), &winner.line);
        }
    }
    if let Some(chosen) = &w.shared.chosen {
        w.root.play(chosen);
    }
    w.report_lines(game.position());
    w.info(game.position(), 0)
}

/// The finding of the thread with the most votes; a proven mate wins over all, the nearest first, and
/// before others one whose distance is proven too.
fn vote(findings: &[Finding]) -> Option<&Finding> {
    let worst = findings.iter().map(|finding| finding.score).min()?;
    let weight = |finding: &Finding| i64::from(finding.score - worst + 16) * i64::from(finding.depth.max(1));
    let votes = |best: Move| findings.iter().filter(|f| f.best == best).map(weight).sum::<i64>();
    findings.iter().max_by_key(|finding| {
        let is_mate = finding.score.is_win() && finding.bound != Bound::Upper;
        let mate = if is_mate { finding.score.units() } else { 0 };
        (mate, is_mate && finding.bound == Bound::Exact, votes(finding.best), weight(finding))
    })
}

/// Counters for `threads` threads and a flag that is not up.
pub(super) fn counters(threads: usize) -> (Box<[Counters]>, AtomicBool) {
    ((0..threads).map(|_| Counters::default()).collect(), AtomicBool::new(false))
}

#[cfg(test)]
mod tests {
    use shakmaty::{Role, Square};

    use super::*;

    /// A move that is known again by where it leads to.
    fn to(to: Square) -> Move {
        Move::Normal { role: Role::Queen, from: Square::A1, capture: None, to, promotion: None }
    }

    fn elected(findings: &[(Square, Score, Bound)]) -> Option<Move> {
        let finding = |&(square, score, bound): &(Square, Score, Bound)| Finding {
            best: to(square),
            score,
            bound,
            depth: 5,
            line: Line::new(),
        };
        vote(&findings.iter().map(finding).collect::<Vec<_>>()).map(|finding| finding.best)
    }

    #[test]
    fn the_nearest_mate_that_is_proven_wins() {
        let mate = Score::mate_in;
        let (b1, c1, d1) = (Square::B1, Square::C1, Square::D1);
        assert_eq!(elected(&[]), None);
        let of_most = [(b1, Score::new(40), Bound::Exact), (c1, Score::DRAW, Bound::Exact)];
        assert_eq!(elected(&of_most), Some(to(b1)));
        let nearer = [(b1, mate(7), Bound::Exact), (c1, mate(5), Bound::Lower), (b1, mate(7), Bound::Exact)];
        assert_eq!(elected(&nearer), Some(to(c1)));
        // That it is no nearer is no proof that there is one.
        let at_most = [(b1, mate(5), Bound::Exact), (c1, mate(1), Bound::Upper), (d1, mate(9), Bound::Exact)];
        assert_eq!(elected(&at_most), Some(to(b1)));
        let at_least =
            [(b1, mate(5), Bound::Lower), (c1, mate(5), Bound::Exact), (b1, mate(5), Bound::Lower)];
        assert_eq!(elected(&at_least), Some(to(c1)));
    }
}
