//! Principal variation search: a zero window first; what lies above it is asked again in full.
//!
//! Source: T. Marsland and M. Campbell, "Parallel Search of Strongly Ordered Game Trees", ACM
//! Computing Surveys 14(4), 1982.

use super::Driver;
use crate::search::facts::Pv;
use crate::types::{Score, Window};

/// Principal variation search.
pub(in crate::search) struct Pvs;

impl Driver for Pvs {
    type Again = Pv;

    fn test(window: Window) -> Window {
        Window::above(window.alpha)
    }

    fn again(window: Window, found: Score) -> Option<Window> {
        window.contains(found).then_some(window)
    }
}
