//! AVX-512: 32 numbers in one register of 512 bits; with VNNI, multiplied and added at once.

use std::arch::x86_64::*;

use super::super::vector::I16x32;

type Block = __m512i;
type Sums = __m512i;

const TILE: usize = 8;

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn no_sums() -> Sums {
    _mm512_setzero_si512()
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn load(lanes: &I16x32) -> Block {
    // SAFETY: the block is 64 bytes, aligned to as many.
    unsafe { _mm512_load_si512(lanes.0.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn store(lanes: &mut I16x32, numbers: Block) {
    // SAFETY: the block is 64 bytes, aligned to as many.
    unsafe { _mm512_store_si512(lanes.0.as_mut_ptr().cast(), numbers) }
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

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn clamp(values: Block) -> Block {
    _mm512_min_epi16(_mm512_max_epi16(values, _mm512_setzero_si512()), _mm512_set1_epi16(255))
}

/// Adds the squares of `values`, clamped to 0 to 255, times `weights`.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn weigh(sums: Sums, values: Block, weights: Block) -> Sums {
    let clamped = clamp(values);
    _mm512_add_epi32(sums, _mm512_madd_epi16(_mm512_mullo_epi16(clamped, weights), clamped))
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn total(own: Sums, other: Sums) -> i64 {
    let sums = _mm512_add_epi32(own, other);
    let low = _mm512_cvtepi32_epi64(_mm512_castsi512_si256(sums));
    let high = _mm512_cvtepi32_epi64(_mm512_extracti64x4_epi64::<1>(sums));
    _mm512_reduce_add_epi64(_mm512_add_epi64(low, high))
}

loops!(#[target_feature(enable = "avx512f,avx512bw")]);

/// With the instruction that multiplies and adds at once.
pub mod vnni {
    use super::*;

    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
    fn weigh(sums: Sums, values: Block, weights: Block) -> Sums {
        let clamped = clamp(values);
        _mm512_dpwssd_epi32(sums, _mm512_mullo_epi16(clamped, weights), clamped)
    }

    loops!(#[target_feature(enable = "avx512f,avx512bw,avx512vnni")]);
}
