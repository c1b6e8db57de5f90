//! Tell: what a worker reports of its root.

use std::time::Duration;

use shakmaty::Move;

use super::driver::Pvs;
use super::facts::Pv;
use super::node::node;
use super::report::Info;
use super::rules::bounds;
use super::worker::{Answer, Worker};
use crate::eval::wdl::Curve;
use crate::position::Position;
use crate::types::{Bound, Line, Score, Window};

/// From this time on, bounds and the current move are reported too.
pub(super) const TALKATIVE_AFTER: Duration = Duration::from_secs(1);

/// Bounds come no closer: some drivers find hundreds in an iteration.
const BETWEEN_BOUNDS: Duration = Duration::from_millis(10);

impl Worker<'_> {
    /// Notes what the search of the root move `m`, the one numbered `count`, has found.
    pub(super) fn settle_root_move(
        &mut self,
        m: Move,
        score: Score,
        window: Window,
        count: usize,
        nodes_before: u64,
    ) {
        let nodes = self.nodes - nodes_before;
        let seldepth = self.seldepth;
        let rest = self.frames.line(1);
        let Some(root_move) = self.root.get_mut(m) else { return };
        root_move.nodes += nodes;
        if count > 1 && score <= window.alpha {
            root_move.score = -Score::INFINITE;
            return;
        }
        root_move.score = score;
        root_move.seldepth = seldepth;
        root_move.bound = if score <= window.alpha {
            Bound::Upper
        } else if score >= window.beta {
            Bound::Lower
        } else {
            Bound::Exact
        };
        if score > window.alpha {
            root_move.line.set(m, rest);
        }
    }

    /// Makes the line of the best open move as long as this iteration looked, if the game goes on: by
    /// what the table knows, and by one look around where it knows nothing.
    pub(super) fn complete_first_line(&mut self, root: &Position) -> Answer<()> {
        let Some(mut line) = self.root.first_line_mut().map(std::mem::take) else { return Ok(()) };
        let answer = self.complete(&mut line, root);
        if let Some(slot) = self.root.first_line_mut() {
            *slot = line;
        }
        answer
    }

    fn complete(&mut self, line: &mut Line, root: &Position) -> Answer<()> {
        let mut position = root.clone();
        let wanted = line.moves().len().max(self.iteration as usize);
        let mut played = 0;
        while played < wanted {
            let told = line.moves().get(played).copied();
            let m = match told {
                Some(m) => m,
                None => {
                    let Some(m) = self.likely_move(&position, played)? else { break };
                    line.push(m);
                    m
                }
            };
            position = self.follow(&position, m, played);
            played += 1;
        }
        (0..played).for_each(|_| self.leave());
        Ok(())
    }

    /// The move that goes on at the end of a line, unless the game is over there.
    fn likely_move(&mut self, position: &Position, ply: usize) -> Answer<Option<Move>> {
        if bounds::game_over(self, position, ply).is_some() {
            return Ok(None);
        }
        let known = self.lookup(position, Window::FULL, ply).and_then(|hit| position.unpack(hit.best));
        if known.is_some() {
            return Ok(known);
        }
        node::<Pvs, Pv>(self, position, Window::FULL, 1, ply, false)?;
        Ok(self.frames.line(ply).first())
    }

    /// Tells which root move is being searched, once the search takes long.
    pub(super) fn announce(&mut self, m: Move, count: usize) {
        if self.is_main() && self.elapsed() > TALKATIVE_AFTER {
            let number = count + self.root.first_open();
            self.reporter.current_move(self.iteration, m, number);
        }
    }

    /// Reports a bound on the best line, once the search takes long.
    pub(super) fn report_bound(&mut self, position: &Position) {
        if self.is_main() && self.elapsed() > self.next_bound {
            self.next_bound = self.elapsed() + BETWEEN_BOUNDS;
            self.report_rank(position, self.root.first_open());
        }
    }

    /// Reports the best lines.
    pub(super) fn report_lines(&mut self, position: &Position) {
        for rank in 0..self.shared.settings.multi_pv.min(self.root.len()) {
            self.report_rank(position, rank);
        }
    }

    pub(super) fn report_rank(&mut self, position: &Position, rank: usize) {
        let info = self.info(position, rank);
        self.reporter.info(&info);
    }

    /// What is known of the line at `rank`.
    pub(super) fn info(&mut self, position: &Position, rank: usize) -> Info {
        let nodes = self.all_nodes();
        let root_move = self.root.all()[rank].clone();
        let (score, bound, depth) = if root_move.score > -Score::INFINITE {
            (root_move.score, root_move.bound, self.iteration)
        } else {
            // This iteration has not come to it: the one before has, if there was one.
            let is_known = root_move.expected.is_some() || rank == 0;
            let bound = if is_known { Bound::Exact } else { Bound::Upper };
            (root_move.expected.unwrap_or(self.first_guess), bound, (self.iteration - 1).max(1))
        };
        let (score, bound, line) = self.presentable(position, &root_move, score, bound);
        Info {
            depth,
            seldepth: root_move.seldepth.max(depth as usize),
            multi_pv: rank + 1,
            score,
            curve: Curve::of(position),
            bound,
            nodes,
            elapsed: self.elapsed(),
            hashfull: self.shared.tt.hashfull(),
            tb_hits: self.shared.all_table_hits(),
            line,
        }
    }

    /// Nodes of all threads, this one's up to date.
    pub(super) fn all_nodes(&self) -> u64 {
        self.tell_counters();
        self.shared.all_nodes()
    }
}
