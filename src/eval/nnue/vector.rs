//! Vectors: 32 integers of 16 bits in a cache line, or of 8 bits in half of one, aligned for the widest registers.

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

/// A vector of 32 integers of 8 bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C, align(32))]
pub struct I8x32(pub [i8; WIDTH]);

impl I8x32 {
    /// Packs `values`, a multiple of 32, into vectors.
    #[must_use]
    pub fn pack(values: &[i8]) -> Box<[I8x32]> {
        values.as_chunks().0.iter().map(|chunk| I8x32(*chunk)).collect()
    }

    /// Returns the integers of `vectors`.
    #[must_use]
    pub fn unpack(vectors: &[I8x32]) -> Vec<i8> {
        vectors.iter().flat_map(|vector| vector.0).collect()
    }
}
