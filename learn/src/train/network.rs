//! Network: both views through one shared layer, squared, weighed by the bucket; and back.
//!
//! The hidden units are worked on in blocks of [`LANES`] columns: the sums of a block stay in
//! registers while its weights, one row an input, stay in the cache. The loops over a block are
//! functions that are not inlined, so that the compiler sees each of them by itself.

use lancet::eval::nnue::{features::COUNT, output_bucket};
use lancet::rng::Rng;
use serde::{Deserialize, Serialize};

use super::random::uniform;
use super::row::{LANES, Row};
use super::segment::{Rule, Segment};
use super::slice::SLICE;
use super::work::Work;

/// A network's weights stay within this, so that they fit the whole numbers of the engine.
const LIMIT: f32 = 1.98;

/// Feature weights begin within this: small, since what chance puts into them is only slowly unlearned.
const FEATURE_LIMIT: f32 = 0.02;

/// What all feature biases begin as: enough for every unit to have a slope.
const BIAS: f32 = 0.1;

/// Output weights begin within the square root of this by the number of hidden units.
const OUTPUT_SPREAD: f32 = 1.0;

/// Parts of an output that are summed side by side.
const PARTS: usize = 8;

/// The shape of a network, and where its numbers stand: feature weights by block and input,
/// feature biases by block, output weights by bucket, side and block, output biases in one row.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Network {
    /// Hidden units of a view, a multiple of [`LANES`].
    pub hidden: usize,
    /// Sets of output weights, by the number of men.
    pub buckets: usize,
}

/// Rows by what they are.
struct Parts<'a> {
    features: &'a [Row],
    bias: &'a [Row],
    output: &'a [Row],
    output_bias: &'a Row,
}

impl Network {
    /// Blocks of columns.
    #[must_use]
    pub fn blocks(&self) -> usize {
        self.hidden / LANES
    }

    /// Where each kind of number begins: feature weights, feature biases, output weights, output
    /// biases, and the end.
    fn starts(&self) -> [usize; 5] {
        let blocks = self.blocks();
        let bias = blocks * COUNT;
        let output = bias + blocks;
        let output_bias = output + 2 * blocks * self.buckets;
        [0, bias, output, output_bias, output_bias + 1]
    }

    /// What holds for which rows.
    #[must_use]
    pub fn segments(&self) -> Vec<Segment> {
        let starts = self.starts();
        let rule = |decays, limit, steps| Rule { decays, limit, steps };
        let rules = [
            rule(true, LIMIT, 255.0),
            rule(false, LIMIT, 255.0),
            rule(true, LIMIT, 64.0),
            rule(false, f32::MAX, 255.0 * 64.0),
        ];
        let ranges = starts.windows(2).map(|ends| ends[0]..ends[1]);
        ranges.zip(rules).map(|(rows, rule)| Segment { rows, rule }).collect()
    }

    /// Random numbers to begin with; inputs that no position has begin and stay at zero.
    #[must_use]
    pub fn initial(&self, seed: u64) -> Vec<Row> {
        let [_, bias, output, output_bias, end] = self.starts();
        let mut random = Rng::of_game(seed, 0);
        let mut rows = vec![Row::ZERO; end];
        for (place, row) in rows[..bias].iter_mut().enumerate() {
            if is_possible(place % COUNT) {
                row.0 = std::array::from_fn(|_| uniform(&mut random, FEATURE_LIMIT));
            }
        }
        rows[bias..output].fill(Row([BIAS; LANES]));
        let limit = (OUTPUT_SPREAD / self.hidden as f32).sqrt();
        for row in &mut rows[output..output_bias] {
            row.0 = std::array::from_fn(|_| uniform(&mut random, limit));
        }
        rows
    }

    fn parts<'a>(&self, rows: &'a [Row]) -> Parts<'a> {
        let [_, bias, output, output_bias, _] = self.starts();
        Parts {
            features: &rows[..bias],
            bias: &rows[bias..output],
            output: &rows[output..output_bias],
            output_bias: &rows[output_bias],
        }
    }

    /// The output bucket of a position with so many men.
    #[inline]
    #[must_use]
    pub fn bucket(&self, men: usize) -> usize {
        output_bucket(men, self.buckets)
    }

    /// The weights of a block for each bucket, of both sides.
    fn output_weights(&self, output: &[Row], block: usize) -> Vec<[Row; 2]> {
        let row = |bucket, side| output[(2 * bucket + side) * self.blocks() + block];
        (0..self.buckets).map(|bucket| [row(bucket, 0), row(bucket, 1)]).collect()
    }

    /// Fills the outputs of the slice in `work`, and keeps the hidden units.
    pub fn forward(&self, rows: &[Row], work: &mut Work) {
        let parts = self.parts(rows);
        let count = work.slice.len();
        work.sums.fill([0.0; PARTS]);
        for (block, features) in parts.features.chunks_exact(COUNT).enumerate() {
            let output = self.output_weights(parts.output, block);
            self.forward_block(features, &parts.bias[block], &output, block, work);
        }
        for ((output, sum), sample) in work.outputs.iter_mut().zip(&work.sums).zip(&work.slice.samples) {
            let pairs: [f32; PARTS / 2] = std::array::from_fn(|part| sum[part] + sum[part + PARTS / 2]);
            let bias = parts.output_bias.0[self.bucket(sample.count())];
            *output = pairs.iter().sum::<f32>() + bias;
        }
        work.outputs[count..].fill(0.0);
    }

    #[inline(never)]
    fn forward_block(
        &self,
        features: &[Row],
        bias: &Row,
        output: &[[Row; 2]],
        block: usize,
        work: &mut Work,
    ) {
        let Some(features) = features.first_chunk::<COUNT>() else { return };
        let hidden = &mut work.hidden[block * SLICE..][..SLICE];
        for ((active, hidden), sum) in work.slice.active().zip(hidden).zip(&mut work.sums) {
            let (mut own, mut other) = (*bias, *bias);
            for pair in active {
                own.add(&features[usize::from(pair[0])]);
                other.add(&features[usize::from(pair[1])]);
            }
            *hidden = [own, other];
            let output = &output[self.bucket(active.len())];
            for (row, weights) in [(&own, &output[0]), (&other, &output[1])] {
                weigh(row, weights, sum);
            }
        }
    }

    /// Adds the gradient of the slice in `work` to `gradient`, which is laid out as the numbers are.
    pub fn backward(&self, rows: &[Row], work: &mut Work, gradient: &mut [Row]) {
        let [_, bias, output, output_bias, _] = self.starts();
        let parts = self.parts(rows);
        work.inverse.fill(&work.slice);
        for (slope, sample) in work.slopes.iter().zip(&work.slice.samples) {
            gradient[output_bias].0[self.bucket(sample.count())] += slope;
        }
        for block in 0..self.blocks() {
            let weights = self.output_weights(parts.output, block);
            let mut output_gradient = vec![[Row::ZERO; 2]; self.buckets];
            self.backward_block(&weights, &mut output_gradient, &mut gradient[bias + block], block, work);
            for (bucket, sides) in output_gradient.iter().enumerate() {
                for (side, row) in sides.iter().enumerate() {
                    gradient[output + (2 * bucket + side) * self.blocks() + block].add(row);
                }
            }
            gather(work, block, &mut gradient[block * COUNT..][..COUNT]);
        }
    }

    /// From the slopes of the outputs to those of the hidden units, which take their place.
    #[inline(never)]
    fn backward_block(
        &self,
        weights: &[[Row; 2]],
        weights_gradient: &mut [[Row; 2]],
        bias_gradient: &mut Row,
        block: usize,
        work: &mut Work,
    ) {
        let hidden = &mut work.hidden[block * SLICE..][..SLICE];
        let mut bias = *bias_gradient;
        for ((sample, slope), hidden) in work.slice.samples.iter().zip(&work.slopes).zip(hidden) {
            let bucket = self.bucket(sample.count());
            let sides = weights[bucket].iter().zip(&mut weights_gradient[bucket]);
            for (row, (weights, gradient)) in hidden.iter_mut().zip(sides) {
                for lane in 0..LANES {
                    let value = row.0[lane].clamp(0.0, 1.0);
                    let weighed = slope * value;
                    gradient.0[lane] += weighed * value;
                    let inside = if value == row.0[lane] { 2.0 * weighed * weights.0[lane] } else { 0.0 };
                    bias.0[lane] += inside;
                    row.0[lane] = inside;
                }
            }
        }
        *bias_gradient = bias;
    }
}

/// Adds to the parts of an output what a row of hidden units gives: the squares of what they hold
/// between 0 and 1 (SCReLU), each with its weight.
#[inline(always)]
fn weigh(row: &Row, weights: &Row, sum: &mut [f32; PARTS]) {
    let rows = row.0.as_chunks::<PARTS>().0.iter().zip(weights.0.as_chunks::<PARTS>().0);
    for (values, weights) in rows {
        for part in 0..PARTS {
            let value = values[part].clamp(0.0, 1.0);
            sum[part] += value * value * weights[part];
        }
    }
}

/// Sums for each input the slopes of the hidden units of all views that switch it on.
#[inline(never)]
fn gather(work: &Work, block: usize, gradient: &mut [Row]) {
    let hidden = work.hidden[block * SLICE..][..SLICE].as_flattened();
    let Some(hidden) = hidden.first_chunk::<{ 2 * SLICE }>() else { return };
    for (row, views) in gradient.iter_mut().zip(work.inverse.by_input()) {
        if views.is_empty() {
            continue;
        }
        let mut sum = Row::ZERO;
        for view in views {
            // The remainder changes nothing; it tells the compiler that the place is there.
            sum.add(&hidden[usize::from(*view) % (2 * SLICE)]);
        }
        row.add(&sum);
    }
}

/// Whether some position switches this input on: no pawn stands on the first or last rank, and
/// the own king stands on the left half.
pub(super) fn is_possible(input: usize) -> bool {
    let (role, square) = (input % 384 / 64, input % 64);
    let is_pawn_out = role == 0 && !(8..56).contains(&square);
    let is_king_out = input / 64 == 5 && square % 8 > 3;
    !is_pawn_out && !is_king_out
}
