//! Types shared by all modules: scores, bounds, windows, depths, lines of moves, 16-bit moves.
#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    reason = "plies, scores and packed moves fit the narrower types by their ranges"
)]

mod bound;
mod depth;
mod line;
mod move_squares;
mod packed_move;
mod score;
mod window;

pub use bound::Bound;
pub use depth::{Depth, MAX_DEPTH, MAX_PLY};
pub use line::Line;
pub use move_squares::{castling_side, landing_square, move_squares};
pub use packed_move::PackedMove;
pub use score::Score;
pub use window::Window;
