//! Randomness that follows from a seed, a position and a purpose.

use std::f64::consts::TAU;

use shakmaty::Move;
use xxhash_rust::xxh3::xxh3_64_with_seed;

/// The random numbers of a game, or of a position in it.
pub(super) struct Random(u64);

/// What a random number about a move is for; each purpose has its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Purpose {
    /// Whether the player considers the move.
    OwnMove,
    /// Whether the player sees the reply.
    Reply,
    /// The choice among the moves.
    Choice,
}

impl Random {
    /// Numbers that stay the same for a game.
    pub fn of_game(seed: u64) -> Random {
        Random(xxh3_64_with_seed(b"game", seed))
    }

    /// Numbers that stay the same for a position of a game.
    pub fn of_position(seed: u64, key: u64) -> Random {
        Random(xxh3_64_with_seed(&key.to_le_bytes(), seed))
    }

    /// A uniform number strictly between 0 and 1.
    fn unit(&self, words: &[u8]) -> f64 {
        let number = xxh3_64_with_seed(words, self.0) >> 11;
        (number as f64 + 0.5) / (1_u64 << 53) as f64
    }

    /// A uniform number about a move, strictly between 0 and 1.
    pub fn uniform(&self, purpose: Purpose, m: Move) -> f64 {
        let from = m.from().map_or(64, u8::from);
        self.unit(&[
            purpose as u8,
            from,
            u8::from(m.to()),
            m.role() as u8,
            m.promotion().map_or(0, |role| role as u8),
        ])
    }

    /// The standard normal number with this index (Box-Muller).
    pub fn normal(&self, index: u16) -> f64 {
        let [low, high] = index.to_le_bytes();
        let (radius, angle) = (self.unit(&[0, low, high]), self.unit(&[1, low, high]));
        (-2.0 * radius.ln()).sqrt() * (TAU * angle).cos()
    }

    /// A standard Gumbel number about a move.
    ///
    /// The maximum of score plus Gumbel number is distributed as a softmax of the scores (E. J. Gumbel; the
    /// "Gumbel-max trick").
    pub fn gumbel(&self, purpose: Purpose, m: Move) -> f64 {
        -(-self.uniform(purpose, m).ln()).ln()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Position;

    #[test]
    fn distributions_have_the_expected_moments() {
        let randoms: Vec<Random> = (0..500).map(|key| Random::of_position(7, key)).collect();
        let moves = Position::default().legal_moves();
        let mean = |numbers: &[f64]| numbers.iter().sum::<f64>() / numbers.len() as f64;
        let sample = |of: fn(&Random, Move) -> f64| {
            randoms.iter().flat_map(|random| moves.iter().map(move |m| of(random, *m))).collect::<Vec<f64>>()
        };
        let uniform = sample(|random, m| random.uniform(Purpose::Reply, m));
        assert!((mean(&uniform) - 0.5).abs() < 0.02);
        assert!(uniform.iter().all(|number| *number > 0.0 && *number < 1.0));
        // The mean of a Gumbel number is Euler's constant.
        let gumbel = sample(|random, m| random.gumbel(Purpose::Choice, m));
        assert!((mean(&gumbel) - 0.5772).abs() < 0.06, "{}", mean(&gumbel));
        let game = Random::of_game(7);
        let normal: Vec<f64> = (0..5000).map(|index| game.normal(index)).collect();
        let squares: Vec<f64> = normal.iter().map(|number| number * number).collect();
        assert!(mean(&normal).abs() < 0.06 && (mean(&squares) - 1.0).abs() < 0.1);
    }

    #[test]
    fn numbers_are_reproducible_and_distinct() {
        let m = Position::default().legal_moves()[3];
        let number = |seed, key, purpose| Random::of_position(seed, key).uniform(purpose, m);
        let first = number(1, 2, Purpose::Reply);
        assert_eq!(first, number(1, 2, Purpose::Reply));
        for other in
            [number(2, 2, Purpose::Reply), number(1, 3, Purpose::Reply), number(1, 2, Purpose::OwnMove)]
        {
            assert_ne!(first, other);
        }
    }
}
