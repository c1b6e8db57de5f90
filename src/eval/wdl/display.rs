//! DisplayScore: a score as users are shown it.

use std::fmt;
use std::ops::Neg;

#[cfg(feature = "cli")]
use serde::ser::{Serialize, SerializeMap, Serializer};

use crate::types::Score;

/// A score as users are shown it: normalized centipawns, of which 100 mean a win probability of 50 %,
/// or moves to mate.
///
/// A tablebase win is shown as [`DisplayScore::TB_CP`] less the plies to it, above every estimate.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct DisplayScore(Score);

impl DisplayScore {
    /// The centipawns shown for a tablebase win at distance 0.
    pub const TB_CP: i32 = 20_000;

    /// Wraps a score whose units already are normalized centipawns.
    pub(super) const fn of(score: Score) -> DisplayScore {
        DisplayScore(score)
    }

    /// Returns an estimate of `centipawns` normalized centipawns.
    #[must_use]
    pub fn new(centipawns: i32) -> DisplayScore {
        DisplayScore(Score::new(centipawns).clamp_estimate())
    }

    /// Returns the normalized centipawns, or `None` for a mate.
    #[must_use]
    pub const fn centipawns(self) -> Option<i32> {
        match self.0.decisive_plies() {
            Some(_) if self.0.is_mate() => None,
            Some(plies) if self.0.is_win() => Some(Self::TB_CP - plies),
            Some(plies) => Some(-Self::TB_CP - plies),
            None => Some(self.0.units()),
        }
    }

    /// Returns the normalized score in pawns, or `None` for a mate.
    #[must_use]
    pub fn pawns(self) -> Option<f64> {
        self.centipawns().map(|centipawns| f64::from(centipawns) / 100.0)
    }

    /// Returns the moves to mate as UCI counts them, or `None` if this is not a mate.
    #[must_use]
    pub fn mate_moves(self) -> Option<i32> {
        self.0.mate_moves()
    }

    /// Returns the plies to mate, positive for the side that gives it, or `None` if this is not a mate.
    #[must_use]
    pub fn mate_plies(self) -> Option<i32> {
        self.0.mate_plies()
    }

    /// Reports whether this is a proven win for the side whose score it is.
    #[must_use]
    pub fn is_win(self) -> bool {
        self.0.is_win()
    }

    /// Reports whether this is a mate score.
    #[must_use]
    pub fn is_mate(self) -> bool {
        self.0.is_mate()
    }

    /// Returns the score after the best move, still of the same side: a mate or a tablebase position is one ply nearer.
    #[must_use]
    pub fn after_best_move(self) -> DisplayScore {
        match self.0.decisive_plies() {
            Some(plies) if plies > 0 => DisplayScore(self.0 + 1),
            Some(plies) if plies < 0 => DisplayScore(self.0 - 1),
            _ => self,
        }
    }
}

/// The score from the other side.
impl Neg for DisplayScore {
    type Output = DisplayScore;
    fn neg(self) -> DisplayScore {
        DisplayScore(-self.0)
    }
}

/// The form of UCI: `cp 35`, `mate -3`, or `cp 19998` for a tablebase win two plies away.
impl fmt::Display for DisplayScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.mate_moves() {
            Some(moves) => write!(f, "mate {moves}"),
            None => write!(f, "cp {}", self.centipawns().unwrap_or_default()),
        }
    }
}

/// The form of JSON: `{"cp": 35}` or `{"mate": -3}`.
#[cfg(feature = "cli")]
impl Serialize for DisplayScore {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(1))?;
        match self.mate_moves() {
            Some(moves) => map.serialize_entry("mate", &moves)?,
            None => map.serialize_entry("cp", &self.centipawns().unwrap_or_default())?,
        }
        map.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_counted_in_moves_and_tablebase_wins_in_centipawns() {
        let text = |score: Score| DisplayScore::of(score).to_string();
        assert_eq!(text(Score::mate_in(1)), "mate 1");
        assert_eq!(text(Score::mate_in(3)), "mate 2");
        assert_eq!(text(Score::mated_in(0)), "mate 0");
        assert_eq!(text(Score::mated_in(2)), "mate -1");
        assert_eq!(text(Score::new(-35)), "cp -35");
        assert_eq!(text(Score::tb_win(2)), "cp 19998");
        assert_eq!(text(Score::tb_loss(2)), "cp -19998");
        assert_eq!(DisplayScore::new(40_000).centipawns(), Some(Score::WIN_BOUND.units() - 1));
    }

    #[test]
    fn the_best_move_makes_a_mate_one_ply_nearer() {
        for (before, after) in [
            (Score::mate_in(3), Score::mate_in(2)),
            (Score::mate_in(1), Score::mate_in(0)),
            (Score::mated_in(2), Score::mated_in(1)),
            (Score::tb_win(2), Score::tb_win(1)),
            // A tablebase win does not become a mate.
            (Score::tb_win(0), Score::tb_win(0)),
            (Score::tb_loss(0), Score::tb_loss(0)),
            (Score::new(35), Score::new(35)),
            (Score::DRAW, Score::DRAW),
        ] {
            assert_eq!(DisplayScore::of(before).after_best_move(), DisplayScore::of(after), "{before:?}");
        }
    }

    #[cfg(feature = "cli")]
    #[test]
    fn json_has_a_key_for_the_unit() {
        let json = |score: DisplayScore| serde_json::to_string(&score).unwrap();
        assert_eq!(json(DisplayScore::new(-7)), "{\"cp\":-7}");
        assert_eq!(json(DisplayScore::of(Score::mated_in(6))), "{\"mate\":-3}");
    }
}
