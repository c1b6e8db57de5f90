//! Pool: the threads of a search, over one table, and the choice of the best among them.
//!
//! Lazy SMP: every thread searches the same root by itself; what they share is the table. The
//! threads vote, each for its move, by how deep it came and how well the move scored there.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;

use shakmaty::Move;

use super::driver;
use super::iterate::iterate;
use super::report::{Effort, Info, Reporter};
use super::worker::{Counters, Memory, Shared, Worker};
use crate::position::Game;
use crate::types::{Depth, Line, Score};

/// What one thread has found.
struct Finding {
    best: Move,
    score: Score,
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
) -> (Info, Effort) {
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
        (info, w.effort)
    })
}

/// Runs the driver that the settings name.
fn drive(w: &mut Worker, game: &Game) -> Depth {
    iterate(w, game.position(), driver::of(w.shared.settings.algorithm))
}

fn finding(w: &Worker, depth: Depth) -> Option<Finding> {
    let best = w.root.all().first()?;
    let score = if best.score > -Score::INFINITE { best.score } else { best.expected? };
    Some(Finding { best: best.m, score, depth, line: best.line.clone() })
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
            w.root.adopt(winner.best, winner.score, &winner.line);
        }
    }
    if let Some(chosen) = &w.shared.chosen {
        w.root.play(chosen);
    }
    w.report_lines(game.position());
    w.info(game.position(), 0)
}

/// The finding of the thread with the most votes; a proven mate wins over all, the nearest first.
fn vote(findings: &[Finding]) -> Option<&Finding> {
    let worst = findings.iter().map(|finding| finding.score).min()?;
    let weight = |finding: &Finding| i64::from(finding.score - worst + 16) * i64::from(finding.depth.max(1));
    let votes = |best: Move| findings.iter().filter(|f| f.best == best).map(weight).sum::<i64>();
    findings.iter().max_by_key(|finding| {
        let mate = if finding.score.is_win() { finding.score.units() } else { 0 };
        (mate, votes(finding.best), weight(finding))
    })
}

/// Counters for `threads` threads and a flag that is not up.
pub(super) fn counters(threads: usize) -> (Box<[Counters]>, AtomicBool) {
    ((0..threads).map(|_| Counters::default()).collect(), AtomicBool::new(false))
}
