//! Chance: numbers that look random and follow from a seed, a position and a question.

use std::f64::consts::TAU;

use shakmaty::Move;
use xxhash_rust::xxh3::xxh3_64_with_seed;

/// The chance of a game or of a position in it.
pub(super) struct Chance(u64);

/// What is asked. Each question has an answer of its own about the same move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Question {
    /// The player thinks of the move.
    Thought,
    /// The player sees the reply.
    Seen,
    /// How much the player likes the move.
    Liking,
}

impl Chance {
    /// What is the same in a whole game.
    pub fn of_game(seed: u64) -> Chance {
        Chance(xxh3_64_with_seed(b"game", seed))
    }

    /// What is the same whenever a position is looked at in a game.
    pub fn of_position(seed: u64, key: u64) -> Chance {
        Chance(xxh3_64_with_seed(&key.to_le_bytes(), seed))
    }

    /// A number from 0 to 1, without both ends.
    fn share(&self, words: &[u8]) -> f64 {
        let number = xxh3_64_with_seed(words, self.0) >> 11;
        (number as f64 + 0.5) / (1_u64 << 53) as f64
    }

    /// A number from 0 to 1 about a move.
    pub fn about(&self, question: Question, m: Move) -> f64 {
        let from = m.from().map_or(64, u8::from);
        self.share(&[
            question as u8,
            from,
            u8::from(m.to()),
            m.role() as u8,
            m.promotion().map_or(0, |role| role as u8),
        ])
    }

    /// A normal number of deviation 1, the one with this place in a row.
    pub fn normal(&self, place: u16) -> f64 {
        let [low, high] = place.to_le_bytes();
        let (radius, angle) = (self.share(&[0, low, high]), self.share(&[1, low, high]));
        (-2.0 * radius.ln()).sqrt() * (TAU * angle).cos()
    }

    /// Of things that get a score each, the one whose score plus such a number is the highest is drawn as
    /// by a softmax of the scores (E. J. Gumbel; the "Gumbel-max trick").
    pub fn gumbel(&self, question: Question, m: Move) -> f64 {
        -(-self.about(question, m).ln()).ln()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Position;

    #[test]
    fn numbers_are_spread_as_they_should_be() {
        let chances: Vec<Chance> = (0..500).map(|key| Chance::of_position(7, key)).collect();
        let moves = Position::default().legal_moves();
        let mean = |numbers: &[f64]| numbers.iter().sum::<f64>() / numbers.len() as f64;
        let draw = |of: fn(&Chance, Move) -> f64| {
            chances.iter().flat_map(|chance| moves.iter().map(move |m| of(chance, *m))).collect::<Vec<f64>>()
        };
        let even = draw(|chance, m| chance.about(Question::Seen, m));
        assert!((mean(&even) - 0.5).abs() < 0.02 && even.iter().all(|share| *share > 0.0 && *share < 1.0));
        // The mean of a Gumbel number is Euler's constant.
        let gumbel = draw(|chance, m| chance.gumbel(Question::Liking, m));
        assert!((mean(&gumbel) - 0.5772).abs() < 0.06, "{}", mean(&gumbel));
        let game = Chance::of_game(7);
        let normal: Vec<f64> = (0..5000).map(|place| game.normal(place)).collect();
        let squares: Vec<f64> = normal.iter().map(|number| number * number).collect();
        assert!(mean(&normal).abs() < 0.06 && (mean(&squares) - 1.0).abs() < 0.1);
    }

    #[test]
    fn the_same_is_asked_the_same_again_and_nothing_else() {
        let m = Position::default().legal_moves()[3];
        let about = |seed, key, question| Chance::of_position(seed, key).about(question, m);
        let first = about(1, 2, Question::Seen);
        assert_eq!(first, about(1, 2, Question::Seen));
        for other in
            [about(2, 2, Question::Seen), about(1, 3, Question::Seen), about(1, 2, Question::Thought)]
        {
            assert_ne!(first, other);
        }
    }
}
