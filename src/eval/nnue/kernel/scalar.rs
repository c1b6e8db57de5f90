//! Scalar: the portable kernel, which the compiler may vectorise.

use super::super::vector::{I16x32, WIDTH};

type Block = [i16; WIDTH];
type Sums = [i32; WIDTH / 2];

const TILE: usize = 1;

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

loops!();
