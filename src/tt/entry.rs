//! Entry: what the table knows of one position, in 64 bits.

use crate::types::{Bound, Depth, PackedMove};

/// What the transposition table holds of one position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TtEntry {
    /// The best move, or none.
    pub best: PackedMove,
    /// The score, mates counted from the node.
    pub score: i16,
    /// The static evaluation, uncorrected; [`TtEntry::NO_EVAL`] where there is none.
    pub eval: i16,
    /// The depth searched, 0 for quiescence, to 255.
    pub depth: Depth,
    /// What the score says.
    pub bound: Bound,
    /// The node was or is on a principal variation.
    pub pv: bool,
}

impl TtEntry {
    /// Stands for a static evaluation that was never made (the node was in check).
    pub const NO_EVAL: i16 = i16::MIN;
}

/// The bits: move 16, score 16, eval 16, depth 8, bound 2, pv 1, generation 5.
#[derive(Clone, Copy)]
pub(super) struct Data(pub u64);

impl Data {
    pub const MAX_GENERATION: u8 = 31;

    #[inline]
    pub fn new(record: &TtEntry, generation: u8) -> Data {
        let flags = record.bound as u8 | u8::from(record.pv) << 2 | generation << 3;
        Data(
            u64::from(record.best.bits())
                | u64::from(record.score as u16) << 16
                | u64::from(record.eval as u16) << 32
                | u64::from(record.depth.clamp(0, 255) as u8) << 48
                | u64::from(flags) << 56,
        )
    }

    #[inline]
    pub fn unpack(self) -> Option<TtEntry> {
        Some(TtEntry {
            best: self.best(),
            score: (self.0 >> 16) as i16,
            eval: (self.0 >> 32) as i16,
            depth: self.depth(),
            bound: self.bound()?,
            pv: self.flags() & 4 != 0,
        })
    }

    #[inline]
    pub fn is_empty(self) -> bool {
        self.bound().is_none()
    }

    #[inline]
    pub fn best(self) -> PackedMove {
        PackedMove::from_bits(self.0 as u16)
    }

    #[inline]
    fn depth(self) -> Depth {
        Depth::from((self.0 >> 48) as u8)
    }

    #[inline]
    fn flags(self) -> u8 {
        (self.0 >> 56) as u8
    }

    #[inline]
    fn bound(self) -> Option<Bound> {
        match self.flags() & 3 {
            1 => Some(Bound::Upper),
            2 => Some(Bound::Lower),
            3 => Some(Bound::Exact),
            _ => None,
        }
    }

    #[inline]
    fn generation(self) -> u8 {
        self.flags() >> 3
    }

    #[inline]
    pub fn is_of(self, generation: u8) -> bool {
        !self.is_empty() && self.generation() == generation
    }

    fn age(self, generation: u8) -> i32 {
        i32::from(generation.wrapping_sub(self.generation()) & Data::MAX_GENERATION)
    }

    /// What would be lost with this entry: depth, less for every search that has passed since.
    #[inline]
    pub fn worth(self, generation: u8) -> i32 {
        self.depth() - 4 * self.age(generation)
    }

    /// A new result for the same position replaces this one: always if it is exact or this is of
    /// an older search, else unless it is much shallower.
    #[inline]
    pub fn yields_to(self, record: &TtEntry, generation: u8) -> bool {
        record.bound == Bound::Exact
            || self.generation() != generation
            || record.depth + 4 + 2 * i32::from(record.pv) > self.depth()
    }
}
