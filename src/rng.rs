//! The random number generator of everything that has to come out the same on every machine.
//!
//! Seeds of self-play games, matches, `genfens`, samples and trained networks are published, so the values of
//! a seed may never change. The generator is therefore SplitMix64 of `rand_xoshiro`, whose values are
//! documented as stable, and the functions that turn its bits into choices stand here.
//!
//! Source: G. Steele, D. Lea, C. Flood, "Fast Splittable Pseudorandom Number Generators", 2014.
#![expect(
    clippy::cast_possible_truncation,
    reason = "the high half of a product of 64-bit numbers has 64 bits"
)]

use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng as _, SeedableRng};

/// A deterministic random number generator.
#[derive(Clone, Debug)]
pub struct Rng(SplitMix64);

impl Rng {
    /// Creates the generator of a seed.
    #[must_use]
    pub fn new(seed: u64) -> Rng {
        Rng(SplitMix64::from_seed(seed.to_le_bytes()))
    }

    /// Creates the generator of one game (or pair of games) of a run.
    ///
    /// It depends on nothing but the seed of the run and the number, so that games can be played in any
    /// order.
    #[must_use]
    pub fn of_game(seed: u64, number: u64) -> Rng {
        let start = Rng::new(seed).next() ^ number;
        Rng::new(Rng::new(start).next())
    }

    fn next(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// Returns a number below `count`, which must not be zero.
    pub fn below(&mut self, count: usize) -> usize {
        ((u128::from(self.next()) * count as u128) >> 64) as usize
    }

    /// Puts `items` in random order (Fisher and Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

/// Mixes the bits of a word: the finalizer of SplitMix64, a bijection that looks random.
#[inline]
#[must_use]
pub fn mix(mut word: u64) -> u64 {
    word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_those_of_the_publication() {
        let mut rng = Rng::new(1_234_567);
        let numbers: Vec<u64> = (0..3).map(|_| rng.next()).collect();
        assert_eq!(
            numbers,
            [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]
        );
        assert_eq!(mix(1_234_567_u64.wrapping_add(0x9e37_79b9_7f4a_7c15)), numbers[0]);
    }

    #[test]
    fn games_have_generators_of_their_own() {
        let firsts = |seed| (0..1000).map(move |number| Rng::of_game(seed, number).next());
        let all: std::collections::HashSet<u64> = firsts(1).chain(firsts(2)).collect();
        assert_eq!(all.len(), 2000);
    }
}
