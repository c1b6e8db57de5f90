//! AVX-512: 32 integers in one 512-bit register, with VNNI's multiply-add where available.

use std::arch::x86_64::*;

use super::super::vector::{I8x64, I16x32};

type Block = __m512i;
type Sums = __m512i;
type Bytes = __m512i;
type Unit = __m512i;

const TILE: usize = 8;
const UNITS: usize = 8;

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn no_sums() -> Sums {
    _mm512_setzero_si512()
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn load(vector: &I16x32) -> Block {
    // SAFETY: the vector is 64 bytes long and aligned to 64 bytes.
    unsafe { _mm512_load_si512(vector.0.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn store(vector: &mut I16x32, block: Block) {
    // SAFETY: the vector is 64 bytes long and aligned to 64 bytes.
    unsafe { _mm512_store_si512(vector.0.as_mut_ptr().cast(), block) }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn add(a: Block, b: Block) -> Block {
    _mm512_add_epi16(a, b)
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn subtract(a: Block, b: Block) -> Block {
    _mm512_sub_epi16(a, b)
}

/// Returns two factors whose products are those of the squares of `values`, clamped to 0 to 255 (SCReLU), with
/// `weights`; with fine weights, of half the squares.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn factors<const FINE: bool>(values: Block, weights: Block) -> (Block, Block) {
    let clamped = _mm512_min_epi16(_mm512_max_epi16(values, _mm512_setzero_si512()), _mm512_set1_epi16(255));
    if FINE {
        (_mm512_srli_epi16::<1>(_mm512_mullo_epi16(clamped, clamped)), weights)
    } else {
        (_mm512_mullo_epi16(clamped, weights), clamped)
    }
}

/// Adds SCReLU of `values` times `weights` to `sums`.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn screlu_dot<const FINE: bool>(sums: Sums, values: Block, weights: Block) -> Sums {
    let (a, b) = factors::<FINE>(values, weights);
    _mm512_add_epi32(sums, _mm512_madd_epi16(a, b))
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn total(own: Sums, other: Sums) -> i64 {
    let sums = _mm512_add_epi32(own, other);
    let low = _mm512_cvtepi32_epi64(_mm512_castsi512_si256(sums));
    let high = _mm512_cvtepi32_epi64(_mm512_extracti64x4_epi64::<1>(sums));
    _mm512_reduce_add_epi64(_mm512_add_epi64(low, high))
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn load_bytes(vector: &I8x64) -> Bytes {
    // SAFETY: the vector is 64 bytes long and aligned to 64 bytes.
    unsafe { _mm512_load_si512(vector.0.as_ptr().cast()) }
}

/// Returns the squares of both blocks, clamped to 0 to 255 (SCReLU), in 1/256, rounded.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn activations(own: Block, other: Block) -> Bytes {
    // Narrowing clamps. A product is divided by 2^15 and rounded.
    let clamped = _mm512_packus_epi16(own, other);
    let square = |values: Block| _mm512_mulhrs_epi16(values, _mm512_slli_epi16::<7>(values));
    let own = square(_mm512_unpacklo_epi8(clamped, _mm512_setzero_si512()));
    let other = square(_mm512_unpackhi_epi8(clamped, _mm512_setzero_si512()));
    _mm512_packus_epi16(own, other)
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn no_unit() -> Unit {
    _mm512_setzero_si512()
}

/// Adds the products of activations and weights to the sums of a unit.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn dot_bytes(unit: Unit, activations: Bytes, weights: Bytes) -> Unit {
    let pairs = _mm512_maddubs_epi16(activations, weights);
    _mm512_add_epi32(unit, _mm512_madd_epi16(pairs, _mm512_set1_epi16(1)))
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn unit_total(unit: Unit) -> i32 {
    _mm512_reduce_add_epi32(unit)
}

loops!(#[target_feature(enable = "avx512f,avx512bw")]);

/// The kernel with the multiply-add instruction of VNNI.
pub mod vnni {
    use super::*;

    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vnni")]
    fn screlu_dot<const FINE: bool>(sums: Sums, values: Block, weights: Block) -> Sums {
        let (a, b) = factors::<FINE>(values, weights);
        _mm512_dpwssd_epi32(sums, a, b)
    }

    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vnni")]
    fn dot_bytes(unit: Unit, activations: Bytes, weights: Bytes) -> Unit {
        _mm512_dpbusd_epi32(unit, activations, weights)
    }

    loops!(#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vnni")]);
}
