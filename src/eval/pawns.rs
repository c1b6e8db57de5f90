//! Pawns: what depends on the pawns alone, kept in a cache by their key.

use shakmaty::{Bitboard, ByColor, Color, Role};

use crate::position::{Position, ahead, pawn_span};

use super::geometry::{beside, count, files, fill, rank_of};
use super::psqt::piece_value;
use super::tapered::{Tapered, pair};

const ISOLATED: Tapered = pair(-9, -13);
const BACKWARD: Tapered = pair(-8, -10);
/// For an isolated or backward pawn with no enemy pawn ahead of it on its file.
const WEAK_ON_OPEN_FILE: Tapered = pair(-11, -7);
const DOUBLED: Tapered = pair(-5, -20);
const SUPPORTED: Tapered = pair(7, 5);

/// A pawn beside or behind a friend is worth more the further it has come.
fn connected(rank: i32) -> Tapered {
    let advance = rank - 1;
    pair(3, 1) + pair(3, 2) * (advance * advance / 2 + advance)
}

/// What is known of one side's pawns.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct PawnSide {
    /// Material and squares.
    pub material: Tapered,
    /// Weaknesses and strengths.
    pub structure: Tapered,
    /// Squares attacked now.
    pub attacks: Bitboard,
    /// Squares attacked now or after some pawn has advanced.
    pub reach: Bitboard,
    /// Pawns that no enemy pawn can stop or take.
    pub passed: Bitboard,
}

/// What is known of a pawn structure.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Pawns {
    key: u64,
    sides: ByColor<PawnSide>,
}

impl Pawns {
    /// From scratch.
    pub fn of(position: &Position) -> Pawns {
        let board = position.board();
        let pawns = ByColor::new_with(|color| board.pawns() & board.by_color(color));
        Pawns { key: position.pawn_key(), sides: ByColor::new_with(|color| side(&pawns, color)) }
    }

    /// One side's pawns.
    #[inline]
    pub fn side(&self, color: Color) -> &PawnSide {
        self.sides.get(color)
    }
}

fn side(pawns: &ByColor<Bitboard>, color: Color) -> PawnSide {
    let (ours, theirs) = (*pawns.get(color), *pawns.get(!color));
    let attacks = pawn_span(ours, color);
    let reach = fill(attacks, color);
    let their_attacks = pawn_span(theirs, !color);
    let stopped = fill(ahead(theirs, !color) | their_attacks, !color);
    let behind_own = fill(ahead(ours, !color), !color);

    let isolated = ours & !beside(files(ours));
    let no_help = ahead(ours, color) & !reach & (their_attacks | theirs);
    let backward = ours & ahead(no_help, !color) & !isolated & !attacks;
    let on_open_file = !fill(theirs, !color);
    let mut structure = ISOLATED * count(isolated)
        + BACKWARD * count(backward)
        + WEAK_ON_OPEN_FILE * count((isolated | backward) & on_open_file)
        + DOUBLED * count(ours & behind_own)
        + SUPPORTED * count(ours & attacks);
    for square in ours & (attacks | beside(ours)) {
        structure += connected(rank_of(square, color));
    }
    PawnSide {
        material: ours.into_iter().map(|square| piece_value(Role::Pawn, color, square)).sum(),
        structure,
        attacks,
        reach,
        passed: ours & !stopped & !behind_own,
    }
}

/// The pawn structures met last, one to a slot.
pub(super) struct PawnCache(Box<[Pawns]>);

impl PawnCache {
    /// A power of two.
    const SLOTS: usize = 4096;

    /// An empty cache. An empty slot is a true one: key zero stands for no pawns at all.
    pub fn new() -> PawnCache {
        PawnCache(vec![Pawns::default(); Self::SLOTS].into_boxed_slice())
    }

    /// The pawns of `position`.
    #[inline]
    pub fn get(&mut self, position: &Position) -> &Pawns {
        let key = position.pawn_key();
        let slot = &mut self.0[key as usize & (Self::SLOTS - 1)];
        if slot.key != key {
            *slot = Pawns::of(position);
        }
        slot
    }
}
