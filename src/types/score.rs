//! Score: the value of a position from the side to move, in units near a centipawn.

use std::fmt;
use std::ops::{Add, AddAssign, Neg, Sub, SubAssign};

use super::MAX_PLY;

/// The value of a position, from the side to move.
///
/// Ordinary values lie strictly between [`Score::LOSS_BOUND`] and [`Score::WIN_BOUND`]; beyond
/// them a score is a distance to mate in plies from the root.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Score(i32);

impl Score {
    /// A drawn position.
    pub const DRAW: Score = Score(0);
    /// Larger than every score.
    pub const INFINITE: Score = Score(32_001);
    /// Mate on the board, at the root.
    pub const MATE: Score = Score(32_000);
    /// Scores at or above it are wins by mate within [`MAX_PLY`] plies.
    pub const MATE_BOUND: Score = Score(Self::MATE.0 - MAX_PLY as i32);
    /// Scores at or above it are proven wins, scores below it are estimates.
    pub const WIN_BOUND: Score = Self::MATE_BOUND;
    /// Scores at or below it are proven losses.
    pub const LOSS_BOUND: Score = Score(-Self::WIN_BOUND.0);

    /// A score of `units`, about one hundredth of a pawn each.
    #[must_use]
    pub const fn new(units: i32) -> Score {
        Score(units)
    }

    /// The score of giving mate `ply` plies from the root.
    #[must_use]
    pub const fn mate_in(ply: usize) -> Score {
        Score(Self::MATE.0 - ply as i32)
    }

    /// The score of being mated `ply` plies from the root.
    #[must_use]
    pub const fn mated_in(ply: usize) -> Score {
        Score(ply as i32 - Self::MATE.0)
    }

    /// The bare number.
    #[must_use]
    pub const fn units(self) -> i32 {
        self.0
    }

    /// A proven win for the side to move.
    #[must_use]
    pub const fn is_win(self) -> bool {
        self.0 >= Self::WIN_BOUND.0
    }

    /// A proven loss for the side to move.
    #[must_use]
    pub const fn is_loss(self) -> bool {
        self.0 <= Self::LOSS_BOUND.0
    }

    /// A proven win or loss.
    #[must_use]
    pub const fn is_decisive(self) -> bool {
        self.is_win() || self.is_loss()
    }

    /// Plies to mate, signed: positive when the side to move gives it.
    #[must_use]
    pub const fn mate_plies(self) -> Option<i32> {
        if self.is_win() {
            Some(Self::MATE.0 - self.0)
        } else if self.is_loss() {
            Some(-(Self::MATE.0 + self.0))
        } else {
            None
        }
    }

    /// Full moves to mate as UCI counts them: negative when the side to move is mated. The same for
    /// both sides but for the sign.
    #[must_use]
    pub const fn mate_moves(self) -> Option<i32> {
        match self.mate_plies() {
            Some(plies) if plies > 0 => Some((plies + 1) / 2),
            Some(plies) => Some((plies - 1) / 2),
            None => None,
        }
    }

    /// Forces an estimate between the proven losses and wins.
    #[must_use]
    pub fn clamp_estimate(self) -> Score {
        Score(self.0.clamp(Self::LOSS_BOUND.0 + 1, Self::WIN_BOUND.0 - 1))
    }

    /// The form for the transposition table: mate distances counted from this node.
    #[must_use]
    pub fn to_table(self, ply: usize) -> i16 {
        let units = if self.is_win() {
            self.0 + ply as i32
        } else if self.is_loss() {
            self.0 - ply as i32
        } else {
            self.0
        };
        units as i16
    }

    /// Reads a table score back, mate distances counted from the root again.
    #[must_use]
    pub fn from_table(units: i16, ply: usize) -> Score {
        let score = Score(i32::from(units));
        if score.is_win() {
            Score(score.0 - ply as i32)
        } else if score.is_loss() {
            Score(score.0 + ply as i32)
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

impl AddAssign<i32> for Score {
    fn add_assign(&mut self, units: i32) {
        self.0 += units;
    }
}

impl SubAssign<i32> for Score {
    fn sub_assign(&mut self, units: i32) {
        self.0 -= units;
    }
}

impl fmt::Debug for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.mate_plies() {
            Some(plies) => write!(f, "mate in {plies} plies"),
            None => write!(f, "{}", self.0),
        }
    }
}

/// As UCI writes it: `cp 35` or `mate -3`.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.mate_moves() {
            Some(moves) => write!(f, "mate {moves}"),
            None => write!(f, "cp {}", self.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_count_moves_as_uci_does() {
        assert_eq!(Score::mate_in(1).to_string(), "mate 1");
        assert_eq!(Score::mate_in(3).to_string(), "mate 2");
        assert_eq!(Score::mated_in(0).to_string(), "mate 0");
        assert_eq!(Score::mated_in(2).to_string(), "mate -1");
        assert_eq!(Score::new(-35).to_string(), "cp -35");
        for plies in 1..20 {
            let score = Score::mate_in(plies);
            assert_eq!((-score).mate_moves(), score.mate_moves().map(|moves| -moves), "{plies}");
        }
    }

    #[test]
    fn the_table_form_keeps_the_distance_from_the_node() {
        for ply in [0, 1, 17, 100] {
            for score in [Score::mate_in(ply + 5), Score::mated_in(ply + 4), Score::new(123)] {
                assert_eq!(Score::from_table(score.to_table(ply), ply), score);
            }
            assert_eq!(Score::mate_in(ply + 5).to_table(ply), Score::mate_in(5).units() as i16);
        }
    }

    #[test]
    fn estimates_never_look_like_mates() {
        assert!(!Score::INFINITE.clamp_estimate().is_decisive());
        assert!(!(-Score::INFINITE).clamp_estimate().is_decisive());
    }
}
