//! Vectors: 32 integers of 16 bits, or 64 of 8 bits, in a cache line, aligned for the widest registers.

use std::array;

/// The length of a vector.
pub const WIDTH: usize = 32;

/// A vector of 32 integers of 16 bits in one cache line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C, align(64))]
pub struct I16x32(pub [i16; WIDTH]);

impl I16x32 {
    /// A vector of zeros.
    pub const ZERO: I16x32 = I16x32([0; WIDTH]);

    /// Packs `values` into vectors; the last one is padded with zeros.
    #[must_use]
    pub fn pack(values: &[i16]) -> Box<[I16x32]> {
        values
            .chunks(WIDTH)
            .map(|chunk| {
                let mut vector = I16x32::ZERO;
                vector.0[..chunk.len()].copy_from_slice(chunk);
                vector
            })
            .collect()
    }

    /// Returns the integers of `vectors`.
    #[must_use]
    pub fn unpack(vectors: &[I16x32]) -> Vec<i16> {
        vectors.iter().flat_map(|vector| vector.0).collect()
    }
}

/// 32 integers of 8 bits for each of two accumulators, in one cache line: eight for one and eight for the other in turn, as
/// the kernels narrow their 16-bit integers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C, align(64))]
pub struct I8x64(pub [[[i8; 8]; 2]; 4]);

impl I8x64 {
    /// Packs rows of two halves, each `length` integers long, which is a multiple of 32.
    #[must_use]
    pub fn pack(rows: &[i8], length: usize) -> Box<[I8x64]> {
        let vector = |(own, other): (&[i8; WIDTH], &[i8; WIDTH])| {
            I8x64(array::from_fn(|eight| [own, other].map(|half| array::from_fn(|at| half[8 * eight + at]))))
        };
        let halves = rows.chunks_exact(2 * length).map(|row| row.split_at(length));
        halves
            .flat_map(|(own, other)| own.as_chunks().0.iter().zip(other.as_chunks().0).map(vector))
            .collect()
    }

    /// Returns the rows that were packed with this `length`.
    #[must_use]
    pub fn unpack(vectors: &[I8x64], length: usize) -> Vec<i8> {
        let half = |row: &[I8x64], side: usize| -> Vec<i8> {
            row.iter().flat_map(|vector| vector.0).flat_map(|pair| pair[side]).collect()
        };
        vectors.chunks_exact(length / WIDTH).flat_map(|row| [half(row, 0), half(row, 1)].concat()).collect()
    }
}
