//! Driver: with which windows the root is searched, one file per member of the narrow-window family.

mod aspirate;
mod bisect;
mod dual;
mod line;
mod mtd;
mod passes;
mod sss;

use super::algorithm::Algorithm;
use super::policy::{AlphaBeta, Informed, NegaScout, Pvs, Scout};
use super::shared::SearchResult;
use super::worker::Worker;
use crate::position::Position;
use crate::types::Depth;
use aspirate::{aspirate, aspirate_with_line};

/// Searches the root at a depth: finds its value and a line that leads to it.
type RootSearch = fn(&mut Worker, &Position, Depth) -> SearchResult<()>;

/// Returns the root search of an algorithm: a driver with a policy.
pub(super) fn of(algorithm: Algorithm) -> RootSearch {
    match algorithm {
        Algorithm::AlphaBeta => aspirate_with_line::<AlphaBeta>,
        Algorithm::Scout => aspirate_with_line::<Scout>,
        Algorithm::NegaScout => aspirate_with_line::<NegaScout>,
        Algorithm::Pvs => aspirate::<Pvs>,
        Algorithm::Informed => aspirate_with_line::<Informed>,
        Algorithm::MtdF => mtd::search_root,
        Algorithm::SssStar => sss::search_root,
        Algorithm::DualStar => dual::search_root,
        Algorithm::CStar => bisect::search_root,
    }
}
