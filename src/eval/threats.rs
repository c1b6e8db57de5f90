//! Threats: pieces that are attacked by something cheaper, or not defended; and space.

use shakmaty::{Bitboard, Color, File, Role};

use crate::position::{ahead, pawn_span};

use super::geometry::{count, fill, ranks};
use super::survey::Survey;
use super::tapered::{Tapered, pair};

const BY_PAWN: Tapered = pair(52, 38);
const BY_PAWN_PUSH: Tapered = pair(14, 12);
const MINOR_ON_MINOR: Tapered = pair(16, 18);
const MINOR_ON_MAJOR: Tapered = pair(36, 30);
const ROOK_ON_MINOR: Tapered = pair(14, 18);
const ROOK_ON_QUEEN: Tapered = pair(34, 26);
const BY_KING: Tapered = pair(8, 26);
/// Attacked and not defended, or attacked more often than defended.
const HANGING: Tapered = pair(24, 16);

/// What the pieces of `color` threaten.
pub(super) fn threats(survey: &Survey, color: Color) -> Tapered {
    let board = survey.position.board();
    let (ours, theirs) = (survey.side(color), survey.side(!color));
    let targets = board.by_color(!color) & !board.kings();
    let non_pawns = targets & !board.pawns();
    let minors = board.knights() | board.bishops();
    let majors = board.rooks_and_queens();
    // Held by a pawn, or more often than we attack it.
    let held = theirs.by(Role::Pawn) | theirs.twice & !ours.twice;
    let weak = targets & !held & ours.all;
    let minor_attacks = ours.by(Role::Knight) | ours.by(Role::Bishop);

    let pushes = ahead(survey.pieces(color, Role::Pawn), color) & !board.occupied();
    let pushes = pushes | ahead(pushes & ranks(2, 2, color), color) & !board.occupied();
    let safe_pushes = pushes & !theirs.by(Role::Pawn) & (ours.all | !theirs.all);
    let by_pawn = ours.by(Role::Pawn);
    BY_PAWN * count(non_pawns & by_pawn)
        + BY_PAWN_PUSH * count(non_pawns & pawn_span(safe_pushes, color) & !by_pawn)
        + MINOR_ON_MAJOR * count(non_pawns & majors & minor_attacks)
        + MINOR_ON_MINOR * count(weak & minors & minor_attacks)
        + ROOK_ON_MINOR * count(weak & minors & ours.by(Role::Rook))
        + ROOK_ON_QUEEN * count(targets & board.queens() & ours.by(Role::Rook))
        + BY_KING * i32::from((weak & ours.by(Role::King)).any())
        + HANGING * count(weak & (!theirs.all | non_pawns & ours.twice))
}

/// Safe squares behind the own pawns in the centre, worth more the more pieces need them.
pub(super) fn space(survey: &Survey, color: Color) -> Tapered {
    let board = survey.position.board();
    let pieces = count(board.by_color(color) & !board.pawns());
    if pieces < 5 {
        return Tapered::ZERO;
    }
    let centre = ranks(1, 3, color)
        & (Bitboard::from_file(File::C)
            | Bitboard::from_file(File::D)
            | Bitboard::from_file(File::E)
            | Bitboard::from_file(File::F));
    let pawns = survey.pieces(color, Role::Pawn);
    let safe = centre & !pawns & !survey.side(!color).by(Role::Pawn);
    let behind = fill(ahead(pawns, !color), !color);
    pair((count(safe) + count(safe & behind)) * (pieces - 4) / 3, 0)
}
