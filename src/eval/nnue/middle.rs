//! Middle layer: a few units for each output bucket, between the accumulators and the output.
//!
//! A unit is the weighted sum of SCReLU of both accumulators, which is rounded to 8 bits, as are the weights. The output
//! takes each unit twice: as it is, and squared and clamped to 1. Unclamped units let evaluations grow with the material
//! beyond all that the games of the training have, as in a game at queen odds; clamped ones would end at ten pawns.

use super::error::ModelError;
use super::kernel::{Kernel, activation};
use super::network::{ACCUMULATOR_ONE, OutputPrecision, check_weights};
use super::vector::{I8x64, I16x32, WIDTH};

/// The numbers of units that a middle layer may have.
pub const MIDDLE_UNITS: [usize; 2] = [8, MAX_MIDDLE];

/// The maximum number of units of a middle layer.
pub const MAX_MIDDLE: usize = 16;

/// The quantised form of 1.0 in the weights of a middle layer.
pub const MIDDLE_ONE: i32 = 128;

/// The largest absolute weight of a middle layer.
pub const MAX_MIDDLE_WEIGHT: i8 = 64;

/// The quantised form of 1.0 in an activation before a middle layer, times 256: a square, divided by that and rounded.
pub const ACTIVATION_ONE: i32 = ACCUMULATOR_ONE * ACCUMULATOR_ONE;

/// The quantised form of 1.0 in a unit.
const UNIT_ONE: i64 = OutputPrecision::Fine.bias_one() as i64;

/// The quantised parameters of a middle layer.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MiddleParameters {
    /// Units for each output bucket: 8 or 16.
    pub units: usize,
    /// `[bucket][unit][own view, other view][hidden unit]`, in 1/[`MIDDLE_ONE`].
    pub weights: Vec<i8>,
    /// `[bucket][unit]`, in 1/65,280.
    pub bias: Vec<i32>,
}

/// The middle layer and the output weights of a network.
#[derive(Clone, Debug)]
pub(super) struct MiddleLayer {
    units: usize,
    /// `[bucket][unit][hidden unit / 32]`.
    weights: Box<[I8x64]>,
    bias: Box<[i32]>,
    /// `[bucket][units, their squares]`.
    output_weights: Box<[i16]>,
}

impl MiddleLayer {
    /// Makes the layer of a network with a number of hidden units and output buckets.
    ///
    /// # Errors
    /// A [`ModelError`] if the number of units is invalid or that of parameters does not match, or if a weight is out of
    /// range.
    pub fn new(
        parameters: &MiddleParameters,
        output_weights: &[i16],
        hidden: usize,
        buckets: usize,
    ) -> Result<MiddleLayer, ModelError> {
        let MiddleParameters { units, ref weights, ref bias } = *parameters;
        check_units(units)?;
        let fits = weights.len() == buckets * units * 2 * hidden
            && bias.len() == buckets * units
            && output_weights.len() == buckets * 2 * units;
        if !fits {
            return Err(ModelError::ParameterCount);
        }
        let most = MAX_MIDDLE_WEIGHT;
        if let Some(weight) = weights.iter().find(|weight| !(-most..=most).contains(*weight)) {
            return Err(ModelError::MiddleWeight(*weight));
        }
        check_weights(output_weights, OutputPrecision::Fine)?;
        Ok(MiddleLayer {
            units,
            weights: I8x64::pack(weights, hidden),
            bias: bias.clone().into(),
            output_weights: output_weights.into(),
        })
    }

    /// Returns the quantised parameters.
    pub fn parameters(&self) -> MiddleParameters {
        let MiddleLayer { units, weights, bias, .. } = self;
        let hidden = weights.len() / bias.len() * WIDTH;
        MiddleParameters { units: *units, weights: I8x64::unpack(weights, hidden), bias: bias.to_vec() }
    }

    /// The number of units of each output bucket.
    pub fn units(&self) -> usize {
        self.units
    }

    /// The output weights: `[bucket][units, their squares]`.
    pub fn output_weights(&self) -> &[i16] {
        &self.output_weights
    }

    /// Returns the output without its bias, in units of the output bias, for the accumulators `own` and `other`.
    #[inline]
    pub fn output_of(&self, kernel: Kernel, own: &[I16x32], other: &[I16x32], bucket: usize) -> i64 {
        let mut sums = [0; MAX_MIDDLE];
        let sums = &mut sums[..self.units];
        kernel.units(own, other, self.rows(bucket, own.len()), sums);
        self.output(sums, bucket)
    }

    /// Returns what [`MiddleLayer::output_of`] returns, computed without a kernel.
    pub fn reference_output(&self, own: &[I16x32], other: &[I16x32], bucket: usize) -> i64 {
        let values: Vec<u8> = own.iter().chain(other).flat_map(|vector| vector.0.map(activation)).collect();
        let dot = |row: &[I8x64]| -> i32 {
            let weights = I8x64::unpack(row, WIDTH * own.len());
            values.iter().zip(weights).map(|(value, weight)| i32::from(*value) * i32::from(weight)).sum()
        };
        let rows = self.rows(bucket, own.len()).chunks_exact(own.len());
        self.output(&rows.map(dot).collect::<Vec<_>>(), bucket)
    }

    /// Returns the weights of the units of a bucket.
    #[inline]
    fn rows(&self, bucket: usize, blocks: usize) -> &[I8x64] {
        let length = self.units * blocks;
        &self.weights[bucket * length..][..length]
    }

    /// Returns the output without its bias for the weighted sums of the units.
    #[inline]
    fn output(&self, sums: &[i32], bucket: usize) -> i64 {
        // One pass over vectors of a known length.
        match self.units {
            8 => self.output_of_units::<8>(sums, bucket),
            _ => self.output_of_units::<MAX_MIDDLE>(sums, bucket),
        }
    }

    #[inline]
    fn output_of_units<const UNITS: usize>(&self, sums: &[i32], bucket: usize) -> i64 {
        let sums = &sums[..UNITS];
        let biases = &self.bias[bucket * UNITS..][..UNITS];
        let (linear, squared) = self.output_weights[2 * bucket * UNITS..][..2 * UNITS].split_at(UNITS);
        let mut output = 0;
        for (((sum, bias), linear), squared) in sums.iter().zip(biases).zip(linear).zip(squared) {
            let unit = unit_of(*sum) + i64::from(*bias);
            output += unit * i64::from(*linear) + i64::from(square_of(unit)) * i64::from(*squared);
        }
        output / i64::from(OutputPrecision::Fine.one())
    }
}

/// Returns a unit without its bias, in 1/[`UNIT_ONE`], for the weighted sum of the activations: their quotient times
/// 256 [`UNIT_ONE`] / [`MIDDLE_ONE`] / [`ACTIVATION_ONE`], which is 512 / 255, truncated.
#[inline]
fn unit_of(sum: i32) -> i64 {
    const { assert!(255 * 256 * UNIT_ONE == 512 * MIDDLE_ONE as i64 * ACTIVATION_ONE as i64) };
    // Divisions of 32 bits by constants are several times faster than those of 64.
    i64::from(sum / 255) * 512 + i64::from(sum % 255 * 512 / 255)
}

/// Returns the square of a unit, clamped to 1, in 1/[`UNIT_ONE`], truncated.
#[inline]
fn square_of(unit: i64) -> u32 {
    const ONE: u32 = UNIT_ONE as u32;
    const { assert!(UNIT_ONE * UNIT_ONE <= u32::MAX as i64) };
    let size = unit.unsigned_abs().min(ONE.into()) as u32;
    size * size / ONE
}

/// Checks the number of units of a middle layer.
pub(super) fn check_units(units: usize) -> Result<(), ModelError> {
    if MIDDLE_UNITS.contains(&units) { Ok(()) } else { Err(ModelError::Middle(units)) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    #[test]
    fn units_and_squares_are_those_of_exact_divisions() {
        let mut rng = Rng::new(1);
        let mut sums = vec![0, 1, -1, 254, 255, 256, i32::MAX, i32::MIN];
        sums.extend((0..100_000).map(|_| rng.below(1 << 26) as i32 - (1 << 25)));
        for sum in sums {
            let factor = 256 * UNIT_ONE / i64::from(MIDDLE_ONE);
            let unit = i64::from(sum) * factor / i64::from(ACTIVATION_ONE);
            assert_eq!(unit_of(sum), unit, "{sum}");
            for unit in [unit, unit / 500, UNIT_ONE, -UNIT_ONE, UNIT_ONE - 1] {
                let one = i128::from(UNIT_ONE);
                let square = (i128::from(unit) * i128::from(unit) / one).min(one);
                assert_eq!(i128::from(square_of(unit)), square, "{unit}");
            }
        }
    }
}
