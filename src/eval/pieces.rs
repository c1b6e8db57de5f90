//! Pieces: mobility, good and bad places, and who bears on the enemy king.

use shakmaty::{Bitboard, Color, Role, Square, attacks};

use crate::position::ahead;

use super::geometry::{count, files, ranks, same_shade};
use super::psqt::piece_value;
use super::survey::Survey;
use super::tapered::{Tapered, pair};
use super::{Term, Terms};

const BISHOP_PAIR: Tapered = pair(26, 52);
const KNIGHT_OUTPOST: Tapered = pair(28, 16);
const BISHOP_OUTPOST: Tapered = pair(16, 8);
/// A minor piece right behind a pawn.
const SHIELDED_MINOR: Tapered = pair(5, 2);
/// For each own pawn on a bishop's squares.
const PAWN_ON_BISHOPS_SHADE: Tapered = pair(-2, -5);
const ROOK_ON_OPEN_FILE: Tapered = pair(28, 12);
const ROOK_ON_HALF_OPEN_FILE: Tapered = pair(13, 8);
/// A rook on the seventh rank that keeps the king on the eighth.
const ROOK_CONFINES_KING: Tapered = pair(8, 20);

/// Mobility by role, then by the number of safe squares.
static MOBILITY: [[Tapered; 28]; 4] = [
    mobility(8, pair(-42, -52), pair(24, 22)),
    mobility(13, pair(-32, -46), pair(42, 44)),
    mobility(14, pair(-34, -64), pair(30, 62)),
    mobility(27, pair(-26, -50), pair(34, 86)),
];

/// A parabola from `worst` at no square to `best` at `most` squares: each further square is worth
/// less than the one before.
const fn mobility(most: i32, worst: Tapered, best: Tapered) -> [Tapered; 28] {
    let mut table = [Tapered::ZERO; 28];
    let mut squares = 0;
    while squares < 28 {
        let n = if (squares as i32) < most { squares as i32 } else { most };
        let part = n * (2 * most - n);
        let middlegame = (best.middlegame() - worst.middlegame()) * part / (most * most);
        let endgame = (best.endgame() - worst.endgame()) * part / (most * most);
        table[squares] = worst.plus(pair(middlegame, endgame));
        squares += 1;
    }
    table
}

/// How much a piece that attacks the enemy king's ring adds to the pressure.
const fn pressure(role: Role) -> i32 {
    match role {
        Role::Knight => 30,
        Role::Bishop => 22,
        Role::Rook => 30,
        Role::Queen => 36,
        Role::Pawn | Role::King => 0,
    }
}

/// The same, for each square of the ring that it attacks.
const RING_SQUARE: i32 = 8;

/// Values the pieces of `color` and adds their attacks to the survey.
pub(super) fn pieces(survey: &mut Survey, color: Color, terms: &mut Terms) {
    let board = survey.position.board();
    let occupied = board.occupied();
    let queens = survey.pieces(color, Role::Queen);
    let rooks = survey.pieces(color, Role::Rook);
    // Sliders see through their own like: the one behind supports the one in front.
    let past_queens = occupied ^ queens;
    let past_rooks = past_queens ^ rooks;
    each(survey, color, Role::Knight, terms, attacks::knight_attacks);
    each(survey, color, Role::Bishop, terms, |square| attacks::bishop_attacks(square, past_queens));
    each(survey, color, Role::Rook, terms, |square| attacks::rook_attacks(square, past_rooks));
    each(survey, color, Role::Queen, terms, |square| attacks::queen_attacks(square, occupied));
    terms.add(Term::Material, color, survey.pawns.side(color).material);
    terms.add(Term::Material, color, piece_value(Role::King, color, survey.position.king(color)));
    terms.add(Term::Pieces, color, places(survey, color));
}

#[inline(always)]
fn each(
    survey: &mut Survey,
    color: Color,
    role: Role,
    terms: &mut Terms,
    attack: impl Fn(Square) -> Bitboard,
) {
    let ring = survey.side(!color).king_ring;
    let squares = survey.pieces(color, role);
    let reach = survey.side_mut(color);
    let (mut worth, mut moves) = (Tapered::ZERO, Tapered::ZERO);
    for square in squares {
        let attacked = attack(square);
        reach.add(role, attacked);
        worth += piece_value(role, color, square);
        moves += MOBILITY[role as usize - 2][(attacked & reach.mobility_area).count().min(27)];
        let on_ring = count(attacked & ring);
        if on_ring > 0 {
            reach.king_attackers += 1;
            reach.king_pressure += pressure(role) + RING_SQUARE * on_ring;
        }
    }
    terms.add(Term::Material, color, worth);
    terms.add(Term::Mobility, color, moves);
}

/// Where the minor pieces and rooks of `color` stand.
fn places(survey: &Survey, color: Color) -> Tapered {
    let board = survey.position.board();
    let (knights, bishops) = (survey.pieces(color, Role::Knight), survey.pieces(color, Role::Bishop));
    let (rooks, pawns) = (survey.pieces(color, Role::Rook), survey.pieces(color, Role::Pawn));

    let outposts = ranks(3, 5, color) & survey.pawns.side(color).attacks & !survey.pawns.side(!color).reach;
    let mut value = KNIGHT_OUTPOST * count(knights & outposts)
        + BISHOP_OUTPOST * count(bishops & outposts)
        + SHIELDED_MINOR * count(ahead(knights | bishops, color) & board.pawns());
    if !(bishops & Bitboard::LIGHT_SQUARES).is_empty() && !(bishops & Bitboard::DARK_SQUARES).is_empty() {
        value += BISHOP_PAIR;
    }
    for bishop in bishops {
        value += PAWN_ON_BISHOPS_SHADE * count(pawns & same_shade(bishop));
    }
    if rooks.any() {
        let no_own_pawn = rooks & !files(pawns);
        let open = no_own_pawn & !files(board.pawns());
        value += ROOK_ON_OPEN_FILE * count(open) + ROOK_ON_HALF_OPEN_FILE * count(no_own_pawn & !open);
        if ranks(7, 7, color).contains(survey.position.king(!color)) {
            value += ROOK_CONFINES_KING * count(rooks & ranks(6, 6, color));
        }
    }
    value
}
