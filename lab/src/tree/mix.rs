//! Mix: the one source of chance of all artificial trees.

/// Scrambles 64 bits so that neighbouring numbers have nothing in common.
///
/// The step and the finisher of splitmix64 (Steele, Lea, Flood, *Fast splittable pseudorandom number
/// generators*, 2014; constants by Stafford).
#[inline]
#[must_use]
pub const fn mix(z: u64) -> u64 {
    let z = z.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// What keeps brothers apart.
pub const BROTHER: u64 = 0xD6E8_FEB8_6659_FD93;

/// The key of the root of the tree `seed`.
#[inline]
#[must_use]
pub const fn root_key(seed: u64) -> u64 {
    mix(seed)
}

/// The key of the son `index`, from 0, of the node `key`.
#[inline]
#[must_use]
pub const fn child_key(key: u64, index: usize) -> u64 {
    mix(key ^ (index as u64 + 1).wrapping_mul(BROTHER))
}

/// A number in `0.0..1.0` from the upper 53 bits.
#[inline]
#[must_use]
pub fn unit(bits: u64) -> f64 {
    (bits >> 11) as f64 / (1u64 << 53) as f64
}

/// Remainders by one number, with a multiplication in place of the division.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Modulo {
    divisor: u64,
    reciprocal: u64,
}

impl Modulo {
    /// Remainders by `divisor`, which is put at 1 if it is 0.
    #[must_use]
    pub const fn new(divisor: u32) -> Modulo {
        let divisor = if divisor == 0 { 1 } else { divisor as u64 };
        Modulo { divisor, reciprocal: u64::MAX / divisor }
    }

    /// The number divided by.
    #[must_use]
    pub const fn divisor(self) -> u64 {
        self.divisor
    }

    /// `number` modulo the divisor.
    #[inline]
    #[must_use]
    pub const fn of(self, number: u64) -> i32 {
        // The reciprocal is rounded down, and so the quotient may be one too small.
        let quotient = ((number as u128 * self.reciprocal as u128) >> 64) as u64;
        let rest = number - quotient * self.divisor;
        (if rest >= self.divisor { rest - self.divisor } else { rest }) as i32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splitmix_is_splitmix() {
        // The first numbers of splitmix64 with the seed 1234567, as its authors print them.
        assert_eq!(mix(1_234_567), 6_457_827_717_110_365_317);
        assert_eq!(mix(1_234_567u64.wrapping_add(0x9E37_79B9_7F4A_7C15)), 3_203_168_211_198_807_973);
    }

    #[test]
    fn remainders_are_those_of_division() {
        for divisor in [1, 2, 3, 20, 100, 1_000_000, 100_000_000, (1 << 29) - 1] {
            let modulo = Modulo::new(divisor);
            let edges = [0, 1, u64::MAX, u64::MAX - 1, u64::from(divisor), u64::from(divisor) * 7 - 1];
            for number in edges.into_iter().chain((0..1000).map(mix)) {
                assert_eq!(modulo.of(number) as u64, number % u64::from(divisor), "{number} % {divisor}");
            }
        }
    }

    #[test]
    fn units_fill_the_interval() {
        assert_eq!(unit(0), 0.0);
        assert!(unit(u64::MAX) < 1.0);
        let mean = (0..10_000).map(|i| unit(mix(i))).sum::<f64>() / 10_000.0;
        assert!((mean - 0.5).abs() < 4.0 * (1.0f64 / 12.0 / 10_000.0).sqrt(), "{mean}");
    }
}
