//! Apparatus of experiments on search algorithms: coarse scores, two bounds per position, plain search.
//!
//! With the feature `experiment` a search can be given other values of the parameters of experiments. Without it they
//! are constants, and the functions of this file do nothing beyond what the search needs.

use super::params::Parameters;
use crate::position::Position;
use crate::tt::{Tt, TtEntry};
use crate::types::{Bound, Depth, Score, Window};

/// The switches that stay on in a plain search: the TT, move ordering, and what depends on the position
/// alone.
#[cfg(feature = "tune")]
const PLAIN: &[&str] = &[
    "use_tt_cutoff",
    "use_pass_tt_cutoff",
    "use_quiescence_tt_cutoff",
    "use_quiescence_exchange",
    "use_pawn_history",
    "use_continuation_history",
    "use_capture_history",
    "use_killers",
];

/// Turns off every rule that makes the value of a node depend on more than its position and depth: on the
/// path, the window, or earlier searches.
#[cfg(feature = "tune")]
pub fn make_plain(parameters: &mut Parameters) {
    for (name, _) in super::params::SWITCHES {
        parameters.set_switch(name, PLAIN.contains(name));
    }
}

/// Rounds an evaluation to the nearest multiple of the granularity.
#[inline]
pub(super) fn rounded(params: &Parameters, score: Score) -> Score {
    match params.score_granularity() {
        1 => score,
        step => multiple(score.units(), step, step / 2),
    }
}

/// Rounds a score between two evaluations down to a multiple of the granularity, or up if that is below
/// `beta`.
#[inline]
pub(super) fn at_least(params: &Parameters, beta: Score, score: Score) -> Score {
    match params.score_granularity() {
        1 => score,
        step => {
            let below = floor(score, step);
            if below >= beta { below } else { below + step }
        }
    }
}

/// Rounds a score down to a multiple of the granularity.
#[inline]
pub(super) fn at_most(params: &Parameters, score: Score) -> Score {
    match params.score_granularity() {
        1 => score,
        step => floor(score, step),
    }
}

fn floor(score: Score, step: i32) -> Score {
    Score::new(score.units().div_euclid(step) * step)
}

/// Rounds `units` towards zero after adding `add` to their magnitude.
fn multiple(units: i32, step: i32, add: i32) -> Score {
    Score::new((units.abs() + add) / step * step * units.signum())
}

/// Reports whether a TT entry of depth `found` may stand for a search of `depth`.
#[inline]
pub(super) fn is_deep_enough(params: &Parameters, found: Depth, depth: Depth) -> bool {
    if params.use_deeper_tt_entries() { found >= depth } else { found == depth }
}

/// Mixed into the key of a position for its upper bound, if the TT keeps two.
const UPPER: u64 = 0x5bd1_e995_97f4_a7c1;

/// The TT key of a position.
///
/// The evaluation fades with the fifty-move clock, which is not part of the key. It is mixed in if the value
/// of a node must depend on position and depth alone.
#[inline]
fn tt_key(params: &Parameters, position: &Position) -> u64 {
    if params.use_draw_rules() {
        return position.key();
    }
    position.key() ^ u64::from(position.halfmoves()).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// Returns the TT entry of `position` at `ply`; of two, the one that decides a search with `window`.
#[inline]
pub(super) fn probe_tt(
    params: &Parameters,
    tt: &Tt,
    position: &Position,
    window: Window,
    ply: usize,
) -> Option<TtEntry> {
    let key = tt_key(params, position);
    let entry = tt.probe(key);
    if params.tt_bounds() == 1 { entry } else { cutoff_entry(entry, tt.probe(key ^ UPPER), window, ply) }
}

/// Writes a TT entry; of two bounds, the upper one under a key of its own.
#[inline]
pub(super) fn store_tt(params: &Parameters, tt: &Tt, position: &Position, entry: TtEntry) {
    let is_apart = params.tt_bounds() == 2 && entry.bound == Bound::Upper;
    tt.store(tt_key(params, position) ^ if is_apart { UPPER } else { 0 }, entry);
}

/// Returns the entry that ends a search with `window`, or the deeper one, with the move of the other if
/// it has none.
fn cutoff_entry(
    lower: Option<TtEntry>,
    upper: Option<TtEntry>,
    window: Window,
    ply: usize,
) -> Option<TtEntry> {
    let (Some(lower), Some(upper)) = (lower, upper) else { return lower.or(upper) };
    let upper_is_cutoff = Score::from_tt(upper.score, ply) <= window.alpha;
    let lower_is_cutoff = lower.bound == Bound::Exact || Score::from_tt(lower.score, ply) >= window.beta;
    let takes_upper =
        if upper_is_cutoff == lower_is_cutoff { upper.depth > lower.depth } else { upper_is_cutoff };
    let (entry, other) = if takes_upper { (upper, lower) } else { (lower, upper) };
    Some(TtEntry {
        best: if entry.best.is_none() { other.best } else { entry.best },
        pv: entry.pv || other.pv,
        ..entry
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::PackedMove;

    #[test]
    fn granularity_is_symmetric() {
        let nearest = |units| multiple(units, 4, 2).units();
        assert_eq!([0, 1, 2, 5, 6].map(nearest), [0, 0, 4, 4, 8]);
        assert_eq!([-1, -2, -5, -6].map(nearest), [0, -4, -4, -8]);
        assert_eq!([-1, 0, 3, 4].map(|units| floor(Score::new(units), 4).units()), [-4, 0, 0, 4]);
    }

    #[test]
    fn two_bounds_probe_returns_the_cutoff_entry_with_known_move() {
        let entry = |score, bound, depth, best| TtEntry {
            best: PackedMove::from_bits(best),
            score,
            eval: 0,
            depth,
            bound,
            pv: false,
        };
        let lower = entry(10, Bound::Lower, 5, 77);
        let upper = entry(30, Bound::Upper, 4, 0);
        let probe = |alpha| {
            let found = cutoff_entry(Some(lower), Some(upper), Window::above(Score::new(alpha)), 0);
            found.map(|entry| (entry.score, entry.best.bits()))
        };
        assert_eq!(probe(9), Some((10, 77)));
        assert_eq!(probe(30), Some((30, 77)));
        assert_eq!(probe(20), Some((10, 77)), "neither decides: the deeper one");
        assert_eq!(cutoff_entry(None, Some(upper), Window::FULL, 0), Some(upper));
    }

    #[cfg(feature = "tune")]
    #[test]
    fn plain_switches_exist() {
        let mut names = super::super::params::SWITCHES.iter().map(|(name, _)| name);
        assert!(PLAIN.iter().all(|plain| names.clone().any(|name| name == plain)));
        assert!(names.next().is_some());
    }
}
