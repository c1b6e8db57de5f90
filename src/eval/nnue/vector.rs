//! I16x32: numbers in blocks that fill a cache line, aligned as the widest registers want them.

/// NetworkParameters in a block.
pub const WIDTH: usize = 32;

/// A cache line of numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C, align(64))]
pub struct I16x32(pub [i16; WIDTH]);

impl I16x32 {
    /// All zero.
    pub const ZERO: I16x32 = I16x32([0; WIDTH]);

    /// `numbers` in blocks; what is missing in the last one is zero.
    #[must_use]
    pub fn pack(numbers: &[i16]) -> Box<[I16x32]> {
        numbers
            .chunks(WIDTH)
            .map(|chunk| {
                let mut lanes = I16x32::ZERO;
                lanes.0[..chunk.len()].copy_from_slice(chunk);
                lanes
            })
            .collect()
    }

    /// The numbers of `blocks` one after another.
    #[must_use]
    pub fn unpack(blocks: &[I16x32]) -> Vec<i16> {
        blocks.iter().flat_map(|lanes| lanes.0).collect()
    }
}
