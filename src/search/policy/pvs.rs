//! Principal variation search: a zero window first; a child that fails high is re-searched with the whole
//! window.
//!
//! Source: T. Marsland and M. Campbell, "Parallel Search of Strongly Ordered Game Trees", ACM Computing
//! Surveys 14(4), 1982.

use super::Policy;
use crate::search::args::Pv;
use crate::search::params::Parameters;
use crate::types::{Score, Window};

/// Principal variation search.
pub(in crate::search) struct Pvs;

impl Policy for Pvs {
    type ReSearch = Pv;

    fn scout_window(window: Window) -> Window {
        Window::above(window.alpha)
    }

    fn research_window(_params: &Parameters, window: Window, score: Score) -> Option<Window> {
        window.contains(score).then_some(window)
    }
}
