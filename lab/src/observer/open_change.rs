//! Changes of the list OPEN of SSS* and DUAL*.

use crate::game_tree::Value;

/// A change of the list OPEN, which is ordered by merit, equal merits from left to right.
///
/// The merit is an upper bound of the value of the root for its side to move (SSS*), or for the opponent (DUAL*).
#[derive(Debug)]
pub enum OpenChange<'a, N> {
    /// The first state is removed and expanded, by this case (1 to 6) of Stockman's operator.
    Expand(u8),
    /// A state is inserted.
    Insert {
        /// Its node.
        node: &'a N,
        /// Its merit.
        merit: Value,
        /// Whether it is SOLVED instead of LIVE.
        is_solved: bool,
    },
    /// All states below a node are removed.
    Purge(&'a N),
}

// Derived implementations would require them of the nodes as well.
impl<N> Clone for OpenChange<'_, N> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<N> Copy for OpenChange<'_, N> {}
