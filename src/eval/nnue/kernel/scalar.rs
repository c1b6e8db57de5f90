//! Scalar: the portable kernel, which the compiler may vectorise.

use super::super::vector::{I8x64, I16x32, WIDTH};
use super::activation;

type Block = [i16; WIDTH];
type Sums = [i32; WIDTH / 2];
type Bytes = [i16; 2 * WIDTH];
type Unit = [i32; WIDTH / 2];

const TILE: usize = 1;
const UNITS: usize = 8;

#[inline]
fn no_sums() -> Sums {
    [0; WIDTH / 2]
}

#[inline]
fn load(vector: &I16x32) -> Block {
    vector.0
}

#[inline]
fn store(vector: &mut I16x32, block: Block) {
    vector.0 = block;
}

#[inline]
fn add(mut a: Block, b: Block) -> Block {
    for (a, b) in a.iter_mut().zip(b) {
        *a = a.wrapping_add(b);
    }
    a
}

#[inline]
fn subtract(mut a: Block, b: Block) -> Block {
    for (a, b) in a.iter_mut().zip(b) {
        *a = a.wrapping_sub(b);
    }
    a
}

/// Adds the squares of `values`, clamped to 0 to 255 (SCReLU), times `weights` to `sums`; with fine weights, half the
/// squares.
#[inline]
fn screlu_dot<const FINE: bool>(mut sums: Sums, values: Block, weights: Block) -> Sums {
    let product = |at: usize| {
        let (value, weight) = (values[at].clamp(0, 255), weights[at]);
        if FINE {
            i32::from((value.wrapping_mul(value) as u16 >> 1) as i16) * i32::from(weight)
        } else {
            i32::from(value * weight) * i32::from(value)
        }
    };
    for (at, sum) in sums.iter_mut().enumerate() {
        *sum += product(2 * at) + product(2 * at + 1);
    }
    sums
}

#[inline]
fn total(own: Sums, other: Sums) -> i64 {
    own.into_iter().zip(other).map(|(own, other)| i64::from(own + other)).sum()
}

#[inline]
fn load_bytes(vector: &I8x64) -> Bytes {
    let mut bytes = [0; 2 * WIDTH];
    for (byte, weight) in bytes.iter_mut().zip(vector.0.as_flattened().as_flattened()) {
        *byte = (*weight).into();
    }
    bytes
}

#[inline]
fn activations(own: Block, other: Block) -> Bytes {
    let halves = [own, other].map(|mut half| {
        for value in &mut half {
            *value = activation(*value).into();
        }
        half
    });
    let mut bytes = [0; 2 * WIDTH];
    for (index, eight) in bytes.as_chunks_mut::<8>().0.iter_mut().enumerate() {
        eight.copy_from_slice(&halves[index % 2][index / 2 * 8..][..8]);
    }
    bytes
}

#[inline]
fn no_unit() -> Unit {
    [0; WIDTH / 2]
}

/// Adds the products of activations and weights to the sums of a unit.
#[inline]
fn dot_bytes(mut unit: Unit, activations: Bytes, weights: Bytes) -> Unit {
    for (activations, weights) in
        activations.as_chunks::<WIDTH>().0.iter().zip(weights.as_chunks::<WIDTH>().0)
    {
        let product = |at: usize| i32::from(activations[at]) * i32::from(weights[at]);
        for (at, sum) in unit.iter_mut().enumerate() {
            *sum += product(2 * at) + product(2 * at + 1);
        }
    }
    unit
}

#[inline]
fn unit_total(unit: Unit) -> i32 {
    unit.into_iter().sum()
}

loops!();
