//! Quantized models: the integers that the engine computes with, and a reference implementation of their
//! evaluation.

use std::fmt;

use lancet::eval::nnue::{
    ACCUMULATOR_ONE, ACTIVATION_ONE, Architecture as EngineArchitecture, FULL_PHASE, KingBuckets, Linear,
    MATERIAL_ROLES, MIDDLE_ONE, MiddleParameters, Model, Network as EngineNetwork, NetworkParameters,
    OutputPrecision, SCALE, WEIGHT_ONE, output_bucket,
};

use rayon::prelude::*;

use super::architecture::Architecture;
use super::linear;
use super::material::difference;
use super::micro_batch::MICRO_BATCH;
use super::network_layout::NetworkLayout;
use super::parameters::{LANES, Row};
use super::workspace::sigmoid;
use crate::LearnError;
use crate::samples::{MAX_PIECES, Sample};

/// A scale that preserves fractions of units.
const FINE_SCALE: i32 = 100 * SCALE;

/// A quantized model.
#[derive(Clone, PartialEq, Debug)]
pub enum Quantized {
    /// Tapered piece-square tables.
    Linear(Linear),
    /// A network with one hidden layer, or a middle layer after it.
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

    /// Returns the parameters of a model of the engine.
    #[must_use]
    pub fn of(model: &Model) -> Quantized {
        match model.architecture() {
            EngineArchitecture::Linear(linear) => Quantized::Linear(linear.clone()),
            EngineArchitecture::Network(network) => Quantized::Network(network.parameters()),
        }
    }

    /// Returns the score in internal units that corresponds to an output of 1.
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
        // Rounding to units would make the median of small evaluations inaccurate.
        let fine = self.clone().scaled(FINE_SCALE);
        let (own, others) = (fine.median(samples), other.median(samples));
        (own > 0 && others > 0)
            .then(|| (f64::from(others) * f64::from(FINE_SCALE) / f64::from(own)).round() as i32)
    }

    /// Returns the median absolute evaluation, in internal units.
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
            f64::from((expected - sample.target(lambda as f32)).powi(2))
        };
        let sums: Vec<f64> =
            samples.par_chunks(MICRO_BATCH).map(|part| part.iter().map(squared).sum()).collect();
        sums.iter().sum::<f64>() / samples.len().max(1) as f64
    }

    /// Returns the evaluation of a position for the side to move, in internal units.
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
            Quantized::Network(parameters) => evaluate_network(parameters, &inputs[..count], sample),
        }
    }
}

fn evaluate_linear(model: &Linear, inputs: &[[u16; 2]], sample: &Sample) -> i32 {
    let phase = linear::phase(sample);
    let sum = |side: usize| -> i32 {
        let weight = |input: u16| i32::from(model.weights[usize::from(input)][side]);
        let pieces = inputs.iter().map(|pair| weight(pair[0]) - weight(pair[1]));
        i32::from(model.tempo[side]) + pieces.sum::<i32>()
    };
    (sum(0) * phase + sum(1) * (FULL_PHASE - phase)) / FULL_PHASE / WEIGHT_ONE
}

fn evaluate_network(parameters: &NetworkParameters, inputs: &[[u16; 2]], sample: &Sample) -> i32 {
    let bucket = output_bucket(inputs.len(), parameters.buckets);
    let values = hidden_units(parameters, inputs);
    let output = match &parameters.middle {
        None => {
            let weights = &parameters.output_weights[bucket * values.len()..][..values.len()];
            let square = |value: &i32| i64::from(parameters.precision.square(*value));
            let products = values.iter().zip(weights);
            let sum: i64 = products.map(|(value, weight)| square(value) * i64::from(*weight)).sum();
            sum / i64::from(ACCUMULATOR_ONE)
        }
        Some(middle) => {
            let rows = middle.weights.chunks_exact(values.len()).zip(&middle.bias);
            let unit = |(row, bias): (&[i8], &i32)| middle_unit(&values, row) + i64::from(*bias);
            let units: Vec<i64> = rows.skip(bucket * middle.units).take(middle.units).map(unit).collect();
            middle_output(&units, &parameters.output_weights[2 * bucket * middle.units..])
        }
    };
    let weights = parameters.material.iter().flatten();
    let material: i64 = difference(sample).into_iter().zip(weights).map(|(n, w)| i64::from(n * w)).sum();
    let output = output + material + i64::from(parameters.output_bias[bucket]);
    (output * i64::from(parameters.scale) / i64::from(parameters.precision.bias_one())) as i32
}

/// Returns the hidden units of both perspectives, clamped to 0 to 1.
fn hidden_units(parameters: &NetworkParameters, inputs: &[[u16; 2]]) -> Vec<i32> {
    let hidden = parameters.hidden;
    let mut values = Vec::with_capacity(2 * hidden);
    for side in 0..2 {
        let mut units: Vec<i32> = parameters.feature_bias.iter().map(|bias| i32::from(*bias)).collect();
        for pair in inputs {
            let row = &parameters.feature_weights[usize::from(pair[side]) * hidden..][..hidden];
            units.iter_mut().zip(row).for_each(|(unit, weight)| *unit += i32::from(*weight));
        }
        values.extend(units.into_iter().map(|unit| unit.clamp(0, ACCUMULATOR_ONE)));
    }
    values
}

/// Returns a unit of a middle layer without its bias.
fn middle_unit(values: &[i32], weights: &[i8]) -> i64 {
    let activation = |value: &i32| i64::from((value * value + 128) / 256);
    let sum: i64 =
        values.iter().zip(weights).map(|(value, weight)| activation(value) * i64::from(*weight)).sum();
    let one = i64::from(ACTIVATION_ONE) * i64::from(MIDDLE_ONE);
    sum * 256 * i64::from(OutputPrecision::Fine.bias_one()) / one
}

/// Returns the output of a middle layer without the output bias.
fn middle_output(units: &[i64], weights: &[i16]) -> i64 {
    let one = i64::from(OutputPrecision::Fine.bias_one());
    let term = |(index, unit): (usize, &i64)| {
        let [weight, square_weight] = [weights[index], weights[units.len() + index]].map(i64::from);
        let square = unit.pow(2).min(one.pow(2)) / one;
        unit * weight + square * square_weight
    };
    units.iter().enumerate().map(term).sum::<i64>() / i64::from(OutputPrecision::Fine.one())
}

impl NetworkLayout {
    /// Returns the quantized parameters, in the order of a network file.
    fn quantize(&self, rows: &[Row]) -> NetworkParameters {
        let groups = self.groups();
        let quantize = |index: usize| {
            let rule = groups[index].rule;
            rows[groups[index].rows.clone()]
                .iter()
                .flat_map(move |row| row.0.map(|weight| rule.quantize(weight)))
        };
        let halves = |index: usize| quantize(index).map(|weight| weight as i16);
        let words = |index: usize, count: usize| {
            quantize(index).take(count).map(|bias| bias as i32).collect::<Vec<_>>()
        };
        let middle = (self.middle > 0).then(|| MiddleParameters {
            units: self.middle,
            weights: quantize(3).map(|weight| weight as i8).collect(),
            bias: words(4, self.buckets * self.middle),
        });
        let output_weights = match self.middle {
            0 => halves(3).collect(),
            units => {
                let rows: Vec<i16> = halves(5).collect();
                rows.chunks_exact(LANES).flat_map(|row| row[..2 * units].to_vec()).collect()
            }
        };
        let (features, blocks, inputs) = (&rows[self.features()], self.blocks(), self.inputs());
        let rule = groups[0].rule;
        NetworkParameters {
            hidden: self.hidden,
            buckets: self.buckets,
            scale: SCALE,
            precision: self.precision(),
            king_buckets: self.king_buckets,
            feature_weights: (0..inputs * blocks)
                .flat_map(|index| {
                    let (input, block) = (index / blocks, index % blocks);
                    features[block * inputs + input].0.map(|weight| rule.quantize(weight) as i16)
                })
                .collect(),
            feature_bias: halves(2).collect(),
            output_weights,
            output_bias: words(if middle.is_some() { 6 } else { 4 }, self.buckets),
            middle,
            material: words(7, MATERIAL_ROLES.len()).try_into().ok(),
        }
    }
}

/// The difference between the evaluations of a quantized and a floating-point model, in internal units.
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
    /// The largest acceptable difference, in internal units.
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
            // The maximum ignores what is not a number.
            largest: if differences.iter().all(|difference| difference.is_finite()) {
                differences.iter().copied().fold(0.0, f64::max)
            } else {
                f64::INFINITY
            },
        }
    }
}

impl fmt::Display for QuantizationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let QuantizationError { positions, mean, largest } = self;
        write!(f, "{mean:.2} units on average, {largest:.2} units at most, over {positions} positions")
    }
}
