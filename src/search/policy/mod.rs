//! Policy: with which windows a node on the principal variation searches its children.
//!
//! Elsewhere all windows are zero windows and all policies are the same. Move ordering, the TT and the rules
//! are the same for all.

mod alphabeta;
mod informed;
mod negascout;
mod pvs;
mod scout;
mod zero_window;

pub(super) use alphabeta::AlphaBeta;
pub(super) use informed::Informed;
pub(super) use negascout::NegaScout;
pub(super) use pvs::Pvs;
pub(super) use scout::Scout;
pub(super) use zero_window::ZeroWindow;

use super::args::NodeType;
use super::params::Parameters;
use crate::types::{Score, Window};

/// With which windows a node on the principal variation searches the children after the first.
pub(super) trait Policy {
    /// The type of a re-searched child.
    type ReSearch: NodeType;

    /// The root is searched with zero windows, which give no line.
    const ZERO_WINDOW: bool = false;

    /// The window of the first search of a later child.
    fn scout_window(window: Window) -> Window;

    /// The window of the re-search after a first search at full depth returned `score`, above alpha; `None`
    /// if there is no re-search.
    fn research_window(params: &Parameters, window: Window, score: Score) -> Option<Window>;
}
