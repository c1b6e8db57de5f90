//! Network: an efficiently updatable neural network (NNUE), (768 -> N) x 2 -> 1, with king buckets (4 x 768 -> N) x 2 ->
//! 1, with a middle layer (768 -> N) x 2 -> 8 or 16 -> 1.
//!
//! The features of each view select rows of the first layer, whose sum is the accumulator of the view. The next layer
//! takes both accumulators through SCReLU (clamped to 0 to 1 and squared); the weights after the accumulators are
//! selected by the number of pieces (the output bucket). Beside a middle layer, material may count in the output. All
//! arithmetic is in integers, so every processor computes the same value.

use shakmaty::{Board, Color, Role};

use super::error::ModelError;
use super::features::{COUNT, View};
use super::kernel::{Kernel, fine_sums_fit};
use super::king_buckets::KingBuckets;
use super::middle::{MiddleLayer, MiddleParameters};
use super::vector::{I16x32, WIDTH};

/// The quantised form of 1.0 in the first layer: its weights and biases count 1/255.
pub const ACCUMULATOR_ONE: i32 = 255;

/// The usual [`NetworkParameters::scale`]: internal units of the evaluation for an output of 1.0.
pub const SCALE: i32 = 400;

/// The precision of the output weights.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum OutputPrecision {
    /// Weights in 1/64 that fit 8 bits: their product with a clamped value fits 16 bits.
    Coarse,
    /// Weights in 1/512: half of a squared value, rounded down, fits 16 bits.
    #[default]
    Fine,
}

impl OutputPrecision {
    /// The quantised form of 1.0 in the output weights.
    #[must_use]
    pub const fn one(self) -> i32 {
        match self {
            OutputPrecision::Coarse => 64,
            OutputPrecision::Fine => 512,
        }
    }

    /// The quantised form of 1.0 in the output biases, and in the sum of the output layer divided by
    /// [`ACCUMULATOR_ONE`].
    #[must_use]
    pub const fn bias_one(self) -> i32 {
        match self {
            OutputPrecision::Coarse => ACCUMULATOR_ONE * 64,
            OutputPrecision::Fine => ACCUMULATOR_ONE * 256,
        }
    }

    /// The largest absolute output weight.
    #[must_use]
    pub const fn max_weight(self) -> i16 {
        match self {
            OutputPrecision::Coarse => 127,
            OutputPrecision::Fine => 1023,
        }
    }

    /// Returns the square of a clamped value as it counts in the output layer.
    #[inline]
    #[must_use]
    pub const fn square(self, value: i32) -> i32 {
        match self {
            OutputPrecision::Coarse => value * value,
            OutputPrecision::Fine => value * value / 2,
        }
    }
}

/// The roles whose material may count in the output besides.
pub const MATERIAL_ROLES: [Role; 5] = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

/// The maximum number of hidden units.
pub const MAX_HIDDEN: usize = 1024;

/// The maximum scale.
pub const MAX_SCALE: i32 = 100_000;

/// The largest absolute value of a network in internal units: far beyond any score, and scaling it cannot overflow.
const MAX_VALUE: i64 = 1_000_000;

/// The quantised parameters of a network.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct NetworkParameters {
    /// Hidden units of each view: a multiple of 32, at most [`MAX_HIDDEN`].
    pub hidden: usize,
    /// Output buckets: 1, 2, 4 or 8.
    pub buckets: usize,
    /// Internal units of the evaluation for an output of 1.0.
    pub scale: i32,
    /// King buckets; several only with [`OutputPrecision::Fine`].
    pub king_buckets: KingBuckets,
    /// `[king bucket][input][unit]`, in 1/255.
    pub feature_weights: Vec<i16>,
    /// `[unit]`, in 1/255.
    pub feature_bias: Vec<i16>,
    /// The middle layer, if there is one; only with [`OutputPrecision::Fine`].
    pub middle: Option<MiddleParameters>,
    /// The precision of the output weights.
    pub precision: OutputPrecision,
    /// `[bucket][own view, other view][unit]`, after a middle layer `[bucket][its units, their squares]`, in
    /// 1/[`OutputPrecision::one`].
    pub output_weights: Vec<i16>,
    /// `[bucket]`, in 1/[`OutputPrecision::bias_one`].
    pub output_bias: Vec<i32>,
    /// What the output gains by each pawn, knight, bishop, rook and queen that the side to move has more than the other
    /// one, in the same units; only with a middle layer.
    pub material: Option<[i32; MATERIAL_ROLES.len()]>,
}

/// A network ready for evaluation.
#[derive(Clone, Debug)]
pub struct Network {
    /// The length of a row in blocks.
    blocks: usize,
    buckets: usize,
    scale: i32,
    king_buckets: KingBuckets,
    feature_weights: Box<[I16x32]>,
    feature_bias: Box<[I16x32]>,
    precision: OutputPrecision,
    head: Head,
    output_bias: Box<[i32]>,
    material: Option<[i32; MATERIAL_ROLES.len()]>,
    kernel: Kernel,
}

/// What follows the accumulators, but the output bias.
#[derive(Clone, Debug)]
enum Head {
    /// Output weights.
    Output(Box<[I16x32]>),
    /// A middle layer and output weights.
    Middle(MiddleLayer),
}

impl Network {
    /// Makes a network of these parameters.
    ///
    /// # Errors
    /// A [`ModelError`] if the architecture is invalid, the number of parameters does not match it, a weight after the
    /// accumulators is out of range, or these weights are so large that their sums may overflow.
    pub fn new(parameters: &NetworkParameters) -> Result<Network, ModelError> {
        let NetworkParameters { hidden, buckets, scale, king_buckets, precision, .. } = *parameters;
        check_architecture(hidden, buckets, scale)?;
        let needs_fine = king_buckets != KingBuckets::One || parameters.middle.is_some();
        if needs_fine && precision == OutputPrecision::Coarse {
            return Err(ModelError::Coarse);
        }
        if parameters.material.is_some() && parameters.middle.is_none() {
            return Err(ModelError::Material);
        }
        let fits = parameters.feature_weights.len() == king_buckets.count() * COUNT * hidden
            && parameters.feature_bias.len() == hidden
            && parameters.output_bias.len() == buckets;
        if !fits {
            return Err(ModelError::ParameterCount);
        }
        Ok(Network {
            blocks: hidden / WIDTH,
            buckets,
            scale,
            king_buckets,
            feature_weights: I16x32::pack(&parameters.feature_weights),
            feature_bias: I16x32::pack(&parameters.feature_bias),
            precision,
            head: Head::new(parameters)?,
            output_bias: parameters.output_bias.clone().into(),
            material: parameters.material,
            kernel: Kernel::best(),
        })
    }

    /// Returns the network with another kernel.
    #[must_use]
    pub fn with_kernel(self, kernel: Kernel) -> Network {
        Network { kernel, ..self }
    }

    /// The kernel that computes it.
    #[inline]
    #[must_use]
    pub fn kernel(&self) -> Kernel {
        self.kernel
    }

    /// Returns the quantised parameters.
    #[must_use]
    pub fn parameters(&self) -> NetworkParameters {
        let (middle, output_weights) = match &self.head {
            Head::Output(weights) => (None, I16x32::unpack(weights)),
            Head::Middle(layer) => (Some(layer.parameters()), layer.output_weights().to_vec()),
        };
        NetworkParameters {
            hidden: self.hidden(),
            buckets: self.buckets,
            scale: self.scale,
            king_buckets: self.king_buckets,
            feature_weights: I16x32::unpack(&self.feature_weights),
            feature_bias: I16x32::unpack(&self.feature_bias),
            middle,
            precision: self.precision,
            output_weights,
            output_bias: self.output_bias.to_vec(),
            material: self.material,
        }
    }

    /// The number of hidden units of each view.
    #[must_use]
    pub fn hidden(&self) -> usize {
        self.blocks * WIDTH
    }

    /// The number of output buckets.
    #[must_use]
    pub fn buckets(&self) -> usize {
        self.buckets
    }

    /// The king buckets.
    #[inline]
    #[must_use]
    pub fn king_buckets(&self) -> KingBuckets {
        self.king_buckets
    }

    /// The number of units of the middle layer; 0 if there is none.
    #[must_use]
    pub fn middle(&self) -> usize {
        match &self.head {
            Head::Output(_) => 0,
            Head::Middle(layer) => layer.units(),
        }
    }

    /// Reports whether material counts in the output besides.
    #[must_use]
    pub fn counts_material(&self) -> bool {
        self.material.is_some()
    }

    /// The precision of the output weights.
    #[must_use]
    pub fn precision(&self) -> OutputPrecision {
        self.precision
    }

    /// The internal units of the evaluation for an output of 1.0.
    #[must_use]
    pub fn scale(&self) -> i32 {
        self.scale
    }

    /// Returns the output bucket of `board`.
    #[inline]
    #[must_use]
    pub fn bucket(&self, board: &Board) -> usize {
        output_bucket(board.occupied().count(), self.buckets)
    }

    /// Returns the value of `board` for the side to move, in internal units. Computed from scratch and without
    /// a kernel: the reference for the accumulators.
    #[must_use]
    pub fn evaluate(&self, board: &Board, turn: Color) -> i32 {
        let bucket = self.bucket(board);
        let [own, other] = [turn, !turn].map(|color| self.accumulator(board, color));
        let output = match &self.head {
            Head::Output(weights) => {
                in_bias_units(self.reference_sum(&own, &other, self.row_of(weights, bucket)))
            }
            Head::Middle(layer) => layer.reference_output(&own, &other, bucket),
        };
        self.value(output + self.material_of(board, turn), bucket)
    }

    /// Returns the weighted sum of the output layer, computed without a kernel.
    fn reference_sum(&self, own: &[I16x32], other: &[I16x32], weights: &[I16x32]) -> i64 {
        let values = own.iter().chain(other).flat_map(|vector| vector.0);
        let weights = weights.iter().flat_map(|vector| vector.0);
        let square = |value: i16| self.precision.square(i32::from(value).clamp(0, ACCUMULATOR_ONE));
        values.zip(weights).map(|(value, weight)| i64::from(square(value)) * i64::from(weight)).sum()
    }

    /// Returns the accumulator of a view. Sums wrap around, as they do in the kernels.
    fn accumulator(&self, board: &Board, color: Color) -> Vec<I16x32> {
        let mut sum = self.feature_bias.to_vec();
        for index in View::of(board, color, self.king_buckets).active(board) {
            for (vector, row) in sum.iter_mut().zip(self.row(usize::from(index))) {
                for (value, weight) in vector.0.iter_mut().zip(row.0) {
                    *value = value.wrapping_add(weight);
                }
            }
        }
        sum
    }

    /// The length of an accumulator in blocks.
    pub(super) fn blocks(&self) -> usize {
        self.blocks
    }

    /// The accumulator of an empty board.
    pub(super) fn feature_bias(&self) -> &[I16x32] {
        &self.feature_bias
    }

    /// Sets `target` to the accumulator `source` after features were `added` and `removed`.
    pub(super) fn change(&self, source: &[I16x32], added: &[u16], removed: &[u16], target: &mut [I16x32]) {
        self.kernel.change(source, &self.feature_weights, added, removed, target);
    }

    /// Returns the output weights of a bucket, those of the own view first.
    #[inline]
    fn row_of<'a>(&self, weights: &'a [I16x32], bucket: usize) -> &'a [I16x32] {
        &weights[2 * bucket * self.blocks..][..2 * self.blocks]
    }

    /// Returns the value in internal units of `board` with the accumulators `own`, that of the side to move, and `other`.
    #[inline]
    pub(super) fn output_of(&self, own: &[I16x32], other: &[I16x32], board: &Board, turn: Color) -> i32 {
        let bucket = self.bucket(board);
        let output = match (&self.head, self.precision) {
            (Head::Middle(layer), _) => layer.output_of(self.kernel, own, other, bucket),
            (Head::Output(weights), OutputPrecision::Coarse) => {
                in_bias_units(self.kernel.output::<false>(own, other, self.row_of(weights, bucket)))
            }
            (Head::Output(weights), OutputPrecision::Fine) => {
                in_bias_units(self.kernel.output::<true>(own, other, self.row_of(weights, bucket)))
            }
        };
        self.value(output + self.material_of(board, turn), bucket)
    }

    /// Returns what the output gains by the material of `board`, in units of the output bias.
    #[inline]
    fn material_of(&self, board: &Board, turn: Color) -> i64 {
        let Some(weights) = self.material else { return 0 };
        let own = board.by_color(turn);
        let weighted = |(role, weight): (Role, i32)| {
            let pieces = board.by_role(role);
            let difference = (pieces & own).count() as i64 - (pieces & !own).count() as i64;
            difference * i64::from(weight)
        };
        MATERIAL_ROLES.into_iter().zip(weights).map(weighted).sum()
    }

    /// Returns the weights of a feature.
    #[inline]
    pub(super) fn row(&self, index: usize) -> &[I16x32] {
        &self.feature_weights[index * self.blocks..][..self.blocks]
    }

    /// Returns the value in internal units for an output without its bias.
    #[inline]
    fn value(&self, output: i64, bucket: usize) -> i32 {
        const COARSE: i64 = OutputPrecision::Coarse.bias_one() as i64;
        const FINE: i64 = OutputPrecision::Fine.bias_one() as i64;
        let output = (output + i64::from(self.output_bias[bucket])) * i64::from(self.scale);
        // Divisions by constants are multiplications.
        let units = match self.precision {
            OutputPrecision::Coarse => output / COARSE,
            OutputPrecision::Fine => output / FINE,
        };
        units.clamp(-MAX_VALUE, MAX_VALUE) as i32
    }
}

/// Converts the weighted sum of the output layer to units of the output bias.
#[inline]
fn in_bias_units(sum: i64) -> i64 {
    sum / i64::from(ACCUMULATOR_ONE)
}

impl Head {
    fn new(parameters: &NetworkParameters) -> Result<Head, ModelError> {
        let NetworkParameters { hidden, buckets, precision, ref middle, ref output_weights, .. } =
            *parameters;
        if let Some(middle) = middle {
            return MiddleLayer::new(middle, output_weights, hidden, buckets).map(Head::Middle);
        }
        if output_weights.len() != buckets * 2 * hidden {
            return Err(ModelError::ParameterCount);
        }
        check_weights(output_weights, precision)?;
        if precision == OutputPrecision::Fine && !output_weights.chunks(2 * hidden).all(fine_sums_fit) {
            return Err(ModelError::OutputSum);
        }
        Ok(Head::Output(I16x32::pack(output_weights)))
    }
}

/// Returns the output bucket of a board with `pieces` pieces, kings and pawns included, in a network of
/// `buckets` buckets. It rises with the number of pieces.
#[inline]
#[must_use]
pub fn output_bucket(pieces: usize, buckets: usize) -> usize {
    (pieces.saturating_sub(2) * buckets / 31).min(buckets - 1)
}

/// Checks that weights after the accumulators are in range.
pub(super) fn check_weights(weights: &[i16], precision: OutputPrecision) -> Result<(), ModelError> {
    let most = precision.max_weight();
    match weights.iter().find(|weight| !(-most..=most).contains(*weight)) {
        Some(weight) => Err(ModelError::OutputWeight { weight: *weight, most }),
        None => Ok(()),
    }
}

/// Checks that an architecture is supported.
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
