//! Linear models: tapered piece-square tables, with forward and backward pass.

use lancet::eval::nnue::features::COUNT;
use lancet::eval::nnue::{FULL_PHASE, Linear as EngineLinear, SCALE, WEIGHT_ONE};

use super::micro_batch::MicroBatch;
use super::parameters::{LANES, ParameterGroup, Row, Rule};
use super::workspace::Workspace;
use crate::samples::Sample;

/// The quantization scale: the integer weight that stands for an output of 1.
const QUANTIZATION: f32 = (WEIGHT_ONE * SCALE) as f32;

/// Pairs of parameters per row.
const PAIRS: usize = LANES / 2;

/// Rows of weights; one more row holds the tempo.
const WEIGHTS: usize = COUNT / PAIRS;

/// Returns the only group. There is no weight decay, which would pull piece values towards zero.
#[must_use]
pub fn groups() -> Vec<ParameterGroup> {
    let rule = Rule { decay: 0.0, limit: 32_000.0 / QUANTIZATION, scale: QUANTIZATION };
    vec![ParameterGroup { rows: 0..WEIGHTS + 1, rule }]
}

/// Returns the initial parameters: material values.
#[must_use]
pub fn initial() -> Vec<Row> {
    let material = EngineLinear::material();
    let mut rows = vec![Row::ZERO; WEIGHTS + 1];
    for (input, pair) in material.weights.iter().enumerate() {
        *get_mut(&mut rows, input) = pair.map(|weight| f32::from(weight) / QUANTIZATION);
    }
    rows
}

/// Returns the quantized model.
#[must_use]
pub fn quantize(rows: &[Row]) -> EngineLinear {
    let rule = groups()[0].rule;
    let integer = |parameter: f32| rule.quantize(parameter) as i16;
    let mut model = EngineLinear::material();
    for (input, pair) in model.weights.iter_mut().enumerate() {
        *pair = get(rows, input).map(integer);
    }
    model.tempo = [rows[WEIGHTS].0[0], rows[WEIGHTS].0[1]].map(integer);
    model
}

#[inline]
fn get(rows: &[Row], input: usize) -> [f32; 2] {
    rows[input / PAIRS].0.as_chunks().0[input % PAIRS]
}

#[inline]
fn get_mut(rows: &mut [Row], input: usize) -> &mut [f32; 2] {
    &mut rows[input / PAIRS].0.as_chunks_mut().0[input % PAIRS]
}

/// Returns the game phase, from 0 (no pieces) to [`FULL_PHASE`].
#[must_use]
pub fn phase(sample: &Sample) -> i32 {
    let weights = [0, 1, 1, 2, 4, 0];
    sample.pieces().map(|(_, role, _)| weights[usize::from(role)]).sum::<i32>().min(FULL_PHASE)
}

/// Returns the weights of the middlegame and endgame values.
fn tapering(sample: &Sample) -> [f32; 2] {
    let middlegame = phase(sample) as f32 / FULL_PHASE as f32;
    [middlegame, 1.0 - middlegame]
}

/// Computes the outputs of the micro-batch in `work`.
pub fn forward(rows: &[Row], work: &mut Workspace) {
    let Workspace { batch, outputs, .. } = work;
    for ((active, sample), output) in samples(batch).zip(outputs.iter_mut()) {
        let mut sum = [rows[WEIGHTS].0[0], rows[WEIGHTS].0[1]];
        for pair in active {
            let (own, other) = (get(rows, pair[0].into()), get(rows, pair[1].into()));
            sum[0] += own[0] - other[0];
            sum[1] += own[1] - other[1];
        }
        let tapering = tapering(sample);
        *output = sum[0] * tapering[0] + sum[1] * tapering[1];
    }
}

/// Adds the gradient of the micro-batch in `work` to `gradient`.
pub fn backward(work: &mut Workspace, gradient: &mut [Row]) {
    for ((active, sample), output) in samples(&work.batch).zip(&work.output_gradients) {
        let parts = tapering(sample).map(|weight| weight * output);
        for (phase, part) in parts.into_iter().enumerate() {
            gradient[WEIGHTS].0[phase] += part;
            for pair in active {
                get_mut(gradient, pair[0].into())[phase] += part;
                get_mut(gradient, pair[1].into())[phase] -= part;
            }
        }
    }
}

fn samples(batch: &MicroBatch) -> impl Iterator<Item = (&[[u16; 2]], &Sample)> {
    batch.active().zip(&batch.samples)
}
