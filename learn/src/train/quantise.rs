//! Quantise: the whole numbers that the engine calculates with, and what they come to here.

use std::fmt;
use std::path::Path;

use lancet::eval::nnue::features::COUNT;
use lancet::eval::nnue::{
    ACCUMULATOR_ONE, Architecture, Linear, Model, Network as Engine, NetworkParameters, OUTPUT_ONE,
};

use rayon::prelude::*;

use super::linear;
use super::network::Network;
use super::row::{LANES, Row};
use super::shape::{SCALE, Shape};
use super::slice::SLICE;
use super::work::sigmoid;
use crate::model;
use crate::samples::{MAX_MEN, Sample};

/// A scale that leaves fractions of centipawns.
const FINE: i32 = 100 * SCALE;

/// A model in whole numbers.
#[derive(Clone, PartialEq, Debug)]
pub enum Quantised {
    /// A worth for every piece on its square.
    Linear(Linear),
    /// A layer of hidden units.
    Network(NetworkParameters),
}

impl Quantised {
    /// Rounds the numbers of a model.
    #[must_use]
    pub fn new(shape: Shape, rows: &[Row]) -> Quantised {
        match shape {
            Shape::Linear => Quantised::Linear(linear::quantise(rows)),
            Shape::Network(network) => Quantised::Network(network.quantise(rows)),
        }
    }

    /// The numbers of a network file.
    ///
    /// # Errors
    /// A sentence where it cannot be read.
    pub fn load(path: &Path) -> Result<Quantised, String> {
        model::open(path).map(|model| Quantised::of(&model))
    }

    /// The numbers of the engine's model.
    #[must_use]
    pub fn of(model: &Model) -> Quantised {
        match model.architecture() {
            Architecture::Linear(linear) => Quantised::Linear(linear.clone()),
            Architecture::Network(network) => Quantised::Network(network.parameters()),
        }
    }

    /// Centipawns for an output of one.
    #[must_use]
    pub fn scale(&self) -> i32 {
        match self {
            Quantised::Linear(_) => SCALE,
            Quantised::Network(numbers) => numbers.scale,
        }
    }

    /// The same numbers with another scale, which a linear model does not have.
    #[must_use]
    pub fn scaled(mut self, scale: i32) -> Quantised {
        if let Quantised::Network(numbers) = &mut self {
            numbers.scale = scale;
        }
        self
    }

    /// The scale with which values spread over `samples` as those of `other` do: the median of their
    /// sizes is the same. `None` where one of them is zero.
    #[must_use]
    pub fn scale_like(&self, other: &Quantised, samples: &[Sample]) -> Option<i32> {
        // What is rounded to centipawns would tell little of values that spread little.
        let fine = self.clone().scaled(FINE);
        let (own, others) = (fine.median(samples), other.median(samples));
        (own > 0 && others > 0).then(|| (f64::from(others) * f64::from(FINE) / f64::from(own)).round() as i32)
    }

    /// The size of values that half of the samples exceed, in centipawns.
    fn median(&self, samples: &[Sample]) -> i32 {
        let mut sizes: Vec<i32> = samples.par_iter().map(|sample| self.evaluate(sample).abs()).collect();
        let middle = sizes.len() / 2;
        if sizes.is_empty() { 0 } else { *sizes.select_nth_unstable(middle).1 }
    }

    /// The engine's model.
    ///
    /// # Errors
    /// A sentence where a number is out of range.
    pub fn model(&self) -> Result<Model, String> {
        match self {
            Quantised::Linear(linear) => Ok(linear.clone().into()),
            Quantised::Network(numbers) => Engine::new(numbers)
                .map(Model::from)
                .map_err(|error| format!("the network cannot be written: {error}")),
        }
    }

    /// The mean loss over samples; `lambda` is the weight of the result against the score.
    #[must_use]
    pub fn loss(&self, samples: &[Sample], lambda: f64) -> f64 {
        let squared = |sample: &Sample| {
            let expected = sigmoid(self.evaluate(sample) as f32 / self.scale() as f32);
            let lambda = lambda as f32;
            let target = (1.0 - lambda) * sample.chance() + lambda * sample.result();
            f64::from((expected - target).powi(2))
        };
        let sums: Vec<f64> = samples.par_chunks(SLICE).map(|part| part.iter().map(squared).sum()).collect();
        sums.iter().sum::<f64>() / samples.len().max(1) as f64
    }

    /// The value of a position for the side to move, in centipawns.
    #[must_use]
    pub fn evaluate(&self, sample: &Sample) -> i32 {
        let mut inputs = [[0; 2]; MAX_MEN];
        let count = sample.inputs(&mut inputs);
        match self {
            Quantised::Linear(model) => evaluate_linear(model, &inputs[..count], sample),
            Quantised::Network(numbers) => evaluate_network(numbers, &inputs[..count]),
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
    (sum(0) * phase + sum(1) * (24 - phase)) / 24 / 16
}

fn evaluate_network(numbers: &NetworkParameters, inputs: &[[u16; 2]]) -> i32 {
    let NetworkParameters { hidden, buckets, scale, .. } = *numbers;
    let bucket = Network { hidden, buckets }.bucket(inputs.len());
    let mut sum = 0;
    for side in 0..2 {
        let mut units: Vec<i32> = numbers.feature_bias.iter().map(|bias| i32::from(*bias)).collect();
        for pair in inputs {
            let row = &numbers.feature_weights[usize::from(pair[side]) * hidden..][..hidden];
            units.iter_mut().zip(row).for_each(|(unit, weight)| *unit += i32::from(*weight));
        }
        let weights = &numbers.output_weights[(2 * bucket + side) * hidden..][..hidden];
        for (unit, weight) in units.into_iter().zip(weights) {
            sum += i64::from(unit.clamp(0, ACCUMULATOR_ONE).pow(2)) * i64::from(*weight);
        }
    }
    let output = sum / i64::from(ACCUMULATOR_ONE) + i64::from(numbers.output_bias[bucket]);
    (output * i64::from(scale) / i64::from(ACCUMULATOR_ONE * OUTPUT_ONE)) as i32
}

impl Network {
    /// The numbers rounded, in the order of a file.
    fn quantise(&self, rows: &[Row]) -> NetworkParameters {
        let segments = self.segments();
        let [features, bias, output, output_bias] =
            [0, 1, 2, 3].map(|index| (&rows[segments[index].rows.clone()], segments[index].rule));
        let blocks = self.blocks();
        let round = |rule: super::Rule, row: &Row| row.0.map(move |number| rule.round(number) as i16);
        NetworkParameters {
            hidden: self.hidden,
            buckets: self.buckets,
            scale: SCALE,
            feature_weights: (0..COUNT * blocks)
                .flat_map(|place| {
                    let (input, block) = (place / blocks, place % blocks);
                    round(features.1, &features.0[block * COUNT + input])
                })
                .collect(),
            feature_bias: bias.0.iter().flat_map(|row| round(bias.1, row)).collect(),
            output_weights: output.0.iter().flat_map(|row| round(output.1, row)).collect(),
            output_bias: output_bias.0[0].0[..self.buckets.min(LANES)]
                .iter()
                .map(|number| output_bias.1.round(*number) as i32)
                .collect(),
        }
    }
}

/// How far two ways to value positions are apart, in centipawns.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Agreement {
    /// Positions that were compared.
    pub positions: usize,
    /// The mean difference.
    pub mean: f64,
    /// The largest difference.
    pub largest: f64,
}

impl Agreement {
    /// The largest difference that may be, in centipawns.
    pub const LIMIT: f64 = 2.0;

    /// There is something to compare, and it is near enough.
    #[must_use]
    pub fn is_good(&self) -> bool {
        self.positions > 0 && self.largest <= Agreement::LIMIT
    }

    /// Compares outputs with the values of a model in whole numbers.
    #[must_use]
    pub fn of(model: &Quantised, samples: &[Sample], outputs: &[f32]) -> Agreement {
        let scale = f64::from(model.scale());
        let difference = |(sample, output): (&Sample, &f32)| {
            (f64::from(model.evaluate(sample)) - f64::from(*output) * scale).abs()
        };
        let differences: Vec<f64> = samples.iter().zip(outputs).map(difference).collect();
        Agreement {
            positions: differences.len(),
            mean: differences.iter().sum::<f64>() / differences.len().max(1) as f64,
            largest: differences.iter().copied().fold(0.0, f64::max),
        }
    }
}

impl fmt::Display for Agreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Agreement { positions, mean, largest } = self;
        write!(f, "{mean:.2} cp apart on average, {largest:.2} at most, over {positions} positions")
    }
}
