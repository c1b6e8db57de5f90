//! Informed: NegaScout that asks again with what the table has kept of the first time.
//!
//! A child that is asked again was searched a moment ago with a zero window, and the bounds of its
//! own children are in the table. They come in the order of their upper bounds, those that cannot
//! raise alpha are left out (with them all the rest, since they are in order), and none is asked
//! for more than its bound.
//!
//! Source: A. Reinefeld, J. Schaeffer, T. Marsland, "Information Acquisition in Minimal Window
//! Search", IJCAI 1985: their INS and PNS, in the space of a hash table.

use shakmaty::Move;

use super::Driver;
use super::negascout::NegaScout;
use crate::position::Position;
use crate::search::facts::{Again, Facts};
use crate::search::order::Picker;
use crate::search::rules::bounds;
use crate::search::worker::Worker;
use crate::types::{Depth, Score, Window};

/// Informed NegaScout.
pub(in crate::search) struct Informed;

impl Driver for Informed {
    type Again = Again;

    fn test(window: Window) -> Window {
        NegaScout::test(window)
    }

    fn again(window: Window, found: Score) -> Option<Window> {
        NegaScout::again(window, found)
    }
}

impl Informed {
    /// Plies by which a late move's search may have been reduced for its bound still to tell where
    /// the move belongs.
    const NEARLY: Depth = 3;

    /// Puts the moves of a node that is asked again in the order of their upper bounds; those
    /// without one come first, as they would have come.
    pub fn sort(w: &Worker, position: &Position, facts: &Facts, picker: &mut Picker) {
        let nearly = (facts.depth - 1 - Informed::NEARLY).max(0);
        picker.sort_by(position, w.histories, |m| {
            bounds::at_most(w, position, m, facts.ply, |found| found >= nearly).units()
        });
    }

    /// The most that `m` can be worth, as the first search has shown at full depth.
    pub fn at_most(w: &Worker, position: &Position, facts: &Facts, m: Move) -> Score {
        let full = facts.depth - 1;
        bounds::at_most(w, position, m, facts.ply, |found| bounds::reaches(found, full))
    }
}
