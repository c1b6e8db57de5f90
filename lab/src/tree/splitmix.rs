//! SplitMix64, the hash function behind all randomness of the artificial trees.
//!
//! Why not the crate `rand`: a node of a tree is generated many times, in any order and without its siblings, so the
//! trees need a hash of the path and not a generator with a state. The golden rows and all published tables depend on
//! every bit of it, so its values must never change, and the algorithms of this crate have no dependencies. The function
//! is four lines long and a test holds it to the values that its authors print.

/// Hashes 64 bits.
///
/// The increment and the finalizer of SplitMix64 (Steele, Lea and Flood, *Fast splittable pseudorandom number
/// generators*, 2014; constants by Stafford).
#[inline]
#[must_use]
pub const fn splitmix64(z: u64) -> u64 {
    let z = z.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// The multiplier of the child index in [`child_key`], which separates the keys of siblings.
pub const SIBLING_STEP: u64 = 0xD6E8_FEB8_6659_FD93;

/// The key of the root of the tree with this seed.
#[inline]
#[must_use]
pub const fn root_key(seed: u64) -> u64 {
    splitmix64(seed)
}

/// The key of a child: `key` is that of its parent, and `index` starts at 0.
#[inline]
#[must_use]
pub const fn child_key(key: u64, index: usize) -> u64 {
    splitmix64(key ^ (index as u64 + 1).wrapping_mul(SIBLING_STEP))
}

/// Converts the upper 53 bits to a number in `0.0..1.0`.
#[inline]
#[must_use]
pub fn unit(bits: u64) -> f64 {
    (bits >> 11) as f64 / (1u64 << 53) as f64
}

/// Remainders by a fixed divisor, computed by a multiplication instead of a division.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Modulo {
    divisor: u64,
    reciprocal: u64,
}

impl Modulo {
    /// Prepares remainders by `divisor`; 0 is replaced by 1.
    #[must_use]
    pub const fn new(divisor: u32) -> Modulo {
        let divisor = if divisor == 0 { 1 } else { divisor as u64 };
        Modulo { divisor, reciprocal: u64::MAX / divisor }
    }

    /// Returns `number` modulo the divisor.
    #[inline]
    #[must_use]
    pub const fn of(self, number: u64) -> i32 {
        // The reciprocal is rounded down, so the quotient can be too small by one.
        let quotient = ((number as u128 * self.reciprocal as u128) >> 64) as u64;
        let rest = number - quotient * self.divisor;
        (if rest >= self.divisor { rest - self.divisor } else { rest }) as i32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_those_of_splitmix64() {
        // The first values of SplitMix64 with seed 1234567, as published by its authors.
        assert_eq!(splitmix64(1_234_567), 6_457_827_717_110_365_317);
        assert_eq!(splitmix64(1_234_567u64.wrapping_add(0x9E37_79B9_7F4A_7C15)), 3_203_168_211_198_807_973);
    }

    #[test]
    fn remainders_equal_those_of_division() {
        for divisor in [1, 2, 3, 20, 100, 1_000_000, 100_000_000, (1 << 29) - 1] {
            let modulo = Modulo::new(divisor);
            let edges = [0, 1, u64::MAX, u64::MAX - 1, u64::from(divisor), u64::from(divisor) * 7 - 1];
            for number in edges.into_iter().chain((0..1000).map(splitmix64)) {
                assert_eq!(modulo.of(number) as u64, number % u64::from(divisor), "{number} % {divisor}");
            }
        }
    }

    #[test]
    fn unit_numbers_fill_the_interval() {
        assert_eq!(unit(0), 0.0);
        assert!(unit(u64::MAX) < 1.0);
        let mean = (0..10_000).map(|i| unit(splitmix64(i))).sum::<f64>() / 10_000.0;
        assert!((mean - 0.5).abs() < 4.0 * (1.0f64 / 12.0 / 10_000.0).sqrt(), "{mean}");
    }
}
