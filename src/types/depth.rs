//! Depth: remaining search depth in plies, and its limits.

/// A remaining search depth in plies. Quiescence search begins at 0.
pub type Depth = i32;

/// The number of plies of a line of nodes, the root included: the last one is at the distance `MAX_PLY - 1` from it.
pub const MAX_PLY: usize = 240;

/// The maximum depth of iterative deepening.
pub const MAX_DEPTH: Depth = MAX_PLY as Depth - 1;
