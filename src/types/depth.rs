//! Depth: how many plies remain to be searched.

/// Remaining plies. Zero and below means quiescence.
pub type Depth = i32;

/// The deepest line the search follows, in plies from the root.
pub const MAX_PLY: usize = 240;

/// The deepest iteration of iterative deepening.
pub const MAX_DEPTH: Depth = MAX_PLY as Depth - 1;
