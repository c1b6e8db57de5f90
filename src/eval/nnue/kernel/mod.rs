//! Kernel: the SIMD arithmetic of accumulators and outputs.
//!
//! Each file below defines the same few operations on blocks of 32 integers and, for middle layers, of 64 bytes, which
//! `loops` lists. The loops over blocks are written once, there, and compiled for each instruction set; the kernel is
//! selected at run time. All kernels compute identical values:
//!
//! - Accumulators wrap around, and wrapping additions commute.
//! - In the output with coarse weights, 0 <= v <= 255 and -127 <= w <= 127, so v * w fits 16 bits and |v * v * w| is
//!   at most 8 258 175. A kernel adds at most 2 * 1024 of these to 16 sums of 32 bits: 128 each, at most
//!   1 057 046 400, which fits. Only the total needs 64 bits.
//! - With fine weights of 16 bits, half of v * v fits 16 bits. That the sums fit is checked for each network
//!   ([`fine_sums_fit`]).
//! - In a middle layer activations have 8 bits, 0 to 254, and -64 <= w <= 64: the sum of two products fits 16 bits, and that
//!   of 2 * 1024 fits 32 bits.
#![allow(unsafe_code)]

#[macro_use]
mod loops;

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "aarch64")]
mod neon;
mod scalar;

use std::fmt;

use super::vector::{I8x64, I16x32, WIDTH};

/// A kernel that this processor can run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Kernel(Set);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Set {
    Scalar,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Avx512,
    #[cfg(target_arch = "x86_64")]
    Avx512Vnni,
    #[cfg(target_arch = "aarch64")]
    Neon,
}

/// Calls a function of the kernel's file.
macro_rules! dispatch {
    ($kernel:expr, $call:ident $(::<$constant:ident>)? ($($argument:expr),*)) => {
        match $kernel.0 {
            Set::Scalar => scalar::$call$(::<$constant>)?($($argument),*),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: a kernel is constructed only if the processor has its instructions.
            Set::Avx2 => unsafe { avx2::$call$(::<$constant>)?($($argument),*) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: as above.
            Set::Avx512 => unsafe { avx512::$call$(::<$constant>)?($($argument),*) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: as above.
            Set::Avx512Vnni => unsafe { avx512::vnni::$call$(::<$constant>)?($($argument),*) },
            #[cfg(target_arch = "aarch64")]
            // SAFETY: as above.
            Set::Neon => unsafe { neon::$call$(::<$constant>)?($($argument),*) },
        }
    };
}

impl Kernel {
    /// The portable kernel.
    pub const SCALAR: Kernel = Kernel(Set::Scalar);

    /// Returns the kernels that this processor can run, the fastest first.
    #[must_use]
    pub fn all() -> Vec<Kernel> {
        let mut all = Vec::new();
        #[cfg(target_arch = "x86_64")]
        {
            let avx512 = is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512bw");
            if avx512 && is_x86_feature_detected!("avx512vl") && is_x86_feature_detected!("avx512vnni") {
                all.push(Kernel(Set::Avx512Vnni));
            }
            if avx512 {
                all.push(Kernel(Set::Avx512));
            }
            if is_x86_feature_detected!("avx2") {
                all.push(Kernel(Set::Avx2));
            }
        }
        #[cfg(target_arch = "aarch64")]
        if std::arch::is_aarch64_feature_detected!("neon") {
            all.push(Kernel(Set::Neon));
        }
        all.push(Kernel::SCALAR);
        all
    }

    /// Returns the fastest kernel that this processor can run.
    #[must_use]
    pub fn best() -> Kernel {
        Kernel::all().first().copied().unwrap_or(Kernel::SCALAR)
    }

    /// Sets `target` to `source` plus the rows `added` minus the rows `removed`.
    #[inline]
    pub(super) fn update<const A: usize, const R: usize>(
        self,
        source: &[I16x32],
        target: &mut [I16x32],
        added: [&[I16x32]; A],
        removed: [&[I16x32]; R],
    ) {
        dispatch!(self, update(source, target, added, removed));
    }

    /// Sets `target` to `source` plus the rows of `table` that are `added` minus those that are `removed`.
    #[inline]
    pub(super) fn change(
        self,
        source: &[I16x32],
        table: &[I16x32],
        added: &[u16],
        removed: &[u16],
        target: &mut [I16x32],
    ) {
        dispatch!(self, change(source, table, added, removed, target));
    }

    /// Returns the dot product of SCReLU of `own` and `other` with the two halves of `weights`; with fine weights, of
    /// half of SCReLU, rounded down.
    #[inline]
    pub(super) fn output<const FINE: bool>(
        self,
        own: &[I16x32],
        other: &[I16x32],
        weights: &[I16x32],
    ) -> i64 {
        dispatch!(self, output::<FINE>(own, other, weights))
    }

    /// Sets `sums`, a multiple of 8, to the dot products of [`activation`] of `own` and `other` with each of `rows`.
    #[inline]
    pub(super) fn units(self, own: &[I16x32], other: &[I16x32], rows: &[I8x64], sums: &mut [i32]) {
        dispatch!(self, units(own, other, rows, sums));
    }
}

/// Returns SCReLU of a value of an accumulator in 8 bits, from 0 to 254.
#[inline]
pub(super) fn activation(value: i16) -> u8 {
    let clamped = value.clamp(0, 255) as u16;
    ((clamped * clamped + 128) >> 8) as u8
}

/// Reports whether every sum of 32 bits fits in the kernels, for the fine `weights` of one bucket.
///
/// Each kernel has 16 sums: over pairs of neighbours in a vector of 32 integers, or in NEON over integers of a quarter
/// whose indices are equal modulo 4.
pub(super) fn fine_sums_fit(weights: &[i16]) -> bool {
    let (mut pairs, mut quarters) = ([0_i64; WIDTH / 2], [0_i64; WIDTH / 2]);
    for (index, weight) in weights.iter().enumerate() {
        let (at, largest) = (index % WIDTH, i64::from(weight.unsigned_abs()) * (255 * 255 / 2));
        pairs[at / 2] += largest;
        quarters[at / 8 * 4 + at % 4] += largest;
    }
    pairs.into_iter().chain(quarters).all(|sum| i32::try_from(sum).is_ok())
}

impl fmt::Display for Kernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            Set::Scalar => "scalar",
            #[cfg(target_arch = "x86_64")]
            Set::Avx2 => "AVX2",
            #[cfg(target_arch = "x86_64")]
            Set::Avx512 => "AVX-512",
            #[cfg(target_arch = "x86_64")]
            Set::Avx512Vnni => "AVX-512 VNNI",
            #[cfg(target_arch = "aarch64")]
            Set::Neon => "NEON",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::rngs::StdRng;
    use rand::{Rng, SeedableRng};

    fn random(random: &mut StdRng, blocks: usize, range: std::ops::RangeInclusive<i16>) -> Box<[I16x32]> {
        let values: Vec<i16> = (0..blocks * WIDTH).map(|_| random.random_range(range.clone())).collect();
        I16x32::pack(&values)
    }

    /// Sizes of accumulators: one block, odd counts, full tiles with and without a remainder.
    const BLOCKS: [usize; 10] = [1, 2, 3, 4, 7, 8, 11, 16, 31, 32];

    #[test]
    fn kernels_are_ordered_from_fastest_to_scalar() {
        let all = Kernel::all();
        assert_eq!(all.first(), Some(&Kernel::best()));
        assert_eq!(all.last(), Some(&Kernel::SCALAR));
    }

    #[test]
    fn updates_agree_even_when_they_wrap_around() {
        let mut rng = StdRng::seed_from_u64(1);
        for blocks in BLOCKS {
            let mut rows = [(); 5].map(|()| random(&mut rng, blocks, i16::MIN..=i16::MAX));
            rows[0][0] = I16x32([i16::MAX; WIDTH]);
            rows[1][0] = I16x32([i16::MAX; WIDTH]);
            rows[3][0] = I16x32([i16::MIN; WIDTH]);
            let [source, a, b, c, d] = &rows;
            let sum = |at: usize, terms: [i16; 4]| {
                let value = |row: &[I16x32]| row[at / WIDTH].0[at % WIDTH];
                [a, b, c, d]
                    .into_iter()
                    .zip(terms)
                    .fold(value(source), |sum, (row, sign)| sum.wrapping_add(value(row).wrapping_mul(sign)))
            };
            for kernel in Kernel::all() {
                let mut target = vec![I16x32([7; WIDTH]); blocks];
                let check = |target: &mut Vec<I16x32>, terms| {
                    let expected: Vec<i16> = (0..blocks * WIDTH).map(|at| sum(at, terms)).collect();
                    assert_eq!(I16x32::unpack(target), expected, "{kernel}, {blocks} blocks, {terms:?}");
                    target.fill(I16x32([7; WIDTH]));
                };
                kernel.update(source, &mut target, [a], [b]);
                check(&mut target, [1, -1, 0, 0]);
                kernel.update(source, &mut target, [a], [b, c]);
                check(&mut target, [1, -1, -1, 0]);
                kernel.update(source, &mut target, [a, b], [c, d]);
                check(&mut target, [1, 1, -1, -1]);
            }
        }
    }

    #[test]
    fn changes_agree() {
        let mut rng = StdRng::seed_from_u64(2);
        for blocks in BLOCKS {
            let table = random(&mut rng, 40 * blocks, i16::MIN..=i16::MAX);
            let source = random(&mut rng, blocks, i16::MIN..=i16::MAX);
            for counts in [[0, 0], [1, 0], [0, 1], [2, 2], [17, 3], [5, 32]] {
                let [added, removed]: [Vec<u16>; 2] =
                    counts.map(|count| (0..count).map(|_| rng.random_range(0..40)).collect());
                let mut expected = I16x32::unpack(&source);
                for (rows, sign) in [(&added, 1), (&removed, -1)] {
                    for index in rows {
                        let row = I16x32::unpack(&table[usize::from(*index) * blocks..][..blocks]);
                        for (sum, weight) in expected.iter_mut().zip(row) {
                            *sum = sum.wrapping_add(weight.wrapping_mul(sign));
                        }
                    }
                }
                for kernel in Kernel::all() {
                    let mut target = vec![I16x32([7; WIDTH]); blocks];
                    kernel.change(&source, &table, &added, &removed, &mut target);
                    assert_eq!(I16x32::unpack(&target), expected, "{kernel}, {blocks} blocks, {counts:?}");
                }
            }
        }
    }

    /// A straightforward computation of the output.
    fn reference<const FINE: bool>(own: &[I16x32], other: &[I16x32], weights: &[I16x32]) -> i64 {
        let values = I16x32::unpack(own).into_iter().chain(I16x32::unpack(other));
        let square = |value: i16| i64::from(value).clamp(0, 255).pow(2) >> u32::from(FINE);
        values.zip(I16x32::unpack(weights)).map(|(value, weight)| square(value) * i64::from(weight)).sum()
    }

    #[test]
    fn outputs_agree() {
        check_outputs::<false>(127);
        check_outputs::<true>(500);
    }

    fn check_outputs<const FINE: bool>(most: i16) {
        let mut rng = StdRng::seed_from_u64(3);
        for blocks in BLOCKS {
            for range in [i16::MIN..=i16::MAX, -300..=300, 0..=255, 250..=260] {
                let own = random(&mut rng, blocks, range.clone());
                let other = random(&mut rng, blocks, range);
                let weights = random(&mut rng, 2 * blocks, -most..=most);
                let expected = reference::<FINE>(&own, &other, &weights);
                for kernel in Kernel::all() {
                    let found = kernel.output::<FINE>(&own, &other, &weights);
                    assert_eq!(found, expected, "{kernel}, {blocks} blocks");
                }
            }
        }
    }

    #[test]
    fn activations_are_rounded_squares() {
        for value in 0..=255 {
            let exact = f64::from(value).powi(2) / 256.0;
            assert!((f64::from(activation(value)) - exact).abs() <= 0.5, "{value}");
        }
        assert_eq!([-1, 0, 255, 256, i16::MIN, i16::MAX].map(activation), [0, 0, 254, 254, 0, 254]);
    }

    #[test]
    fn units_agree() {
        let mut rng = StdRng::seed_from_u64(4);
        for blocks in BLOCKS {
            for range in [i16::MIN..=i16::MAX, -300..=300, 0..=255, 250..=260] {
                let own = random(&mut rng, blocks, range.clone());
                let other = random(&mut rng, blocks, range);
                let values: Vec<u8> = [&own, &other]
                    .into_iter()
                    .flat_map(|side| I16x32::unpack(side))
                    .map(activation)
                    .collect();
                let mut weights: Vec<i8> =
                    (0..16 * values.len()).map(|_| rng.random_range(-64..=64)).collect();
                // The largest sums of two products, and of all.
                weights[..values.len()].fill(64);
                weights[values.len()..2 * values.len()].fill(-64);
                let dot = |row: &[i8]| -> i32 {
                    values.iter().zip(row).map(|(value, weight)| i32::from(*value) * i32::from(*weight)).sum()
                };
                let expected: Vec<i32> = weights.chunks(values.len()).map(dot).collect();
                for kernel in Kernel::all() {
                    let mut sums = [7; 16];
                    kernel.units(&own, &other, &I8x64::pack(&weights, blocks * WIDTH), &mut sums);
                    assert_eq!(sums, *expected, "{kernel}, {blocks} blocks");
                }
            }
        }
    }

    /// The largest weights of 64 vectors whose sums fit, and the next ones.
    #[test]
    fn fine_sums_are_checked() {
        let vectors = 64;
        let largest = i16::try_from(i64::from(i32::MAX) / (2 * vectors * 32_512)).expect("a weight");
        for sign in [1, -1] {
            let weights = vec![I16x32([sign * largest; WIDTH]); vectors as usize];
            assert!(fine_sums_fit(&I16x32::unpack(&weights)));
            let side = vec![I16x32([255; WIDTH]); vectors as usize / 2];
            let expected = vectors * 32 * 32_512 * i64::from(sign * largest);
            for kernel in Kernel::all() {
                assert_eq!(kernel.output::<true>(&side, &side, &weights), expected, "{kernel}");
            }
            assert!(!fine_sums_fit(&vec![sign * (largest + 1); WIDTH * vectors as usize]));
        }
        // The sums of one kind are exceeded by neighbours, those of the other by every fourth weight.
        for (index, other) in [(0, 1), (0, 4)] {
            let mut weights = vec![0; WIDTH * vectors as usize];
            for vector in weights.chunks_mut(WIDTH) {
                (vector[index], vector[other]) = (largest + 1, largest + 1);
            }
            assert!(!fine_sums_fit(&weights), "{index} and {other}");
        }
    }

    #[test]
    fn the_largest_outputs_do_not_overflow() {
        for value in [255, 256, i16::MAX] {
            for weight in [127, -127] {
                let side = vec![I16x32([value; WIDTH]); 32];
                let weights = vec![I16x32([weight; WIDTH]); 64];
                let expected = 2048 * 255 * 255 * i64::from(weight);
                for kernel in Kernel::all() {
                    assert_eq!(kernel.output::<false>(&side, &side, &weights), expected, "{kernel}");
                }
            }
        }
        let side = vec![I16x32([i16::MIN; WIDTH]); 32];
        let weights = vec![I16x32([127; WIDTH]); 64];
        for kernel in Kernel::all() {
            assert_eq!(kernel.output::<false>(&side, &side, &weights), 0, "{kernel}");
        }
    }
}
