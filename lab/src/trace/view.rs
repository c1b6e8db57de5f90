//! Whose values are shown: those of the player at the root, or those of the side to move.

use crate::game_tree::{INFINITY, Value};
use crate::tree::Path;

/// The point of view of values and windows.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum View {
    /// The player to move at the root: MAX maximizes and MIN minimizes.
    #[default]
    Root,
    /// The side to move at each node, as negamax programs have it.
    SideToMove,
}

impl View {
    /// Whether values at a node are shown with the other sign.
    #[must_use]
    pub fn negates(self, path: &Path) -> bool {
        self == View::Root && !path.level().is_multiple_of(2)
    }

    /// A value of the side to move at a node, as shown.
    #[must_use]
    pub fn value(self, path: &Path, value: Value) -> Value {
        if self.negates(path) { -value } else { value }
    }

    /// The window of a node, as shown.
    #[must_use]
    pub fn window(self, path: &Path, alpha: Value, beta: Value) -> String {
        let (low, high) = if self.negates(path) { (-beta, -alpha) } else { (alpha, beta) };
        format!("({}, {})", number(low), number(high))
    }
}

/// Formats a value; those at the ends of the range are infinite.
#[must_use]
pub fn number(value: Value) -> String {
    match value {
        value if value >= INFINITY => "∞".into(),
        value if value <= -INFINITY => "-∞".into(),
        // The windows beside an infinite bound.
        value if value == INFINITY - 1 => "∞-1".into(),
        value if value == 1 - INFINITY => "-∞+1".into(),
        value => value.to_string(),
    }
}

/// The player to move at a node.
#[must_use]
pub fn player(path: &Path) -> &'static str {
    if path.level().is_multiple_of(2) { "MAX" } else { "MIN" }
}
