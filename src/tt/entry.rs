//! Entry: what the transposition table stores of one position, in 64 bits.

use crate::types::{Bound, Depth, PackedMove, Score};

/// What the transposition table (TT) stores of one position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TtEntry {
    /// The best move, or [`PackedMove::NONE`].
    pub best: PackedMove,
    /// The score, with distances to mate counted from the node.
    pub score: i16,
    /// The static evaluation before the halfmove clock and corrections, or [`TtEntry::NO_EVAL`].
    pub eval: i16,
    /// The search depth, from 0 for quiescence search to 255.
    pub depth: Depth,
    /// The kind of bound that the score is.
    pub bound: Bound,
    /// Whether the node is or was on a principal variation.
    pub pv: bool,
}

impl TtEntry {
    /// Marks a missing static evaluation: the side to move is in check, or the score is that of a tablebase.
    pub const NO_EVAL: i16 = i16::MIN;

    /// Converts a static evaluation to the form that is stored.
    #[inline]
    #[must_use]
    pub fn stored_eval(eval: Option<Score>) -> i16 {
        eval.map_or(TtEntry::NO_EVAL, |eval| eval.units() as i16)
    }

    /// The static evaluation, if it is stored.
    #[inline]
    #[must_use]
    pub fn static_eval(&self) -> Option<Score> {
        (self.eval != TtEntry::NO_EVAL).then(|| Score::new(i32::from(self.eval)))
    }
}

/// An entry in 64 bits: move 16, score 16, eval 16, depth 8, bound 2, pv 1, generation 5.
#[derive(Clone, Copy)]
pub(super) struct Data(pub u64);

impl Data {
    pub const MAX_GENERATION: u8 = 31;

    #[inline]
    pub fn new(entry: &TtEntry, generation: u8) -> Data {
        let flags = entry.bound as u8 | u8::from(entry.pv) << 2 | generation << 3;
        Data(
            u64::from(entry.best.bits())
                | u64::from(entry.score as u16) << 16
                | u64::from(entry.eval as u16) << 32
                | u64::from(entry.depth.clamp(0, 255) as u8) << 48
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

    /// Reports whether the entry was stored in `generation`.
    #[inline]
    pub fn is_of(self, generation: u8) -> bool {
        !self.is_empty() && self.generation() == generation
    }

    /// The number of searches since the entry was stored, modulo 32.
    fn age(self, generation: u8) -> i32 {
        i32::from(generation.wrapping_sub(self.generation()) & Data::MAX_GENERATION)
    }

    /// The replacement priority: the entry of the lowest value in a cluster is replaced first.
    #[inline]
    pub fn value(self, generation: u8) -> i32 {
        self.depth() - 4 * self.age(generation)
    }

    /// Reports whether `entry`, of the same position, replaces this one: if it is exact, if this one is
    /// from an older search, or unless it is much shallower.
    #[inline]
    pub fn is_replaced_by(self, entry: &TtEntry, generation: u8) -> bool {
        entry.bound == Bound::Exact
            || self.generation() != generation
            || entry.depth + 4 + 2 * i32::from(entry.pv) > self.depth()
    }
}
