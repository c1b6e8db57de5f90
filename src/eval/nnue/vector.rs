//! Vectors: 32 integers of 16 bits, or 64 of 8 bits, in a cache line, aligned for the widest registers.

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
        let row = |row: &[i8]| {
            let (own, other) = row.split_at(length);
            let pairs = own.as_chunks().0.iter().zip(other.as_chunks().0).map(|(own, other)| [*own, *other]);
            pairs.collect::<Vec<_>>().as_chunks().0.iter().map(|eights| I8x64(*eights)).collect::<Vec<_>>()
        };
        rows.chunks_exact(2 * length).flat_map(row).collect()
    }

    /// Returns the rows that were packed with this `length`.
    #[must_use]
    pub fn unpack(vectors: &[I8x64], length: usize) -> Vec<i8> {
        let eights = |row: &[I8x64]| row.iter().flat_map(|vector| vector.0).collect::<Vec<_>>();
        let half =
            |row: &[I8x64], side: usize| eights(row).into_iter().flat_map(move |pair| pair[side]).collect();
        let rows = vectors.chunks_exact(length / WIDTH);
        rows.flat_map(|row| [half(row, 0), half(row, 1)]).collect::<Vec<Vec<i8>>>().concat()
    }
}
