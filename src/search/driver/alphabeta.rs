//! Alpha-beta: every child is asked with all of the window that is left.
//!
//! Source: D. Knuth and R. Moore, "An Analysis of Alpha-Beta Pruning", Artificial Intelligence 6,
//! 1975, in its fail-soft form.

use super::Driver;
use crate::search::facts::Pv;
use crate::types::{Score, Window};

/// Alpha-beta.
pub(super) struct AlphaBeta;

impl Driver for AlphaBeta {
    type Again = Pv;

    fn test(window: Window) -> Window {
        window
    }

    fn again(_window: Window, _found: Score) -> Option<Window> {
        None
    }
}
