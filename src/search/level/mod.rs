//! StrengthLimit: play below full strength that errs as people do.
//!
//! Before the search that is told, a player of the level makes up its mind. It looks at the moves with a
//! small search of its own (`look`), which has a budget of nodes and therefore sees short tactics only,
//! and which judges positions a little awry. Then it chooses (`choice`): it may not think of a quiet
//! move, or not of the reply that refutes one, and among what seems about as good it is not sure. So a
//! weak level gives pieces away to moves that are hard to see, and plans badly, but it takes what is hung
//! in front of it. `table` says how much of each makes which Elo.
//!
//! The strength does not depend on the speed of the machine, unless the clock leaves less time than the
//! look takes: a look at the highest level is some hundred thousand nodes.

mod ability;
mod chance;
mod choice;
mod look;
mod table;

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::sync::Arc;

use shakmaty::Move;

use super::control::Control;
use super::limits::Limits;
use super::timing::Timing;
use crate::eval::Evaluator;
use crate::eval::nnue::Model;
use crate::position::Game;
use crate::types::{Line, Score};
use chance::Chance;

/// How strong a limited player is.
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
    /// The skill that is no limit.
    pub const FULL_SKILL: u32 = 20;

    /// A player with a rating of `elo`, or the nearest there is. `docs/levels.md` tells the scale.
    #[must_use]
    pub fn from_elo(elo: u32) -> StrengthLimit {
        StrengthLimit { elo: elo.clamp(StrengthLimit::MIN_ELO, StrengthLimit::MAX_ELO), seed: None }
    }

    /// A player with a skill from 0 to 19, which are evenly spread over the ratings; none with more.
    #[must_use]
    pub fn from_skill(skill: u32) -> Option<StrengthLimit> {
        let range = StrengthLimit::MAX_ELO - StrengthLimit::MIN_ELO;
        let elo = StrengthLimit::MIN_ELO + skill * range / (StrengthLimit::FULL_SKILL - 1);
        (skill < StrengthLimit::FULL_SKILL).then(|| StrengthLimit::from_elo(elo))
    }

    /// The same level; what is chance in its play follows from `seed`, so that it plays the same again.
    #[must_use]
    pub fn with_seed(self, seed: u64) -> StrengthLimit {
        StrengthLimit { seed: Some(seed), ..self }
    }

    /// Its rating.
    #[must_use]
    pub fn elo(self) -> u32 {
        self.elo
    }
}

/// What a limited player plays.
#[derive(Clone, Debug)]
pub(super) struct Chosen {
    pub m: Move,
    /// What it believes to get.
    pub score: Score,
    /// The line that it sees.
    pub line: Line,
    /// Nodes that it took.
    pub nodes: u64,
}

/// A limited player in a game.
#[derive(Debug)]
pub(super) struct Player {
    /// What is chance in this game, where the level does not say.
    seed: u64,
}

impl Player {
    /// A player in a new game.
    pub fn new() -> Player {
        Player { seed: RandomState::new().build_hasher().finish() }
    }

    /// The move of a player of `level`; nothing where there is no memory to think.
    ///
    /// It follows from the position with its past, the level, the seed and the limits alone.
    pub fn choose(
        &self,
        level: StrengthLimit,
        game: &Game,
        model: Arc<Model>,
        limits: &Limits,
        timing: Timing,
        control: &Control,
    ) -> Option<Chosen> {
        let ability = table::ability(level.elo);
        let seed = level.seed.unwrap_or(self.seed);
        let evaluator = Evaluator::new(model).with_noise(ability.noise(&Chance::of_game(seed)));
        let look = look::look(game, &ability, evaluator, limits, timing, control)?;
        let chance = Chance::of_position(seed, game.position().key());
        Some(choice::choose(look, game.position(), &ability, &chance))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn skills_are_spread_over_the_ratings() {
        let elo = |skill| StrengthLimit::from_skill(skill).map(StrengthLimit::elo);
        assert_eq!(
            (elo(0), elo(19), elo(20)),
            (Some(StrengthLimit::MIN_ELO), Some(StrengthLimit::MAX_ELO), None)
        );
        assert!((1..20).all(|skill| elo(skill) > elo(skill - 1)));
        assert_eq!((StrengthLimit::from_elo(0).elo(), StrengthLimit::from_elo(9999).elo()), (1000, 2800));
    }

    #[test]
    fn each_game_has_a_chance_of_its_own() {
        assert_ne!(Player::new().seed, Player::new().seed);
    }
}
