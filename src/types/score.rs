//! Score: the value of a position from the side to move, in internal units of the evaluation.

use std::fmt;
use std::ops::{Add, Neg, Sub};

use super::MAX_PLY;

/// The value of a position, from the side to move.
///
/// Estimates lie strictly between [`Score::LOSS_BOUND`] and [`Score::WIN_BOUND`], in internal units of
/// the evaluation, which [`Curve`](crate::eval::wdl::Curve) converts to centipawns. Scores beyond encode a
/// distance in plies from the root: to a tablebase win or loss (TB), and from [`Score::MATE_BOUND`] to
/// mate.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Score(i32);

impl Score {
    /// A drawn position.
    pub const DRAW: Score = Score(0);
    /// Above every score.
    pub const INFINITE: Score = Score(32_001);
    /// The score of a mate at distance 0 from the root.
    pub const MATE: Score = Score(32_000);
    /// The lowest score of a win by mate.
    pub const MATE_BOUND: Score = Score(Self::MATE.0 - MAX_PLY as i32);
    /// The score of a tablebase win at distance 0 from the root.
    const TB: Score = Score(Self::MATE_BOUND.0 - 1);
    /// The lowest score of a proven win; lower scores are estimates.
    pub const WIN_BOUND: Score = Score(Self::TB.0 - MAX_PLY as i32);
    /// The highest score of a proven loss.
    pub const LOSS_BOUND: Score = Score(-Self::WIN_BOUND.0);

    /// Returns a score of `units` internal units of the evaluation, from -32,000 to 32,000. Beyond that range the number is no
    /// score: what its methods return means nothing, and arithmetic may overflow.
    #[must_use]
    pub const fn new(units: i32) -> Score {
        Score(units)
    }

    /// Returns the score of giving mate `ply` plies from the root.
    #[must_use]
    pub const fn mate_in(ply: usize) -> Score {
        Score(Self::MATE.0 - ply as i32)
    }

    /// Returns the score of being mated `ply` plies from the root.
    #[must_use]
    pub const fn mated_in(ply: usize) -> Score {
        Score(ply as i32 - Self::MATE.0)
    }

    /// Returns the score of reaching a tablebase win `ply` plies from the root.
    #[must_use]
    pub const fn tb_win(ply: usize) -> Score {
        Score(Self::TB.0 - ply as i32)
    }

    /// Returns the score of reaching a tablebase loss `ply` plies from the root.
    #[must_use]
    pub const fn tb_loss(ply: usize) -> Score {
        Score(ply as i32 - Self::TB.0)
    }

    /// Returns the internal units.
    #[must_use]
    pub const fn units(self) -> i32 {
        self.0
    }

    /// Reports whether this is a proven win for the side to move.
    #[must_use]
    pub const fn is_win(self) -> bool {
        self.0 >= Self::WIN_BOUND.0
    }

    /// Reports whether this is a proven loss for the side to move.
    #[must_use]
    pub const fn is_loss(self) -> bool {
        self.0 <= Self::LOSS_BOUND.0
    }

    /// Reports whether this is a proven win or loss.
    #[must_use]
    pub const fn is_decisive(self) -> bool {
        self.is_win() || self.is_loss()
    }

    /// Reports whether this is a mate score, for either side.
    #[must_use]
    pub const fn is_mate(self) -> bool {
        self.0.unsigned_abs() >= Self::MATE_BOUND.0.unsigned_abs()
    }

    /// Reports whether this is a tablebase win or loss.
    #[must_use]
    pub const fn is_tb(self) -> bool {
        self.is_decisive() && !self.is_mate()
    }

    /// Returns the plies to mate: positive if the side to move gives it, negative if it is mated.
    #[must_use]
    pub const fn mate_plies(self) -> Option<i32> {
        if self.is_mate() { self.decisive_plies() } else { None }
    }

    /// Returns the plies to the mate or tablebase position of a decisive score: positive if the side to
    /// move wins, negative if it loses.
    #[must_use]
    pub const fn decisive_plies(self) -> Option<i32> {
        let from = if self.is_mate() { Self::MATE.0 } else { Self::TB.0 };
        if self.is_win() {
            Some(from - self.0)
        } else if self.is_loss() {
            Some(-(from + self.0))
        } else {
            None
        }
    }

    /// Returns the moves to mate as UCI counts them: negative if the side to move is mated.
    #[must_use]
    pub const fn mate_moves(self) -> Option<i32> {
        match self.mate_plies() {
            Some(plies) if plies > 0 => Some((plies + 1) / 2),
            Some(plies) => Some((plies - 1) / 2),
            None => None,
        }
    }

    /// Clamps the score to the range of estimates, between proven losses and proven wins.
    #[must_use]
    pub fn clamp_estimate(self) -> Score {
        Score(self.0.clamp(Self::LOSS_BOUND.0 + 1, Self::WIN_BOUND.0 - 1))
    }

    /// Converts to the form stored in the transposition table: distances are from the node at `ply`.
    #[must_use]
    pub fn to_tt(self, ply: usize) -> i16 {
        let units = if self.is_win() {
            self.0 + ply as i32
        } else if self.is_loss() {
            self.0 - ply as i32
        } else {
            self.0
        };
        units as i16
    }

    /// Converts from the form stored in the transposition table to distances from the root. A mate or
    /// tablebase score remains one even if its distance from the root exceeds [`MAX_PLY`].
    #[must_use]
    pub fn from_tt(units: i16, ply: usize) -> Score {
        let score = Score(i32::from(units));
        let least = if score.is_mate() { Self::MATE_BOUND } else { Self::WIN_BOUND };
        if score.is_win() {
            (score - ply as i32).max(least)
        } else if score.is_loss() {
            (score + ply as i32).min(-least)
        } else {
            score
        }
    }
}

impl Neg for Score {
    type Output = Score;
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

impl Add<i32> for Score {
    type Output = Score;
    fn add(self, units: i32) -> Score {
        Score(self.0 + units)
    }
}

impl Sub<i32> for Score {
    type Output = Score;
    fn sub(self, units: i32) -> Score {
        Score(self.0 - units)
    }
}

impl Sub for Score {
    type Output = i32;
    fn sub(self, other: Score) -> i32 {
        self.0 - other.0
    }
}

/// For tests and internal messages; users are shown [`DisplayScore`](crate::eval::wdl::DisplayScore).
impl fmt::Debug for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.decisive_plies() {
            Some(plies) if self.is_mate() => write!(f, "mate in {plies} plies"),
            Some(plies) if self.is_win() => write!(f, "tablebase win in {plies} plies"),
            Some(plies) => write!(f, "tablebase loss in {} plies", -plies),
            None => write!(f, "{}", self.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mate_moves_change_only_their_sign_with_the_side() {
        for plies in 1..20 {
            let score = Score::mate_in(plies);
            assert_eq!((-score).mate_moves(), score.mate_moves().map(|moves| -moves), "{plies}");
        }
    }

    #[test]
    fn tablebase_wins_lie_between_mates_and_estimates() {
        let longest_mate = Score::mate_in(MAX_PLY);
        let [near, far] = [0, MAX_PLY].map(Score::tb_win);
        assert!(longest_mate > near && near > far && far > Score::INFINITE.clamp_estimate());
        for score in [near, far] {
            assert!(score.is_win() && score.is_tb() && score.mate_plies().is_none());
            assert!((-score).is_loss() && (-score).is_tb() && !score.is_mate());
        }
        assert!(!longest_mate.is_tb() && !Score::new(35).is_tb());
        assert_eq!(Score::tb_loss(3), -Score::tb_win(3));
        assert_eq!(Score::tb_loss(3).decisive_plies(), Some(-3));
        assert_eq!(Score::mated_in(4).decisive_plies(), Some(-4));
    }

    #[test]
    fn the_tt_form_keeps_the_distance_from_the_node() {
        for ply in [0, 1, 17, 100] {
            let decisive = [Score::mate_in(ply + 5), Score::mated_in(ply + 4), Score::tb_loss(ply + 2)];
            for score in decisive.into_iter().chain([Score::new(123)]) {
                assert_eq!(Score::from_tt(score.to_tt(ply), ply), score);
            }
            assert_eq!(Score::mate_in(ply + 5).to_tt(ply), Score::mate_in(5).units() as i16);
            assert_eq!(Score::tb_win(ply + 5).to_tt(ply), Score::tb_win(5).units() as i16);
        }
        // Beyond the range of distances from the root, but still a mate or tablebase score.
        assert!(Score::from_tt(Score::mate_in(200).units() as i16, 200).is_mate());
        assert!(Score::from_tt(Score::tb_loss(200).units() as i16, 200).is_tb());
    }

    #[test]
    fn a_clamped_estimate_is_never_decisive() {
        assert!(!Score::INFINITE.clamp_estimate().is_decisive());
        assert!(!(-Score::INFINITE).clamp_estimate().is_decisive());
    }
}
