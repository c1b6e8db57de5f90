//! Mark: the marks of bad moves, by the rules of lichess (the code of lila, `Advice`).
//!
//! Without a mate the loss of win probability counts. A mate that is allowed or lost is marked by the score on its
//! other side, since beyond ten pawns win probabilities hardly differ. A mate that is only delayed has no mark.

use serde::Serialize;

use super::accuracy::exact_win_probability;
use crate::eval::wdl::DisplayScore;

/// Beyond this score, in centipawns, a mate allowed or lost is an inaccuracy.
const INACCURACY_CENTIPAWNS: i32 = 999;

/// Beyond this score, in centipawns, a mate allowed or lost is a mistake.
const MISTAKE_CENTIPAWNS: i32 = 700;

/// The mark of a bad move, with lichess's thresholds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Mark {
    /// Loses at least 5 percentage points of win probability, or a mate without consequence: allowed when more than 9.99
    /// pawns down, or lost with more than that left.
    Inaccuracy,
    /// Loses at least 10 percentage points, or a mate in the same way beyond 7 pawns.
    Mistake,
    /// Loses at least 15 percentage points, or any other mate.
    Blunder,
}

/// What a move changes about a forced mate.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum MateChange {
    /// The side that moves is mated by force, and was not before.
    Allowed,
    /// The side that moves had a forced mate and has none.
    Lost,
    /// The side that moves has a forced mate that is no move shorter than before.
    Delayed,
}

impl MateChange {
    /// Returns the change from the score of the best move to that of the move played, both of the side that moves.
    pub(super) fn of(best: DisplayScore, played: DisplayScore) -> Option<MateChange> {
        let gives_mate = |score: DisplayScore| score.mate_moves().map(|moves| (score.is_win(), moves));
        match (gives_mate(best), gives_mate(played)) {
            (None, Some((false, _))) => Some(MateChange::Allowed),
            (Some((true, _)), None | Some((false, _))) => Some(MateChange::Lost),
            (Some((true, before)), Some((true, after))) if after >= before => Some(MateChange::Delayed),
            _ => None,
        }
    }

    /// Describes the change in a few words, for a sentence about the move.
    #[must_use]
    pub const fn description(self) -> &'static str {
        match self {
            MateChange::Allowed => "allows a forced mate",
            MateChange::Lost => "loses a forced mate",
            MateChange::Delayed => "delays the mate",
        }
    }
}

impl Mark {
    /// All marks.
    pub(super) const ALL: [Mark; 3] = [Mark::Inaccuracy, Mark::Mistake, Mark::Blunder];

    /// Returns the mark of a move from the score of the best move and its own, both of the side that moves.
    pub(super) fn of(best: DisplayScore, played: DisplayScore) -> Option<Mark> {
        match MateChange::of(best, played) {
            Some(MateChange::Allowed) => Some(Mark::beyond(-best.centipawns().unwrap_or_default())),
            Some(MateChange::Lost) => Some(Mark::beyond(played.centipawns().unwrap_or_default())),
            Some(MateChange::Delayed) => None,
            None if best.is_mate() || played.is_mate() => None,
            None => Mark::of_loss(exact_win_probability(best) - exact_win_probability(played)),
        }
    }

    /// Returns the mark of a mate that matters little if `centipawns` are high.
    const fn beyond(centipawns: i32) -> Mark {
        if centipawns > INACCURACY_CENTIPAWNS {
            Mark::Inaccuracy
        } else if centipawns > MISTAKE_CENTIPAWNS {
            Mark::Mistake
        } else {
            Mark::Blunder
        }
    }

    /// Returns the mark of a move that loses `loss` percent of win probability.
    fn of_loss(loss: f64) -> Option<Mark> {
        match loss {
            loss if loss >= 15.0 => Some(Mark::Blunder),
            loss if loss >= 10.0 => Some(Mark::Mistake),
            loss if loss >= 5.0 => Some(Mark::Inaccuracy),
            _ => None,
        }
    }

    /// Returns the numeric annotation glyph of PGN.
    #[must_use]
    pub const fn nag(self) -> u8 {
        match self {
            Mark::Inaccuracy => 6,
            Mark::Mistake => 2,
            Mark::Blunder => 4,
        }
    }

    /// Returns the symbol that follows the move.
    #[must_use]
    pub const fn symbol(self) -> &'static str {
        match self {
            Mark::Inaccuracy => "?!",
            Mark::Mistake => "?",
            Mark::Blunder => "??",
        }
    }

    /// Returns the name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Mark::Inaccuracy => "Inaccuracy",
            Mark::Mistake => "Mistake",
            Mark::Blunder => "Blunder",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::wdl::Curve;
    use crate::position::Position;
    use crate::types::Score;

    #[test]
    fn mates_are_marked_by_the_score_on_the_other_side() {
        let curve = Curve::of(&Position::default());
        let mate = |plies| curve.display_score(Score::mate_in(plies));
        let mated = |plies| curve.display_score(Score::mated_in(plies));
        let cp = DisplayScore::new;
        let (inaccuracy, mistake, blunder) = (Mark::Inaccuracy, Mark::Mistake, Mark::Blunder);
        for (best, played, mark, change) in [
            (mate(1), cp(1000), Some(inaccuracy), Some(MateChange::Lost)),
            (mate(1), cp(999), Some(mistake), Some(MateChange::Lost)),
            (mate(1), cp(701), Some(mistake), Some(MateChange::Lost)),
            (mate(9), cp(700), Some(blunder), Some(MateChange::Lost)),
            (mate(9), cp(-1500), Some(blunder), Some(MateChange::Lost)),
            (mate(9), mated(2), Some(blunder), Some(MateChange::Lost)),
            (cp(-1000), mated(6), Some(inaccuracy), Some(MateChange::Allowed)),
            (cp(-999), mated(6), Some(mistake), Some(MateChange::Allowed)),
            (cp(-700), mated(6), Some(blunder), Some(MateChange::Allowed)),
            (cp(300), mated(6), Some(blunder), Some(MateChange::Allowed)),
            // Mate in three stays mate in three; the best move makes it mate in two.
            (mate(5), mate(6), None, Some(MateChange::Delayed)),
            (mate(5), mate(4), None, None),
            (mate(1), mate(0), None, None),
            (mated(4), mated(2), None, None),
            (mated(4), cp(0), None, None),
            (cp(1500), mate(4), None, None),
            // Scores beyond ten pawns are not clamped here.
            (cp(3000), cp(700), Some(inaccuracy), None),
            (cp(0), cp(-100), Some(inaccuracy), None),
            (cp(0), cp(-50), None, None),
        ] {
            assert_eq!(
                (Mark::of(best, played), MateChange::of(best, played)),
                (mark, change),
                "{best} {played}"
            );
        }
    }
}
