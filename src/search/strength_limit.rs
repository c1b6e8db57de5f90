//! Strength limit: the rating of a limited player, and the move that it chose.

use shakmaty::Move;

use crate::types::{Depth, Line, Score};

/// The rating of a limited player, and the seed of its randomness.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StrengthLimit {
    elo: u32,
    seed: Option<u64>,
}

impl StrengthLimit {
    /// The lowest rating.
    pub const MIN_ELO: u32 = 1000;
    /// The highest rating.
    pub const MAX_ELO: u32 = 2800;
    /// The skill level of full strength.
    pub const FULL_SKILL: u32 = 20;

    /// A player rated `elo`, clamped to the range. `docs/strength.md` describes the rating scale.
    #[must_use]
    pub fn from_elo(elo: u32) -> StrengthLimit {
        StrengthLimit { elo: elo.clamp(StrengthLimit::MIN_ELO, StrengthLimit::MAX_ELO), seed: None }
    }

    /// A player of a skill level from 0 to 19, in equal steps over the ratings; `None` from 20 on.
    #[must_use]
    pub fn from_skill(skill: u32) -> Option<StrengthLimit> {
        if skill >= StrengthLimit::FULL_SKILL {
            return None;
        }
        let range = StrengthLimit::MAX_ELO - StrengthLimit::MIN_ELO;
        let elo = StrengthLimit::MIN_ELO + skill * range / (StrengthLimit::FULL_SKILL - 1);
        Some(StrengthLimit::from_elo(elo))
    }

    /// The same player with randomness from `seed`, so that its games can be reproduced.
    #[must_use]
    pub fn with_seed(self, seed: u64) -> StrengthLimit {
        StrengthLimit { seed: Some(seed), ..self }
    }

    /// The rating.
    #[must_use]
    pub fn elo(self) -> u32 {
        self.elo
    }

    /// The seed; `None` if every game has its own.
    #[must_use]
    pub fn seed(self) -> Option<u64> {
        self.seed
    }
}

/// The move that a limited player chose.
#[derive(Clone, Debug)]
pub(super) struct ChosenMove {
    pub m: Move,
    /// The score as the player sees it.
    pub score: Score,
    /// The line as the player sees it.
    pub line: Line,
    /// The iteration of the player's search that found them.
    pub depth: Depth,
    /// Nodes of the player's search.
    pub nodes: u64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn skill_levels_spread_over_the_ratings() {
        let elo = |skill| StrengthLimit::from_skill(skill).map(StrengthLimit::elo);
        let ends = (Some(StrengthLimit::MIN_ELO), Some(StrengthLimit::MAX_ELO), None);
        assert_eq!((elo(0), elo(19), elo(20)), ends);
        assert_eq!(elo(u32::MAX), None);
        assert!((1..20).all(|skill| elo(skill) > elo(skill - 1)));
        assert_eq!((StrengthLimit::from_elo(0).elo(), StrengthLimit::from_elo(9999).elo()), (1000, 2800));
    }
}
