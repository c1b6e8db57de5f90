//! Limited strength: a player below full strength that errs as people do.
//!
//! Before the main search the player chooses a move. It searches with a small search of its own (`probe`),
//! whose node budget shows it short tactics only, and whose evaluation has noise. Then it chooses (`choice`):
//! it may overlook a quiet move, or the reply that refutes one, and among moves of similar score it chooses
//! at random. A weak player thus loses pieces to moves that are hard to see and plans badly, but it takes
//! what is en prise. `table` maps ratings to these parameters.
//!
//! The strength does not depend on the speed of the machine, unless the clock leaves less time than the probe
//! takes: at the highest rating a few hundred thousand nodes.

mod ability;
mod choice;
mod probe;
mod random;
mod table;

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::sync::Arc;

use super::control::Control;
use super::limits::Limits;
use super::strength_limit::{ChosenMove, StrengthLimit};
use super::timing::Timing;
use crate::eval::Evaluator;
use crate::eval::nnue::Model;
use crate::position::Game;
use random::Random;

/// A limited player in a game.
#[derive(Debug)]
pub(super) struct Player {
    /// The seed of this game, unless the strength limit has one.
    seed: u64,
}

impl Player {
    /// A player in a new game, with a random seed.
    pub fn new() -> Player {
        Player { seed: RandomState::new().build_hasher().finish() }
    }

    /// Chooses a move; `None` if there is no memory for the search.
    ///
    /// The choice follows from the position with its history, the strength limit, the seed and the limits
    /// alone, unless the clock ends the search.
    pub fn choose(
        &self,
        strength: StrengthLimit,
        game: &Game,
        model: Arc<Model>,
        limits: &Limits,
        timing: Timing,
        control: &Control,
    ) -> Option<ChosenMove> {
        let ability = table::ability(strength.elo());
        let seed = strength.seed().unwrap_or(self.seed);
        let evaluator =
            Evaluator::try_new(model).ok()?.with_noise(ability.eval_noise(&Random::of_game(seed)));
        let probe = probe::probe(game, &ability, evaluator, limits, timing, control)?;
        let random = Random::of_position(seed, game.position().key());
        Some(choice::choose(probe, game.position(), &ability, &random))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_game_has_its_own_seed() {
        assert_ne!(Player::new().seed, Player::new().seed);
    }
}
