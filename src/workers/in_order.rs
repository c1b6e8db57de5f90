//! In order: numbered results that come in any order, handed out in the order of their numbers.

use std::collections::BTreeMap;

/// The results that wait for those before them.
pub(super) struct InOrder<T> {
    early: BTreeMap<u64, T>,
    /// The number of the next result.
    next: u64,
}

impl<T> InOrder<T> {
    /// Hands out results from the number `first` on.
    pub fn from(first: u64) -> InOrder<T> {
        InOrder { early: BTreeMap::new(), next: first }
    }

    /// Takes a result.
    pub fn insert(&mut self, number: u64, result: T) {
        self.early.insert(number, result);
    }

    /// Returns the next result, if it has come.
    pub fn next(&mut self) -> Option<T> {
        let result = self.early.remove(&self.next)?;
        self.next += 1;
        Some(result)
    }

    /// The number of the next result.
    pub fn number(&self) -> u64 {
        self.next
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_wait_for_those_before_them() {
        let mut results = InOrder::from(5);
        results.insert(6, 'b');
        assert_eq!((results.next(), results.number()), (None, 5));
        results.insert(5, 'a');
        assert_eq!([results.next(), results.next(), results.next()], [Some('a'), Some('b'), None]);
        assert_eq!(results.number(), 7);
    }
}
