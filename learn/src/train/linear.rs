//! Linear: a worth for every piece on its square, in the middlegame and in the endgame; and back.

use lancet::eval::nnue::Linear as Whole;
use lancet::eval::nnue::features::COUNT;

use super::row::{LANES, Row};
use super::segment::{Rule, Segment};
use super::slice::Slice;
use super::work::Work;
use crate::samples::Sample;

/// Steps of a whole number to an output of one: 16 a centipawn, 400 centipawns.
const STEPS: f32 = 16.0 * 400.0;

/// Pairs of numbers in a row.
const PAIRS: usize = LANES / 2;

/// Rows of the weights; the tempo has one more.
const WEIGHTS: usize = COUNT / PAIRS;

/// What the phase is with all pieces on the board.
const FULL_PHASE: u32 = 24;

/// What holds for all rows. Weights are not drawn to zero: material is worth something.
#[must_use]
pub fn segments() -> Vec<Segment> {
    let rule = Rule { decays: false, limit: 32_000.0 / STEPS, steps: STEPS };
    vec![Segment { rows: 0..WEIGHTS + 1, rule }]
}

/// Nothing but material.
#[must_use]
pub fn initial() -> Vec<Row> {
    let material = Whole::material();
    let mut rows = vec![Row::ZERO; WEIGHTS + 1];
    for (input, pair) in material.weights.iter().enumerate() {
        *at(&mut rows, input) = pair.map(|weight| f32::from(weight) / STEPS);
    }
    rows
}

/// The model in whole numbers.
#[must_use]
pub fn quantise(rows: &[Row]) -> Whole {
    let rule = segments()[0].rule;
    let whole = |number: f32| rule.round(number) as i16;
    let mut model = Whole::material();
    for (input, pair) in model.weights.iter_mut().enumerate() {
        *pair = get(rows, input).map(whole);
    }
    model.tempo = [rows[WEIGHTS].0[0], rows[WEIGHTS].0[1]].map(whole);
    model
}

#[inline]
fn get(rows: &[Row], input: usize) -> [f32; 2] {
    rows[input / PAIRS].0.as_chunks().0[input % PAIRS]
}

#[inline]
fn at(rows: &mut [Row], input: usize) -> &mut [f32; 2] {
    &mut rows[input / PAIRS].0.as_chunks_mut().0[input % PAIRS]
}

/// The pieces that are left, from 0 to [`FULL_PHASE`].
#[must_use]
pub fn phase(sample: &Sample) -> u32 {
    let weights = [0, 1, 1, 2, 4, 0];
    sample.men().map(|(_, role, _)| weights[usize::from(role)]).sum::<u32>().min(FULL_PHASE)
}

/// The shares of middlegame and endgame.
fn shares(sample: &Sample) -> [f32; 2] {
    let middle = phase(sample) as f32 / FULL_PHASE as f32;
    [middle, 1.0 - middle]
}

/// Fills the outputs of the slice in `work`.
pub fn forward(rows: &[Row], work: &mut Work) {
    let Work { slice, outputs, .. } = work;
    for ((active, sample), output) in samples(slice).zip(outputs.iter_mut()) {
        let mut sum = [rows[WEIGHTS].0[0], rows[WEIGHTS].0[1]];
        for pair in active {
            let (own, other) = (get(rows, pair[0].into()), get(rows, pair[1].into()));
            sum[0] += own[0] - other[0];
            sum[1] += own[1] - other[1];
        }
        let shares = shares(sample);
        *output = sum[0] * shares[0] + sum[1] * shares[1];
    }
}

/// Adds the gradient of the slice in `work` to `gradient`.
pub fn backward(work: &mut Work, gradient: &mut [Row]) {
    for ((active, sample), slope) in samples(&work.slice).zip(&work.slopes) {
        let slopes = shares(sample).map(|share| share * slope);
        for (side, slope) in slopes.into_iter().enumerate() {
            gradient[WEIGHTS].0[side] += slope;
            for pair in active {
                at(gradient, pair[0].into())[side] += slope;
                at(gradient, pair[1].into())[side] -= slope;
            }
        }
    }
}

fn samples(slice: &Slice) -> impl Iterator<Item = (&[[u16; 2]], &Sample)> {
    slice.active().zip(&slice.samples)
}
