//! Quantized models: the integers that the engine computes with, and a reference implementation of their
//! evaluation.

use std::fmt;
use std::path::Path;

use lancet::eval::nnue::{
    ACCUMULATOR_ONE, Architecture as EngineArchitecture, KingBuckets, Linear, Model,
    Network as EngineNetwork, NetworkParameters, output_bucket,
};

use rayon::prelude::*;

use super::architecture::Architecture;
use super::linear;
use super::micro_batch::MICRO_BATCH;
use super::network_layout::NetworkLayout;
use super::parameters::{LANES, Row, Rule};
use super::workspace::sigmoid;
use crate::samples::{MAX_PIECES, Sample};
use crate::{LearnError, SCALE, load_network};

/// A scale that preserves fractions of centipawns.
const FINE_SCALE: i32 = 100 * SCALE;

/// A quantized model.
#[derive(Clone, PartialEq, Debug)]
pub enum Quantized {
    /// Tapered piece-square tables.
    Linear(Linear),
    /// A network with one hidden layer.
    Network(NetworkParameters),
}

impl Quantized {
    /// Quantizes the weights of the forward pass.
    #[must_use]
    pub fn new(architecture: Architecture, rows: &[Row]) -> Quantized {
        match architecture {
            Architecture::Linear => Quantized::Linear(linear::quantize(rows)),
            Architecture::Network(layout) => Quantized::Network(layout.quantize(rows)),
        }
    }

    /// Loads a network file.
    ///
    /// # Errors
    /// [`LearnError::Network`].
    pub fn load(path: &Path) -> Result<Quantized, LearnError> {
        load_network(path).map(|model| Quantized::of(&model))
    }

    /// Returns the parameters of a model of the engine.
    #[must_use]
    pub fn of(model: &Model) -> Quantized {
        match model.architecture() {
            EngineArchitecture::Linear(linear) => Quantized::Linear(linear.clone()),
            EngineArchitecture::Network(network) => Quantized::Network(network.parameters()),
        }
    }

    /// Returns the score in centipawns that corresponds to an output of 1.
    #[must_use]
    pub fn scale(&self) -> i32 {
        match self {
            Quantized::Linear(_) => SCALE,
            Quantized::Network(parameters) => parameters.scale,
        }
    }

    /// Returns the same network with another scale. Linear models have a fixed scale and are returned
    /// unchanged.
    #[must_use]
    pub fn scaled(mut self, scale: i32) -> Quantized {
        if let Quantized::Network(parameters) = &mut self {
            parameters.scale = scale;
        }
        self
    }

    /// Returns the scale with which the median absolute evaluation of `samples` equals that by `other`, or
    /// `None` if one of the medians is zero.
    #[must_use]
    pub fn scale_like(&self, other: &Quantized, samples: &[Sample]) -> Option<i32> {
        // Rounding to centipawns would make the median of small evaluations inaccurate.
        let fine = self.clone().scaled(FINE_SCALE);
        let (own, others) = (fine.median(samples), other.median(samples));
        (own > 0 && others > 0)
            .then(|| (f64::from(others) * f64::from(FINE_SCALE) / f64::from(own)).round() as i32)
    }

    /// Returns the median absolute evaluation, in centipawns.
    fn median(&self, samples: &[Sample]) -> i32 {
        let mut evaluations: Vec<i32> =
            samples.par_iter().map(|sample| self.evaluate(sample).abs()).collect();
        let middle = evaluations.len() / 2;
        if evaluations.is_empty() { 0 } else { *evaluations.select_nth_unstable(middle).1 }
    }

    /// Converts to a model of the engine.
    ///
    /// # Errors
    /// [`LearnError::Build`] if a parameter is out of range.
    pub fn model(&self) -> Result<Model, LearnError> {
        match self {
            Quantized::Linear(linear) => Ok(linear.clone().into()),
            Quantized::Network(parameters) => {
                EngineNetwork::new(parameters).map(Model::from).map_err(LearnError::Build)
            }
        }
    }

    /// Returns the mean loss over samples; `lambda` is the weight of the result in the target.
    #[must_use]
    pub fn loss(&self, samples: &[Sample], lambda: f64) -> f64 {
        let squared = |sample: &Sample| {
            let expected = sigmoid(self.evaluate(sample) as f32 / self.scale() as f32);
            let lambda = lambda as f32;
            let target = (1.0 - lambda) * sample.win_probability() + lambda * sample.result();
            f64::from((expected - target).powi(2))
        };
        let sums: Vec<f64> =
            samples.par_chunks(MICRO_BATCH).map(|part| part.iter().map(squared).sum()).collect();
        sums.iter().sum::<f64>() / samples.len().max(1) as f64
    }

    /// Returns the evaluation of a position for the side to move, in centipawns.
    #[must_use]
    pub fn evaluate(&self, sample: &Sample) -> i32 {
        let mut inputs = [[0; 2]; MAX_PIECES];
        let king_buckets = match self {
            Quantized::Linear(_) => KingBuckets::One,
            Quantized::Network(parameters) => parameters.king_buckets,
        };
        let count = sample.inputs(king_buckets, &mut inputs);
        match self {
            Quantized::Linear(model) => evaluate_linear(model, &inputs[..count], sample),
            Quantized::Network(parameters) => evaluate_network(parameters, &inputs[..count]),
        }
    }
}

fn evaluate_linear(model: &Linear, inputs: &[[u16; 2]], sample: &Sample) -> i32 {
    let phase = linear::phase(sample) as i32;
    let sum = |side: usize| -> i32 {
        let weight = |input: u16| i32::from(model.weights[usize::from(input)][side]);
        let pieces = inputs.iter().map(|pair| weight(pair[0]) - weight(pair[1]));
        i32::from(model.tempo[side]) + pieces.sum::<i32>()
    };
    let full = linear::FULL_PHASE as i32;
    (sum(0) * phase + sum(1) * (full - phase)) / full / linear::UNITS_PER_CENTIPAWN
}

fn evaluate_network(parameters: &NetworkParameters, inputs: &[[u16; 2]]) -> i32 {
    let NetworkParameters { hidden, buckets, scale, precision, .. } = *parameters;
    let bucket = output_bucket(inputs.len(), buckets);
    let mut sum = 0;
    for side in 0..2 {
        let mut units: Vec<i32> = parameters.feature_bias.iter().map(|bias| i32::from(*bias)).collect();
        for pair in inputs {
            let row = &parameters.feature_weights[usize::from(pair[side]) * hidden..][..hidden];
            units.iter_mut().zip(row).for_each(|(unit, weight)| *unit += i32::from(*weight));
        }
        let weights = &parameters.output_weights[(2 * bucket + side) * hidden..][..hidden];
        for (unit, weight) in units.into_iter().zip(weights) {
            sum += i64::from(precision.square(unit.clamp(0, ACCUMULATOR_ONE))) * i64::from(*weight);
        }
    }
    let output = sum / i64::from(ACCUMULATOR_ONE) + i64::from(parameters.output_bias[bucket]);
    (output * i64::from(scale) / i64::from(precision.bias_one())) as i32
}

impl NetworkLayout {
    /// Returns the quantized parameters, in the order of a network file.
    fn quantize(&self, rows: &[Row]) -> NetworkParameters {
        let groups = self.groups();
        let [(_, feature_rule), _, bias, output, output_bias] =
            [0, 1, 2, 3, 4].map(|index| (&rows[groups[index].rows.clone()], groups[index].rule));
        let (features, blocks) = (&rows[self.features()], self.blocks());
        let quantize = |rule: Rule, row: &Row| row.0.map(move |weight| rule.quantize(weight) as i16);
        let inputs = self.inputs();
        NetworkParameters {
            hidden: self.hidden,
            buckets: self.buckets,
            scale: SCALE,
            precision: self.precision(),
            king_buckets: self.king_buckets,
            feature_weights: (0..inputs * blocks)
                .flat_map(|index| {
                    let (input, block) = (index / blocks, index % blocks);
                    quantize(feature_rule, &features[block * inputs + input])
                })
                .collect(),
            feature_bias: bias.0.iter().flat_map(|row| quantize(bias.1, row)).collect(),
            output_weights: output.0.iter().flat_map(|row| quantize(output.1, row)).collect(),
            output_bias: output_bias.0[0].0[..self.buckets.min(LANES)]
                .iter()
                .map(|bias| output_bias.1.quantize(*bias) as i32)
                .collect(),
        }
    }
}

/// The difference between the evaluations of a quantized and a floating-point model, in centipawns.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct QuantizationError {
    /// The number of compared positions.
    pub positions: usize,
    /// The mean absolute difference.
    pub mean: f64,
    /// The largest absolute difference.
    pub largest: f64,
}

impl QuantizationError {
    /// The largest acceptable difference, in centipawns.
    pub const LIMIT: f64 = 2.0;

    /// Reports whether positions were compared and no difference exceeds the limit.
    #[must_use]
    pub fn is_acceptable(&self) -> bool {
        self.positions > 0 && self.largest <= QuantizationError::LIMIT
    }

    /// Compares the evaluations of a quantized model with floating-point outputs.
    #[must_use]
    pub fn new(model: &Quantized, samples: &[Sample], outputs: &[f32]) -> QuantizationError {
        let scale = f64::from(model.scale());
        let difference = |(sample, output): (&Sample, &f32)| {
            (f64::from(model.evaluate(sample)) - f64::from(*output) * scale).abs()
        };
        let differences: Vec<f64> = samples.iter().zip(outputs).map(difference).collect();
        QuantizationError {
            positions: differences.len(),
            mean: differences.iter().sum::<f64>() / differences.len().max(1) as f64,
            largest: differences.iter().copied().fold(0.0, f64::max),
        }
    }
}

impl fmt::Display for QuantizationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let QuantizationError { positions, mean, largest } = self;
        write!(f, "{mean:.2} cp on average, {largest:.2} cp at most, over {positions} positions")
    }
}
