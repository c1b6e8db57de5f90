//! NegaScout: a zero window first; what lies above it is asked again from the value found.
//!
//! Source: A. Reinefeld, "An Improvement to the Scout Tree-Search Algorithm", ICCA Journal 6(4),
//! 1983. Its rule that the last two plies need no second search does not hold with a quiescence
//! search below them, and is left out.

use super::Driver;
use crate::search::facts::Pv;
use crate::types::{Score, Window};

/// NegaScout.
pub(super) struct NegaScout;

impl Driver for NegaScout {
    type Again = Pv;

    fn test(window: Window) -> Window {
        Window::above(window.alpha)
    }

    fn again(window: Window, found: Score) -> Option<Window> {
        // One below, so that the value found itself still lies inside.
        window.contains(found).then(|| Window::new(found - 1, window.beta))
    }
}
