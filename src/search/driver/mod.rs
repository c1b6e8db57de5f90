//! Driver: what sets the members of the narrow-window family apart, over one shared node.
//!
//! A driver says how the root is asked and with which window a later child is tried. What it does
//! not say is the same for all: move ordering, the table, every rule.

mod alphabeta;
mod aspirate;
mod negascout;
mod pvs;

pub(super) use alphabeta::AlphaBeta;
pub(super) use negascout::NegaScout;
pub(super) use pvs::Pvs;

use super::worker::{Answer, Worker};
use crate::position::Position;
use crate::types::{Depth, Score, Window};

/// A member of the family.
pub(super) trait Driver: Sized {
    /// Finds the value of the root at `depth`.
    fn ask_root(w: &mut Worker, position: &Position, depth: Depth) -> Answer<()> {
        aspirate::aspirate::<Self>(w, position, depth)
    }

    /// The window with which a child after the first is tried.
    fn test(window: Window) -> Window;

    /// After a test at full depth answered `found`, above alpha: the window to ask again with, or
    /// `None` if the answer stands.
    fn again(window: Window, found: Score) -> Option<Window>;
}
