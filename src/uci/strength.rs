//! Strength: the limit that `UCI_LimitStrength`, `UCI_Elo` and `Skill Level` set.

use crate::search::StrengthLimit;

/// The values of the options that limit the strength.
#[derive(Clone, Debug)]
pub(super) struct Strength {
    /// `elo` is in force.
    pub is_limited: bool,
    pub elo: u32,
    /// Skill level; 20 is full strength.
    pub skill: u32,
    /// Seed of the random numbers; 0 for another one in each game.
    pub seed: u64,
}

impl Default for Strength {
    fn default() -> Strength {
        Strength { is_limited: false, elo: StrengthLimit::MAX_ELO, skill: StrengthLimit::FULL_SKILL, seed: 0 }
    }
}

impl Strength {
    /// Returns the limit; `None` for full strength. `UCI_LimitStrength` overrides `Skill Level`.
    pub fn limit(&self) -> Option<StrengthLimit> {
        let by_elo = self.is_limited.then(|| StrengthLimit::from_elo(self.elo));
        let limit = by_elo.or_else(|| StrengthLimit::from_skill(self.skill))?;
        Some(if self.seed == 0 { limit } else { limit.with_seed(self.seed) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn uci_limitstrength_overrides_skill_level() {
        assert_eq!(Strength::default().limit(), None);
        let by_skill = Strength { elo: 2000, skill: 3, ..Strength::default() };
        assert_eq!(by_skill.limit(), StrengthLimit::from_skill(3));
        let by_elo = Strength { is_limited: true, ..by_skill };
        assert_eq!(by_elo.limit(), Some(StrengthLimit::from_elo(2000)));
    }
}
