//! The middle layer of a network: both passes between the hidden units and the output.
//!
//! The weighted sums of the units are computed block by block, as are those of an output without a middle layer
//! ([`NetworkLayout`](super::network_layout::NetworkLayout)). The output takes each unit and its square clamped to 1; a row
//! of its weights has both of a bucket.

use lancet::eval::nnue::{ACTIVATION_ONE, MAX_MIDDLE};

use super::parameters::{LANES, Row};
use super::workspace::{PARTS, Workspace};

/// A row has two weights for each unit.
const _: () = assert!(2 * MAX_MIDDLE <= LANES);

/// Rounds activations to 8 bits, as those before a middle layer are in quantized networks.
#[inline(always)]
pub fn round(activations: &mut Row) {
    const ONE: f32 = ACTIVATION_ONE as f32 / 256.0;
    for value in &mut activations.0 {
        *value = (*value * ONE).round_ties_even() / ONE;
    }
}

/// Adds the products of both perspectives' activations and weights to the partial sums of a unit, with few additions
/// that depend on each other.
#[inline(always)]
pub fn add_unit(activations: &[Row; 2], weights: &[Row; 2], sum: &mut [f32; PARTS]) {
    let mut products = Row::ZERO;
    for lane in 0..LANES {
        products.0[lane] =
            activations[0].0[lane] * weights[0].0[lane] + activations[1].0[lane] * weights[1].0[lane];
    }
    for (part, sum) in sum.iter_mut().enumerate() {
        let at = |chunk: usize| products.0[chunk * PARTS + part];
        *sum += (at(0) + at(1)) + (at(2) + at(3));
    }
}

/// A block of hidden units before a middle layer.
pub struct MiddleBlock<'a> {
    /// The number of units of the middle layer.
    pub units: usize,
    /// The number of the block.
    pub block: usize,
    /// The weights of the units by bucket and unit, for both perspectives.
    pub weights: &'a [[Row; 2]],
}

impl MiddleBlock<'_> {
    /// Adds the gradients of the weights and of the feature biases, and replaces the hidden units by theirs; those of the
    /// units are known. `bucket` returns the bucket of a number of pieces.
    #[inline(never)]
    pub fn backward(
        &self,
        bucket: impl Fn(usize) -> usize,
        work: &mut Workspace,
        weights_gradient: &mut [[Row; 2]],
        bias_gradient: &mut Row,
    ) {
        let hidden = &mut work.hidden[self.block * work.batch.capacity()..][..work.batch.capacity()];
        let units = work.units.chunks_exact(self.units);
        let mut bias = *bias_gradient;
        for ((sample, units), hidden) in work.batch.samples.iter().zip(units).zip(hidden) {
            let first = bucket(sample.piece_count()) * self.units;
            let weights = &self.weights[first..][..self.units];
            let gradients = &mut weights_gradient[first..][..self.units];
            for (side, row) in hidden.iter_mut().enumerate() {
                let mut activations = row.screlu();
                if work.is_rounded {
                    round(&mut activations);
                }
                let mut slope = Row::ZERO;
                for ((unit, weights), gradient) in units.iter().zip(weights).zip(&mut *gradients) {
                    for lane in 0..LANES {
                        gradient[side].0[lane] += unit * activations.0[lane];
                        slope.0[lane] += unit * weights[side].0[lane];
                    }
                }
                for lane in 0..LANES {
                    let value = row.0[lane];
                    let is_inside = value == value.clamp(0.0, 1.0);
                    let unit = if is_inside { 2.0 * value * slope.0[lane] } else { 0.0 };
                    bias.0[lane] += unit;
                    row.0[lane] = unit;
                }
            }
        }
        *bias_gradient = bias;
    }
}

/// The weights after the units, or their gradients: biases of the units, 32 in a row, and output weights by bucket.
pub struct Tail<'a> {
    /// The biases of the units by bucket.
    pub unit_bias: &'a [Row],
    /// The output weights of a bucket: for the units, then for their squares.
    pub output: &'a [Row],
    /// The output biases.
    pub output_bias: &'a Row,
}

/// The gradients of a [`Tail`].
pub struct TailGradient<'a> {
    /// Those of the biases of the units.
    pub unit_bias: &'a mut [Row],
    /// Those of the output weights.
    pub output: &'a mut [Row],
    /// Those of the output biases.
    pub output_bias: &'a mut Row,
}

impl Tail<'_> {
    /// Computes the outputs of the micro-batch from the sums of the units, and keeps the units. `bucket` returns the
    /// bucket of a number of pieces.
    pub fn forward(&self, units: usize, bucket: impl Fn(usize) -> usize, work: &mut Workspace) {
        let rows = work.sums.chunks_exact(units).zip(work.units.chunks_exact_mut(units));
        for ((sample, (sums, values)), output) in work.batch.samples.iter().zip(rows).zip(&mut work.outputs) {
            let bucket = bucket(sample.piece_count());
            let weights = &self.output[bucket].0;
            *output = self.output_bias.0[bucket];
            for (unit, (sum, value)) in sums.iter().zip(values).enumerate() {
                let index = bucket * units + unit;
                *value = sum.iter().sum::<f32>() + self.unit_bias[index / LANES].0[index % LANES];
                let square = (*value * *value).min(1.0);
                *output += *value * weights[unit] + square * weights[units + unit];
            }
        }
        let count = work.batch.len();
        work.outputs[count..].fill(0.0);
    }

    /// Adds the gradients of the micro-batch, whose output gradients are known, and replaces the units by theirs.
    pub fn backward(
        &self,
        units: usize,
        bucket: impl Fn(usize) -> usize,
        work: &mut Workspace,
        gradient: &mut TailGradient,
    ) {
        let rows = work.units.chunks_exact_mut(units).zip(&work.output_gradients);
        for (sample, (values, slope)) in work.batch.samples.iter().zip(rows) {
            let bucket = bucket(sample.piece_count());
            let weights = &self.output[bucket].0;
            let sums = &mut gradient.output[bucket].0;
            gradient.output_bias.0[bucket] += slope;
            for (unit, value) in values.iter_mut().enumerate() {
                let square = (*value * *value).min(1.0);
                sums[unit] += slope * *value;
                sums[units + unit] += slope * square;
                let squared = if square < 1.0 { 2.0 * *value * weights[units + unit] } else { 0.0 };
                *value = slope * (weights[unit] + squared);
                let index = bucket * units + unit;
                gradient.unit_bias[index / LANES].0[index % LANES] += *value;
            }
        }
    }
}
