//! Alpha-beta: every child is searched with the whole remaining window.
//!
//! Source: D. Knuth and R. Moore, "An Analysis of Alpha-Beta Pruning", Artificial Intelligence 6, 1975, in
//! its fail-soft form.

use super::Policy;
use crate::search::args::Pv;
use crate::search::params::Parameters;
use crate::types::{Score, Window};

/// Alpha-beta.
pub(in crate::search) struct AlphaBeta;

impl Policy for AlphaBeta {
    type ReSearch = Pv;

    fn scout_window(window: Window) -> Window {
        window
    }

    fn research_window(_params: &Parameters, _window: Window, _score: Score) -> Option<Window> {
        None
    }
}
