//! Scout: a zero window first; a child that fails high is re-searched with an unbounded window.
//!
//! Source: J. Pearl, "Asymptotic Properties of Minimax Trees and Game-Searching Procedures", Artificial
//! Intelligence 14, 1980. His EVAL inherits no bounds, so its re-searches are larger than those of PVS.

use super::Policy;
use crate::search::args::Pv;
use crate::search::params::Parameters;
use crate::types::{Score, Window};

/// Scout.
pub(in crate::search) struct Scout;

impl Policy for Scout {
    type ReSearch = Pv;

    fn scout_window(window: Window) -> Window {
        Window::above(window.alpha)
    }

    fn research_window(_params: &Parameters, window: Window, score: Score) -> Option<Window> {
        window.contains(score).then_some(Window::FULL)
    }
}
