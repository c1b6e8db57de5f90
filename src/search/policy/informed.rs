//! Informed NegaScout: a re-search uses the bounds that the first search left in the TT.
//!
//! A child that is re-searched was searched with a zero window before, and the bounds of its own children are
//! in the TT. Its moves come in the order of their upper bounds, those that cannot raise alpha are skipped,
//! and none is searched for more than its bound.
//!
//! Source: A. Reinefeld, J. Schaeffer, T. Marsland, "Information Acquisition in Minimal Window Search", IJCAI
//! 1985: their INS and PNS, in the space of a TT.

use shakmaty::Move;

use super::{NegaScout, Policy};
use crate::position::Position;
use crate::search::args::ReSearch;
use crate::search::experiment;
use crate::search::order::MovePicker;
use crate::search::params::Parameters;
use crate::search::worker::Worker;
use crate::types::{Depth, Score, Window};

/// Informed NegaScout.
pub(in crate::search) struct Informed;

impl Policy for Informed {
    type ReSearch = ReSearch;

    fn scout_window(window: Window) -> Window {
        NegaScout::scout_window(window)
    }

    fn research_window(params: &Parameters, window: Window, score: Score) -> Option<Window> {
        NegaScout::research_window(params, window, score)
    }
}

impl Informed {
    /// Plies of reduction at which the bound of a late move still counts for the order.
    const ORDER_REDUCTION: Depth = 3;

    /// Sorts the moves of a re-searched node of `depth` by their upper bounds; those without one come first,
    /// in their usual order.
    pub fn sort(w: &Worker, position: &Position, (depth, ply): (Depth, usize), picker: &mut MovePicker) {
        let least = (depth - 1 - Informed::ORDER_REDUCTION).max(0);
        picker.sort_by(w, position, |m| tt_upper_bound(w, position, m, ply, |found| found >= least).units());
    }

    /// Returns the upper bound of `m` by the first search at full depth.
    pub fn upper_bound(w: &Worker, position: &Position, (depth, ply): (Depth, usize), m: Move) -> Score {
        tt_upper_bound(w, position, m, ply, |found| experiment::is_deep_enough(w.params, found, depth - 1))
    }
}

/// Returns the upper bound of `m`, played at `ply`, by the TT entry of the child, if `is_deep` accepts its
/// depth; else infinity.
fn tt_upper_bound(
    w: &Worker,
    position: &Position,
    m: Move,
    ply: usize,
    is_deep: impl Fn(Depth) -> bool,
) -> Score {
    let child = position.play(m);
    let entry = w.probe_tt(&child, Window::FULL, ply + 1);
    let entry =
        entry.filter(|entry| entry.bound.is_lower() && is_deep(entry.depth) && w.params.use_tt_cutoff());
    let score = entry.map(|entry| -Score::from_tt(entry.score, ply + 1));
    let is_reliable = |score: &Score| !score.is_decisive() && child.halfmoves() < 90;
    score.filter(is_reliable).unwrap_or(Score::INFINITE)
}
