//! King: the shelter of its pawns and the danger from enemy pieces.

use shakmaty::{Bitboard, Color, File, Role, Square, attacks};

use super::geometry::{count, fill, rank_of};
use super::survey::Survey;
use super::tapered::{Tapered, pair};

/// An own pawn in front of the king, by ranks between; the last is for none at all.
const SHELTER: [i32; 4] = [20, 9, 0, -20];
/// An enemy pawn coming at the king, by ranks between; further ones do not count.
const STORM: [i32; 4] = [-4, -18, -12, -5];
/// The part of a storm that is left when an own pawn blocks it.
const BLOCKED_STORM: i32 = 4;

/// A square of the king's ring that the enemy attacks and only king or queen defends.
const WEAK_SQUARE: i32 = 15;
/// What is added to the danger for the roles that have a check from a safe square.
const SAFE_CHECK: [(Role, i32); 4] =
    [(Role::Knight, 60), (Role::Bishop, 42), (Role::Rook, 66), (Role::Queen, 52)];
/// Without a queen there is rarely a mating attack.
const NO_QUEEN: i32 = 90;
/// The danger that shelter in good order takes away.
const CALM: i32 = 15;
/// The square of the danger counts, in this unit.
const DANGER_UNIT: i32 = 600;
/// No danger counts for more than this many centipawns.
const MOST: i32 = 600;

/// Shelter and danger of the king of `color`.
pub(super) fn king(survey: &Survey, color: Color) -> Tapered {
    let shelter = shelter(survey, color);
    let danger = danger(survey, color, shelter);
    pair(shelter, 0) - pair((danger * danger / DANGER_UNIT).min(MOST), danger / 12)
}

/// The pawns of both sides on the files around the king, in middlegame centipawns.
fn shelter(survey: &Survey, color: Color) -> i32 {
    let king = survey.position.king(color);
    let rank = rank_of(king, color);
    let in_front = fill(Bitboard::from_rank(king.rank()), color);
    let own = survey.pieces(color, Role::Pawn) & in_front;
    let enemy = survey.pieces(!color, Role::Pawn) & in_front;
    let centre = king.file().clamp(File::B, File::G).to_u32();
    let mut value = 0;
    for file in [centre - 1, centre, centre + 1].map(File::new) {
        let file = Bitboard::from_file(file);
        let own_ranks = nearest(own & file, color).map(|square| rank_of(square, color) - rank);
        value += SHELTER[own_ranks.map_or(3, |steps| (steps - 1).clamp(0, 2)) as usize];
        if let Some(square) = nearest(enemy & file, color) {
            let steps = rank_of(square, color) - rank;
            if let Some(storm) = STORM.get(steps as usize) {
                value += if own_ranks == Some(steps - 1) { storm / BLOCKED_STORM } else { *storm };
            }
        }
    }
    value
}

/// The square nearest to the back rank of `color`, of squares on one file.
#[inline]
fn nearest(squares: Bitboard, color: Color) -> Option<Square> {
    if color.is_white() { squares.first() } else { squares.last() }
}

/// How dangerous the enemy's pieces are to the king of `color`: 0 is quiet, 500 is a storm.
fn danger(survey: &Survey, color: Color, shelter: i32) -> i32 {
    let (defence, attack) = (survey.side(color), survey.side(!color));
    let enemy_queens = survey.pieces(!color, Role::Queen);
    if attack.king_attackers + i32::from(enemy_queens.any()) < 2 {
        return 0;
    }
    let weakly_held = !defence.all | !defence.twice & (defence.by(Role::King) | defence.by(Role::Queen));
    let weak = attack.all & weakly_held;
    let mut danger =
        attack.king_pressure + WEAK_SQUARE * count(weak & defence.king_ring) - shelter / 2 - CALM;
    if enemy_queens.is_empty() {
        danger -= NO_QUEEN;
    }
    let safe = !survey.position.board().by_color(!color) & (!defence.all | weak & attack.twice);
    let king = survey.position.king(color);
    let occupied = survey.position.board().occupied();
    let rook_lines = attacks::rook_attacks(king, occupied) & safe;
    let bishop_lines = attacks::bishop_attacks(king, occupied) & safe;
    for (role, weight) in SAFE_CHECK {
        let from = match role {
            Role::Knight => attacks::knight_attacks(king) & safe,
            Role::Bishop => bishop_lines,
            Role::Rook => rook_lines,
            _ => rook_lines | bishop_lines,
        };
        if (from & attack.by(role)).any() {
            danger += weight;
        }
    }
    danger.max(0)
}
