//! Random: numbers that are the same everywhere and for ever.
//!
//! Source: SplitMix64 of G. Steele, D. Lea, C. Flood, "Fast Splittable Pseudorandom Number
//! Generators", 2014: small, good enough for openings, and nobody's to change.

/// The generator.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The numbers of a seed.
    #[must_use]
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// The numbers of one game of a run.
    #[must_use]
    pub fn of_game(seed: u64, number: u64) -> Random {
        let mut of_run = Random(seed);
        let start = of_run.next() ^ number;
        let mut of_game = Random(start);
        Random(of_game.next())
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        scatter(self.0)
    }

    /// A number below `count`, which is not zero.
    pub fn below(&mut self, count: usize) -> usize {
        ((u128::from(self.next()) * count as u128) >> 64) as usize
    }

    /// Puts `items` in random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

/// Scatters the bits of a word: what comes out looks random, and each comes out of one word only.
#[inline]
#[must_use]
pub fn scatter(mut word: u64) -> u64 {
    word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_are_those_of_the_publication() {
        let mut random = Random::new(1_234_567);
        let numbers: Vec<u64> = (0..3).map(|_| random.next()).collect();
        assert_eq!(
            numbers,
            [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]
        );
    }

    #[test]
    fn games_have_numbers_of_their_own() {
        let firsts = |seed| (0..1000).map(move |number| Random::of_game(seed, number).next());
        let all: std::collections::HashSet<u64> = firsts(1).chain(firsts(2)).collect();
        assert_eq!(all.len(), 2000);
    }
}
