//! Lanes: numbers in blocks that fill a cache line, aligned as the widest registers want them.

/// Numbers in a block.
pub const WIDTH: usize = 32;

/// A cache line of numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C, align(64))]
pub struct Lanes(pub [i16; WIDTH]);

impl Lanes {
    /// All zero.
    pub const ZERO: Lanes = Lanes([0; WIDTH]);

    /// `numbers` in blocks; what is missing in the last one is zero.
    #[must_use]
    pub fn pack(numbers: &[i16]) -> Box<[Lanes]> {
        numbers
            .chunks(WIDTH)
            .map(|chunk| {
                let mut lanes = Lanes::ZERO;
                lanes.0[..chunk.len()].copy_from_slice(chunk);
                lanes
            })
            .collect()
    }

    /// The numbers of `blocks` one after another.
    #[must_use]
    pub fn unpack(blocks: &[Lanes]) -> Vec<i16> {
        blocks.iter().flat_map(|lanes| lanes.0).collect()
    }
}
