//! Searches for the value of a position, which is recorded or fitted to.

use lancet::position::{Game as Board, Position};
use lancet::search::{Control, Info, Limits, Outcome, Reporter, Searcher, Settings};
use lancet::types::{Bound, Score};

use crate::records::is_quiet;

/// A search for the value of a position.
pub(crate) struct ValueSearch<'a> {
    /// The limits. The hard one may end a search with a bound.
    pub limits: &'a Limits,
    /// The settings.
    pub settings: &'a Settings,
    /// Interrupts the search.
    pub control: &'a Control,
    /// No iteration starts after these nodes while training would not use the position.
    pub short_nodes: Option<u64>,
    /// A bound stays the score and counts as the value, as by older rules; otherwise the last exact score replaces it.
    pub keeps_bounds: bool,
}

impl ValueSearch<'_> {
    /// Searches a position; `None` if the search was interrupted.
    pub fn run(&self, searcher: &mut Searcher, board: &Board) -> Option<Outcome> {
        let mut observer = Observer {
            position: board.position(),
            short_nodes: self.short_nodes,
            last_exact: None,
            is_enough: false,
        };
        let mut found = searcher.search(board, self.limits, self.settings, self.control, &mut observer);
        if self.keeps_bounds {
            found.info.bound = Bound::Exact;
        } else if let Some(score) = observer.last_exact.filter(|_| !is_value(&found.info)) {
            (found.info.score, found.info.bound) = (score, Bound::Exact);
        }
        (!self.control.is_stopped()).then_some(found)
    }
}

/// What follows from the reports of a search.
struct Observer<'a> {
    position: &'a Position,
    short_nodes: Option<u64>,
    /// The last score that is not a bound.
    last_exact: Option<Score>,
    is_enough: bool,
}

impl Reporter for Observer<'_> {
    fn info(&mut self, info: &Info) {
        if is_value(info) {
            self.last_exact = Some(info.score);
        }
        let is_unused = info.line.first().is_some_and(|m| !is_quiet(self.position, m));
        self.is_enough = is_unused && self.short_nodes.is_some_and(|nodes| info.nodes >= nodes);
    }

    fn is_enough(&mut self) -> bool {
        self.is_enough
    }
}

/// Reports whether a score can be recorded as the value: it is exact, or a proven mate whose distance is a bound.
fn is_value(info: &Info) -> bool {
    match info.bound {
        Bound::Exact => true,
        bound => info.score.is_mate() && bound.is_lower() == info.score.is_win(),
    }
}
