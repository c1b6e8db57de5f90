//! NEON: 32 integers in four 128-bit registers.

use std::arch::aarch64::*;

use super::super::vector::{I8x64, I16x32};

type Block = int16x8x4_t;
type Sums = int32x4x4_t;
type Bytes = int8x16x4_t;
type Unit = int32x4_t;

const TILE: usize = 4;
const UNITS: usize = 8;

#[inline]
#[target_feature(enable = "neon")]
fn no_sums() -> Sums {
    int32x4x4_t(vdupq_n_s32(0), vdupq_n_s32(0), vdupq_n_s32(0), vdupq_n_s32(0))
}

#[inline]
#[target_feature(enable = "neon")]
fn load(vector: &I16x32) -> Block {
    let start = vector.0.as_ptr();
    // SAFETY: the vector is 32 integers long.
    unsafe {
        int16x8x4_t(
            vld1q_s16(start),
            vld1q_s16(start.add(8)),
            vld1q_s16(start.add(16)),
            vld1q_s16(start.add(24)),
        )
    }
}

#[inline]
#[target_feature(enable = "neon")]
fn store(vector: &mut I16x32, block: Block) {
    let start = vector.0.as_mut_ptr();
    // SAFETY: the vector is 32 integers long.
    unsafe {
        vst1q_s16(start, block.0);
        vst1q_s16(start.add(8), block.1);
        vst1q_s16(start.add(16), block.2);
        vst1q_s16(start.add(24), block.3);
    }
}

#[inline]
#[target_feature(enable = "neon")]
fn add(a: Block, b: Block) -> Block {
    int16x8x4_t(vaddq_s16(a.0, b.0), vaddq_s16(a.1, b.1), vaddq_s16(a.2, b.2), vaddq_s16(a.3, b.3))
}

#[inline]
#[target_feature(enable = "neon")]
fn subtract(a: Block, b: Block) -> Block {
    int16x8x4_t(vsubq_s16(a.0, b.0), vsubq_s16(a.1, b.1), vsubq_s16(a.2, b.2), vsubq_s16(a.3, b.3))
}

/// Adds the squares of `values`, clamped to 0 to 255 (SCReLU), times `weights` to `sums`; with fine weights, half the
/// squares.
#[inline]
#[target_feature(enable = "neon")]
fn screlu_dot<const FINE: bool>(sums: Sums, values: Block, weights: Block) -> Sums {
    int32x4x4_t(
        screlu_dot_quarter::<FINE>(sums.0, values.0, weights.0),
        screlu_dot_quarter::<FINE>(sums.1, values.1, weights.1),
        screlu_dot_quarter::<FINE>(sums.2, values.2, weights.2),
        screlu_dot_quarter::<FINE>(sums.3, values.3, weights.3),
    )
}

#[inline]
#[target_feature(enable = "neon")]
fn screlu_dot_quarter<const FINE: bool>(sums: int32x4_t, values: int16x8_t, weights: int16x8_t) -> int32x4_t {
    let clamped = vminq_s16(vmaxq_s16(values, vdupq_n_s16(0)), vdupq_n_s16(255));
    let (a, b) = if FINE {
        let square = vreinterpretq_u16_s16(vmulq_s16(clamped, clamped));
        (vreinterpretq_s16_u16(vshrq_n_u16::<1>(square)), weights)
    } else {
        (vmulq_s16(clamped, weights), clamped)
    };
    vmlal_high_s16(vmlal_s16(sums, vget_low_s16(a), vget_low_s16(b)), a, b)
}

#[inline]
#[target_feature(enable = "neon")]
fn total(own: Sums, other: Sums) -> i64 {
    let total = |own: int32x4_t, other: int32x4_t| vaddlvq_s32(vaddq_s32(own, other));
    total(own.0, other.0) + total(own.1, other.1) + total(own.2, other.2) + total(own.3, other.3)
}

#[inline]
#[target_feature(enable = "neon")]
fn load_bytes(vector: &I8x64) -> Bytes {
    // SAFETY: the vector is 64 bytes long.
    unsafe { vld1q_s8_x4(vector.0.as_ptr().cast()) }
}

/// Returns the squares of both blocks, clamped to 0 to 255 (SCReLU), in 1/256, rounded, as unsigned integers.
#[inline]
#[target_feature(enable = "neon")]
fn activations(own: Block, other: Block) -> Bytes {
    int8x16x4_t(
        activations_quarter(own.0, other.0),
        activations_quarter(own.1, other.1),
        activations_quarter(own.2, other.2),
        activations_quarter(own.3, other.3),
    )
}

#[inline]
#[target_feature(enable = "neon")]
fn activations_quarter(own: int16x8_t, other: int16x8_t) -> int8x16_t {
    // Narrowing clamps, and once more it rounds.
    let square = |values: int16x8_t| {
        let clamped = vqmovun_s16(values);
        vrshrn_n_u16::<8>(vmull_u8(clamped, clamped))
    };
    vreinterpretq_s8_u8(vcombine_u8(square(own), square(other)))
}

#[inline]
#[target_feature(enable = "neon")]
fn no_unit() -> Unit {
    vdupq_n_s32(0)
}

/// Adds the products of activations and weights to the sums of a unit.
#[inline]
#[target_feature(enable = "neon")]
fn dot_bytes(unit: Unit, activations: Bytes, weights: Bytes) -> Unit {
    let half = dot_bytes_quarter(dot_bytes_quarter(unit, activations.0, weights.0), activations.1, weights.1);
    dot_bytes_quarter(dot_bytes_quarter(half, activations.2, weights.2), activations.3, weights.3)
}

#[inline]
#[target_feature(enable = "neon")]
fn dot_bytes_quarter(unit: Unit, activations: int8x16_t, weights: int8x16_t) -> Unit {
    let activations = vreinterpretq_u8_s8(activations);
    let wide = |half: uint8x8_t| vreinterpretq_s16_u16(vmovl_u8(half));
    let low = vmulq_s16(wide(vget_low_u8(activations)), vmovl_s8(vget_low_s8(weights)));
    let both = vmlaq_s16(low, wide(vget_high_u8(activations)), vmovl_s8(vget_high_s8(weights)));
    vpadalq_s16(unit, both)
}

#[inline]
#[target_feature(enable = "neon")]
fn unit_total(unit: Unit) -> i32 {
    vaddvq_s32(unit)
}

loops!(#[target_feature(enable = "neon")]);
