//! DisplayScore: a score as it is told outside.

use std::fmt;
use std::ops::Neg;

#[cfg(feature = "cli")]
use serde::ser::{Serialize, SerializeMap, Serializer};

use crate::types::Score;

/// A score as it is told outside: centipawns, of which 100 are an even chance to win, or moves to mate. A
/// win by the endgame tables has centipawns too, more than any estimate.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct DisplayScore(Score);

impl DisplayScore {
    /// What a score says whose units are centipawns as they are told.
    pub(super) const fn of(score: Score) -> DisplayScore {
        DisplayScore(score)
    }

    /// So many centipawns.
    #[must_use]
    pub fn new(centipawns: i32) -> DisplayScore {
        DisplayScore(Score::new(centipawns).clamp_estimate())
    }

    /// Centipawns; none where it is a mate.
    #[must_use]
    pub fn centipawns(self) -> Option<i32> {
        if self.0.is_mate() { None } else { Some(self.0.centipawns()) }
    }

    /// Full moves to mate as UCI counts them; none where it is not.
    #[must_use]
    pub fn mate_moves(self) -> Option<i32> {
        self.0.mate_moves()
    }

    /// Plies to mate, positive for the side that gives it; none where it is not.
    #[must_use]
    pub fn mate_plies(self) -> Option<i32> {
        self.0.mate_plies()
    }

    /// A proven win of the side whose score it is.
    #[must_use]
    pub fn is_win(self) -> bool {
        self.0.is_win()
    }

    /// A mate.
    #[must_use]
    pub fn is_mate(self) -> bool {
        self.0.is_mate()
    }
}

/// The same from the other side of the board.
impl Neg for DisplayScore {
    type Output = DisplayScore;
    fn neg(self) -> DisplayScore {
        DisplayScore(-self.0)
    }
}

/// As UCI writes it: `cp 35`, `mate -3`, or `cp 19998` for a win by the tables two plies away.
impl fmt::Display for DisplayScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.mate_moves() {
            Some(moves) => write!(f, "mate {moves}"),
            None => write!(f, "cp {}", self.0.centipawns()),
        }
    }
}

/// As JSON has it: `{"cp": 35}` or `{"mate": -3}`.
#[cfg(feature = "cli")]
impl Serialize for DisplayScore {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(1))?;
        match self.mate_moves() {
            Some(moves) => map.serialize_entry("mate", &moves)?,
            None => map.serialize_entry("cp", &self.0.centipawns())?,
        }
        map.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_count_moves_as_uci_does() {
        let told = |score: Score| DisplayScore::of(score).to_string();
        assert_eq!(told(Score::mate_in(1)), "mate 1");
        assert_eq!(told(Score::mate_in(3)), "mate 2");
        assert_eq!(told(Score::mated_in(0)), "mate 0");
        assert_eq!(told(Score::mated_in(2)), "mate -1");
        assert_eq!(told(Score::new(-35)), "cp -35");
        assert_eq!(told(Score::tb_win(2)), "cp 19998");
        assert_eq!(told(Score::tb_loss(2)), "cp -19998");
        assert_eq!(DisplayScore::new(40_000).centipawns(), Some(Score::WIN_BOUND.units() - 1));
    }

    #[cfg(feature = "cli")]
    #[test]
    fn json_names_what_is_counted() {
        let json = |told: DisplayScore| serde_json::to_string(&told).unwrap();
        assert_eq!(json(DisplayScore::new(-7)), "{\"cp\":-7}");
        assert_eq!(json(DisplayScore::of(Score::mated_in(6))), "{\"mate\":-3}");
    }
}
