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

/// Adds the squares of `values`, clamped to 0 to 255 (SCReLU), times `weights` to `sums`.
#[inline]
fn screlu_dot(mut sums: Sums, values: Block, weights: Block) -> Sums {
    let square = |at: usize| {
        let value = values[at].clamp(0, 255);
        i32::from(value * weights[at]) * i32::from(value)
    };
    for (at, sum) in sums.iter_mut().enumerate() {
        *sum += square(2 * at) + square(2 * at + 1);
    }
    sums
}

#[inline]
fn total(own: Sums, other: Sums) -> i64 {
    own.into_iter().zip(other).map(|(own, other)| i64::from(own + other)).sum()
}

loops!();
