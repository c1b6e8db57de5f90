//! NegaScout: a zero window first; a child that fails high is re-searched from the score found.
//!
//! Source: A. Reinefeld, "An Improvement to the Scout Tree-Search Algorithm", ICCA Journal 6(4), 1983. Its
//! rule that the last two plies need no re-search is left out, since it does not hold above a quiescence
//! search.

use super::Policy;
use crate::search::args::Pv;
use crate::search::params::Parameters;
use crate::types::{Score, Window};

/// NegaScout.
pub(in crate::search) struct NegaScout;

impl Policy for NegaScout {
    type ReSearch = Pv;

    fn scout_window(window: Window) -> Window {
        Window::above(window.alpha)
    }

    fn research_window(_params: &Parameters, window: Window, score: Score) -> Option<Window> {
        // One below the score, so that the score itself lies inside.
        window.contains(score).then(|| Window::new(score - 1, window.beta))
    }
}
