//! Score: the value of a position from the side to move, in units near a centipawn.

use std::fmt;
use std::ops::{Add, AddAssign, Neg, Sub, SubAssign};

use super::MAX_PLY;

/// The value of a position, from the side to move.
///
/// Ordinary values lie strictly between [`Score::LOSS_BOUND`] and [`Score::WIN_BOUND`]. Beyond them
/// a score is a distance in plies from the root: to a position that endgame tables know to be won or
/// lost, and from [`Score::MATE_BOUND`] on to mate.
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
    /// Won by the tables, at the root.
    const TB: Score = Score(Self::MATE_BOUND.0 - 1);
    /// Scores at or above it are proven wins, scores below it are estimates.
    pub const WIN_BOUND: Score = Score(Self::TB.0 - MAX_PLY as i32);
    /// Scores at or below it are proven losses.
    pub const LOSS_BOUND: Score = Score(-Self::WIN_BOUND.0);

    /// What a win by the tables is told as, in hundredths of a pawn.
    pub const TB_CP: i32 = 20_000;

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

    /// The score of coming to a position that the tables give as won, `ply` plies from the root.
    #[must_use]
    pub const fn tb_win(ply: usize) -> Score {
        Score(Self::TB.0 - ply as i32)
    }

    /// The score of coming to a position that the tables give as lost, `ply` plies from the root.
    #[must_use]
    pub const fn tb_loss(ply: usize) -> Score {
        Score(ply as i32 - Self::TB.0)
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

    /// Some side is mated.
    #[must_use]
    pub const fn is_mate(self) -> bool {
        self.0.abs() >= Self::MATE_BOUND.0
    }

    /// Won or lost by the tables, the mate not being known.
    #[must_use]
    pub const fn is_tb(self) -> bool {
        self.is_decisive() && !self.is_mate()
    }

    /// Plies to mate, signed: positive when the side to move gives it.
    #[must_use]
    pub const fn mate_plies(self) -> Option<i32> {
        if self.is_mate() { self.decisive_plies() } else { None }
    }

    /// Plies to where it is decided, by mate or by the tables, signed: positive when the side to move
    /// wins.
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

    /// Hundredths of a pawn, as far as a score has such; for a win by the tables [`Score::TB_CP`]
    /// less the plies to it, as other engines tell it.
    #[must_use]
    pub const fn centipawns(self) -> i32 {
        match self.decisive_plies() {
            Some(plies) if self.is_win() => Self::TB_CP - plies,
            Some(plies) => -Self::TB_CP - plies,
            None => self.0,
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

    /// The form for the transposition table: distances counted from this node.
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

    /// Reads a score from the transposition table back, distances counted from the root again. One
    /// that is too far from the root stays what it is, a mate or a win by the tables.
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

/// For tests and messages of ours; what users see goes through `eval::wdl`.
impl fmt::Debug for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.mate_plies() {
            Some(plies) => write!(f, "mate in {plies} plies"),
            None => write!(f, "{}", self.centipawns()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_to_mate_are_the_same_for_both_sides_but_for_the_sign() {
        for plies in 1..20 {
            let score = Score::mate_in(plies);
            assert_eq!((-score).mate_moves(), score.mate_moves().map(|moves| -moves), "{plies}");
        }
    }

    #[test]
    fn wins_by_tables_lie_between_mates_and_estimates() {
        let farthest = Score::mate_in(MAX_PLY);
        let [near, far] = [0, MAX_PLY].map(Score::tb_win);
        assert!(farthest > near && near > far && far > Score::INFINITE.clamp_estimate());
        for score in [near, far] {
            assert!(score.is_win() && score.is_tb() && score.mate_plies().is_none());
            assert!((-score).is_loss() && (-score).is_tb() && !score.is_mate());
        }
        assert!(!farthest.is_tb() && !Score::new(35).is_tb());
        assert_eq!(Score::tb_loss(3), -Score::tb_win(3));
        assert_eq!(Score::tb_loss(3).decisive_plies(), Some(-3));
        assert_eq!(Score::mated_in(4).decisive_plies(), Some(-4));
    }

    #[test]
    fn the_table_form_keeps_the_distance_from_the_node() {
        for ply in [0, 1, 17, 100] {
            let decisive = [Score::mate_in(ply + 5), Score::mated_in(ply + 4), Score::tb_loss(ply + 2)];
            for score in decisive.into_iter().chain([Score::new(123)]) {
                assert_eq!(Score::from_tt(score.to_tt(ply), ply), score);
            }
            assert_eq!(Score::mate_in(ply + 5).to_tt(ply), Score::mate_in(5).units() as i16);
            assert_eq!(Score::tb_win(ply + 5).to_tt(ply), Score::tb_win(5).units() as i16);
        }
        // Too far to be told from here, but no less of what it is.
        assert!(Score::from_tt(Score::mate_in(200).units() as i16, 200).is_mate());
        assert!(Score::from_tt(Score::tb_loss(200).units() as i16, 200).is_tb());
    }

    #[test]
    fn estimates_never_look_like_mates() {
        assert!(!Score::INFINITE.clamp_estimate().is_decisive());
        assert!(!(-Score::INFINITE).clamp_estimate().is_decisive());
    }
}
