//! Random numbers and a random permutation that needs no memory.

use lancet::rng::{Rng, mix};

/// Returns a uniform random number from -`limit` to `limit`.
pub fn uniform(random: &mut Rng, limit: f32) -> f32 {
    let steps = 1 << 23;
    (random.below(2 * steps + 1) as f32 / steps as f32 - 1.0) * limit
}

/// A pseudorandom permutation of the integers below a count.
///
/// A Feistel network permutes the integers below a power of two; results outside of the range are permuted
/// again (cycle walking). Each element is computed independently, so that threads need not share a table.
#[derive(Clone, Debug)]
pub struct Shuffle {
    count: u64,
    low_bits: u32,
    high_bits: u32,
    keys: [u64; 4],
}

impl Shuffle {
    /// Creates a permutation of the integers below `count`.
    #[must_use]
    pub fn new(count: usize, seed: u64) -> Shuffle {
        let bits = (count.max(4) as u64).next_power_of_two().trailing_zeros();
        let mut random = Rng::of_game(seed, count as u64);
        let keys = std::array::from_fn(|_| random.below(usize::MAX) as u64);
        Shuffle { count: count as u64, low_bits: bits / 2, high_bits: bits - bits / 2, keys }
    }

    /// Returns the element at `index`.
    #[inline]
    #[must_use]
    pub fn at(&self, index: usize) -> usize {
        let mut number = index as u64;
        loop {
            number = self.permute(number);
            if number < self.count {
                return number as usize;
            }
        }
    }

    #[inline]
    fn permute(&self, number: u64) -> u64 {
        let (low_mask, high_mask) = ((1 << self.low_bits) - 1, (1 << self.high_bits) - 1);
        let (mut low, mut high) = (number & low_mask, number >> self.low_bits);
        for keys in self.keys.as_chunks::<2>().0 {
            high ^= mix(low ^ keys[0]) & high_mask;
            low ^= mix(high ^ keys[1]) & low_mask;
        }
        high << self.low_bits | low
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shuffles_are_permutations() {
        for count in [1, 2, 3, 5, 64, 100, 1000, 4097] {
            let shuffle = Shuffle::new(count, 3);
            let mut seen: Vec<usize> = (0..count).map(|index| shuffle.at(index)).collect();
            seen.sort_unstable();
            assert_eq!(seen, (0..count).collect::<Vec<_>>());
        }
    }

    #[test]
    fn shuffles_differ_by_seed_and_are_mixed() {
        let (a, b) = (Shuffle::new(10_000, 1), Shuffle::new(10_000, 2));
        let same = (0..10_000).filter(|index| a.at(*index) == b.at(*index)).count();
        assert!(same < 10, "{same}");
        // The mean distance of two random elements is a third of the count.
        let steps: usize = (1..10_000).map(|index| a.at(index).abs_diff(a.at(index - 1))).sum();
        assert!((30_000_000..36_700_000).contains(&steps), "{steps}");
    }

    #[test]
    fn uniform_numbers_cover_their_range() {
        let mut random = Rng::of_game(9, 0);
        let numbers: Vec<f32> = (0..1000).map(|_| uniform(&mut random, 0.5)).collect();
        assert!(numbers.iter().all(|number| number.abs() <= 0.5));
        assert!(numbers.iter().sum::<f32>().abs() < 30.0);
        assert!(numbers.iter().any(|number| *number > 0.45) && numbers.iter().any(|number| *number < -0.45));
    }
}
