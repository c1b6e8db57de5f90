//! AVX2: 32 integers in two 256-bit registers.

use std::arch::x86_64::*;

use super::super::vector::{I8x64, I16x32};

type Block = [__m256i; 2];
type Sums = [__m256i; 2];
type Bytes = [__m256i; 2];
type Unit = __m256i;

const TILE: usize = 4;
const UNITS: usize = 8;

#[inline]
#[target_feature(enable = "avx2")]
fn no_sums() -> Sums {
    [_mm256_setzero_si256(); 2]
}

#[inline]
#[target_feature(enable = "avx2")]
fn load(vector: &I16x32) -> Block {
    let start = vector.0.as_ptr().cast::<__m256i>();
    // SAFETY: the vector is 64 bytes long and aligned to 64 bytes.
    unsafe { [_mm256_load_si256(start), _mm256_load_si256(start.add(1))] }
}

#[inline]
#[target_feature(enable = "avx2")]
fn store(vector: &mut I16x32, block: Block) {
    let start = vector.0.as_mut_ptr().cast::<__m256i>();
    // SAFETY: the vector is 64 bytes long and aligned to 64 bytes.
    unsafe {
        _mm256_store_si256(start, block[0]);
        _mm256_store_si256(start.add(1), block[1]);
    }
}

#[inline]
#[target_feature(enable = "avx2")]
fn add(a: Block, b: Block) -> Block {
    [_mm256_add_epi16(a[0], b[0]), _mm256_add_epi16(a[1], b[1])]
}

#[inline]
#[target_feature(enable = "avx2")]
fn subtract(a: Block, b: Block) -> Block {
    [_mm256_sub_epi16(a[0], b[0]), _mm256_sub_epi16(a[1], b[1])]
}

/// Adds the squares of `values`, clamped to 0 to 255 (SCReLU), times `weights` to `sums`; with fine weights, half the
/// squares.
#[inline]
#[target_feature(enable = "avx2")]
fn screlu_dot<const FINE: bool>(sums: Sums, values: Block, weights: Block) -> Sums {
    [
        screlu_dot_half::<FINE>(sums[0], values[0], weights[0]),
        screlu_dot_half::<FINE>(sums[1], values[1], weights[1]),
    ]
}

#[inline]
#[target_feature(enable = "avx2")]
fn screlu_dot_half<const FINE: bool>(sums: __m256i, values: __m256i, weights: __m256i) -> __m256i {
    let clamped = _mm256_min_epi16(_mm256_max_epi16(values, _mm256_setzero_si256()), _mm256_set1_epi16(255));
    let products = if FINE {
        _mm256_madd_epi16(_mm256_srli_epi16::<1>(_mm256_mullo_epi16(clamped, clamped)), weights)
    } else {
        _mm256_madd_epi16(_mm256_mullo_epi16(clamped, weights), clamped)
    };
    _mm256_add_epi32(sums, products)
}

#[inline]
#[target_feature(enable = "avx2")]
fn total(own: Sums, other: Sums) -> i64 {
    let low = _mm256_add_epi32(own[0], other[0]);
    let high = _mm256_add_epi32(own[1], other[1]);
    let wide = |sums: __m256i| {
        let upper = _mm256_cvtepi32_epi64(_mm256_extracti128_si256::<1>(sums));
        _mm256_add_epi64(_mm256_cvtepi32_epi64(_mm256_castsi256_si128(sums)), upper)
    };
    let sums = _mm256_add_epi64(wide(low), wide(high));
    let pair = _mm_add_epi64(_mm256_castsi256_si128(sums), _mm256_extracti128_si256::<1>(sums));
    _mm_extract_epi64::<0>(pair) + _mm_extract_epi64::<1>(pair)
}

#[inline]
#[target_feature(enable = "avx2")]
fn load_bytes(vector: &I8x64) -> Bytes {
    let start = vector.0.as_ptr().cast::<__m256i>();
    // SAFETY: the vector is 64 bytes long and aligned to 64 bytes.
    unsafe { [_mm256_load_si256(start), _mm256_load_si256(start.add(1))] }
}

/// Returns the squares of both blocks, clamped to 0 to 255 (SCReLU), in 1/256, rounded.
#[inline]
#[target_feature(enable = "avx2")]
fn activations(own: Block, other: Block) -> Bytes {
    [activations_half(own[0], other[0]), activations_half(own[1], other[1])]
}

#[inline]
#[target_feature(enable = "avx2")]
fn activations_half(own: __m256i, other: __m256i) -> __m256i {
    // Narrowing clamps. A product is divided by 2^15 and rounded.
    let clamped = _mm256_packus_epi16(own, other);
    let square = |values: __m256i| _mm256_mulhrs_epi16(values, _mm256_slli_epi16::<7>(values));
    let own = square(_mm256_unpacklo_epi8(clamped, _mm256_setzero_si256()));
    let other = square(_mm256_unpackhi_epi8(clamped, _mm256_setzero_si256()));
    _mm256_packus_epi16(own, other)
}

#[inline]
#[target_feature(enable = "avx2")]
fn no_unit() -> Unit {
    _mm256_setzero_si256()
}

/// Adds the products of activations and weights to the sums of a unit.
#[inline]
#[target_feature(enable = "avx2")]
fn dot_bytes(unit: Unit, activations: Bytes, weights: Bytes) -> Unit {
    dot_bytes_half(dot_bytes_half(unit, activations[0], weights[0]), activations[1], weights[1])
}

#[inline]
#[target_feature(enable = "avx2")]
fn dot_bytes_half(unit: Unit, activations: __m256i, weights: __m256i) -> Unit {
    let pairs = _mm256_maddubs_epi16(activations, weights);
    _mm256_add_epi32(unit, _mm256_madd_epi16(pairs, _mm256_set1_epi16(1)))
}

#[inline]
#[target_feature(enable = "avx2")]
fn unit_total(unit: Unit) -> i32 {
    let half = _mm_add_epi32(_mm256_castsi256_si128(unit), _mm256_extracti128_si256::<1>(unit));
    let quarter = _mm_add_epi32(half, _mm_shuffle_epi32::<0b01_00_11_10>(half));
    _mm_cvtsi128_si32(_mm_add_epi32(quarter, _mm_shuffle_epi32::<0b10_11_00_01>(quarter)))
}

loops!(#[target_feature(enable = "avx2")]);
