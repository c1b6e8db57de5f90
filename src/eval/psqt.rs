//! Psqt: what a piece is worth on its square, before anything else is looked at.
//!
//! No square has a number of its own: every table comes from how far the square is from the edge
//! and how far up the board it lies, so left and right are always alike.

use shakmaty::{Color, Role, Square};

use super::tapered::{Tapered, pair};

/// What a piece is worth by itself.
pub(super) const fn material(role: Role) -> Tapered {
    match role {
        Role::Pawn => pair(85, 110),
        Role::Knight => pair(330, 305),
        Role::Bishop => pair(345, 315),
        Role::Rook => pair(465, 530),
        Role::Queen => pair(990, 970),
        Role::King => Tapered::ZERO,
    }
}

/// Material and square together, the square as White sees it.
static TABLES: [[Tapered; 64]; 6] = [
    table(Role::Pawn),
    table(Role::Knight),
    table(Role::Bishop),
    table(Role::Rook),
    table(Role::Queen),
    table(Role::King),
];

const fn table(role: Role) -> [Tapered; 64] {
    let mut table = [Tapered::ZERO; 64];
    let mut square = 0;
    while square < 64 {
        let (file, rank) = (square as i32 % 8, square as i32 / 8);
        table[square] = material(role).plus(on_square(role, file, rank));
        square += 1;
    }
    table
}

/// Steps from the nearer edge, 0 to 3.
const fn inward(coordinate: i32) -> i32 {
    if coordinate < 4 { coordinate } else { 7 - coordinate }
}

const fn smaller(a: i32, b: i32) -> i32 {
    if a < b { a } else { b }
}

/// The value of a square for a role; `rank` counts from the own back rank.
const fn on_square(role: Role, file: i32, rank: i32) -> Tapered {
    let inner_file = inward(file);
    let centrality = inner_file + inward(rank); // 0 in a corner, 6 in the centre
    match role {
        // Pawns go forward in the centre first; in the endgame everywhere.
        Role::Pawn => {
            let step = smaller(rank - 1, 3);
            pair((2 * inner_file - 3) * step * 2, 3 * (rank - 1) - inner_file)
        }
        // A knight on the rim is worth far less; it likes the enemy half.
        Role::Knight => {
            let off_centre = 6 - centrality;
            let advance = smaller(rank, 5) - 2;
            pair(12 - off_centre * off_centre * 3 / 2 + 4 * advance, 12 - off_centre * 7 + 2 * advance)
        }
        Role::Bishop => {
            let home = if rank == 0 { 10 } else { 0 };
            pair(3 * centrality - 8 - home, 3 * centrality - 10)
        }
        // Central files; the seventh rank.
        Role::Rook => {
            let seventh = if rank == 6 { 12 } else { 0 };
            pair(4 * inner_file - 6 + seventh / 2, seventh + smaller(rank, 4) - 2)
        }
        Role::Queen => pair(2 * centrality - 5, 6 * centrality - 20),
        // Safe on the wings of the back rank while there are queens, in the centre afterwards.
        Role::King => {
            let exposed = smaller(rank, 4);
            let wing = if inner_file < 2 { 22 } else { 2 - 6 * (inner_file - 2) };
            pair(wing - 18 * exposed, 10 * centrality - 34 + smaller(rank, 4) * 2)
        }
    }
}

/// Material and square value of a piece.
#[inline]
pub(super) fn piece_value(role: Role, color: Color, square: Square) -> Tapered {
    let square = if color.is_white() { square } else { square.flip_vertical() };
    TABLES[role as usize - 1][square.to_usize()]
}
