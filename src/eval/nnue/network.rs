//! Network: two views through one shared layer, squared, and weighed into a value.
//!
//! The inputs of each view switch on rows of the first layer; their sum is the accumulator of the
//! view. The output weighs the squares of what the accumulators hold between 0 and 1 (SCReLU), with
//! weights chosen by the number of men (the bucket). All of it in whole numbers, so that every
//! processor comes to the same value.

use shakmaty::{Board, Color};

use super::error::ModelError;
use super::features::{COUNT, View};
use super::kernel::Kernel;
use super::vector::{I16x32, WIDTH};

/// The quantised form of 1.0 in the first layer: its weights and biases count 1/255.
pub const ACCUMULATOR_ONE: i32 = 255;

/// The quantised form of 1.0 in the output layer: its weights count 1/64.
pub const OUTPUT_ONE: i32 = 64;

/// The usual [`NetworkParameters::scale`]: internal units of the evaluation for an output of 1.0.
pub const SCALE: i32 = 400;

/// The largest output weight: its product with 255 fits 16 bits.
pub const MAX_OUTPUT_WEIGHT: i16 = 127;

/// The most hidden units.
pub const MAX_HIDDEN: usize = 1024;

/// The largest scale.
pub const MAX_SCALE: i32 = 100_000;

/// The numbers of a network, as they stand in a file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct NetworkParameters {
    /// Hidden units of each view: a multiple of 32, at most [`MAX_HIDDEN`].
    pub hidden: usize,
    /// Output buckets: 1, 2, 4 or 8.
    pub buckets: usize,
    /// Centipawns for an output of 1.
    pub scale: i32,
    /// `[input][unit]`, in 1/255.
    pub feature_weights: Vec<i16>,
    /// `[unit]`, in 1/255.
    pub feature_bias: Vec<i16>,
    /// `[bucket][own view, other view][unit]`, in 1/64, at most [`MAX_OUTPUT_WEIGHT`] either way.
    pub output_weights: Vec<i16>,
    /// `[bucket]`, in 1/(255 * 64).
    pub output_bias: Vec<i32>,
}

/// A network, ready to be used.
#[derive(Clone, Debug)]
pub struct Network {
    /// Blocks of a row.
    blocks: usize,
    buckets: usize,
    scale: i32,
    feature_weights: Box<[I16x32]>,
    feature_bias: Box<[I16x32]>,
    output_weights: Box<[I16x32]>,
    output_bias: Box<[i32]>,
    kernel: Kernel,
}

impl Network {
    /// Takes up numbers.
    ///
    /// # Errors
    /// Where their count is not what the shape asks for, or one is out of range.
    pub fn new(numbers: &NetworkParameters) -> Result<Network, ModelError> {
        let NetworkParameters { hidden, buckets, scale, .. } = *numbers;
        check_architecture(hidden, buckets, scale)?;
        let fits = numbers.feature_weights.len() == COUNT * hidden
            && numbers.feature_bias.len() == hidden
            && numbers.output_weights.len() == buckets * 2 * hidden
            && numbers.output_bias.len() == buckets;
        if !fits {
            return Err(ModelError::Count);
        }
        let range = -MAX_OUTPUT_WEIGHT..=MAX_OUTPUT_WEIGHT;
        if let Some(weight) = numbers.output_weights.iter().find(|weight| !range.contains(weight)) {
            return Err(ModelError::OutputWeight(*weight));
        }
        Ok(Network {
            blocks: hidden / WIDTH,
            buckets,
            scale,
            feature_weights: I16x32::pack(&numbers.feature_weights),
            feature_bias: I16x32::pack(&numbers.feature_bias),
            output_weights: I16x32::pack(&numbers.output_weights),
            output_bias: numbers.output_bias.clone().into(),
            kernel: Kernel::best(),
        })
    }

    /// The same network, run by another kernel.
    #[must_use]
    pub fn with_kernel(self, kernel: Kernel) -> Network {
        Network { kernel, ..self }
    }

    /// What runs it.
    #[inline]
    #[must_use]
    pub fn kernel(&self) -> Kernel {
        self.kernel
    }

    /// The numbers.
    #[must_use]
    pub fn parameters(&self) -> NetworkParameters {
        NetworkParameters {
            hidden: self.hidden(),
            buckets: self.buckets,
            scale: self.scale,
            feature_weights: I16x32::unpack(&self.feature_weights),
            feature_bias: I16x32::unpack(&self.feature_bias),
            output_weights: I16x32::unpack(&self.output_weights),
            output_bias: self.output_bias.to_vec(),
        }
    }

    /// Hidden units of each view.
    #[must_use]
    pub fn hidden(&self) -> usize {
        self.blocks * WIDTH
    }

    /// Output buckets.
    #[must_use]
    pub fn buckets(&self) -> usize {
        self.buckets
    }

    /// Centipawns for an output of 1.
    #[must_use]
    pub fn scale(&self) -> i32 {
        self.scale
    }

    /// The output bucket of `board`: the more men, the higher.
    #[inline]
    #[must_use]
    pub fn bucket(&self, board: &Board) -> usize {
        output_bucket(board.occupied().count(), self.buckets)
    }

    /// The value of `board` for the side to move, in centipawns, from scratch and number by number:
    /// what every faster way must come to.
    #[must_use]
    pub fn evaluate(&self, board: &Board, turn: Color) -> i32 {
        let bucket = self.bucket(board);
        let mut sum = 0;
        for (side, color) in [turn, !turn].into_iter().enumerate() {
            let weights = &self.output_row(bucket)[side * self.blocks..];
            for (lanes, weights) in self.accumulator(board, color).iter().zip(weights) {
                for (value, weight) in lanes.0.into_iter().zip(weights.0) {
                    let value = i64::from(value).clamp(0, i64::from(ACCUMULATOR_ONE));
                    sum += value * value * i64::from(weight);
                }
            }
        }
        self.conclude(sum, bucket)
    }

    /// The accumulator of a view. Sums that do not fit wrap around, as they do everywhere else.
    fn accumulator(&self, board: &Board, color: Color) -> Vec<I16x32> {
        let mut sum = self.feature_bias.to_vec();
        for index in View::of(board, color).active(board) {
            for (lanes, row) in sum.iter_mut().zip(self.row(usize::from(index))) {
                for (value, weight) in lanes.0.iter_mut().zip(row.0) {
                    *value = value.wrapping_add(weight);
                }
            }
        }
        sum
    }

    /// Blocks of an accumulator.
    pub(super) fn blocks(&self) -> usize {
        self.blocks
    }

    /// `accumulator` becomes that of a view in which the inputs `active` are on.
    pub(super) fn refresh(&self, active: &[u16], accumulator: &mut [I16x32]) {
        self.kernel.refresh(&self.feature_bias, &self.feature_weights, active, accumulator);
    }

    /// The output weights of a bucket, those of the own view first.
    #[inline]
    pub(super) fn output_row(&self, bucket: usize) -> &[I16x32] {
        &self.output_weights[2 * bucket * self.blocks..][..2 * self.blocks]
    }

    /// The weights of an input.
    #[inline]
    pub(super) fn row(&self, index: usize) -> &[I16x32] {
        &self.feature_weights[index * self.blocks..][..self.blocks]
    }

    /// From the weighed sum of squares to centipawns.
    #[inline]
    pub(super) fn conclude(&self, sum: i64, bucket: usize) -> i32 {
        let one = i64::from(ACCUMULATOR_ONE);
        let output = sum / one + i64::from(self.output_bias[bucket]);
        let centipawns = output * i64::from(self.scale) / (one * i64::from(OUTPUT_ONE));
        centipawns.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32
    }
}

/// The output bucket of a board with `pieces` pieces, kings and pawns included, in a network of
/// `buckets` buckets: the more pieces, the higher.
#[inline]
#[must_use]
pub fn output_bucket(pieces: usize, buckets: usize) -> usize {
    (pieces.saturating_sub(2) * buckets / 31).min(buckets - 1)
}

/// A network of this shape can be had.
pub(super) fn check_architecture(hidden: usize, buckets: usize, scale: i32) -> Result<(), ModelError> {
    if hidden == 0 || !hidden.is_multiple_of(WIDTH) || hidden > MAX_HIDDEN {
        return Err(ModelError::Hidden(hidden));
    }
    if ![1, 2, 4, 8].contains(&buckets) {
        return Err(ModelError::Buckets(buckets));
    }
    if !(1..=MAX_SCALE).contains(&scale) {
        return Err(ModelError::Scale(scale));
    }
    Ok(())
}
