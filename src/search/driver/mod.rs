//! Driver: what sets the members of the narrow-window family apart, over one shared node.
//!
//! A driver says how the root is asked and with which window a later child is tried. What it does
//! not say is the same for all: move ordering, the table, every rule.

mod alphabeta;
mod aspirate;
mod bisect;
mod dual;
mod informed;
mod mtd;
mod negascout;
mod passes;
mod pvs;
mod scout;
mod sss;

pub(super) use informed::Informed;
pub(super) use pvs::Pvs;

use super::algorithm::Algorithm;
use super::facts::Kind;
use super::worker::{Answer, Worker};
use crate::position::Position;
use crate::types::{Depth, Score, Window};
use alphabeta::AlphaBeta;
use aspirate::{aspirate, with_line};
use negascout::NegaScout;
use scout::Scout;

/// How the root is asked: finds its value at a depth, and a line that leads to it.
pub(super) type AskRoot = fn(&mut Worker, &Position, Depth) -> Answer<()>;

/// The table of drivers.
pub(super) fn of(algorithm: Algorithm) -> AskRoot {
    match algorithm {
        Algorithm::AlphaBeta => with_line::<AlphaBeta>,
        Algorithm::Scout => with_line::<Scout>,
        Algorithm::NegaScout => with_line::<NegaScout>,
        Algorithm::Pvs => aspirate::<Pvs>,
        Algorithm::Informed => with_line::<Informed>,
        Algorithm::MtdF => mtd::ask_root,
        Algorithm::SssStar => sss::ask_root,
        Algorithm::DualStar => dual::ask_root,
        Algorithm::CStar => bisect::ask_root,
    }
}

/// How children are asked on the principal variation; elsewhere all windows are zero, and all
/// drivers one.
pub(super) trait Driver {
    /// The kind of a child on the principal variation that is asked again.
    type Again: Kind;

    /// The root is asked by zero windows, which give no line.
    const PASSES: bool = false;

    /// The window with which a child after the first is tried.
    fn test(window: Window) -> Window;

    /// After a test at full depth answered `found`, above alpha: the window to ask again with, or
    /// `None` if the answer stands.
    fn again(window: Window, found: Score) -> Option<Window>;
}
