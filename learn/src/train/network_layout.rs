//! Networks with one hidden layer, or a middle layer after it: layout of the parameters, forward and backward pass.
//!
//! With king buckets a feature weight is the sum of a shared one (the factoriser) and one of its bucket, so that rare
//! buckets learn from all positions. The optimizer updates the summands, both passes use the sums
//! ([`NetworkLayout::merge`]).
//!
//! Both perspectives pass through the same feature layer with SCReLU activation; the weights after it, of the output or
//! of the units of a middle layer ([`super::middle`]), depend on the output bucket. Hidden units are processed in blocks
//! of [`LANES`] columns: the sums of a block stay in registers while its weights, one row per input, stay in the cache.
//! The loops over a block are separate functions that are never inlined, because the compiler vectorizes them better that
//! way.

use std::ops::Range;

use lancet::eval::nnue::features::COUNT;
use lancet::eval::nnue::{
    ACCUMULATOR_ONE, KingBuckets, MAX_MIDDLE_WEIGHT, MIDDLE_ONE, OutputPrecision, output_bucket,
};
use lancet::rng::Rng;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::king_bucket_count;
use super::material;
use super::micro_batch::{LARGE_MICRO_BATCH, MICRO_BATCH};
use super::middle::{MiddleBlock, Tail, TailGradient, add_unit, round};
use super::parameters::{LANES, ParameterGroup, Row, Rule};
use super::random::uniform;
use super::workspace::{PARTS, Workspace};

/// The largest absolute weight, so that quantized weights fit the integer types of the engine.
const WEIGHT_LIMIT: f32 = 1.98;

/// The factor of the weight decay of king buckets, which have few positions each and otherwise overfit.
const BUCKET_DECAY: f32 = 30.0;

/// The range of the initial feature weights: small, because noise in the weights of rare inputs is unlearned
/// slowly.
const INITIAL_FEATURE_LIMIT: f32 = 0.02;

/// The initial feature bias: positive, so that every unit has a gradient.
const INITIAL_BIAS: f32 = 0.1;

/// The initial bias of the units of a middle layer.
const INITIAL_UNIT_BIAS: f32 = 0.1;

/// The range of the initial output weights is the square root of this divided by the number of hidden units; that of a
/// middle layer has the number of inputs instead.
const INITIAL_OUTPUT_VARIANCE: f32 = 1.0;

/// The size of a network and the layout of its parameters: feature weights that all king buckets share by block and
/// input, those of the king buckets (none if there is only one) by block, bucket and input, feature biases by block,
/// output weights by bucket, perspective and block, output biases in one row. With a middle layer its units take the
/// place of the output, by bucket and unit, and the output weights follow in one row for each bucket, the output biases
/// in one row, the weights of material, if they count, in one row.
// Checkpoints contain it: a name that changes stays as an alias.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct NetworkLayout {
    /// The number of hidden units per perspective, a multiple of [`LANES`].
    pub hidden: usize,
    /// The number of output buckets, which are selected by the number of pieces.
    pub buckets: usize,
    /// Whether the quantized output weights are fine ([`OutputPrecision::Fine`]).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub fine_output: bool,
    /// The king buckets.
    #[serde(default, skip_serializing_if = "king_bucket_count::is_one", with = "king_bucket_count")]
    pub king_buckets: KingBuckets,
    /// The number of units of the middle layer, 8 or 16; 0 if there is none.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub middle: usize,
    /// Whether material counts in the output besides; only with a middle layer.
    #[serde(default, rename = "material", skip_serializing_if = "std::ops::Not::not")]
    pub counts_material: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_zero(number: &usize) -> bool {
    *number == 0
}

/// The weights of a pass by kind.
struct Parts<'a> {
    /// By block, king bucket and input.
    features: &'a [Row],
    bias: &'a [Row],
    /// Of the output or of the units of a middle layer.
    next: &'a [Row],
    next_bias: &'a [Row],
    /// Of the output after a middle layer.
    tail: &'a [Row],
    tail_bias: &'a [Row],
    /// The weights of material, if they count.
    material: Option<&'a Row>,
}

impl NetworkLayout {
    /// Returns the layout of a network with coarse output weights.
    #[must_use]
    pub const fn new(hidden: usize, buckets: usize) -> NetworkLayout {
        NetworkLayout {
            hidden,
            buckets,
            fine_output: false,
            king_buckets: KingBuckets::One,
            middle: 0,
            counts_material: false,
        }
    }

    /// Returns the precision of the quantized output weights.
    #[must_use]
    pub const fn precision(&self) -> OutputPrecision {
        if self.fine_output { OutputPrecision::Fine } else { OutputPrecision::Coarse }
    }

    /// Returns the number of blocks of hidden units.
    #[must_use]
    pub fn blocks(&self) -> usize {
        self.hidden / LANES
    }

    /// Returns the number of inputs of a view.
    #[must_use]
    pub const fn inputs(&self) -> usize {
        self.king_buckets.count() * COUNT
    }

    /// Returns the number of weighted sums of the hidden units for a bucket: one, the output, or those of the middle
    /// layer.
    #[inline]
    #[must_use]
    pub(super) fn sums(&self) -> usize {
        self.middle.max(1)
    }

    /// Returns the first row of each kind (shared feature weights, those of king buckets, feature biases, weights and
    /// biases of the output or the middle layer, output weights and biases after a middle layer, weights of material)
    /// and the end.
    fn starts(&self) -> [usize; 9] {
        let blocks = self.blocks();
        let bucketed = blocks * COUNT;
        let bias = if self.is_factorised() { bucketed + blocks * self.inputs() } else { bucketed };
        let next = bias + blocks;
        let next_bias = next + 2 * blocks * self.buckets * self.sums();
        let tail = next_bias + (self.buckets * self.sums()).div_ceil(LANES);
        let (tail_bias, material) =
            if self.middle > 0 { (tail + self.buckets, tail + self.buckets + 1) } else { (tail, tail) };
        let end = material + usize::from(self.counts_material);
        [0, bucketed, bias, next, next_bias, tail, tail_bias, material, end]
    }

    /// Reports whether feature weights are sums of a shared one and one of a king bucket.
    fn is_factorised(&self) -> bool {
        self.king_buckets != KingBuckets::One
    }

    /// Returns the rows of the feature weights of both passes, by block, king bucket and input.
    pub(super) fn features(&self) -> Range<usize> {
        let [shared, bucketed, bias, ..] = self.starts();
        if self.is_factorised() { bucketed..bias } else { shared..bucketed }
    }

    /// Returns the groups of parameters, in the order of their rows.
    #[must_use]
    pub fn groups(&self) -> Vec<ParameterGroup> {
        let starts = self.starts();
        let rule = |decay, limit, scale: i32| Rule { decay, limit, scale: scale as f32 };
        let summands = if self.is_factorised() { 2.0 } else { 1.0 };
        let rules = [
            rule(1.0, WEIGHT_LIMIT / summands, ACCUMULATOR_ONE),
            rule(BUCKET_DECAY, WEIGHT_LIMIT / summands, ACCUMULATOR_ONE),
            rule(0.0, WEIGHT_LIMIT, ACCUMULATOR_ONE),
            if self.middle > 0 {
                rule(1.0, f32::from(MAX_MIDDLE_WEIGHT) / MIDDLE_ONE as f32, MIDDLE_ONE)
            } else {
                rule(1.0, WEIGHT_LIMIT, self.precision().one())
            },
            rule(0.0, f32::MAX, self.precision().bias_one()),
            rule(1.0, WEIGHT_LIMIT, self.precision().one()),
            rule(0.0, f32::MAX, self.precision().bias_one()),
            rule(0.0, f32::MAX, self.precision().bias_one()),
        ];
        let ranges = starts.windows(2).map(|ends| ends[0]..ends[1]);
        ranges.zip(rules).map(|(rows, rule)| ParameterGroup { rows, rule }).collect()
    }

    /// Returns random initial parameters. The weights of inputs that no position activates are and stay zero; those of
    /// king buckets start there.
    #[must_use]
    pub fn initial(&self, seed: u64) -> Vec<Row> {
        let [_, bucketed, bias, next, next_bias, tail, tail_bias, material, end] = self.starts();
        let mut random = Rng::of_game(seed, 0);
        let mut rows = vec![Row::ZERO; end];
        for (index, row) in rows[..bucketed].iter_mut().enumerate() {
            if is_possible(index % COUNT) {
                row.0 = std::array::from_fn(|_| uniform(&mut random, INITIAL_FEATURE_LIMIT));
            }
        }
        rows[bias..next].fill(Row([INITIAL_BIAS; LANES]));
        let limit = |inputs: usize| (INITIAL_OUTPUT_VARIANCE / inputs as f32).sqrt();
        let next_limit = limit(if self.middle > 0 { 2 * self.hidden } else { self.hidden });
        for row in &mut rows[next..next_bias] {
            row.0 = std::array::from_fn(|_| uniform(&mut random, next_limit));
        }
        if self.middle > 0 {
            rows[next_bias..tail].fill(Row([INITIAL_UNIT_BIAS; LANES]));
            for row in &mut rows[tail..tail_bias] {
                row.0[..2 * self.middle].fill_with(|| uniform(&mut random, limit(2 * self.middle)));
            }
        }
        rows[material..].fill(material::initial());
        rows
    }

    fn parts<'a>(&self, rows: &'a [Row]) -> Parts<'a> {
        let [.., bias, next, next_bias, tail, tail_bias, material, _] = self.starts();
        Parts {
            features: &rows[self.features()],
            bias: &rows[bias..next],
            next: &rows[next..next_bias],
            next_bias: &rows[next_bias..tail],
            tail: &rows[tail..tail_bias],
            tail_bias: &rows[tail_bias..material],
            material: rows[material..].first(),
        }
    }

    /// Returns the output bucket of a position with a number of pieces, kings and pawns included.
    #[inline]
    #[must_use]
    pub fn bucket(&self, pieces: usize) -> usize {
        output_bucket(pieces, self.buckets)
    }

    /// Returns the weights of a block for each bucket and weighted sum, and both perspectives.
    fn next_weights(&self, next: &[Row], block: usize) -> Vec<[Row; 2]> {
        let row = |sum, side| next[(2 * sum + side) * self.blocks() + block];
        (0..self.buckets * self.sums()).map(|sum| [row(sum, 0), row(sum, 1)]).collect()
    }

    /// Adds the shared feature weights to those of the king buckets, as both passes need them.
    pub fn merge(&self, rows: &mut [Row]) {
        let [_, bucketed, bias, ..] = self.starts();
        let (shared, rest) = rows.split_at_mut(bucketed);
        let bucketed = rest[..bias - bucketed].par_chunks_exact_mut(self.inputs());
        shared.par_chunks_exact(COUNT).zip(bucketed).for_each(|(shared, bucketed)| {
            for bucket in bucketed.chunks_exact_mut(COUNT) {
                bucket.iter_mut().zip(shared).for_each(|(row, shared)| row.add(shared));
            }
        });
    }

    /// Computes the outputs of the micro-batch in `work`, and keeps the hidden units.
    pub fn forward(&self, rows: &[Row], work: &mut Workspace) {
        let parts = self.parts(rows);
        work.sums.fill([0.0; PARTS]);
        for (block, features) in parts.features.chunks_exact(self.inputs()).enumerate() {
            let next = self.next_weights(parts.next, block);
            match self.king_buckets {
                KingBuckets::One => {
                    self.forward_block::<COUNT>(features, &parts.bias[block], &next, block, work);
                }
                KingBuckets::Four => {
                    self.forward_block::<{ 4 * COUNT }>(features, &parts.bias[block], &next, block, work);
                }
            }
        }
        match parts.tail() {
            Some(tail) => tail.forward(self.middle, |pieces| self.bucket(pieces), work),
            None => self.output(&parts.next_bias[0], work),
        }
        if let Some(weights) = parts.material {
            material::forward(weights, work);
        }
    }

    /// Computes the outputs from their weighted sums.
    fn output(&self, output_bias: &Row, work: &mut Workspace) {
        let count = work.batch.len();
        for ((output, sum), sample) in work.outputs.iter_mut().zip(&work.sums).zip(&work.batch.samples) {
            let pairs: [f32; PARTS / 2] = std::array::from_fn(|part| sum[part] + sum[part + PARTS / 2]);
            let bias = output_bias.0[self.bucket(sample.piece_count())];
            *output = pairs.iter().sum::<f32>() + bias;
        }
        work.outputs[count..].fill(0.0);
    }

    #[inline(never)]
    fn forward_block<const INPUTS: usize>(
        &self,
        features: &[Row],
        bias: &Row,
        next: &[[Row; 2]],
        block: usize,
        work: &mut Workspace,
    ) {
        let Some(features) = features.first_chunk::<INPUTS>() else { return };
        let hidden = &mut work.hidden[block * work.batch.capacity()..][..work.batch.capacity()];
        let sums = work.sums.chunks_exact_mut(self.sums());
        for ((active, hidden), sums) in work.batch.active().zip(hidden).zip(sums) {
            let (mut own, mut other) = (*bias, *bias);
            for pair in active {
                own.add(&features[usize::from(pair[0])]);
                other.add(&features[usize::from(pair[1])]);
            }
            *hidden = [own, other];
            let weights = &next[self.bucket(active.len()) * self.sums()..][..self.sums()];
            let mut activations = [own.screlu(), other.screlu()];
            if self.middle > 0 {
                if work.is_rounded {
                    activations.iter_mut().for_each(round);
                }
                for (weights, sum) in weights.iter().zip(sums) {
                    add_unit(&activations, weights, sum);
                }
            } else {
                for (row, weights) in activations.iter().zip(&weights[0]) {
                    add_products(row, weights, &mut sums[0]);
                }
            }
        }
    }

    /// Adds the gradient of the micro-batch in `work` to `gradient`, which has the layout of the parameters.
    pub fn backward(&self, rows: &[Row], work: &mut Workspace, gradient: &mut [Row]) {
        let [_, bucketed, bias, next, ..] = self.starts();
        let parts = self.parts(rows);
        work.index.fill(&work.batch);
        self.backward_tail(&parts, work, gradient);
        for block in 0..self.blocks() {
            let weights = self.next_weights(parts.next, block);
            let mut next_gradient = vec![[Row::ZERO; 2]; weights.len()];
            if self.middle > 0 {
                MiddleBlock { units: self.middle, block, weights: &weights }.backward(
                    |pieces| self.bucket(pieces),
                    work,
                    &mut next_gradient,
                    &mut gradient[bias + block],
                );
            } else {
                self.backward_block(&weights, &mut next_gradient, &mut gradient[bias + block], block, work);
            }
            for (sum, sides) in next_gradient.iter().enumerate() {
                for (side, row) in sides.iter().enumerate() {
                    gradient[next + (2 * sum + side) * self.blocks() + block].add(row);
                }
            }
            let (shared, rest) = gradient.split_at_mut(bucketed);
            let shared = &mut shared[block * COUNT..][..COUNT];
            match self.king_buckets {
                KingBuckets::One => gather::<{ 2 * MICRO_BATCH }>(work, block, shared, &mut []),
                KingBuckets::Four => {
                    let rows = &mut rest[block * self.inputs()..][..self.inputs()];
                    gather::<{ 2 * LARGE_MICRO_BATCH }>(work, block, rows, shared);
                }
            }
        }
    }

    /// Adds the gradients of the output biases and of material, and with a middle layer those of everything after its
    /// weighted sums.
    fn backward_tail(&self, parts: &Parts, work: &mut Workspace, gradient: &mut [Row]) {
        let [.., next_bias, tail, tail_bias, material, _] = self.starts();
        if let Some(row) = gradient[material..].first_mut() {
            material::backward(work, row);
        }
        let Some(weights) = parts.tail() else {
            for (output_gradient, sample) in work.output_gradients.iter().zip(&work.batch.samples) {
                gradient[next_bias].0[self.bucket(sample.piece_count())] += output_gradient;
            }
            return;
        };
        let (unit_bias, rest) = gradient[next_bias..material].split_at_mut(tail - next_bias);
        let (output, output_bias) = rest.split_at_mut(tail_bias - tail);
        let mut gradient = TailGradient { unit_bias, output, output_bias: &mut output_bias[0] };
        weights.backward(self.middle, |pieces| self.bucket(pieces), work, &mut gradient);
    }

    /// Computes the gradients of the output weights without a middle layer, the feature biases and the hidden units,
    /// which are replaced by them.
    #[inline(never)]
    fn backward_block(
        &self,
        weights: &[[Row; 2]],
        weights_gradient: &mut [[Row; 2]],
        bias_gradient: &mut Row,
        block: usize,
        work: &mut Workspace,
    ) {
        let hidden = &mut work.hidden[block * work.batch.capacity()..][..work.batch.capacity()];
        let mut bias = *bias_gradient;
        for ((sample, output), hidden) in work.batch.samples.iter().zip(&work.output_gradients).zip(hidden) {
            let bucket = self.bucket(sample.piece_count());
            let sides = weights[bucket].iter().zip(&mut weights_gradient[bucket]);
            for (row, (weights, gradient)) in hidden.iter_mut().zip(sides) {
                for lane in 0..LANES {
                    let value = row.0[lane].clamp(0.0, 1.0);
                    let product = output * value;
                    gradient.0[lane] += product * value;
                    let unit = if value == row.0[lane] { 2.0 * product * weights.0[lane] } else { 0.0 };
                    bias.0[lane] += unit;
                    row.0[lane] = unit;
                }
            }
        }
        *bias_gradient = bias;
    }
}

impl<'a> Parts<'a> {
    /// The weights after the units of a middle layer, if there is one.
    fn tail(&self) -> Option<Tail<'a>> {
        let output_bias = self.tail_bias.first()?;
        Some(Tail { unit_bias: self.next_bias, output: self.tail, output_bias })
    }
}

/// Adds the products of activations and weights to the partial sums of an output.
#[inline(always)]
fn add_products(activations: &Row, weights: &Row, sum: &mut [f32; PARTS]) {
    let rows = activations.0.as_chunks::<PARTS>().0.iter().zip(weights.0.as_chunks::<PARTS>().0);
    for (values, weights) in rows {
        for part in 0..PARTS {
            sum[part] += values[part] * weights[part];
        }
    }
}

/// Adds to the gradient of each input the gradients of the hidden units of all perspectives in which it is
/// active, and to that of the weight that all king buckets share, if there is one.
#[inline(never)]
fn gather<const PERSPECTIVES: usize>(
    work: &Workspace,
    block: usize,
    gradient: &mut [Row],
    shared: &mut [Row],
) {
    let hidden = work.hidden.as_flattened()[block * PERSPECTIVES..].first_chunk::<PERSPECTIVES>();
    let Some(hidden) = hidden else { return };
    for (input, (row, perspectives)) in gradient.iter_mut().zip(work.index.by_input()).enumerate() {
        if perspectives.is_empty() {
            continue;
        }
        let mut sum = Row::ZERO;
        for perspective in perspectives {
            // The remainder changes nothing, but removes the bounds check.
            sum.add(&hidden[usize::from(*perspective) % PERSPECTIVES]);
        }
        row.add(&sum);
        if let Some(row) = shared.get_mut(input % COUNT) {
            row.add(&sum);
        }
    }
}

/// Reports whether some position activates an input: pawns are never on the first or last rank, and the own
/// king is on the left half after mirroring.
pub(super) fn is_possible(input: usize) -> bool {
    let (role, square) = (input % 384 / 64, input % 64);
    let is_impossible_pawn = role == 0 && !(8..56).contains(&square);
    let is_impossible_king = input / 64 == 5 && square % 8 > 3;
    !is_impossible_pawn && !is_impossible_king
}
