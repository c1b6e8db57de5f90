//! Searching: the search under way, and what is written about it.

use std::sync::Arc;

use super::report;
use super::setup::Setup;
use crate::engine::Report;
use crate::position::Position;
use crate::search::{Control, Info, Outcome};

/// A search under way.
pub(super) struct Searching {
    pub control: Arc<Control>,
    position: Position,
    infinite: bool,
    /// The last line of each rank, which `Minimal` holds back.
    held_back: Vec<Info>,
}

impl Searching {
    pub fn new(control: Arc<Control>, position: Position, infinite: bool) -> Searching {
        Searching { control, position, infinite, held_back: Vec::new() }
    }

    /// Reports whether the search runs until it is stopped.
    pub fn is_endless(&self) -> bool {
        self.infinite || self.control.is_pondering()
    }

    /// Writes a report of the search; returns the outcome if it has ended.
    pub fn write(&mut self, report: Report, setup: &mut Setup) -> Option<Outcome> {
        match report {
            Report::Info(info) if setup.minimal => {
                self.held_back.retain(|old| old.multi_pv != info.multi_pv);
                self.held_back.push(info);
            }
            Report::Info(info) => setup.out.line(report::info(&self.position, &info, setup.show_wdl)),
            Report::CurrentMove { .. } if setup.minimal => {}
            Report::CurrentMove { depth, m, number } => {
                setup.out.line(report::current_move(&self.position, depth, m, number));
            }
            Report::Done(outcome) => return Some(outcome),
        }
        None
    }

    /// Writes the best move, and before it what was held back.
    pub fn write_best_move(mut self, outcome: &Outcome, setup: &mut Setup) {
        self.held_back.sort_by_key(|info| info.multi_pv);
        for info in &self.held_back {
            setup.out.line(report::info(&self.position, info, setup.show_wdl));
        }
        if setup.debug {
            setup.out.info(format!("{} nodes in {:?}", outcome.info.nodes, outcome.info.elapsed));
        }
        if outcome.stats.pass_limit_hits > 0 {
            setup.out.info(report::pass_limit(outcome.stats));
        }
        setup.out.line(report::best_move(&self.position, outcome));
    }
}
