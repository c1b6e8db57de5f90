//! Scout: a test first; what passes it is evaluated again with every bound forgotten.
//!
//! Source: J. Pearl, "Asymptotic Properties of Minimax Trees and Game-Searching Procedures",
//! Artificial Intelligence 14, 1980. His EVAL knows no bounds from above it, and so has more to
//! search again than PVS has.

use super::Driver;
use crate::search::facts::Pv;
use crate::types::{Score, Window};

/// Scout.
pub(super) struct Scout;

impl Driver for Scout {
    type Again = Pv;

    fn test(window: Window) -> Window {
        Window::above(window.alpha)
    }

    fn again(window: Window, found: Score) -> Option<Window> {
        window.contains(found).then_some(Window::FULL)
    }
}
