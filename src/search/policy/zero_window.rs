//! The policy of the MTD family, whose root windows are zero windows.

use super::{Policy, Pvs};
use crate::search::args::Pv;
use crate::search::params::Parameters;
use crate::types::{Score, Window};

/// PVS if the window is open. In a zero window, a child that fails high on the line of first children is
/// re-searched as the PV node that it has become: in PVS no other move raises alpha either.
pub(in crate::search) struct ZeroWindow;

impl Policy for ZeroWindow {
    type ReSearch = Pv;
    const ZERO_WINDOW: bool = true;

    fn scout_window(window: Window) -> Window {
        Pvs::scout_window(window)
    }

    fn research_window(params: &Parameters, window: Window, score: Score) -> Option<Window> {
        let fails_high = window.is_zero() && params.use_pass_researches();
        (fails_high || window.contains(score)).then_some(window)
    }
}
