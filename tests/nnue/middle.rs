//! The middle layer: its units reach the output unclamped, their squares clamped to 1.

use crate::common::boards::{START, position};
use crate::samples::layered;
use lancet::eval::nnue::{KingBuckets, MAX_MIDDLE_WEIGHT, Model, Network, SCALE};

/// The value of a network with 32 hidden units, of which `active` are 1 in both views and the others 0, if the only unit
/// of its middle layer that counts is half their sum, and the output is a 32nd of it and half its square.
fn value(active: usize, sign: i8) -> i32 {
    let mut parameters = layered(32, 1, KingBuckets::One, 8, 1).parameters();
    let middle = parameters.middle.as_mut().expect("a middle layer");
    parameters.feature_weights.fill(0);
    parameters.feature_bias.fill(0);
    parameters.feature_bias[..active].fill(255);
    middle.weights.fill(0);
    middle.weights[..2 * 32].fill(sign * MAX_MIDDLE_WEIGHT);
    middle.bias.fill(0);
    parameters.output_weights.fill(0);
    parameters.output_weights[0] = 512 / 32;
    parameters.output_weights[8] = 512 / 2;
    parameters.output_bias.fill(0);
    Model::from(Network::new(&parameters).expect("a valid network")).evaluate(&position(START))
}

#[test]
fn units_are_unclamped_and_their_squares_clamped() {
    for (active, sign, linear, square) in [
        (32, 1, 32.0, 1.0),
        (16, 1, 16.0, 1.0),
        (16, -1, -16.0, 1.0),
        (1, 1, 1.0, 1.0),
        (1, -1, -1.0, 1.0),
        (0, 1, 0.0, 0.0),
    ] {
        let expected = f64::from(SCALE) * (linear / 32.0 + square / 2.0);
        let found = f64::from(value(active, sign));
        assert!((found - expected).abs() <= 1.0, "{active} {sign}: {found}, expected {expected}");
    }
}
