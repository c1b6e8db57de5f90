//! King buckets: sets of squares of the own king, each with feature weights of its own.

/// A division of the squares of the own king, which is on files a to d in its side's view.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum KingBuckets {
    /// All squares.
    #[default]
    One,
    /// The corner a1 and b1, the centre c1 and d1, the second rank, and all other ranks.
    Four,
}

impl KingBuckets {
    /// The largest number of buckets.
    pub const MAX: usize = 4;

    /// Returns the division into a number of buckets; `None` if there is none.
    #[must_use]
    pub const fn with_count(count: usize) -> Option<KingBuckets> {
        match count {
            1 => Some(KingBuckets::One),
            4 => Some(KingBuckets::Four),
            _ => None,
        }
    }

    /// Returns the number of buckets.
    #[inline]
    #[must_use]
    pub const fn count(self) -> usize {
        match self {
            KingBuckets::One => 1,
            KingBuckets::Four => 4,
        }
    }

    /// Returns the bucket of the own king on a square of its side's view: rank times 8 plus file, from 0.
    #[inline]
    #[must_use]
    pub const fn bucket(self, square: u8) -> usize {
        match (self, square) {
            (KingBuckets::One, _) | (KingBuckets::Four, 0..=1) => 0,
            (KingBuckets::Four, 2..=7) => 1,
            (KingBuckets::Four, 8..=15) => 2,
            (KingBuckets::Four, _) => 3,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bucket_has_squares() {
        for buckets in [KingBuckets::One, KingBuckets::Four] {
            assert_eq!(KingBuckets::with_count(buckets.count()), Some(buckets));
            let mut squares = vec![0; buckets.count()];
            (0..64).filter(|square| square % 8 < 4).for_each(|square| squares[buckets.bucket(square)] += 1);
            let expected: &[i32] = if buckets == KingBuckets::One { &[32] } else { &[2, 2, 4, 24] };
            assert_eq!(squares, expected);
            assert!(buckets.count() <= KingBuckets::MAX);
        }
        assert!([0, 2, 3, 5].into_iter().all(|count| KingBuckets::with_count(count).is_none()));
    }
}
